import Documents
import FormatSupport

// The syntax that JSON5 (spec.json5.org) has beyond JSON.

extension JSONScanner {
    /// Skips one comment, or one white space character that JSON doesn't have. Returns false if there is neither.
    mutating func skipJSON5Space() throws -> Bool {
        switch byte {
        case 0x0B, 0x0C:
            position += 1
        case UInt8(ascii: "/"):
            if self[position + 1] == UInt8(ascii: "/") {
                while position < count, byte != 0x0A, byte != 0x0D, !isLineSeparator(position) { position += 1 }
            } else if self[position + 1] == UInt8(ascii: "*") {
                try skipBlockComment()
            } else {
                return false
            }
        case 0x80...:
            guard let scalar = scalar(at: position), Self.isSpace(scalar) else { return false }
            position += UTF8.width(scalar)
        default:
            return false
        }
        return true
    }

    private mutating func skipBlockComment() throws {
        let start = position
        position += 2
        while byte != UInt8(ascii: "*") || self[position + 1] != UInt8(ascii: "/") {
            guard position < count else { throw corrupt("The comment has no end.", at: start) }
            position += 1
        }
        position += 2
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2028, 0x2029, 0xFEFF: true
        default: scalar.properties.generalCategory == .spaceSeparator
        }
    }

    private func isLineSeparator(_ index: Int) -> Bool {
        self[index] == 0xE2 && self[index + 1] == 0x80 && self[index + 2] & 0xFE == 0xA8
    }

    /// Returns the character at an offset. Returns nil if the bytes aren't UTF-8.
    private func scalar(at index: Int) -> Unicode.Scalar? {
        // At most four bytes are read, and the file is followed by padding.
        var decoder = UTF8()
        var bytes = unsafe UnsafeBufferPointer(start: base + index, count: 4).makeIterator()
        if case .scalarValue(let scalar) = unsafe decoder.decode(&bytes) { return scalar }
        return nil
    }

    mutating func scanJSON5String() throws -> StringRange {
        let quote = byte
        var range = StringRange(start: position + 1, end: position + 1)
        var index = position + 1
        while self[index] != quote {
            let byte = self[index]
            if byte == UInt8(ascii: "\\") {
                range.hasEscapes = true
                // Any character may follow the backslash. Most characters represent themselves there.
                if self[index + 1] >= 0x80 { range.isASCII = false }
                index += self[index + 1] == 0x0D && self[index + 2] == 0x0A ? 3 : 2
            } else {
                if byte == 0x0A || byte == 0x0D { throw corrupt("A string holds a line break.", at: index) }
                if byte >= 0x80 { range.isASCII = false }
                index += 1
            }
            guard index < count else { throw unterminated(range.start) }
        }
        guard index < count else { throw unterminated(range.start) }
        range.end = index
        position = index + 1
        return range
    }

    /// Appends the character that an escape of JSON5 represents. An escaped line break represents no character.
    /// Returns the offset after the escape.
    mutating func unescapeJSON5(_ index: Int) throws -> Int {
        let byte = self[index + 1]
        switch byte {
        case UInt8(ascii: "v"): append(unescaped: "\u{0B}")
        case UInt8(ascii: "x"):
            guard let value = hexadecimal(index + 2, 2), let scalar = Unicode.Scalar(value) else {
                throw corrupt("Two hexadecimal digits must follow \\x.", at: index)
            }
            append(unescaped: scalar)
            return index + 4
        case 0x30 where !JSONText.isDigit(self[index + 2]): append(unescaped: "\0")
        case 0x30...0x39: throw corrupt("A string holds an octal escape.", at: index)
        case 0x0A: break
        case 0x0D: return index + (self[index + 2] == 0x0A ? 3 : 2)
        default:
            if isLineSeparator(index + 1) { return index + 4 }
            // Any other character represents itself. The rest of its bytes follow.
            scratch.buffer.append(byte)
        }
        return index + 2
    }

    /// Moves to the end of a key without quotes, which is an identifier of ECMAScript 5.1. Returns the key's range.
    mutating func scanIdentifier() throws -> StringRange {
        var range = StringRange(start: position, end: position)
        while position < count {
            let isFirst = position == range.start
            if byte == UInt8(ascii: "\\") {
                guard self[position + 1] == UInt8(ascii: "u"), let value = hexadecimal(position + 2, 4),
                    let scalar = Unicode.Scalar(value), Self.isIdentifier(scalar, isFirst)
                else { throw unexpected("a key") }
                range.hasEscapes = true
                position += 6
            } else {
                guard let scalar = scalar(at: position), Self.isIdentifier(scalar, isFirst) else { break }
                if scalar.value >= 0x80 { range.isASCII = false }
                position += UTF8.width(scalar)
            }
        }
        guard position > range.start else { throw unexpected("a key") }
        range.end = position
        return range
    }

    private static func isIdentifier(_ scalar: Unicode.Scalar, _ isFirst: Bool) -> Bool {
        if scalar == "$" || scalar == "_" { return true }
        let properties = scalar.properties
        return isFirst
            ? properties.isIDStart : properties.isIDContinue || scalar.value == 0x200C || scalar.value == 0x200D
    }

    /// Appends the number at the position, which may have a syntax that only JSON5 has.
    mutating func appendJSON5Number(to builder: inout DocumentBuilder) throws {
        let start = position
        let isNegative = byte == UInt8(ascii: "-")
        if isNegative || byte == UInt8(ascii: "+") { position += 1 }
        switch byte {
        case UInt8(ascii: "I"):
            try skip("Infinity")
            return try builder.append(isNegative ? -Double.infinity : .infinity)
        case UInt8(ascii: "N"):
            try skip("NaN")
            return try builder.append(Double.nan)
        case 0x30 where self[position + 1] | 0x20 == UInt8(ascii: "x"):
            position += 2
            return try builder.append(try readHexadecimal(isNegative))
        default:
            break
        }
        if byte == 0x30, JSONText.isDigit(self[position + 1]) {
            throw corrupt("A number begins with a zero that isn't its only digit.")
        }
        // Only the end of the numeral is searched for here. Whether it is valid is known when it is taken apart.
        while JSONText.isDigit(byte) || byte == UInt8(ascii: ".") { position += 1 }
        if byte | 0x20 == UInt8(ascii: "e") {
            position += 1
            if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") { position += 1 }
            while JSONText.isDigit(byte) { position += 1 }
        }
        guard let numeral = DecimalNumeral(source.bytes(start..<position)) else {
            position = start
            throw unexpected("a value")
        }
        try append(numeral, start, to: &builder)
    }

    private mutating func readHexadecimal(_ isNegative: Bool) throws -> ModelScalar {
        let start = position
        var value: UInt64 = 0
        var isLarge = false
        while let digit = JSONText.hexadecimal(byte) {
            if value >> 60 != 0 { isLarge = true }
            value = value << 4 | UInt64(digit)
            position += 1
        }
        guard position > start else { throw unexpected("a hexadecimal digit") }
        if isLarge {
            let text = source.bytes(start..<position).text
            guard let large = Double("0x" + text), large.isFinite else {
                throw ModelError(.outOfRange, expected: "a number", found: "one beyond the largest double")
                    .at(location(start))
            }
            return .double(isNegative ? -large : large)
        }
        if !isNegative { return Int64(exactly: value).map { .int64($0) } ?? .uint64(value) }
        if value == 0 { return .double(-0.0) }
        return value <= 1 << 63 ? .int64(Int64(truncatingIfNeeded: 0 &- value)) : .decimal(-Decimal(value))
    }
}
