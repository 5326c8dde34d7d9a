#if Macros
import FastCoder
import Foundation
import JSONFormat
import ModelCore
import PlistFormat
import Testing

/// Classes that are set with a dictionary, as their code wants it or because they list their properties by hand.
@Suite("What is in a file's dictionary that a class is set with")
struct SetFromFileTests {
    @Model(version: 2) final class Inner: BaseModel {
        var title = ""
        var next: Inner?
        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            try object.renameKey(at: ["name"], to: "title")
        }
    }
    @Model(version: 2) struct Price: Equatable {
        var cents = 0
        static func migrate(_ object: inout ModelDocument, from version: Int) throws {
            if let whole = object["price"]?.intValue { try object.set(.int64(Int64(whole) * 100), at: ["cents"]) }
        }
    }
    @Model(unknownKeys: .refuse) final class Strict: BaseModel {
        var size = 12
    }
    @Model enum Shape: Equatable {
        case none
        case line(Int, Int)
    }
    @Model final class ByDictionary: BaseModel {
        var note: Inner?
        var notes: [String: Inner] = [:]
        var price: Price?
        var strict: Strict?
        var shape = Shape.none
        override func set(with dictionary: [String: Any]) throws { try super.set(with: dictionary) }
    }
    final class ByHand: BaseModel {
        var note: Inner?
        var notes: [String: Inner] = [:]
        var price: Price?
        var strict: Strict?
        var shape = Shape.none
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("note", \ByHand.note), ModelProperty("notes", \ByHand.notes), ModelProperty("price", \ByHand.price),
                ModelProperty("strict", \ByHand.strict), ModelProperty("shape", \ByHand.shape),
            ]
        }
    }

    private func read<Model: BaseModel>(_ type: Model.Type, _ text: String) throws -> Model {
        try JSONFormat().decode(type, from: Data(text.utf8))
    }

    @Test("Older versions are migrated, and newer ones refused")
    func versions() throws {
        let text = #"{"note":{"name":"a","next":{"name":"b"}},"notes":{"k":{"$version":1,"name":"c"}},"price":{"price":3}}"#
        let byDictionary = try read(ByDictionary.self, text)
        #expect(byDictionary.note?.title == "a" && byDictionary.note?.next?.title == "b")
        #expect(byDictionary.notes["k"]?.title == "c" && byDictionary.price == Price(cents: 300))
        let byHand = try read(ByHand.self, text)
        #expect(byHand.note?.title == "a" && byHand.note?.next?.title == "b")
        #expect(byHand.notes["k"]?.title == "c" && byHand.price == Price(cents: 300))
        let again = try JSONFormat().decode(ByDictionary.self, from: JSONFormat().encode(byDictionary))
        #expect(again.note?.next?.title == "b" && again.price == Price(cents: 300))
        for newer in [#"{"note":{"$version":9,"heading":"x"}}"#, #"{"price":{"$version":9}}"#] {
            #expect { try read(ByDictionary.self, newer) } throws: { ($0 as? ModelError)?.code == .newerVersion }
            #expect { try read(ByHand.self, newer) } throws: { ($0 as? ModelError)?.code == .newerVersion }
        }
        // A program's own dictionary is of the newest version.
        #expect(try ByDictionary.instance(with: ["note": ["title": "t", "name": "n"]])?.note?.title == "t")
    }

    @Test("Keys that a class refuses are refused")
    func refusal() throws {
        for text in [#"{"strict":{"sizze":3}}"#] {
            #expect { try read(ByDictionary.self, text) } throws: { ($0 as? ModelError)?.code == .unknownKey }
            #expect { try read(ByHand.self, text) } throws: { ($0 as? ModelError)?.code == .unknownKey }
        }
        #expect(try read(ByDictionary.self, #"{"strict":{"size":3}}"#).strict?.size == 3)
    }

    @Test("A case with a list of values is read", arguments: [FileFormat.json, .keyedArchive, .xmlPropertyList, .binaryPropertyList])
    func lists(format: FileFormat) throws {
        let model = ByDictionary()
        model.shape = .line(1, 2)
        let provider = try FormatRegistry.current.provider(for: format)
        func back(_ provider: some FormatProvider) throws -> ByDictionary {
            try provider.decode(ByDictionary.self, from: provider.encode(model, as: format), as: format)
        }
        #expect(try back(provider).shape == .line(1, 2))
        #expect(try ByDictionary.instance(with: ["shape": ["line": [3, 4]]])?.shape == .line(3, 4))
    }

    @Model final class Child: BaseModel {
        weak var parent: Parent?
    }
    final class Parent: BaseModel {
        var children: [Child] = []
        override class var modelProperties: [ModelProperty] { [ModelProperty("children", \Parent.children)] }
    }

    @Test("A mapping's inverse is set")
    func inverse() throws {
        var mapping = ModelMapping()
        try mapping.map(Parent.self, [PropertyMapping("children", inverse: .property(\Child.parent))])
        let format = JSONFormat().mapped(by: mapping)
        let parent = try format.decode(Parent.self, from: Data(#"{"children":[{},{}]}"#.utf8))
        #expect(parent.children.count == 2 && parent.children.allSatisfy { $0.parent === parent })
    }

    @Model(version: 2) final class Link: BaseModel {
        var title = ""
        var next: Link?
        var anything: Any?
        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            try object.renameKey(at: ["name"], to: "title")
        }
        override func set(with dictionary: [String: Any]) throws { try super.set(with: dictionary) }
    }

    @Test("A chain of older versions is read, and what a file repeats in it is bounded")
    func chain() throws {
        func text(_ count: Int, _ last: String) -> String {
            (0..<count).reduce(last) { inner, _ in "{\"name\":\"\(String(repeating: "x", count: 100))\",\"next\":\(inner)}" }
        }
        let model = try read(Link.self, text(100, #"{"name":"last"}"#))
        #expect(model.title.count == 100 && model.next?.next?.title.count == 100)
        let large = "{\"name\":\"\",\"anything\":[\(String(repeating: "[1],", count: 100_000))2]}"
        #expect { try read(Link.self, text(400, large)) } throws: { ($0 as? ModelError)?.code == .nodesExceeded }
        // Arrays that have the one before twice.
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key("name")
        try builder.append("x")
        try builder.key("next")
        try builder.beginDictionary()
        try builder.key("name")
        try builder.append("y")
        try builder.key("anything")
        for number in 0..<60 { try builder.beginArray(number: number) }
        for number in (0..<60).reversed() {
            try builder.end()
            if number > 0 { try builder.appendReference(to: number) }
        }
        try builder.end()
        try builder.end()
        let content = try FastCoder().encode(try builder.finish())
        #expect { try FastCoder().decode(Link.self, from: content) } throws: { ($0 as? ModelError)?.code == .nodesExceeded }
    }
}
#endif
