import Foundation
import ModelCore
import Modelmatic
import Testing

/// The `elements` of Xcode 3, made here: what the public files have none of.
@Suite("Models of Xcode 3")
struct OldModelTests {
    private func stereotype(_ tags: [(String, ArchiveNode.Value)]) -> ArchiveNode {
        ArchiveNode(
            ["XDUMLStereotypeImp"],
            [
                (
                    "XDBucketForOwnedAttributesstorage",
                    .array(
                        tags.map {
                            .node(ArchiveNode(["XDUMLPropertyImp"], [("_name", .text($0)), ("_default", $1)]))
                        })
                )
            ])
    }

    private func element(_ type: String, _ name: String, _ tags: [(String, ArchiveNode.Value)]) -> ArchiveNode {
        ArchiveNode(
            [type, "NSObject"],
            [("_name", .text(name)), ("XDBucketForStereotypesstorage", .array([.node(stereotype(tags))]))])
    }

    private func read(_ entities: [ArchiveNode]) throws -> DataModel {
        let package = ArchiveNode(
            ["XDModelPackage"], [("XDBucketForClassesstorage", .array(entities.map { .node($0) }))])
        return try DataModel(data: ArchiveNode(["XDPMModel"], [("_xd_rootPackage", .node(package))]).archived())
    }

    @Test("Parents, attributes and relationships")
    func graph() throws {
        let item = element(
            "XDPMEntity", "Item",
            [
                ("XD_PSK_isAbstract", .flag(true)), ("XD_PSK_entityClassName", .text("NSManagedObject")),
                ("XD_PSK_userInfo", .node(ArchiveNode(nil, [("k", .text("v"))]))),
            ])
        let book = element("XDPMEntity", "Book", [("XD_PSK_entityClassName", .text("Book"))])
        let generalization = ArchiveNode(
            ["XDUMLGeneralizationImp"], [("_general", .node(item)), ("_specific", .node(book))])
        book["XDBucketForGeneralizationsstorage"] = .array([.node(generalization)])
        let pages = element(
            "XDPMAttribute", "pages",
            [
                ("XD_PAttK_attributeType", .number(200)), ("XD_PAttK_defaultValueAsString", .text("12")),
                ("XD_PPSK_isOptional", .flag(true)),
            ])
        let cover = element(
            "XDPMAttribute", "cover",
            [("XD_PAttK_attributeType", .number(1800)), ("XD_PAttK_valueTransformerName", .text("T"))])
        let sequel = element(
            "XDPMRelationship", "sequels",
            [
                ("XD_PRK_destination", .node(book)), ("XD_PRK_isToMany", .flag(true)), ("XD_PRK_maxCount", .number(3)),
                ("XD_PRK_deleteRule", .number(3)),
            ])
        let prequel = element(
            "XDPMRelationship", "prequel",
            [
                ("XD_PRK_destination", .node(book)), ("XD_PRK_maxCount", .number(1)),
                ("XD_PRK_inverseRelationship", .node(sequel)),
            ])
        for relationship in [sequel, prequel] { relationship["_owner"] = .node(book) }
        let fetched = element("XDPMFetchedProperty", "fetched", [])
        book["XDBucketForOwnedAttributesstorage"] = .array([pages, sequel, cover, fetched, prequel].map { .node($0) })

        let model = try read([book, item, element("XDUMLClassImp", "Note", [])])
        #expect(model.entities.map(\.name) == ["Book", "Item"])
        #expect(model["Item"]?.isAbstract == true && model["Item"]?.className == nil)
        #expect(model["Item"]?.userInfo == ["k": "v"])
        let read = try #require(model["Book"])
        #expect(read.parent == model["Item"] && read.className == "Book" && !read.isAbstract)
        #expect(read.attributes.map(\.type) == [.integer32, .transformable])
        #expect(read.attributes.map(\.defaultValue) == [.int64(12), nil])
        #expect(read.attributes.map(\.isOptional) == [true, false])
        #expect(read.attribute(named: "cover")?.valueTransformerName == "T")
        #expect(read.relationships.map(\.name) == ["sequels", "prequel"])
        #expect(read.relationships.map(\.maximumCount) == [3, 1])
        #expect(read.relationships.map(\.deletionRule) == [.deny, .nullify])
        #expect(read.relationships[1].inverse == read.relationships[0])
    }

    @Test("Mistakes have their place")
    func mistakes() throws {
        let attribute = element(
            "XDPMAttribute", "a",
            [("XD_PAttK_attributeType", .number(100)), ("XD_PAttK_defaultValueAsString", .text("x"))])
        let entity = element("XDPMEntity", "E", [])
        entity["XDBucketForOwnedAttributesstorage"] = .array([.node(attribute)])
        let value = #expect(throws: ModelError.self) { try read([entity]) }
        #expect(value?.code == .typeMismatch && value?.path == ["E", "a"])
        let nameless = #expect(throws: ModelError.self) { try read([ArchiveNode(["XDPMEntity"], [("_name", .null)])]) }
        #expect(nameless?.code == .corruptData)
        entity["XDBucketForOwnedAttributesstorage"] = .node(entity)
        #expect(#expect(throws: ModelError.self) { try read([entity]) }?.path == ["E"])
    }
}
