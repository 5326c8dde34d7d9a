import Foundation
import JSONFormat
import ModelCore
import TestSupport
import Testing

/// Texts of other encodings, styles and sizes, and bytes that aren't JSON at all.
@Suite struct JSONTextKindTests {
    private let json5 = JSONFormat(reading: .json5)

    private func edited(_ text: String, _ change: (inout ModelDocument) throws -> Void) throws -> String {
        try JSONEditTests.edited(text, change)
    }

    @Test("The encoding and the byte order mark stay", arguments: ["", "\u{FEFF}"])
    func encodings(_ mark: String) throws {
        let text = mark + "{\r\n\t// Grüße 🐈\r\n\t\"a\": 0x1F,\r\n\t\"b\": 2\r\n}\r\n"
        let wanted = mark + "{\r\n\t// Grüße 🐈\r\n\t\"a\": 0x1F,\r\n\t\"b\": \"é🐕\",\r\n\t\"c\": 3\r\n}\r\n"
        for encoding in [
            String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
        ] {
            let old = try #require(text.data(using: encoding))
            var document = try json5.document(from: old)
            #expect(try json5.encode(document, keepingTextOf: old) == old)
            try document.set(.string("é🐕"), at: ["b"])
            try document.set(.int64(3), at: ["c"])
            #expect(try json5.encode(document, keepingTextOf: old) == wanted.data(using: encoding), "\(encoding)")
        }
    }

    @Test("An empty container is filled as the rest is written")
    func empty() throws {
        let value = ModelDocument(.int64(1))
        #expect(
            try edited("{\n    a: {},\n}") { try $0.set(value, at: ["a", "x"]) }
                == "{\n    a: {\n        x: 1,\n    },\n}")
        #expect(try edited("{\"a\":[]}") { try $0.insert(value, at: ["a", 0]) } == "{\"a\":[1]}")
        #expect(try edited("{a: [ /* none */ ]}") { try $0.insert(value, at: ["a", 0]) } == "{a: [ /* none */ 1 ]}")
        #expect(
            try edited("{\n  // none yet\n}\n") { try $0.set(value, at: ["a"]) } == "{\n  // none yet\n  \"a\":1\n}\n")
        #expect(try edited("[\n  1, // one\n]") { try $0.removeValue(at: [0]) } == "[\n]")
    }

    @Test("Commas may stand first")
    func commaFirst() throws {
        let text = "{ a: 1 // one\n, b: 2 // two\n, c: 3 // three\n}"
        #expect(try edited(text) { try $0.set(.int64(5), at: ["b"]) } == text.replacing("b: 2", with: "b: 5"))
        #expect(try edited(text) { try $0.removeValue(at: ["b"]) }.contains("c: 3 // three\n}"))
        #expect(try edited(text) { try $0.set(.int64(4), at: ["d"]) }.contains("c: 3, // three\nd: 4\n}") == false)
    }

    @Test("A comment up to the line's end hides nothing that comes behind it")
    func lineComments() throws {
        let one = ModelDocument(.int64(2))
        #expect(try edited("[1 // one\n]") { try $0.insert(one, at: [1]) }.hasPrefix("[1, // one\n"))
        #expect(try edited("[1, // one\n2 // two\n]") { try $0.removeValue(at: [1]) } == "[1 // one\n]")
        #expect(try edited("[1, // one\n 2]") { try $0.removeValue(at: [1]) } == "[1 // one\n]")
    }

    @Test("A key that is there twice stays as the reader takes it", arguments: JSONFormat.DuplicateKeys.allCases)
    func duplicates(_ rule: JSONFormat.DuplicateKeys) throws {
        guard rule != .error else { return }
        let format = JSONFormat(duplicateKeys: rule)
        let old = Data("{\"a\": 1, \"b\": [0], \"a\": {\"c\": 2}, \"d\": 4}".utf8)
        var document = try format.document(from: old)
        try document.set(.int64(5), at: ["d"])
        #expect(
            try String(decoding: format.encode(document, keepingTextOf: old), as: UTF8.self)
                == "{\"a\": 1, \"b\": [0], \"a\": {\"c\": 2}, \"d\": 5}")
        try document.removeValue(at: ["a"])
        #expect(
            try String(decoding: format.encode(document, keepingTextOf: old), as: UTF8.self) == "{\"b\": [0], \"d\": 5}"
        )
    }

    @Test("The order of keys is the file's")
    func order() throws {
        let text = "{\n  b: 1, // b\n  a: 2, // a\n}\n"
        let document = try JSONFormat().document(from: Data("{\"a\":2,\"c\":3,\"b\":1}".utf8))
        #expect(
            try String(decoding: json5.encode(document, keepingTextOf: Data(text.utf8)), as: UTF8.self)
                == "{\n  b: 1, // b\n  a: 2, // a\n  c: 3,\n}\n")
    }

    @Test("An element that came or went doesn't touch the others")
    func elements() throws {
        let lines = (0..<200).map { "  {id: \($0), on: true}, // \($0)" }
        func text(_ lines: some Collection<String>) -> String { "[\n" + lines.joined(separator: "\n") + "\n]\n" }
        #expect(try edited(text(lines)) { try $0.removeValue(at: [77]) } == text(lines[..<77] + lines[78...]))
        let new = try JSONFormat().document(from: Data("{\"id\": -1}".utf8))
        #expect(
            try edited(text(lines)) { try $0.insert(new, at: [50]) }
                == text(lines[..<50] + ["  {id: -1},"] + lines[50...]))
        // One is changed, and another one comes before it.
        let changed = try edited(text(lines)) {
            try $0.set(.bool(false), at: [10, "on"])
            try $0.insert(new, at: [10])
        }
        #expect(changed == text(lines[..<10] + ["  {id: -1},", "  {id: 10, on: false}, // 10"] + lines[11...]))
    }

    @Test("An element that is moved takes its text and its comments along")
    func movedElements() throws {
        func text(_ elements: [String], _ lineBreak: String = "\n") -> String {
            (["{", "  list: ["] + elements + ["  ],", "  // The end.", "}", ""]).joined(separator: lineBreak)
        }
        let first = ["    // one", "    // more", "    { n: 0x1, s: 'a' }, // a"]
        let second = ["    { n: 2, s: 'b' /* inner */ } /* before */, // b"]
        let third = ["", "    { n: 3 },"]
        for lineBreak in ["\n", "\r\n"] {
            let swapped = try edited(text(first + second + third, lineBreak)) { try Self.move(0, to: 1, &$0) }
            #expect(swapped == text(second + first + third, lineBreak))
            let sunk = try edited(text(first + second + third, lineBreak)) { try Self.move(0, to: 2, &$0) }
            #expect(sunk == text(second + third + first, lineBreak))
            let risen = try edited(text(first + second + third, lineBreak)) { try Self.move(1, to: 0, &$0) }
            #expect(risen == text(second + first + third, lineBreak))
        }
        #expect(
            try edited(text(first + ["    0x7 // seven"])) { try Self.move(1, to: 0, &$0) }
                == text(["    0x7, // seven"] + first.dropLast() + ["    { n: 0x1, s: 'a' } // a"]))
        // Where others stand on its line, comments may be theirs.
        #expect(
            try edited("{ list: [ 0x1, 0x2 /* two */, 0x3 ] // x\n}") { try Self.move(0, to: 2, &$0) }
                == "{ list: [ 0x2 /* two */, 0x3, 0x1 ] // x\n}")
    }

    private static func move(_ index: Int, to place: Int, _ document: inout ModelDocument) throws {
        let element = ModelDocument(try #require(document["list"]?[index]))
        try document.removeValue(at: ["list", .index(index)])
        try document.insert(element, at: ["list", .index(place)])
    }

    @Test("What isn't JSON is written anew")
    func unreadable() throws {
        let document = try JSONFormat().document(from: Data("{\"a\":[1]}".utf8))
        var random = SeededGenerator(seed: 7)
        let text = Data(JSONEditTests.sample.utf8)
        for _ in 0..<300 {
            var old = text.prefix(Int.random(in: 0...text.count, using: &random))
            if Bool.random(using: &random), !old.isEmpty {
                old[Int.random(in: 0..<old.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let new = try json5.encode(document, keepingTextOf: old)
            #expect(try json5.document(from: new) == document)
            if (try? json5.document(from: old)) == nil { #expect(new == Data("{\"a\":[1]}".utf8)) }
        }
        #expect(
            try json5.encode(document, keepingTextOf: Data("<plist><dict/></plist>".utf8)) == Data("{\"a\":[1]}".utf8))
    }

    @Test("Depth costs memory, and no stack")
    func depth() throws {
        let limits = DecodingLimits(depth: 200_000)
        let depth = 100_000
        func text(_ value: String) -> Data {
            Data((String(repeating: "[", count: depth) + value + String(repeating: "]", count: depth)).utf8)
        }
        let new = try JSONFormat().document(from: text("2"), limits: limits)
        #expect(try JSONFormat().encode(new, keepingTextOf: text(" 1 "), limits: limits) == text(" 2 "))
    }

    @Test("Much that differs takes no square of time", .endsAtLast)
    func many() throws {
        func text(_ numbers: [Int], _ separator: String = ", ") -> Data {
            Data("[\(numbers.map(String.init).joined(separator: separator))]".utf8)
        }
        let old = Array(0..<20_000)
        var random = SeededGenerator(seed: 3)
        for numbers in [
            Array(old.reversed()), old.shuffled(using: &random), old.map { $0 + 100_000 }, old.map { $0 / 2 },
            old.map { $0 ^ 1 },
        ] {
            let document = try JSONFormat().document(from: text(numbers))
            for separator in [", ", ",\n"] {
                let new = try JSONFormat().encode(document, keepingTextOf: text(old, separator))
                #expect(try JSONFormat().document(from: new) == document)
            }
        }
        // A long line to imitate, many times.
        let long = Data(("{\n" + String(repeating: " ", count: 100_000) + "\"a\": [1]\n}").utf8)
        let members = (0..<1_000).map { ", \"x\($0)\": \($0)" }.joined()
        let document = try JSONFormat().document(from: Data("{\"a\": [1]\(members)}".utf8))
        let new = try JSONFormat().encode(document, keepingTextOf: long)
        #expect(try JSONFormat().document(from: new) == document && new.count < 1_000_000)
    }
}
