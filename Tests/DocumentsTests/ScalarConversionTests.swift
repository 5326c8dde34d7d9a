import FormatSupport
import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("Scalars become others exactly or not at all")
struct ScalarConversionTests {
    @Test("A text that isn't understood is quoted, escaped and shortened; what may be a key in base64 isn't")
    func quoted() {
        func found(_ text: String, _ body: (ModelScalar, Bool) throws -> some Any) -> String? {
            let error = #expect(throws: ModelError.self) { _ = try body(.string(text), true) }
            #expect(error?.code == .typeMismatch)
            return error?.found
        }
        #expect(found("tomorrow", ScalarConversion.date) == "string \"tomorrow\"")
        #expect(found("a\n\"", ScalarConversion.bool) == #"string "a\n\"""#)
        #expect(found("7x", ScalarConversion.int64) == "string \"7x\"")
        #expect(found("7x", ScalarConversion.uint64) == "string \"7x\"")
        #expect(found("", ScalarConversion.double) == "string \"\"")
        #expect(found("x", ScalarConversion.float) == "string \"x\"")
        #expect(found("x", ScalarConversion.decimal) == "string \"x\"")
        #expect(found("x", ScalarConversion.uuid) == "string \"x\"")
        #expect(
            found(String(repeating: "ä", count: 100), ScalarConversion.uuid)
                == "string \"\(String(repeating: "ä", count: 60))\"… (200 bytes)")
        // Of such a text, the error shows only the wrong character.
        #expect(found("c2VjcmV0!", ScalarConversion.data) == #"string that isn't base64: character 9 is "!""#)
    }

    @Test("Numbers")
    func numbers() throws {
        #expect(try ScalarConversion.int64(.double(3), fromText: false) == 3)
        #expect(try ScalarConversion.int64(.string("-7"), fromText: true) == -7)
        #expect(try ScalarConversion.int64(.string("1e3"), fromText: true) == 1000)
        #expect(try ScalarConversion.double(.int64(1 << 53), fromText: false) == 9_007_199_254_740_992)
        #expect(try ScalarConversion.double(.string("-0.0"), fromText: true).sign == .minus)
        #expect(try ScalarConversion.uint64(.string("18446744073709551615"), fromText: true) == .max)
        #expect(try ScalarConversion.decimal(.double(0.1), fromText: false) == Decimal(string: "0.1"))
        #expect(try ScalarConversion.decimal(.float(0.1), fromText: false) == Decimal(string: "0.1"))
        // Formats without decimals write them as text.
        #expect(try ScalarConversion.decimal(.string("0.1"), fromText: false) == Decimal(string: "0.1"))
        #expect(try ScalarConversion.float(.double(Double(Float(0.1))), fromText: false) == 0.1)
        for (scalar, fromText) in [
            (ModelScalar.double(3.5), false), (.string("7"), false), (.bool(true), true), (.string("7x"), true),
            (.string(""), true), (.uint64(.max), true), (.null, true), (.string("0x10"), true), (.double(.nan), true),
            (.double(1e19), true), (.string("9223372036854775808"), true),
        ] {
            #expect(throws: ModelError.self, "\(scalar)") { try ScalarConversion.int64(scalar, fromText: fromText) }
        }
        #expect(throws: ModelError.self) { try ScalarConversion.double(.int64((1 << 53) + 1), fromText: false) }
        #expect(throws: ModelError.self) { try ScalarConversion.double(.string("0x1p3"), fromText: true) }
        #expect(try ScalarConversion.float(.double(0.1), fromText: false) == 0.1)
        // The double lies between two floats, at the same distance. Its digits are nearer to the upper one.
        #expect(try ScalarConversion.float(.double(1.0000000596046448), fromText: true) == 1.0000001)
        #expect(throws: ModelError.self) { try ScalarConversion.float(.double(0.123456789), fromText: false) }
        #expect(throws: ModelError.self) { try ScalarConversion.uint64(.int64(-1), fromText: false) }
    }

    @Test("Booleans")
    func booleans() throws {
        #expect(try ScalarConversion.bool(.int64(1), fromText: false))
        #expect(try ScalarConversion.bool(.string("No"), fromText: true) == false)
        #expect(throws: ModelError.self) { try ScalarConversion.bool(.int64(2), fromText: true) }
        #expect(throws: ModelError.self) { try ScalarConversion.bool(.double(1), fromText: true) }
        #expect(throws: ModelError.self) { try ScalarConversion.bool(.string("yes"), fromText: false) }
    }

    @Test("Text, data and dates")
    func text() throws {
        #expect(try ScalarConversion.string(.uint64(.max), fromText: true) == "18446744073709551615")
        #expect(throws: ModelError.self) { try ScalarConversion.string(.int64(1), fromText: false) }
        #expect(try ScalarConversion.data(.string("AQI=\n"), fromText: true) == Data([1, 2]))
        #expect(throws: ModelError.self) { try ScalarConversion.data(.string("A*Q"), fromText: true) }
        let date = Date(timeIntervalSinceReferenceDate: 542_911_754.125)
        #expect(try ScalarConversion.date(.string("2018-03-16T16:49:14.125Z"), fromText: true) == date)
        #expect(throws: ModelError.self) { try ScalarConversion.date(.int64(5), fromText: true) }
    }

    @Test(
        "Dates in text come back to the bit",
        arguments: [
            0, 0.1, 542_911_754.125, -1.25, -0.001, 1.0 / 3, 790_000_000.123456789, -978_307_200, -978_307_200.5, 1e10,
            -4e10,
        ])
    func dateText(interval: Double) throws {
        let date = Date(timeIntervalSinceReferenceDate: interval)
        let text = try #require(DateText.exactString(from: date))
        #expect(DateText.date(from: text) == date, "\(text)")
    }

    @Test("Dates in text are ISO 8601 in UTC")
    func dateForms() {
        #expect(DateText.exactString(from: Date(timeIntervalSince1970: 0)) == "1970-01-01T00:00:00.000Z")
        #expect(DateText.wholeSecondsString(from: Date(timeIntervalSince1970: 951_782_400)) == "2000-02-29T00:00:00Z")
        #expect(DateText.wholeSecondsString(from: Date(timeIntervalSince1970: 0.5)) == nil)
        #expect(DateText.date(from: "1970-01-01T01:30:00+01:30") == Date(timeIntervalSince1970: 0))
        #expect(DateText.date(from: "1969-12-31T23:59:59.75Z") == Date(timeIntervalSince1970: -0.25))
        for text in [
            "", "2018", "2018-02-30T00:00:00Z", "2018-01-01T24:00:01Z", "2018-01-01T00:00:00", "2018-01-01T00:00:00.Z",
            "2018-01-01T00:00:00Zx",
        ] {
            #expect(DateText.date(from: text) == nil, "\(text)")
        }
        #expect(DateText.exactString(from: .distantFuture) != nil)
        #expect(DateText.exactString(from: Date(timeIntervalSinceReferenceDate: .nan)) == nil)
        #expect(DateText.exactString(from: Date(timeIntervalSinceReferenceDate: 1e300)) == nil)
    }

    @Test("Decimals are exact or nothing")
    func decimals() {
        #expect(DecimalText.decimal("-0.00012300") == Decimal(string: "-0.000123"))
        #expect(DecimalText.decimal("12345678901234567890123456789012345678") != nil)
        #expect(DecimalText.decimal("123456789012345678901234567890123456789") != nil)
        #expect(DecimalText.decimal("923456789012345678901234567890123456789") == nil)
        #expect(DecimalText.decimal("1e200") == nil)
        for text in ["", "-", ".", "1x", "1e", "nan", " 1"] { #expect(DecimalText.decimal(text) == nil, "\(text)") }
    }
}
