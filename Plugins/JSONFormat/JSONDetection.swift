import Documents
import FormatSupport

/// Recognizes JSON by its first bytes.
enum JSONDetection {
    /// The number of bytes at the beginning of a file that detection examines. Only comments and class names are
    /// searched for beyond them.
    private static let reach = 1024
    /// The number of bytes that are searched for a class name, and for the end of comments at the beginning.
    private static let classReach = 65536

    /// Certain if the file begins with an object or array as only JSON has it. Possible for a single value, and for an
    /// array that begins with a value of JSON5. Possible, too, if an object names its class, as in HRCoded JSON. Nil
    /// for anything else.
    static func detect(_ content: Data) -> FormatDetection? {
        let begin = text(content, reach)
        let isComment = begin.drop(while: JSONText.isSpace).first == UInt8(ascii: "/")
        let text = isComment ? skipSpace(text(content, classReach)) : begin.drop(while: JSONText.isSpace)
        guard let first = text.first else { return nil }
        let rest = skipSpace(text.dropFirst())
        switch first {
        case UInt8(ascii: "{"):
            // An empty dictionary behind the comment that states a property list's encoding isn't JSON's.
            let hasHint = begin.drop(while: JSONText.isSpace).starts(with: "// !$*".utf8)
            if hasHint, rest.first == UInt8(ascii: "}") { return .possible(.json) }
            let found = object(rest)
            return found == .certain(.json) && namesClass(content) ? .possible(.json) : found
        case UInt8(ascii: "["): return array(rest)
        case UInt8(ascii: "\""): return .possible(.json)
        default: return content.count <= reach ? scalar(text) : longText(content)
        }
    }

    /// The first bytes of the content: as they are in UTF-8, and as ASCII in UTF-16 and UTF-32.
    private static func text(_ content: Data, _ reach: Int) -> ArraySlice<UInt8> {
        var head = Array(content.prefix(reach))
        switch JSONTextEncoding(content) {
        case .utf8(let mark): head.removeFirst(mark)
        case .utf16(let mark, _), .utf32(let mark, _):
            // Only ASCII counts here. It is what is left without the zeros.
            head.removeFirst(mark)
            head.removeAll { $0 == 0 }
        }
        return head[...]
    }

    /// The text behind white space and comments of JSON5; empty if a comment has no end.
    private static func skipSpace(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text.drop(while: JSONText.isSpace)
        while text.first == UInt8(ascii: "/") {
            if text.starts(with: "//".utf8) {
                text = text.drop { $0 != 0x0A && $0 != 0x0D }
            } else if text.starts(with: "/*".utf8) {
                var end = text.startIndex + 2
                while end + 1 < text.endIndex, text[end] != UInt8(ascii: "*") || text[end + 1] != UInt8(ascii: "/") {
                    end += 1
                }
                text = text[min(end + 2, text.endIndex)...]
            } else {
                return text
            }
            text = text.drop(while: JSONText.isSpace)
        }
        return text
    }

    /// The detection of an object, by the text behind its brace. A property list in the OpenStep style has `=` behind
    /// its keys.
    private static func object(_ rest: ArraySlice<UInt8>) -> FormatDetection? {
        guard let first = rest.first else { return .possible(.json) }
        if first == UInt8(ascii: "}") { return .certain(.json) }
        guard first == UInt8(ascii: "\"") else { return isKey(rest) ? .certain(.json) : nil }
        guard let behind = skipText(rest), let next = skipSpace(behind).first else { return .possible(.json) }
        guard next == UInt8(ascii: ":") else { return nil }
        return .certain(.json)
    }

    /// The bytes behind a text in quotes; nil if the text has no end.
    private static func skipText(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var index = text.startIndex + 1
        while index < text.endIndex, text[index] != text.first {
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index < text.endIndex ? text[(index + 1)...] : nil
    }

    /// True for a key that only JSON5 has, in single quotes or without quotes, with a colon behind it.
    private static func isKey(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first else { return false }
        var rest: ArraySlice<UInt8>
        if first == UInt8(ascii: "'") {
            guard let behind = skipText(text) else { return false }
            rest = behind
        } else {
            rest = text.drop {
                $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") || "_$\\".utf8.contains($0)
                    || JSONText.isDigit($0) || $0 >= 0x80
            }
            guard rest.startIndex > text.startIndex, !JSONText.isDigit(first) else { return false }
        }
        rest = skipSpace(rest)
        return rest.first == UInt8(ascii: ":")
    }

    /// True if an object near the file's beginning names its class, or may be an alias. It need not be the root, and
    /// other members may come before.
    private static func namesClass(_ content: Data) -> Bool {
        has("$class\"", content) || has("$alias\"", content)
    }

    private static func has(_ rest: StaticString, _ content: Data) -> Bool {
        content.prefix(classReach).withBytes { bytes in
            var start = 1
            while let found = bytes.firstIndex(of: UInt8(ascii: "$"), from: start) {
                if bytes.has("\"", at: found - 1), bytes.has(rest, at: found) { return true }
                start = found + 1
            }
            return false
        }
    }

    private static func array(_ rest: ArraySlice<UInt8>) -> FormatDetection? {
        guard let first = rest.first else { return .possible(.json) }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\""), UInt8(ascii: "-"),
            0x30...0x39:
            return .certain(.json)
        // Only JSON5 has these values.
        case UInt8(ascii: "'"), UInt8(ascii: "+"): return .possible(.json)
        case UInt8(ascii: "."):
            return rest.dropFirst().first.map(JSONText.isDigit) ?? false ? .possible(.json) : nil
        default:
            if ["true", "false", "null"].contains(where: { rest.starts(with: $0.utf8) }) { return .certain(.json) }
            return ["NaN", "Infinity"].contains { rest.starts(with: $0.utf8) } ? .possible(.json) : nil
        }
    }

    /// The detection of a single value: a number, a literal or a text of JSON or JSON5, with nothing behind it.
    private static func scalar(_ text: ArraySlice<UInt8>) -> FormatDetection? {
        let end = text.lastIndex { !JSONText.isSpace($0) } ?? text.startIndex
        // A number with zeros in front of it is an error in JSON, but is recognized as JSON.
        if text[...end].withBytes({ DecimalNumeral($0) }) != nil { return .possible(.json) }
        var scanner = JSONScanner(ByteSource(Data(text)), allowsJSON5: true)
        var builder = DocumentBuilder()
        do {
            if scanner.isAtString {
                try scanner.readText { _, _ in }
            } else {
                try scanner.appendScalar(to: &builder)
            }
            try scanner.skipSpace()
        } catch {
            return nil
        }
        return scanner.position >= scanner.count ? .possible(.json) : nil
    }

    /// The detection of a single value in a file of more than `reach` bytes. Possible if the file begins and ends with
    /// a single quote, as a text of JSON5 does; otherwise nil.
    private static func longText(_ content: Data) -> FormatDetection? {
        let isQuote = { (byte: UInt8?) in byte == UInt8(ascii: "'") }
        // In UTF-16, ASCII has zeros beside it.
        let isBlank = { (byte: UInt8) in byte == 0 || JSONText.isSpace(byte) }
        guard isQuote(text(content, reach).drop(while: isBlank).first), isQuote(content.last { !isBlank($0) }) else {
            return nil
        }
        return .possible(.json)
    }
}
