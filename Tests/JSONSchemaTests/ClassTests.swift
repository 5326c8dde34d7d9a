#if Macros
    import Foundation
    import JSONFormat
    import JSONSchema
    import ModelCore
    import TestSupport
    import Testing

    @Suite("Classes")
    struct ClassTests {
        @Model class Shape: BaseModel {
            var name = "shape"
        }
        @Model("ClassTests/Circle~1", aliases: ["ClassTests Ring"]) class Circle: Shape {
            var radius = 1.5
        }
        @Model final class Dot: Circle {
            var ink = "black"
        }
        @Model final class Drawing: BaseModel {
            var main: Shape = Circle()
            var shapes: [Shape] = []
            var byName: [String: Circle] = [:]
            var any: BaseModel?
            var inner: Drawing?
            weak var last: Shape?
            var box: Box<Shape>?
        }
        final class Box<Content: BaseModel>: BaseModel {
            var content: Content?
            override class var modelProperties: [ModelProperty] { [ModelProperty("content", \Box.content)] }
        }
        @Model final class Empty: BaseModel {}

        @Test("Subclasses say their names, and classes may lead to each other")
        func subclasses() throws {
            var registry = ClassRegistry()
            registry.add(Shape.self)
            registry.add(Circle.self, name: "ClassTests/Circle~1", aliases: ["ClassTests Ring"])
            registry.add(Dot.self)
            registry.add(Drawing.self)
            try ClassRegistry.withClasses(registry) {
                let drawing = Drawing()
                drawing.shapes = [Shape(), Circle(), Dot()]
                drawing.byName = ["a": Circle(), "b": Dot()]
                drawing.any = Dot()
                drawing.inner = Drawing()
                drawing.inner?.main = Shape()
                drawing.last = drawing.main
                drawing.box = Box()
                drawing.box?.content = Dot()
                try Python.check([
                    .init(
                        Drawing.self, [drawing],
                        fitting: [
                            #"{"main": {"$class": "ClassTests.Shape"}}"#,
                            #"{"main": {"$class": "ClassTests Ring", "radius": 1}}"#, #"{"shapes": [{"radius": "x"}]}"#,
                            #"{"any": null, "inner": {"inner": {"inner": null}}}"#,
                        ],
                        wrong: [
                            #"{"main": {"$class": "ClassTests/Circle~1", "radius": "x"}}"#,
                            #"{"main": {"$class": "ClassTests.Dot", "radius": "x"}}"#,
                            #"{"main": {"$class": "ClassTests.Drawing"}}"#, #"{"main": {"$class": "Unheard"}}"#,
                            #"{"byName": {"a": {"$class": "ClassTests.Shape"}}}"#,
                            #"{"any": {}}"#, #"{"any": {"$class": "Unheard"}}"#, #"{"shapes": {}}"#,
                            #"{"shapes": [null]}"#,
                            #"{"inner": {"inner": {"inner": {"shapes": 1}}}}"#, #"{"box": {"content": {"name": []}}}"#,
                        ], strange: [#"{"main": null}"#]),
                    .init(
                        Shape.self, [Shape(), Circle()], fitting: [#"{"$class": "ClassTests.Dot", "ink": "red"}"#],
                        wrong: [#"{"$class": "ClassTests.Dot", "ink": []}"#]),
                    .init(
                        [Dot].self, [[Dot(), Dot()]], fitting: [#"[{"$class": "ClassTests.Dot"}]"#],
                        wrong: [#"[{"$class": "ClassTests.Shape"}]"#]),
                    .init(Empty.self, [Empty()], wrong: [#"{"$class": "x"}"#]),
                    .init([String: BaseModel].self, [["a": Dot()]], wrong: [#"{"a": {}}"#]),
                ])
            }
        }

        // MARK: What classes say of themselves

        @Model(version: 3) class Versioned: BaseModel {
            var title = ""
            override class func migrate(_ object: inout ModelDocument, from version: Int) throws {}
        }
        @Model(unknownKeys: .refuse, version: 2) final class Later: Versioned {
            var more = 1
            override class func migrate(_ object: inout ModelDocument, from version: Int) throws {}
        }
        @Model(unknownKeys: .refuse) final class OwnCode: BaseModel {
            var a = 1
            override func encode(with encoder: ModelEncoder) throws {
                try super.encode(with: encoder)
                try encoder.encode(2, forKey: "b")
            }
            override func set(with decoder: ModelDecoder) throws {
                try super.set(with: decoder)
                _ = try decoder.decode(Int.self, forKey: "b")
            }
        }
        @Model(unknownKeys: .refuse) final class FromDictionary: BaseModel {
        var a = 1
        override func set(with dictionary: [String: Any]) throws {
            try super.set(with: ["a": dictionary["b"] ?? 0])
        }
    }
    final class Listed: BaseModel {
            var a = 1
            override class var modelProperties: [ModelProperty] {
                [ModelProperty("a", \Listed.a, key: PropertyKey(path: "x.a"))]
            }
        }
        @Model final class Described: BaseModel, JSONSchemaValue {
            var a = 1
            class var jsonSchema: JSONSchema.Part { ["type": "object", "properties": ["a": ["const": 1]]] }
        }

        @Test("Versions, code of their own, and what they say themselves")
        func own() throws {
            try Python.check([
                .init(
                    Versioned.self, [Versioned()], fitting: [#"{"$version": 1}"#, "{}"],
                    wrong: [#"{"$version": 4}"#, #"{"$version": 0}"#]),
                .init(
                    Later.self, [Later()], fitting: [#"{"$version": 2, "more": 1}"#],
                    wrong: [#"{"$version": 3}"#, #"{"$version": {"ClassTests.Later": 3}}"#, #"{"less": 1}"#]),
                .init(OwnCode.self, [OwnCode()], wrong: [#"{"a": []}"#]),
                .init(FromDictionary.self, [FromDictionary()], fitting: [#"{"b": 2}"#]),
            .init(Listed.self, [Listed()], wrong: [#"{"x": {"a": []}}"#]),
                .init(Described.self, [Described()], strange: [#"{"a": 2}"#]),
            ])
        }

        // MARK: Other forms

        enum Status: String, CaseIterable { case open, closed, other }
        struct Price: Equatable { var cents = 1 }

        @Model final class Order: BaseModel {
            @Transform(.date(.secondsSince1970)) var placed = Date(timeIntervalSince1970: 1)
            @Transform(.date(.day)) var delivery: Date? = Date(timeIntervalSince1970: 1)
            @Transform(.unknown(Status.other)) var status = Status.open
            @Transform(.text(of: Int.self)) var number = 7
            @Transform(.separated(by: ",")) var tags: [String] = ["a", "b"]
            @Transform(.hex) var checksum = Data([255])
            @Transform(.older { (age: String) -> Int? in Int(age) }) var age = 0
            @Transform(ModelTransform(encode: { $0.cents }, decode: { (cents: Int) in Price(cents: cents) }))
            var price = Price()
            @Transform(.each(.older { (age: String) -> Int? in Int(age) })) var mixed: [Int] = [1]
            @Transform(.each(.hex)) var sums: [Data] = [Data([1])]
            @Transform(.hex.only(for: [.json])) var only = Data([1])
            @Transform(.named("ClassTests", of: Int.self)) var named = 1
            @Lenient var statuses: [Status] = [.open]
            @Lenient var counts: [String: UInt8] = ["a": 1]
        }

        @Test("Transforms have the form that they say")
        func transforms() throws {
            ModelTransform<Int>(encode: { "\($0)" }, decode: { (text: String) in Int(text) }).register(as: "ClassTests")
            let order = Order()
            order.delivery = nil
            try Python.check([
                .init(
                    Order.self, [Order(), order],
                    fitting: [
                        #"{"status": "unheard of"}"#, #"{"age": "12"}"#, #"{"age": 12, "mixed": [1, "2"]}"#,
                        #"{"placed": 1.5}"#,
                    ],
                    wrong: [
                        #"{"placed": "1970-01-01T00:00:00Z"}"#, #"{"delivery": 1}"#, #"{"status": []}"#,
                        #"{"tags": []}"#, #"{"checksum": []}"#, #"{"age": []}"#, #"{"price": "x"}"#,
                        #"{"mixed": 1}"#, #"{"sums": "01"}"#, #"{"only": []}"#, #"{"statuses": "open"}"#,
                        #"{"statuses": [[]]}"#, #"{"counts": {"a": 256}}"#,
                    ],
                    strange: [#"{"number": 7}"#])
            ])
        }

        // MARK: Relationships

        @Model final class Writer: BaseModel {
            var name = ""
            @Relationship(inverse: \Novel.writer) var novels: [Novel] = []
        }
        @Model final class Novel: BaseModel {
            var title = ""
            @Relationship weak var writer: Writer?
            @Relationship(inverse: \Reader.novels) var readers: [Reader] = []
        }
        @Model final class Reader: BaseModel {
            @Relationship var novels: [Novel] = []
        }

        @Test("The tree of relationships is described, and nothing of it is required")
        func relationships() throws {
            let (writer, novel, reader) = (Writer(), Novel(), Reader())
            writer.novels = [novel]
            novel.readers = [reader]
            #expect(reader.novels.count == 1)
            let schema = try JSONSchema(of: Writer.self)
            #expect(
                schema.document["$defs"]?["ClassTests.Novel"]?["properties"]?.keys == ["title", "readers", "$class"])
            try Python.check([
                .init(
                    Writer.self, [writer, Writer()], wrong: [#"{"novels": [{"title": []}]}"#]),
                .init(Reader.self, [reader]),
            ])
            reader.novels = []
        }
    }
#endif
