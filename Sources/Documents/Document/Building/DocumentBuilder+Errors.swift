import FormatSupport

// The path of an error in the document.

extension DocumentBuilder {
    /// Returns an error as a `ModelError`. If it has no path, it gets the path from the root to the value that comes
    /// next. An error of another type gets the code `corruptData`. The error for a repeated key gets the location of
    /// ``offset``, unless it has a location.
    public func locating(_ error: any Error) -> ModelError {
        var error = ModelError(wrapping: error)
        if error.code == .underlying { error.code = .corruptData }
        if error.path.components.isEmpty { error.path = path }
        if error.code == .duplicateKey, let offset {
            var lines = LineCounter()
            let place = document.source.map { lines.lineAndColumn(at: offset, in: $0) }
            error = error.at(ModelLocation(byteOffset: offset, line: place?.line, column: place?.column))
        }
        return error
    }

    /// The path from the root to the value that comes next.
    private var path: ModelPath {
        var components: [ModelPath.Component] = []
        for level in 0..<frames.depth where level > 0 { components.append(step(in: frames[level], isInner: false)) }
        if frames.depth > 0, frame.tag != .object || frame.state == .keyed || frame.hasAllKeys {
            components.append(step(in: frame, isInner: true))
        }
        return ModelPath(components)
    }

    /// Returns the step from a container to the value that comes next in it. In a container that isn't the innermost
    /// one: the step to the value that was begun last.
    private func step(in frame: Frame, isInner: Bool) -> ModelPath.Component {
        if frame.tag.arrayKind != nil { return .index(isInner ? frame.count : frame.count - 1) }
        if frame.hasAllKeys {
            let keys = document.shapes.keys(of: frame.shape)
            let index = isInner ? frame.count : frame.count - 1
            return .key(keys.indices.contains(index) ? keys[index] : "?")
        }
        return .key(frame.tag == .object ? document.shapes.lastKey(of: frame.shape) ?? "?" : "?")
    }
}
