import FormatSupport

extension Double: UncheckedModelValue {
    public static func encode(_ value: Double, to encoder: ModelEncoder) throws { try encoder.encode(value) }
    public static func decode(from decoder: ModelDecoder) throws -> Double { try decoder.decodeDouble() }
}

extension Float: UncheckedModelValue {
    public static func encode(_ value: Float, to encoder: ModelEncoder) throws { try encoder.encode(value) }
    public static func decode(from decoder: ModelDecoder) throws -> Float { try decoder.decodeFloat() }
}

extension String: UncheckedModelValue {
    public static func encode(_ value: String, to encoder: ModelEncoder) throws { try encoder.encode(value) }
    public static func decode(from decoder: ModelDecoder) throws -> String { try decoder.decodeString() }
}

extension Data: UncheckedModelValue {
    public static func encode(_ value: Data, to encoder: ModelEncoder) throws { try encoder.encode(value) }
    public static func decode(from decoder: ModelDecoder) throws -> Data { try decoder.decodeData() }
}

extension Date: UncheckedModelValue {
    public static func encode(_ value: Date, to encoder: ModelEncoder) throws { try encoder.encode(value) }

    public static func decode(from decoder: ModelDecoder) throws -> Date {
        if let archive = try decoder.embeddedArchive() { return try archive.decodeDate() }
        return try decoder.decodeDate()
    }
}

/// A type whose values plain formats store as text, or in a keyed archive. Foundation's coders write containers for
/// most of these types. Such containers are read, too.
package protocol ConvertedScalar: UncheckedModelValue, Decodable {
    /// The value as documents contain it.
    var scalar: ModelScalar { get }

    /// Converts the scalar at the decoder's position to a value of this type. The scalar isn't an archive.
    static func convert(from decoder: ModelDecoder) throws -> Self
}

extension ConvertedScalar {
    public static func encode(_ value: Self, to encoder: ModelEncoder) throws {
        try encoder.encodeDeclared(value.scalar)
    }

    public static func decode(from decoder: ModelDecoder) throws -> Self {
        if let archive = try decoder.embeddedArchive() { return try decode(from: archive) }
        if decoder.cursor.isAtContainer, Self.self != UUID.self { return try decoder.decode(codable: self) }
        return try convert(from: decoder)
    }
}

extension Decimal: ConvertedScalar {
    package var scalar: ModelScalar { .decimal(self) }
    package static func convert(from decoder: ModelDecoder) throws -> Decimal { try decoder.cursor.decodeDecimal() }
}

extension URL: ConvertedScalar {
    package var scalar: ModelScalar { .url(self) }
    package static func convert(from decoder: ModelDecoder) throws -> URL {
        let slot = decoder.cursor.slot
        let url = try decoder.cursor.decodeURL()
        if !decoder.isWritten(url, as: slot) { decoder.state.toldCount += 1 }
        return url
    }
}

extension ModelDecoder {
    /// True if a URL would be written as the text at a position. A `URL` escapes some characters.
    fileprivate func isWritten(_ url: URL, as slot: Int) -> Bool {
        guard slot != ModelDocument.Content.noIndex, case let index = cursor.content.resolved(slot),
            cursor.content.word(at: index).tag == .string,
            // A long text in very many places isn't compared each time.
            !(cursor.isReadOften(index) && cursor.content.isCostly(index))
        else { return true }
        return url.isWritten(as: cursor.content.text(at: index + 1))
    }
}

extension URL {
    /// True if the URL is written as this text.
    func isWritten(as text: String) -> Bool { ExactText(absoluteString) == ExactText(text) }
}

extension UUID: ConvertedScalar {
    package var scalar: ModelScalar { .uuid(self) }
    package static func convert(from decoder: ModelDecoder) throws -> UUID {
        try decoder.convertScalar(ScalarConversion.uuid)
    }
}
