import Documents
import FormatSupport

/// Recognizes JSON by its first bytes.
enum JSONDetection {
    /// The number of bytes that detection examines at the beginning of a file, after its first comments. After these
    /// bytes, detection only searches for class names.
    private static let reach = 1024
    /// The number of bytes that are searched for a class name.
    private static let classReach = 65536

    /// Returns `certain` if the file begins as only JSON does: with an object with a key in double quotes and a
    /// colon, or with an array with a value and a comma. Also returns `certain` if the whole file is an empty object,
    /// or a short array. Returns `possible` for a single value, for a file of which too little was examined, and if
    /// only JSON5 begins like this. Also returns `possible` if an object names its class, as in HRCoded JSON. Returns
    /// nil for any other content.
    static func detect(_ content: Data) -> FormatDetection? {
        let (text, isWhole) = beginning(of: content)
        guard let first = text.first else { return nil }
        let rest = skipSpace(text.dropFirst())
        switch first {
        case UInt8(ascii: "{"):
            // An empty dictionary after the comment that states a property list's encoding isn't JSON.
            let head = self.text(content, reach).drop(while: JSONText.isSpace)
            if head.starts(with: "// !$*".utf8), rest.first == UInt8(ascii: "}") { return .possible(.json) }
            return unlessClassIsNamed(object(rest, isWhole), content)
        case UInt8(ascii: "["): return unlessClassIsNamed(array(rest, isWhole), content)
        case UInt8(ascii: "\""):
            // Anything after the text means another format, such as `"key" = "value";`.
            let isText = skipText(text).map { skipSpace($0).isEmpty } ?? true
            return isText ? .possible(.json) : nil
        default: return isWhole && text.count <= reach ? scalar(text) : longText(text, content)
        }
    }

    /// Returns the beginning of a text after space and comments. Long comments are examined to their end.
    ///
    /// - Returns: At least ``reach`` bytes, or all remaining bytes if there are fewer. `isWhole` is true if the text
    ///   contains all remaining bytes of the file.
    private static func beginning(of content: Data) -> (text: ArraySlice<UInt8>, isWhole: Bool) {
        var examined = reach
        while true {
            let isWhole = examined >= content.count
            let text = skipSpace(self.text(content, examined))
            if isWhole || text.count >= reach { return (text, isWhole) }
            // In UTF-16, or after a byte order mark, the same number of bytes holds fewer characters.
            examined *= 4
        }
    }

    /// Returns the first bytes of the content, without a byte order mark. In UTF-16 and UTF-32, the zero bytes are
    /// removed, so that ASCII characters remain.
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

    /// Returns the text after white space and comments of JSON5. Returns an empty text if a comment has no end.
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

    /// Returns the detection of an object, by the text after its brace. If the keys are followed by `=`, the file
    /// isn't JSON but a property list in the OpenStep style.
    ///
    /// - Parameter isWhole: True if the text contains all remaining bytes of the file.
    private static func object(_ rest: ArraySlice<UInt8>, _ isWhole: Bool) -> FormatDetection? {
        guard let first = rest.first else { return .possible(.json) }
        if first == UInt8(ascii: "}") { return ending(skipSpace(rest.dropFirst()), isWhole) }
        guard first == UInt8(ascii: "\"") else { return isKey(rest) ? .possible(.json) : nil }
        guard let behind = skipText(rest), let next = skipSpace(behind).first else { return .possible(.json) }
        return next == UInt8(ascii: ":") ? .certain(.json) : nil
    }

    /// Returns the detection of an object or an array that has ended, by the text after it. `isWhole` is true if this
    /// text contains all remaining bytes of the file.
    private static func ending(_ rest: ArraySlice<UInt8>, _ isWhole: Bool) -> FormatDetection? {
        guard rest.isEmpty else { return nil }
        return isWhole ? .certain(.json) : .possible(.json)
    }

    /// Returns the bytes after a text in quotes. Returns nil if the text has no end.
    private static func skipText(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var index = text.startIndex + 1
        while index < text.endIndex, text[index] != text.first {
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index < text.endIndex ? text[(index + 1)...] : nil
    }

    /// Returns true if the text begins with a key and a colon, and the key is one that JSON5 allows but JSON doesn't:
    /// in single quotes, or without quotes.
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

    private static func unlessClassIsNamed(_ found: FormatDetection?, _ content: Data) -> FormatDetection? {
        found == .certain(.json) && namesClass(content) ? .possible(.json) : found
    }

    /// Returns true if an object near the file's beginning names its class, or may be an alias. The object need not
    /// be the root, and other members may come before its class.
    private static func namesClass(_ content: Data) -> Bool {
        var content = content
        if case .utf8 = JSONTextEncoding(content) {} else { content = Data(text(content, classReach)) }
        return has("$class\"", content) || has("$alias\"", content)
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

    /// Returns the detection of an array, by the text after its bracket. Files of other formats may also begin with
    /// `[1]` or `[["a"]]`, as the titles of their sections. Therefore the text after the first value determines the
    /// result.
    private static func array(_ rest: ArraySlice<UInt8>, _ isWhole: Bool) -> FormatDetection? {
        var rest = rest
        var open = 1
        while rest.first == UInt8(ascii: "[") {
            open += 1
            rest = skipSpace(rest.dropFirst())
        }
        guard let first = rest.first else { return .possible(.json) }
        switch first {
        case UInt8(ascii: "{"):
            let inside = skipSpace(rest.dropFirst())
            guard inside.first == UInt8(ascii: "}") else { return object(inside, isWhole) }
            rest = inside.dropFirst()
        case UInt8(ascii: "]"): break
        case UInt8(ascii: "\""):
            guard let behind = skipText(rest) else { return .possible(.json) }
            rest = behind
        default:
            let value = rest.prefix { !JSONText.isSpace($0) && !"],/".utf8.contains($0) }
            guard ["true", "false", "null"].contains(where: { value.elementsEqual($0.utf8) }) || isNumber(value) else {
                return isValueOfJSON5(rest) ? .possible(.json) : nil
            }
            rest = rest[value.endIndex...]
        }
        rest = skipSpace(rest)
        while open > 0, rest.first == UInt8(ascii: "]") {
            open -= 1
            rest = skipSpace(rest.dropFirst())
        }
        if open == 0 { return ending(rest, isWhole) }
        guard let next = rest.first else { return .possible(.json) }
        return next == UInt8(ascii: ",") ? .certain(.json) : nil
    }

    private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, first == UInt8(ascii: "-") || JSONText.isDigit(first) else { return false }
        return text.withBytes { DecimalNumeral($0) } != nil
    }

    /// Returns true if a text begins with a value that only JSON5 has.
    private static func isValueOfJSON5(_ text: ArraySlice<UInt8>) -> Bool {
        switch text.first {
        case UInt8(ascii: "'"), UInt8(ascii: "+"), UInt8(ascii: "-"): true
        case UInt8(ascii: "."): text.dropFirst().first.map(JSONText.isDigit) ?? false
        case UInt8(ascii: "0"): text.dropFirst().first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        case let first?: JSONText.isDigit(first) || ["NaN", "Infinity"].contains { text.starts(with: $0.utf8) }
        case nil: false
        }
    }

    /// Returns the detection of a single value: a number, a literal or a text of JSON or JSON5, with nothing after
    /// it.
    private static func scalar(_ text: ArraySlice<UInt8>) -> FormatDetection? {
        let end = text.lastIndex { !JSONText.isSpace($0) } ?? text.startIndex
        // A number with leading zeros is an error in JSON, but is recognized as JSON.
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

    /// Returns the detection of a single value in a file of more than `reach` bytes. Returns `possible` if the file
    /// begins and ends with a single quote, like a text of JSON5. Otherwise returns nil.
    private static func longText(_ text: ArraySlice<UInt8>, _ content: Data) -> FormatDetection? {
        let isQuote = { (byte: UInt8?) in byte == UInt8(ascii: "'") }
        // In UTF-16, ASCII has zeros beside it.
        guard isQuote(text.first), isQuote(content.last { $0 != 0 && !JSONText.isSpace($0) }) else { return nil }
        return .possible(.json)
    }
}
