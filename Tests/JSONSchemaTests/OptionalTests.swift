import JSONSchema
import ModelCore
import Testing

@Suite("Schemas of what may be nil")
struct OptionalTests {
    enum Grade: String, ModelValue, CaseIterable { case low, high }
    enum Level: Int, ModelValue, CaseIterable { case one = 1, two }

    @Test("An enum's has a null beside its cases")
    func enums() {
        #expect(
            JSONSchema.Part(of: Grade?.self) == ["anyOf": [["enum": ["low", "high"]], ["type": "null"]]])
        #expect(JSONSchema.Part(of: Level?.self) == ["anyOf": [["enum": [1, 2]], ["type": "null"]]])
        #expect(JSONSchema.Part(of: [Grade?].self)["items"] == JSONSchema.Part(of: Grade?.self))
    }

    @Test("A type's list of types has null, once")
    func types() {
        let text: JSONSchema.Part = ["type": "string"]
        #expect(text.orNull["type"] == ["string", "null"] && text.orNull.orNull == text.orNull)
        #expect((["type": ["string", "null"]] as JSONSchema.Part).orNull["type"] == ["string", "null"])
    }

    @Test(
        "A keyword that says something of values of any type doesn't refuse a null",
        arguments: ["$dynamicRef", "$ref", "allOf", "anyOf", "const", "enum", "if", "not", "oneOf"])
    func anyType(_ keyword: String) {
        for part in [["type": "string", keyword: ["x"]], [keyword: ["x"], "type": "string", "title": "t"]]
            as [JSONSchema.Part]
        {
            #expect(part.orNull == ["anyOf": [part, ["type": "null"]]])
        }
    }
}
