import FormatSupport

// The elements of lenient properties that couldn't be read, which are written back.

/// A value that was skipped: the index of its container, its step of the path there, and its own index.
struct SkippedValue {
    let container: Int
    let component: ModelPath.Component
    let place: Int
}

/// The elements of one property that couldn't be read.
struct SkippedElements {
    /// Their places in the file's list, or their keys in its dictionary.
    fileprivate let components: [ModelPath.Component]
    /// A dictionary that has them in this order, under their numbers.
    fileprivate let values: UnknownValues
}

extension ModelDecoder {
    /// Gives the object that was entered last the elements of its properties that were skipped.
    ///
    /// - Parameter count: The number of those that were skipped before the object.
    @inline(never)
    func noteSkipped(since count: Int, in object: BaseModel, _ decodedClass: DecodedClass) {
        guard type(of: object).unknownKeys != .ignore, context.purpose == .use, !cursor.holdsInstances,
            !(context.readsParts && cursor.capabilities.contains(.identity))
        else { return }
        let byContainer = Dictionary(grouping: state.skippedValues[count...], by: \.container)
        let root = ModelDocument.Value(document: ModelDocument(cursor.content), index: cursor.frame.start)
        var found: [String: SkippedElements] = [:]
        for property in decodedClass.rows.properties {
            let entry = decodedClass.keys?.entry(named: property.name)
            let ways = [entry?.place ?? [property.name]] + (entry?.aliases ?? [])
            guard let value = ways.lazy.compactMap({ way in way.reduce(root) { $0?[$1] } }).first,
                let skipped = byContainer[cursor.content.resolved(value.index)]
            else { continue }
            found[property.name] = SkippedElements(
                components: skipped.map(\.component),
                values: keptValues(skipped.enumerated().map { (["\($0.offset)"], $0.element.place) }))
        }
        if !found.isEmpty { object.keep { $0.skipped = found } }
    }
}

extension ModelEncoder {
    /// Encodes the elements of an array that was begun, and those that couldn't be read at their places. Ends the array.
    @inline(never)
    func encodeAmongSkipped<Element>(_ elements: [Element], _ encode: (Element) throws -> Void) throws {
        guard let skipped = state.skipped else { return }
        state.skipped = nil
        var position = 0
        var next = 0
        func encodeSkipped(isLast: Bool) throws {
            while next < skipped.components.count {
                if case .index(let index) = skipped.components[next], index != position, !isLast { return }
                try append(next, of: skipped)
                next += 1
                position += 1
            }
        }
        do {
            for element in elements {
                try encodeSkipped(isLast: false)
                try encode(element)
                position += 1
            }
        } catch {
            throw failing(.index(position), error)
        }
        try encodeSkipped(isLast: true)
        try end()
    }

    /// Encodes the entries of a dictionary that couldn't be read, except those whose keys it has.
    @inline(never)
    ///
    /// - Parameter asText: True if its keys are text, and not any values.
    func encode(_ skipped: SkippedElements, besides keys: Set<ExactText>, asText: Bool) throws {
        for (number, component) in skipped.components.enumerated() {
            guard case .key(let key) = component, !keys.contains(ExactText(key)) else { continue }
            if asText { try encodeKey(key) } else { try encode(key) }
            try append(number, of: skipped)
        }
    }

    private func append(_ number: Int, of skipped: SkippedElements) throws {
        guard let place = skipped.values.value.members.first(where: { $0.key == "\(number)" })?.place else { return }
        let file = skipped.values.file
        try encode(ModelDocument(file.content, root: place)) { file.models(in: $0, besides: &$1) }
    }
}
