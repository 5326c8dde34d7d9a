import Foundation
import ModelCore
import Testing

/// Models that are set with dictionaries of the program's: what is in them stays what it is.
@Suite("Dictionaries that a program gives")
struct ValuesOfProgramsTests {
    final class Holder: BaseModel {
        var anything: Any?
        var document = ModelDocument(.null)
        var name = ""
        var next: Holder?
        var list: [Holder] = []

        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [
                ModelProperty("document", \Holder.document), ModelProperty("name", \Holder.name),
                ModelProperty("next", \Holder.next), ModelProperty("list", \Holder.list),
            ]
        }

        override func set(with decoder: ModelDecoder) throws {
            try super.set(with: decoder)
            anything = try decoder.decodeAny(forKey: "anything")
        }
    }

    private func unknown() throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginObject(CodedClass(name: "Unknown"), number: 0)
        try builder.key("self")
        try builder.appendReference(to: 0)
        try builder.end()
        return try builder.finish()
    }

    final class Nested: BaseModel {
        var number: Int??
        var texts: [String??] = []
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("number", \Nested.number), ModelProperty("texts", \Nested.texts)]
        }
    }

    @Test("A nil in an optional of an optional isn't taken for none")
    func nestedOptionals() throws {
        let model = Nested()
        (model.number, model.texts) = (.some(.some(3)), ["a", nil])
        let back = try ModelDocument(encoding: model).decode(Nested.self)
        #expect(back.number == 3 && back.texts == ["a", nil])
        model.number = .some(nil)
        #expect { try ModelDocument(encoding: model) } throws: {
            let error = $0 as? ModelError
            return error?.code == .unrepresentableValue && error?.path == ["number"]
        }
        (model.number, model.texts) = (nil, [.some(nil)])
        #expect { try ModelDocument(encoding: model) } throws: { ($0 as? ModelError)?.path == ["texts", 0] }
    }

    struct Ratio: Codable {
        var ratio: Float
    }

    @Test("A value of type Any has no declared type, also behind a model whose values have one")
    func undeclared() throws {
        let model = Nested()
        model.number = 3
        let values: [Any] = [Float(1), Ratio(ratio: 2), model, Float(3), Ratio(ratio: 4), [model, Ratio(ratio: 5)] as [Any]]
        var walker = DocumentWalker(try ModelDocument(encoding: values))
        var declared: [String] = []
        var undeclared: [String] = []
        while let step = try walker.next() {
            switch step {
            case .float where walker.isUndeclared, .int64 where walker.isUndeclared: undeclared.append("\(step)")
            case .float, .int64: declared.append("\(step)")
            default: break
            }
        }
        #expect(undeclared == (1...5).map { "float(\($0).0)" } && declared == ["int64(3)"])
    }

    @Test("An object of an unknown class stays a document, whatever it is read as")
    func documents() throws {
        let unknown = try unknown()
        let holder = Holder()
        for value in [["nested": unknown] as [String: Any], [unknown, 1] as [Any], unknown] as [Any] {
            // Only those that ask for it.
            try holder.setValue(value, forKey: "document")
            let found = holder.document["nested"] ?? holder.document[0] ?? holder.document.root
            #expect(ModelDocument(found) == unknown)
        }
        #expect(throws: ModelError.self) { try holder.setValue(["nested": unknown] as [String: Any], forKey: "name") }
        #expect(throws: ModelError.self) { try holder.setValue(["street": unknown] as [String: Any], forKey: "next.name") }
    }

    @Test("Models are themselves, and in a document their properties; one in two places is one")
    func models() throws {
        let inner = Holder()
        inner.name = "inner"
        inner.next = inner
        defer { inner.next = nil }
        let holder = try #require(
            try Holder.instance(with: ["next": inner, "list": [inner, ["name": "made", "next": inner]]] as [String: Any]))
        #expect(holder.next === inner && holder.list[0] === inner && holder.list[1].next === inner)
        #expect(holder.list[1].name == "made")
        try holder.setValue(["a": [inner, inner] as [Any], "b": 1] as [String: Any], forKey: "document")
        let elements = try #require(holder.document["a"]?.elements)
        #expect(elements.count == 2 && elements[0].id == elements[1].id && elements[0]["next"]?.id == elements[0].id)
        #expect(elements[0]["name"]?.stringValue == "inner")
    }

    @Test("What an override passes on isn't gone through at each level")
    func nested() throws {
        final class Level: BaseModel {
            var depth = 0
            var next: Level?
            override class var modelClass: ModelClass { own }
            private static let own = ModelClass(Level.self, overrides: .setWithDictionary)
            override class var modelProperties: [ModelProperty] {
                super.modelProperties + [ModelProperty("depth", \Level.depth), ModelProperty("next", \Level.next)]
            }
            override func set(with dictionary: [String: Any]) throws { try super.set(with: dictionary) }
        }
        func nested(_ depth: Int) -> [String: Any] {
            (0..<depth).reversed().reduce([:]) { ["depth": $1, "next": $0, "wide": Array(repeating: ["x": 1], count: 20)] }
        }
        let level = try #require(try Level.instance(with: nested(100)))
        #expect(level.next?.next?.depth == 2)
    }
}
