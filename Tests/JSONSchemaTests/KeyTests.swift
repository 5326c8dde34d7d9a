#if Macros
    import Foundation
    import JSONFormat
    import JSONSchema
    import ModelCore
    import TestSupport
    import Testing

    @Suite("Keys of properties")
    struct KeyTests {
        @Model class Person: BaseModel {
            @Key("full_name", aliases: ["name", "displayName"]) var name = "Ada"
            @Key(path: "user.address.city", aliases: ["town.name"]) var city = "London"
            @Key(path: #"user.address["postal.code"]"#) var postalCode: Int? = 1
            @Key("ISBN") @Key("isbn13", for: [.json]) @Key("nothing", for: [.xmlPropertyList]) var isbn = 13
            var plainName = true
        }
        @Model(keys: .snakeCase) final class Worker: Person {
            var firstDay: Date?
            @Transient var notSaved = 1
            @Key var computedValue: Int {
                get { notSaved }
                set { notSaved = newValue }
            }
        }
        @Model(unknownKeys: .refuse) final class Strict: BaseModel {
            @Key("a", aliases: ["b"]) var first = 1
            @Key(path: "deep.er.c", aliases: ["deep.d"]) var second = 2
            weak var other: Strict?
        }
        @Model final class Pricing: BaseModel {
            var retailPrice: Double?
            var currency = "EUR"
        }
        @Model final class Offer: BaseModel {
            @Key(path: "pricing.retailPrice") var price: Double? = 2
            var pricing: Pricing?
        }
        @Model(unknownKeys: .refuse) final class Closed: BaseModel {
        @Key(path: "first.extra") var one: Int? = 1
        var first: Pricing? = Pricing()
        var second: Pricing? = Pricing()
        @Key(path: "second.extra") var two: Int? = 2
    }
    final class Twice: BaseModel {
            var one = 1
            var two = 2
            override class var modelProperties: [ModelProperty] {
                [ModelProperty("one", \Twice.one, key: "a"), ModelProperty("two", \Twice.two, key: "a")]
            }
        }
        final class Pathless: BaseModel {
            var one = 1
            override class var modelProperties: [ModelProperty] {
                [ModelProperty("one", \Pathless.one, key: PropertyKey(path: "a..b"))]
            }
        }

        @Test("Keys, key paths, styles and aliases")
        func keys() throws {
            let worker = Worker()
            worker.firstDay = Date(timeIntervalSince1970: 0)
            let offer = Offer()
            offer.pricing = Pricing()
            let number = Person()
            number.postalCode = nil
            try Python.check([
                .init(
                    Person.self, [Person(), number],
                    fitting: [
                        #"{"name": "x"}"#, #"{"displayName": "x", "town": {"name": "y"}}"#, #"{"user": null}"#,
                        #"{"user": {"address": null, "more": 1}, "ISBN": "what"}"#, #"{"isbn13": 1}"#,
                    ],
                    wrong: [
                        #"{"full_name": []}"#, #"{"name": []}"#, #"{"town": {"name": []}}"#, #"{"user": 1}"#,
                        #"{"user": {"address": []}}"#,
                        #"{"user": {"address": {"postal.code": "x"}}}"#, #"{"isbn13": "x"}"#,
                    ], strange: [#"{"user": {"address": {"city": null}}}"#]),
                .init(
                    Worker.self, [worker, Worker()], fitting: [#"{"first_day": null}"#],
                    wrong: [#"{"first_day": 1}"#, #"{"computed_value": "x"}"#, #"{"full_name": {}}"#]),
                .init(
                    Person.self, in: JSONFormat(keys: .snakeCase), [Person()], fitting: [#"{"plainName": false, "isbn13": 1}"#],
                    wrong: [#"{"plain_name": 3}"#]),
                .init(
                    Strict.self, [Strict()],
                    fitting: [#"{"b": 1}"#, #"{"deep": {"er": null}}"#, #"{"deep": {"d": 1}}"#, #"{"$version": 1}"#],
                    wrong: [
                        #"{"c": 1}"#, #"{"deep": {"c": 1}}"#, #"{"deep": {"er": {"d": 1}}}"#, #"{"$version": 2}"#,
                        #"{"$version": "x"}"#,
                    ]),
                .init(
                    Offer.self, [Offer(), offer],
                    fitting: [#"{"pricing": null}"#, #"{"pricing": {"retailPrice": 1}}"#],
                    wrong: [
                        #"{"pricing": {"retailPrice": "x"}}"#, #"{"pricing": {"currency": []}}"#, #"{"pricing": 1}"#,
                    ]),
            ])
        }

        @Test("A mapping goes before what classes say")
        func mapping() throws {
            var mapping = ModelMapping()
            try mapping.map(
                Person.self,
                [
                    PropertyMapping("name", key: "n"), PropertyMapping("city", key: PropertyKey(path: "x.y")),
                    PropertyMapping("isbn", key: "i", with: .text(of: Int.self)),
                ], leavesOthersOut: true)
            let format = JSONFormat().mapped(by: mapping)
            let schema = try JSONSchema(of: Person.self, mappedBy: mapping)
            let written = String(decoding: try format.encode(Person()), as: UTF8.self)
            #expect(written == #"{"n":"Ada","x":{"y":"London"},"i":"13"}"#)
            try Python.check([
                .init(
                    schema, fitting: [written, #"{"plainName": 1}"#],
                    wrong: [#"{"i": 13}"#, #"{"n": []}"#, #"{"x": {"y": 1}}"#])
            ])
        }

        @Test("Keys that a class can't have are errors")
        func errors() throws {
            #expect { try JSONSchema(of: Twice.self) } throws: { ($0 as? ModelError)?.code == .duplicateKey }
            #expect { try JSONSchema(of: Pathless.self) } throws: { ($0 as? ModelError)?.code == .invalidKey }
            var part: JSONSchema.Part = ["type": "object"]
            #expect { try part.addProperty(true, at: []) } throws: { ($0 as? ModelError)?.code == .invalidKey }
            let deep = Array(repeating: "a", count: 100_000)
            #expect { try part.addProperty(true, at: deep) } throws: { ($0 as? ModelError)?.code == .depthExceeded }
            try part.addProperty("x", at: Array(repeating: "a", count: 200), isRequired: true)
            #expect(try JSONSchema(part, title: "deep").data().count > 1000)
        }
    }
#endif
