import Foundation
import TestSupport
import Testing

@testable import FormatSupport

@Suite struct NumberTextTests {
    private func text(_ value: Double) -> String {
        var buffer = ByteBuffer()
        buffer.appendText(value)
        return String(decoding: buffer.takeData(), as: UTF8.self)
    }

    private func text(_ value: Float) -> String {
        var buffer = ByteBuffer()
        buffer.appendText(value)
        return String(decoding: buffer.takeData(), as: UTF8.self)
    }

    private func parsed(_ text: String) -> Double? {
        var text = text
        return text.withUTF8 { NumberText.double($0) }
    }

    @Test(arguments: [
        (0.0, "0.0"), (-0.0, "-0.0"), (1, "1.0"), (-1.5, "-1.5"), (0.1, "0.1"), (100, "100.0"), (123456.789, "123456.789"),
        (1e20, "100000000000000000000.0"), (1e21, "1e+21"), (1.25e22, "1.25e+22"), (0.00001, "0.00001"), (0.000001, "1e-6"),
        (1.5e-7, "1.5e-7"), (.leastNonzeroMagnitude, "5e-324"), (1.7976931348623157e308, "1.7976931348623157e+308"),
        (2.2250738585072014e-308, "2.2250738585072014e-308"), (9007199254740992, "9007199254740992.0"),
        (.infinity, "inf"), (-.infinity, "-inf"), (.nan, "nan"), (0.3, "0.3"), (2.0 / 3, "0.6666666666666666"),
    ] as [(Double, String)])
    func shortestDoubles(_ value: Double, _ expected: String) {
        #expect(text(value) == expected)
    }

    @Test func randomDoublesGoBothWaysAndAreAsShortAsSwifts() {
        var generator = SeededGenerator(seed: 1)
        for round in 0..<200_000 {
            let bits = generator.next()
            var value = Double(bitPattern: bits)
            if round % 4 == 1 { value = Double(Int64(truncatingIfNeeded: bits) >> (bits & 63)) / 1000 }
            if round % 4 == 2 { value = Double(bitPattern: bits & 0xFFF0_0000_0000_0000) }
            guard value.isFinite else { continue }
            let shown = text(value)
            #expect(parsed(shown)?.bitPattern == value.bitPattern, "\(shown)")
            #expect(Double(shown)?.bitPattern == value.bitPattern, "\(shown)")
            #expect(digits(shown) == digits("\(value)"), "\(shown) \(value)")
        }
    }

    @Test func randomFloatsGoBothWaysAndAreAsShortAsSwifts() {
        var generator = SeededGenerator(seed: 2)
        for round in 0..<200_000 {
            let bits = UInt32(truncatingIfNeeded: generator.next())
            let value = Float(bitPattern: round % 4 == 0 ? bits & 0xFF80_0000 : bits)
            guard value.isFinite else { continue }
            let shown = text(value)
            #expect(Float(shown)?.bitPattern == value.bitPattern, "\(shown)")
            #expect(digits(shown) == digits("\(value)"), "\(shown) \(value)")
        }
    }

    @Test func randomNumeralsAreReadAsTheSystemReadsThem() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<200_000 {
            let length = Int(generator.next() % 25) + 1
            var numeral = generator.next() % 2 == 0 ? "-" : ""
            let point = Int(generator.next() % 25)
            for index in 0..<length {
                if index == point, index > 0 { numeral += "." }
                numeral += String(generator.next() % 10)
            }
            if generator.next() % 2 == 0 { numeral += "e\(Int(generator.next() % 700) - 350)" }
            let expected = unsafe strtod(numeral, nil)
            #expect(parsed(numeral)?.bitPattern == expected.bitPattern, "\(numeral)")
        }
    }

    @Test(arguments: [
        "9007199254740993", "9007199254740992.999999999999999999999", "9007199254740993.00000000000000000000000001",
        "1.7976931348623158e308", "1.7976931348623159e308", "2.4703282292062327e-324", "2.4703282292062328e-324",
        "8.5e22", "1e23", "4503599627370496.5", "4503599627370497.5", "0e999999999999999999999", "1e-99999999999999999999",
        "6.9294956446009195e15", "2.2250738585072011e-308", "18446744073709551615", "18446744073709551616", "1e400",
    ])
    func hardNumerals(_ numeral: String) {
        let expected = unsafe strtod(numeral, nil)
        #expect(parsed(numeral)?.bitPattern == expected.bitPattern)
    }

    @Test(arguments: ["", "-", ".", "e5", "1e", "1e+", "1 ", " 1", "1.2.3", "0x10", "inf", "nan", "1e5.0", "--1"])
    func whatIsNoNumeral(_ text: String) {
        #expect(parsed(text) == nil)
    }

    @Test(arguments: ["+1", ".5", "5.", "-.5e1", "+5.e-1"])
    func numeralsWithAPartMissing(_ text: String) {
        let expected = unsafe strtod(text, nil)
        #expect(parsed(text) == expected)
    }

    @Test(arguments: [0, 1, 9, 10, 99, 100, 101, 12345, 999_999_999, UInt64(Int64.max), .max] as [UInt64])
    func integers(_ value: UInt64) {
        var buffer = ByteBuffer()
        buffer.appendText(value)
        #expect(String(decoding: buffer.takeData(), as: UTF8.self) == "\(value)")
        let signed = Int64(bitPattern: value)
        buffer.appendText(signed)
        #expect(String(decoding: buffer.takeData(), as: UTF8.self) == "\(signed)")
    }

    @Test func everyLengthOfInteger() {
        var value: UInt64 = 1
        for _ in 0..<19 {
            value *= 10
            for near in [value - 1, value, value + 1] {
                var buffer = ByteBuffer()
                buffer.appendText(near)
                #expect(String(decoding: buffer.takeData(), as: UTF8.self) == "\(near)")
            }
        }
    }

    /// The significant digits of a numeral, without zeros at the ends.
    private func digits(_ text: String) -> String {
        let mantissa = text.split(separator: "e").first ?? ""
        var digits = mantissa.filter(\.isNumber).drop { $0 == "0" }
        while digits.last == "0" { digits.removeLast() }
        return String(digits)
    }

    @Test("Eight digits at once are those of the integer")
    func eightDigits() {
        for part in 0..<UInt64(10_000) {
            let value = part * 10_000 + (9_999 - part)
            let text = unsafe withUnsafeBytes(of: NumberText.eightDigits(value)) { unsafe String(decoding: $0, as: UTF8.self) }
            #expect(text == String(repeating: "0", count: 8 - "\(value)".count) + "\(value)")
        }
    }

    @Test("Numbers of any count of digits, with the point at any of them, are as the standard library writes them")
    func counts() {
        var digits: UInt64 = 0
        for count in 1...17 {
            digits = digits * 10 + UInt64(count % 9 + 1)
            var integer = ByteBuffer()
            integer.appendText(digits)
            #expect(integer.takeData() == Data("\(digits)".utf8))
            for exponent in -20...4 {
                guard let value = Double("\(digits)e\(exponent)") else { continue }
                var buffer = ByteBuffer()
                buffer.appendText(-value)
                let text = String(decoding: buffer.takeData(), as: UTF8.self)
                #expect(Double(text) == -value)
                let plain = "\(-value)"
                if !plain.contains("e"), !text.contains("e") { #expect(text == plain) }
            }
        }
    }
}
