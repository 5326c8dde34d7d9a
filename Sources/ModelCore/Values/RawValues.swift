import FormatSupport

// Enums and other types with raw values, which needn't declare a conformance to `ModelValue`.

/// Contains a value of a type with raw values, to encode and decode it as a `ModelValue`.
struct RawValueBox<Value: RawRepresentable>: ModelValue where Value.RawValue: ModelValue {
    /// The value itself.
    let value: Value

    /// Wraps a value.
    init(_ value: Value) { self.value = value }

    static var _codesOneValue: Bool { Value.RawValue._codesOneValue }

    static func encode(_ value: Self, to encoder: ModelEncoder) throws {
        try encoder.answer(for: Value.self)
        try Value.RawValue.encode(value.value.rawValue, to: encoder)
    }

    static func decode(from decoder: ModelDecoder) throws -> Self {
        try decoder.answer(for: Value.self)
        let place = decoder.location
        // The type compares a text with the raw values of its cases. So a long text counts towards the limits.
        let raw =
            try Value.RawValue.self == String.self
            ? decoder.decodeCompared { try Value.RawValue.decode(from: decoder) }
            : Value.RawValue.decode(from: decoder)
        guard let value = Value(rawValue: raw) else {
            throw Self.unknown(raw).at(place)
        }
        return Self(value)
    }

    @inline(never)
    static func unknown(_ raw: Value.RawValue) -> ModelError {
        var cases: [String] = []
        if let type = Value.self as? any CaseIterable.Type { cases = rawValues(type) }
        // The error shows as many cases as can be read at a glance.
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

/// The implementation for types with raw values. Such a type only has to declare the conformance to `ModelValue`.
extension ModelValue where Self: RawRepresentable, RawValue: ModelValue {
    public static func encode(_ value: Self, to encoder: ModelEncoder) throws {
        try RawValueBox.encode(RawValueBox(value), to: encoder)
    }

    public static func decode(from decoder: ModelDecoder) throws -> Self {
        try RawValueBox<Self>.decode(from: decoder).value
    }
}
