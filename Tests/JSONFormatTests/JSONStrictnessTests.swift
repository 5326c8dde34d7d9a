import Foundation
import JSONFormat
import ModelCore
import TestSupport
import Testing

/// What other readers let pass, or lose.
@Suite("JSON is read strictly")
struct JSONStrictnessTests {
    private let json = JSONFormat()

    private func nested(_ levels: Int, _ open: String, _ close: String) -> String {
        String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)
    }

    /// What becomes of text that is read or skipped, with few levels.
    private func code(
        _ text: String, depth: Int, duplicates: JSONFormat.DuplicateKeys = .error,
        _ body: (ModelDecoder) throws -> Void
    ) -> ModelError.Code? {
        do {
            let format = JSONFormat(duplicateKeys: duplicates)
            try format.decode(from: Data(text.utf8), as: .json, limits: DecodingLimits(depth: depth), root: nil, body)
            return nil
        } catch {
            return (error as? ModelError)?.code
        }
    }

    @Test(
        "The depth limit is exact in values that are skipped, as in those that are read",
        arguments: [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")])
    func depth(_ open: String, _ close: String) {
        let each = open.filter { "[{".contains($0) }.count
        for limit in [2, 6, 20] {
            for (levels, wanted) in [(limit / each, nil), (limit / each + 1, ModelError.Code.depthExceeded)] {
                let text = nested(levels, open, close)
                #expect(code(text, depth: limit) { try $0.skipValue() } == wanted, "skipped: \(levels) of \(limit)")
                #expect(
                    code(text, depth: limit) { _ = try ModelNode.decode(from: $0) } == wanted,
                    "read: \(levels) of \(limit)")
                // Below an object, one level is gone.
                let member = "{\"size\":1,\"unread\":\(nested(levels, open, close))}"
                for duplicates in JSONFormat.DuplicateKeys.allCases {
                    let found = code(member, depth: limit + 1, duplicates: duplicates) { _ = try Kid.decode(from: $0) }
                    #expect(found == wanted, "a member: \(levels) of \(limit)")
                }
            }
        }
    }

    @Test("A root doesn't name its class, whatever it is expected to be; what is below it does where it must")
    func rootClass() throws {
        let kid = Kid()
        kid.name = "n"
        #expect(try !json.text(kid).contains("$class"))
        let node = try json.read(ModelNode.self, json.text(kid))
        #expect(try !json.text(node).contains("$class"))
        // As a value of a wider type it isn't expected, and still a root.
        let content = try json.encode { encoder in
            #expect(try encoder.beginObject(kid, class: CodedClass(name: "Kid"), isExpected: false))
            try encoder.encode("n", forKey: "name")
            try encoder.encodeKey("inner" as ModelKey)
            #expect(try encoder.beginObject(NSObject(), class: CodedClass(name: "Inner"), isExpected: false))
            try encoder.end()
            try encoder.end()
        }
        #expect(content == Data(#"{"name":"n","inner":{"$class":"Inner"}}"#.utf8))
        let object = ModelNode.object(ObjectNode(CodedClass(name: "Kid"), [(key: "size", value: .scalar(.int64(1)))]))
        #expect(try json.text(object) == #"{"size":1}"#)
        #expect(try json.detect(json.encode(object)) == .certain(.json))
    }

    @Test(
        "UTF-16 and UTF-32 with a mark and without, in both byte orders",
        arguments: ["{\"a\":[\"é😀\",1]}", "[true]", "\"x\"", "12"])
    func wideText(_ text: String) throws {
        let expected = try json.read(ModelNode.self, text)
        let utf16: [UInt16] = Array(text.utf16)
        let utf32 = text.unicodeScalars.map(\.value)
        func bytes<Unit: FixedWidthInteger>(_ units: [Unit], _ isBig: Bool) -> Data {
            Data(
                units.flatMap { unit in
                    unsafe withUnsafeBytes(of: isBig ? unit.bigEndian : unit.littleEndian) { unsafe Array($0) }
                })
        }
        for isBig in [true, false] {
            for content in [
                bytes([0xFEFF] + utf16, isBig), bytes([0xFEFF] + utf32, isBig), bytes(utf16, isBig),
                bytes(utf32, isBig),
            ] {
                if text.utf16.count == 1 { continue }
                #expect(
                    try json.decode(ModelNode.self, from: content).isSame(as: expected), "\(Array(content.prefix(4)))")
                #expect(json.detect(content) != nil, "\(Array(content.prefix(4)))")
                // Half a character is none.
                #expect(throws: ModelError.self) { try json.decode(ModelNode.self, from: content.dropLast()) }
            }
        }
        // Half a pair of surrogates.
        #expect(throws: ModelError.self) {
            try json.decode(ModelNode.self, from: bytes([0xFEFF, 0x22, 0xD800, 0x22] as [UInt16], true))
        }
        #expect(throws: ModelError.self) {
            try json.decode(ModelNode.self, from: bytes([0xFEFF, 0x22, 0x11_0000, 0x22] as [UInt32], true))
        }
    }

    @Test(
        "Base64 ends where its padding does",
        arguments: [
            "YQ==YQ==", "YQ==A", "YQ==AAAA", "YWI=A", "YWI=AAAA", "YQ=A", "=YQ=", "Y", "YQ=", "YQ===", "====",
            "YWI==", "YQ==!",
        ])
    func base64(_ text: String) throws {
        #expect(throws: ModelError.self) { try json.read(Data.self, "\"\(text)\"") }
        #expect(throws: ModelError.self) { try JSONFormat(reading: .json5).read([Data].self, "['\(text)']") }
        #expect(try json.read(Data.self, "\"Y Q\\n==\\t\"") == Data("a".utf8))
    }

    @Test("Data in either alphabet, with and without padding, in every type; the error names the wrong character")
    func alphabets() throws {
        struct Coded: Codable { var data: Data }
        let data = Data([0, 0xFB, 0xFF, 0xBF, 0xFE])
        for text in ["APv/v/4=", "APv_v_4=", "APv/v/4", "APv_v_4", "APv/v_4"] {
            #expect(try json.read(Data.self, "\"\(text)\"") == data)
            #expect(try json.decode(Coded.self, from: Data(#"{"data":"\#(text)"}"#.utf8)).data == data)
            #expect(try json.read([String: Data].self, #"{"a":"\#(text)"}"#) == ["a": data])
        }
        let error = try #require(#expect(throws: ModelError.self) { try json.read([Data].self, #"["APv_v*4"]"#) })
        #expect(error.reason == #"Expected data, found string that isn't base64: character 6 is "*"."#)
        #expect(error.code == .typeMismatch && error.path.description == "[0]" && error.location?.column == 2)
        let coded = #expect(throws: ModelError.self) {
            try json.decode(Coded.self, from: Data(#"{"data":"APv=v"}"#.utf8))
        }
        #expect(coded?.reason.contains(#"character 5 is "v", after the padding"#) == true, "\(coded as Any)")
    }

    @Test(
        "Bad UTF-8 is an error also where nobody reads",
        arguments: [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0x80],
            [0xF0, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func badUTF8(_ bytes: [UInt8]) {
        let parts = [
            ("{\"unread\":\"", "\",\"size\":1}"), ("{\"", "\":1,\"size\":1}"),
            ("{\"size\":1,\"unread\":[{\"a\":\"long enough for words ", "\"}]}"),
            ("{\"size\":1,\"unread\":{\"", "\":[]}}"), ("{\"unread\":\"\\n", "\\n\"}"),
            ("{\"unread\":\"\\", "\"}"), ("{\"\\", "\":1}"),
        ]
        for (before, behind) in parts {
            let content = Data(before.utf8) + bytes + Data(behind.utf8)
            for format in [
                json, JSONFormat(reading: .json5), JSONFormat(duplicateKeys: .last), JSONFormat(duplicateKeys: .first),
            ] {
                #expect(throws: ModelError.self, "\(before)") { try format.decode(Kid.self, from: content) }
                #expect(throws: ModelError.self, "\(before)") {
                    try format.decode(from: content, as: .json) { try $0.skipValue() }
                }
            }
        }
    }

    @Test("A comment in plain JSON is said to be one", arguments: ["[1, // one\n2]", "{/* none */}", "/* first */ 1"])
    func commentsOfJSON(_ text: String) {
        let error = #expect(throws: ModelError.self) { try JSONFormat().document(from: Data(text.utf8)) }
        #expect(error?.reason.contains("found a comment, which JSON5 alone has") == true)
    }

    @Test(
        "What JSON5 alone has names the option",
        arguments: [
            "[1, // one\n2]", "['a']", "{'a': 1}", "{a: 1}", "[1,]", "{\"a\": 1,}", "[+1]", "[.5]", "[NaN]",
            "[Infinity]",
        ])
    func optionOfJSON5(_ text: String) throws {
        let error = #expect(throws: ModelError.self) { try JSONFormat().document(from: Data(text.utf8)) }
        #expect(error?.reason.contains("(the reading option .json5)") == true, "\(error.map { "\($0)" } ?? "")")
        _ = try JSONFormat(reading: .json5).document(from: Data(text.utf8))
    }

    @Test("A file that is a single value as only JSON5 has it is recognised")
    func singleValues() throws {
        let long = String(repeating: "long ", count: 1000)
        for text in [
            ".5", "+1", "-.5", "5.", "0x1F", "-0x1f", "'x'", " 'it\\'s' // text\n", "''", "Infinity", "-Infinity", "+Infinity", "NaN",
            "/* half */ .5", "\"x\" // text", "1 // one", "null // nothing", "'\(long)'\n", "{é: 1}", "{'it\\'s': 1}", "{\\u0061: 1}",
        ] {
            for content in [Data(text.utf8), try #require(text.data(using: .utf16))] {
                #expect(json.detect(content) != nil, "\(text.prefix(40))")
                #expect(try FormatRegistry([JSONFormat(reading: .json5)]).document(from: content).root.kind != .null || text.hasPrefix("null"))
            }
            // To a reader of JSON it isn't unknown, but wrong.
            let error = #expect(throws: ModelError.self) { try FormatRegistry([json]).document(from: Data(text.utf8)) }
            #expect(error?.code == .corruptData, "\(text.prefix(40))")
        }
        for text in [
            "'x", "x'", "'x' y'z", "'\(long)", "it's", ".", "+", "-", "infinity", "Infinity 1", "0x", "1.2.3", "+-1", "/ 5", "5 /", "{é}",
        ] {
            #expect(json.detect(Data(text.utf8)) == nil, "\(text.prefix(40))")
        }
        #expect(json.detect(Data("// !$*UTF8*$!\n{}".utf8)) == .possible(.json))
    }

    @Test("JSON5 that begins with a comment, or with a key that only it has, is recognised")
    func comments() throws {
        func detection(_ text: String) -> FormatDetection? { json.detect(Data(text.utf8)) }
        let long = String(repeating: "x /* y * z ", count: 2000)
        for text in [
            "// a\n{\"a\":1}", "/* a */{\"a\":1}", " \n// a\r// b\n/**/ /***/ [1]", "/* { */ {}",
            "/*\(long)*/ [null]", "\u{FEFF}// a\n{\"a\"/**/:1}", "/*\(long)\(long)\(long)\(long)\(long)*/ {\"a\":1}",
        ] {
            #expect(detection(text) == .certain(.json), "\(text.prefix(40))")
            _ = try JSONFormat(reading: .json5).read(ModelNode.self, text)
        }
        // Other formats have such keys, too, such as YAML.
        for text in ["// \(long)\n{'a' : 1}", "{ a: 1 }", "{/* x */a/* y */: 1}", "{'a b': 1}", "{$_1: 1}"] {
            #expect(detection(text) == .possible(.json), "\(text.prefix(40))")
            _ = try JSONFormat(reading: .json5).read(ModelNode.self, text)
        }
        #expect(detection("// a\n{\"$class\":\"A\"}") == .possible(.json))
        for text in ["['a']", "[+1]", "[ .5]", "[NaN]", "[Infinity, 1]"] { #expect(detection(text) == .possible(.json)) }
        for text in ["[.a]", "[.", "[a]"] { #expect(detection(text) == nil) }
        // OpenStep's style and programs have comments too.
        for text in [
            "// !$*UTF8*$!\n{ a = 1; }", "/* a */ ( 1, 2 )", "/* no end", "// no end", "/", "//", "/*/",
            "// a\nint main() {}", "/a/b", "{ a = 1; }", "{ 1: 2 }", "{a}",
            "{'a' = 1;}", "/* a */ { \"a\" = 1; }", "{ $ }", "{:1}", "/* a */",
        ] {
            #expect(detection(text) == nil, "\(text)")
        }
        var registry = FormatRegistry([JSONFormat(reading: .json5)])
        #expect(try registry.detect(Data("// a\n{\"a\":1}".utf8)) == .json)
        registry.replace(with: JSONFormat())
        #expect { try registry.decode(from: Data("// a\n{\"a\":1}".utf8)) { try $0.skipValue() } } throws: {
            let error = $0 as? ModelError
            return error?.code == .corruptData && error?.location?.line == 1
        }
    }
}
