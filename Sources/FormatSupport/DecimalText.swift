import Foundation

/// Decimal numerals.
public enum DecimalText {
    /// The most significant digits that `Decimal` always holds.
    public static let maximumDigits = 38

    /// The exact value of a numeral such as `-12.50e3`, or of `NaN`; nil where the text isn't one, or `Decimal` can't hold it exactly.
    public static func decimal(_ text: String) -> Decimal? {
        // As `Decimal` describes it; it has no infinity.
        if text == "NaN" { return .nan }
        var significant = 0
        var trailingZeros = 0
        var digits = 0
        var seenPoint = false
        var fraction = 0
        var exponent = 0
        var bytes = Array(text.utf8)[...]
        if bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
        while let byte = bytes.first {
            if byte == UInt8(ascii: "."), !seenPoint {
                seenPoint = true
            } else if (0x30...0x39).contains(byte) {
                digits += 1
                if seenPoint { fraction += 1 }
                if byte != 0x30 {
                    significant += trailingZeros + 1
                    trailingZeros = 0
                } else if significant > 0 {
                    trailingZeros += 1
                }
            } else {
                break
            }
            bytes.removeFirst()
        }
        guard digits > 0 else { return nil }
        if let byte = bytes.first {
            guard byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E"),
                let written = Int(String(decoding: bytes.dropFirst(), as: UTF8.self)), abs(written) < 1000
            else { return nil }
            exponent = written
        }
        let last = exponent - fraction + trailingZeros
        guard significant <= maximumDigits, significant == 0 || (-128...127).contains(last) else { return nil }
        return significant == 0 ? Decimal(0) : Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }
}
