import Foundation

// What a class's `encodeProperties(to:)` and `encode(with:)` call: a value and its key.

extension ModelEncoder {
    /// Encodes a property.
    @inlinable
    @inline(__always)
    public func encode<Value: ModelValue>(_ value: Value, forKey key: ModelKey, isNilDefault: Bool = true) throws {
        do {
            if Value.isNil(value) {
                try encodeNil(forKey: key, isDefault: context.isNilDefault(isNilDefault))
            } else {
                try encodeKey(key)
                try encodeValue(value)
            }
        } catch {
            throw ModelError.prefixing(key, to: error)
        }
    }

    /// Encodes a value by its type's code, which is checked where nobody knows it.
    @inlinable
    @inline(__always)
    func encodeValue<Value: ModelValue>(_ value: Value) throws {
        if Value.codesOneValue { try Value.encode(value, to: self) } else { try encodeChecked(value) }
    }

    @usableFromInline
    @inline(never)
    func encodeChecked<Value: ModelValue>(_ value: Value) throws {
        try CheckedEncoder.run(.value, on: self) { try Value.encode(value, to: $0) }
    }

    /// Encodes a property whose type is `Any`, or holds it.
    public func encodeAny(_ value: Any?, forKey key: ModelKey, isNilDefault: Bool = true) throws {
        do {
            guard let value = AnyValue.unwrapped(value) else {
                return try encodeNil(forKey: key, isDefault: context.isNilDefault(isNilDefault))
            }
            try encodeKey(key)
            try AnyValue.encode(value, to: self)
        } catch {
            throw ModelError.prefixing(key, to: error)
        }
    }

    /// Encodes a weak property: a reference where the object is part of the graph, and nothing where it isn't.
    public func encodeWeak(_ object: BaseModel?, forKey key: ModelKey, isNilDefault: Bool = true) throws {
        guard let object else { return try encodeNil(forKey: key, isDefault: context.isNilDefault(isNilDefault)) }
        try encodeReference(to: object, forKey: key)
    }
}

extension ModelError {
    /// The same error seen from the object that has the key.
    @inline(never)
    public static func prefixing(_ key: ModelKey, to error: any Error) -> ModelError {
        prefixing(.key(key.stringValue), to: error)
    }
}
