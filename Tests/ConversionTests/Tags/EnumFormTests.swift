#if Macros
    import FastCoder
    import Foundation
    import HRCoder
    import JSONFormat
    import ModelCore
    import PlistFormat
    import Testing

    @Suite("Forms of enums in files")
    struct EnumFormTests {
        @Model struct Point: Equatable {
            var x: Int
            var y = 0
        }
        @Model(tag: "type") enum Shape: Equatable {
            case empty
            case circle(radius: Double = 1, center: Point?)
            @Key("polygon", aliases: ["poly"]) case path(Point)
            case group(Inner)
            @Unknown case other(ModelDocument)
        }
        @Model(tag: "kind") enum Inner: Equatable {
            case a(size: Int)
            case b
        }
        @Model(tag: "t", content: "c") enum Event: Equatable {
            case quit
            case move(x: Int, y: Int = 7)
            case text(String)
            case pair(Int, String)
            case many([Int])
        }
        @Model(untagged: true) enum Value: Equatable {
            case none
            case flag(Bool)
            case int(Int)
            case real(Double)
            case text(String)
            case point(Point)
            case list([Value])
            case named(name: String, value: Int?)
        }
        @Model(tag: "type", unknownKeys: .refuse) enum Strict: Equatable {
            case one(x: Int)
            case two
        }
        @Model final class Item: BaseModel {
            var name = ""
            var count = 0
        }
        @Model final class Other: BaseModel {
            var size = 1.5
        }
        @Model(untagged: true) enum Choice {
            case number(Int)
            case item(Item)
        }
        @Model final class Holder: BaseModel {
            var shapes: [Shape] = []
            var events: [Event] = []
            var values: [Value] = []
            var choices: [String: Choice] = [:]
            var shape: Shape?
            var item: Item?
        }

        private static func json<Value: ModelValue>(_ value: Value) throws -> String {
            String(decoding: try JSONFormat().encode(value, as: .json), as: UTF8.self)
        }

        private static func read<Value: ModelValue>(_ type: Value.Type, _ text: String) throws -> Value {
            try JSONFormat().decode(type, from: Data(text.utf8), as: .json)
        }

        @Test("A tag stands among the values")
        func tag() throws {
            let shapes: [Shape] = [
                .empty, .circle(radius: 2.5, center: Point(x: 1)), .circle(radius: 1, center: nil),
                .path(Point(x: 3, y: 4)),
                .group(.a(size: 5)), .group(.b),
            ]
            let json =
                #"[{"type":"empty"},{"type":"circle","radius":2.5,"center":{"x":1,"y":0}},{"type":"circle","radius":1.0},"#
                + #"{"type":"polygon","x":3,"y":4},{"type":"group","kind":"a","size":5},{"type":"group","kind":"b"}]"#
            let written = try Self.json(shapes)
            #expect(written == json)
            #expect(try Self.read([Shape].self, json) == shapes)
            #expect(
                try Self.read([Shape].self, #"[{"x":3,"type":"poly"},{"type":"circle"}]"#) == [
                    .path(Point(x: 3)), .circle(radius: 1, center: nil),
                ])
            let unknown = #"{"type":"star","points":[1,2]}"#
            let other = try Self.read(Shape.self, unknown)
            #expect(try Self.json(other) == unknown)
            #expect(try Self.read(Strict.self, #"{"x":1,"type":"one"}"#) == .one(x: 1))
        }

        @Test("A tag and a content")
        func content() throws {
            let events: [Event] = [.quit, .move(x: 1, y: 2), .text("hi"), .pair(1, "a"), .many([1, 2])]
            let json =
                #"[{"t":"quit"},{"t":"move","c":{"x":1,"y":2}},{"t":"text","c":"hi"},{"t":"pair","c":[1,"a"]},{"t":"many","c":[1,2]}]"#
            #expect(try Self.json(events) == json)
            #expect(try Self.read([Event].self, json) == events)
            #expect(try Self.read(Event.self, #"{"c":{"x":5},"t":"move"}"#) == .move(x: 5, y: 7))
        }

        @Test("The first case that a value can be exactly")
        func untagged() throws {
            let values: [Value] = [
                .none, .flag(false), .int(5), .real(2.5), .text("5"), .point(Point(x: 1, y: 2)),
                .list([.int(1), .list([.text("a"), .flag(true)])]), .named(name: "n", value: nil),
            ]
            let json = #"["none",false,5,2.5,"5",{"x":1,"y":2},[1,["a",true]],{"name":"n"}]"#
            #expect(try Self.json(values) == json)
            #expect(try Self.read([Value].self, json) == values)
            #expect(try Self.read(Value.self, #"{"value":3,"name":"m"}"#) == .named(name: "m", value: 3))
            #expect(throws: ModelError.self) { try Self.read(Value.self, #"{"y":2,"name":"m","value":3}"#) }
            let dictionary: [String: Any] = ["values": ["5", 5, true, ["x": 1]]]
            let holder = Holder()
            try holder.set(with: dictionary)
            #expect(holder.values == [.text("5"), .int(5), .flag(true), .point(Point(x: 1))])
            let long = String(repeating: "long ", count: 2000)
            try holder.set(with: ["values": [long, ["name": long]]])
            #expect(holder.values == [.text(long), .named(name: long, value: nil)])
        }

        @Test("All forms in every format", arguments: TagTests.formats)
        func formats(_ format: FileFormat) throws {
            let provider = try FormatRegistry.current.provider(for: format)
            let holder = Holder()
            holder.shapes = [
                .empty, .circle(radius: 2.5, center: Point(x: 1)), .path(Point(x: 3)), .group(.a(size: 5)),
            ]
            holder.events = [.quit, .move(x: 1, y: 2), .text("hi"), .pair(1, "a"), .many([1, 2])]
            holder.values = [
                .none, .flag(false), .int(5), .real(2.5), .text("5"), .point(Point(x: 1)), .list([.int(1)]),
            ]
            let item = Item()
            item.name = "shared"
            holder.choices = ["a": .number(1), "b": .item(item)]
            holder.shape = .group(.b)
            holder.item = item
            let content = try provider.encode(holder, as: format)
            let again = try provider.decode(Holder.self, from: content, as: format)
            #expect(again.shapes == holder.shapes && again.events == holder.events && again.values == holder.values)
            #expect(again.shape == holder.shape)
            guard case .item(let found)? = again.choices["b"], case .number(1)? = again.choices["a"] else {
                Issue.record("\(again.choices)")
                return
            }
            #expect(found.name == "shared")
            if provider.capabilities(of: format).contains(.identity) { #expect(found === again.item) }
            #expect(try provider.encode(again, as: format) == content)
        }

        @Test(
            "Errors say what was expected",
            arguments: [
                (#"{"shapes":[{"radius":1}]}"#, "", "empty, circle, polygon, group"),
                (#"{"events":[{"t":"jump"}]}"#, "events[0].t", "quit, move, text, pair, many"),
                (#"{"events":[{"c":1}]}"#, "events[0]", "quit, move, text, pair, many"),
                (#"{"events":[{"t":5}]}"#, "events[0].t", "quit, move, text, pair, many"),
                (#"{"events":["quit"]}"#, "events[0]", "a case of the enum"),
                (#"{"events":[{"t":"move","c":{"x":"a"}}]}"#, "events[0].c.x", ""),
                (#"{"values":[{"z":5}]}"#, "values[0]", "point: x: There is no value."),
                (#"{"values":[{"name":5}]}"#, "values[0]", "named: name: Expected string, found integer"),
            ])
        func errors(_ json: String, _ path: String, _ text: String) {
            if path.isEmpty {
                #expect(throws: Never.self) { try Self.read(Holder.self, json) }
                return
            }
            let error = #expect(throws: ModelError.self) { try Self.read(Holder.self, json) }
            #expect(error?.path.description == path)
            #expect(error.map { text.isEmpty || "\($0)".contains(text) } == true, "\(String(describing: error))")
        }

        @Test("A key that an enum refuses")
        func refused() throws {
            for json in [#"{"type":"one","x":1,"z":2}"#, #"{"type":"two","z":2}"#] {
                let error = #expect(throws: ModelError.self) { try Self.read(Strict.self, json) }
                #expect(error?.code == .unknownKey && error?.path.description == "z", "\(String(describing: error))")
            }
        }

        @Test("A value beside which no name can stand is refused before it is written")
        func untaggable() throws {
            for value: Holders in [.item(Item()), .number(5)] {
                let error = #expect(throws: ModelError.self) { try Self.json(value) }
                #expect(error?.code == .unrepresentableValue)
            }
            #expect(try Self.json([Holders.point(Point(x: 1))]) == #"[{"type":"point","x":1,"y":0}]"#)
        }
        /// Without the macro, with which the compiler refuses the first two cases.
        enum Holders: ModelRecord {
            case item(Item)
            case number(Int)
            case point(Point)

            static let modelType: ModelType? = ModelType(
                "enum Holders",
                cases: [
                    ModelCase("item") { (value: Self) -> Only<Item>? in
                        if case .item(let item) = value { Only(value: item) } else { nil }
                    } make: { .item($0.value) },
                    ModelCase("number") { (value: Self) -> Only<Int>? in
                        if case .number(let number) = value { Only(value: number) } else { nil }
                    } make: { .number($0.value) },
                    ModelCase("point") { (value: Self) -> Only<Point>? in
                        if case .point(let point) = value { Only(value: point) } else { nil }
                    } make: { .point($0.value) },
                ], caseForm: .tag("type"))
        }
        struct Only<Value: ModelValue>: ModelRecord {
            var value: Value

            static var modelType: ModelType? {
                ModelType.once(for: Self.self) {
                    ModelType(
                        "struct Only", [ModelProperty("value", \Self.value, isStored: true, isRequired: true)],
                        form: .value
                    ) { Self(value: try $0.value("value")) }
                }
            }
        }

        @Test("A try that fails leaves no models behind")
        func forgotten() throws {
            var builder = DocumentBuilder()
            try builder.beginArray()
            try builder.beginDictionary(number: 1)
            for (key, value) in [("size", 2.5), ("count", 1.5)] {
                try builder.key(key)
                try builder.append(value)
            }
            try builder.end()
            try builder.appendReference(to: 1)
            try builder.end()
            let choices = try builder.finish().decode([Either].self)
            guard case .other(let first) = choices[0], case .other(let second) = choices[1] else {
                Issue.record("\(choices)")
                return
            }
            #expect(first === second && first.size == 2.5)
        }
        @Model(untagged: true) enum Either {
            case item(Item)
            case other(Other)
        }

        @Model enum Keyed: Equatable {
            case circle(r: Int)
            case pair(Int, Int)
        }
        @Model(tag: "t", content: "c", unknownKeys: .refuse) enum Closed: Equatable {
            case quit
            case text(String)
        }
        @Model(tag: "type") enum Outer: Equatable {
            case keyed(Keyed)
            case closed(Closed)
            case open(Open)
        }
        @Model(tag: "kind") enum Open: Equatable {
            case a(size: Int)
            @Unknown case other(ModelDocument)
        }

        @Test(
            "Enums in tagged enums, each in its form",
            arguments: [
                Outer.keyed(.circle(r: 1)), .keyed(.pair(1, 2)), .closed(.quit), .closed(.text("a")),
                .open(.a(size: 3)),
            ])
        func nested(_ value: Outer) throws {
            let json = try Self.json([value])
            #expect(json.hasPrefix(#"[{"type":""#))
            #expect(try Self.read([Outer].self, json) == [value])
        }

        @Test("An unknown case in a known one is written back")
        func unknownInside() throws {
            let json = #"[{"type":"open","kind":"new","x":1}]"#
            #expect(try Self.json(try Self.read([Outer].self, json)) == json)
        }

        @Test("Nothing is skipped while a case is tried")
        func withReport() throws {
            let json = #"{"lists":[["a","b"],[1]]}"#
            let (lists, _) = try DecodingReport.collecting { try Self.read(Lists.self, json) }
            #expect(lists.lists == [.texts(["a", "b"]), .ints([1])])
        }
        @Model(untagged: true) enum List: Equatable {
            case ints([Int])
            case texts([String])
        }
        @Model final class Lists: BaseModel {
            @Lenient var lists: [List] = []
        }

        @Test("A whole real is no integer", arguments: TagTests.formats.filter { $0 != .hrCodedJSON })
        func reals(_ format: FileFormat) throws {
            let provider = try FormatRegistry.current.provider(for: format)
            let values: [Value] = [.real(5), .int(5), .real(1e20)]
            #expect(try provider.decode([Value].self, from: provider.encode(values, as: format), as: format) == values)
        }

        @Model(untagged: true) indirect enum Deep {
            case one(next: Deep, a: Int)
            case two(next: Deep, b: Int)
            case three(next: Deep, c: Int)
            case end(Int)
        }

        @Test("Untagged enums in untagged enums take no more than linear work for each level")
        func deep() throws {
            let depth = 60
            let good =
                String(repeating: #"{"next":"#, count: depth) + "1" + String(repeating: #","c":1}"#, count: depth)
            #expect(throws: Never.self) { try Self.read(Deep.self, good) }
            let bad = good.replacing("1,", with: #""x","#)
            let error = #expect(throws: ModelError.self) { try Self.read(Deep.self, bad) }
            #expect(error?.code == .typeMismatch)
            let wide = "[" + repeatElement(good, count: 200).joined(separator: ",") + "]"
            #expect(try Self.read([Deep].self, wide).count == 200)
        }
    }
#endif
