/// Text that does nothing to a terminal: what a file holds may be meant to.
enum PrintableText {
    /// The text with each control character, and each that turns the direction of text, as `\u{1B}`.
    ///
    /// - Parameter keepsLines: True where line feeds and tabs stay, as in the output of a format.
    static func text(_ text: String, keepsLines: Bool = false) -> String {
        guard text.unicodeScalars.contains(where: { isDangerous($0, keepsLines) }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where !keepsLines: result += "\\n"
            case "\t" where !keepsLines: result += "\\t"
            case _ where isDangerous(scalar, keepsLines):
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// JSON in which such characters are escaped as JSON does.
    static func json(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: { isDangerous($0, true) }) else { return json }
        var result = ""
        for scalar in json.unicodeScalars {
            if isDangerous(scalar, true) {
                // All are below 0x10000.
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// True where there is nothing that a terminal would take for anything but text.
    static func isHarmless(_ text: String) -> Bool { !text.unicodeScalars.contains { isDangerous($0, true) } }

    private static func isDangerous(_ scalar: Unicode.Scalar, _ keepsLines: Bool) -> Bool {
        switch scalar.value {
        case 0x0A, 0x09: !keepsLines
        case 0x00...0x1F, 0x7F...0x9F: true
        // Line and paragraph separators; what embeds, overrides and isolates directions.
        case 0x2028, 0x2029, 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
