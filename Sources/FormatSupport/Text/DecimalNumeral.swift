/// The parts of a decimal numeral: its sign, up to 19 digits, and a power of ten.
@frozen
public struct DecimalNumeral: Sendable, Hashable {
    /// The first 19 significant digits as an integer.
    public var significand: UInt64
    /// The power of ten that the significand is multiplied by.
    public var exponent: Int
    /// True if the numeral has a minus sign, even before a zero.
    public var isNegative: Bool
    /// True if the significand contains all digits of the numeral: no digits other than zero follow.
    public var isExact: Bool
    /// True if the numeral has neither a point nor an exponent.
    public var isInteger: Bool

    /// Creates a numeral from its parts.
    @inlinable
    public init(significand: UInt64, exponent: Int, isNegative: Bool, isExact: Bool, isInteger: Bool) {
        self.significand = significand
        self.exponent = exponent
        self.isNegative = isNegative
        self.isExact = isExact
        self.isInteger = isInteger
    }

    /// The largest exponent that is read. A larger exponent is read as this one. The number is infinity or zero in
    /// both cases, unless the text has about 2^40 digits.
    private static let largestExponent = 1 << 40

    /// Parses `text`, which must consist of one numeral: an optional sign, digits with or without a point, an
    /// optional exponent.
    ///
    /// Returns nil for any other text. The time is linear in the number of bytes.
    @safe
    public init?(_ text: UnsafeBufferPointer<UInt8>) {
        var index = 0
        func byte(_ index: Int) -> UInt8 { index < text.count ? unsafe text[index] : 0 }
        self.init(significand: 0, exponent: 0, isNegative: byte(0) == UInt8(ascii: "-"), isExact: true, isInteger: true)
        if isNegative || byte(0) == UInt8(ascii: "+") { index += 1 }
        var kept = 0
        var digits = 0
        while index < text.count {
            let digit = byte(index) &- 0x30
            if digit < 10 {
                digits += 1
                if kept < 19 {
                    significand = significand &* 10 &+ UInt64(digit)
                    // Leading zeros aren't significant.
                    if significand != 0 { kept += 1 }
                    if !isInteger { exponent -= 1 }
                } else {
                    if digit != 0 { isExact = false }
                    if isInteger { exponent += 1 }
                }
            } else if byte(index) == UInt8(ascii: "."), isInteger {
                isInteger = false
            } else {
                break
            }
            index += 1
        }
        guard digits > 0 else { return nil }
        if byte(index) | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            index += 1
            let isBelow = byte(index) == UInt8(ascii: "-")
            if isBelow || byte(index) == UInt8(ascii: "+") { index += 1 }
            let start = index
            var written = 0
            while index < text.count, byte(index) &- 0x30 < 10 {
                written = min(written * 10 + Int(byte(index) &- 0x30), Self.largestExponent)
                index += 1
            }
            guard index > start else { return nil }
            exponent += isBelow ? -written : written
        }
        guard index == text.count else { return nil }
    }
}
