#if Macros
    import FastCoder
    import Foundation
    import HRCoder
    import JSONFormat
    import ModelCore
    import PlistFormat
    import Testing

    @Suite("Elements that were skipped")
    struct SkippedTests {
        @Model final class Item: BaseModel {
            var count = 0
        }
        @Model class Basket: BaseModel {
            @Lenient var items: [Item] = []
            @Lenient var sizes: Set<Int> = []
            @Lenient var prices: [String: Double] = [:]
            @Lenient var more: [Item]?
            @Key(path: "deep.list") @Lenient var deep: [Int] = []
            var name = ""
            var inner: Basket?
        }
        @Model(unknownKeys: .ignore) final class Careless: BaseModel {
            @Lenient var items: [Int] = []
        }

        private static let json = #"""
            {"items":[{"count":"x","by":"a"},{"count":1},5,{"count":2},{"count":[]}],"sizes":[3,"x"],"prices":{"a":1.5,"b":"?"},\#
            "deep":{"list":["p",7]},"name":"n","inner":{"items":[null,{"count":3}],"sizes":[],"prices":{},"deep":{"list":[]},"name":""}}
            """#.replacing("\\#\n", with: "")

        private static func read(_ text: String) throws -> Basket {
            try DecodingReport.collecting { try JSONFormat().decode(Basket.self, from: Data(text.utf8), as: .json) }
                .result
        }

        private static func json(_ basket: Basket) throws -> String {
            String(decoding: try JSONFormat().encode(basket, as: .json), as: UTF8.self)
        }

        @Test("They are written back at their places")
        func written() throws {
            let basket = try Self.read(Self.json)
            #expect(basket.items.map(\.count) == [1, 2] && basket.prices == ["a": 1.5] && basket.deep == [7])
            #expect(try Self.json(basket) == Self.json)
            basket.items.append(Item())
            basket.prices["b"] = 2
            basket.deep = []
            let changed = try Self.json(basket)
            #expect(changed.contains(#"[{"count":"x","by":"a"},{"count":1},5,{"count":2},{"count":[]},{"count":0}]"#))
            #expect(changed.contains(#""prices":{"a":1.5,"b":2.0}"#) && changed.contains(#"{"list":["p"]}"#))
            basket.removeUnknownValues()
            #expect(try Self.json(basket).contains(#""items":[{"count":1},{"count":2},{"count":0}]"#))
        }

        @Test("In every format", arguments: TagTests.formats)
        func formats(_ format: FileFormat) throws {
            let provider = try FormatRegistry.current.provider(for: format)
            let content = try provider.encode(try Self.read(Self.json), as: format)
            let again = try DecodingReport.collecting { try provider.decode(Basket.self, from: content, as: format) }
            #expect(again.result.items.map(\.count) == [1, 2] && again.report.skippedCount == 7)
            #expect(try provider.encode(again.result, as: format) == content)
        }

        @Test("A model that is set again keeps those of the other properties")
        func changed() throws {
            let basket = try Self.read(Self.json)
            try basket.set(with: ["sizes": [4]])
            let written = try Self.json(basket)
            #expect(written.contains(#"5,{"count":2}"#) && written.contains(#""sizes":[4],"prices":{"a":1.5,"b":"?"}"#))
        }

        @Test("A class may ignore them")
        func ignored() throws {
            let careless = try DecodingReport.collecting {
                try JSONFormat().decode(Careless.self, from: Data(#"{"items":[1,"x"]}"#.utf8), as: .json)
            }.result
            #expect(String(decoding: try JSONFormat().encode(careless, as: .json), as: UTF8.self) == #"{"items":[1]}"#)
        }
    }
#endif
