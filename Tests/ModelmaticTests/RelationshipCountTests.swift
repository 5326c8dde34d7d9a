import Foundation
import JSONSchema
import ModelCore
import Modelmatic
import Testing

/// How many objects a relationship may lead to, and what its schema says of that.
@Suite("Counts of relationships")
struct RelationshipCountTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let attributes: String
        let isToMany: Bool
        let minimum: Int
        let maximum: Int?
        /// The limits in the schema of the list; nil without one.
        var limits: (least: Int?, most: Int?)?
        var testDescription: String { attributes }
    }

    private static let cases = [
        Case(attributes: "", isToMany: false, minimum: 0, maximum: 1),
        Case(attributes: "maxCount='1'", isToMany: false, minimum: 0, maximum: 1),
        Case(attributes: "minCount='1' maxCount='1'", isToMany: false, minimum: 1, maximum: 1),
        Case(attributes: "toMany='YES'", isToMany: true, minimum: 0, maximum: nil, limits: (nil, nil)),
        Case(attributes: "toMany='YES' maxCount='0'", isToMany: true, minimum: 0, maximum: nil, limits: (nil, nil)),
        Case(attributes: "toMany='YES' maxCount='1'", isToMany: true, minimum: 0, maximum: 1, limits: (nil, 1)),
        Case(attributes: "toMany='YES' maxCount='2'", isToMany: true, minimum: 0, maximum: 2, limits: (nil, 2)),
        Case(attributes: "maxCount='2'", isToMany: true, minimum: 0, maximum: 2, limits: (nil, 2)),
        Case(attributes: "toMany='YES' minCount='1'", isToMany: true, minimum: 1, maximum: nil, limits: (1, nil)),
        Case(attributes: "toMany='YES' minCount='2' maxCount='3'", isToMany: true, minimum: 2, maximum: 3, limits: (2, 3)),
        Case(
            attributes: "optional='YES' toMany='YES' minCount='2' maxCount='3'", isToMany: true, minimum: 2, maximum: 3,
            limits: (nil, 3)),
    ]

    @Test("Each of two relationships has its own", arguments: cases)
    func counts(_ example: Case) throws {
        let xml = """
            <model><entity name='A'>
                <relationship name='first' toMany='YES' minCount='5' maxCount='7' destinationEntity='B'/>
                <relationship name='own' \(example.attributes) destinationEntity='B'/>
                <relationship name='last' maxCount='1' destinationEntity='B'/>
            </entity><entity name='B'/></model>
            """
        let model = try DataModel(data: Data(xml.utf8))
        let entity = try #require(model["A"])
        let all = Dictionary(uniqueKeysWithValues: entity.relationships.map { ($0.name, $0) })
        let own = try #require(all["own"])
        #expect(own.isToMany == example.isToMany)
        #expect(own.minimumCount == example.minimum && own.maximumCount == example.maximum)
        #expect(all["first"]?.minimumCount == 5 && all["first"]?.maximumCount == 7 && all["last"]?.isToMany == false)
        let properties = try JSONSchema(of: entity).document["$defs"]?["A"]?["properties"]
        let schema = try #require(properties?["own"])
        let list = schema["anyOf"]?[0] ?? schema
        #expect((list["items"] != nil) == example.isToMany)
        #expect(list["minItems"]?.intValue == example.limits?.least && list["maxItems"]?.intValue == example.limits?.most)
        #expect(properties?["first"]?["minItems"]?.intValue == 5 && properties?["first"]?["maxItems"]?.intValue == 7)
    }

    @Test("A count below zero is an error", arguments: ["minCount='-1'", "maxCount='-1'", "toMany='YES' minCount='-1'"])
    func negative(_ attributes: String) {
        let xml = "<model><entity name='A'><relationship name='a' \(attributes) destinationEntity='A'/></entity></model>"
        #expect(throws: ModelError.self) { try DataModel(data: Data(xml.utf8)) }
    }
}
