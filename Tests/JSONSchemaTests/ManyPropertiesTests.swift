import JSONSchema
import ModelCore
import TestSupport
import Testing

/// A model that nobody wrote by hand may have hundreds of thousands of properties in one entity.
@Suite("Very many properties")
struct ManyPropertiesTests {
    @Test("One more takes as long as the first", arguments: ["flat", "deep", "same"])
    func addProperty(_ kind: String) throws {
        let count = 20_000
        var part: JSONSchema.Part = ["type": "object"]
        let seconds = try threadSeconds {
            for number in 0..<count {
                let way: [String] =
                    switch kind {
                    case "flat": ["p\(number)"]
                    case "deep": ["x", "p\(number)"]
                    default: ["x"]
                    }
                let value: JSONSchema.Part = ["const": JSONSchema.Part(.int64(Int64(number)))]
                try part.addProperty(value, at: way, isRequired: true)
            }
        }
        #expect(seconds < 5)
        let document = try JSONSchema(part, title: "Many").document
        let inner = document["properties"]?["x"]
        switch kind {
        case "flat": #expect(document["properties"]?.count == count && document["required"]?.count == count)
        case "deep": #expect(inner?["properties"]?.count == count && inner?["required"]?.count == count)
        default: #expect(inner?["allOf"]?.count == count && document["required"]?.count == 1)
        }
    }

    @Test("What was said before holds, however much it is")
    func order() throws {
        for count in [1, 15, 16, 17, 18, 100] {
            var part: JSONSchema.Part = [:]
            // The second time changes nothing.
            for number in Array(0..<count) + Array(0..<count) {
                part["k\(number)"] = JSONSchema.Part(.int64(Int64(number)))
                try part.addProperty("a", at: ["p\(number)"], isRequired: true)
            }
            let same = part
            part["k0"] = nil
            part["k\(count)"] = "new"
            let (zero, new): (JSONSchema.Part, JSONSchema.Part) = (0, "new")
            #expect(part["k0"] == nil)
            #expect(part["k\(count)"] == new)
            #expect(same["k0"] == zero)
            #expect(part != same)
            let names = (0..<count).map { "p\($0)" }
            let document = try JSONSchema(part, title: "Order").document
            #expect(document["properties"]?.keys == names)
            #expect(document["required"]?.elements.compactMap(\.stringValue) == names)
            part["k\(count)"] = nil
            part["k0"] = 0
            #expect(part["k0"] == zero)
            #expect(part["k\(count)"] == nil)
        }
    }
}
