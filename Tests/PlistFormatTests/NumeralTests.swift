import Foundation
import PlistFormat
import TestSupport
import Testing

@testable import Documents
@testable import ModelCore

/// Numbers and text of property lists that other programs wrote.
@Suite("Numerals and text in property lists")
struct NumeralTests {
    private let plist = PlistFormat()

    private func xml(_ value: String) -> Data {
        Data("<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\">\(value)</plist>".utf8)
    }

    private func read<Value: ModelValue>(_ type: Value.Type, _ value: String) throws -> Value {
        try plist.decode(type, from: xml(value), as: .xmlPropertyList)
    }

    private struct Ratio: Codable, Equatable {
        var float: Float
        var double: Double
    }

    @Test("A numeral stands for the nearest float or double")
    func nearest() throws {
        #expect(try read(Double.self, "<integer>9007199254740993</integer>") == 0x1p53)
        #expect(try read(Double.self, "<real>9007199254740993</real>") == 0x1p53)
        #expect(try read(Float.self, "<real>0.100000001</real>") == 0.1)
        #expect(try read(Float.self, "<integer>16777219</integer>") == 16_777_220)
        #expect(try read(Float.self, "<real> 1.00000005960464477540 </real>") == Float(1).nextUp)
        // Any control character is space to numbers.
        #expect(try read(Double.self, "<real>0\u{10}</real>") == 0)
        #expect(try read(Float.self, "<real>\u{1}1.00000005960464477540\u{10}</real>") == Float(1).nextUp)
        #expect(try read(Float.self, "<real>1.000000059604644775390625</real>") == 1)
        #expect(try read(Float.self, "<real>7.006492321624086e-46</real>") == .leastNonzeroMagnitude)
        #expect(try read(Double.self, "<real>1.5E-3</real>") == 0.0015)
        #expect(try read(Float.self, "<real>-INF</real>") == -.infinity)
        #expect { try read(Float.self, "<real>1e39</real>") } throws: { ($0 as? ModelError)?.code == .outOfRange }
        #expect(throws: ModelError.self) { try read(Double.self, "<string>1.5</string>") }
        let box = try read(
            CodableBox<Ratio>.self,
            "<dict><key>float</key><real>0.100000001</real><key>double</key><integer>9007199254740993</integer></dict>")
        #expect(box.value == Ratio(float: 0.1, double: 0x1p53))
        #expect(try plist.decode(Double.self, from: Data("\"9007199254740993\"".utf8), as: .xmlPropertyList) == 0x1p53)
    }

    @Test(
        "A numeral that isn't an integer isn't rounded to one",
        arguments: ["123456789012345678.9", "0.99999999999999999999", "1e-400", "4503599627370497.00000000001"])
    func notIntegers(_ text: String) throws {
        #expect { try read(Int.self, "<real>\(text)</real>") } throws: { ($0 as? ModelError)?.code == .typeMismatch }
        #expect { try read(UInt16.self, "<real>\(text)</real>") } throws: { ($0 as? ModelError)?.code == .typeMismatch }
        #expect(try read(Double.self, "<real>\(text)</real>") == Double(text))
        #expect(try read(Int.self, "<real>12345678901234567890e-1</real>") == 1_234_567_890_123_456_789)
    }

    @Test(
        "Decimals whose exponents are at the ends of Int",
        arguments: ["1e-9223372036854775808", "1E9223372036854775807", "-1e-99999999999999999999"])
    func exponents(_ text: String) throws {
        #expect(throws: ModelError.self) { try read(Decimal.self, "<string>\(text)</string>") }
        let binary = try plist.encode(text, as: .binaryPropertyList)
        #expect(throws: ModelError.self) { try plist.decode(Decimal.self, from: binary) }
        #expect(throws: ModelError.self) {
            try plist.decode(Decimal.self, from: Data("\"\(text)\"".utf8), as: .xmlPropertyList)
        }
    }

    @Test(
        "Bad UTF-8 is an error also where nobody reads",
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0x80]]
            as [[UInt8]])
    func badUTF8(_ bytes: [UInt8]) {
        let parts = [
            ("<dict><key>unread</key><string>", "</string><key>name</key><string>a</string></dict>"),
            ("<dict><key>", "</key><true/><key>name</key><string>a</string></dict>"),
            (
                "<dict><key>name</key><string>a</string><key>unread</key><array><string>long enough for words ",
                "</string></array></dict>"
            ),
            ("<dict><key>name</key><string>a</string><key>unread</key><dict><key>", "</key><true/></dict></dict>"),
            ("<dict><key>unread</key><string>&amp;", "&amp;</string></dict>"),
            ("<dict><key>unread</key><string><![CDATA[", "]]></string></dict>"),
        ]
        for (before, behind) in parts {
            let head = xml(before).dropLast("</plist>".utf8.count)
            let content = head + bytes + Data((behind + "</plist>").utf8)
            #expect(throws: ModelError.self, "\(before)") {
                try plist.decode(Child.self, from: content, as: .xmlPropertyList)
            }
            #expect(throws: ModelError.self, "\(before)") {
                try plist.decode(from: content, as: .xmlPropertyList) { try $0.skipValue() }
            }
        }
    }

    @Test("A class name that XML can't hold is refused")
    func classNames() throws {
        for name in ["a\u{0}", "\u{1F}", "\u{FFFE}", "\u{FFFF}"] {
            let object = ModelNode.object(ObjectNode(CodedClass(name: name), [(key: "a", value: .null)]))
            #expect { try plist.encode([object], as: .xmlPropertyList) } throws: {
                ($0 as? ModelError)?.code == .unrepresentableValue
            }
        }
    }
}
