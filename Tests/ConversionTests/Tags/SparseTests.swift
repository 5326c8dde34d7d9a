#if Macros
    import FastCoder
    import Foundation
    import HRCoder
    import JSONFormat
    import ModelCore
    import PlistFormat
    import Testing

    @Suite("Properties that files lack")
    struct SparseTests {
        @Model(writtenDefaults: .asRead) class Customer: BaseModel {
            var name = "none"
            var balance = 0
            var note: String?
            var mark: String? = "new"
            var tags: [String] = []
            var friend: Customer?
            @Key(path: "address.city") var city = ""
            @Key("e_mail", aliases: ["mail"]) var email: String?
            var price = Price(amount: 1)
        }
        @Model struct Price { var amount = 0.0 }
        @Model(writtenDefaults: .omitted) final class Settings: BaseModel {
            var size = 12
            var font: String? = "Serif"
            var items: [Int] = []
            var inner: Settings?
            @Key(path: "a.b") var deep = 0
        }
        @Model final class Patch: BaseModel {
            var name: Presence<String> = .absent
            var age: Presence<Int> = .absent
            var tags: Presence<[String]> = .null
            var list: [Presence<Int>] = []
        }

        private static func json<Model: BaseModel>(_ model: Model) throws -> String {
            String(decoding: try JSONFormat().encode(model, as: .json), as: UTF8.self)
        }

        private static func read<Model: ModelValue>(_ type: Model.Type, _ text: String) throws -> Model {
            try JSONFormat().decode(type, from: Data(text.utf8), as: .json)
        }

        @Test(
            "What is read and written again is equal",
            arguments: [
                "{}", #"{"name":"none"}"#, #"{"note":null,"mark":null,"balance":null}"#,
                #"{"friend":{"name":"A","friend":{}},"tags":[]}"#, #"{"address":{}}"#, #"{"address":{"city":""}}"#,
                #"{"e_mail":null,"more":{"x":null}}"#, #"{"price":{"amount":1.0},"balance":5}"#, #"{"friend":null}"#,
            ])
        func same(_ json: String) throws {
            let customers = try Self.read([String: Customer].self, #"{"a":"# + json + "}")
            let written = String(decoding: try JSONFormat().encode(customers), as: UTF8.self)
            let objects = try [written, #"{"a":"# + json + "}"].map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary)
            }
            if json == #"{"address":{}}"# {
                // An empty dictionary has no property.
                #expect(written == #"{"a":{}}"#)
            } else {
                #expect(objects[0] == objects[1], "\(written)")
            }
        }

        @Test("A property is written once it has another value, and all of a new instance's are")
        func changed() throws {
            let customer = try Self.read(Customer.self, #"{"note":null}"#)
            customer.balance = 5
            #expect(try Self.json(customer) == #"{"balance":5,"note":null}"#)
            customer.note = "n"
            customer.city = "Paris"
            customer.mark = nil
            #expect(try Self.json(customer) == #"{"balance":5,"note":"n","mark":null,"address":{"city":"Paris"}}"#)
            let new = try Self.json(Customer())
            #expect(new.contains(#""balance":0"#) && new.contains(#""price":"#))
            #expect(try Self.json(try Self.read(Customer.self, #"{"name":"x"}"#).copy()) == #"{"name":"x"}"#)
        }

        @Model(writtenDefaults: .asRead, hashable: ["id"]) class Place: BaseModel {
            var id = 1
            var street = ""
        }
        @Model(writtenDefaults: .asRead) final class Shop: BaseModel {
            var token = UUID()
            var opened = Date()
            var place = Place()
            var note: Presence<String> = .absent
            var name = "e\u{301}"
        }
        @Model struct Edge { var target: Node? }
        @Model(writtenDefaults: .omitted) final class Node: BaseModel {
            var name = ""
            var edges: [Edge] = []
            var place = Place()
        }

        @Test("Values are compared as files have them, with those that were read")
        func compared() throws {
            let shops = try Self.read([Shop].self, #"[{},{"place":{}},{"note":null}]"#)
            func json() throws -> String { String(decoding: try JSONFormat().encode(shops), as: UTF8.self) }
            #expect(try json() == #"[{},{"place":{}},{"note":null}]"#)
            shops[0].place.street = "X"
            shops[1].place.street = "Y"
            shops[2].note = .absent
            #expect(try json() == #"[{"place":{"id":1,"street":"X"}},{"place":{"street":"Y"}},{}]"#)
            shops[0].name = "\u{E9}"
            #expect(try json().contains("\"name\":\"\u{E9}\""))
            let customer = try Self.read(Customer.self, #"{"mark":null}"#)
            customer.mark = "new"
            #expect(try Self.json(customer) == #"{"mark":"new"}"#)
        }

        @Test("Models in values that are left out aren't followed")
        func graphs() throws {
            let nodes = (0..<40).map { _ in Node() }
            for (node, next) in zip(nodes, nodes.dropFirst()) { node.edges = [Edge(target: next), Edge(target: next)] }
            nodes[39].edges = [Edge(target: nodes[0])]
            let provider = try FormatRegistry.current.provider(for: .keyedArchive)
            let back = try provider.decode(
                Node.self, from: provider.encode(nodes[0], as: .keyedArchive), as: .keyedArchive)
            #expect(back.edges[0].target === back.edges[1].target)
            #expect(throws: ModelError.self) { try Self.json(nodes[0]) }
            #expect(try Self.json(Node()) == #"{"place":{"id":1,"street":""}}"#)
        }

        @Test("A root may have none of its class's keys")
        func root() throws {
            for json in ["{}", #"{"vip":true}"#] {
                #expect(try Self.json(try Self.read(Customer.self, json)) == json)
                #expect(try Self.json(try Self.read(Settings.self, json)) == json)
            }
        }

        @Test("In every format", arguments: TagTests.formats)
        func formats(_ format: FileFormat) throws {
            let provider = try FormatRegistry.current.provider(for: format)
            let customers = try Self.read([Customer].self, #"[{"name":"A","note":null,"friend":{"tags":["a"]}}]"#)
            let content = try provider.encode(customers, as: format)
            let again = try provider.decode([Customer].self, from: content, as: format)
            let text = String(decoding: try JSONFormat().encode(again, as: .json), as: UTF8.self)
            #expect(text == #"[{"name":"A","note":null,"friend":{"tags":["a"]}}]"#)
            let patch = Patch()
            (patch.age, patch.list) = (.value(5), [.value(1), .null])
            let patches = try provider.decode(Patch.self, from: provider.encode(patch, as: format), as: format)
            #expect(patches.name == .absent && patches.age == .value(5) && patches.tags == .null)
            #expect(patches.list == [.value(1), .null])
        }

        @Test("Defaults may be left out")
        func omitted() throws {
            let settings = Settings()
            #expect(try Self.json(settings) == "{}")
            settings.inner = Settings()
            settings.font = nil
            settings.items = [1]
            #expect(try Self.json(settings) == #"{"font":null,"items":[1],"inner":{}}"#)
            let back = try Self.read(Settings.self, #"{"font":null,"inner":{"size":13},"a":{"b":2}}"#)
            #expect(back.font == nil && back.inner?.size == 13 && back.deep == 2)
            #expect(try Self.json(back) == #"{"font":null,"inner":{"size":13},"a":{"b":2}}"#)
        }

        @Test("Absent, null and a value")
        func presence() throws {
            let patch = try Self.read(Patch.self, #"{"name":null,"age":5}"#)
            #expect(patch.name == .null && patch.age == .value(5) && patch.tags == .null)
            #expect(try Self.json(patch) == #"{"name":null,"age":5,"tags":null,"list":[]}"#)
            patch.name.value = "x"
            patch.tags = .absent
            #expect(try Self.json(patch) == #"{"name":"x","age":5,"list":[]}"#)
        }
    }
#endif
