/// A type whose values a model's property may hold.
///
/// Conforming types: `Bool`, the integers, `Float`, `Double`, `Decimal`, `String`, `Data`, `Date`, `URL`, `UUID`,
/// Foundation's geometry, ranges and index sets, `BaseModel` and its subclasses, and optionals, arrays, sets and
/// dictionaries of these. An enum with raw values, and a `Codable` type, need only declare the conformance: the methods
/// exist already.
///
/// ```swift
/// enum Priority: Int, ModelValue { case low, high }
/// struct Address: Codable, ModelValue { var street: String }
/// ```
public protocol ModelValue: SendableMetatype {
    /// Writes `value` at the encoder's position. The method is static, so that a model class knows the declared type.
    static func encode(_ value: Self, to encoder: ModelEncoder) throws

    /// Reads a value at the decoder's position.
    static func decode(from decoder: ModelDecoder) throws -> Self

    /// Returns true if the value is nil, so that a property's key may be omitted.
    static func isNil(_ value: Self) -> Bool

    /// True for a type whose encode and decode functions are known to code exactly one value. For any other type,
    /// their calls are checked, which takes some nanoseconds for each value.
    static var _codesOneValue: Bool { get }
}

/// A type for which `_codesOneValue` is known to be true.
package protocol UncheckedModelValue: ModelValue {}

extension UncheckedModelValue {
    public static var _codesOneValue: Bool { true }
}

extension ModelValue {
    public static var _codesOneValue: Bool { false }

    public static func isNil(_ value: Self) -> Bool { false }
}
