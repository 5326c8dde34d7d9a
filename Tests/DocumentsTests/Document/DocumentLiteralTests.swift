import Documents
import Foundation
import Testing

@Suite("Literals of documents, and places that are made, moved and copied")
struct DocumentLiteralTests {
    @Test("Literals are documents and values of JSON")
    func literals() throws {
        let street = "Main St"
        let document: ModelDocument = [
            "street": "\(street) 5", "tags": [1, 2.5, true, .null, ["a": [:]]], "none": [],
            "part": ModelDocument("p").root,
        ]
        #expect(document["street"] == "Main St 5" && document["tags"]?[1] == 2.5 && document["tags"]?[2] == true)
        #expect(document["tags"]?[3]?.isNull == true && document["tags"]?[4] == ["a": [:]] && document["none"] == [])
        #expect(document["part"]?.stringValue == "p" && document.root.keys == ["street", "tags", "none", "part"])
        let null: ModelDocument = .null
        #expect(null.root.isNull && ModelDocument(.null) == null && ModelDocument(5).root.intValue == 5)
    }

    @Test("Missing dictionaries and arrays on a path are made")
    func parents() throws {
        var document: ModelDocument = [:]
        try document.set("Soap", at: ["items", 0, "names", 0])
        try document.set("Milk", at: ["items", 1, "names", 0])
        try document.set(3, at: ["items", 0, "names", 1])
        #expect(document == ["items": [["names": ["Soap", 3]], ["names": ["Milk"]]]])
        let before = document
        for path: ModelPath in [
            ["items", 3, "x"], ["new", 1], ["new", 0, 1], ["items", 0, "names", 3], ["items", -1, "x"],
        ] {
            let error = #expect(throws: ModelError.self) { try document.set(1, at: path) }
            #expect(error?.code == .unknownProperty && error?.path == path)
        }
        #expect(document == before)
        try document.set(1, at: ["new", 0, 0, "a"])
        #expect(document["new"] == [[["a": 1]]])
    }

    @Test("Values are moved and copied between places")
    func moves() throws {
        var document: ModelDocument = ["a": [1, 2, 3], "b": ["c": 4]]
        try document.moveValue(at: ["a", 0], to: ["a", 2])
        #expect(document["a"] == [2, 3, 1])
        try document.moveValue(at: ["b", "c"], to: ["a", 0])
        try document.copyValue(at: ["a"], to: ["b", "copy"])
        #expect(document == ["a": [4, 2, 3, 1], "b": ["copy": [4, 2, 3, 1]]])
        try document.moveValue(at: ["b"], to: ["d"])
        try document.copyValue(at: ["d", "copy", 0], to: ["list", 0])
        #expect(document.root.keys == ["a", "d", "list"] && document["list"] == [4])
        let before = document
        for (path, other, code): (ModelPath, ModelPath, ModelError.Code) in [
            (["d"], ["d", "copy", 0], .invalidCoding), (["a", 9], ["x"], .unknownProperty),
            (["a", 0], ["y", "x"], .unknownProperty),
            (["a", 0], ["a", 4], .unknownProperty), ([], ["x"], .unknownProperty), (["d"], [], .unknownProperty),
        ] {
            let error = #expect(throws: ModelError.self) { try document.moveValue(at: path, to: other) }
            #expect(error?.code == code, "\(path) \(other)")
        }
        #expect(throws: ModelError.self) { try document.copyValue(at: ["x"], to: ["y"]) }
        #expect(document == before)
    }

    @Test("A moved value stays the one that others refer to; a copy is another")
    func sharing() throws {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key("a")
        try builder.beginArray(number: 0)
        try builder.append(Int64(1))
        try builder.end()
        try builder.key("b")
        try builder.appendReference(to: 0)
        try builder.end()
        var document = try builder.finish()
        try document.moveValue(at: ["a"], to: ["c"])
        #expect(document["b"]?.identity != nil && document["b"]?.identity == document["c"]?.identity)
        try document.copyValue(at: ["b"], to: ["d"])
        try document.set(2, at: ["b", 0])
        #expect(document["c"] == [2] && document["d"] == [1])
    }

    /// A document `{"a": [[1, 2], [3], [4, 5, 6]], "b": a}`.
    private func twice() throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key("a")
        try builder.beginArray(number: 0)
        for elements: ModelDocument in [[1, 2], [3], [4, 5, 6]] { try builder.append(elements) }
        try builder.end()
        try builder.key("b")
        try builder.appendReference(to: 0)
        try builder.end()
        return try builder.finish()
    }

    @Test("A value is moved by way of another reference to its container")
    func aliases() throws {
        var document = try twice()
        try document.moveValue(at: ["a", 0], to: ["b", 1, 3])
        #expect(document["a"] == [[3], [4, 5, 6, [1, 2]]] && document["b"]?.identity == document["a"]?.identity)
        document = try twice()
        let before = document
        for (path, other): (ModelPath, ModelPath) in [
            (["a", 0], ["b", 2, 0]), (["a", 0], ["b", 0, 2]), (["a"], ["a", 0, 0]), (["a", 2], ["b", 3]),
        ] {
            #expect(throws: ModelError.self) { try document.moveValue(at: path, to: other) }
        }
        #expect(document == before)
    }

    @Test("A container that is moved into itself by another reference contains itself")
    func cycles() throws {
        var document = try twice()
        try document.moveValue(at: ["a"], to: ["b", 0, 0])
        #expect(document.root.keys == ["b"] && document[["b", 0, 0]]?.identity == document["b"]?.identity)
        let copy = document
        #expect(document == copy && document.description.count < 1000)
    }
}
