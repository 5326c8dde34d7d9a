import Foundation

/// The first difference of two texts or of two files, with an excerpt around the difference on both sides.
struct Difference {
    /// The excerpt of the expected text or file.
    let expected: String
    /// The excerpt of the found text or file.
    let found: String

    /// The number of bytes of an excerpt before the difference, and after it.
    private static let (before, after) = (60, 100)

    /// The difference of two texts. Short texts are shown whole.
    init(_ expected: String, _ found: String) {
        guard max(expected.utf8.count, found.utf8.count) > 400 else {
            (self.expected, self.found) = (expected, found)
            return
        }
        let (expected, found) = (Array(expected.utf8), Array(found.utf8))
        let place = Self.place(expected, found)
        self.expected = Self.text(expected, place, quotes: false) + Self.note(expected, place)
        self.found = Self.text(found, place, quotes: false) + Self.note(found, place)
    }

    /// The difference of two files: as text if both are text, otherwise as hexadecimal digits.
    init(_ expected: Data, _ found: Data) {
        let (expected, found) = (Array(expected), Array(found))
        let place = Self.place(expected, found)
        let areText = Self.isText(expected) && Self.isText(found)
        self.expected = Self.excerpt(expected, place, areText) + Self.note(expected, place)
        self.found = Self.excerpt(found, place, areText) + Self.note(found, place)
    }

    /// The beginning of a file, as text or as hexadecimal digits.
    static func beginning(of content: Data) -> String {
        let bytes = Array(content)
        return excerpt(bytes, 0, isText(bytes))
    }

    private static func note(_ bytes: [UInt8], _ place: Int) -> String {
        " (first different at byte \(place) of \(bytes.count))"
    }

    private static func excerpt(_ bytes: [UInt8], _ place: Int, _ isText: Bool) -> String {
        isText ? text(bytes, place, quotes: true) : digits(bytes, place)
    }

    /// The index of the first byte that differs.
    private static func place(_ expected: [UInt8], _ found: [UInt8]) -> Int {
        zip(expected, found).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            ?? min(expected.count, found.count)
    }

    /// True for UTF-8 with few control characters: then a failure shows text, and not bytes.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        let controls = bytes.count { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) }
        return controls <= bytes.count / 16 && String(validating: bytes, as: UTF8.self) != nil
    }

    private static func text(_ bytes: [UInt8], _ place: Int, quotes: Bool) -> String {
        // A character that begins outside of the excerpt isn't shown.
        let start = bytes.indices.dropFirst(max(place - before, 0)).first { bytes[$0] & 0xC0 != 0x80 } ?? bytes.count
        var end = min(place + after, bytes.count)
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        let part = String(decoding: bytes[min(start, end)..<end], as: UTF8.self)
        return (start > 0 ? "…" : "") + (quotes ? quoted(part) : part) + (end < bytes.count ? "…" : "")
    }

    /// The text in quotes. Control characters are escaped, including DEL and the invisible C1 controls.
    private static func quoted(_ text: String) -> String {
        var result = "«"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "»"
    }

    /// Rows of sixteen bytes around the difference, each with the offset of its first byte.
    private static func digits(_ bytes: [UInt8], _ place: Int) -> String {
        let start = max(place & ~15 - 16, 0)
        let rows = stride(from: start, to: min(start + 64, bytes.count), by: 16).map { row in
            let part = bytes[row..<min(row + 16, bytes.count)]
            let digits = part.map { hex(Int($0), 2) }.joined(separator: " ")
            let letters = part.map { (0x20..<0x7F).contains($0) ? String(UnicodeScalar($0)) : "." }.joined()
            return "\(hex(row, 8)): \(digits) |\(letters)|"
        }
        return rows.map { "\n      " + $0 }.joined() + "\n     "
    }

    private static func hex(_ number: Int, _ width: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }
}
