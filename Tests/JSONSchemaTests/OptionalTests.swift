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

    #if Macros
    @Model("OptionalBase") class Base: BaseModel {
        @Key("a", aliases: ["b", "c", "d"]) var first: Int? = 1
        @Key(path: "deep.a", aliases: ["deep.b", "deep.er.c"]) var second: Grade? = .low
    }
    @Model("OptionalDerived") final class Derived: Base {
        @Key("e", aliases: ["f"]) var third = ""
    }

    @Test("Each of several older keys is described, and those of superclasses are, too")
    func olderKeys() throws {
        let schema = try JSONSchema(of: Derived.self).document
        func property(_ keys: String...) -> ModelDocument.Value? {
            schema[ModelPath((["$defs", "OptionalDerived"] + keys.flatMap { ["properties", $0] }).map { .key($0) })]
        }
        for key in ["a", "b", "c", "d"] {
            #expect(property(key)?["type"]?.elements.map(\.stringValue) == ["integer", "null"], "\(key)")
            #expect((property(key)?["deprecated"]?.boolValue ?? false) == (key != "a"), "\(key)")
        }
        for keys in [["a"], ["b"], ["er", "c"]] {
            let path = ["$defs", "OptionalDerived", "properties", "deep"] + keys.flatMap { ["properties", $0] }
            let part = schema[ModelPath(path.map { .key($0) })]
            #expect(part?["anyOf"]?.count == 2 && part?["anyOf"]?[1]?["type"]?.stringValue == "null", "\(keys)")
        }
        #expect(property("f")?["type"]?.stringValue == "string")
    }
    #endif
}
