import FormatSupport
import Foundation
import Testing

struct DecimalPartsTests {
    /// Decimals of many sizes, and results of arithmetic, which may have zeros at the end of their digits.
    private static func decimals() -> [Decimal] {
        var generator = SystemRandomNumberGenerator()
        var all: [Decimal] = [0, 1, -1, 10, 100, .nan, .greatestFiniteMagnitude, .leastFiniteMagnitude, .pi]
        for _ in 0..<2000 {
            let digits = String(
                (0..<Int.random(in: 1...38, using: &generator)).map { _ in "0123456789".randomElement(using: &generator)! })
            let exponent = Int.random(in: -100...80, using: &generator)
            let sign = Bool.random(using: &generator) ? "-" : ""
            guard let value = Decimal(string: "\(sign)\(digits)e\(exponent)") else { continue }
            all += [value, value + value, value * 5, value / 8]
        }
        all += (0..<2000).map { Decimal($0) / 100 } + (0..<200).map { Decimal($0) + Decimal(string: "0.25")! * 2 }
        return all
    }

    @Test func textIsTheDescription() {
        for value in Self.decimals() { #expect(DecimalText.text(of: value) == value.description) }
    }

    @Test func partsMakeTheSameDecimal() throws {
        for value in Self.decimals() where !value.isNaN {
            let (digits, exponent, isNegative) = try #require(DecimalText.parts(of: value))
            let made = try #require(DecimalText.decimal(digits: digits, exponent: exponent, isNegative: isNegative))
            #expect(made == value && made.description == value.description)
        }
        #expect(DecimalText.parts(of: .nan) == nil)
    }

    @Test func textMakesTheSameDecimal() {
        for value in Self.decimals() {
            let text = value.description
            let read = DecimalText.decimal(text)
            #expect(value.isNaN ? read?.isNaN == true : read == value)
            // Foundation's decimal has the same bytes in memory.
            guard !value.isNaN, let read, let theirs = Decimal(string: text) else { continue }
            #expect(unsafe withUnsafeBytes(of: read) { unsafe Array($0) } == withUnsafeBytes(of: theirs) { unsafe Array($0) })
        }
    }
}
