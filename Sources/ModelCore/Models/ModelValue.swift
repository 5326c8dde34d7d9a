/// A type whose values a model's property may hold.
///
/// Conforming types: `Bool`, the integers, `Float`, `Double`, `Decimal`, `String`, `Data`, `Date`, `URL`, `UUID`,
/// Foundation's geometry, ranges and index sets, `BaseModel` and its subclasses, and optionals, arrays, sets and
/// dictionaries of these. An enum with raw values and a `Codable` type conform by saying so: the methods are there.
///
/// ```swift
/// enum Priority: Int, ModelValue { case low, high }
/// struct Address: Codable, ModelValue { var street: String }
/// ```
public protocol ModelValue {
    /// Writes `value` at the encoder's position. A static method, so that a class knows what type was declared.
    static func encode(_ value: Self, to encoder: ModelEncoder) throws

    /// Reads a value at the decoder's position.
    static func decode(from decoder: ModelDecoder) throws -> Self

    /// True where the value is nil: then a property's key may be left out.
    static func isNil(_ value: Self) -> Bool

    /// The value that is nil; none for a type that has no such value.
    static var nilValue: Self? { get }

    /// True for a type that is known to encode exactly one value, and to decode exactly one. The calls of any other are
    /// checked, which costs some nanoseconds a value.
    static var codesOneValue: Bool { get }

    /// What is known of a struct or an enum, for whoever describes files: `@Model` says it. Nil by default.
    static var recordType: ModelType? { get }
}

/// A value of one of the types of which ``ModelValue/codesOneValue`` is known.
@usableFromInline
protocol UncheckedModelValue: ModelValue {}

extension UncheckedModelValue {
    @inlinable
    public static var codesOneValue: Bool { true }
}

extension ModelValue {
    @inlinable
    public static var codesOneValue: Bool { false }

    @inlinable
    public static func isNil(_ value: Self) -> Bool { false }

    @inlinable
    public static var nilValue: Self? { nil }

    public static var recordType: ModelType? { nil }
}
