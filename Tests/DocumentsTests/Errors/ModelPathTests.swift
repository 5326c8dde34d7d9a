import Documents
import Foundation
import Testing

@Suite("Paths and errors as texts")
struct ModelPathTests {
    @Test(
        "A path is the same after it was a text",
        arguments: [
            ([], ""), (["a"], "a"), (["a", "b", "c"], "a.b.c"), ([0], "[0]"), (["a", 0, "b"], "a[0].b"), ([0, 1, "a"], "[0][1].a"),
            ([12, "x"], "[12].x"), ([""], #"[""]"#), (["a", ""], #"a[""]"#), (["a.b"], #"["a.b"]"#), (["a", "b.c", "d"], #"a["b.c"].d"#),
            (["a[0]"], #"["a[0]"]"#), (["]"], #"["]"]"#), ([#"a"b"#], #"["a\"b"]"#), ([#"a\b"#], #"a\b"#), ([#"a\.b"#], #"["a\\.b"]"#),
            (["a\nb"], #"["a\nb"]"#), (["a n"], "a n"), (["é", "\u{1F600}"], "é.\u{1F600}"), (["$class"], "$class"), (["1"], "1"),
        ] as [(ModelPath, String)])
    func texts(_ path: ModelPath, _ text: String) {
        #expect(path.description == text)
        #expect(ModelPath(text) == path)
    }

    @Test(
        "Other spellings of a path",
        arguments: [
            (#"["a"]"#, ["a"]), (#"["a"]["b"]"#, ["a", "b"]), (#"["a"].b"#, ["a", "b"]), (#"a["b"][1]"#, ["a", "b", 1]), ("[007]", [7]),
            (#"["\a\n\\"]"#, ["a\n\\"]),
        ] as [(String, ModelPath)])
    func spellings(_ text: String, _ path: ModelPath) { #expect(ModelPath(text) == path) }

    @Test(
        "No paths",
        arguments: [
            ".", "a.", ".a", "a..b", "[", "[]", "[-1]", "[1", "[a]", #"["a"#, #"["a""#, #"["a"x]"#, #"["a\"#, "a]", "a[1]b", "[+1]", "[ 1]",
            "[99999999999999999999]", #"a"b"#,
        ])
    func none(_ text: String) { #expect(ModelPath(text) == nil) }

    @Test("Its keys, if it has no indexes")
    func keys() {
        #expect(ModelPath().keys == nil && ModelPath(["a", "b"]).keys == ["a", "b"] && ModelPath(["a", 0]).keys == nil)
    }

    @Test(
        "An error shows the first and the last ten steps of a path, and all of one that is hardly longer", arguments: [1, 20, 21, 22, 40])
    func abridged(_ count: Int) {
        var error = ModelError(.corruptData, "Odd.")
        error.path = ModelPath((0..<count).map { .key("k\($0)") })
        let (first, last) = ((0..<10).map { "k\($0)" }, (max(count - 10, 0)..<count).map { "k\($0)" })
        let whole = (0..<count).map { "k\($0)" }.joined(separator: ".")
        let short = "\(first.joined(separator: ".")) … (\(count - 20) more) … \(last.joined(separator: "."))"
        #expect(error.description == "\(count > 21 ? short : whole): Odd.")
    }

    @Test("What stands in front of the reason")
    func places() {
        var error = ModelError(.corruptData, "Odd.")
        #expect("\(error)" == "Odd.")
        let location = ModelLocation(byteOffset: 7)
        #expect("\(error.at(location))" == "At byte 7: Odd.")
        #expect("\(error.at(ModelLocation(byteOffset: 7, line: 2, column: 3)))" == "At line 2, column 3: Odd.")
        #expect("\(error.inFile("/a/b"))" == "File /a/b: Odd.")
        #expect("\(error.in(.json).inFile("/a/b").at(location))" == "JSON file /a/b (byte 7): Odd.")
        error.path = ["a", 1]
        #expect("\(error)" == "a[1]: Odd.")
        #expect("\(error.in(.json).at(location))" == "JSON, a[1] (byte 7): Odd.")
        // What is there already stays.
        let other = error.in(.json).at(location).inFile("x")
        #expect(other.in(.keyedArchive).at(ModelLocation(byteOffset: 9)).inFile("y") == other)
        #expect(other.at(nil).inFile(nil) == other)
        error.reason = "a\nb\u{202E}\t\r\u{7}\u{2028}"
        error.path = []
        #expect("\(error)" == #"a\nb\u{202E}\t\r\u{7}\u{2028}"#)
    }

    @Test("Steps are put in front; other errors are wrapped once, with what they were")
    func wrapping() {
        struct Own: Error {}
        let error = ModelError.prefixing("a", to: ModelError.prefixing(1, to: Own()))
        #expect(error.path == ["a", 1] && error.code == .underlying && error.underlyingError is Own)
        #expect(ModelError(wrapping: error) == error)
        let inner = error.in(.json).at(ModelLocation(byteOffset: 3)).fromOutside
        #expect(inner.format == nil && inner.location == nil && inner.reason.hasSuffix(" (In the JSON there: byte 3.)"))
        #expect(error.fromOutside == error)
        let expected = ModelError(.typeMismatch, expected: "a text", found: "null")
        #expect(expected.reason == "Expected a text, found null." && expected.expected == "a text" && expected.found == "null")
        var copy = expected
        copy.found = "bool"
        #expect(expected.found == "null" && copy != expected && copy.hashValue != expected.hashValue)
    }

    @Test(
        "Of a confidential file, an error shows neither values nor keys",
        arguments: [
            ModelError.Code.typeMismatch, .corruptData, .depthExceeded, .missingValue, .unknownKey, .outOfRange,
        ])
    func confidential(_ code: ModelError.Code) {
        var error = ModelError(code, expected: "integer", found: "string \"hunter2\"")
        error.path = ["hunter2", 3]
        let safe = error.withoutContent
        #expect(!"\(safe)".contains("hunter2") || [.depthExceeded, .missingValue].contains(code))
        #expect(safe.path == [.key("…"), 3] && safe.found == "string" && safe.expected == "integer")
        var bare = ModelError(code, "About hunter2.")
        bare.path = [0]
        let kept: Set<ModelError.Code> = [.depthExceeded, .missingValue]
        #expect(bare.withoutContent.reason.contains("hunter2") == kept.contains(code))
    }

    @Test("A cycle's path goes round once, wherever its objects are met")
    func cycles() {
        final class Object {}
        let objects = [Object(), Object(), Object()]
        func error(_ steps: [(key: String, object: Object?)]) -> ModelError {
            var error = ModelError(.depthExceeded, "Too deep.")
            // From the innermost outwards.
            for (key, object) in steps {
                error = ModelError.prefixing(.key(key), to: error)
                if let object { error = ModelError.leaving(object, with: error) }
            }
            return error
        }
        let (a, b, c) = (objects[0], objects[1], objects[2])
        // a.x is b, b.y is a.
        let around = error([("x", a), ("y", b), ("x", a), ("y", b), ("root", nil)])
        #expect(around.code == .cycle && around.path.components.count == 3)
        #expect(error([("x", a), ("y", b), ("root", nil)]).code == .depthExceeded)
        // c leads into the cycle, and isn't in it.
        let outside = error([("x", a), ("y", b), ("x", a), ("z", c), ("root", nil)])
        #expect(outside.code == .cycle && outside.path == ["root", "z", "x", "y"])
        // The innermost object isn't in the cycle either.
        let inside = error([("w", c), ("x", a), ("y", b), ("x", a), ("y", b), ("root", nil)])
        #expect(inside.code == .cycle && inside.path == ["root", "y", "x"])
        let alone = error([("next", a), ("next", a), ("next", a)])
        #expect(alone.code == .cycle && alone.path == ["next"])
        #expect(error([("next", a), ("k", nil), ("next", a), ("list", nil)]).path == ["list", "next", "k"])
    }
}
