/// Encodes data as Base64 text, and decodes it (RFC 4648, section 4).
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

    /// Decodes Base64 text. White space is skipped. Nil if the text contains any other byte that isn't a Base64 digit,
    /// if its last group isn't padded, or if anything but white space follows the padding.
    @safe
    public static func decode(_ text: UnsafeBufferPointer<UInt8>) -> Data? {
        var result = ByteBuffer(capacity: text.count / 4 * 3 + 3)
        var group: UInt32 = 0
        var filled = 0
        var pads = 0
        let values = self.values
        for index in text.indices {
            let byte = unsafe text[index]
            let value = values[Int(byte)]
            if value < 64 {
                guard pads == 0 else { return nil }
                group = group << 6 | UInt32(value)
                filled += 1
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
            } else if value == other {
                return nil
            }
        }
        switch (filled, pads) {
        case (0, 0): break
        case (2, 2): result.append(UInt8(truncatingIfNeeded: group >> 4))
        case (3, 1):
            result.append(UInt8(truncatingIfNeeded: group >> 10))
            result.append(UInt8(truncatingIfNeeded: group >> 2))
        default: return nil
        }
        return result.takeData()
    }
}
