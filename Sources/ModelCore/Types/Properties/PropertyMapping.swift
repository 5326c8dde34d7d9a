/// The mapping of one property, in a ``ModelMapping``.
public struct PropertyMapping: Sendable {
    let name: String
    let keys: [PropertyKey]
    let inverse: RelationshipInverse?
    let form: Form?

    /// An encoded form that isn't the form of the property's type.
    struct Form: Sendable {
        /// The types that files may contain. Empty if the types aren't known.
        let codedTypes: [Any.Type]
        let encode: @Sendable (_ value: Any, ModelEncoder) throws -> Void
        /// Decodes the value of a key. Returns nil if the key has no value.
        let decode: @Sendable (ModelDecoder, ModelKey, _ hasValue: Bool, _ isOptional: Bool) throws -> Any??
        /// The type of the values that are encoded.
        let valueType: Any.Type
        /// Returns true for `valueType`, and for an optional of it.
        let fits: @Sendable (Any.Type) -> Bool
    }
}

extension PropertyMapping {
    /// The mapping of a property that keeps its own encoded form.
    ///
    /// - Parameters:
    ///   - name: The property's name in the program.
    ///   - keys: The keys in files; without one, the keys that the class declares.
    ///   - inverse: The inverse: the property of the related models that refers back.
    public init(_ name: String, key keys: PropertyKey..., inverse: RelationshipInverse? = nil) {
        self.init(name: name, keys: keys, inverse: inverse, form: nil)
    }
}
