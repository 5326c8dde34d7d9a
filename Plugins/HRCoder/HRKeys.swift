/// The written form of keys in HRCoded files.
///
/// A mark is a key with a special meaning: `$class`, `$alias` or `$data`. If a key of a dictionary looks like a mark,
/// it is written with one more dollar sign: `$class` as `$$class`, and `$$class` as `$$$class`. All other keys are
/// written unchanged.
enum HRKeys {
    static let marks = ["class", "alias", "data"]
    /// The prefix, after a dollar sign, of a key that the plain format can't contain unchanged. The key's UTF-8
    /// follows in percent encoding.
    static let encoded = "utf8:"

    /// Returns the key as it is written: with an additional dollar sign if it looks like a mark.
    static func escaped(_ key: String) -> String { isMark(key, dollars: 1) ? "$" + key : key }

    /// Returns true if a key or the name of a class is certainly written unchanged in every plain format.
    static func isPlain(_ key: String) -> Bool { !HRMarks.mayBe(key) && encoded(key) == nil }

    /// Returns the key that a written key represents. It reverses `escaped` and `encoded`.
    static func unescaped(_ key: String) -> String {
        if key.hasPrefix("$" + encoded), let text = key.dropFirst(encoded.utf8.count + 1).description.removingPercent {
            return text
        }
        return isMark(key, dollars: 2) ? String(key.dropFirst()) : key
    }

    /// Returns the name of a class as it is written: like a key, but percent-encoded in every format if it has
    /// characters that text formats exclude.
    static func writtenClassName(_ name: String) -> String { encoded(name) ?? escaped(name) }

    /// Returns true if a key begins with at least `dollars` dollar signs, followed by a mark's name or by `utf8:`.
    private static func isMark(_ key: String, dollars: Int) -> Bool {
        let name = key.utf8.drop { $0 == UInt8(ascii: "$") }
        guard key.utf8.count - name.count >= dollars else { return false }
        return marks.contains { name.elementsEqual($0.utf8) } || name.starts(with: encoded.utf8)
    }

    /// Returns the key in percent encoding, for a plain format that can't contain some characters. Returns nil if the
    /// key has no characters that text formats exclude.
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
    /// The text with its percent encoding removed. Nil if the encoding isn't valid.
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
