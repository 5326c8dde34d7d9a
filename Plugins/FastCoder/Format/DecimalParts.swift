import FormatSupport

/// A decimal as 20 bytes, in the layout of Apple's NSDecimal.
///
/// The first 32 bits are fields (exponent: 8, signed; length: 4; negative: 1; compact: 1; reserved: 18). Eight words of
/// 16 bits follow with the mantissa, the least significant first, of which `length` count. If the length is zero, the
/// decimal is zero, or not a number if it is negative.
enum DecimalParts {
    static let size = 20
    /// The size of GNUstep's structure, which files of GNUstep contain instead: exponent, negative, valid, length, 38
    /// digits.
    static let gnustepSize = 42

    static func bytes(of value: Decimal) -> [UInt8] {
        let parts = DecimalText.parts(of: value)
        let mantissa = parts?.digits ?? 0
        let exponent = mantissa == 0 ? 0 : Int8(clamping: parts?.exponent ?? 0)
        let length = (128 - mantissa.leadingZeroBitCount + 15) / 16
        let isNegative = parts.map { $0.isNegative && mantissa != 0 } ?? true
        let isCompact = mantissa % 10 != 0 || mantissa == 0
        let flags = UInt8(length) | (isNegative ? 0x10 : 0) | (isCompact ? 0x20 : 0)
        return [UInt8(bitPattern: exponent), flags, 0, 0]
            + (0..<16).map { UInt8(truncatingIfNeeded: mantissa >> UInt128(8 * $0)) }
    }

    /// Returns true if the bytes are a decimal in either structure.
    static func isDecimal(_ bytes: [UInt8]) -> Bool {
        if bytes.count == size { return bytes[1] & 0x0F <= 8 }
        return bytes.count == gnustepSize && bytes[3] <= 38 && bytes[4..<4 + Int(bytes[3])].allSatisfy { $0 < 10 }
    }

    /// Returns the decimal in either structure. Returns nil if the bytes aren't a decimal.
    static func decimal(_ bytes: [UInt8]) -> Decimal? {
        guard isDecimal(bytes) else { return nil }
        let exponent = Int(Int8(bitPattern: bytes[0]))
        if bytes.count == gnustepSize {
            guard bytes[2] != 0 else { return Decimal.nan }
            // 38 digits fit into 128 bits.
            let number = bytes[4..<4 + Int(bytes[3])].reduce(UInt128(0)) { $0 * 10 + UInt128($1) }
            return DecimalText.decimal(digits: number, exponent: exponent, isNegative: bytes[1] != 0)
        }
        let length = Int(bytes[1] & 0x0F)
        let isNegative = bytes[1] & 0x10 != 0
        if length == 0 { return isNegative ? Decimal.nan : Decimal(0) }
        let mantissa = bytes[4..<4 + 2 * length].reversed().reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        return DecimalText.decimal(digits: mantissa, exponent: exponent, isNegative: isNegative)
    }
}
