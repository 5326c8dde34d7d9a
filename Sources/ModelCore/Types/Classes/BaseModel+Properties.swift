extension BaseModel {
    /// The names of all stored properties. The properties of superclasses come first.
    public class var allPropertyKeys: [String] { ModelClass.of(self).properties.map(\.name) }

    /// The names of the properties that are read back: all properties except `let` properties.
    public class var codablePropertyKeys: [String] {
        ModelClass.of(self).properties.filter { !$0.isReadOnly }.map(\.name)
    }

    /// The types of the saved properties, by name.
    public class var codableProperties: [String: Any.Type] {
        Dictionary(ModelClass.of(self).properties.map { ($0.name, $0.valueType) }) { _, last in last }
    }

    /// The values of the properties, by name. A property that is nil is omitted; an `NSNull` in a property of type
    /// `Any` is included. Models and collections are included as they are. `set(with:)` expects the keys of files
    /// instead, which may differ from the names because of `@Key`.
    public var dictionaryRepresentation: [String: Any] {
        var dictionary: [String: Any] = [:]
        for property in ModelClass.of(type(of: self)).properties {
            dictionary[property.name] = AnyValue.wrapped(property.read(self))
        }
        return dictionary
    }

    /// The value of a property, by name; nil if the property is nil.
    ///
    /// - Throws: `unknownProperty`; `duplicateKey` if two properties have one name.
    public func value(forKey key: String) throws -> Any? {
        AnyValue.wrapped(try property(key).read(self))
    }

    /// Sets a property by name. A value of another type is converted if the conversion is exact.
    ///
    /// - Throws: `unknownProperty`; `readOnlyProperty` for a `let`; `typeMismatch` for a value of the wrong type;
    ///   `duplicateKey` as for ``value(forKey:)``.
    public func setValue(_ value: Any?, forKey key: String) throws {
        let property = try property(key)
        guard let assign = property.assign else {
            throw ModelError(.readOnlyProperty, "\(type(of: self)).\(key) is a constant.")
        }
        if let value {
            if assign(self, value) { return }
        } else if property.valueType is any OptionalValue.Type, assign(self, Any?.none as Any) {
            return
        }
        // Here, a null for a property that can't take it is an error. In a file, it would leave the property as it is.
        if AnyValue.unwrapped(value) == nil, !property.takesNull {
            throw ModelError.prefixing(
                .key(key), to: ModelError(.typeMismatch, expected: "\(property.valueType)", found: "null"))
        }
        // A value of another type is converted as if it came from a plain dictionary.
        let decoder = try ModelDecoder([key: value ?? AnyValue.null])
        try decoder.beginObject()
        try decoder.atKey(property.key) { try property.decode?(PropertyOwner(self), nil, decoder, $0) }
    }

    /// A new instance of the class with the same values in all properties that can be set. Models that they refer to
    /// aren't copied.
    ///
    /// - Throws: `notAModel` if a class has stored properties that no description lists; `duplicateKey` if two
    ///   properties have one name.
    public func copy() throws -> Self {
        if let forgotten { throw forgotten.error }
        let copy = type(of: self).init()
        // Related models must go on referring to this one: setting the copy's properties doesn't change them.
        copy.inverseUpkeep = .nothing
        defer { copy.inverseUpkeep = .all }
        try copy.copyProperties(from: self, keepingNil: true)
        copy.extras = extras
        copy.readOverlaps = readOverlaps
        return copy
    }

    private func property(_ key: String) throws -> ModelProperty {
        let modelClass = ModelClass.of(type(of: self))
        try modelClass.checkProperties()
        guard let property = modelClass.property(named: key) else {
            throw ModelError(.unknownProperty, "\(type(of: self)) has no saved property named \(key).")
        }
        return property
    }

    /// Copies the values of the properties that both models have, by name.
    func copyProperties(from other: BaseModel, keepingNil: Bool) throws {
        let own = ModelClass.of(type(of: self))
        let theirs = ModelClass.of(type(of: other))
        try own.checkProperties()
        try theirs.checkProperties()
        var copied: [String] = []
        for property in own.properties {
            guard let assign = property.assign, let source = theirs.property(named: property.name),
                let value = source.read(other), keepingNil || AnyValue.wrapped(value) != nil
            else { continue }
            if !assign(self, value) {
                throw ModelError.prefixing(
                    .key(property.name),
                    to: ModelError(.typeMismatch, expected: "\(property.valueType)", found: "\(source.valueType)"))
            }
            copied.append(property.name)
        }
        takeFileValues(of: copied, from: other)
    }

    /// Takes over values that another model keeps from its file for these properties: texts that a property's type
    /// doesn't know, and elements that couldn't be read.
    private func takeFileValues(of names: [String], from other: BaseModel) {
        let theirs = other.extras?.origin
        guard theirs != nil || extras?.origin != nil, other !== self else { return }
        keep {
            for name in names {
                $0.set(theirs?.forms.first { $0.property == name && $0.isTold }, of: name)
                $0.skipped[name] = theirs?.skipped[name]
            }
        }
    }
}

extension ModelProperty {
    /// True for an optional, for `Any`, and for a type whose decode function accepts a null.
    fileprivate var takesNull: Bool {
        if valueType is any OptionalValue.Type || valueType == Any.self { return true }
        guard let type = valueType as? any ModelValue.Type else { return false }
        return (try? ModelDecoder(setting: ModelDocument(.null)).decodeValue(type)) != nil
    }
}
