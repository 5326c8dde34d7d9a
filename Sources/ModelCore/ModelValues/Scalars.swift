import Foundation

extension Double: UncheckedModelValue {
    @inlinable
    public static func encode(_ value: Double, to encoder: ModelEncoder) throws { try encoder.encode(value) }
    @inlinable
    public static func decode(from decoder: ModelDecoder) throws -> Double { try decoder.decodeDouble() }
}

extension Float: UncheckedModelValue {
    @inlinable
    public static func encode(_ value: Float, to encoder: ModelEncoder) throws { try encoder.encode(value) }
    @inlinable
    public static func decode(from decoder: ModelDecoder) throws -> Float { try decoder.decodeFloat() }
}

extension CGFloat: UncheckedModelValue {
    public static func encode(_ value: CGFloat, to encoder: ModelEncoder) throws {
        try encoder.encode(Double(value))
    }
    public static func decode(from decoder: ModelDecoder) throws -> CGFloat { CGFloat(try decoder.decodeDouble()) }
}

extension String: UncheckedModelValue {
    @inlinable
    public static func encode(_ value: String, to encoder: ModelEncoder) throws { try encoder.encode(value) }
    @inlinable
    public static func decode(from decoder: ModelDecoder) throws -> String { try decoder.decodeString() }
}

extension Data: UncheckedModelValue {
    @inlinable
    public static func encode(_ value: Data, to encoder: ModelEncoder) throws { try encoder.encode(value) }
    @inlinable
    public static func decode(from decoder: ModelDecoder) throws -> Data { try decoder.decodeData() }
}

extension Date: UncheckedModelValue {
    @inlinable
    public static func encode(_ value: Date, to encoder: ModelEncoder) throws { try encoder.encode(value) }

    public static func decode(from decoder: ModelDecoder) throws -> Date {
        if let archive = try decoder.embeddedArchive() { return try archive.decodeDate() }
        return try decoder.decodeDate()
    }
}

extension Decimal: UncheckedModelValue {
    public static func encode(_ value: Decimal, to encoder: ModelEncoder) throws {
        try encoder.encodeDeclared(.decimal(value))
    }

    public static func decode(from decoder: ModelDecoder) throws -> Decimal {
        if let archive = try decoder.embeddedArchive() { return try decode(from: archive) }
        return try decoder.decodeDecimal()
    }
}

extension URL: UncheckedModelValue {
    public static func encode(_ value: URL, to encoder: ModelEncoder) throws { try encoder.encodeDeclared(.url(value)) }

    public static func decode(from decoder: ModelDecoder) throws -> URL {
        if let archive = try decoder.embeddedArchive() { return try decode(from: archive) }
        return try decoder.decodeURL()
    }
}

extension UUID: UncheckedModelValue {
    public static func encode(_ value: UUID, to encoder: ModelEncoder) throws {
        try encoder.encodeDeclared(.uuid(value))
    }

    public static func decode(from decoder: ModelDecoder) throws -> UUID {
        if let archive = try decoder.embeddedArchive() { return try decode(from: archive) }
        return try decoder.convertScalar(ScalarConversion.uuid)
    }
}
