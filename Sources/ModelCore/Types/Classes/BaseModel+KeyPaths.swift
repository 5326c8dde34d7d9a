// Access to properties by Swift key path, beside access by name. In a protocol extension, and not in the class, because
// only there may a parameter's type contain `Self`.

extension ModelValue where Self: BaseModel {
    /// The name of the saved property at a key path, for ``BaseModel/value(forKey:)`` and the methods of relationships.
    ///
    /// - Throws: `unknownProperty` if no saved property has the key path.
    public static func key(for keyPath: PartialKeyPath<Self>) throws(ModelError) -> String {
        guard let name = ModelClass.of(self).name(of: keyPath) else {
            throw ModelError(.unknownProperty, "\(self) has no saved property at \(keyPath).")
        }
        return name
    }

    /// A property's value.
    public func value<Value>(for keyPath: KeyPath<Self, Value>) -> Value { self[keyPath: keyPath] }

    /// Sets a property.
    public func setValue<Value>(_ value: Value, for keyPath: ReferenceWritableKeyPath<Self, Value>) {
        self[keyPath: keyPath] = value
    }
}

extension ModelClass {
    /// The name of the saved property at a key path. Nil if no saved property has the key path.
    package func name(of keyPath: AnyKeyPath) -> String? {
        properties.first { ($0.keyPath as AnyKeyPath) == keyPath }?.name
    }
}
