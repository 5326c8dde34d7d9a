import Foundation

// What a class's `decodeProperties(from:)` and `set(with:)` call: a type and a key.

extension ModelDecoder {
    /// Decodes a property. Returns nil where the file doesn't have the key, and where it says nil of one that can't be.
    @inlinable
    @inline(__always)
    public func decode<Value: ModelValue>(_ type: Value.Type, forKey key: ModelKey) throws -> Value? {
        do {
            guard try moveToKey(key) else { return foundNil ? Value.nilValue : nil }
            return try decodeValue(type)
        } catch {
            throw failing(.key(key.stringValue), error)
        }
    }

    /// Decodes a property of the type of another value, which isn't evaluated.
    @inlinable
    @inline(__always)
    public func decode<Value: ModelValue>(
        forKey key: ModelKey, like sample: @autoclosure () throws -> Value
    ) throws -> Value? {
        try decode(Value.self, forKey: key)
    }

    /// Decodes a property whose type is `Any`, or holds it. Returns nil where the file doesn't have the key.
    ///
    /// - Throws: `typeMismatch` where the file's value isn't of that type.
    public func decodeAny<Value>(forKey key: ModelKey, like sample: @autoclosure () throws -> Value) throws -> Value? {
        try atKey(key) { hasValue in
            guard hasValue else { return foundNil ? AnyValue.cast(nil, to: Value.self) : nil }
            let place = location
            let decoded = try AnyValue.decode(from: self)
            guard let value = AnyValue.cast(decoded, to: Value.self) else {
                throw ModelError(
                    .typeMismatch, expected: "\(Value.self)", found: decoded.map { "\(type(of: $0))" } ?? "null"
                ).at(place)
            }
            return value
        }
    }

    /// Decodes a value of any kind. Returns nil where the file doesn't have the key, or has a null.
    public func decodeAny(forKey key: ModelKey) throws -> Any? {
        try atKey(key) { try $0 ? AnyValue.decode(from: self) : nil }
    }

    /// Runs code at the value of a key, or where there is none. Its errors get the key.
    func atKey<Value>(_ key: ModelKey, _ body: (_ hasValue: Bool) throws -> Value) throws -> Value {
        do {
            return try body(try moveToKey(key))
        } catch {
            throw failing(.key(key.stringValue), error)
        }
    }

    // Keys that are chosen while the program runs, as text.

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
