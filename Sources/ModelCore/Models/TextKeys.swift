// Keys that are chosen while the program runs, as text.

extension ModelEncoder {
    /// Encodes a value under a key that is only known while the program runs.
    @_disfavoredOverload
    public func encode<Value: ModelValue>(_ value: Value, forKey key: String) throws {
        try encode(value, forKey: ModelKey(key))
    }

    /// Encodes a value of any type under a key that is only known while the program runs.
    ///
    /// - Throws: `unrepresentableValue` for a type that can't be saved.
    @_disfavoredOverload
    public func encodeAny(_ value: Any?, forKey key: String) throws { try encodeAny(value, forKey: ModelKey(key)) }
}

extension ModelDecoder {
    /// Decodes the value of a key that is only known while the program runs. Returns nil where the file doesn't have
    /// the key.
    @_disfavoredOverload
    public func decode<Value: ModelValue>(_ type: Value.Type, forKey key: String) throws -> Value? {
        try decode(type, forKey: ModelKey(key))
    }

    /// Decodes a value of any kind. Returns nil where the file doesn't have the key, or has a null.
    @_disfavoredOverload
    public func decodeAny(forKey key: String) throws -> Any? { try decodeAny(forKey: ModelKey(key)) }
}
