#if Macros
import Foundation
import JSONFormat
// snippet.address
import ModelCore
// snippet.end
import Testing

@Suite("Samples: structs and enums")
struct StructSamples {
    // snippet.address
    @Model struct Address {
        var street: String
        var city = "London"
        @Key("post_code", aliases: ["zip"]) var postCode: String?
    }

    @Model final class Shop: BaseModel {
        var name = ""
        var address = Address(street: "")
        var branches: [Address] = []
    }
    // snippet.end

    // snippet.shape
    @Model enum Shape {
        case empty
        case circle(radius: Double = 1)
        case label(String)
        case line(Int, Int)
        @Key("rect", aliases: ["box"]) case rectangle(width: Int, height: Int)
    }
    // snippet.end

    // snippet.unknown
    @Model enum Event {
        case joined(name: String)
        case left(name: String)
        @Unknown case other(ModelDocument)
    }
    // snippet.end

    // snippet.version
    @Model(unknownKeys: .refuse, version: 2) struct Price {
        var cents: Int

        static func migrate(_ object: inout ModelDocument, from version: Int) throws {
            let euros = object["euros"]?.doubleValue ?? 0
            try object.set(.int64(Int64((euros * 100).rounded())), at: ["cents"])
            try object.removeValue(at: ["euros"])
        }
    }
    // snippet.end

    // snippet.generic
    @Model struct Page<Item: ModelValue> {
        var items: [Item] = []
        var next: String?
    }
    // snippet.end

    // snippet.tree
    @Model indirect enum Expression {
        case number(Double)
        case sum(Expression, Expression)
    }
    // snippet.end

    private func text(_ value: some ModelValue) throws -> String {
        String(decoding: try JSONFormat().encode(value), as: UTF8.self)
    }

    @Test("A struct")
    func structs() throws {
        let shop = Shop()
        shop.name = "Tea"
        shop.address = Address(street: "Strand 1", postCode: "WC2R")
        let wanted = #"""
            {"name":"Tea","address":{"street":"Strand 1","city":"London","post_code":"WC2R"},"branches":[]}
            """#
        #expect(try text(shop) == wanted)
        #expect(try JSONFormat().decode(Shop.self, from: Data(wanted.utf8)).address.postCode == "WC2R")
    }

    @Test("A file")
    func files() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/address.json"
        // snippet.files
        let address = Address(street: "Strand 1")
        try address.write(toFile: path, format: .json)
        let back = try Address.load(fromFile: path)
        let content = try JSONFormat().encode([address, back])
        // snippet.end
        #expect(back.street == "Strand 1" && !content.isEmpty)
    }

    @Test("An enum")
    func enums() throws {
        let shapes: [Shape] = [
            .empty, .circle(radius: 2), .label("x"), .line(1, 2), .rectangle(width: 3, height: 4),
        ]
        let wanted = #"""
            ["empty",{"circle":{"radius":2.0}},{"label":"x"},{"line":[1,2]},{"rect":{"width":3,"height":4}}]
            """#
        #expect(try text(shapes) == wanted)
        #expect(try text(JSONFormat().decode([Shape].self, from: Data(wanted.utf8))) == wanted)
        let newer = Data(#"[{"joined":{"name":"Ada"}},{"renamed":{"to":"Bob"}},"closed"]"#.utf8)
        #expect(try JSONFormat().encode(JSONFormat().decode([Event].self, from: newer)) == newer)
    }

    @Test("Versions, generics, recursion")
    func others() throws {
        #expect(try JSONFormat().decode(Price.self, from: Data(#"{"euros":1.5}"#.utf8)).cents == 150)
        #expect(try JSONFormat().decode(Price.self, from: Data(#"{"euros":19.99}"#.utf8)).cents == 1999)
        #expect(try text(Page(items: [1, 2])) == #"{"items":[1,2]}"#)
        #expect(try text(Expression.sum(.number(1), .number(2))) == #"{"sum":[{"number":1.0},{"number":2.0}]}"#)
        #expect(try text(Point(x: 1)) == #"{"x":1.0,"y":0.0}"#)
        #expect(try JSONFormat().decode(Point.self, from: Data(#"{"x":3}"#.utf8)).x == 3)
    }

    // snippet.listed
    struct Point: ModelRecord {
        var x: Double
        var y = 0.0

        static let modelType: ModelType? = ModelType(
            "struct Point", [ModelProperty("x", \Point.x, isRequired: true), ModelProperty("y", \Point.y)]
        ) { values in
            Point(x: try values.value("x"), y: try values.value("y", or: 0))
        }
    }
    // snippet.end

    // snippet.enumByHand
    enum Marker: ModelRecord {
        case none
        case at(Point)

        static let modelType: ModelType? = ModelType(
            "enum Marker",
            cases: [
                ModelCase("none") { (value: Marker) in
                    if case .none = value { true } else { false }
                } make: { .none },
                ModelCase("at") { (value: Marker) in
                    if case .at(let point) = value { point } else { nil }
                } make: { .at($0) },
            ])
    }
    // snippet.end

    @Test("An enum without the macro")
    func marker() throws {
        let json = #"["none",{"at":{"x":1.0,"y":2.0}}]"#
        let markers = try JSONFormat().decode([Marker].self, from: Data(json.utf8))
        #expect(String(decoding: try JSONFormat().encode(markers), as: UTF8.self) == json)
    }
}
#endif
