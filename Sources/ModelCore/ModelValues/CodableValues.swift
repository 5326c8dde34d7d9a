// Codable types: as properties, which needn't say that they conform to ModelValue, and as values.

/// Carries a `Codable` value through the containers' code.
struct CodableBox<Value: Codable>: ModelValue {
    let value: Value

    static var codesOneValue: Bool { true }

    static func encode(_ box: Self, to encoder: ModelEncoder) throws {
        try encoder.encode(codable: box.value)
    }

    static func decode(from decoder: ModelDecoder) throws -> Self {
        Self(value: try decoder.decode(codable: Value.self))
    }

    static func isNil(_ box: Self) -> Bool { AnyValue.unwrapped(box.value) == nil }
}

/// A `Codable` type conforms to `ModelValue` by saying so.
extension ModelValue where Self: Codable {
    public static func encode(_ value: Self, to encoder: ModelEncoder) throws {
        try CodableBox.encode(CodableBox(value: value), to: encoder)
    }

    public static func decode(from decoder: ModelDecoder) throws -> Self {
        try decoder.decode(codable: self)
    }
}

/// Settles what an enum with raw values means that is `Codable` too: its raw value.
extension ModelValue where Self: RawRepresentable & Codable, RawValue: ModelValue {
    @inlinable
    public static func encode(_ value: Self, to encoder: ModelEncoder) throws {
        try RawValueBox.encode(RawValueBox(value), to: encoder)
    }

    @inlinable
    public static func decode(from decoder: ModelDecoder) throws -> Self {
        try RawValueBox<Self>.decode(from: decoder).value
    }
}

// The parameter that is never given ranks these overloads behind those for raw values.

extension ModelEncoder {
    /// Encodes a value as its own `Codable` code says.
    func encode(codable value: some Encodable) throws { try CodableEncoder.encode(value, to: self) }

    /// Encodes a property of a `Codable` type.
    @_disfavoredOverload
    public func encode<Value: Codable>(
        _ value: Value, forKey key: ModelKey, isNilDefault: Bool = true, asCodable: Void = ()
    ) throws {
        try encode(CodableBox(value: value), forKey: key, isNilDefault: isNilDefault)
    }
}

extension ModelDecoder {
    /// Decodes a value as its own `Codable` code says.
    func decode<Value: Decodable>(codable type: Value.Type) throws -> Value {
        try locating {
            let root = try decodeDocument().root
            do {
                return try CodableDecoder.value(
                    type, from: root, context: context, convertsNumbers: setsFromProgram)
            } catch {
                let error = ModelError(wrapping: error)
                throw error.at(cursor.location(ofOffset: root.last(on: error.path).byteOffset))
            }
        }
    }

    /// Decodes a property of a `Codable` type. Returns nil where the file doesn't have the key.
    @_disfavoredOverload
    public func decode<Value: Codable>(_ type: Value.Type, forKey key: ModelKey, asCodable: Void = ()) throws -> Value?
    {
        try atKey(key) { try $0 ? decode(codable: type) : nil }
    }

    /// Decodes a property of a `Codable` type. Returns nil where the file doesn't have the key.
    @_disfavoredOverload
    public func decode<Value: Codable>(
        forKey key: ModelKey, like sample: @autoclosure () throws -> Value, asCodable: Void = ()
    ) throws -> Value? {
        try decode(CodableBox<Value>.self, forKey: key)?.value
    }
}
