/// Text that can't control a terminal. The content of a file may be meant to control it.
enum PrintableText {
    /// Returns the text, in which control characters and characters that change the direction of text are written
    /// like `\u{1B}`.
    ///
    /// - Parameter keepsLines: True to keep line feeds and tabs, as in the output of a format.
    static func text(_ text: String, keepsLines: Bool = false) -> String {
        escaping(text, keepsLines) { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\t": "\\t"
            default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
    }

    /// Returns the JSON text, in which control characters and characters that change the direction of text are
    /// written like `\u001b`. Line feeds and tabs stay.
    static func json(_ json: String) -> String {
        escaping(json, true) { scalar in
            // All such characters are below 0x10000.
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    private static func escaping(
        _ text: String, _ keepsLines: Bool, _ escape: (Unicode.Scalar) -> String
    ) -> String {
        guard text.utf8.contains(where: mayBeginDangerous) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard mayBeginDangerous(byte) else {
                result.append(byte)
                index += 1
                continue
            }
            let end = index + (byte < 0x80 ? 1 : byte < 0xE0 ? 2 : 3)
            let character = bytes[index..<end]
            if let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first,
                isDangerous(scalar, keepsLines)
            {
                result += escape(scalar).utf8
            } else {
                result += character
            }
            index = end
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns true for the first byte, in UTF-8, of each dangerous character and of some others.
    private static func mayBeginDangerous(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2
    }

    /// Returns true if no character of the text can control a terminal or change the direction of text. Line feeds
    /// and tabs are harmless.
    static func isHarmless(_ text: String) -> Bool { !text.unicodeScalars.contains { isDangerous($0, true) } }

    private static func isDangerous(_ scalar: Unicode.Scalar, _ keepsLines: Bool) -> Bool {
        switch scalar.value {
        case 0x0A, 0x09: !keepsLines
        case 0x00...0x1F, 0x7F...0x9F: true
        // Separators of lines and paragraphs, and characters that mark, embed, override and isolate directions.
        case 0x2028, 0x2029, 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
