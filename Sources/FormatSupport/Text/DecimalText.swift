/// Converts decimal numerals to `Decimal`.
public enum DecimalText {
    /// The exponents of `Decimal`.
    private static let exponents = -128...127
    private static let english = Locale(identifier: "en_US_POSIX")

    /// The exact value of a numeral such as `-12.50e3`, or of `NaN`. Nil if the text isn't a numeral, or if `Decimal`
    /// can't represent it exactly: it represents all numbers of 38 digits and some of 39.
    ///
    /// Linear in the number of bytes.
    public static func decimal(_ text: String) -> Decimal? {
        // The description of a `Decimal` that isn't a number. There are no infinite ones.
        if text == "NaN" { return .nan }
        var bytes = text.utf8[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
        var digits: UInt128 = 0
        // The number of zeros since the last other digit. They are appended to `digits` if another digit follows.
        var zeros = 0
        var isEmpty = true
        var fraction: Int?
        while let byte = bytes.first {
            if byte == UInt8(ascii: "."), fraction == nil {
                fraction = 0
            } else if let digit = digit(byte) {
                isEmpty = false
                if let known = fraction { fraction = known + 1 }
                if digit != 0 {
                    guard let grown = shifted(digits, by: digits == 0 ? 1 : zeros + 1) else { return nil }
                    let (sum, overflow) = grown.addingReportingOverflow(UInt128(digit))
                    guard !overflow else { return nil }
                    digits = sum
                    zeros = 0
                } else if digits != 0 {
                    zeros += 1
                }
            } else {
                break
            }
            bytes.removeFirst()
        }
        guard !isEmpty, let exponent = exponent(bytes) else { return nil }
        return decimal(digits: digits, exponent: exponent - (fraction ?? 0) + zeros, isNegative: isNegative)
    }

    /// The decimal `digits` · 10^`exponent`, negative if `isNegative`. Nil if `Decimal` can't represent it.
    public static func decimal(digits: UInt128, exponent: Int, isNegative: Bool) -> Decimal? {
        guard digits != 0 else { return Decimal(0) }
        var digits = digits
        var exponent = exponent
        while digits % 10 == 0, exponent < exponents.upperBound {
            digits /= 10
            exponent += 1
        }
        if exponent > exponents.upperBound {
            guard let grown = shifted(digits, by: exponent - exponents.upperBound) else { return nil }
            digits = grown
            exponent = exponents.upperBound
        }
        guard exponents.contains(exponent) else { return nil }
        return Decimal(string: "\(isNegative ? "-" : "")\(digits)e\(exponent)", locale: english)
    }

    /// The exponent after the digits of a numeral; 0 if there is no more text. Nil for anything else.
    private static func exponent(_ text: Substring.UTF8View) -> Int? {
        guard let first = text.first else { return 0 }
        guard first | 0x20 == UInt8(ascii: "e") else { return nil }
        var bytes = text.dropFirst()
        let isBelow = bytes.first == UInt8(ascii: "-")
        if isBelow || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
        guard !bytes.isEmpty else { return nil }
        var exponent = 0
        for byte in bytes {
            guard let digit = digit(byte) else { return nil }
            // A larger exponent matters only if the text has a terabyte of digits.
            exponent = min(exponent * 10 + Int(digit), 1 << 40)
        }
        return isBelow ? -exponent : exponent
    }

    private static func digit(_ byte: UInt8) -> UInt8? { byte &- 0x30 < 10 ? byte &- 0x30 : nil }

    /// The digits followed by `zeros` zeros; nil if they need more than 128 bits.
    private static func shifted(_ digits: UInt128, by zeros: Int) -> UInt128? {
        guard digits != 0 else { return 0 }
        guard zeros < 39 else { return nil }
        var result = digits
        for _ in 0..<zeros {
            let (product, overflow) = result.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            result = product
        }
        return result
    }
}
