import FormatSupport

// Called by a class's `encode(with:)`, with a value and its key.

extension ModelEncoder {
    /// Encodes a property.
    @inline(__always)
    public func encode<Value: ModelValue>(_ value: Value, forKey key: ModelKey, isNilDefault: Bool = true) throws {
        if let members = state.open.members,
            try write(value, isNilDefault: isNilDefault, forKey: key, to: members)
        { return }
        try atKey(key) { try encodeMember(value, isNilDefault: isNilDefault) }
    }

    /// Encodes the value of a property, after its key.
    func encodeMember<Value: ModelValue>(_ value: Value, isNilDefault: Bool = true) throws {
        if Value.isNil(value) { try encodeNil(isDefault: isNilDefault) } else { try encodeValue(value) }
    }

    /// Encodes a property whose type is or contains `Any`.
    public func encodeAny(_ value: Any?, forKey key: ModelKey) throws { try atKey(key) { try encodeAny(value) } }

    /// Encodes the value of a property whose type is or contains `Any`.
    func encodeAny(_ value: Any?, isNilDefault: Bool = true) throws {
        if let value = AnyValue.wrapped(value) {
            try AnyValue.encode(value, to: self)
        } else {
            try encodeNil(isDefault: isNilDefault)
        }
    }

    /// Encodes a key, and runs code that encodes its value. The code's errors get the key.
    func atKey(_ key: ModelKey, _ body: () throws -> Void) throws {
        do {
            try encodeKey(key)
            try body()
        } catch {
            throw failing(.key(key.stringValue), error)
        }
    }

    /// Encodes a weak property: a reference if the object is part of the graph. Otherwise, the property is omitted.
    public func encodeWeak(_ object: BaseModel?, forKey key: ModelKey) throws {
        try encodeKey(key)
        if let object { try encodeReference(to: object) } else { try encodeNil(isDefault: true) }
    }

    // Keys that are chosen while the program runs, as text.

    /// Encodes a value under a key that is only known at run time.
    @_disfavoredOverload
    public func encode<Value: ModelValue>(_ value: Value, forKey key: String) throws {
        try encode(value, forKey: ModelKey(key))
    }

    /// Encodes a value of any type under a key that is only known at run time.
    ///
    /// - Throws: `unrepresentableValue` for a type that can't be saved.
    @_disfavoredOverload
    public func encodeAny(_ value: Any?, forKey key: String) throws { try encodeAny(value, forKey: ModelKey(key)) }
}
