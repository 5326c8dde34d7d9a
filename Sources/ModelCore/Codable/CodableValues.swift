// `Codable` types: as properties, which needn't declare a conformance to `ModelValue`, and as values.

/// Wraps a `Codable` value, to encode and decode it as a `ModelValue`.
struct CodableBox<Value: Codable>: ModelValue {
    let value: Value

    static var _codesOneValue: Bool { true }

    static func encode(_ box: Self, to encoder: ModelEncoder) throws {
        try encoder.encode(codable: box.value)
    }

    static func decode(from decoder: ModelDecoder) throws -> Self {
        Self(value: try decoder.decode(codable: Value.self))
    }

    static func isNil(_ box: Self) -> Bool {
        // The type of most values is known here, which is faster than asking the value for it.
        (_isOptional(Value.self) || Value.self is AnyObject.Type) && AnyValue.unwrapped(box.value) == nil
    }
}

/// The implementation for `Codable` types. Such a type only has to declare the conformance to `ModelValue`.
extension ModelValue where Self: Codable {
    public static func encode(_ value: Self, to encoder: ModelEncoder) throws {
        try CodableBox.encode(CodableBox(value: value), to: encoder)
    }

    public static func decode(from decoder: ModelDecoder) throws -> Self {
        try decoder.decode(codable: self)
    }
}

/// The implementation for types with raw values that are also `Codable`. Their values are encoded as their raw
/// values.
extension ModelValue where Self: RawRepresentable & Codable, RawValue: ModelValue {
    public static func encode(_ value: Self, to encoder: ModelEncoder) throws {
        try RawValueBox.encode(RawValueBox(value), to: encoder)
    }

    public static func decode(from decoder: ModelDecoder) throws -> Self {
        try RawValueBox<Self>.decode(from: decoder).value
    }
}

extension ModelEncoder {
    /// Encodes a value with its own `Codable` code.
    func encode(codable value: some Encodable) throws { try CodableEncoder.encode(value, to: self) }
}

extension ModelDecoder {
    /// Decodes a value with its own `Codable` code.
    func decode<Value: Decodable>(codable type: Value.Type) throws -> Value {
        try locating {
            let document = try cursor.decodeDocument(keepingInstances: true)
            let value = try CodableDecoder.value(type, from: document, in: self)
            // The type's code may have caught the error.
            if context.needsWhole { throw cursor.requiringWhole() }
            return value
        }
    }
}

extension ModelProperty {
    /// A property of a `Codable` type. No caller passes the parameter `asCodable`. It lets the compiler prefer the
    /// initializers without it.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public init<Root, Value: Codable & SendableMetatype>(
        _ name: String, _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey...,
        isNilDefault: Bool = true, isStored: Bool = false, isRequired: Bool = false, asCodable: Void = ()
    ) {
        self.init(
            name, keyPath, keys, isNilDefault: isNilDefault, isStored: isStored, isRequired: isRequired,
            .boxed(isNilDefault: isNilDefault, { CodableBox(value: $0) }, { $0.value }) { _ in nil })
    }
}
