import Foundation
import JSONFormat
import ModelCore
import TestSupport
import Testing

/// Numerals as text has them: written by other programs, in every form that the grammar allows.
@Suite("JSON's numerals")
struct JSONNumberTests {
    private static let formats = [JSONFormat(), JSONFormat(reading: .json5)]

    private func read<Value: ModelValue>(_ type: Value.Type, _ text: String) throws -> Value {
        let values = try Self.formats.map { try $0.read(type, text) }
        // Which tells -0.0 from 0.0.
        #expect("\(values[0])" == "\(values[1])" || Value.self is BaseModel.Type, "\(text)")
        return values[0]
    }

    private func code(_ body: () throws -> Void) -> ModelError.Code? {
        do {
            try body()
        } catch {
            return (error as? ModelError)?.code
        }
        return nil
    }

    /// Of a type that nobody declares.
    private func untyped(_ text: String) throws -> Any? {
        try JSONFormat().decode(from: Data(text.utf8)) { try AnyValue.decode(from: $0) }
    }

    @Test(
        "A numeral of an undeclared type is a double's if a double is written so, with up to 17 digits",
        arguments: [
            "0.10000000000000001", "1.1000000000000001", "3.1415926535897931", "0.1", "19.90", "1e3",
            "0.30000000000000004", "-0.10000000000000001",
            "0.6666666666666666",
        ])
    func untypedDoubles(_ text: String) throws {
        #expect(try untyped(text) as? Double == Double(text))
        #expect(try read(Decimal.self, text) == Decimal(string: text))
    }

    @Test(
        "A whole decimal that no double is stays one when it is written again",
        arguments: [
            "12345678901234567.0", "-12345678901234567.0", "9007199254740993.0", "18446744073709551615.0",
            "-9223372036854775808.5", "12345678901234567", "123456789012345678901.0", "1234567890123456.0", "5.0",
        ])
    func rewritten(_ text: String) throws {
        let document = try JSONFormat().document(from: Data("[\(text)]".utf8))
        let again = try JSONFormat().document(from: JSONFormat().encode(document))
        #expect(again[0]?.scalar == document[0]?.scalar)
        #expect(try JSONFormat().decode(Decimal.self, from: Data(text.utf8)) == Decimal(string: text))
    }

    @Test(
        "One of other digits is a decimal",
        arguments: ["0.123456789012345678", "0.10000000000000004", "12345678901234567890123"])
    func untypedDecimals(_ text: String) throws {
        #expect(try untyped(text) as? Decimal == Decimal(string: text))
    }

    @Test(
        "An exponent at the end of Int's range stops nothing",
        arguments: [
            "1e-9223372036854775808", "1E-9223372036854775808", "1e-9223372036854775809",
            "123.456e-99999999999999999999999999", "1.5e-9223372036854775807",
            "0.1234567890123456789012345678901234567890e-9223372036854775808",
        ])
    func smallestExponent(_ text: String) throws {
        #expect(try read(Double.self, text) == 0)
        #expect(try read(Float.self, "-\(text)").sign == .minus)
        #expect(try read(ModelNode.self, text).scalar == .double(0))
        #expect(code { _ = try read(Decimal.self, text) } == .outOfRange)
        #expect(code { _ = try read(Decimal.self, "\"\(text)\"") } == .typeMismatch)
        #expect(code { _ = try read(Int.self, "\"\(text)\"") } == .typeMismatch)
        // Untyped, in an array, under a key that nobody reads.
        _ = try read([ModelNode].self, "[\(text)]")
        _ = try read(Kid.self, "{\"unread\": [\(text)], \"size\": 3}")
        _ = try Self.formats.map { try $0.decode(from: Data(text.utf8), as: .json) { try $0.peekKind() } }
    }

    @Test(
        "One at the other end is too large",
        arguments: ["1e9223372036854775807", "-1E9223372036854775808", "1e99999999999999999999999"])
    func largestExponent(_ text: String) throws {
        #expect(code { _ = try read(Double.self, text) } == .outOfRange)
        #expect(code { _ = try read(Float.self, text) } == .outOfRange)
        #expect(try JSONFormat().document(from: Data("[\(text)]".utf8))[0]?.numeral == text)
        #expect(code { _ = try read(Decimal.self, text) } == .outOfRange)
        #expect(try read(Double.self, "0e9223372036854775807") == 0)
        #expect(try read(Decimal.self, "0e9223372036854775807") == 0)
    }

    @Test("Minus zero keeps its sign, typed and untyped")
    func minusZero() throws {
        for text in ["-0", "-0.0", "-0e5", "-0E-5", "-0.000e+00"] {
            guard case .double(let untyped)? = try read(ModelNode.self, text).scalar else {
                Issue.record("\(text) is no double")
                continue
            }
            #expect(untyped == 0 && untyped.sign == .minus, "\(text)")
            #expect(try read(Double.self, text).sign == .minus)
            #expect(try read(Float.self, text).sign == .minus)
            #expect(try read(Int.self, text) == 0)
            #expect(try read(UInt.self, text) == 0)
            #expect(try read(Decimal.self, text) == 0)
        }
        #expect(try read(ModelNode.self, "0").scalar == .int64(0))
        #expect(try read([ModelNode].self, "[-0]").first?.scalar?.kind == .real)
    }

    @Test("Exponents with a capital E")
    func capitals() throws {
        #expect(try read(Double.self, "1E5") == 1e5)
        #expect(try read(Double.self, "1.5E-3") == 0.0015)
        #expect(try read(Float.self, "25E+1") == 250)
        #expect(try read(Int.self, "12E2") == 1200)
        #expect(try read(UInt64.self, "1.5E1") == 15)
        #expect(
            try read(Decimal.self, "123456789012345678901234567890E-10")
                == Decimal(string: "12345678901234567890.123456789"))
        #expect(try read(ModelNode.self, "1E2").scalar == .double(100))
        #expect(try read(ModelNode.self, "123456789012345678901234567890E-2").scalar?.kind == .decimal)
        #expect(try read([Double].self, "[1E1,2E2]") == [10, 200])
        for text in ["1E", "1E+", "1E-", "1EE5", "1E5.0", "E5", "1E 5"] {
            for format in Self.formats {
                #expect(throws: ModelError.self, "\(text)") { try format.read(Double.self, text) }
            }
        }
    }

    @Test("A numeral stands for the nearest float or double")
    func nearest() throws {
        #expect(try read(Double.self, "9007199254740993") == 0x1p53)
        #expect(try read(Double.self, "-9007199254740993") == -0x1p53)
        #expect(try read(Double.self, "9007199254740993.0") == 0x1p53)
        #expect(try read(Double.self, "18446744073709551615") == 0x1p64)
        #expect(try read(Double.self, "123456789012345678901234567890") == 123456789012345677877719597056)
        #expect(try read(Double.self, "\"9007199254740993\"") == 0x1p53)
        #expect(try read(Float.self, "0.100000001") == 0.1)
        #expect(try read(Float.self, "0.1000000014901161193847656") == 0.1)
        #expect(try read(Float.self, "16777217") == 16_777_216)
        #expect(try read(Float.self, "16777219") == 16_777_220)
        #expect(try read(Float.self, "3.402823466385288598e+38") == .greatestFiniteMagnitude)
        #expect(code { _ = try read(Float.self, "3.5e38") } == .outOfRange)
        // Rounded to a double first these would be halfway, and then the wrong one of two.
        #expect(try read(Float.self, "1.00000005960464477540") == Float(1).nextUp)
        #expect(try read(Float.self, "1.000000059604644775390625") == 1)
        #expect(try read(Float.self, "1.00000017881393432616") == Float(1).nextUp)
        #expect(try read(Float.self, "7.006492321624085e-46") == 0)
        #expect(try read(Float.self, "7.006492321624086e-46") == .leastNonzeroMagnitude)
        #expect(try read([Float: Int].self, "{\"0.100000001\": 1}") == [0.1: 1])
        let hexadecimal = try JSONFormat(reading: .json5).read(Double.self, "0x20000000000001")
        #expect(hexadecimal == 0x1p53)
    }

    @Test("Floats of all sizes from more digits than they need")
    func floats() throws {
        var bits: UInt32 = 0x1234_5678
        for _ in 0..<2000 {
            bits = bits &* 1_664_525 &+ 1_013_904_223
            let value = Float(bitPattern: bits)
            guard value.isFinite else { continue }
            for text in [
                String(format: "%.9g", value), String(format: "%.17g", Double(value)),
                String(format: "%.12g", Double(value)),
            ] {
                let back = try JSONFormat().read(Float.self, text)
                #expect(back.bitPattern == Float(text)?.bitPattern, "\(text)")
            }
            #expect(try JSONFormat().read(Float.self, String(format: "%.9g", value)) == value)
        }
    }

    @Test("Decimals of 39 digits")
    func longDecimals() throws {
        let value = Decimal(7) / Decimal(3)
        #expect(try JSONFormat().text(value) == "\(value)")
        #expect(try read(Decimal.self, "\(value)") == value)
        #expect(try read(ModelNode.self, "\(value)").scalar == .decimal(value))
        #expect(try read([Decimal: Int].self, "{\"\(value)\":1}") == [value: 1])
        for text in [
            "340282366920938463463374607431768211456", "0.1" + String(repeating: "3", count: 50),
            "3.14159265358979323846264338327950288419716939937510",
        ] {
            #expect(code { _ = try read(Decimal.self, text) } == .outOfRange, "\(text)")
        }
        #expect(
            try read(Decimal.self, "340282366920938463463374607431768211455")
                == Decimal(string: "340282366920938463463374607431768211455"))
    }
}
