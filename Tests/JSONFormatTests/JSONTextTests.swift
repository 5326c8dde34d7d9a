import Foundation
import JSONFormat
import ModelCore
import TestSupport
import Testing

/// The exact text, its errors, and hostile input.
@Suite struct JSONTextTests {
    private let json = JSONFormat()

    private var list: TodoList {
        let list = TodoList()
        let item = TodoItem()
        item.label = "a"
        list.items = [item]
        return list
    }

    @Test func prettyAndSorted() throws {
        #expect(
            try JSONFormat(writing: .prettyPrinted).text(list) == """
                {
                  "items": [
                    {
                      "label": "a",
                      "checked": false
                    }
                  ]
                }
                """)
        #expect(
            try JSONFormat(writing: [.prettyPrinted, .sortedKeys]).text(list) == """
                {
                  "items": [
                    {
                      "checked": false,
                      "label": "a"
                    }
                  ]
                }
                """)
        #expect(try JSONFormat(writing: .sortedKeys).text(list) == #"{"items":[{"checked":false,"label":"a"}]}"#)
        #expect(try JSONFormat(writing: .prettyPrinted).text([[Int]()]) == "[\n  []\n]")
        #expect(try JSONFormat(writing: .prettyPrinted).text([String: Int]()) == "{}")
        let node = try json.read(ModelNode.self, #"{"b":{"d":1,"c":[{"f":2,"e":3}]},"ab":4,"a":5}"#)
        #expect(try JSONFormat(writing: .sortedKeys).text(node) == #"{"a":5,"ab":4,"b":{"c":[{"e":3,"f":2}],"d":1}}"#)
    }

    @Test func theSameBytesEachTime() throws {
        let values = Dictionary(uniqueKeysWithValues: (0..<200).map { ("k\($0)", Set([$0, $0 + 1, $0 * 7])) })
        let first = try json.encode(values)
        for _ in 0..<5 {
            #expect(try json.encode(Dictionary(uniqueKeysWithValues: values.shuffled())) == first)
        }
    }

    @Test(arguments: [
        ("{\"items\":[{},\n {\"checked\": \"maybe\"}]}", 2, 14, "items[1].checked"),
        ("{\n  \"items\": [\n    {\"label\": [1]}]}", 3, 15, "items[0].label"),
        ("{\"items\":[{\"label\":\"x\" \"checked\":1}]}", 1, 24, "items[0].checked"),
        ("{\"items\":{}}", 1, 10, "items"),
        ("{\"items\":[tru]}", 1, 11, "items"),
    ])
    func errorsSayWhere(_ text: String, _ line: Int, _ column: Int, _ path: String) {
        #expect {
            try json.read(TodoList.self, text)
        } throws: { error in
            guard let error = error as? ModelError else { return false }
            #expect(error.location?.line == line, "\(error)")
            #expect(error.location?.column == column, "\(error)")
            #expect(error.path.description.hasPrefix(path) || path.hasPrefix(error.path.description), "\(error)")
            #expect(error.format == .json)
            return true
        }
    }

    @Test(arguments: ["{} x", "1 2", "", "  ", "[1", "{\"a\"", "nul", "{\"a\":1,}", "[1,]", "01", "1.", "+1", "'a'", "{a:1}", "// c\n1", " 1\u{0}"])
    func notJSON(_ text: String) {
        #expect { try json.read(ModelNode.self, text) } throws: { ($0 as? ModelError)?.code == .corruptData }
    }

    @Test func json5() throws {
        let text = """
            // comment
            {unquoted: 'single "quotes"', $a_1: +1, "hex": 0xDEADbeef, lead: .5, trail: 5., inf: -Infinity, nan: NaN,
            /* block */ "line": 'a\\
            b', '\\x41': '\\v\\0\\'', list: [1, 2,], ünï: "\\u00e9",}
            """
        let node = try JSONFormat(reading: .json5).read(ModelNode.self, text)
        #expect(node["unquoted"]?.stringValue == "single \"quotes\"")
        #expect(node["$a_1"]?.scalar == .int64(1))
        #expect(node["hex"]?.scalar == .int64(0xDEAD_BEEF))
        #expect(node["lead"]?.scalar == .double(0.5))
        #expect(node["trail"]?.scalar == .double(5))
        #expect(node["inf"]?.scalar == .double(-.infinity))
        #expect(node["line"]?.stringValue == "ab")
        #expect(node["A"]?.stringValue == "\u{B}\0'")
        #expect(node["list"]?[1]?.scalar == .int64(2))
        #expect(node["ünï"]?.stringValue == "é")
        #expect(throws: ModelError.self) { try json.read(ModelNode.self, text) }
        let kid = try JSONFormat(reading: .json5).read(Kid.self, "{size: 0x10, /**/ name: 'n', }")
        #expect(kid.size == 16 && kid.name == "n")
        for bad in ["{a:1,,}", "[,]", "0x", "1e", ".", "'a\nb'", "/* ", "{1a:1}", "010", "\"\\1\"", "+-1", "Inf"] {
            #expect(throws: ModelError.self, "\(bad)") { try JSONFormat(reading: .json5).read(ModelNode.self, bad) }
        }
    }

    @Test func detection() {
        func detection(_ text: String) -> FormatDetection? { json.detect(Data(text.utf8)) }
        let long = String(repeating: " ", count: 3000)
        for text in [
            "{\"a\": 1}", " {}", "\n[1,2]", "[]", "[[]]", "[{}, ", "[{\"a\":", "[[[1],", "[\"a]\"\n,", "[null]", "[-1.5e3 ,",
            "{\"a\\\"\" : 1",
        ] {
            #expect(detection(text) == .certain(.json), "\(text)")
        }
        for text in ["{\"$class\":\"A\"}", "\"text\"", "12.5", "true", " null\n", "{", "[", "[[", "[{", "[1", "[1]\u{20}\(long)"] {
            #expect(detection(text) == .possible(.json), "\(text)")
        }
        for text in ["", "{ a = 1; }", "{\"a\" = 1;}", "( 1, 2 )", "<?xml", "bplist00", "TSAF", "2018-03-16", "nothing", "text", "FAST", "\"key\" = \"value\";", "\"a\";", "[[products]]\nname = 1", "[1]\na = 1", "[\"a\"]\nb = 1", "{} a", "[] a"] {
            #expect(detection(text) == nil, "\(text)")
        }
    }

    @Test func registersItself() throws {
        #expect(FormatRegistry.default.formats.contains(.json))
        #expect(try FormatRegistry.default.detect(Data("{\"a\":1}".utf8)) == .json)
    }

    @Test func depth() throws {
        for text in [String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000)] {
            #expect { try json.read(ModelNode.self, text) } throws: { ($0 as? ModelError)?.code == .depthExceeded }
            #expect { try json.read(Kid.self, "{\"size\":1,\"x\":" + text) } throws: { ($0 as? ModelError)?.code == .depthExceeded }
        }
        let fits = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
        _ = try json.read(ModelNode.self, fits)
        _ = try json.read(Kid.self, "{\"size\":1,\"x\":\(fits)}")
    }

    @Test func everyTruncationIsAnError() throws {
        let content = try JSONFixtures.golden("rich_set_json.json")
        for length in 0..<content.count {
            #expect(throws: ModelError.self) { try json.decode(ModelNode.self, from: content.prefix(length), as: .json) }
            #expect(throws: ModelError.self) { try json.decode(Rich.self, from: content.prefix(length), as: .json) }
        }
    }

    @Test func mutationsAreErrorsOrValues() throws {
        var state: UInt64 = 42
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        let content = [UInt8](try JSONFixtures.golden("rich_set_json.json"))
        let bytes = Array("{}[]\",:\\0123456789eE+-.tfnu/*' \n".utf8) + [0, 0x80, 0xC3, 0xFF]
        let readers = [json, JSONFormat(reading: .json5, duplicateKeys: .last)]
        for _ in 0..<3000 {
            var mutated = content
            for _ in 0...next(4) {
                let place = next(mutated.count)
                switch next(3) {
                case 0: mutated[place] = bytes[next(bytes.count)]
                case 1: mutated.remove(at: place)
                default: mutated.insert(bytes[next(bytes.count)], at: place)
                }
            }
            for reader in readers {
                _ = try? reader.decode(Rich.self, from: Data(mutated), as: .json)
                _ = try? reader.decode(ModelNode.self, from: Data(mutated), as: .json)
            }
            _ = json.detect(Data(mutated))
        }
    }

    @Test func manyAtOnce() async throws {
        let list = list
        let expected = try json.encode(list)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    for _ in 0..<200 {
                        let read = try JSONFormat().decode(TodoList.self, from: expected)
                        guard try JSONFormat().encode(read) == expected else { return false }
                    }
                    return true
                }
            }
            for try await isSame in group { #expect(isSame) }
        }
    }
}

@Suite("JSON's options in the format's name")
struct JSONStyleTests {
    @Test("They go before the provider's")
    func style() throws {
        let value = ["b": 1, "a": 2]
        let text = try JSONFormat().encode(value, as: .json([.prettyPrinted, .sortedKeys]))
        #expect(String(decoding: text, as: UTF8.self) == "{\n  \"a\": 2,\n  \"b\": 1\n}")
        #expect(try JSONFormat(writing: .prettyPrinted).encode([1], as: .json([])) == Data("[1]".utf8))
        #expect(FileFormat.json(.prettyPrinted) == .json && FileFormat.json.style == nil)
        // What is no style of JSON's.
        #expect(try JSONFormat().encode([1], as: FileFormat.json.written(in: "blue")) == Data("[1]".utf8))
    }
}
