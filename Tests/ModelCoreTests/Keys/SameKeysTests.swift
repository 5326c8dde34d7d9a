import ModelCore
import Testing

@Suite("Unknown keys of two classes with the same keys")
struct SameKeysTests {
    final class CarelessFirst: BaseModel {
        private static let known = ModelClass(CarelessFirst.self, overrides: [])
        override class var modelClass: ModelClass { known }
        var careless = UnknownKeyTests.Careless()
        var person = UnknownKeyTests.Person()
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("careless", \CarelessFirst.careless), ModelProperty("person", \CarelessFirst.person)]
        }
    }

    final class CarelessLast: BaseModel {
        private static let known = ModelClass(CarelessLast.self, overrides: [])
        override class var modelClass: ModelClass { known }
        var person = UnknownKeyTests.Person()
        var careless = UnknownKeyTests.Careless()
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("person", \CarelessLast.person), ModelProperty("careless", \CarelessLast.careless)]
        }
    }

    @Test("Each class treats its own in its way, also behind another class with the same keys")
    func sameKeys() throws {
        let values: [String: Any] = ["name": "Ada", "x": 1]
        let first = try UnknownKeyTests.document([("careless", values), ("person", values)]).decode(CarelessFirst.self)
        #expect(first.careless.unknownValues == nil && first.person.unknownValues?["x"]?.intValue == 1)
        let last = try UnknownKeyTests.document([("person", values), ("careless", values)]).decode(CarelessLast.self)
        #expect(last.careless.unknownValues == nil && last.person.unknownValues?["x"]?.intValue == 1)
    }

    final class Far: BaseModel {
        private static let known = ModelClass(Far.self, overrides: [])
        override class var modelClass: ModelClass { known }
        var x = 0
        var y = 0
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("x", \Far.x, key: PropertyKey(path: "a.x")),
                ModelProperty("y", \Far.y, key: PropertyKey(path: "b.y")),
            ]
        }
    }

    @Test("They are found in each dictionary on a key path, also behind an object that has none there")
    func keyPaths() throws {
        for (first, second) in [(["x": 1], ["y": 1, "z": 2]), (["x": 1, "z": 2], ["y": 1])] {
            let whole: [String: Any] = ["a": ["x": 1], "b": ["y": 1]]
            let objects = [whole, ["a": first, "b": second]]
            let read = try ModelDocument(encoding: objects as Any?).decode([Far].self)
            let key = first.count > 1 ? "a" : "b"
            #expect(read[0].unknownValues == nil && read[1].unknownValues?[[.key(key), "z"]]?.intValue == 2)
        }
    }
}
