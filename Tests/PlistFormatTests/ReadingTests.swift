import Foundation
import ModelCore
import TestSupport
import Testing

@testable import PlistFormat

/// XML as people and other programs write it, and what is wrong with it.
struct ReadingTests {
    @Test(arguments: [
        ("<string>a&amp;b&lt;&gt;&quot;&apos;&#65;&#x1F600;</string>", "string(\"a&b<>\\\"\\'A😀\")"),
        ("<string><![CDATA[<&>]]> and <!-- no --> more<?pi?></string>", "string(\"<&> and  more\")"),
        ("<string/>", "string(\"\")"),
        ("<string ></string >", "string(\"\")"),
        ("<string a=\"1\" b = '>'>x</string>", "string(\"x\")"),
        ("<integer> -5 </integer>", "int64(-5)"),
        ("<integer>+7</integer>", "int64(7)"),
        ("<integer>0x1F</integer>", "int64(31)"),
        ("<integer>-0x10</integer>", "int64(-16)"),
        ("<integer>18446744073709551615</integer>", "uint64(18446744073709551615)"),
        ("<integer>-9223372036854775808</integer>", "int64(-9223372036854775808)"),
        ("<integer>18446744073709551616</integer>", "double(1.8446744073709552e+19)"),
        ("<integer>-9223372036854775809</integer>", "double(-9.223372036854776e+18)"),
        ("<real> 1.5e3 </real>", "double(1500.0)"),
        ("<real>-INF</real>", "double(-inf)"),
        ("<real>5</real>", "double(5.0)"),
        ("<true/>", "bool(true)"),
        ("<false></false>", "bool(false)"),
        ("<date>2001-01-01T00:00:01.25Z</date>", "date(1.25)"),
        ("<data>\n\tAQ\n\tID\n</data>", "data(1 2 3)"),
        ("<data/>", "data()"),
        ("<data>/+8=</data>", "data(ff ef)"), ("<data>_-8</data>", "data(ff ef)"), ("<data>A\tQ </data>", "data(1)"),
        ("<array><!-- a --><integer>1</integer><?b?><array/></array>", "[int64(1), []]"),
        ("<dict><key>a</key><dict/><key/><string>empty</string></dict>", "{string(\"a\"): {}, string(\"\"): string(\"empty\")}"),
        ("<dict><key>$class</key><string>X</string><key>a</key><true/></dict>", "X(a: bool(true))"),
    ])
    func values(body: String, expected: String) throws {
        #expect(try scalarText(xml(body)) == expected)
    }

    @Test(arguments: [
        "", "<string>a", "<string>a</key>", "<string>&unknown;</string>", "<string>a & b</string>", "<string>&#xD800;</string>",
        "<string>&#1114112;</string>", "<integer></integer>", "<integer/>", "<integer>1.5</integer>", "<integer>0x</integer>", "<integer>--1</integer>", "<real>one</real>", "<real/>",
        "<integer>0x1FFFFFFFFFFFFFFFF</integer>", "<real>1e999e</real>", "<real>0x10</real>", "<date>yesterday</date>", "<date/>", "<date>2001-02-30T00:00:00Z</date>",
        "<data>A</data>", "<data>AQ=</data>", "<data>AQI!</data>", "<array>text</array>", "<array><key>a</key></array>", "<array>", "</array>",
        "<array></dict>", "<dict><string>a</string></dict>", "<dict><key>a</key></dict>", "<dict><key>a</key><key>b</key><true/></dict>",
        "<dict><key>a</key><true/><key>a</key><true/></dict>", "<true>x</true>", "<unknown/>", "<key>a</key>", "<true/><true/>", "text",
        "<string a>x</string>", "<string a=b>x</string>", "<!-- a", "<string><![CDATA[x</string>", "<string>\u{0}</string>", "<plist/>",
    ])
    func mistakes(body: String) {
        let error = failure { _ = try node(xml(body)) }
        #expect(error != nil)
        #expect(error?.code == .corruptData || error?.code == .duplicateKey)
        #expect(error?.location?.line != nil, "\(body)")
    }

    @Test("The error for data says which character is wrong")
    func wrongData() {
        let error = failure { _ = try node(xml("<data>\n\tAQ\n\tI!</data>")) }
        #expect(error?.reason == #"This isn't base64: character 8 is "!"."#, "\(error as Any)")
    }

    @Test func encodings() throws {
        let text = "<?xml version=\"1.0\"?><plist><string>é€\u{1F600}</string></plist>"
        let expected = "string(\"é€\u{1F600}\")"
        #expect(try scalarText(Data(text.utf8)) == expected)
        #expect(try scalarText(Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)) == expected)
        for encoding: String.Encoding in [.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian, .utf32BigEndian] {
            #expect(try scalarText(#require(text.data(using: encoding))) == expected, "\(encoding)")
            for mark: [UInt8] in [[0xFF, 0xFE], [0xFE, 0xFF], [0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF]] {
                _ = try? scalarText(Data(mark) + #require(text.data(using: encoding)))
            }
        }
        let latin = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><string>é</string></plist>"
        #expect(try scalarText(#require(latin.data(using: .isoLatin1))) == "string(\"é\")")
        let ascii = "<?xml version=\"1.0\" encoding='us-ascii'?><plist><string>a</string></plist>"
        #expect(try scalarText(Data(ascii.utf8)) == "string(\"a\")")
        #expect(throws: ModelError.self) { try scalarText(Data(ascii.utf8.map { $0 == 0x61 && false ? 0 : $0 } + [0xE9])) }
        #expect(throws: ModelError.self) { try scalarText(Data("<?xml version=\"1.0\" encoding=\"foobar\"?><plist><true/></plist>".utf8)) }
        #expect(throws: ModelError.self) { try scalarText(Data("<plist><string>".utf8) + Data([0xFF]) + Data("</string></plist>".utf8)) }
    }

    @Test func placesOfErrors() throws {
        let data = xml("<dict>\n  <key>items</key>\n  <array>\n    <dict>\n      <key>checked</key>\n      <string>no</string>\n    </dict>\n  </array>\n</dict>")
        var classes = ClassRegistry()
        classes.add(TodoItem.self)
        let error = failure { let _: [String: [[String: Bool]]] = try plist.decode(from: data) }
        #expect(error?.path.description == "items[0].checked")
        #expect(error?.location?.line == 8)
        #expect(error?.location?.column == 7)
        #expect(error?.code == .typeMismatch)
        #expect(error?.format == .xmlPropertyList)
        let twice = failure { _ = try node(xml("<dict>\n<key>a</key><true/>\n<key>b</key><true/>\n<key>a</key><true/>\n</dict>")) }
        #expect(twice?.code == .duplicateKey)
        #expect(twice?.location?.line == 6)
    }

    @Test(arguments: bothFormats)
    func keysInAnyOrder(format: FileFormat) throws {
        let pairs: [(String, ModelNode)] = [
            ("unknown", .array(ArrayNode([.dictionary(DictionaryNode([(.scalar(.string("x")), .null)]))]))), ("string", .scalar(.string("text"))),
            ("int", .scalar(.int64(5))), ("optionals", .array(ArrayNode([.scalar(.int64(1))]))), ("a&b", .scalar(.bool(true))),
            ("double", .scalar(.double(1.5))), ("bool", .scalar(.bool(true))),
        ]
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<50 {
            let entries = pairs.shuffled(using: &generator).map { (key: ModelNode.scalar(.string($0.0)), value: $0.1) }
            let data = try plist.encode(ModelNode.dictionary(DictionaryNode(entries)), as: format)
            let model: Everything = try plist.decode(from: data)
            #expect(model.string == "text")
            #expect(model.int == 5)
            #expect(model.optionals == [1])
            #expect(model.double == 1.5)
            #expect(model.bool)
        }
        // A key that is there twice is an error wherever it stands.
        for body in ["<key>int</key><integer>1</integer>", "<key>bool</key><true/><key>int</key><integer>1</integer>"] {
            let error = failure { let _: Everything = try plist.decode(from: xml("<dict><key>int</key><integer>1</integer>\(body)</dict>")) }
            #expect(error?.code == .duplicateKey)
        }
    }

    @Test func conversions() throws {
        #expect(try plist.decode(Double.self, from: xml("<integer>5</integer>")) == 5)
        #expect(try plist.decode(Int.self, from: xml("<real>5</real>")) == 5)
        #expect(try plist.decode(Bool.self, from: xml("<integer>1</integer>")))
        #expect(try plist.decode(Decimal.self, from: xml("<string>0.1</string>")) == Decimal(string: "0.1"))
        for format in bothFormats {
            #expect(throws: ModelError.self) { try plist.decode(Int.self, from: plist.encode(1.5, as: format)) }
            #expect(throws: ModelError.self) { try plist.decode(Int.self, from: plist.encode("5", as: format)) }
            #expect(throws: ModelError.self) { try plist.decode(Int.self, from: plist.encode(UInt64.max, as: format)) }
            #expect(throws: ModelError.self) { try plist.decode(String.self, from: plist.encode(5, as: format)) }
            #expect(throws: ModelError.self) { try plist.decode(Bool.self, from: plist.encode(2, as: format)) }
            #expect(throws: ModelError.self) { try plist.decode(Int8.self, from: plist.encode(128, as: format)) }
            #expect(throws: ModelError.self) { try plist.decode([Int].self, from: plist.encode(["a": 1], as: format)) }
        }
    }
}
