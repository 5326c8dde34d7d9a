#if Macros
// snippet.model
import Foundation
// snippet.end
import JSONFormat
// snippet.model
import JSONSchema
import ModelCore
// snippet.end
import Modelmatic
import Testing

// snippet.model
@Model(unknownKeys: .refuse) final class Recipe: BaseModel {
    var title = ""
    @Key("serves", aliases: ["servings"]) var portions: UInt8 = 4
    @Key(path: "time.minutes") var minutes: Int16?
    var difficulty = Difficulty.easy
    var similar: [Recipe] = []
}

enum Difficulty: String, CaseIterable { case easy, hard }
// snippet.end

// snippet.own
struct Colour: Codable {
    var red = 0.0
    var green = 0.0
    var blue = 0.0
}

extension Colour: JSONSchemaValue {
    static var jsonSchema: JSONSchema.Part {
        let part: JSONSchema.Part = ["type": "number", "minimum": 0, "maximum": 1]
        return [
            "type": "object", "properties": ["red": part, "green": part, "blue": part],
            "required": ["red", "green", "blue"],
        ]
    }
}
// snippet.end

@Model final class Paint: BaseModel {
    var colour = Colour()
}

@Suite("Samples: JSON schemas")
struct SchemaSamples {
    @Test("A class's schema")
    func schema() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = URL(fileURLWithPath: folder.path + "/recipe.schema.json")
        // snippet.schema
        let schema = try JSONSchema(of: Recipe.self, id: "https://example.com/recipe.schema.json")
        try schema.data().write(to: file)
        // snippet.end
        let text = try String(contentsOf: file, encoding: .utf8)
        let head = """
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "$id": "https://example.com/recipe.schema.json",
              "title": "Recipe",
              "$ref": "#/$defs/Recipe",
            """
        #expect(text.hasPrefix(head))
        let recipe = schema.document["$defs"]?["Recipe"]
        #expect(recipe?["additionalProperties"]?.boolValue == false)
        #expect(recipe?["properties"]?["servings"]?["deprecated"]?.boolValue == true)
        try serviceSchema()
        #expect(try JSONSchema(of: Paint.self).document["$defs"]?["Paint"]?["properties"]?["colour"]?["required"]?.count == 3)
    }

    private func serviceSchema() throws {
        // snippet.options
        let service = JSONFormat(keys: .snakeCase, dates: .secondsSince1970)
        let schema = try JSONSchema(of: Recipe.self, in: service)
        // snippet.end
        #expect(schema.document["$defs"]?.count == 1)
    }

    @Test("An entity's schema")
    func entity() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path + "/contents"
        let content = """
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
                <entity name="Book"><attribute name="title" attributeType="String"/></entity>
            </model>
            """
        try content.write(toFile: path, atomically: true, encoding: .utf8)
        let file = URL(fileURLWithPath: folder.path + "/book.schema.json")
        // snippet.entity
        let model = try DataModel(contentsOf: path)
        if let book = model["Book"] { try JSONSchema(of: book).data().write(to: file) }
        // snippet.end
        #expect(try JSONFormat().document(from: Data(contentsOf: file))["$defs"]?["Book"]?["required"]?.count == 1)
    }
}
#endif
