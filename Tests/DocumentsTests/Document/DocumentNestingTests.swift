import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("Members that are moved to key paths")
struct DocumentNestingTests {
    final class Leaf: BaseModel {
        var name = ""
        override class var modelProperties: [ModelProperty] { [ModelProperty("name", \Leaf.name)] }
    }

    /// The object is in a property of its class and in one of any class.
    final class Twice: BaseModel {
        var expected: Leaf?
        var anything: Any?
        var deep = 1
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("expected", \Twice.expected), ModelProperty(any: "anything", \Twice.anything),
                ModelProperty("deep", \Twice.deep, key: PropertyKey(path: "a.b")),
            ]
        }
    }

    /// The same in the other order.
    final class Turned: BaseModel {
        var anything: Any?
        var expected: Leaf?
        var deep = 1
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty(any: "anything", \Turned.anything), ModelProperty("expected", \Turned.expected),
                ModelProperty("deep", \Turned.deep, key: PropertyKey(path: "a.b")),
            ]
        }
    }

    final class Info: BaseModel {
        var leaf: Leaf? = Leaf()
        var size = 2
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("leaf", \Info.leaf), ModelProperty("size", \Info.size)]
        }
    }

    /// Other properties are at key paths inside the value of one.
    final class Overlaid: BaseModel {
        var info: Info? = Info()
        var height = 5
        var age = 7
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("info", \Overlaid.info),
                ModelProperty("height", \Overlaid.height, key: PropertyKey(path: "info.leaf.height")),
                ModelProperty("age", \Overlaid.age, key: PropertyKey(path: "info.age")),
            ]
        }
    }

    @Test("A member is put into another property's value, one key deep or several")
    func overlaid() throws {
        let model = Overlaid()
        model.info?.leaf?.name = "oak"
        let (document, read) = try written(model)
        #expect(document.root.keys == ["info"])
        #expect(document["info"].map { Set($0.keys) } == ["leaf", "size", "age"])
        #expect(document["info"]?["leaf"].map { Set($0.keys) } == ["name", "height"])
        #expect(document[["info", "leaf", "name"]]?.stringValue == "oak" && document[["info", "size"]]?.intValue == 2)
        #expect(document[["info", "leaf", "height"]]?.intValue == 5 && document[["info", "age"]]?.intValue == 7)
        #expect(read.height == 5 && read.age == 7 && read.info?.leaf?.name == "oak" && read.info?.size == 2)
        // Without a value of the other property, dictionaries are made for the key paths.
        model.info = nil
        let alone = try written(model).document
        #expect(alone["info"].map { Set($0.keys) } == ["leaf", "age"])
        #expect(alone[["info", "leaf", "height"]]?.intValue == 5 && alone[["info", "age"]]?.intValue == 7)
    }

    private static var classes: ClassRegistry {
        var classes = ClassRegistry()
        for type in [Leaf.self, Twice.self, Turned.self] as [BaseModel.Type] { classes.add(type) }
        return classes
    }

    /// Writes a model in a format that repeats shared objects, and reads it again.
    private func written<Model: BaseModel>(_ model: Model) throws -> (document: ModelDocument, model: Model) {
        let format = EchoFormat([.null])
        _ = try format.encode(model)
        let document = format.document
        let read = try format.read(Model.self) { builder in
            var walker = DocumentWalker(document)
            try walker.copy(into: &builder)
        }
        return (document, read)
    }

    @Test("An object is named only where no property declares its class, though the other place refers to it")
    func marks() throws {
        try ClassRegistry.withClasses(Self.classes) {
            let (leaf, twice, turned) = (Leaf(), Twice(), Turned())
            leaf.name = "oak"
            (twice.expected, twice.anything) = (leaf, leaf)
            (turned.expected, turned.anything) = (leaf, leaf)
            let (first, second) = (try written(twice), try written(turned))
            for document in [first.document, second.document] {
                #expect(document[["a", "b"]]?.intValue == 1)
                #expect(document[["anything"]]?.keys == ["$class", "name"])
                #expect(document[["expected"]]?.keys == ["name"])
            }
            #expect((first.model.anything as? Leaf)?.name == "oak" && first.model.expected?.name == "oak")
            #expect((second.model.anything as? Leaf)?.name == "oak" && second.model.expected?.name == "oak")
        }
    }
}
