import Documents
import FormatSupport

extension JSONScanner {
    /// True if a number of JSON begins at the position.
    @inline(__always)
    var isAtNumber: Bool { JSONText.isDigit(byte) || byte == UInt8(ascii: "-") }

    /// Reads an integer of at most 18 digits. Returns nil for any other value, and leaves the position as it was.
    @inline(__always)
    mutating func readShortInteger() -> Int64? {
        var index = position
        let isNegative = byte == UInt8(ascii: "-")
        if isNegative { index &+= 1 }
        let start = index
        var value: Int64 = 0
        while true {
            let digit = self[index] &- 0x30
            guard digit < 10, index &- start < 19 else { break }
            value = value &* 10 &+ Int64(digit)
            index &+= 1
        }
        let digits = index &- start
        guard digits > 0, digits < 19, digits == 1 || self[start] != 0x30 else { return nil }
        // -0 is a double.
        if isNegative, value == 0 { return nil }
        let next = self[index]
        // `0x` begins a number in JSON5, and nowhere else.
        guard next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e"), next | 0x20 != UInt8(ascii: "x") else {
            return nil
        }
        position = index
        return isNegative ? -value : value
    }

    /// Reads the numeral at the position, and moves to its end.
    @inline(__always)
    mutating func readNumeral() throws -> DecimalNumeral {
        let start = position
        var index = position
        let isNegative = byte == UInt8(ascii: "-")
        if isNegative { index &+= 1 }
        let first = index
        var significand: UInt64 = 0
        while true {
            let digit = self[index] &- 0x30
            guard digit < 10 else { break }
            significand = significand &* 10 &+ UInt64(digit)
            index &+= 1
        }
        var digits = index &- first
        guard digits > 0, digits == 1 || self[first] != 0x30 else { throw badNumeral(first, digits) }
        var isInteger = true
        var exponent = 0
        if self[index] == UInt8(ascii: ".") {
            isInteger = false
            index &+= 1
            let fraction = index
            var count = 8
            while count == 8 {
                let digits: UInt64
                (digits, count) = self.digits(at: index)
                significand = significand &* Self.power(count) &+ digits
                index &+= count
            }
            exponent = fraction &- index
            guard exponent < 0 else { throw badNumeral(index, 0) }
            digits &-= exponent
        }
        if self[index] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            index &+= 1
            let isBelow = self[index] == UInt8(ascii: "-")
            if isBelow || self[index] == UInt8(ascii: "+") { index &+= 1 }
            guard JSONText.isDigit(self[index]) else { throw badNumeral(index, 0) }
            var written = 0
            while JSONText.isDigit(self[index]) {
                // A larger exponent makes no difference, except with a terabyte of digits.
                if written < 1 << 40 { written = written &* 10 &+ Int(self[index] &- 0x30) }
                index &+= 1
            }
            exponent &+= isBelow ? -written : written
        }
        position = index
        if digits > 19, let numeral = DecimalNumeral(source.bytes(start..<index)) { return numeral }
        return DecimalNumeral(
            significand: significand, exponent: exponent, isNegative: isNegative, isExact: true, isInteger: isInteger)
    }

    /// Returns the number that the digits at an index are, and how many there are: at most eight.
    ///
    /// All digits are taken at once. Neighbors are joined: digits to pairs, pairs to numbers of four digits, and these
    /// to the number. The source has padding after the end.
    @inline(__always)
    private func digits(at index: Int) -> (value: UInt64, count: Int) {
        let bytes = unsafe UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
        var word = UInt64(littleEndian: bytes) ^ 0x3030_3030_3030_3030
        // The highest bit of each byte that is no digit. A carry out of such a byte only reaches bytes behind it.
        let others = (word &+ 0x7676_7676_7676_7676 | word) & 0x8080_8080_8080_8080
        let count = others.trailingZeroBitCount >> 3
        // The last digit moves to the highest byte, with zeros before the first digit.
        if count < 8 { word = (word &<< 8) &<< UInt64(truncatingIfNeeded: 56 &- count &* 8) }
        let pairs = (word &* (10 << 8 | 1)) >> 8 & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* (100 << 16 | 1)) >> 16 & 0x0000_FFFF_0000_FFFF
        return ((fours &* (10_000 << 32 | 1)) >> 32, count)
    }

    /// Returns 10 to the `exponent`, from 0 to 8.
    @inline(__always)
    private static func power(_ exponent: Int) -> UInt64 {
        switch exponent {
        case 0: 1
        case 1: 10
        case 2: 100
        case 3: 1000
        case 4: 10_000
        case 5: 100_000
        case 6: 1_000_000
        case 7: 10_000_000
        default: 100_000_000
        }
    }

    @inline(never)
    private mutating func badNumeral(_ offset: Int, _ digits: Int) -> ModelError {
        position = offset
        return digits > 1 ? corrupt("A number begins with a zero that isn't its only digit.") : unexpected("a digit")
    }

    /// Returns the double nearest to a numeral that begins at `start` and ends at the position. Returns infinity
    /// beyond the largest double.
    @inline(__always)
    func double(_ numeral: DecimalNumeral, _ start: Int) -> Double {
        let exact =
            numeral.isExact
            ? NumberText.double(
                significand: numeral.significand, exponent: numeral.exponent, isNegative: numeral.isNegative) : nil
        return exact ?? NumberText.double(numeral, source.bytes(start..<position)) ?? .infinity
    }

    /// Appends the number at the position as a kind of value that contains all of its digits: an integer, a double, a
    /// decimal, or its digits.
    @inline(__always)
    mutating func appendNumber(to builder: inout DocumentBuilder) throws {
        if let short = readShortInteger() { return try builder.append(short) }
        let start = position
        try append(try readNumeral(), start, to: &builder)
    }

    /// Appends the number at the position if it is valid JSON. Otherwise returns false, without moving: the number may
    /// be valid JSON5.
    @inline(__always)
    private mutating func appendPlainNumber(to builder: inout DocumentBuilder) throws -> Bool {
        if let short = readShortInteger() {
            try builder.append(short)
            return true
        }
        let start = position
        let first = byte == UInt8(ascii: "-") ? start &+ 1 : start
        guard self[first &+ 1] | 0x20 != UInt8(ascii: "x"), let numeral = try? readNumeral() else {
            position = start
            return false
        }
        try append(numeral, start, to: &builder)
        return true
    }

    /// Appends the number that a numeral represents. The numeral begins at `start` and ends at the position.
    mutating func append(_ numeral: DecimalNumeral, _ start: Int, to builder: inout DocumentBuilder) throws {
        if numeral.isInteger {
            if numeral.significand == 0, numeral.isNegative { return try builder.append(-0.0) }
            if let integer = integer(numeral, start) { return try builder.append(integer) }
        }
        let value = double(numeral, start)
        if !numeral.isInteger, value.isFinite, Self.isShortForm(numeral, of: value) { return try builder.append(value) }
        let digits = source.bytes(start..<position)
        if let exact = DecimalText.decimal(digits.text) {
            return try builder.append(.decimal(exact))
        }
        try builder.append(numeral: digits)
    }

    func integer(_ numeral: DecimalNumeral, _ start: Int) -> ModelScalar? {
        if numeral.isExact, numeral.exponent == 0 {
            if numeral.isNegative {
                return numeral.significand <= 1 << 63
                    ? .int64(Int64(truncatingIfNeeded: 0 &- numeral.significand)) : nil
            }
            return Int64(exactly: numeral.significand).map { .int64($0) } ?? .uint64(numeral.significand)
        }
        // A number of twenty digits may still fit into 64 bits.
        guard position - start <= 21, !numeral.isNegative else { return nil }
        return UInt64(source.bytes(start..<position).text).map { .uint64($0) }
    }

    /// Returns true if the shortest form of the double is the same number as the numeral. Then the double contains
    /// all of its digits.
    private static func isShortForm(_ numeral: DecimalNumeral, of value: Double) -> Bool {
        guard numeral.isExact else { return false }
        var digits = numeral.significand
        var exponent = numeral.exponent
        guard digits != 0 else { return true }
        // No two numbers of at most 15 digits have the same nearest double.
        if digits < 1_000_000_000_000_000, value.isNormal { return true }
        while digits % 10 == 0 {
            digits /= 10
            exponent += 1
        }
        let short = ShortestDecimal(magnitudeOf: value)
        return short.digits == digits && short.exponent == exponent
    }

    /// Skips `true`, `false` or `null`. Returns false if the byte at the position begins none of these words.
    ///
    /// - Throws: `corruptData` if only the first letter is right.
    mutating func skipLiteral() throws -> Bool {
        switch byte {
        case UInt8(ascii: "t"): try skip("true")
        case UInt8(ascii: "f"): try skip("false")
        case UInt8(ascii: "n"): try skip("null")
        default: return false
        }
        return true
    }

    /// Skips a literal, which must be at the position.
    @inline(__always)
    mutating func skip(_ literal: StaticString) throws {
        let size = literal.utf8CodeUnitCount
        // A literal is shorter than the padding after the file.
        guard unsafe memcmp(base + position, literal.utf8Start, size) == 0 else {
            throw unexpected(literal.description)
        }
        position &+= size
    }

    /// Appends the scalar at the position, which isn't a string.
    @inline(__always)
    mutating func appendScalar(to builder: inout DocumentBuilder) throws {
        if isAtNumber {
            guard allowsJSON5 else { return try appendNumber(to: &builder) }
            if try appendPlainNumber(to: &builder) { return }
        }
        let first = byte
        if try skipLiteral() {
            return try first == UInt8(ascii: "n") ? builder.appendNull() : builder.append(first == UInt8(ascii: "t"))
        }
        guard allowsJSON5 else { throw unexpected("a value") }
        try appendJSON5Number(to: &builder)
    }
}
