// Properties by their key paths, beside those by name. Here, and not in the class, because only a protocol's extension
// may name the class itself.

extension ModelValue where Self: BaseModel {
    /// The name of a saved property: what ``BaseModel/value(forKey:)`` and the relationships' methods know it by.
    ///
    /// - Throws: `unknownProperty` for what isn't one.
    public static func key(for keyPath: PartialKeyPath<Self>) throws(ModelError) -> String {
        guard let property = ModelClass.of(self).properties.first(where: { ($0.keyPath as AnyKeyPath) == keyPath })
        else {
            throw ModelError(.unknownProperty, "\(self) has no saved property at \(keyPath).")
        }
        return property.name
    }

    /// A property's value.
    public func value<Value>(for keyPath: KeyPath<Self, Value>) -> Value { self[keyPath: keyPath] }

    /// Sets a property.
    public func setValue<Value>(_ value: Value, for keyPath: ReferenceWritableKeyPath<Self, Value>) {
        self[keyPath: keyPath] = value
    }
}
