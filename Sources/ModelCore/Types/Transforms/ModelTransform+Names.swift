import Synchronization

// Transforms that are registered under names. Files that describe entities refer to transforms by name.

extension ModelTransform {
    /// The transform that is registered under a name at the time of its use.
    ///
    /// Using the transform throws `unknownTransform` if no transform for values of the type is registered under the
    /// name.
    public static func named(_ name: String, of type: Value.Type = Value.self) -> ModelTransform {
        ModelTransform {
            try registered(as: name).encode($0, $1)
        } decoding: {
            try registered(as: name).decode($0)
        } optional: {
            try registered(as: name).decodeOptional($0)
        }
    }

    /// Registers the transform under a name. It replaces another transform with the name.
    public func register(as name: String) { TransformNames.known.withLock { $0[name] = self } }

    private static func registered(as name: String) throws -> ModelTransform {
        switch TransformNames.known.withLock({ $0[name] }) {
        case let found as ModelTransform: return found
        case nil: throw TransformNames.missing(name)
        default: throw ModelError(.unknownTransform, "The transform \(name) isn't one of values of type \(Value.self).")
        }
    }
}

enum TransformNames {
    fileprivate static let known = Mutex<[String: any Sendable]>([:])

    /// The transform that is registered under a name, without its value type.
    static func form(named name: String) throws(ModelError) -> PropertyMapping.Form {
        guard let found = known.withLock({ $0[name] }) as? any FormOfProperty else { throw missing(name) }
        return found.form
    }

    fileprivate static func missing(_ name: String) -> ModelError {
        ModelError(.unknownTransform, "No transform is registered under the name \(name).")
    }
}
