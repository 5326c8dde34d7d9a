import Foundation
import ModelCore
import Modelmatic
import TestSupport
import Testing

/// Small archives that have much work done again and again.
@Suite("Hostile archives")
struct HostileArchiveTests {
    private static let count = 4_000
    /// Of two million bytes.
    private static let long = XMLArchive.text(String(repeating: "é", count: 1_000_000))

    @Test("One long text for very many flags and numbers")
    func flags() throws {
        var archive = XMLArchive()
        let long = archive.add(Self.long)
        let properties = (0..<Self.count).map { number in
            archive.add(
                "NSAttributeDescription",
                [
                    ("NSPropertyName", XMLArchive.text("a\(number)")), ("NSIsOptional", long), ("NSIsTransient", long),
                    ("NSAttributeType", long),
                ])
        }
        let data = archive.model(properties)
        var attributes: [DataModel.Attribute] = []
        let seconds = try threadSeconds { attributes = try DataModel(data: data).entities[0].attributes }
        #expect(seconds < 5)
        #expect(attributes.count == Self.count)
        #expect(attributes.allSatisfy { !$0.isOptional && !$0.isTransient && $0.type == .undefined })
    }

    @Test("One dictionary with a long key for very many destinations")
    func destinations() throws {
        var archive = XMLArchive()
        let keys = [archive.add(Self.long), XMLArchive.text("NSEntityName")]
        let values = [XMLArchive.text("E"), XMLArchive.text("E")]
        let dictionary = archive.add(
            "NSDictionary", [("NS.keys", XMLArchive.array(keys)), ("NS.objects", XMLArchive.array(values))])
        let properties = (0..<Self.count).map { number in
            archive.add(
                "NSRelationshipDescription",
                [
                    ("NSPropertyName", XMLArchive.text("r\(number)")), ("NSDestinationEntity", dictionary),
                    ("_NSDestinationEntityName", XMLArchive.text("E")), ("NSInverseRelationship", dictionary),
                ])
        }
        let data = archive.model(properties)
        var relationships: [DataModel.Relationship] = []
        let seconds = try threadSeconds { relationships = try DataModel(data: data).entities[0].relationships }
        #expect(seconds < 5)
        #expect(relationships.count == Self.count && relationships[0].destination.name == "E")
    }

    @Test("Names without end", arguments: ["entity", "class", "attribute", "transformer", "key"])
    func names(_ place: String) throws {
        func read(_ length: Int) throws -> DataModel {
            func name(_ own: String) -> String { own == place ? String(repeating: "x", count: length) : own }
            let userInfo = ArchiveNode(nil, [(name("key"), .text("v"))])
            let attribute = ArchiveNode(
                ["NSAttributeDescription"],
                [
                    ("NSPropertyName", .text(name("attribute"))), ("NSUserInfo", .node(userInfo)),
                    ("NSValueTransformerName", .text(name("transformer"))),
                ])
            let entity = ArchiveNode(
                ["NSEntityDescription"],
                [
                    ("NSEntityName", .text(name("entity"))), ("NSClassNameForEntity", .text(name("class"))),
                    ("NSProperties", .array([.node(attribute)])),
                ])
            let root = ArchiveNode(["NSManagedObjectModel"], [("NSEntities", .array([.node(entity)]))])
            return try DataModel(data: root.archived())
        }
        #expect(try read(1024).entities[0].attributes.count == 1)
        let error = #expect(throws: ModelError.self) { try read(1025) }
        #expect(error?.code == .corruptData && error?.reason.contains("1024 bytes") == true)
    }
}
