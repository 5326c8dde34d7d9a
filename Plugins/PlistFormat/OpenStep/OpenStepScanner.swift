import Documents
import FormatSupport
import PropertyListCodec

/// Reads the tokens of a property list in the OpenStep style.
struct OpenStepScanner {
    let source: ByteSource
    var offset = 0
    /// True after a comment was skipped.
    private(set) var hasComments = false
    /// True after the comment `// !$*UTF8*$!` was skipped, with which Xcode's projects begin. The comment shows that
    /// the text is a property list, because no other format's file begins with it.
    private(set) var hasEncodingHint = false

    /// Starts at the beginning of the text, after a byte order mark.
    init(_ source: ByteSource) {
        self.source = source
        if source[0] == 0xEF, source[1] == 0xBB, source[2] == 0xBF { offset = 3 }
    }

    var isAtEnd: Bool { offset >= source.count }

    /// The next byte. Zero at the end of the text.
    var byte: UInt8 { source[min(offset, source.count)] }

    func error(_ reason: String) -> PropertyListError {
        PropertyListError(isAtEnd ? "The text ends too early. " + reason : reason, at: offset)
    }

    /// Skips white space and comments.
    mutating func skipSpace() throws(PropertyListError) {
        while true {
            switch byte {
            case 0x20, 0x09...0x0D:
                offset += 1
            case 0xE2 where source[offset + 1] == 0x80 && (source[offset + 2] == 0xA8 || source[offset + 2] == 0xA9):
                // Line and paragraph separators.
                offset += 3
            case UInt8(ascii: "/") where source[offset + 1] == UInt8(ascii: "/"):
                hasComments = true
                if source.bytes(from: offset).has("// !$*", at: 0) { hasEncodingHint = true }
                while !isAtEnd, byte != 0x0A, byte != 0x0D { offset += 1 }
            case UInt8(ascii: "/") where source[offset + 1] == UInt8(ascii: "*"):
                let start = offset
                hasComments = true
                offset += 2
                while !(byte == UInt8(ascii: "*") && source[offset + 1] == UInt8(ascii: "/")) {
                    guard !isAtEnd else { throw PropertyListError("This comment doesn't end.", at: start) }
                    offset += 1
                }
                offset += 2
            default:
                return
            }
        }
    }

    /// Reads text, data, or one of GNUstep's typed values.
    mutating func scalar() throws(PropertyListError) -> ModelScalar {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            return .string(try quotedText())
        case UInt8(ascii: "<"):
            return source[offset + 1] == UInt8(ascii: "*") ? try typedValue() : .data(try data())
        default:
            let start = offset
            while Self.isPlain(byte) { offset += 1 }
            guard offset > start else { throw error("Expected a value.") }
            return .string(source.bytes(start..<offset).text)
        }
    }

    /// Returns true for a byte that text without quotes may contain.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "_$/:.-+@%".utf8.contains(byte)
        }
    }

    /// Returns true if a text is written in quotes. Some characters need quotes only for other programs.
    @safe
    static func needsQuotes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var last: UInt8 = 0
        for index in text.indices {
            let byte = unsafe text[index]
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "."): break
            // Two slashes would begin a comment.
            case UInt8(ascii: "/") where last != UInt8(ascii: "/"): break
            default: return true
            }
            last = byte
        }
        return text.isEmpty
    }

    // MARK: Text

    private mutating func quotedText() throws(PropertyListError) -> String {
        let start = offset
        let quote = byte
        offset += 1
        var text: [UInt8] = []
        var pendingSurrogate: UInt16?
        while byte != quote {
            guard !isAtEnd else { throw PropertyListError("This text doesn't end.", at: start) }
            if byte == UInt8(ascii: "\\") {
                try escape(&text, &pendingSurrogate)
            } else {
                guard pendingSurrogate == nil else { throw error("Half a surrogate pair.") }
                text.append(byte)
                offset += 1
            }
        }
        guard pendingSurrogate == nil else { throw error("Half a surrogate pair.") }
        offset += 1
        guard let result = String(validating: text, as: UTF8.self) else {
            throw PropertyListError("The text isn't UTF-8.", at: start)
        }
        return result
    }

    /// Reads one escape: a letter such as `\n`, `\U20ac` in UTF-16, `\341` in the NeXTSTEP encoding. A line end or
    /// any other character after the backslash represents itself.
    private mutating func escape(
        _ text: inout [UInt8], _ pendingSurrogate: inout UInt16?
    ) throws(PropertyListError) {
        let start = offset
        offset += 1
        let escaped = byte
        guard !isAtEnd else { throw error("Half an escape.") }
        offset += 1
        if escaped == UInt8(ascii: "U") || escaped == UInt8(ascii: "u"), let unit = number(radix: 16, upTo: 4) {
            let unit = UInt16(unit)
            if let high = pendingSurrogate {
                guard unit & 0xFC00 == 0xDC00 else { throw PropertyListError("Half a surrogate pair.", at: start) }
                pendingSurrogate = nil
                let pair = 0x10000 + UInt32(high & 0x3FF) << 10 + UInt32(unit & 0x3FF)
                PropertyListEncoding.append(pair, to: &text)
            } else if unit & 0xFC00 == 0xD800 {
                pendingSurrogate = unit
            } else {
                guard unit & 0xFC00 != 0xDC00 else { throw PropertyListError("Half a surrogate pair.", at: start) }
                PropertyListEncoding.append(UInt32(unit), to: &text)
            }
            return
        }
        guard pendingSurrogate == nil else { throw PropertyListError("Half a surrogate pair.", at: start) }
        switch escaped {
        case UInt8(ascii: "a"): text.append(0x07)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "v"): text.append(0x0B)
        case 0x30...0x37:
            offset -= 1
            let code = UInt8(truncatingIfNeeded: number(radix: 8, upTo: 3) ?? 0)
            PropertyListEncoding.append(NextStepEncoding.scalar(code).value, to: &text)
        default:
            // If the character has several bytes, the rest of them follow as they are.
            text.append(escaped)
        }
    }

    /// Reads a number of at most `limit` digits. Returns nil if there is no digit.
    private mutating func number(radix: Int, upTo limit: Int) -> Int? {
        var value = 0
        var count = 0
        while count < limit, let digit = Self.digit(byte), digit < radix {
            value = value * radix + digit
            offset += 1
            count += 1
        }
        return count > 0 ? value : nil
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x30...0x39: Int(byte) - 0x30
        case 0x41...0x46: Int(byte) - 0x41 + 10
        case 0x61...0x66: Int(byte) - 0x61 + 10
        default: nil
        }
    }

    // MARK: Data and typed values

    /// Reads data: `<0fbd77 1c2735ae>`, or GNUstep's `<[base64]>`.
    private mutating func data() throws(PropertyListError) -> Data {
        let start = offset
        offset += 1
        if byte == UInt8(ascii: "[") {
            let text = try textUpTo("]>", from: offset + 1)
            let data = text.withBytes { text in Result { () throws(Base64Error) in try Base64.decode(text) } }
            switch data {
            case .success(let data): return data
            case .failure(let error): throw PropertyListError("This isn't base64: \(error.reason).", at: start)
            }
        }
        var digits: [Int] = []
        while byte != UInt8(ascii: ">") {
            if let digit = Self.digit(byte) {
                digits.append(digit)
            } else if byte > 0x20 || isAtEnd {
                throw error("Expected hexadecimal digits or >.")
            }
            offset += 1
        }
        guard digits.count % 2 == 0 else { throw error("Data of half a byte.") }
        offset += 1
        return Data(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }

    private mutating func textUpTo(_ end: StaticString, from start: Int) throws(PropertyListError) -> [UInt8] {
        guard let stop = source.bytes(from: 0).firstIndex(of: end, from: start) else {
            throw PropertyListError("This value doesn't end.", at: offset)
        }
        offset = stop + end.utf8CodeUnitCount
        return source.bytes(start..<stop).array
    }

    /// Reads a typed value of GNUstep: `<*I5>`, `<*R1.5>`, `<*BY>` or `<*D2018-03-16 16:49:14 +0000>`.
    private mutating func typedValue() throws(PropertyListError) -> ModelScalar {
        let start = offset
        let type = source[offset + 2]
        guard offset + 3 <= source.count else { throw error("Expected a typed value.") }
        var text = String(decoding: try textUpTo(">", from: offset + 3), as: UTF8.self)
        if text.hasPrefix("\""), text.hasSuffix("\""), text.count > 1 { text = String(text.dropFirst().dropLast()) }
        switch type {
        case UInt8(ascii: "I"):
            if let value = Int64(text) { return .int64(value) }
            if let value = UInt64(text) { return .uint64(value) }
        case UInt8(ascii: "R"):
            if let value = text.withUTF8({ NumberText.double($0) }) { return .double(value) }
            switch text.lowercased() {
            case "nan": return .double(.nan)
            case "inf", "infinity", "+inf": return .double(.infinity)
            case "-inf", "-infinity": return .double(-.infinity)
            default: break
            }
        case UInt8(ascii: "B"):
            if text == "Y" { return .bool(true) }
            if text == "N" { return .bool(false) }
        case UInt8(ascii: "D"):
            let parts = text.split(separator: " ")
            if parts.count == 3, let date = DateText.date(from: "\(parts[0])T\(parts[1])\(parts[2])") {
                return .date(date)
            }
        default: break
        }
        throw PropertyListError("This is no typed value.", at: start)
    }
}

/// The character set of NeXTSTEP, in which old property lists write characters as numbers.
///
/// The mapping is from Unicode's table VENDORS/NEXT/NEXTSTEP.TXT.
private enum NextStepEncoding {
    private static let upperHalf = Array(
        """
        \u{A0}ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷\
        ©¡¢£⁄¥ƒ§¤’“«‹›ﬁﬂ®–†‡·¦¶•‚„”»…‰¬¿\
        ¹ˋ´ˆ˜¯˘˙¨²˚¸³˝˛ˇ—±¼½¾àáâãäåçèéêë\
        ìÆíªîïðñŁØŒºòóôõöæùúûıüýłøœßþÿ\u{FFFD}\u{FFFD}
        """.unicodeScalars)

    /// Returns the Unicode scalar of a byte.
    static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        byte < 0x80 ? Unicode.Scalar(byte) : upperHalf[Int(byte) - 0x80]
    }
}
