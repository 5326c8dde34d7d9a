#if Macros
// snippet.classes
import Foundation
import JSONFormat
import ModelCore
import Modelmatic
// snippet.end
import Testing

// snippet.classes
@Model final class Composer: BaseModel {
    var composerId = 0
    var name = ""
    var born: Date?
    @Relationship(inverse: \Opera.composer) var operas: [Opera] = []
}

@Model final class Opera: BaseModel {
    var title = ""
    var price: Double?
    @Relationship weak var composer: Composer?
}
// snippet.end

@Suite("Samples: classes by a data model")
struct EntitySamples {
    private static let xml = """
        <model>
            <entity name="Composer">
                <attribute name="composerId" attributeType="Integer 32">
                    <userInfo><entry key="jsonKeyPath" value="composer_id"/></userInfo>
                </attribute>
                <attribute name="name" attributeType="String"/>
                <attribute name="born" optional="YES" attributeType="Transformable" valueTransformerName="Day"/>
                <relationship name="operas" toMany="YES" destinationEntity="Opera" inverseName="composer" inverseEntity="Opera"/>
            </entity>
            <entity name="Opera">
                <attribute name="title" attributeType="String"/>
                <attribute name="price" optional="YES" attributeType="Double">
                    <userInfo><entry key="jsonKeyPath" value="pricing.retail_price"/></userInfo>
                </attribute>
                <relationship name="composer" maxCount="1" destinationEntity="Composer" inverseName="operas" inverseEntity="Composer"/>
            </entity>
        </model>
        """

    @Test("JSON by a model")
    func json() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).xml").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Self.xml.write(toFile: path, atomically: true, encoding: .utf8)
        let data = Data(
            #"""
            {"composer_id":7,"name":"Verdi","born":"1813-10-10","operas":[{"title":"Aida","pricing":{"retail_price":20.5}}]}
            """#.utf8)
        // snippet.json
        ModelTransform<Date>.date(.day).register(as: "Day")
        let model = try DataModel(contentsOf: path)
        let json = JSONFormat().mapped(by: try model.mapping())
        let composer = try json.decode(Composer.self, from: data)
        let text = try json.encode(composer)
        // snippet.end
        #expect(text == data && composer.operas[0].composer === composer && composer.operas[0].price == 20.5)
        #expect(try Composer(dictionary: ["composer_id": 8], entity: #require(model["Composer"])).composerId == 8)
    }

    @Test("What a model has")
    func entities() throws {
        func print(_ values: Any...) {}
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).xml").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Self.xml.write(toFile: path, atomically: true, encoding: .utf8)
        // snippet.entities
        let model = try DataModel(contentsOf: path)
        for entity in model.entities {
            for attribute in entity.attributes { print(entity, attribute.name, attribute.type) }
            for relationship in entity.relationships { print(relationship, relationship.destination) }
        }
        // snippet.end
        #expect(model.entities.count == 2)
    }
}
#endif
