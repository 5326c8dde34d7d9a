import FormatSupport

// Documents contain a signed integer as Int64, and an unsigned integer as UInt64. An integer that is too large is a
// decimal.

extension Bool: UncheckedModelValue {
    public static func encode(_ value: Bool, to encoder: ModelEncoder) throws { try encoder.encode(value) }
    public static func decode(from decoder: ModelDecoder) throws -> Bool { try decoder.decodeBool() }
}

extension ModelValue where Self: FixedWidthInteger & SignedInteger & Codable {
    public static func encode(_ value: Self, to encoder: ModelEncoder) throws {
        if let wide = Int64(exactly: value) { try encoder.encode(wide) } else { try encoder.encodeWide(value) }
    }

    public static func decode(from decoder: ModelDecoder) throws -> Self {
        if Self.bitWidth > 64 { return try decoder.decodeWide() }
        // A type of 64 bits can hold every Int64, and needs no position for the error below.
        let place = Self.bitWidth < 64 ? decoder.place : 0
        let wide = try decoder.decodeInt64()
        guard let value = Self(exactly: wide) else { throw decoder.outOfRange("\(Self.self)", "\(wide)", at: place) }
        return value
    }
}

extension ModelValue where Self: FixedWidthInteger & UnsignedInteger & Codable {
    public static func encode(_ value: Self, to encoder: ModelEncoder) throws {
        if let wide = UInt64(exactly: value) { try encoder.encode(wide) } else { try encoder.encodeWide(value) }
    }

    public static func decode(from decoder: ModelDecoder) throws -> Self {
        if Self.bitWidth > 64 { return try decoder.decodeWide() }
        let place = Self.bitWidth < 64 ? decoder.place : 0
        let wide = try decoder.decodeUInt64()
        guard let value = Self(exactly: wide) else { throw decoder.outOfRange("\(Self.self)", "\(wide)", at: place) }
        return value
    }
}

extension ModelEncoder {
    @inline(never)
    func encodeWide(_ value: some FixedWidthInteger) throws { try encodeDeclared(ModelScalar(integer: value)) }
}

extension ModelScalar {
    /// An integer as documents contain it. Throws `outOfRange` for an integer of more than 128 bits that no decimal
    /// can represent.
    init<Integer: FixedWidthInteger>(integer value: Integer) throws(ModelError) {
        if Integer.isSigned, let exact = Int64(exactly: value) {
            self = .int64(exact)
        } else if !Integer.isSigned, let exact = UInt64(exactly: value) {
            self = .uint64(exact)
        } else if let exact = DecimalText.decimal("\(value)") {
            self = .decimal(exact)
        } else {
            throw ModelError(.outOfRange, expected: "an integer of 128 bits", found: "the number \(value)")
        }
    }
}

extension ModelDecoder {
    @inline(never)
    func decodeWide<Integer: FixedWidthInteger>() throws -> Integer {
        if let archive = try embeddedArchive() { return try archive.decodeWide() }
        return try cursor.decodeInteger()
    }

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
extension Int128: UncheckedModelValue {}
extension UInt: UncheckedModelValue {}
extension UInt8: UncheckedModelValue {}
extension UInt16: UncheckedModelValue {}
extension UInt32: UncheckedModelValue {}
extension UInt64: UncheckedModelValue {}
extension UInt128: UncheckedModelValue {}
