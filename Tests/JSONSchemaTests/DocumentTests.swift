import Foundation
import JSONFormat
import JSONSchema
import ModelCore
import TestSupport
import Testing

@Suite("The schema as a file")
struct DocumentTests {
    final class Point: BaseModel {
        var x = 1
        var label: String?
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("x", \Point.x), ModelProperty("label", \Point.label)]
        }
    }

    @Test("It is the same text each time")
    func text() throws {
        let schema = try JSONSchema(of: [Point].self, id: "https://example.com/points")
        let text = """
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "$id": "https://example.com/points",
              "title": "Array<Point>",
              "type": "array",
              "items": {
                "$ref": "#/$defs/DocumentTests.Point"
              },
              "$defs": {
                "DocumentTests.Point": {
                  "type": "object",
                  "properties": {
                    "x": {
                      "type": "integer",
                      "minimum": -9223372036854775808,
                      "maximum": 9223372036854775807
                    },
                    "label": {
                      "type": [
                        "string",
                        "null"
                      ]
                    },
                    "$class": {
                      "const": "DocumentTests.Point"
                    }
                  }
                }
              }
            }
            """
        #expect(String(decoding: try schema.data(), as: UTF8.self) == text)
        #expect(try JSONSchema(of: [Point].self, id: "https://example.com/points").data() == schema.data())
        #expect(try JSONFormat().document(from: schema.data()) == schema.document)
    }

    @Test("One of one's own")
    func own() throws {
        var part: JSONSchema.Part = ["type": "object"]
        try part.addProperty(["type": "string"], at: ["a", "b"], isRequired: true)
        try part.addProperty(["minLength": 2], at: ["a", "b"])
        try part.addProperty(["type": "integer"], at: ["a", "c"])
        try part.addProperty(["const": 1], at: ["a", "b", "d"])
        part["required"] = nil
        let schema = try JSONSchema(
            ["type": "array", "items": .reference(to: "A~/ü b")], title: "Own", definitions: [("A~/ü b", part)])
        try Python.check([
            .init(schema, fitting: ["[]", "[{}]"], wrong: ["{}", #"[{"a": 1}]"#, #"[{"a": {}}]"#, #"[{"a": {"b": "x"}}]"#]),
            .init(JSONSchema(true, title: "Anything"), fitting: ["1", "null"]),
            .init(JSONSchema(["type": "number", "maximum": 0.5, "title": "Mine"], title: "Half"), fitting: ["0.5"], wrong: ["1"]),
            .init(
                JSONSchema((["type": "integer", "not": ["const": 1]] as JSONSchema.Part).orNull, title: "Null"),
                fitting: ["null", "2"], wrong: ["1", "0.5"]),
            .init(JSONSchema(false, title: "Nothing"), wrong: ["1", "null"]),
            .init(JSONSchema(of: ModelDocument.self), fitting: ["1"]),
        ])
        #expect {
            try JSONSchema(true, title: "Twice", definitions: [("a", true), ("a", false)])
        } throws: { ($0 as? ModelError)?.code == .duplicateKey }
    }
}
