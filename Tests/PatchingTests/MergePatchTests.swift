import Documents
import Foundation
import JSONFormat
import Patching
import TestSupport
import Testing

@Suite("Merge patches of documents")
struct MergePatchTests {
    @Test(
        "The cases of RFC 7396",
        arguments: [
            (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
            (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
            (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
            (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
            (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
            (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#), (#"{"a":"foo"}"#, "null", "null"),
            (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
            (#"{"e":null}"#, #"{"a":1}"#, #"{"a":1,"e":null}"#), ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
            ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
            (#"{"a":{"b":1}}"#, #"{"a":{"b":[null]}}"#, #"{"a":{"b":[null]}}"#),
            (#"{"a":1}"#, #"{"a":{"b":{"c":1,"d":null}}}"#, #"{"a":{"b":{"c":1}}}"#),
        ])
    func publicCases(_ document: String, _ patch: String, _ expected: String) throws {
        var changed = try json(document)
        try changed.apply(MergePatch(json(patch)))
        #expect(try text(changed) == text(json(expected)))
    }

    @Test("The difference of two documents is a patch that turns one into the other, if there is one")
    func difference() throws {
        var generator = SeededGenerator(seed: 62)
        for _ in 0..<2000 {
            let old = ModelDocument.random(&generator, depth: 4)
            let new =
                Bool.random(using: &generator) ? ModelDocument.random(&generator, depth: 4) : old.changed(&generator)
            var changed = old
            try changed.apply(MergePatch(from: old, to: new))
            #expect(try text(changed) == text(new), "\(old)")
        }
        #expect(
            try MergePatch(from: ["a": 1, "b": ["c": 1, "d": 2]], to: ["b": ["c": 2, "d": 2]]) == [
                "a": .null, "b": ["c": 2],
            ])
        let error = #expect(throws: ModelError.self) { try MergePatch(from: ["a": ["b": 1]], to: ["a": ["b": .null]]) }
        #expect(error?.code == .unrepresentableValue && error?.path == ["a", "b"])
    }

    @Test("Classes: another one at the root, and one that can't be taken away")
    func classes() throws {
        var document = try json(#"{"$class":"Cat","tail":1}"#)
        try document.apply(MergePatch(json(#"{"$class":"Dog","bark":2}"#)))
        #expect(document.root.className == "Dog" && document.root.keys == ["bark"])
        let (old, new) = (try json(#"{"a":{"$class":"Cat","p":1,"q":2}}"#), try json(#"{"a":{"p":1}}"#))
        let error = #expect(throws: ModelError.self) { try MergePatch(from: old, to: new) }
        #expect(error?.code == .unrepresentableValue && error?.path == ["a"])
        #expect(try MergePatch(from: new, to: old).document["a"]?.className == "Cat")
    }

    @Test("Patches of any depth and length")
    func large() throws {
        var document: ModelDocument = [:]
        var deep = ModelDocument(.int64(1))
        for _ in 0..<500 { deep = ModelDocument(members: [("a", deep.root)]) }
        try document.apply(MergePatch(deep))
        #expect(document == deep)
        let wide = ModelDocument(members: (0..<100_000).map { ("\($0)", 1) })
        try document.apply(MergePatch(wide))
        #expect(document.root.count == 100_001)
        var deeper = deep
        for _ in 0..<100 { deeper = ModelDocument(members: [("b", deeper.root)]) }
        let error = #expect(throws: ModelError.self) { try document.apply(MergePatch(deeper)) }
        #expect(error?.code == .depthExceeded && document.root.count == 100_001)
    }

    @Test("Patches are read from the content of a request")
    func content() throws {
        try FormatRegistry.withFormats(FormatRegistry([JSONFormat()])) {
            let merge = try MergePatch(from: Data(#"{"a":null}"#.utf8))
            #expect(merge == ["a": .null])
            let patch = try JSONPatch(from: Data(#"[{"op":"remove","path":"/a"}]"#.utf8))
            #expect(patch.operations == [.remove("/a")])
        }
    }
}
