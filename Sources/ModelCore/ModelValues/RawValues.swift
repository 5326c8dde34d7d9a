import FormatSupport

// Enums and other types with raw values, which needn't say that they conform to ModelValue.

/// Carries a value by its raw value through the containers' code.
@frozen
@usableFromInline
struct RawValueBox<Value: RawRepresentable>: ModelValue where Value.RawValue: ModelValue {
    /// The value itself.
    @usableFromInline let value: Value

    /// Wraps a value.
    @inlinable
    init(_ value: Value) { self.value = value }

    @inlinable
    static var codesOneValue: Bool { Value.RawValue.codesOneValue }

    @inlinable
    static func encode(_ value: Self, to encoder: ModelEncoder) throws {
        try Value.RawValue.encode(value.value.rawValue, to: encoder)
    }

    @inlinable
    static func decode(from decoder: ModelDecoder) throws -> Self {
        let place = decoder.location
        // A text is compared with those of the cases.
        let raw =
            try Value.RawValue.self == String.self
            ? decoder.decodeCompared { try Value.RawValue.decode(from: decoder) }
            : Value.RawValue.decode(from: decoder)
        guard let value = Value(rawValue: raw) else {
            throw Self.unknown(raw).at(place)
        }
        return Self(value)
    }

    @usableFromInline
    @inline(never)
    static func unknown(_ raw: Value.RawValue) -> ModelError {
        var cases: [String] = []
        if let type = Value.self as? any CaseIterable.Type { cases = rawValues(type) }
        // As many as can be read at a glance.
        let known = cases.prefix(20).joined(separator: ", ") + (cases.count > 20 ? " …" : "")
        return ModelError(
            .typeMismatch, expected: "\(Value.self)" + (cases.isEmpty ? "" : ", one of \(known)"),
            found: (raw as? String).map { ErrorText.quoted($0) } ?? PrintableValue.text(of: raw))
    }

    private static func rawValues<Cases: CaseIterable>(_ type: Cases.Type) -> [String] {
        type.allCases.compactMap { ($0 as? Value).map { PrintableValue.text(of: $0.rawValue) } }
    }
}

extension RawValueBox: Equatable where Value: Equatable {}
extension RawValueBox: Hashable where Value: Hashable {}

/// A type with raw values conforms to `ModelValue` by saying so.
extension ModelValue where Self: RawRepresentable, RawValue: ModelValue {
    @inlinable
    public static func encode(_ value: Self, to encoder: ModelEncoder) throws {
        try RawValueBox.encode(RawValueBox(value), to: encoder)
    }

    @inlinable
    public static func decode(from decoder: ModelDecoder) throws -> Self {
        try RawValueBox<Self>.decode(from: decoder).value
    }
}

extension ModelEncoder {
    /// Encodes a property of a type with raw values, or of several such.
    @_disfavoredOverload
    public func encode<Value: RawRepresentable>(
        _ value: Value, forKey key: ModelKey, isNilDefault: Bool = true
    ) throws where Value.RawValue: ModelValue {
        try encode(RawValueBox(value), forKey: key)
    }

    /// Encodes a property of a type with raw values, or of several such.
    @_disfavoredOverload
    public func encode<Value: RawRepresentable>(
        _ value: Value?, forKey key: ModelKey, isNilDefault: Bool = true
    ) throws where Value.RawValue: ModelValue {
        try encode(value.map { RawValueBox($0) }, forKey: key, isNilDefault: isNilDefault)
    }

    /// Encodes a property of a type with raw values, or of several such.
    @_disfavoredOverload
    public func encode<Value: RawRepresentable>(
        _ values: [Value], forKey key: ModelKey, isNilDefault: Bool = true
    ) throws where Value.RawValue: ModelValue {
        try encode(values.map { RawValueBox($0) }, forKey: key)
    }

    /// Encodes a property of a type with raw values, or of several such.
    @_disfavoredOverload
    public func encode<Value: RawRepresentable & Hashable>(
        _ values: Set<Value>, forKey key: ModelKey, isNilDefault: Bool = true
    ) throws where Value.RawValue: ModelValue {
        try encode(Set(values.map { RawValueBox($0) }), forKey: key)
    }

    /// Encodes a property of a type with raw values, or of several such.
    @_disfavoredOverload
    public func encode<Key: ModelValue & Hashable, Value: RawRepresentable>(
        _ values: [Key: Value], forKey key: ModelKey, isNilDefault: Bool = true
    ) throws where Value.RawValue: ModelValue {
        try encode(values.mapValues { RawValueBox($0) }, forKey: key)
    }
}

extension ModelDecoder {
    /// Decodes a property of a type with raw values, or of several such. Returns nil where the file doesn't have the
    /// key.
    @_disfavoredOverload
    public func decode<Value: RawRepresentable>(
        _ type: Value.Type, forKey key: ModelKey
    ) throws -> Value? where Value.RawValue: ModelValue {
        try decode(RawValueBox<Value>.self, forKey: key)?.value
    }

    /// Decodes a property of a type with raw values, or of several such. Returns nil where the file doesn't have the
    /// key.
    @_disfavoredOverload
    public func decode<Value: RawRepresentable>(
        forKey key: ModelKey, like sample: @autoclosure () throws -> Value
    ) throws -> Value? where Value.RawValue: ModelValue {
        try decode(RawValueBox<Value>.self, forKey: key)?.value
    }

    /// Decodes a property of a type with raw values, or of several such. Returns nil where the file doesn't have the
    /// key.
    @_disfavoredOverload
    public func decode<Value: RawRepresentable>(
        forKey key: ModelKey, like sample: @autoclosure () throws -> Value?
    ) throws -> Value?? where Value.RawValue: ModelValue {
        try decode(Optional<RawValueBox<Value>>.self, forKey: key).map { $0?.value }
    }

    /// Decodes a property of a type with raw values, or of several such. Returns nil where the file doesn't have the
    /// key.
    @_disfavoredOverload
    public func decode<Value: RawRepresentable>(
        forKey key: ModelKey, like sample: @autoclosure () throws -> [Value]
    ) throws -> [Value]? where Value.RawValue: ModelValue {
        try decode([RawValueBox<Value>].self, forKey: key)?.map(\.value)
    }

    /// Decodes a property of a type with raw values, or of several such. Returns nil where the file doesn't have the
    /// key.
    @_disfavoredOverload
    public func decode<Value: RawRepresentable & Hashable>(
        forKey key: ModelKey, like sample: @autoclosure () throws -> Set<Value>
    ) throws -> Set<Value>? where Value.RawValue: ModelValue {
        try decode(Set<RawValueBox<Value>>.self, forKey: key).map { Set($0.map(\.value)) }
    }

    /// Decodes a property of a type with raw values, or of several such. Returns nil where the file doesn't have the
    /// key.
    @_disfavoredOverload
    public func decode<Key: ModelValue & Hashable, Value: RawRepresentable>(
        forKey key: ModelKey, like sample: @autoclosure () throws -> [Key: Value]
    ) throws -> [Key: Value]? where Value.RawValue: ModelValue {
        try decode([Key: RawValueBox<Value>].self, forKey: key)?.mapValues(\.value)
    }
}
