/// Encodes data as Base64 text (RFC 4648, section 4), and decodes it, also from the alphabet for URLs (section 5).
public enum Base64 {
    private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

    /// The value of each byte as a Base64 digit: 0 to 63, or one of the marks below.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: other, count: 256)
        for (index, byte) in alphabet.description.utf8.enumerated() {
            values[Int(byte)] = UInt8(index)
        }
        for byte in [0x20, 0x09, 0x0A, 0x0D] { values[byte] = space }
        values[0x3D] = pad
        // The digits of the alphabet for URLs and file names.
        (values[0x2D], values[0x5F]) = (62, 63)
        return values
    }()
    private static let other: UInt8 = 0xFF
    private static let space: UInt8 = 0xFE
    private static let pad: UInt8 = 0xFD

    /// Writes bytes as base64, padded, without line breaks. To break lines, write pieces whose length is a multiple of
    /// three.
    @safe
    package static func encode(_ bytes: UnsafeBufferPointer<UInt8>, to buffer: inout ByteBuffer) {
        let size = (bytes.count + 2) / 3 * 4
        @safe let letters = unsafe alphabet.utf8Start
        // `size` bytes are written, four for each group of three.
        buffer.append(room: size) { room in
            guard let start = room.baseAddress else { return 0 }
            @safe var target = unsafe start
            var index = 0
            while index + 3 <= bytes.count {
                let group = unsafe Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
                target[0] = letters[group >> 18]
                target[1] = letters[group >> 12 & 63]
                target[2] = letters[group >> 6 & 63]
                target[3] = letters[group & 63]
                unsafe target += 4
                index += 3
            }
            let rest = bytes.count - index
            if rest > 0 {
                let group = unsafe Int(bytes[index]) << 16 | (rest > 1 ? Int(bytes[index + 1]) << 8 : 0)
                target[0] = letters[group >> 18]
                target[1] = letters[group >> 12 & 63]
                target[2] = rest > 1 ? letters[group >> 6 & 63] : UInt8(ascii: "=")
                target[3] = UInt8(ascii: "=")
            }
            return size
        }
    }

    /// Writes data as base64.
    public static func encode(_ data: Data, to buffer: inout ByteBuffer) {
        data.withBytes { encode($0, to: &buffer) }
    }

    /// Decodes Base64 text in either alphabet, with or without padding. White space is skipped.
    ///
    /// - Throws: `Base64Error` for any other byte, for padding that isn't that of the last group, and for a last group
    ///   of one digit.
    @safe
    public static func decode(_ text: UnsafeBufferPointer<UInt8>) throws(Base64Error) -> Data {
        var result = ByteBuffer(capacity: text.count / 4 * 3 + 3)
        var group: UInt32 = 0
        var filled = 0
        var pads = 0
        var last = 0
        let values = self.values
        for index in text.indices {
            let byte = unsafe text[index]
            let value = values[Int(byte)]
            if value < 64 {
                guard pads == 0 else { throw Base64Error(text, at: index, "after the padding") }
                group = group << 6 | UInt32(value)
                filled += 1
                last = index
                if filled == 4 {
                    result.reserve(3)
                    result.append(UInt8(truncatingIfNeeded: group >> 16))
                    result.append(UInt8(truncatingIfNeeded: group >> 8))
                    result.append(UInt8(truncatingIfNeeded: group))
                    group = 0
                    filled = 0
                }
            } else if value == pad {
                pads += 1
                last = index
            } else if value == other {
                throw Base64Error(text, at: index)
            }
        }
        switch (filled, pads) {
        case (0, 0): break
        case (2, 0), (2, 2): result.append(UInt8(truncatingIfNeeded: group >> 4))
        case (3, 0), (3, 1):
            result.append(UInt8(truncatingIfNeeded: group >> 10))
            result.append(UInt8(truncatingIfNeeded: group >> 2))
        case (_, 0): throw Base64Error(text, at: last, "and the only digit of the last group")
        default: throw Base64Error(text, at: last, "and doesn't end a group of four")
        }
        return result.takeData()
    }
}

/// The reason why a text isn't Base64.
public struct Base64Error: Error, Sendable, Hashable {
    /// The offset of the wrong character, in bytes.
    public let offset: Int
    /// A clause that names the wrong character, such as `character 5 is "*"`.
    public let reason: String

    /// - Parameter addition: Completes the clause, for a character that is wrong only at this offset.
    @safe
    fileprivate init(_ text: UnsafeBufferPointer<UInt8>, at offset: Int, _ addition: String? = nil) {
        self.offset = offset
        // All bytes before the first wrong one are ASCII, so each is a character.
        let scalars = text.part(offset..<min(offset + 4, text.count)).text.unicodeScalars
        let character = ErrorText.quoted(String(scalars.prefix(1)))
        reason = "character \(offset + 1) is \(character)" + (addition.map { ", \($0)" } ?? "")
    }
}
