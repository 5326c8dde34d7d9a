import ModelCore
import Testing

@Suite("Unknown keys of two classes with the same keys")
struct SameKeysTests {
    final class CarelessFirst: BaseModel {
        var careless = UnknownKeyTests.Careless()
        var person = UnknownKeyTests.Person()
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("careless", \CarelessFirst.careless), ModelProperty("person", \CarelessFirst.person)]
        }
    }

    final class CarelessLast: BaseModel {
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
}
