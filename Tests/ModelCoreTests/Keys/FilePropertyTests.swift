#if Macros
import Foundation
import ModelCore
import Testing

@Suite("What files have of a class")
struct FilePropertyTests {
    @Model class Base: BaseModel {
        @Key("b", aliases: ["c"]) var base = 1
        let constant = ""
    }
    @Model(keys: .snakeCase) final class Sub: Base {
        @Key(path: "x.y", for: [.json]) @Transform(.date(.day)) var firstDay: Date?
        @Transform(.older { (old: String) -> Int? in Int(old) }) var count = 0
        @Transform(.date(DateStyle(write: { _ in .null }, read: { _ in nil }))) var own = Date()
        @Lenient var parts: [Int] = []
        weak var other: Base?
    }

    private func names(_ types: [Any.Type]) -> [String] { types.map { "\($0)" } }

    @Test("Keys, aliases and types are those of the format")
    func properties() throws {
        let json = try ModelClass.of(Sub.self).properties(in: .json)
        #expect(json.map(\.name) == ["base", "constant", "firstDay", "count", "own", "parts", "other"])
        #expect(json.map(\.way) == [["b"], ["constant"], ["x", "y"], ["count"], ["own"], ["parts"], ["other"]])
        #expect(json.map(\.aliases) == [[["c"]], [], [], [], [], [], []])
        #expect(json.filter(\.isReadOnly).map(\.name) == ["constant"])
        #expect(json.filter(\.isWeak).map(\.name) == ["other"])
        let types = json.map { names($0.codedTypes) }
        #expect(types == [["Int"], ["String"], ["String"], ["Int", "String"], [], ["Array<Int>"], ["Optional<Base>"]])
        #expect(names([json[2].valueType]) == ["Optional<Date>"])
        #expect(try ModelClass.of(Sub.self).properties(in: .keyedArchive)[2].way == ["first_day"])
        #expect(try ModelClass.of(Base.self).properties(in: .json, style: .upperSnakeCase).map(\.way) == [["b"], ["CONSTANT"]])
    }

    @Model final class Product: BaseModel {
        var retailPrice: Base?
        @Key(path: "retailPrice.now", aliases: ["retailPrice.old", "oldPrice"]) var amount = 0
    }

    @Test("A key path through a property has that property's key, also a former one")
    func styledWays() throws {
        let found = try ModelClass.of(Product.self).properties(in: .json, style: .snakeCase)
        #expect(found.map(\.way) == [["retail_price"], ["retail_price", "now"]])
        #expect(found.map(\.aliases) == [[], [["retail_price", "old"], ["oldPrice"]]])
    }

    @Test("A mapping goes before what classes say")
    func mapping() throws {
        var mapping = ModelMapping()
        try mapping.map(
            Base.self, [PropertyMapping("base", key: "n", with: .text(of: Int.self))], leavesOthersOut: true)
        let mapped = try ModelClass.of(Base.self).properties(in: .json, mapping: mapping)
        #expect(mapped.map(\.way) == [["n"]] && names(mapped[0].codedTypes) == ["String"])
    }
}
#endif
