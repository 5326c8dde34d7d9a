// Elements that can't be read, if they may be skipped.

/// A value that was skipped: the index of its container, its key or its index in the container, and its index in the
/// document.
struct SkippedValue {
    let container: Int
    let component: ModelPath.Component
    let place: Int
}

extension ModelDecoder {
    /// The error of a skipped element, whose path begins in the element's container, and the container's index in the
    /// document.
    struct Skipped {
        let container: Int
        let error: ModelError
    }

    /// Reads an element. If the element can't be read, and a report is collected, skips the element and returns nil.
    ///
    /// Exceeded limits and mistakes in code are always errors.
    ///
    /// - Parameters:
    ///   - container: The index of the element's container: see ``place``.
    ///   - component: The element's key or index, as a component of the path.
    ///   - isValue: False for the key of an element.
    func decodeOrSkip<Value>(
        in container: Int, _ component: ModelPath.Component, isValue: Bool = true,
        _ body: (ModelDecoder) throws -> Value
    ) throws -> Value? {
        // While a case of an enum is tried, no element is skipped: the case has to fit as a whole.
        guard context.report != nil, !cursor.isExact else { return try decode(component, body) }
        do {
            return try trying { try decode(component, body) }
        } catch {
            let error = ModelError(wrapping: error)
            guard !Self.unskippable.contains(error.code) else { throw error }
            if isValue {
                state.skippedValues.append(SkippedValue(container: container, component: component, place: place))
            }
            try skipValue()
            state.skippedCount += 1
            if state.skipped.count < DecodingReport.limit {
                state.skipped.append(Skipped(container: container, error: error))
            }
            return nil
        }
    }

    /// Runs code that reads the value at the position. If the code throws, restores the position and the state before
    /// the call.
    func trying<Value>(_ body: () throws -> Value) throws -> Value {
        let mark = cursor.mark
        let (caught, deferred, objects) = (state.caught, state.deferred.count, context.objects.count)
        let (skipped, skippedCount) = (state.skipped.count, state.skippedCount)
        let (values, told) = (state.skippedValues.count, state.toldCount)
        do {
            return try body()
        } catch {
            let error = ModelError(wrapping: error)
            if Self.unskippable.contains(error.code) { throw error }
            cursor.rewind(to: mark)
            state.caught = caught
            state.deferred.removeLast(max(0, state.deferred.count - deferred))
            context.objects.forget(since: objects)
            // Elements that were skipped inside the value don't count any more.
            state.skipped.removeLast(state.skipped.count - skipped)
            state.skippedCount = skippedCount
            state.skippedValues.removeLast(max(0, state.skippedValues.count - values))
            state.toldCount = told
            throw error
        }
    }

    static let unskippable: Set<ModelError.Code> = [
        .depthExceeded, .nodesExceeded, .bytesExceeded, .invalidCoding,
    ]

    /// Reads an element. An error gets the element's key or index in its path.
    func decode<Value>(
        _ component: ModelPath.Component, _ body: (ModelDecoder) throws -> Value
    ) throws -> Value {
        do {
            return try body(self)
        } catch {
            throw failing(component, error)
        }
    }

    /// Reports the skipped elements, with their whole paths.
    func reportSkipped() {
        guard let report = context.report, state.skippedCount > 0 else { return }
        let paths = cursor.paths(to: Set(state.skipped.map(\.container)))
        report.add(
            state.skipped.map { skipped in
                var error = skipped.error
                error.path = ModelPath((paths[skipped.container]?.components ?? []) + error.path.components)
                if error.format == nil { error.format = context.format }
                return context.isConfidential ? error.withoutContent : error
            }, count: state.skippedCount)
        state.skipped = []
        state.skippedCount = 0
    }
}
