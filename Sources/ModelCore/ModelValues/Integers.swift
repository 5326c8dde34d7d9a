// Every integer travels as Int64, or as UInt64 where it is unsigned.

extension Bool: UncheckedModelValue {
    @inlinable
    public static func encode(_ value: Bool, to encoder: ModelEncoder) throws { try encoder.encode(value) }
    @inlinable
    public static func decode(from decoder: ModelDecoder) throws -> Bool { try decoder.decodeBool() }
}

extension ModelValue where Self: FixedWidthInteger & SignedInteger & Codable {
    @inlinable
    public static func encode(_ value: Self, to encoder: ModelEncoder) throws {
        // Only a type that a program made a model value is too wide.
        guard let wide = Int64(exactly: value) else { throw ModelEncoder.outOfRange("Int64", "\(value)") }
        try encoder.encode(wide)
    }

    @inlinable
    public static func decode(from decoder: ModelDecoder) throws -> Self {
        // Others can't be too wide.
        let place = Self.bitWidth < 64 ? decoder.place : 0
        let wide = try decoder.decodeInt64()
        guard let value = Self(exactly: wide) else { throw decoder.outOfRange("\(Self.self)", "\(wide)", at: place) }
        return value
    }
}

extension ModelValue where Self: FixedWidthInteger & UnsignedInteger & Codable {
    @inlinable
    public static func encode(_ value: Self, to encoder: ModelEncoder) throws {
        guard let wide = UInt64(exactly: value) else { throw ModelEncoder.outOfRange("UInt64", "\(value)") }
        try encoder.encode(wide)
    }

    @inlinable
    public static func decode(from decoder: ModelDecoder) throws -> Self {
        let place = Self.bitWidth < 64 ? decoder.place : 0
        let wide = try decoder.decodeUInt64()
        guard let value = Self(exactly: wide) else { throw decoder.outOfRange("\(Self.self)", "\(wide)", at: place) }
        return value
    }
}

extension ModelEncoder {
    @usableFromInline
    @inline(never)
    static func outOfRange(_ expected: String, _ found: String) -> ModelError {
        ModelError(.outOfRange, expected: expected, found: "the number \(found)")
    }
}

extension ModelDecoder {
    @usableFromInline
    @inline(never)
    func outOfRange(_ expected: String, _ found: String, at place: Int) -> ModelError {
        ModelError(.outOfRange, expected: expected, found: "the number \(found)").at(cursor.location(of: place))
    }
}

extension Int: UncheckedModelValue {}
extension Int8: UncheckedModelValue {}
extension Int16: UncheckedModelValue {}
extension Int32: UncheckedModelValue {}
extension Int64: UncheckedModelValue {}
extension UInt: UncheckedModelValue {}
extension UInt8: UncheckedModelValue {}
extension UInt16: UncheckedModelValue {}
extension UInt32: UncheckedModelValue {}
extension UInt64: UncheckedModelValue {}
