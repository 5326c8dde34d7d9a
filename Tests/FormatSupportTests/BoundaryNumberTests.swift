import FormatSupport
import Foundation
import Testing

/// Numbers that a caller gives: none may stop the program, or have memory written that isn't the buffer's.
@Suite struct BoundaryNumberTests {
    private static let edges = [Int.min, Int.min + 1, -1, 0, 1, Int.max - 1, .max]

    @Test func exponents() {
        for exponent in Self.edges + [-343, -342, 308, 309, 23, -23] {
            let value = NumberText.double(significand: .max, exponent: exponent, isNegative: true)
            if exponent < -400 { #expect(value?.bitPattern == (-0.0).bitPattern) }
            if exponent > 400 { #expect(value == -.infinity) }
            #expect(NumberText.double(significand: 0, exponent: exponent, isNegative: false) == 0)
        }
        for (text, wanted) in [
            ("1e-9223372036854775808", 0), ("1e9223372036854775807", .infinity), ("1E5", 1e5), ("1E-5", 1e-5),
            ("2.5E+3", 2500), ("0E99999999999", 0),
            ("-1e-99999999999999999999", -0.0),
        ] as [(String, Double)] {
            var text = text
            #expect(text.withUTF8 { NumberText.double($0) }?.bitPattern == wanted.bitPattern)
        }
    }

    @Test func spacesAndRepeats() {
        for spaces in [Int.min, -100, -9, -1, 0, 1, 7, 8, 9, 1000] {
            var buffer = ByteBuffer(capacity: 0)
            buffer.append("ab")
            buffer.appendLineBreak(spaces: spaces)
            buffer.append(repeating: 0x78, count: min(spaces, 3))
            #expect(
                buffer.takeData()
                    == Data(
                        "ab\n\(String(repeating: " ", count: max(spaces, 0)))\(String(repeating: "x", count: max(0, min(spaces, 3))))"
                            .utf8))
        }
        for count in Self.edges {
            var buffer = ByteBuffer(capacity: min(count, 100))
            buffer.append("abc")
            buffer.truncate(to: count)
            #expect(buffer.count == min(3, max(count, 0)))
        }
    }

    @Test func tables() {
        let object = NSObject()
        for bits in [Int.min, -1, 0, 1, 7] {
            var table = IdentityTable(bits: bits)
            #expect(table.findOrInsert(object, 5) == nil)
            #expect(table.findOrInsert(object, 6) == 5)
        }
    }

    @Test func dates() {
        for seconds in [
            Double.nan, .infinity, -.infinity, 1e300, -1e300, 9.3e18, .greatestFiniteMagnitude, -63_145_526_400.0001,
            252_455_616_000,
        ] {
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            #expect(DateText.exactString(from: date) == nil)
            #expect(DateText.wholeSecondsString(from: date) == nil)
            #expect(!DateText.string(from: date).isEmpty)
        }
        let minusZero = Date(timeIntervalSinceReferenceDate: -0.0)
        #expect(DateText.exactString(from: minusZero) == nil && DateText.wholeSecondsString(from: minusZero) == nil)
        for text in [
            "9999-12-31T23:59:60+00:00", "0000-01-01T00:00:00-23:59", "9999-99-99T99:99:99Z", "0000-00-00T00:00:00Z",
        ] {
            _ = DateText.date(from: text)
        }
    }
}
