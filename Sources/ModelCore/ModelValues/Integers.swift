// Every integer travels as Int64, or as UInt64 where it is unsigned.

extension Bool: ModelValue {
    @inlinable
    public static var codesOneValue: Bool { true }
    @inlinable
    public static func encode(_ value: Bool, to encoder: ModelEncoder) throws { try encoder.encode(value) }
    @inlinable
    public static func decode(from decoder: ModelDecoder) throws -> Bool { try decoder.decodeBool() }
}

extension ModelValue where Self: FixedWidthInteger & SignedInteger & Codable {
    @inlinable
    public static var codesOneValue: Bool { true }
    @inlinable
    public static func encode(_ value: Self, to encoder: ModelEncoder) throws { try encoder.encode(Int64(value)) }

    @inlinable
    public static func decode(from decoder: ModelDecoder) throws -> Self {
        let wide = try decoder.decodeInt64()
        guard let value = Self(exactly: wide) else { throw decoder.outOfRange("\(Self.self)", "\(wide)") }
        return value
    }
}

extension ModelValue where Self: FixedWidthInteger & UnsignedInteger & Codable {
    @inlinable
    public static var codesOneValue: Bool { true }
    @inlinable
    public static func encode(_ value: Self, to encoder: ModelEncoder) throws { try encoder.encode(UInt64(value)) }

    @inlinable
    public static func decode(from decoder: ModelDecoder) throws -> Self {
        let wide = try decoder.decodeUInt64()
        guard let value = Self(exactly: wide) else { throw decoder.outOfRange("\(Self.self)", "\(wide)") }
        return value
    }
}

extension ModelDecoder {
    @usableFromInline
    @inline(never)
    func outOfRange(_ expected: String, _ found: String) -> ModelError {
        ModelError(.outOfRange, expected: expected, found: "the number \(found)").at(location)
    }
}

extension Int: ModelValue {}
extension Int8: ModelValue {}
extension Int16: ModelValue {}
extension Int32: ModelValue {}
extension Int64: ModelValue {}
extension UInt: ModelValue {}
extension UInt8: ModelValue {}
extension UInt16: ModelValue {}
extension UInt32: ModelValue {}
extension UInt64: ModelValue {}
