// The digits of a `Decimal`. Foundation's public functions have them only as text.

extension DecimalText {
    /// Returns a decimal as digits · 10^exponent, where the digits are an integer. The exponent of zero is 0. Returns
    /// nil if the decimal isn't a number.
    public static func parts(of value: Decimal) -> (digits: UInt128, exponent: Int, isNegative: Bool)? {
        guard !value.isNaN else { return nil }
        let memory = DecimalMemory(value)
        let digits = memory?.digits ?? UInt128(value.significand.magnitude.description) ?? 0
        // Foundation's arithmetic makes zeros with any exponent.
        guard digits != 0 else { return (0, 0, false) }
        return (digits, memory.map { Int($0.exponent) } ?? value.exponent, memory?.isNegative ?? value.isSignMinus)
    }

    /// Returns the text of a decimal: all of its digits, without an exponent. `NaN` if it isn't a number. The text is
    /// the description of the decimal.
    public static func text(of value: Decimal) -> String {
        var buffer = ByteBuffer(capacity: 64)
        buffer.appendText(value)
        return buffer.withBytes { $0.text }
    }

    /// Returns the decimal of digits without zeros at the end. Returns nil if only text makes it.
    static func made(_ digits: UInt128, _ exponent: Int, isNegative: Bool) -> Decimal? {
        guard digits % 10 != 0, let exponent = Int8(exactly: exponent) else { return nil }
        return DecimalMemory(digits, exponent, isNegative: isNegative).decimal
    }
}

extension ByteBuffer {
    /// Appends all digits of a decimal, without an exponent: `12.5`, `0.001`, `100`. Appends `NaN` if it isn't a
    /// number.
    public mutating func appendText(_ value: Decimal) {
        guard let (digits, exponent, isNegative) = DecimalText.parts(of: value) else { return append("NaN") }
        if isNegative { append(UInt8(ascii: "-")) }
        let start = count
        append(digits: digits)
        if exponent >= 0 {
            return append(repeating: 0x30, count: digits == 0 ? 0 : exponent)
        }
        let whole = count - start + exponent
        // "0." and further zeros come before the digits, or a point comes between them.
        let added = whole > 0 ? 1 : 2 - whole
        append(repeating: 0x30, count: added)
        withMutableBytes { bytes in
            let source = whole > 0 ? start + whole : start
            for index in stride(from: bytes.count - added - 1, through: source, by: -1) {
                unsafe bytes[index + added] = bytes[index]
            }
            if whole <= 0 { for index in source..<source + added { unsafe bytes[index] = 0x30 } }
            unsafe bytes[whole > 0 ? source : source + 1] = UInt8(ascii: ".")
        }
    }

    private mutating func append(digits: UInt128) {
        guard let low = UInt64(exactly: digits) else {
            // The lower nineteen digits, with zeros in front.
            let (high, rest) = digits.quotientAndRemainder(dividingBy: 10_000_000_000_000_000_000)
            append(digits: high)
            return append(room: 19) { room in
                guard let start = room.baseAddress else { return 0 }
                unsafe NumberText.write(UInt64(rest), 19, to: start)
                return 19
            }
        }
        appendText(low)
    }
}

/// A `Decimal` in memory, as swift-foundation stores it.
///
/// The bytes are the exponent, flags, two bytes without meaning, and eight words of 16 bits with the digits as an
/// integer, the least significant word first. The flags are, from the highest bit: four bits with the number of words
/// that aren't 0, then a bit of a negative number and a bit of an integer that isn't divisible by 10. Foundation of
/// Apple has another layout. Therefore the layout is tried with a few decimals.
private struct DecimalMemory: BitwiseCopyable {
    var exponent: Int8 = 0
    private var flags: UInt8 = 0
    private var unused: UInt16 = 0
    private var words: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)

    var isNegative: Bool { flags & 8 != 0 }

    var digits: UInt128 {
        UInt128(words.0) | UInt128(words.1) << 32 | UInt128(words.2) << 64 | UInt128(words.3) << 96
    }

    /// Returns nil if decimals have another layout.
    init?(_ value: Decimal) {
        guard Self.isKnown else { return nil }
        self.init(copying: value)
    }

    private init(copying value: Decimal) {
        unsafe withUnsafeBytes(of: value) { unsafe self = $0.loadUnaligned(as: Self.self) }
    }

    init(_ digits: UInt128, _ exponent: Int8, isNegative: Bool) {
        let count = UInt8(truncatingIfNeeded: (128 - digits.leadingZeroBitCount + 15) / 16)
        self.exponent = exponent
        flags = count << 4 | (isNegative ? 8 : 0) | 4
        func word(_ index: UInt128) -> UInt32 { UInt32(truncatingIfNeeded: digits >> (index * 32)) }
        words = (word(0), word(1), word(2), word(3))
    }

    /// The decimal with this memory. Nil if decimals have another layout.
    var decimal: Decimal? { Self.isKnown ? uncheckedDecimal : nil }

    private var uncheckedDecimal: Decimal {
        var value = Decimal()
        unsafe withUnsafeMutableBytes(of: &value) { unsafe $0.storeBytes(of: self, as: Self.self) }
        return value
    }

    /// True if decimals have this layout.
    private static let isKnown: Bool = {
        guard MemoryLayout<Decimal>.size == MemoryLayout<Self>.size, _isPOD(Decimal.self) else { return false }
        let samples: [(text: String, digits: UInt128, exponent: Int8, isNegative: Bool)] = [
            ("7", 7, 0, false), ("-12.5", 125, -1, true), ("1e100", 1, 100, false), ("-3e-120", 3, -120, true),
            ("98765.43210987654321", 9_876_543_210_987_654_321, -14, false),
            ("340282366920938463463374607431768211451", .max - 4, 0, false),
        ]
        return samples.allSatisfy { sample in
            guard let value = Decimal(string: sample.text) else { return false }
            let (made, copy) = (Self(sample.digits, sample.exponent, isNegative: sample.isNegative), Self(copying: value))
            return made.flags == copy.flags && made.exponent == copy.exponent && made.digits == copy.digits
        }
    }()
}
