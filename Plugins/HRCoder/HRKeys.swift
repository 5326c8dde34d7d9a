/// What keys are called in HRCoded files.
///
/// A dictionary's own key that reads as one of the marks has one dollar sign more there: `$class` is `$$class`, and
/// `$$class` is `$$$class`. All other keys are themselves.
enum HRKeys {
    static let marks = ["class", "alias", "data"]
    /// What begins a key that the base can't hold as it is: its UTF-8 in percent encoding follows.
    static let encoded = "utf8:"

    /// The key as it is written.
    static func escaped(_ key: String) -> String { isMark(key, dollars: 1) ? "$" + key : key }

    /// True for a key, or the name of a class, that is written as it is in every plain format. (Some others are, too.)
    static func isPlain(_ key: String) -> Bool { !HRMarks.mayBe(key) && encoded(key) == nil }

    /// The key that was written so.
    static func unescaped(_ key: String) -> String {
        if key.hasPrefix("$" + encoded), let text = key.dropFirst(encoded.utf8.count + 1).description.removingPercent {
            return text
        }
        return isMark(key, dollars: 2) ? String(key.dropFirst()) : key
    }

    /// The name of a class as it is written: as a key, and where it has characters that text formats exclude, encoded
    /// in every format.
    static func writtenClassName(_ name: String) -> String { encoded(name) ?? escaped(name) }

    /// True for that many dollar signs, or more, and a mark's name.
    private static func isMark(_ key: String, dollars: Int) -> Bool {
        let name = key.utf8.drop { $0 == UInt8(ascii: "$") }
        guard key.utf8.count - name.count >= dollars else { return false }
        return marks.contains { name.elementsEqual($0.utf8) } || name.starts(with: encoded.utf8)
    }

    /// The key for a base that can't hold some characters: nil where there are none of those that text formats exclude.
    static func encoded(_ key: String) -> String? {
        guard key.unicodeScalars.contains(where: isExcluded) else { return nil }
        var text = "$" + encoded
        for byte in key.utf8 {
            if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "%") {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }

    private static func isExcluded(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF
    }
}

extension String {
    /// The text that this is the percent encoding of; nil where it is none.
    fileprivate var removingPercent: String? {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
