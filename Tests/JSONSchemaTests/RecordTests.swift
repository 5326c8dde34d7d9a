#if Macros
import Foundation
import JSONFormat
import JSONSchema
import ModelCore
import TestSupport
import Testing

@Suite("Structs and enums in schemas")
struct RecordTests {
    @Model struct Address {
        var street: String
        var city = "London"
        @Key("post_code", aliases: ["zip"]) var postCode: String?
        @Key(path: "place.latitude") var latitude: Double
        @Transform(.date(.secondsSince1970)) var since = Date(timeIntervalSince1970: 0)
        @Transform(.date(.secondsSince1970)) var until: Date?
        let kind = 1
        @Key(aliases: ["number"]) var houseNumber: Int16
    }
    @Model(unknownKeys: .refuse, version: 2) struct Price {
        var cents: Int
        static func migrate(_ object: inout ModelDocument, from version: Int) throws {}
    }
    @Model struct Page<Item: ModelValue> {
        var items: [Item] = []
        var next: String?
    }
    @Model indirect enum Shape {
        case empty
        case circle(radius: Double = 1)
        case label(String)
        case note(String?)
        case line(Int, Int)
        case point(Int, String?)
        @Key("rect", aliases: ["box"]) case rectangle(width: Int, height: Int)
        case groupOf([Shape])
        case priced(Price)
        case anything(Any)
    }
    @Model enum Event {
        case joined(name: String)
        case left
        @Unknown case other(ModelDocument)
    }
    @Model(keys: .snakeCase) enum Mode {
        case readOnly
        case readWrite(maxSize: Int)
    }
    @Model final class Shop: BaseModel {
        var name = ""
        var address = Address(street: "", latitude: 0, houseNumber: 1)
        var branches: [String: Address] = [:]
        var shape: Shape?
    }

    @Test("A struct's properties, of which some have to be there")
    func structs() throws {
        let address = Address(street: "Strand", postCode: "WC2R", latitude: 1.5, houseNumber: 7)
        try Python.check([
            .init(
                Address.self, [address],
                fitting: [
                    #"{"street": "a", "place": {"latitude": 1}, "houseNumber": 1}"#,
                    #"{"street": "a", "place": {"latitude": 1}, "number": 1, "zip": null, "until": null, "more": []}"#,
                ],
                wrong: [
                    #"{"place": {"latitude": 1}, "houseNumber": 1}"#, #"{"street": "a", "houseNumber": 1}"#,
                    #"{"street": "a", "place": {}, "houseNumber": 1}"#,
                    #"{"street": "a", "place": {"latitude": 1}, "houseNumber": 70000}"#,
                    #"{"street": "a", "place": {"latitude": 1}, "houseNumber": 1, "zip": []}"#,
                    #"{"street": "a", "place": {"latitude": 1}, "houseNumber": 1, "since": []}"#, "[]", "null",
                ], strange: [#"{"street": 1, "place": {"latitude": "1"}, "houseNumber": 1}"#]),
            .init(
                Price.self, [Price(cents: 5)], fitting: [#"{"$version": 1, "cents": 1}"#],
                wrong: [#"{"$version": 3, "cents": 1}"#, #"{"cents": 1, "euros": 2}"#, "{}"]),
            .init(
                Page<Int8>.self, [Page(items: [1, 2], next: "x")], fitting: ["{}"], wrong: [#"{"items": [1000]}"#]),
            .init([Page<String>].self, [[Page(items: ["a"])]], wrong: [#"[{"items": [[]]}]"#]),
        ])
    }

    @Test("An enum's cases: text, or an object with one key")
    func enums() throws {
        let shapes: [Shape] = [
            .empty, .circle(radius: 2), .label("a"), .note(nil), .note("b"), .line(1, 2), .point(1, nil),
            .rectangle(width: 1, height: 2), .groupOf([.empty, .groupOf([])]), .priced(Price(cents: 1)), .anything(1),
        ]
        try Python.check([
            .init(
                Shape.self, shapes,
                fitting: [
                    #""circle""#, #"{"circle": {}}"#, #""note""#, #"{"point": [1]}"#, #"{"box": {"width": 1, "height": 1}}"#,
                ],
                wrong: [
                    #""label""#, #""square""#, #"{"square": 1}"#, #"{"label": 1, "note": 1}"#, #"{"label": []}"#,
                    #"{"line": [1]}"#, #"{"line": [1, 2, 3]}"#, #"{"line": [1, []]}"#, #"{"rect": {"width": 1}}"#,
                    #"{"groupOf": [{"label": []}]}"#, #"{"priced": {}}"#, "{}", "1", "[]",
                ],
                strange: [#"{"empty": {}}"#]),
            .init(
                Event.self, [.joined(name: "a"), .left], fitting: [#""other things""#, #"{"moved": [1, 2]}"#],
                wrong: ["1", "[]", "null", "{}", #"{"moved": 1, "seen": 2}"#]),
            .init(
                Mode.self, [.readOnly, .readWrite(maxSize: 3)], fitting: [#""read_only""#],
                wrong: [#""read""#, #"{"read_write": {"max_size": []}}"#], strange: [#""readonly""#]),
        ])
    }

    @Test("In classes, in a format's style of keys, and led to again")
    func classes() throws {
        let shop = Shop()
        shop.branches = ["a": shop.address]
        shop.shape = .rectangle(width: 1, height: 2)
        let style = JSONFormat(keys: .snakeCase)
        let schema = try JSONSchema(of: Shop.self)
        #expect(schema.document["$defs"]?.keys.sorted().first == "RecordTests.Address")
        try Python.check([
            .init(
                Shop.self, [shop], fitting: [#"{"shape": null}"#],
                wrong: [#"{"address": {}}"#, #"{"branches": {"a": {"street": 1}}}"#, #"{"shape": "label"}"#]),
            .init(
                Shop.self, in: style, [shop], fitting: [#"{"shape": {"group_of": ["empty"]}}"#],
                wrong: [#"{"shape": {"group_of": [1]}}"#]),
        ])
    }
}
#endif
