import FormatSupport
import Foundation

/// Decodes values of Foundation's types that Foundation's coders wrote. No number in a file stops this code.
/// Foundation's own code traps at a negative length, or goes beyond a decimal's eight words.
enum FoundationCodable {
    private enum DecimalKey: String, CodingKey { case exponent, length, isNegative, mantissa }
    private enum IndexSetKey: String, CodingKey { case indexes }
    private enum RangeKey: String, CodingKey { case location, length }

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

    /// A set of indexes from the list of its ranges.
    static func indexSet(from decoder: any Decoder) throws -> IndexSet {
        var list = try decoder.container(keyedBy: IndexSetKey.self).nestedUnkeyedContainer(forKey: .indexes)
        var ranges: [Range<Int>] = []
        while !list.isAtEnd {
            let range = try list.nestedContainer(keyedBy: RangeKey.self)
            let location = try range.decode(Int.self, forKey: .location)
            let (end, overflow) = location.addingReportingOverflow(try range.decode(Int.self, forKey: .length))
            guard location >= 0, end >= location, !overflow else {
                throw DecodingError.dataCorruptedError(
                    forKey: .length, in: range, debugDescription: "A set of indexes has no such range.")
            }
            ranges.append(location..<end)
        }
        // In ascending order, each range is added at the end. In another order, each would move all others.
        ranges.sort { $0.lowerBound < $1.lowerBound }
        var indexes = IndexSet()
        for range in ranges { indexes.insert(integersIn: range) }
        return indexes
    }
}
