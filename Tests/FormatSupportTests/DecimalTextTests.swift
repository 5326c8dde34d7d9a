import FormatSupport
import Foundation
import TestSupport
import Testing

@Suite struct DecimalTextTests {
    private static let most = UInt128.max

    @Test("All digits that fit, with every exponent, come back from their text")
    func wholeRange() {
        var generator = SeededGenerator(seed: 3)
        var digits: [UInt128] = [
            1, 9, 10, 100, Self.most, Self.most - 1, Self.most / 10, Self.most / 10 * 10, 1 << 127, 1 << 64,
            (1 << 64) - 1,
        ]
        for _ in 0..<20 { digits.append(UInt128(generator.next()) << 64 | UInt128(generator.next())) }
        for number in digits {
            for exponent in [-128, -127, -64, -1, 0, 1, 50, 126, 127] {
                for isNegative in [false, true] {
                    let value = DecimalText.decimal(digits: number, exponent: exponent, isNegative: isNegative)
                    #expect(value != nil && value?.isNaN == false, "\(number)e\(exponent)")
                    let plain =
                        String(repeating: "0", count: max(-exponent, 0)) + "\(number)"
                        + String(repeating: "0", count: max(exponent, 0))
                    let point = exponent < 0 ? plain.index(plain.endIndex, offsetBy: exponent) : plain.endIndex
                    let text = (isNegative ? "-" : "") + plain[..<point] + (exponent < 0 ? "." + plain[point...] : "")
                    #expect(DecimalText.decimal(text) == value, "\(text)")
                    #expect(DecimalText.decimal("\(isNegative ? "-" : "+")\(number)E\(exponent)") == value)
                    #expect(value.map { DecimalText.decimal("\($0)") == $0 } == true)
                }
            }
        }
    }

    @Test(
        "What no decimal holds is none",
        arguments: [
            "340282366920938463463374607431768211456", "3402823669209384634633746074317682114551", "1e-129", "12e-129",
            "1e166",
            "340282366920938463463374607431768211455e128", "1e9223372036854775807", "1e-9223372036854775808",
            "1e99999999999999999999999",
            "1e-99999999999999999999999", "", "-", ".", "e5", "1e", "1e+", "1e-", "1e5.0", "1 ", " 1", "0x1", "inf",
            "nan", "1e5e5", "1..2", "--1", "١",
        ])
    func none(_ text: String) {
        #expect(DecimalText.decimal(text) == nil)
    }

    @Test("Zeros around the digits are of no account")
    func zeros() {
        let zeros = String(repeating: "0", count: 5000)
        #expect(DecimalText.decimal("\(zeros)12.50\(zeros)") == Decimal(125) / 10)
        #expect(DecimalText.decimal("0.\(zeros)1e5000") == Decimal(1) / 10)
        #expect(DecimalText.decimal("1\(zeros)e-5000") == Decimal(1))
        #expect(DecimalText.decimal("1e128").map { "\($0)" } == "1" + String(repeating: "0", count: 128))
        for text in ["0", "-0", "0.000", "0e9223372036854775807", "0e-9223372036854775808"] {
            #expect(DecimalText.decimal(text) == Decimal(0))
        }
        #expect(DecimalText.decimal("NaN")?.isNaN == true)
        #expect(DecimalText.decimal(digits: 0, exponent: .min, isNegative: true) == Decimal(0))
        #expect(DecimalText.decimal(digits: 1, exponent: .min, isNegative: true) == nil)
        #expect(DecimalText.decimal(digits: 1, exponent: .max, isNegative: false) == nil)
        #expect(DecimalText.decimal(digits: 10, exponent: 127, isNegative: false) == DecimalText.decimal("1e128"))
    }
}
