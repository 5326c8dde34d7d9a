import FormatSupport

/// Decodes values of Foundation's types that Foundation's coders wrote. No number in a file stops this code.
/// Foundation's own code traps at a negative length, or goes beyond a decimal's eight words.
enum FoundationCodable {
    private enum DecimalKey: String, CodingKey { case exponent, length, isNegative, mantissa }

    /// A decimal from the dictionary of its parts, as in the files of `PropertyListEncoder`.
    static func decimal(from decoder: any Decoder) throws -> Decimal {
        let parts = try decoder.container(keyedBy: DecimalKey.self)
        let exponent = try parts.decode(Int.self, forKey: .exponent)
        let length = try parts.decode(Int.self, forKey: .length)
        let isNegative = try parts.decode(Bool.self, forKey: .isNegative)
        var words = try parts.nestedUnkeyedContainer(forKey: .mantissa)
        var digits: UInt128 = 0
        for place in 0..<8 where !words.isAtEnd {
            let word = UInt128(try words.decode(UInt16.self))
            if place < length { digits |= word << UInt128(16 * place) }
        }
        guard 0...8 ~= length, -128...127 ~= exponent else {
            throw DecodingError.dataCorruptedError(
                forKey: .length, in: parts, debugDescription: "The parts make no decimal.")
        }
        if length == 0 { return isNegative ? Decimal.nan : 0 }
        guard let value = DecimalText.decimal(digits: digits, exponent: exponent, isNegative: isNegative) else {
            throw DecodingError.dataCorruptedError(
                forKey: .mantissa, in: parts, debugDescription: "The parts make no decimal.")
        }
        return value
    }
}
