import FastCoder
import Foundation
import JSONFormat
import ModelCore
import TestSupport
import Testing

#if Macros
    @Suite("The direct way of enums with values")
    struct DirectEnumTests {
        typealias Format = DirectWayTests.Format

        @Model struct Spot: Equatable {
            var x = 0
            var name: String?
        }
        enum Colour: String, ModelValue { case red, green }
        @Model enum Shape {
            case empty
            case circle(radius: Double, at: Spot?)
            case label(String)
            @Key("poly", aliases: ["path"]) case polygon([Spot])
            case tinted(Colour, of: Int)
            case owner(EnumItem)
            case inner(Payment)
            case named(key: String, values: [String: Int])
            @Unknown case other(ModelDocument)
        }
        @Model(tag: "type") enum Payment {
            case cash
            case card(number: String, count: Int, limit: Double?)
            @Key("wire") case transfer(Spot)
        }
        @Model(tag: "t", content: "c") enum Event {
            case quit
            case move(x: Int, y: Int)
            case text(String)
            case items([EnumItem])
        }
        @Model(untagged: true) enum Length {
            case auto
            case flag(Bool)
            case pixels(Int)
            case text(String)
            case spot(Spot)
            case list([Int])
        }
        @Model(untagged: true) enum Amount {
            case free
            case count(Int)
            case share(Double)
            case text(String)
        }
        @Model(untagged: true) enum Odd {
            case text(String)
            case auto
            case real(Double)
            case small(Int8)
            case colour(Colour)
        }
        /// Some of its values are lists, or it contains itself: it has no form.
        @Model indirect enum Tree {
            case pair(Int, Int)
            case branch([Tree])
        }
        @Model class EnumItem: BaseModel {
            var name = ""
            var shape = Shape.empty
        }
        @Model final class EnumPage: BaseModel {
            var shapes: [Shape] = []
            var shape: Shape?
            var event = Event.quit
            var payments: [String: Payment] = [:]
            var length = Length.auto
            var lengths: [Length] = []
            var amounts: [Amount] = []
            var odd: [Odd] = []
            @Key(path: "a.b") var deep = Payment.cash
            var tree: Tree?
            var item: EnumItem?
        }

        private struct Source {
            var generator: SeededGenerator
            var items: [EnumItem] = []

            mutating func int(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

            mutating func item(_ depth: Int) -> EnumItem {
                if let known = items.last, int(4) == 0 { return known }
                let item = EnumItem()
                item.name = "i\(int(9))"
                if depth > 0 { item.shape = shape(depth - 1) }
                items.append(item)
                return item
            }

            mutating func spot() -> Spot { Spot(x: int(99), name: int(2) == 0 ? nil : "é\"") }

            mutating func payment() -> Payment {
                switch int(3) {
                case 0: .cash
                case 1: .card(number: "4\(int(9))", count: int(5), limit: int(2) == 0 ? nil : 1.5)
                default: .transfer(spot())
                }
            }

            mutating func shape(_ depth: Int) -> Shape {
                switch int(9) {
                case 0: .circle(radius: Double(int(9)) / 2, at: int(2) == 0 ? nil : spot())
                case 1: .label("l\(int(9))")
                case 2: .polygon((0..<int(3)).map { _ in spot() })
                case 3: .tinted(.green, of: int(9))
                case 4 where depth > 0: .owner(item(depth - 1))
                case 5: .inner(payment())
                case 6: .named(key: "k", values: ["b": int(9), "a": 1])
                default: .empty
                }
            }

            mutating func length() -> Length {
                switch int(7) {
                case 0: .flag(int(2) == 0)
                case 1: .pixels(int(99))
                case 2: .text("t\(int(9))")
                case 3: .spot(spot())
                case 4: .list([1, int(9)])
                default: .auto
                }
            }

            mutating func page() -> EnumPage {
                items = []
                let page = EnumPage()
                page.shapes = (0..<int(5)).map { _ in shape(2) }
                if int(2) == 0 { page.shape = shape(1) }
                page.event = [.quit, .move(x: int(9), y: 2), .text("x"), .items([item(1), item(1)])][int(4)]
                page.payments = ["a": payment(), "b": payment()]
                page.length = length()
                page.lengths = (0..<int(4)).map { _ in length() }
                page.amounts = [.free, .count(int(9)), .share(Double(int(9)) + 0.5), .text("a")].shuffled(
                    using: &generator)
                page.odd = [.auto, .real(1.5), .small(-3), .colour(.red), .text("o")].shuffled(using: &generator)
                page.deep = payment()
                if int(5) == 0 { page.tree = .branch([.pair(1, 2), .branch([])]) }
                if int(3) == 0 { page.item = item(2) }
                return page
            }
        }

        @Test("A thousand pages have the same bytes, and are read as the same", arguments: Format.all)
        func pages(_ format: Format) throws {
            var source = Source(generator: SeededGenerator(seed: 61))
            let (written, read) = try DirectWayTests.compare(in: format) { source.page() }
            if format.hasParts { #expect(written > 400 && read > 400, "\(written) written, \(read) read") }
        }

        @Test("A damaged file is read as by way of a document, or with the same error", arguments: Format.all)
        func damaged(_ format: Format) throws {
            var source = Source(generator: SeededGenerator(seed: 62))
            for _ in 0..<150 {
                let content = try format.byDocument(source.page())
                for _ in 0..<10 {
                    _ = try Self.expectSame(DirectWayTests.damaged(content, &source.generator), format)
                }
            }
        }

        /// In a damaged part of a FastCoded file, an alias may lead to another text than in the whole: both are errors.
        private static func expectSame(_ content: Data, _ format: Format) throws -> Bool {
            try format.expectSame(EnumPage.self, content, comparesErrors: !format.isGraph)
        }

        @Test(
            "What isn't as usual",
            arguments: [
                #"{"shapes":["circle"]}"#, #"{"shapes":[{"circle":{}}]}"#, #"{"shapes":[{"empty":{}},{"label":"x"}]}"#,
                #"{"shapes":[{"path":[]},"poly"]}"#, #"{"shapes":[{"circle":{"radius":1},"label":"x"}]}"#,
                #"{"shapes":[{"label":5}]}"#, #"{"shapes":[{"label":null}]}"#, #"{"shapes":[{},[]]}"#,
                #"{"shapes":[{"square":[1,{"a":2}]},"cube",{"label":"x"}]}"#, #"{"shapes":[null]}"#,
                #"{"shapes":[{"label":"x","more":1}]}"#, #"{"shapes":[{"circle":{"radius":1,"size":2}}]}"#,
                #"{"shapes":[{"label":"x" }, "empty" ]}"#, #"{"shapes":["em\u0070ty",{"l\u0061bel":"x"}]}"#,
                #"{"shapes":[{"inner":{"x":3,"type":"wire"}},{"inner":{"type":"cash"}},{"inner":"cash"}]}"#,
                #"{"payments":{"a":{"count":1,"number":"n","type":"card"},"b":{"type":"odd"}}}"#,
                #"{"payments":{"a":{"x":[1],"type":"card"}}}"#, #"{"payments":{"a":{"type":"cash","more":1}}}"#,
                #"{"event":{"c":"x","t":"text"}}"#, #"{"event":{"c":{"x":1,"y":2},"t":"move"}}"#,
                #"{"event":{"t":"text"}}"#,
                #"{"event":{"t":"quit","c":{}}}"#, #"{"event":{"t":"quit","c":1}}"#,
                #"{"lengths":["auto","5",5,5.0,5.5,1e2,true,null]}"#, #"{"lengths":["auto","5",5,true,"x"]}"#,
                #"{"lengths":[{"x":1},[1,2],[1,"x"]]}"#, #"{"lengths":[9223372036854775808]}"#, #"{"lengths":[-0]}"#,
                #"{"amounts":[1,1.5,2.0,1e2,15e-1,9223372036854775808,-0.0,"free","x"]}"#, #"{"amounts":[1.5,2]}"#,
                #"{"odd":["auto","red",1,1.5,300]}"#, #"{"length":{"x":1,"more":2}}"#, #"{"length":null}"#,
                #"{"shape":null,"item":{"shape":{"owner":{"name":"x"}}}}"#, #"{"a":{"b":{"type":"cash"}}}"#,
                #"{"shapes":[{"label":"x"]}"#, #"{"shapes":[{"label":"x"},{"label":"y"}"#,
            ])
        func unusual(_ text: String) throws {
            for format in Format.all.prefix(2) { _ = try Self.expectSame(Data(text.utf8), format) }
        }

        @Test("An enum whose cases have forms is read and written directly")
        func direct() throws {
            let page = EnumPage()
            page.shapes = [.circle(radius: 1, at: nil), .empty, .polygon([Spot(x: 1, name: "n")])]
            (page.length, page.lengths) = (.pixels(3), [.text("x"), .flag(true)])
            page.payments = ["a": .card(number: "4", count: 1, limit: nil)]
            for format in Format.all where format.hasParts {
                let content = try #require(format.direct(page), "\(format)")
                #expect(format.direct(EnumPage.self, content) != nil, "\(format)")
            }
        }

        @Model enum Loose {
            case plain
            case circle(radius: Double, label: String = "")
        }
        @Model final class LooseItem: BaseModel {
            var shape = Loose.plain
            var spot = Spot()
        }
        @Model final class LooseItems: BaseModel {
            var items: [LooseItem] = []
        }

        @Test("Very many values that aren't as expected don't count as levels")
        func levels() throws {
            let item = #"{"shape":{"plain":{}},"spot":{"x":1,"more":2}}"#
            let text = #"{"items":["# + Array(repeating: item, count: 1500).joined(separator: ",") + "]}"
            let items = try JSONFormat().decode(LooseItems.self, from: Data(text.utf8), as: .json)
            #expect(items.items.count == 1500 && items.items[1499].spot.x == 1)
        }

        @Model(untagged: true) enum Level {
            case known(Colour)
            case link(URL)
            case red
            case other(String)
        }
        @Model(untagged: true) enum Mode {
            case darkBlue
            case big(Int128)
            case other(String)
        }
        @Model final class Levels: BaseModel {
            var levels: [Level] = []
            var modes: [Mode] = []
            var shape = Loose.plain
            var shapes: [Shape] = []
        }

        @Test(
            "Untagged texts mean the same on both ways",
            arguments: [
                #"{"levels":["red","green","http://x.y","blue",""]}"#,
                #"{"modes":["dark_blue","darkBlue","123","x",5]}"#,
                #"{"shape":{"plain":{}} "zzz":1}"#, #"{"shape":{"plain":{}},"zzz":1}"#,
                #"{"shapes":[{"new":[1,{"a":null}]},"newer",{"label":"x"}]}"#,
            ])
        func texts(_ text: String) throws {
            for format in Format.all.prefix(2) {
                let content = Data(text.utf8)
                #expect(format.differentErrors(Levels.self, content) == nil)
                guard let whole = try? format.byDocument(Levels.self, content) else {
                    #expect(format.direct(Levels.self, content) == nil)
                    continue
                }
                let read = try format.provider.decode(Levels.self, from: content, as: format.format)
                #expect(try DirectWayTests.everything(in: read) == DirectWayTests.everything(in: whole))
                if let direct = format.direct(whole) { #expect(try direct == format.byDocument(whole)) }
            }
        }

        /// Only a part of the values in memory is in files.
        struct Hidden: ModelRecord {
            var cache: [Int] = [1]
            var text: String

            static let modelType: ModelType? = ModelType(
                "struct Hidden", [ModelProperty("text", \Hidden.text, isStored: true, isRequired: true)], form: .value
            ) { Hidden(text: try $0.value("text")) }
        }
        enum Hiding: ModelRecord {
            case covered(Hidden)

            static let modelType: ModelType? = ModelType(
                "enum Hiding",
                cases: [
                    ModelCase("covered") { (value: Self) -> Hidden? in
                        if case .covered(let hidden) = value { hidden } else { nil }
                    } make: {
                        .covered($0)
                    }
                ])
        }

        @Test("Values that have more in memory than in files are read and written")
        func hidden() throws {
            let content = try JSONFormat().encode([Hiding.covered(Hidden(text: "x"))])
            #expect(String(decoding: content, as: UTF8.self) == #"[{"covered":"x"}]"#)
            guard case .covered(let hidden) = try JSONFormat().decode([Hiding].self, from: content)[0] else { return }
            #expect(hidden.text == "x" && hidden.cache == [1])
        }
    }
#endif
