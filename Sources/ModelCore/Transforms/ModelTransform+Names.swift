import Synchronization

// Transforms that are known by names, as files of entities name theirs.

extension ModelTransform {
    /// The transform that is registered under a name when it is used.
    ///
    /// Where there is none for such values, that is `unknownTransform`.
    public static func named(_ name: String, of type: Value.Type = Value.self) -> ModelTransform {
        ModelTransform {
            try registered(as: name).encode($0, $1)
        } decoding: {
            try registered(as: name).decode($0)
        }
    }

    /// Makes the transform known under a name, in the place of another of that name.
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

    /// The transform of a name, for values of whatever type it has.
    static func form(named name: String) throws(ModelError) -> PropertyMapping.Form {
        guard let found = known.withLock({ $0[name] }) as? any FormOfProperty else { throw missing(name) }
        return found.form
    }

    fileprivate static func missing(_ name: String) -> ModelError {
        ModelError(.unknownTransform, "No transform is registered under the name \(name).")
    }
}
