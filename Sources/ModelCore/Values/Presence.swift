/// A value that a file may lack or have a null for, and the difference counts: in the body of a PATCH request, for
/// example.
///
/// ```swift
/// var note: Presence<String> = .absent
/// ```
///
/// An absent value is written as no key. In an array or a dictionary, it is written as a null. A property's default has to
/// be ``absent``: it is what a missing key leaves.
public enum Presence<Value: ModelValue> {
    /// There is no key.
    case absent
    /// There is a null.
    case null
    /// There is a value.
    case value(Value)

    /// The value; nil if there is none.
    public var value: Value? {
        get { if case .value(let value) = self { value } else { nil } }
        set { self = newValue.map { .value($0) } ?? .null }
    }
}

extension Presence: ModelValue, UncheckedModelValue {
    public static func isNil(_ value: Presence) -> Bool { if case .absent = value { true } else { false } }

    public static func encode(_ value: Presence, to encoder: ModelEncoder) throws {
        guard case .value(let value) = value else { return try encoder.encodeNull() }
        try encoder.encodeValue(value)
    }

    public static func decode(from decoder: ModelDecoder) throws -> Presence {
        try decoder.decodeNull() ? .null : .value(decoder.decodeValue(Value.self))
    }
}

/// A type whose values tell a missing value from a null.
protocol PresenceValue {
    static var absent: Self { get }
}

extension Presence: PresenceValue {}

extension Presence: Equatable where Value: Equatable {}
extension Presence: Hashable where Value: Hashable {}
extension Presence: Sendable where Value: Sendable {}
