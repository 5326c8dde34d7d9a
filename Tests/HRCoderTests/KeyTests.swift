import Foundation
import HRCoder
import JSONFormat
import ModelCore
import ModelTesting
import PlistFormat
import TestSupport
import Testing

@Suite("Keys")
struct KeyTests {
    static let keys = [
        "", ".", "a.b", "a", "$class", "$alias", "$data", "$root", "$$class", "$$$alias", "$", "$x", "$$x", "class",
        "\\", "a\\.b", "\\$root",
        "NS.object.0", "0", "é.日本", "$utf8:", "$$utf8:%00", "a b", "\u{0}", "a\u{1}.b", "\u{FFFF}", "\u{FFFE}a", "\r\n", "<&>\"'",
        "%", "50%41\u{1}",
    ]

    @Test("Keys of every kind survive, and objects under them are found again", arguments: forms)
    func roundTrip(_ format: FileFormat) throws {
        let dictionary = DictionaryNode()
        let object = ObjectNode(CodedClass(name: "HRKeys"))
        for key in Self.keys {
            dictionary.entries.append((.text(key), .dict(["b": .array(ArrayNode([.text(key)]))])))
            object.properties.append((key, .dict(["b": .array(ArrayNode([.text(key)]))])))
        }
        let parts = dictionary.entries.map(\.value) + object.properties.map(\.value)
        let again = parts + parts.compactMap { $0["b"] }
        for (first, second) in [("dictionary", "object"), ("object", "dictionary")] {
            let nodes: [String: ModelNode] = ["dictionary": .dictionary(dictionary), "object": .object(object)]
            let root = ModelNode.dict([
                first: nodes[first] ?? .null, second: nodes[second] ?? .null, "again": .array(ArrayNode(again)),
            ])
            let data = try HRCoder().encode(root, as: format)
            let back = try HRCoder().decode(ModelNode.self, from: data, as: format)
            #expect(Fingerprint.text(of: back) == Fingerprint.text(of: root))
            #expect(try HRCoder().encode(back, as: format) == data)
        }
        // As the root too, where keys begin a path.
        for root in [ModelNode.dictionary(dictionary), .object(object)] {
            let last = ModelNode.array(ArrayNode(again))
            dictionary.entries.append((.text("again"), last))
            object.properties.append(("again", last))
            defer {
                dictionary.entries.removeLast()
                object.properties.removeLast()
            }
            let data = try HRCoder().encode(root, as: format)
            #expect(
                Fingerprint.text(of: try HRCoder().decode(ModelNode.self, from: data, as: format))
                    == Fingerprint.text(of: root))
        }
    }

    @Test("Only keys that read as marks are written otherwise, and paths mark full stops within keys")
    func written() throws {
        let shared = ModelNode.array(ArrayNode())
        let text = try json(.dict(["$class": .dict(["a.b": shared]), "$ref": shared]))
        #expect(text.contains(#""$$class": {"#))
        #expect(text.contains(#""$ref": {"#))
        #expect(text.contains(#""$alias": "$$class.a\\.b""#))
    }

    @Test("A path that the original wrote leads to keys with full stops, where no other way fits")
    func originalPaths() throws {
        let node = try read(#"{"a.b": {"c": []}, "again": {"$alias": "a.b.c"}, "more": {"$alias": "a.b"}}"#)
        #expect(node["again"]?.instance == node["a.b"]?["c"]?.instance)
        #expect(node["more"]?.instance == node["a.b"]?.instance)
        let both = try read(
            #"{"a.b": {"c": [1]}, "a": {"b": {"c": [2]}}, "x": {"$alias": "a.b.c"}, "y": {"$alias": "a\\.b.c"}}"#)
        #expect(both["x"]?.instance == both["a"]?["b"]?["c"]?.instance)
        #expect(both["y"]?.instance == both["a.b"]?["c"]?.instance)
    }

    @Test(
        "The original reads such a file with all its values; only an alias by a path with a full stop in a key is lost to it"
    )
    func original() throws {
        let shared = ModelNode.array(ArrayNode([.int(1)]))
        let root = ModelNode.dict(["a.b": shared, "": .dict(["x": .int(2)]), "again": shared])
        let data = try HRCoder().encode(root, as: .hrCodedJSON)
        let read = try OriginalReader.node(data, .hrCodedJSON)
        #expect(read["a.b"]?[0]?.scalar == .int64(1))
        #expect(read[""]?["x"]?.scalar == .int64(2))
        #expect(read["again"]?.scalar == .null)
    }

    @Test("A key that is there as it is and escaped, and so twice, is refused: no form could write it", arguments: ["HRKeys", nil])
    func twice(_ className: String?) throws {
        let keys = ["$utf8:a": 1, "a": 2]
        let name: [(key: ModelNode, value: ModelNode)] = className.map { [(.text("$class"), .text($0))] } ?? []
        let plain = ModelNode.dictionary(DictionaryNode(name + keys.sorted { $0.key < $1.key }.map { (.text($0.key), .int(Int64($0.value))) }))
        let files: [(FileFormat, Data)] = [
            (.hrCodedJSON, try JSONFormat().encode(plain)), (.hrCodedXML, try PlistFormat().encode(plain)),
            (.hrCodedBinary, try PlistFormat().encode(plain, as: .binaryPropertyList)),
        ]
        for (format, data) in files {
            #expect("\(format)") { try HRCoder().decode(ModelNode.self, from: data, as: format) } throws: {
                ($0 as? ModelError)?.code == .duplicateKey
            }
        }
    }

    @Test("A key called $root has a backslash where it begins a path, and nowhere else")
    func rootAsKey() throws {
        let (shared, other) = (ModelNode.array(ArrayNode([])), ModelNode.array(ArrayNode([])))
        let root = ModelNode.dict([
            "$root": shared, "a": .dict(["$root": other]), "again": .array(ArrayNode([shared, other])),
        ])
        let data = try HRCoder().encode(root, as: .hrCodedJSON)
        let text = String(decoding: data.filter { $0 > 0x20 }, as: UTF8.self)
        #expect(text.contains(#""$alias":"\\$root""#) && text.contains(#""$alias":"a.$root""#), "\(text)")
    }

    @Test("Names of classes that only Unicode's normal form tells apart are two classes'")
    func classesInNormalForms() throws {
        let names = ["Caf\u{E9}", "Cafe\u{301}"]
        let text = "[" + names.map { #"{"$class":"\#($0)","a":1}"# }.joined(separator: ",") + "]"
        let document = try HRCoder().document(from: Data(text.utf8), as: .hrCodedJSON)
        let written = try HRCoder().document(from: HRCoder().encode(document, as: .hrCodedJSON), as: .hrCodedJSON)
        for read in [document, written] {
            #expect(read.root.elements.map { Array(($0.className ?? "").utf8) } == names.map { Array($0.utf8) })
        }
    }

    @Test("A class whose name is written in two ways is one")
    func classWrittenTwice() throws {
        let text = #"[{"$class":"Album","a":1},{"$class":"$utf8:%41lbum","a":1}]"#
        let document = try HRCoder().document(from: Data(text.utf8), as: .hrCodedJSON)
        #expect(document[0]?.className == "Album")
        #expect(document[0]?.codedClass === document[1]?.codedClass)
    }
}
