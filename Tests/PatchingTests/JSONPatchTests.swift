import Documents
import FastCoder
import Foundation
import JSONFormat
import Patching
import TestSupport
import Testing

/// A document of JSON text.
func json(_ text: String) throws -> ModelDocument { try JSONFormat().document(from: Data(text.utf8), as: .json) }

/// The JSON text of a document, with sorted keys.
func text(_ document: ModelDocument) throws -> String {
    String(decoding: try JSONFormat(writing: .sortedKeys).encode(document, as: .json), as: UTF8.self)
}

@Suite("JSON patches of documents")
struct JSONPatchTests {
    /// The document, the patch, and the result; `!` for an error. After RFC 6902's appendix and the public suite of JSON patches.
    private static let cases = [
        ("{}", "[]", "{}"), (#"{"foo":1}"#, "[]", #"{"foo":1}"#),
        (#"{"foo":null}"#, #"[{"op":"add","path":"/foo","value":1}]"#, #"{"foo":1}"#),
        ("[]", #"[{"op":"add","path":"/0","value":"foo"}]"#, #"["foo"]"#),
        ("{}", #"[{"op":"add","path":"/foo","value":"1"}]"#, #"{"foo":"1"}"#),
        (#""foo""#, #"[{"op":"replace","path":"","value":"bar"}]"#, #""bar""#),
        ("{}", #"[{"op":"add","path":"","value":[]}]"#, "[]"), ("[]", #"[{"op":"add","path":"","value":{}}]"#, "{}"),
        ("[]", #"[{"op":"add","path":"/-","value":"hi"}]"#, #"["hi"]"#),
        ("{}", #"[{"op":"add","path":"/","value":1}]"#, #"{"":1}"#),
        (#"{"foo":{}}"#, #"[{"op":"add","path":"/foo/","value":1}]"#, #"{"foo":{"":1}}"#),
        (#"{"foo":1}"#, #"[{"op":"add","path":"/bar","value":[1,2]}]"#, #"{"bar":[1,2],"foo":1}"#),
        (
            #"{"baz":[{"qux":"hello"}]}"#, #"[{"op":"add","path":"/baz/0/foo","value":"world"}]"#,
            #"{"baz":[{"foo":"world","qux":"hello"}]}"#
        ),
        (#"{"bar":[1,2]}"#, #"[{"op":"add","path":"/bar/8","value":"5"}]"#, "!"),
        (#"{"bar":[1,2]}"#, #"[{"op":"add","path":"/bar/-1","value":"5"}]"#, "!"),
        (#"{"foo":1}"#, #"[{"op":"add","path":"/bar","value":null}]"#, #"{"bar":null,"foo":1}"#),
        (#"{"foo":1}"#, #"[{"op":"add","path":"/0","value":"bar"}]"#, #"{"0":"bar","foo":1}"#),
        (#"["foo"]"#, #"[{"op":"add","path":"/1","value":"bar"}]"#, #"["foo","bar"]"#),
        (#"["foo","sil"]"#, #"[{"op":"add","path":"/1","value":"bar"}]"#, #"["foo","bar","sil"]"#),
        (#"["foo","sil"]"#, #"[{"op":"add","path":"/0","value":"bar"}]"#, #"["bar","foo","sil"]"#),
        (#"["foo","sil"]"#, #"[{"op":"add","path":"/3","value":"bar"}]"#, "!"),
        (#"{"1e0":"foo"}"#, #"[{"op":"test","path":"/1e0","value":"foo"}]"#, #"{"1e0":"foo"}"#),
        (#"["foo","bar"]"#, #"[{"op":"test","path":"/1e0","value":"bar"}]"#, "!"),
        (#"["foo","sil"]"#, #"[{"op":"add","path":"/bar","value":42}]"#, "!"),
        (#"["foo"]"#, #"[{"op":"add","path":"/1","value":["bar","baz"]}]"#, #"["foo",["bar","baz"]]"#),
        (#"{"bar":[1,2],"foo":1}"#, #"[{"op":"remove","path":"/bar"}]"#, #"{"foo":1}"#),
        (#"{"baz":[{"qux":1}]}"#, #"[{"op":"remove","path":"/baz/0/qux"}]"#, #"{"baz":[{}]}"#),
        (
            #"{"foo":[1],"baz":[{"qux":1}]}"#, #"[{"op":"replace","path":"/baz/0/qux","value":"w"}]"#,
            #"{"baz":[{"qux":"w"}],"foo":[1]}"#
        ),
        (#"[""]"#, #"[{"op":"replace","path":"/0","value":null}]"#, "[null]"),
        (#"{"foo":"bar"}"#, #"[{"op":"replace","path":"","value":{"baz":"qux"}}]"#, #"{"baz":"qux"}"#),
        (#"{"bar":"baz"}"#, #"[{"op":"replace","path":"/foo/bar","value":false}]"#, "!"),
        (#"{"foo":1}"#, #"[{"op":"test","path":"/foo","value":1,"spurious":1}]"#, #"{"foo":1}"#),
        (#"{"foo":null}"#, #"[{"op":"test","path":"/foo","value":null}]"#, #"{"foo":null}"#),
        (#"{"foo":null}"#, #"[{"op":"move","from":"/foo","path":"/bar"}]"#, #"{"bar":null}"#),
        (#"{"foo":null}"#, #"[{"op":"copy","from":"/foo","path":"/bar"}]"#, #"{"bar":null,"foo":null}"#),
        (#"{"foo":null}"#, #"[{"op":"remove","path":"/foo"}]"#, "{}"),
        (
            #"{"foo":[{"foo":1,"bar":2}]}"#, #"[{"op":"test","path":"/foo","value":[{"bar":2,"foo":1}]}]"#,
            #"{"foo":[{"bar":2,"foo":1}]}"#
        ),
        (#"{"foo":[1,2,5,4]}"#, #"[{"op":"test","path":"/foo","value":[1,2]}]"#, "!"),
        (#"{"foo":1}"#, #"[{"op":"test","path":"","value":{"foo":1.0}}]"#, #"{"foo":1}"#),
        (
            #"{"":1,"a/b":1,"m~n":8," ":7}"#,
            #"[{"op":"test","path":"/","value":1},{"op":"test","path":"/a~1b","value":1},{"op":"test","path":"/m~0n","value":8},{"op":"test","path":"/ ","value":7}]"#,
            #"{"":1," ":7,"a/b":1,"m~n":8}"#
        ),
        (#"{"foo":1}"#, #"[{"op":"move","from":"/foo","path":"/foo"}]"#, #"{"foo":1}"#),
        (
            #"{"baz":[{"qux":"hello"}],"bar":1}"#, #"[{"op":"move","from":"/baz/0/qux","path":"/baz/1"}]"#,
            #"{"bar":1,"baz":[{},"hello"]}"#
        ),
        (
            #"{"baz":[{"qux":"hello"}]}"#, #"[{"op":"copy","from":"/baz/0","path":"/boo"}]"#,
            #"{"baz":[{"qux":"hello"}],"boo":{"qux":"hello"}}"#
        ),
        (
            "[1,2,[3,[4,5]]]", #"[{"op":"add","path":"/2/1/-","value":{"foo":["bar"]}}]"#,
            #"[1,2,[3,[4,5,{"foo":["bar"]}]]]"#
        ),
        (#"{"baz":[{"qux":1}]}"#, #"[{"op":"remove","path":"/baz/1e0/qux"}]"#, "!"),
        ("[1,2,3,4]", #"[{"op":"remove","path":"/1"},{"op":"remove","path":"/2"}]"#, "[1,3]"),
        (#"{"baz":[1,2,3]}"#, #"[{"op":"copy","from":"/baz/1e0","path":"/boo"}]"#, "!"),
        ("[1]", #"[{"op":"add","path":"/-"}]"#, "!"), ("[null]", #"[{"op":"test","path":"/0"}]"#, "!"),
        ("[1]", #"[{"op":"copy","path":"/-"}]"#, "!"), (#"{"foo":1}"#, #"[{"op":"move","path":""}]"#, "!"),
        (#"{"foo":1}"#, #"[{"op":"spam","path":"/foo","value":1}]"#, "!"),
        (#"["foo","bar"]"#, #"[{"op":"test","path":"/00","value":"foo"}]"#, "!"),
        (#"["foo","bar"]"#, #"[{"op":"test","path":"/01","value":"bar"}]"#, "!"),
        (#"{"foo":"bar"}"#, #"[{"op":"remove","path":"/baz"}]"#, "!"),
        (#"["foo"]"#, #"[{"op":"remove","path":"/2"}]"#, "!"),
        (#"{"foo":1}"#, #"[{"op":"add","path":"bar","value":1}]"#, "!"),
        ("{}", #"[{"op":"add","path":"/~2","value":1}]"#, "!"),
        (#"{"foo":{"bar":{"baz":1}}}"#, #"[{"op":"move","from":"/foo","path":"/foo/bar/x"}]"#, "!"),
        (#"{"a":1}"#, #"[{"op":"replace","path":"/a","value":2},{"op":"test","path":"/a","value":"2"}]"#, "!"),
        (#"{"a":[1]}"#, #"[{"op":"test","path":"/a/-","value":1}]"#, "!"), ("{}", #"[{"op":"remove","path":""}]"#, "!"),
        ("{}", #"{"op":"add"}"#, "!"), ("{}", "[5]", "!"), ("{}", #"[{"op":1,"path":""}]"#, "!"),
        (#"{"a":1}"#, #"[{"op":"add","path":"/a/b","value":1}]"#, "!"),
    ]

    @Test("The cases of the RFC and of the public suite", arguments: cases)
    func publicCases(_ document: String, _ patch: String, _ expected: String) throws {
        let original = try json(document)
        var changed = original
        do {
            let patch = try JSONPatch(json(patch))
            #expect(try JSONPatch(patch.document) == patch)
            try changed.apply(patch)
            #expect(expected != "!")
            #expect(try text(changed) == text(json(expected)))
        } catch {
            #expect(expected == "!" && changed == original, "\(error)")
        }
    }

    @Test("An error tells of the operation, and nothing is changed")
    func errors() throws {
        var document: ModelDocument = ["a": [1, 2]]
        let error = #expect(throws: ModelError.self) {
            try document.apply(JSONPatch([.remove("/a/0"), .replace("/a/1", 3)]))
        }
        #expect(error?.description == #"[1]: There is nothing at "/a/1"."# && error?.code == .unknownProperty)
        #expect(document == ["a": [1, 2]])
        let test = #expect(throws: ModelError.self) { try document.apply(JSONPatch([.test("/a/0", 2)])) }
        #expect(test?.code == .patchTestFailed)
        let missing = #expect(throws: ModelError.self) { try JSONPatch(json(#"[{"op":"add","path":"/a"}]"#)) }
        #expect(missing?.code == .missingValue && missing?.path == [0])
        let key = #expect(throws: ModelError.self) { try JSONPatch(json(#"[{"op":"remove","path":"a"}]"#)) }
        #expect(key?.code == .invalidKey && key?.path == [0, "path"])
    }

    @Test("The difference of two documents is a patch that turns one into the other")
    func difference() throws {
        var generator = SeededGenerator(seed: 61)
        var operations = 0
        for _ in 0..<2000 {
            let old = ModelDocument.random(&generator, depth: 4)
            let new =
                Bool.random(using: &generator) ? ModelDocument.random(&generator, depth: 4) : old.changed(&generator)
            let patch = try JSONPatch(from: old, to: new)
            operations += patch.operations.count
            var changed = old
            try changed.apply(patch)
            #expect(try text(changed) == text(new), "\(old) \(patch)")
            #expect(try JSONPatch(from: new, to: new).operations.isEmpty)
        }
        #expect(operations > 2000)
        #expect(try JSONPatch(from: ["a": [1, 2, 3]], to: ["a": [1, 3]]).operations == [.remove("/a/1")])
        #expect(try JSONPatch(from: ["a": 1.0], to: ["a": 1]).operations.isEmpty)
    }

    @Test("A patch of very many steps ends soon")
    func manySteps() throws {
        var document: ModelDocument = ["list": [], "names": [:]]
        let steps = (0..<50_000).flatMap {
            [JSONPatch.Operation.add("/list/0", 1), .add(JSONPointer(["names", "\($0)"]), 2)]
        }
        let time = try ContinuousClock().measure { try document.apply(JSONPatch(steps)) }
        #expect(document["list"]?.count == 50_000 && document["names"]?.count == 50_000)
        #expect(time < .seconds(20))
    }

    @Test("What copies itself again and again is too much")
    func growth() throws {
        var document: ModelDocument = ["a": [1, 2, 3]]
        let copies = (0..<100).map { JSONPatch.Operation.copy(from: "", to: JSONPointer(["\($0)"])) }
        let error = #expect(throws: ModelError.self) { try document.apply(JSONPatch(copies)) }
        #expect(error?.code == .nodesExceeded || error?.code == .depthExceeded)
        let wide = (0..<100_000).map { _ in JSONPatch.Operation.copy(from: "/a", to: "/a/-") }
        let other = #expect(throws: ModelError.self) { try document.apply(JSONPatch(wide)) }
        #expect(other?.code == .nodesExceeded || other?.code == .depthExceeded)
        #expect(document == ["a": [1, 2, 3]])
    }

    @Test("What several places have is changed for all of them, and a copy is one of its own")
    func sharing() throws {
        var builder = DocumentBuilder()
        try builder.beginObject(CodedClass(name: "Pair"))
        try builder.key("one")
        try builder.beginObject(CodedClass(name: "Point"), number: 0)
        try builder.key("x")
        try builder.append(Int64(1))
        try builder.end()
        try builder.key("other")
        try builder.appendReference(to: 0)
        try builder.end()
        var document = try builder.finish()
        try document.apply(
            JSONPatch([.replace("/one/x", 2), .copy(from: "/one", to: "/third"), .replace("/third/x", 3)]))
        #expect(document["other"]?["x"]?.intValue == 2 && document["one"]?.identity == document["other"]?.identity)
        #expect(document["third"]?["x"]?.intValue == 3 && document["third"]?.className == "Point")
        #expect(document.root.className == "Pair" && document["one"]?.identity != nil)
        // Each format that keeps identity keeps it, and a cycle ends.
        try document.apply(JSONPatch([.move(from: "/other", to: "/one/x")]))
        let content = try FastCoder().encode(document, as: .fastCoding)
        let read = try FastCoder().document(from: content, as: .fastCoding)
        #expect(read["one"]?["x"]?.identity == read["one"]?.identity && read["other"] == nil)
    }

    @Test("Long chains that are removed, and keys that only look alike")
    func chains() async throws {
        try await onThread(stackSize: 512 << 10) {
            var document: ModelDocument = ["a": 1]
            var steps: [JSONPatch.Operation] = []
            for _ in 0..<20_000 {
                steps += [.add("/b", [:]), .move(from: "/a", to: "/b/a"), .move(from: "/b", to: "/a")]
            }
            try document.apply(JSONPatch(steps + [.remove("/a")]))
            #expect(document == [:])
            let error = #expect(throws: ModelError.self) { try document.apply(JSONPatch([.add("/a", 1)] + steps)) }
            #expect(error?.code == .depthExceeded)
        }
        var document: ModelDocument = ["\u{e9}": 1]
        try document.apply(JSONPatch([.move(from: "/\u{e9}", to: "/e\u{301}")]))
        #expect(document.root.keys.map { Array($0.utf8).count } == [3])
        try document.apply(
            JSONPatch([.add("/\u{e9}", 2), .add("/e\u{301}", [:]), .move(from: "/\u{e9}", to: "/e\u{301}/x")]))
        #expect(document.root.count == 1 && document[["e\u{301}", "x"]] == 2)
    }

    @Test("Pointers")
    func pointers() {
        func tokens(_ text: String) -> [String]? { JSONPointer(text)?.tokens }
        #expect(tokens("/a~1b/~0/0") == ["a/b", "~", "0"])
        #expect(JSONPointer(["a/b", "~", "0"]).description == "/a~1b/~0/0")
        #expect(tokens("") == [] && tokens("/") == [""] && tokens("a") == nil && tokens("/~") == nil)
        #expect(JSONPointer(["items", 3, "a.b"] as ModelPath).description == "/items/3/a.b")
        // An accent behind a slash makes them one character.
        #expect(tokens("/a\u{301}/b") == ["a\u{301}", "b"] && tokens("/\u{301}/x") == ["\u{301}", "x"])
    }
}

extension ModelDocument {
    /// A document of JSON.
    static func random(_ generator: inout some RandomNumberGenerator, depth: Int) -> ModelDocument {
        switch Int.random(in: 0..<(depth == 0 ? 4 : 8), using: &generator) {
        case 0: ModelDocument(.int64(.random(in: 0..<3, using: &generator)))
        case 1: ModelDocument(.string(["", "a", "b"].randomElement(using: &generator)!))
        case 2: ModelDocument(.bool(.random(using: &generator)))
        case 3: ModelDocument(.double(0.5))
        case 4, 5:
            ModelDocument(
                elements: (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
                    random(&generator, depth: depth - 1).root
                })
        default:
            ModelDocument(
                members: ["a", "b", "~/c", "", "0"].filter { _ in Bool.random(using: &generator) }.map {
                    ($0, random(&generator, depth: depth - 1).root)
                })
        }
    }

    /// A document with a few other values.
    func changed(_ generator: inout some RandomNumberGenerator) -> ModelDocument {
        func changed(_ value: ModelDocument.Value) -> ModelDocument.Value {
            if Int.random(in: 0..<12, using: &generator) == 0 { return ModelDocument.random(&generator, depth: 1).root }
            switch value.kind {
            case .array:
                var elements = value.elements.map(changed)
                if Int.random(in: 0..<4, using: &generator) == 0, !elements.isEmpty { elements.removeFirst() }
                if Int.random(in: 0..<4, using: &generator) == 0 { elements.insert("new", at: elements.count / 2) }
                return ModelDocument(elements: elements).root
            case .dictionary:
                return ModelDocument(members: value.properties.map { ($0.key, changed($0.value)) }).root
            default: return value
            }
        }
        return ModelDocument(changed(root))
    }
}
