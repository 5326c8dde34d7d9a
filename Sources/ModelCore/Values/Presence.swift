/// A value that may be missing or null in a file, if the difference matters: in the body of a PATCH request, for
/// example.
///
/// ```swift
/// var note: Presence<String> = .absent
/// ```
///
/// For an absent value, no key is written. In an array or a dictionary, it is written as a null. A property's default
/// has to be ``absent``, because a missing key leaves the default.
public enum Presence<Value: ModelValue> {
    /// The file has no key for the value.
    case absent
    /// The file has a null.
    case null
    /// The file has a value.
    case value(Value)

    /// The value. Nil if it is absent or null.
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

/// A type whose values distinguish a missing value from a null.
protocol PresenceValue {
    static var absent: Self { get }
}

extension Presence: PresenceValue {}

extension Presence: Equatable where Value: Equatable {}
extension Presence: Hashable where Value: Hashable {}
extension Presence: Sendable where Value: Sendable {}
