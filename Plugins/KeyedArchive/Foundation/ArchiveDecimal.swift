import Documents
import FormatSupport

/// The parts of a decimal, as NSDecimalNumber archives them.
struct ArchiveDecimal {
    /// The number that CoreFoundation uses for the little-endian byte order.
    static let littleEndian = 1
    static let bigEndian = 2

    var exponent: Int
    /// The number of the mantissa's words that are used. If it is 0, the value is zero, or NaN if `isNegative` is true.
    var length: Int
    var isNegative: Bool
    var isCompact: Bool
    /// Eight words of 16 bits, the least significant word first. Each word is little-endian.
    var mantissa: Data

    init(_ value: Decimal) {
        let parts = DecimalText.parts(of: value)
        let number = parts?.digits ?? 0
        exponent = number == 0 ? 0 : parts?.exponent ?? 0
        length = (128 - number.leadingZeroBitCount + 15) / 16
        isNegative = parts.map { $0.isNegative && number != 0 } ?? true
        isCompact = number % 10 != 0 || number == 0
        mantissa = Data((0..<16).map { UInt8(truncatingIfNeeded: number >> UInt128(8 * $0)) })
    }

    /// Returns the decimal that the parts represent. Returns nil if the parts aren't valid.
    static func decimal(
        exponent: Int64, length: Int64, isNegative: Bool, byteOrder: Int64, mantissa: Data
    ) -> Decimal? {
        guard (-128...127).contains(exponent), (0...8).contains(length), mantissa.count == 16 else { return nil }
        if length == 0 { return isNegative ? Decimal.nan : Decimal(0) }
        let bytes = [UInt8](mantissa)
        let low = byteOrder == bigEndian ? 1 : 0
        // Words after `length` are ignored.
        let number = (0..<Int(length)).reversed().reduce(UInt128(0)) {
            $0 << 16 | UInt128(bytes[$1 * 2 + low]) | UInt128(bytes[$1 * 2 + 1 - low]) << 8
        }
        return DecimalText.decimal(digits: number, exponent: Int(exponent), isNegative: isNegative)
    }
}
