import Documents
import FormatSupport

extension JSONScanner {
    /// The range of a string's contents, without quotes. The two flags describe the contents before escapes are
    /// replaced.
    struct StringRange {
        var start: Int
        var end: Int
        var hasEscapes = false
        var isASCII = true
    }

    /// True if a string begins at the position.
    @inline(__always)
    var isAtString: Bool { byte == UInt8(ascii: "\"") || (allowsJSON5 && byte == UInt8(ascii: "'")) }

    /// Moves to the end of the string at the position, and returns its range. Neither its escapes nor its encoding
    /// are checked.
    @inline(__always)
    mutating func scanString() throws -> StringRange {
        if allowsJSON5, byte == UInt8(ascii: "'") { return try scanJSON5String() }
        let start = position &+ 1
        var index = start
        var high: UInt64 = 0
        while true {
            let word = unsafe JSONText.word(base + index)
            let marks = JSONText.special(word)
            if marks == 0 {
                high |= word
                index &+= 8
                continue
            }
            let zeros = marks.trailingZeroBitCount
            // Of this word, only the bytes before the marked byte belong to the string.
            high |= word & ((1 << UInt64(truncatingIfNeeded: zeros & ~7)) &- 1)
            index &+= zeros >> 3
            if self[index] == UInt8(ascii: "\"") {
                position = index &+ 1
                return StringRange(start: start, end: index, isASCII: high & JSONText.highBits == 0)
            }
            if allowsJSON5 { return try scanJSON5String() }
            return try scanRest(start, index, isASCII: high & JSONText.highBits == 0)
        }
    }

    /// Scans the rest of a string, from the first quote, backslash or control character on.
    @inline(never)
    private mutating func scanRest(_ start: Int, _ from: Int, isASCII: Bool) throws -> StringRange {
        var range = StringRange(start: start, end: from, isASCII: isASCII)
        var index = from
        var checkpoint = from + LongWork.bytes
        while true {
            let byte = self[index]
            if index >= checkpoint {
                guard LongWork.mayGoOn else { throw CancellationError() }
                checkpoint = index + LongWork.bytes
            }
            if byte == UInt8(ascii: "\"") {
                position = index + 1
                range.end = index
                return range
            } else if byte == UInt8(ascii: "\\") {
                range.hasEscapes = true
                index += 2
                // The zeros after the file's end stop the loop at the latest.
                if index > count { throw unterminated(start) }
            } else if byte < 0x20 {
                if index >= count { throw unterminated(start) }
                throw corrupt("A string holds a control character that isn't escaped.", at: index)
            } else {
                if byte >= 0x80 { range.isASCII = false }
                index += 1
            }
        }
    }

    @inline(never)
    mutating func unterminated(_ start: Int) -> ModelError {
        corrupt("The string has no end.", at: start - 1)
    }

    /// Reads the string at the position, or the key if `isKey` is true. Only a key may be written without quotes.
    /// Calls `body` with its UTF-8 bytes, and with true if the text has escapes.
    @safe
    @inline(__always)
    mutating func readText<Result>(
        isKey: Bool = false, _ body: (UnsafeBufferPointer<UInt8>, _ hasEscapes: Bool) throws -> Result
    ) throws -> Result {
        let range = try isKey && !isAtString ? scanIdentifier() : scanString()
        if !range.hasEscapes, range.isASCII || isUTF8(range) {
            return try unsafe body(source.bytes(range.start..<range.end), false)
        }
        try unescape(range)
        // Escapes are ASCII, so the contents are valid if and only if the bytes are.
        guard range.isASCII || isUTF8(range) else { throw notUTF8(range) }
        return try scratch.buffer.withBytes { try unsafe body($0, true) }
    }

    private func isUTF8(_ range: StringRange) -> Bool {
        source.bytes(range.start..<range.end).firstInvalidUTF8 == nil
    }

    @inline(never)
    private mutating func notUTF8(_ range: StringRange) -> ModelError {
        let offset = source.bytes(range.start..<range.end).firstInvalidUTF8 ?? 0
        return corrupt("A string isn't valid UTF-8.", at: range.start + offset)
    }

    /// Puts the contents of a string into `scratch`, with escapes replaced.
    private mutating func unescape(_ range: StringRange) throws {
        scratch.buffer.truncate(to: 0)
        var index = range.start
        var checkpoint = index + LongWork.bytes
        while index < range.end {
            if index >= checkpoint {
                guard LongWork.mayGoOn else { throw CancellationError() }
                checkpoint = index + LongWork.bytes
            }
            let plain = JSONText.plainPrefix(source.bytes(index..<range.end))
            if plain > 0 {
                scratch.buffer.append(source.bytes(index..<(index + plain)))
                index += plain
                continue
            }
            guard self[index] == UInt8(ascii: "\\") else {
                // Only strings of JSON5 contain these as they are: the other kind of quote, and control characters.
                scratch.buffer.append(self[index])
                index += 1
                continue
            }
            index = try unescapeOne(index)
        }
    }

    /// Appends the character that the escape at `index` represents. Returns the offset after the escape.
    private mutating func unescapeOne(_ index: Int) throws -> Int {
        let simple: UInt8
        switch self[index + 1] {
        case UInt8(ascii: "\""): simple = 0x22
        case UInt8(ascii: "\\"): simple = 0x5C
        case UInt8(ascii: "/"): simple = 0x2F
        case UInt8(ascii: "b"): simple = 0x08
        case UInt8(ascii: "f"): simple = 0x0C
        case UInt8(ascii: "n"): simple = 0x0A
        case UInt8(ascii: "r"): simple = 0x0D
        case UInt8(ascii: "t"): simple = 0x09
        case UInt8(ascii: "u"): return try unescapeUnicode(index)
        default:
            if allowsJSON5 { return try unescapeJSON5(index) }
            throw corrupt("A string holds an escape that JSON doesn't have.", at: index)
        }
        scratch.buffer.append(simple)
        return index + 2
    }

    private mutating func unescapeUnicode(_ index: Int) throws -> Int {
        guard let first = hexadecimal(index + 2, 4) else {
            throw corrupt("Four hexadecimal digits must follow \\u.", at: index)
        }
        var value = first
        var end = index + 6
        if first & 0xFC00 == 0xD800, self[end] == UInt8(ascii: "\\"), self[end + 1] == UInt8(ascii: "u"),
            let second = hexadecimal(end + 2, 4), second & 0xFC00 == 0xDC00
        {
            value = 0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF)
            end += 6
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw corrupt("An escape stands for half a character: a surrogate without its other half.", at: index)
        }
        append(unescaped: scalar)
        return end
    }

    /// Returns the value of `digits` hexadecimal digits. Returns nil if one of the bytes is no hexadecimal digit.
    func hexadecimal(_ start: Int, _ digits: Int) -> UInt32? {
        var value: UInt32 = 0
        for index in start..<(start + digits) {
            guard let digit = JSONText.hexadecimal(self[index]) else { return nil }
            value = value << 4 | digit
        }
        return value
    }

    /// Appends a character to `scratch`.
    func append(unescaped scalar: Unicode.Scalar) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { scratch.buffer.append(byte) }
    }
}
