import Documents
import FormatSupport
import Foundation

/// Tells JSON by its first bytes.
enum JSONDetection {
    /// How far a look goes.
    private static let reach = 1024
    /// How far a class is looked for, with one search of the system's, and the end of comments in front.
    private static let classReach = 65536

    /// Certain where an object or array begins as only JSON does; possible for a single value, also as only JSON5 has
    /// it, and where objects name their class, as they do in HRCoded JSON. Nil for anything else.
    static func detect(_ content: Data) -> FormatDetection? {
        let begin = text(content, reach)
        let isComment = begin.drop(while: JSONText.isSpace).first == UInt8(ascii: "/")
        let text = isComment ? skipSpace(text(content, classReach)) : begin.drop(while: JSONText.isSpace)
        guard let first = text.first else { return nil }
        let rest = skipSpace(text.dropFirst())
        switch first {
        case UInt8(ascii: "{"):
            // Behind the comment that says a property list's encoding, an empty one isn't JSON's.
            let hasHint = begin.drop(while: JSONText.isSpace).starts(with: "// !$*".utf8)
            if hasHint, rest.first == UInt8(ascii: "}") { return .possible(.json) }
            let found = object(rest)
            return found == .certain(.json) && namesClass(content) ? .possible(.json) : found
        case UInt8(ascii: "["): return array(rest)
        case UInt8(ascii: "\""): return .possible(.json)
        default: return content.count <= reach ? scalar(text) : longText(content)
        }
    }

    /// The beginning as ASCII, or as UTF-8.
    private static func text(_ content: Data, _ reach: Int) -> ArraySlice<UInt8> {
        var head = Array(content.prefix(reach))
        switch JSONTextEncoding(content) {
        case .utf8(let mark): head.removeFirst(mark)
        case .utf16(let mark, _), .utf32(let mark, _):
            // Only ASCII counts here, and that is what is left without the zeros.
            head.removeFirst(mark)
            head.removeAll { $0 == 0 }
        }
        return head[...]
    }

    /// What stands behind spaces and JSON5's comments; nothing where one of those has no end.
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

    /// What begins behind a brace. A property list in OpenStep's style has `=` behind its keys.
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

    /// True for a key as only JSON5 has it, with single quotes or none, and the colon behind it.
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

    /// True where some object near the file's beginning names its class, or may be an alias. A member of the root may
    /// do so behind others.
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
        // As only JSON5 has it.
        case UInt8(ascii: "'"), UInt8(ascii: "+"): return .possible(.json)
        case UInt8(ascii: "."):
            return rest.dropFirst().first.map(JSONText.isDigit) ?? false ? .possible(.json) : nil
        default:
            if ["true", "false", "null"].contains(where: { rest.starts(with: $0.utf8) }) { return .certain(.json) }
            return ["NaN", "Infinity"].contains { rest.starts(with: $0.utf8) } ? .possible(.json) : nil
        }
    }

    /// A number, a literal or a text, as JSON or JSON5 has it, and nothing behind it.
    private static func scalar(_ text: ArraySlice<UInt8>) -> FormatDetection? {
        let end = text.lastIndex { !JSONText.isSpace($0) } ?? text.startIndex
        // A number with zeros in front of it is a mistake in JSON.
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

    /// A long text in single quotes.
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
