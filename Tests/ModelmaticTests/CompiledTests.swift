import Foundation
import ModelCore
import Modelmatic
import Testing

/// Compiled models, made here with the keys that Core Data gives them.
@Suite("Compiled models")
struct CompiledTests {
    private let entityClass = ["NSEntityDescription", "NSObject"]
    private let attributeClass = ["NSAttributeDescription", "NSPropertyDescription", "NSObject"]
    private let relationshipClass = ["NSRelationshipDescription", "NSPropertyDescription", "NSObject"]

    private func dictionary(_ entries: [(String, ArchiveNode)]) -> ArchiveNode {
        ArchiveNode(nil, entries.map { ($0, .node($1)) })
    }

    private func entity(_ name: String, _ className: String = "NSManagedObject") -> ArchiveNode {
        ArchiveNode(
            entityClass,
            [
                ("NSEntityName", .text(name)), ("NSClassNameForEntity", .text(className)), ("NSSuperentity", .null),
                ("NSProperties", .node(dictionary([]))),
            ])
    }

    private func attribute(_ name: String, _ type: Int, _ value: ArchiveNode.Value = .null) -> ArchiveNode {
        ArchiveNode(
            attributeClass,
            [("NSPropertyName", .text(name)), ("NSAttributeType", .number(type)), ("NSDefaultValue", value)])
    }

    private func compiled(_ entities: [(String, ArchiveNode)]) throws -> DataModel {
        let root = ArchiveNode(
            ["NSManagedObjectModel", "NSObject"],
            [("NSEntities", .node(dictionary(entities))), ("NSVersion", .number(1))])
        return try DataModel(data: root.archived())
    }

    @Test("Every type of attribute, and its default value")
    func attributes() throws {
        let uuid = UUID()
        let day = Date(timeIntervalSinceReferenceDate: 86400.5)
        let link = try #require(URL(string: "https://example.com"))
        let values: [(Int, DataModel.AttributeType, ArchiveNode.Value, ModelScalar?)] = [
            (0, .undefined, .null, nil), (100, .integer16, .number(-5), .int64(-5)),
            (200, .integer32, .number(7), .int64(7)), (300, .integer64, .scalar(.int64(.max)), .int64(.max)),
            (400, .decimal, .scalar(.decimal(Decimal(string: "1.25") ?? 0)), .decimal(Decimal(string: "1.25") ?? 0)),
            (500, .double, .scalar(.double(0.1)), .double(0.1)), (600, .float, .scalar(.double(0.1)), .float(0.1)),
            (700, .string, .text("x"), .string("x")), (800, .boolean, .flag(true), .bool(true)),
            (900, .date, .scalar(.date(day)), .date(day)),
            (1000, .binaryData, .scalar(.data(Data([1]))), .data(Data([1]))),
            (1100, .uuid, .scalar(.uuid(uuid)), .uuid(uuid)), (1200, .uri, .scalar(.url(link)), .url(link)),
            // As they stay where the type was another one.
            (300, .integer64, .flag(true), .int64(1)), (500, .double, .flag(false), .double(0)),
            // A collection is for the transformer.
            (1800, .transformable, .array([.number(1)]), nil), (2000, .objectID, .null, nil),
            (2100, .composite, .null, nil), (12345, .undefined, .null, nil), (-1, .undefined, .text("x"), .string("x")),
        ]
        let owner = entity("E", ".Thing")
        owner["NSProperties"] = .node(
            dictionary(values.enumerated().map { ("\($0)", attribute("a\($0)", $1.0, $1.2)) }))
        let read = try compiled([("E", owner)])
        let found = try #require(read["E"])
        #expect(found.className == "Thing")
        #expect(found.attributes.map(\.name) == values.indices.map { "a\($0)" })
        #expect(found.attributes.map(\.type) == values.map(\.1))
        #expect(found.attributes.map(\.defaultValue) == values.map(\.3))
        #expect(found.attributes.allSatisfy { !$0.isOptional && !$0.isTransient && $0.userInfo.isEmpty })
    }

    @Test("Entities, inheritance, relationships and userInfo")
    func graph() throws {
        let (author, book, item) = (entity("Author", "App.Author"), entity("Book", "Book"), entity("Item"))
        let title = attribute("title", 700)
        for flag in ["NSIsOptional", "NSIsTransient"] { title[flag] = .flag(true) }
        title["NSUserInfo"] = .node(ArchiveNode(nil, [("k", .text("v")), ("n", .number(1)), ("x", .array([]))]))
        let image = attribute("image", 1800)
        image["NSAttributeValueClassName"] = .text("Image")
        image["NSValueTransformerName"] = .text("ImageTransformer")
        let fetched = ArchiveNode(
            ["NSFetchedPropertyDescription", "NSPropertyDescription"], [("NSPropertyName", .text("f"))])
        let derived = attribute("d", 300)
        let count = ArchiveNode(["NSDerivedAttributeDescription"] + attributeClass, derived.properties)
        let books = ArchiveNode(
            relationshipClass,
            [
                ("NSPropertyName", .text("books")), ("NSMaxCount", .number(0)), ("NSMinCount", .number(0)),
                ("NSDeleteRule", .number(2)), ("NSIsOrdered", .flag(true)), ("NSIsOptional", .flag(true)),
                ("NSDestinationEntity", .node(book)), ("NSEntity", .node(author)),
            ])
        let back = ArchiveNode(
            relationshipClass,
            [
                ("NSPropertyName", .text("author")), ("NSMaxCount", .number(1)), ("NSMinCount", .number(1)),
                ("NSDeleteRule", .number(0)), ("_NSDestinationEntityName", .text("Author")),
                ("_NSInverseRelationshipName", .text("books")), ("NSEntity", .node(book)),
            ])
        books["NSInverseRelationship"] = .node(back)
        item["NSIsAbstract"] = .flag(true)
        item["NSProperties"] = .node(dictionary([("title", title), ("f", fetched), ("image", image)]))
        book["NSSuperentity"] = .node(item)
        book["NSProperties"] = .node(dictionary([("author", back), ("d", count)]))
        author["NSProperties"] = .node(dictionary([("books", books)]))
        author["NSUserInfo"] = .node(ArchiveNode(nil, [("a", .text("b"))]))

        let read = try compiled([("Author", author), ("Book", book), ("Item", item)])
        #expect(read.entities.map(\.name) == ["Author", "Book", "Item"])
        #expect(read.entities.map(\.className) == ["App.Author", "Book", nil])
        #expect(read["Author"]?.userInfo == ["a": "b"])
        #expect(read["Item"]?.isAbstract == true && read["Book"]?.isAbstract == false)
        #expect(read["Book"]?.parent == read["Item"])
        #expect(read["Book"]?.attributes.map(\.name) == ["title", "image", "d"])
        let text = try #require(read["Book"]?.attribute(named: "title"))
        #expect(text.isOptional && text.isTransient && text.userInfo == ["k": "v", "n": "1"])
        let picture = try #require(read["Item"]?.attribute(named: "image"))
        #expect(picture.valueTransformerName == "ImageTransformer" && picture.customClassName == "Image")
        let many = try #require(read["Author"]?.relationship(named: "books"))
        #expect(many.isToMany && many.isOrdered && many.isOptional && many.maximumCount == nil)
        #expect(many.deletionRule == .cascade && many.destination == read["Book"])
        let one = try #require(many.inverse)
        #expect(!one.isToMany && one.minimumCount == 1 && one.maximumCount == 1 && one.deletionRule == .noAction)
        #expect(one.inverse == many && one.destination == read["Author"] && one.entity == read["Book"])
    }

    @Test("Mistakes have their place")
    func mistakes() throws {
        func expect(_ code: ModelError.Code, _ path: ModelPath, _ change: (ArchiveNode, ArchiveNode) -> Void) throws {
            let (owner, property) = (entity("E"), attribute("a", 100))
            owner["NSProperties"] = .node(dictionary([("a", property)]))
            change(owner, property)
            let error = #expect(throws: ModelError.self) { try compiled([("E", owner)]) }
            #expect(error?.code == code && error?.path == path, "\(error.map { "\($0)" } ?? "")")
            #expect(error?.location != nil)
        }
        try expect(.typeMismatch, ["E", "a"]) { $1["NSDefaultValue"] = .text("x") }
        try expect(.outOfRange, ["E", "a"]) { $1["NSDefaultValue"] = .number(70_000) }
        try expect(.corruptData, ["E"]) { $1["NSPropertyName"] = .number(1) }
        try expect(.corruptData, []) { owner, _ in owner["NSEntityName"] = .null }
        try expect(.corruptData, ["E"]) { owner, _ in owner["NSProperties"] = .number(1) }
        try expect(.corruptData, ["E"]) { owner, _ in owner["NSProperties"] = .array([.text("a")]) }
        try expect(.corruptData, ["E"]) { owner, _ in owner["NSProperties"] = .array([.node(owner)]) }
        try expect(.duplicateKey, ["E", "a"]) { $0["NSProperties"] = .array([.node($1), .node($1)]) }
        try expect(.cycle, ["E"]) { owner, _ in owner["NSSuperentity"] = .node(owner) }
        try expect(.corruptData, ["E"]) { owner, _ in owner["NSSuperentity"] = .node(entity("Other")) }
        try expect(.outOfRange, ["E", "r"]) { owner, _ in
            let relationship = ArchiveNode(
                relationshipClass,
                [
                    ("NSPropertyName", .text("r")), ("NSDestinationEntity", .node(owner)), ("NSDeleteRule", .number(9)),
                ])
            owner["NSProperties"] = .array([.node(relationship)])
        }
    }

    @Test("Objects that share a large one don't multiply it")
    func sharing() throws {
        let large = ArchiveNode(nil, (0..<20_000).map { ("k\($0)", .text("value \($0)")) })
        let owner = entity("E")
        owner["NSProperties"] = .array(
            (0..<2_000).map {
                let attribute = attribute("a\($0)", 700)
                attribute["NSUserInfo"] = .node(large)
                return .node(attribute)
            })
        let error = #expect(throws: ModelError.self) { try compiled([("E", owner)]) }
        #expect(error?.code == .nodesExceeded)
        // And where each has its own, it is read.
        let many = entity("E")
        many["NSProperties"] = .array((0..<20_000).map { .node(attribute("a\($0)", 700, .text("x"))) })
        #expect(try compiled([("E", many)])["E"]?.attributes.count == 20_000)
    }

    @Test("A long chain of entities is no deep file")
    func chain() throws {
        let entities = (0..<1_000).map { entity("E\($0)") }
        for (entity, next) in zip(entities, entities.dropFirst()) {
            let relationship = ArchiveNode(
                relationshipClass,
                [("NSPropertyName", .text("next")), ("NSMaxCount", .number(1)), ("NSDestinationEntity", .node(next))])
            entity["NSProperties"] = .node(dictionary([("next", relationship)]))
        }
        let read = try compiled(entities.enumerated().map { ("E\($0)", $1) })
        #expect(read.entities.count == 1_000)
        #expect(read["E5"]?.relationships.first?.destination.name == "E6")
    }
}
