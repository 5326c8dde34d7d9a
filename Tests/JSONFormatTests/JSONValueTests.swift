import Foundation
import JSONFormat
import ModelCore
import TestSupport
import Testing

/// Values of every type and their text.
@Suite struct JSONValueTests {
    private let json = JSONFormat()

    private func check<Value: ModelValue & Equatable>(_ value: Value, _ text: String) throws {
        #expect(try json.text(value) == text)
        #expect(try json.read(Value.self, text) == value)
    }

    @Test func scalars() throws {
        try check(true, "true")
        try check(Int64.min, "-9223372036854775808")
        try check(UInt64.max, "18446744073709551615")
        try check(1.0, "1.0")
        try check(0.1, "0.1")
        try check(Double.greatestFiniteMagnitude, "1.7976931348623157e+308")
        try check(Double.leastNonzeroMagnitude, "5e-324")
        try check(Float(0.1), "0.1")
        try check(Float.leastNonzeroMagnitude, "1e-45")
        try check(Float.greatestFiniteMagnitude, "3.4028235e+38")
        try check(
            Decimal(string: "-12345678901234567890.123456789012345678")!, "-12345678901234567890.123456789012345678")
        try check(Decimal(string: "0.1")!, "0.1")
        try check(Data([0, 255, 16]), "\"AP8Q\"")
        try check(Data(), "\"\"")
        try check(URL(string: "https://example.com/a?b=c#d")!, "\"https://example.com/a?b=c#d\"")
        try check(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!, "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"")
        try check(Date(timeIntervalSince1970: 0), "\"1970-01-01T00:00:00.000Z\"")
        try check([1: "a", -2: "b"], "{\"-2\":\"b\",\"1\":\"a\"}")
        try check(Set([3, 1, 2]), "[1,2,3]")
        try check(["a": [1, nil]] as [String: [Int?]], "{\"a\":[1,null]}")
        #expect(try json.text(-0.0) == "-0.0")
        #expect(try json.read(Double.self, "-0.0").sign == .minus)
        #expect(try json.read(Double.self, "-0").sign == .minus)
        #expect(try json.text(Int?.none) == "null")
        #expect(try json.read(Int?.self, " null ") == nil)
    }

    @Test func whatJSONHasNoFormForIsAnArchive() throws {
        let values: [CGPoint] = [CGPoint(x: 1.5, y: -2)]
        #expect(try json.text(values).hasPrefix("[\"YnBsaXN0MD"))
        #expect(try json.read([CGPoint].self, try json.text(values)) == values)
        let url = try #require(URL(string: "b", relativeTo: URL(string: "https://example.com/a/")))
        let read = try json.read(URL.self, try json.text(url))
        #expect(read.relativeString == "b" && read.baseURL == url.baseURL)
        let date = Date(timeIntervalSinceReferenceDate: 1e12)
        #expect(try json.read(Date.self, try json.text(date)) == date)
        #expect(try json.read(Date.self, try json.text(Date.distantPast)) == .distantPast)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func numbersThatJSONCantHold(_ value: Double) {
        #expect { try json.encode(["a": [value]]) } throws: {
            let error = $0 as? ModelError
            return error?.code == .unrepresentableValue && error?.path.description == "a[0]"
        }
        #expect(throws: ModelError.self) { try json.encode(Float(value)) }
        #expect(throws: ModelError.self) { try json.encode(Decimal.nan) }
    }

    @Test func numbersConvertExactlyOrNotAtAll() throws {
        #expect(try json.read(Int.self, "1.0") == 1)
        #expect(try json.read(Int.self, "1e3") == 1000)
        #expect(try json.read(Int.self, "9007199254740993.0") == 9_007_199_254_740_993)
        #expect(try json.read(UInt8.self, "25.5e1") == 255)
        #expect(try json.read(Bool.self, "1"))
        #expect(try json.read(Int.self, "\"12\"") == 12)
        #expect(try json.read(String.self, "12") == "12")
        #expect(try json.read(Double.self, "\"1.5\"") == 1.5)
        #expect(try json.read(Double.self, "1152921504606847000") == 0x1p60)
        #expect(try json.read(Double.self, "9007199254740993.0") == 0x1p53)
        #expect(try json.read(Double.self, "9007199254740993") == 0x1p53)
        #expect(try json.read(UInt64.self, "18446744073709551615.0") == .max)
        for text in ["1.5", "true", "null", "[]", "{}", "\"x\"", "9223372036854775808", "1e400"] {
            #expect(throws: ModelError.self, "\(text)") { try json.read(Int.self, text) }
        }
        // Whose nearest doubles are integers.
        for text in ["0." + String(repeating: "9", count: 41), "1e-400", "123456789012345678.9"] {
            #expect { try json.read(Int.self, text) } throws: { ($0 as? ModelError)?.code == .typeMismatch }
            #expect { try json.read(UInt8.self, text) } throws: { ($0 as? ModelError)?.code == .typeMismatch }
            #expect(throws: ModelError.self) { try json.read(CodableNumber.self, "{\"value\":\(text)}") }
        }
        #expect(try json.read(Int.self, "7." + String(repeating: "0", count: 60)) == 7)
        for text in ["1e400", "-1e400", "1" + String(repeating: "0", count: 400)] {
            #expect { try json.read(Double.self, text) } throws: { ($0 as? ModelError)?.code == .outOfRange }
        }
        #expect(throws: ModelError.self) { try json.read(UInt.self, "-1") }
        #expect(throws: ModelError.self) { try json.read(Bool.self, "2") }
    }

    @Test func scalarsKeepWhatTheTextSays() throws {
        func scalar(_ text: String) throws -> ModelScalar? { try json.read(ModelNode.self, text).scalar }
        #expect(try scalar("1") == .int64(1))
        #expect(try scalar("1.0") == .double(1))
        #expect(try scalar("-9223372036854775808") == .int64(.min))
        #expect(try scalar("18446744073709551615") == .uint64(.max))
        #expect(try scalar("18446744073709551616") == .decimal(Decimal(string: "18446744073709551616")!))
        #expect(try scalar("-9223372036854775809") == .decimal(Decimal(string: "-9223372036854775809")!))
        #expect(try scalar("0.1") == .double(0.1))
        #expect(try scalar("1.10") == .double(1.1))
        #expect(try scalar("0.1000000000000000000001") == .decimal(Decimal(string: "0.1000000000000000000001")!))
        #expect(try scalar("0." + String(repeating: "3", count: 60)) == .double(1.0 / 3))
        #expect(try scalar("true") == .bool(true))
    }

    @Test(arguments: [
        ("", "\"\""), ("a\"b\\c/d", #""a\"b\\c/d""#),
        ("\u{8}\u{9}\u{A}\u{C}\u{D}\u{0}\u{1F}\u{7F}", "\"\\b\\t\\n\\f\\r\\u0000\\u001f\u{7F}\""),
        ("\u{2028}\u{2029}é😀", "\"\u{2028}\u{2029}é😀\""), ("$null", "\"$null\""),
        ("0123456789abcdef\n0123456789abcdef", "\"0123456789abcdef\\n0123456789abcdef\""),
    ])
    func strings(_ value: String, _ text: String) throws {
        try check(value, text)
    }

    @Test func everyEscapeAtEveryPlace() throws {
        for length in 0..<20 {
            for place in 0...length {
                let text =
                    String(repeating: "x", count: place) + "\"\n😀" + String(repeating: "é", count: length - place)
                #expect(try json.read(String.self, try json.text(text)) == text)
                #expect(try json.read([String: Int].self, try json.text([text: 1])) == [text: 1])
            }
        }
        #expect(try json.read(String.self, #""\u0041\u00e9\ud83d\ude00\/""#) == "Aé😀/")
    }

    @Test(arguments: [
        #""\ud800""#, #""\udc00""#, #""\ud800\u0041""#, #""\u12""#, #""\x41""#, "\"a\u{1}b\"", "\"abc", #""abc\"#,
        #""abc\""#,
    ])
    func badStrings(_ text: String) {
        #expect { try json.read(String.self, text) } throws: { ($0 as? ModelError)?.code == .corruptData }
        #expect(throws: ModelError.self) { try json.read(Kid.self, "{\"unknown\":\(text)}") }
    }

    @Test func bytesThatAreNoUTF8() {
        for bytes: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82]] {
            for content in [
                [0x22] + bytes + [0x22], [0x7B, 0x22] + bytes + Array("\":1}".utf8),
                Array("{\"a\":\"".utf8) + bytes + Array("\"}".utf8),
            ] {
                #expect { try json.decode(ModelNode.self, from: Data(content), as: .json) } throws: {
                    ($0 as? ModelError)?.code == .corruptData
                }
                #expect(throws: ModelError.self) {
                    try json.decode(from: Data(content), as: .json) { try $0.skipValue() }
                }
            }
        }
    }

    @Test func encodingsOfText() throws {
        let text = "{\"a\":[\"é😀\"]}"
        let expected = try json.read(ModelNode.self, text)
        for encoding: String.Encoding in [
            .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian, .utf16, .utf32,
        ] {
            let content = try #require(text.data(using: encoding))
            #expect(json.detect(content) == .certain(.json))
            #expect(try json.decode(ModelNode.self, from: content).isSame(as: expected))
        }
        #expect(try json.decode(ModelNode.self, from: Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)).isSame(as: expected))
    }
}

private struct CodableNumber: Codable, ModelValue {
    var value: Int
}
