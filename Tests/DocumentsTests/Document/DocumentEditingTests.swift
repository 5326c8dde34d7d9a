import Foundation
import FoundationValues
import ModelCore
import TestSupport
import Testing

@Suite("Editing, comparing and describing documents")
struct DocumentEditingTests {
    /// `{title: "Milk", items: List [Item {done: false}, Item #1 {done: true}], first: #1}`
    private func document() throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginObject(CodedClass(name: "List"))
        try builder.key("title")
        try builder.append("Milk")
        try builder.key("items")
        try builder.beginArray()
        for number in 0..<2 {
            try builder.beginObject(CodedClass(name: "Item"), number: number)
            try builder.key("done")
            try builder.append(number == 1)
            try builder.key("count")
            try builder.append(Int64(number))
            try builder.end()
        }
        try builder.end()
        try builder.key("first")
        try builder.appendReference(to: 1)
        try builder.end()
        return try builder.finish()
    }

    private func path(_ components: ModelPath.Component...) -> ModelPath { ModelPath(components) }

    @Test("A path's keys may be put together from texts")
    func interpolation() throws {
        let (document, number) = (try document(), 1)
        #expect(document[["i\("tems")", .index(number), "done"]]?.boolValue == true)
    }

    @Test("An array has no value for a key, nor a single value")
    func keysOfNoDictionary() throws {
        var document = try document()
        let original = document
        for place in [path(.key("items"), .key("x")), path(.key("title"), .key("x"))] {
            let error = #expect(throws: ModelError.self) { try document.set(.string("v"), at: place) }
            #expect(error?.code == .typeMismatch && error?.path == place)
        }
        #expect(document == original)
    }

    @Test("Values are set, inserted, removed, renamed; classes change")
    func edits() throws {
        var document = try document()
        let original = document
        try document.set(.string("Bread"), at: path(.key("title")))
        #expect(document["title"]?.stringValue == "Bread")
        #expect(original["title"]?.stringValue == "Milk")
        // A place of one word, and then a larger value in it, and a larger one again.
        for scalar in [
            ModelScalar.null, .bool(true), .int64(5), .string("a longer text than there was"), .uuid(UUID()),
            .bool(false),
        ] {
            try document.set(scalar, at: path(.key("items"), .index(0), .key("done")))
            #expect(document["items"]?[0]?["done"]?.scalar == scalar)
            #expect(document["items"]?[0]?["count"]?.intValue == 0)
        }
        try document.set(.int64(9), at: path(.key("items"), .index(0), .key("new")))
        #expect(document["items"]?[0]?.keys == ["done", "count", "new"])
        try document.insert(ModelDocument(.int64(1)), at: path(.key("items"), .index(1)))
        try document.insert(ModelDocument(.int64(3)), at: path(.key("items"), .index(3)))
        #expect(document["items"]?.elements.map(\.kind) == [.object, .integer, .object, .integer])
        try document.removeValue(at: path(.key("items"), .index(0)))
        #expect(document["items"]?.count == 3)
        try document.renameKey(at: path(.key("title")), to: "name")
        #expect(document.root.keys == ["name", "items", "first"])
        try document.removeValue(at: path(.key("name")))
        #expect(document.root.keys == ["items", "first"])
        // A step of a migration meets files without the property: it was nil.
        let before = document
        for absent in [path(.key("name")), path(.key("no"), .key("name")), path(.key("items"), .index(9), .key("name"))] {
            try document.renameKey(at: absent, to: "title")
            try document.removeValue(at: absent)
        }
        #expect(document == before)
        try document.setClass(CodedClass(name: "Other"), at: path())
        #expect(document.root.className == "Other")
        #expect(throws: ModelError.self, "No file could have it") {
            try document.setClass(CodedClass(name: String(repeating: "C", count: 1025)), at: path())
        }
        try document.setClass(nil, at: path())
        #expect(document.root.kind == .dictionary)
        #expect(original == (try self.document()))
    }

    @Test("References take the place of any value, and lead where they are told to")
    func references() throws {
        var document = try document()
        let original = document
        let items = try #require(document["items"])
        let (first, second) = (try #require(items[0]), try #require(items[1]))
        // In the place of a scalar, of another object, and to the root: which is a cycle.
        try document.setReferences([
            (value: try #require(document["title"]), target: items), (value: first, target: second),
            (value: try #require(second["done"]), target: document.root),
        ])
        #expect(document["title"]?.identity == document["items"]?.identity)
        #expect(document["items"]?[0]?.identity == document["first"]?.identity)
        #expect(document["items"]?[0]?["done"]?["first"]?.identity == document["items"]?[1]?.identity)
        #expect(try self.document() == original)
        var builder = DocumentBuilder()
        try builder.beginObject(CodedClass(name: "List"), number: 0)
        try builder.key("title")
        try builder.beginArray(number: 1)
        try builder.beginObject(CodedClass(name: "Item"), number: 2)
        try builder.key("done")
        try builder.appendReference(to: 0)
        try builder.key("count")
        try builder.append(Int64(1))
        try builder.end()
        try builder.appendReference(to: 2)
        try builder.end()
        try builder.key("items")
        try builder.appendReference(to: 1)
        try builder.key("first")
        try builder.appendReference(to: 2)
        try builder.end()
        let expected = try builder.finish()
        #expect(document == expected)
        for format in [FileFormat.keyedArchive] {
            let content = try KeyedArchive().encode(document, as: format)
            #expect(try KeyedArchive().document(from: content, as: format) == expected)
        }
        // Edited further.
        try document.set(.int64(5), at: path(.key("first"), .key("count")))
        #expect(document["title"]?[0]?["count"]?.intValue == 5)
    }

    @Test("The root is what it is made a reference to")
    func rootReference() throws {
        var document = try document()
        let items = try #require(document["items"])
        try document.setReferences([(value: document.root, target: items)])
        #expect(document.root.kind == .array && document.root.count == 2)
    }

    @Test("A reference to nothing, to a single value, or to what it takes the place of is an error, and changes nothing")
    func wrongReferences() throws {
        let original = try document()
        let (items, title) = (try #require(original["items"]), try #require(original["title"]))
        let foreign = try #require(try document()["items"])
        for (value, target, code) in [
            (title, foreign, ModelError.Code.invalidCoding), (foreign, items, .invalidCoding),
            (items, title, .typeMismatch), (items, items, .typeMismatch),
        ] {
            var document = original
            #expect { try document.setReferences([(value: value, target: target)]) } throws: {
                ($0 as? ModelError)?.code == code
            }
            #expect(document == original)
        }
        var document = original
        // Two that stand for each other: the first is the second already.
        let elements = items.elements
        #expect(throws: ModelError.self) {
            try document.setReferences([
                (value: elements[0], target: elements[1]), (value: elements[1], target: elements[0]),
            ])
        }
        // From before an edit.
        try document.set(.null, at: path(.key("title")))
        #expect(throws: ModelError.self) { try document.setReferences([(value: title, target: items)]) }
    }

    @Test("What is in two places is changed in both, and replaced in one")
    func shared() throws {
        var document = try document()
        try document.set(.int64(7), at: path(.key("first"), .key("count")))
        #expect(document["items"]?[1]?["count"]?.intValue == 7)
        try document.renameKey(at: path(.key("items"), .index(1), .key("count")), to: "number")
        #expect(document["first"]?["number"]?.intValue == 7)
        #expect(document["first"]?.identity == document["items"]?[1]?.identity)
        try document.set(.null, at: path(.key("items"), .index(1)))
        #expect(document["items"]?[1]?.isNull == true)
        #expect(document["first"]?["number"]?.intValue == 7)
        try document.set(.null, at: path(.key("first")))
        #expect(document["first"]?.isNull == true)
    }

    @Test("An edit that can't be done changes nothing, and says where")
    func refused() throws {
        var document = try document()
        let original = document
        func refused(
            _ code: ModelError.Code, _ path: ModelPath, sourceLocation: SourceLocation = #_sourceLocation,
            _ edit: (inout ModelDocument, ModelPath) throws(ModelError) -> Void
        ) {
            do {
                try edit(&document, path)
                Issue.record("no error", sourceLocation: sourceLocation)
            } catch {
                #expect(error.code == code, sourceLocation: sourceLocation)
                #expect(error.path == path, sourceLocation: sourceLocation)
            }
        }
        let one = ModelDocument(.int64(1))
        refused(.unknownProperty, path(.key("no"), .index(1))) { document, path throws(ModelError) in
            try document.set(one, at: path)
        }
        refused(.unknownProperty, path(.key("no"), .index(1), .key("x"))) { document, path throws(ModelError) in
            try document.set(one, at: path)
        }
        refused(.unknownProperty, path(.key("items"), .index(3), .key("x"))) { document, path throws(ModelError) in
            try document.set(one, at: path)
        }
        refused(.typeMismatch, path(.key("title"), .key("x"), .key("y"))) { document, path throws(ModelError) in
            try document.set(one, at: path)
        }
        let deep = ModelPath((0..<100_000).map { .key("\($0)") })
        refused(.depthExceeded, deep) { document, path throws(ModelError) in try document.set(one, at: path) }
        refused(.unknownProperty, path(.key("items"), .index(3))) { document, path throws(ModelError) in
            try document.set(one, at: path)
        }
        refused(.unknownProperty, path(.key("items"), .index(-1))) { document, path throws(ModelError) in
            try document.set(one, at: path)
        }
        refused(.unknownProperty, path(.key("items"), .index(3))) { document, path throws(ModelError) in
            try document.insert(one, at: path)
        }
        refused(.unknownProperty, path(.key("title"), .index(0))) { document, path throws(ModelError) in
            try document.insert(one, at: path)
        }
        refused(.unknownProperty, path()) { document, path throws(ModelError) in try document.insert(one, at: path) }
        refused(.unknownProperty, path(.key("items"), .index(3))) { document, path throws(ModelError) in
            try document.removeValue(at: path)
        }
        refused(.unknownProperty, path()) { document, path throws(ModelError) in try document.removeValue(at: path) }
        refused(.unknownProperty, path(.key("items"), .index(0))) { document, path throws(ModelError) in
            try document.renameKey(at: path, to: "x")
        }
        refused(.duplicateKey, path(.key("title"))) { document, path throws(ModelError) in
            try document.renameKey(at: path, to: "first")
        }
        refused(.typeMismatch, path(.key("title"))) { document, path throws(ModelError) in
            try document.setClass(nil, at: path)
        }
        refused(.typeMismatch, path(.key("items"))) { document, path throws(ModelError) in
            try document.setClass(CodedClass(name: "A"), at: path)
        }
        refused(.typeMismatch, path(.key("title"), .key("x"))) { document, path throws(ModelError) in
            try document.set(one, at: path)
        }
        #expect(document == original)
    }

    @Test("Equality: numbers by type and bits, keys in any order, the same sharing")
    func equality() throws {
        func dictionary(_ keys: [String]) throws -> ModelDocument {
            var builder = DocumentBuilder()
            try builder.beginDictionary()
            for key in keys {
                try builder.key(key)
                try builder.append(key)
            }
            try builder.end()
            return try builder.finish()
        }
        #expect(try dictionary(["a", "b"]) == dictionary(["b", "a"]))
        #expect(try dictionary(["a", "b"]) != dictionary(["a", "c"]))
        #expect(try dictionary(["a", "b"]) != dictionary(["a"]))
        #expect(ModelDocument(.int64(1)) == ModelDocument(.uint64(1)))
        #expect(ModelDocument(.int64(1)) != ModelDocument(.double(1)))
        #expect(ModelDocument(.int64(1)) != ModelDocument(.bool(true)))
        #expect(ModelDocument(.double(0)) != ModelDocument(.double(-0.0)))
        #expect(ModelDocument(.double(.nan)) == ModelDocument(.double(.nan)))
        #expect(ModelDocument(.float(1)) != ModelDocument(.double(1)))
        #expect(ModelDocument(.string("\u{e9}")) != ModelDocument(.string("e\u{301}")))

        let sets = [IndexSet([1, 2, 3]), IndexSet([1, 2, 4])].map { ModelScalar.geometry($0.geometry) }
        #expect(ModelDocument(sets[0]) != ModelDocument(sets[1]))
        var builder = DocumentBuilder()
        try builder.beginValueDictionary()
        for set in sets {
            try builder.append(set)
            try builder.append(set == sets[0])
        }
        try builder.end()
        let keyed = try builder.finish()
        #expect(keyed == keyed)

        func list(_ kind: ModelArrayKind, _ values: [Int64]) throws -> ModelDocument {
            var builder = DocumentBuilder()
            try builder.beginArray(kind)
            for value in values { try builder.append(value) }
            try builder.end()
            return try builder.finish()
        }
        #expect(try list(.array, [1, 2]) != list(.array, [2, 1]))
        #expect(try list(.set, [1, 2]) == list(.set, [2, 1]))
        #expect(try list(.set, [1, 1]) != list(.set, [1, 2]))
        #expect(try list(.orderedSet, [1, 2]) != list(.orderedSet, [2, 1]))
        #expect(try list(.array, [1]) != list(.set, [1]))

        func pair(isShared: Bool) throws -> ModelDocument {
            var builder = DocumentBuilder()
            try builder.beginArray()
            try builder.beginArray(number: 0)
            try builder.end()
            if isShared {
                try builder.appendReference(to: 0)
            } else {
                try builder.beginArray()
                try builder.end()
            }
            try builder.end()
            return try builder.finish()
        }
        #expect(try pair(isShared: true) == pair(isShared: true))
        #expect(try pair(isShared: true) != pair(isShared: false))
        #expect(try pair(isShared: false) != pair(isShared: true))
        var renamed = try document()
        try renamed.setClass(CodedClass(name: "Other"), at: path(.key("first")))
        #expect(try renamed != document())
    }

    @Test("A description has the classes, and says what is the same")
    func description() throws {
        #expect(
            try document().description == """
                List {
                  title: "Milk"
                  items: [
                    Item {
                      done: false
                      count: 0
                    }
                    Item #1 {
                      done: true
                      count: 1
                    }
                  ]
                  first: #1
                }
                """)
        for scalar in DocumentBuilderTests.scalars { #expect(!ModelDocument(scalar).description.isEmpty) }
        var builder = DocumentBuilder()
        try builder.beginValueDictionary(number: 0)
        try builder.append(1 as Int64)
        try builder.appendReference(to: 0)
        try builder.append("a b")
        try builder.beginArray(.set)
        try builder.end()
        try builder.end()
        #expect(
            try builder.finish().description == """
                #1 {
                  1: #1
                  "a b": set []
                }
                """)
    }

    // MARK: At random

    /// What a document is compared with: values as anybody would write them.
    private indirect enum Plain: Equatable {
        case number(Int64)
        case text(String)
        case none
        case list([Plain])
        case table(String, [String], [Plain])
    }

    private func plain(_ value: ModelDocument.Value) throws -> Plain {
        switch value.kind {
        case .null: .none
        case .integer: .number(Int64(try #require(value.intValue)))
        case .string: .text(try #require(value.stringValue))
        case .array: .list(try value.elements.map(plain))
        default: .table(value.className ?? "", value.keys, try value.properties.map { try plain($0.value) })
        }
    }

    private func document(_ plain: Plain) throws -> ModelDocument {
        var builder = DocumentBuilder()
        func add(_ plain: Plain, _ builder: inout DocumentBuilder) throws {
            switch plain {
            case .none: try builder.appendNull()
            case .number(let value): try builder.append(value)
            case .text(let value): try builder.append(value)
            case .list(let elements):
                try builder.beginArray()
                for element in elements { try add(element, &builder) }
                try builder.end()
            case .table(let name, let keys, let values):
                if name.isEmpty {
                    try builder.beginDictionary()
                } else {
                    try builder.beginObject(CodedClass(name: name))
                }
                for (key, value) in zip(keys, values) {
                    try builder.key(key)
                    try add(value, &builder)
                }
                try builder.end()
            }
        }
        try add(plain, &builder)
        return try builder.finish()
    }

    private func random(_ depth: Int, _ random: inout SeededGenerator) -> Plain {
        switch Int.random(in: 0..<(depth == 0 ? 3 : 6), using: &random) {
        case 0: .none
        case 1: .number(.random(in: -5...5, using: &random))
        case 2: .text(String(repeating: "x", count: .random(in: 0...20, using: &random)))
        case 3: .list((0..<Int.random(in: 0...4, using: &random)).map { _ in self.random(depth - 1, &random) })
        default:
            .table(
                ["", "A", "B"].randomElement(using: &random) ?? "",
                Array(["a", "b", "c", ""].shuffled(using: &random).prefix(3)),
                (0..<3).map { _ in self.random(depth - 1, &random) })
        }
    }

    /// Does the same to both; false where it can't be done to either.
    private func edit(
        _ plain: inout Plain, _ document: inout ModelDocument, at path: ModelPath, _ random: inout SeededGenerator
    ) throws {
        let new = self.random(2, &random)
        switch plain {
        case .list(var elements):
            let index = Int.random(in: 0...elements.count, using: &random)
            if index < elements.count, Bool.random(using: &random) {
                try edit(&elements[index], &document, at: ModelPath(path.components + [.index(index)]), &random)
            } else if index < elements.count, Bool.random(using: &random) {
                elements.remove(at: index)
                try document.removeValue(at: ModelPath(path.components + [.index(index)]))
            } else {
                elements.insert(new, at: index)
                try document.insert(self.document(new), at: ModelPath(path.components + [.index(index)]))
            }
            plain = .list(elements)
        case .table(var name, var keys, var values):
            let index = Int.random(in: 0..<max(keys.count, 1), using: &random)
            let key = keys.isEmpty ? "" : keys[index]
            let place = ModelPath(path.components + [.key(key)])
            switch keys.isEmpty ? 4 : Int.random(in: 0..<6, using: &random) {
            case 0, 1: try edit(&values[index], &document, at: place, &random)
            case 2:
                keys.remove(at: index)
                values.remove(at: index)
                try document.removeValue(at: place)
            case 3 where !keys.contains("renamed"):
                keys[index] = "renamed"
                try document.renameKey(at: place, to: "renamed")
            case 4 where !keys.contains("new"):
                keys.append("new")
                values.append(new)
                try document.set(self.document(new), at: ModelPath(path.components + [.key("new")]))
            default:
                name = ["", "C"].randomElement(using: &random) ?? ""
                try document.setClass(name.isEmpty ? nil : CodedClass(name: name), at: path)
            }
            plain = .table(name, keys, values)
        default:
            plain = new
            try document.set(self.document(new), at: path)
        }
    }

    @Test("Edited at random, a document is what a plain tree is after the same edits", .endsAtLast)
    func randomEdits() throws {
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var plain = self.random(4, &random)
            var document = try self.document(plain)
            for _ in 0..<30 {
                try edit(&plain, &document, at: ModelPath(), &random)
                #expect(try self.plain(document.root) == plain, "seed \(seed)")
            }
            #expect(try document == self.document(plain), "seed \(seed)")
            var copy = ModelDocument(.null)
            try copy.set(document, at: ModelPath())
            #expect(copy == document, "seed \(seed)")
            #expect(copy.byteCount <= document.byteCount)
        }
    }

    @Test("Very many edits take no more memory than twice what is there, and keep what is shared", .endsAtLast)
    func manyEdits() throws {
        var document = try document()
        try document.set(.int64(5), at: ["first", "count"])
        let before = document
        for number in 0..<2_000 {
            try document.insert(ModelDocument(.int64(Int64(number))), at: ["items", .index(number % 2)])
            try document.set(.string("\(number)"), at: ["title"])
            #expect(document.byteCount < 3 * 16 * number + 100_000)
        }
        for _ in 0..<1_000 { try document.removeValue(at: ["items", 0]) }
        let items = try #require(document["items"])
        #expect(items.count == 1_002 && document["title"]?.stringValue == "1999")
        #expect(items[1_001]?["count"]?.intValue == 5)
        #expect(items[1_001] == document["first"])
        try document.set(.int64(7), at: ["items", 1_001, "count"])
        #expect(document["first"]?["count"]?.intValue == 7)
        for number in 0..<100_000 { try document.set(.double(Double(number)), at: ["items", 3]) }
        #expect(document.byteCount < 200_000)
        #expect(before["items"]?.count == 2 && before["first"]?["count"]?.intValue == 5)
    }

    @Test("All elements of an array are removed at once, for all references to it")
    func removeAllElements() throws {
        var document: ModelDocument = ["a": [1, 2], "set": 3]
        try document.removeAllElements(at: ["a"])
        #expect(document == ["a": [], "set": 3])
        for path in [path(.key("set")), path(.key("b")), path()] {
            let error = #expect(throws: ModelError.self) { try document.removeAllElements(at: path) }
            #expect(error?.code == .unknownProperty && error?.path == path)
        }
        var builder = DocumentBuilder()
        try builder.beginArray()
        try builder.beginArray(.set, number: 0)
        try builder.append("x")
        try builder.end()
        try builder.appendReference(to: 0)
        try builder.end()
        var shared = try builder.finish()
        try shared.removeAllElements(at: [1])
        #expect(shared[0]?.kind == .set && shared[0]?.count == 0 && shared[0]?.identity == shared[1]?.identity)
    }

    /// Copying a document takes time for each of its values: very many edits would take time by the square of them.
    @Test("An edit copies no values but those of the container that it changes")
    func editsInPlace() throws {
        var document = try document()
        try document.set(.int64(0), at: ["title"])
        var content = ObjectIdentifier(document.content)
        func edit(
            _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
            _ body: (inout ModelDocument) throws -> Void
        ) throws {
            try body(&document)
            // The old content would be freed after the copy is made, so that the two differ.
            #expect(ObjectIdentifier(document.content) == content, "\(what)", sourceLocation: sourceLocation)
            content = ObjectIdentifier(document.content)
        }
        let list = try self.document()
        try edit("set") { try $0.set(.int64(1), at: ["items", 0, "count"]) }
        try edit("set a new key") { try $0.set(.int64(1), at: ["items", 0, "new"]) }
        try edit("set a shared object's value") { try $0.set(.int64(1), at: ["first", "count"]) }
        try edit("set a container") { try $0.set(list, at: ["items", 0]) }
        try edit("set behind the last element") { try $0.set(.int64(1), at: ["items", 2]) }
        try edit("set what has no parent") { try $0.set(.int64(1), at: ["more", 0, "x"]) }
        try edit("insert") { try $0.insert(ModelDocument(.int64(2)), at: ["items", 0]) }
        try edit("remove an element") { try $0.removeValue(at: ["items", 0]) }
        try edit("remove a key") { try $0.removeValue(at: ["first", "count"]) }
        try edit("remove all elements") { try $0.removeAllElements(at: ["more"]) }
        try edit("move") { try $0.moveValue(at: ["items", 0], to: ["items", 1]) }
        try edit("rename") { try $0.renameKey(at: ["title"], to: "name") }
        try edit("set the class") { try $0.setClass(CodedClass(name: "Other"), at: ["first"]) }
    }

    @Test("An edit that fails changes nothing of what is known of the keys")
    func failedEdit() throws {
        var builder = DocumentBuilder(for: [])
        try builder.beginDictionary()
        for (key, text) in [("$class", "List"), ("a", "b")] {
            try builder.key(key)
            try builder.append(text)
        }
        try builder.end()
        var document = try builder.finish()
        let keys = document.allKeys
        #expect(throws: ModelError.self) { try document.removeValue(at: ["b", 0]) }
        try document.removeValue(at: ["b"])
        #expect(throws: ModelError.self) { try document.insert(ModelDocument(.null), at: ["a", 0]) }
        #expect(keys == ["a"] && document.allKeys == keys)
    }
}
