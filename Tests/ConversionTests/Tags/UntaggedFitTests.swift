#if Macros
    import Foundation
    import HRCoder
    import JSONFormat
    import KeyedArchive
    import ModelCore
    import PlistFormat
    import TestSupport
    import Testing

    /// What is read as a case of an untagged enum comes back when it is written.
    @Suite("Untagged enums lose nothing")
    struct UntaggedFitTests {
        typealias Format = DirectWayTests.Format

        @Model(untagged: true) enum DataOrText: Equatable { case data(Data), text(String) }
        @Model(untagged: true) enum LinkOrText: Equatable { case url(URL), text(String) }
        @Model(untagged: true) enum DigitsOrText: Equatable { case dec(Decimal), text(String) }
        @Model(untagged: true) enum DayOrText: Equatable { case day(Date), text(String) }
        @Model(untagged: true) enum IDOrText: Equatable { case id(UUID), text(String) }
        @Model(untagged: true) enum BigOrText: Equatable { case big(Int128), text(String) }
        @Model(untagged: true) enum Real: Equatable { case float(Float), double(Double) }
        @Model(untagged: true) enum Number: Equatable { case int(Int), double(Double), dec(Decimal) }
        @Model(untagged: true) enum Large: Equatable { case int(Int), double(Double), large(UInt64) }
        @Model(untagged: true) enum Rounded: Equatable { case int(Int), double(Double) }
        @Model(untagged: true) enum Whole: Equatable { case share(Double), count(Int) }

        enum Colour: String, ModelValue { case red, green }
        /// Files have its text in small letters.
        struct Code: RawRepresentable, ModelValue, Equatable {
            let rawValue: String
            init(rawValue: String) { self.rawValue = rawValue.lowercased() }
        }
        @Model(untagged: true) enum CodeOrText: Equatable { case colour(Colour), code(Code), text(String) }
        @Model(untagged: true) enum Named: Equatable {
            @Key("rect", aliases: ["box"]) case rectangle
            case text(String)
        }

        @Model struct Width: Equatable { var width: Int }
        @Model struct Size: Equatable { var width: Int, height: Int }
        @Model struct Options: Equatable {
            var width: Int?
            var depth: Int?
        }
        @Model final class Kept: BaseModel { var name = "" }
        @Model final class Other: BaseModel { var title = "" }
        @Model(unknownKeys: .ignore) final class Careless: BaseModel { var name = "" }
        @Model(unknownKeys: .refuse) final class Strict: BaseModel { var name = "" }

        @Model(untagged: true) enum Shape: Equatable { case width(Width), size(Size) }
        @Model(untagged: true) enum Loose: Equatable { case options(Options), size(Size) }
        @Model(untagged: true) enum Labelled: Equatable { case flat(width: Int), solid(width: Int, height: Int?) }
        @Model(untagged: true) enum Lists: Equatable { case widths([Width]), sizes([Size]), mixed([Shape]) }
        @Model(untagged: true) enum Maps: Equatable { case widths([String: Width]), sizes([String: Size?]) }
        @Model(untagged: true) enum Kinds { case careless(Careless), width(Width), kept(Kept), other(Other) }
        @Model(untagged: true) enum Alone { case careless(Careless), strict(Strict), width(Width) }
        @Model(untagged: true) enum Texts: Equatable { case datas([Data]), links(Links), texts([String]) }
        @Model struct Links: Equatable { var url: URL, rate: Float }
        @Model(untagged: true) enum Deep: Equatable { case links(Links), plain(Plain) }
        @Model struct Plain: Equatable { var url: String, rate: Double }
        @Model(untagged: true) enum Outer: Equatable { case box(Box), wide(Wide) }
        @Model struct Box: Equatable { var size: Width }
        @Model struct Wide: Equatable { var size: Size }
        @Model(untagged: true) enum Keeping: Equatable {
            case width(Width)
            @Unknown case other(ModelDocument)
        }
        @Model(tag: "type") enum Tagged: Equatable { case empty, box(Width), labelled(width: Int) }
        @Model(tag: "type", content: "value") enum Held: Equatable { case empty, box(Width) }
        @Model(untagged: true) enum Tags: Equatable { case tagged(Tagged), held(Held), all([String: ModelDocument]) }

        @Model struct Cell<Value: ModelValue> { var value: Value? }
        @Model final class Row<Value: ModelValue>: BaseModel {
            var value: Value?
            var list: [Value] = []
            var named: [String: Value] = [:]
        }

        /// Reads a text both ways, which have to agree. Returns the value; nil if it is refused.
        private static func read<Value: ModelValue>(
            _ type: Value.Type, _ text: String, in provider: JSONFormat = JSONFormat()
        ) -> Value? {
            let content = Data(text.utf8)
            let whole = Result { try provider.decodeByDocument(type, from: content, as: .json) }
            let direct = Result { try provider.decodeDirectly(type, from: content, as: .json) }
            switch (whole, direct) {
            case (.success(let whole), .success(let direct?)):
                #expect(throws: Never.self) {
                    let (own, other) = try (DirectWayTests.everything(in: direct), DirectWayTests.everything(in: whole))
                    #expect(own == other, "\(text)")
                }
            case (.success, .success(nil)), (.failure, .success(nil)): break
            case (.failure(let whole), .failure(let direct)): #expect("\(whole)" == "\(direct)", "\(text)")
            default: Issue.record("\(text): \(whole), directly \(direct)")
            }
            return try? whole.get()
        }

        private static func json<Value: ModelValue>(_ value: Value) throws -> String {
            String(decoding: try JSONFormat().encode(value, as: .json), as: UTF8.self)
        }

        /// Expects that a value is read as a case wherever it is, and that it is written as the file has it.
        private static func expect<Value: ModelValue & Equatable>(
            _ text: String, _ value: Value, written: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let written = written ?? text
            #expect(read(Value.self, text) == value, "\(text)", sourceLocation: sourceLocation)
            #expect(read([Value].self, "[\(text),\(text)]") == [value, value], "\(text)", sourceLocation: sourceLocation)
            #expect(read([Value?].self, "[null,\(text)]") == [nil, value], "\(text)", sourceLocation: sourceLocation)
            #expect(read([String: Value].self, "{\"k\":\(text)}") == ["k": value], sourceLocation: sourceLocation)
            let cell = "{\"value\":\(text)}"
            #expect(read(Cell<Value>.self, cell)?.value == value, "\(text)", sourceLocation: sourceLocation)
            let row = "{\"value\":\(text),\"list\":[\(text)],\"named\":{\"k\":\(text)}}"
            let found = try #require(read(Row<Value>.self, row), "\(text)", sourceLocation: sourceLocation)
            let isSame = found.value == value && found.list == [value] && found.named == ["k": value]
            #expect(isSame, "\(text)", sourceLocation: sourceLocation)
            let back = try json(found)
            #expect(back == row.replacing(text, with: written), sourceLocation: sourceLocation)
        }

        @Test("A text that is read as something else, and would be written otherwise, is a text")
        func texts() throws {
            try Self.expect(#""ab""#, DataOrText.text("ab"))
            try Self.expect(#""ab cd""#, DataOrText.text("ab cd"))
            try Self.expect(#""aQ==""#, DataOrText.data(Data("i".utf8)))
            try Self.expect(#""hello world""#, LinkOrText.text("hello world"))
            try Self.expect(#""http://x.y/a?b=c#d""#, LinkOrText.url(URL(string: "http://x.y/a?b=c#d")!))
            try Self.expect(#""1.5""#, DigitsOrText.text("1.5"))
            try Self.expect("1.5", DigitsOrText.dec(Decimal(string: "1.5")!))
            try Self.expect(#""2001-01-01T00:00:01.500Z""#, DayOrText.day(Date(timeIntervalSinceReferenceDate: 1.5)))
            try Self.expect(#""2001-01-01T01:00:01+01:00""#, DayOrText.text("2001-01-01T01:00:01+01:00"))
            let id = "3B1F8A40-222C-4C3B-9C5E-6C2B0F4A7D11"
            try Self.expect("\"\(id)\"", IDOrText.id(UUID(uuidString: id)!))
            try Self.expect("\"\(id.lowercased())\"", IDOrText.text(id.lowercased()))
            try Self.expect(#""007""#, BigOrText.text("007"))
            try Self.expect(#""red""#, CodeOrText.colour(.red))
            try Self.expect(#""blue""#, CodeOrText.code(Code(rawValue: "blue")))
            try Self.expect(#""Blue""#, CodeOrText.text("Blue"))
            // A name is what the declaration says.
            try Self.expect(#""box""#, Named.rectangle, written: #""rect""#)
        }

        @Test("A number that would be written with other digits is of the next type that has them")
        func numbers() throws {
            try Self.expect("16777217", Real.double(16_777_217), written: "16777217.0")
            try Self.expect("16777216", Real.float(16_777_216), written: "16777216.0")
            try Self.expect("0.1", Real.float(0.1))
            try Self.expect("0.123456789", Real.double(0.123456789))
            try Self.expect("12345678901234567890", Large.large(12_345_678_901_234_567_890))
            let digits = Decimal(string: "12345678901234567890")!
            try Self.expect("12345678901234567890", Number.dec(digits), written: "12345678901234567890.0")
            try Self.expect("0.1234567890123456", Number.double(0.1234567890123456))
            try Self.expect("0.1234567890123456789", Number.dec(Decimal(string: "0.1234567890123456789")!))
            try Self.expect("5", Number.int(5))
            try Self.expect("5.5", Number.double(5.5))
            // A whole number is a real one, if that is declared first.
            try Self.expect("5", Whole.share(5), written: "5.0")
            // No type has all digits: it is the nearest number, as for any property.
            #expect(Self.read(Rounded.self, "12345678901234567890") == .double(12_345_678_901_234_567_168))
            #expect(Self.read(Rounded.self, "52.520006599999998123") == .double(52.520006599999998123))
        }

        @Test("A struct knows all keys, and the first that does is taken")
        func structs() throws {
            try Self.expect(#"{"width":1,"height":2}"#, Shape.size(Size(width: 1, height: 2)))
            try Self.expect(#"{"width":1}"#, Shape.width(Width(width: 1)))
            try Self.expect(#"{"width":1,"height":2}"#, Loose.size(Size(width: 1, height: 2)))
            try Self.expect(#"{"depth":1}"#, Loose.options(Options(width: nil, depth: 1)))
            try Self.expect("{}", Loose.options(Options(width: nil, depth: nil)))
            try Self.expect(#"{"width":1,"height":2}"#, Labelled.solid(width: 1, height: 2))
            try Self.expect(#"{"width":1}"#, Labelled.flat(width: 1))
            try Self.expect(#"[{"width":1,"height":2}]"#, Lists.sizes([Size(width: 1, height: 2)]))
            try Self.expect(
                #"[{"width":1},{"width":1,"height":2}]"#,
                Lists.mixed([.width(Width(width: 1)), .size(Size(width: 1, height: 2))]))
            try Self.expect(#"{"a":{"width":1}}"#, Maps.widths(["a": Width(width: 1)]))
            try Self.expect(#"{"a":{"width":1,"height":2}}"#, Maps.sizes(["a": Size(width: 1, height: 2)]))
            // Null is a value, too.
            #expect(Self.read(Shape.self, #"{"width":1,"depth":null}"#) == nil)
        }

        @Test("Scalars inside of what a case has decide, too")
        func inside() throws {
            try Self.expect(#"["aQ==","ab cd"]"#, Texts.texts(["aQ==", "ab cd"]))
            try Self.expect(#"["aQ=="]"#, Texts.datas([Data("i".utf8)]))
            try Self.expect(#"{"url":"a b","rate":0.5}"#, Deep.plain(Plain(url: "a b", rate: 0.5)))
            try Self.expect(#"{"url":"a","rate":0.123456789}"#, Deep.plain(Plain(url: "a", rate: 0.123456789)))
            try Self.expect(#"{"url":"a","rate":0.5}"#, Deep.links(Links(url: URL(string: "a")!, rate: 0.5)))
            try Self.expect(#"{"size":{"width":1,"height":2}}"#, Outer.wide(Wide(size: Size(width: 1, height: 2))))
            // Where nothing else fits, a struct inside another one ignores keys, as everywhere.
            let box = Self.read(Outer.self, #"{"size":{"width":1,"depth":2}}"#)
            #expect(box == .box(Box(size: Width(width: 1))))
        }

        @Test("A value that no struct knows is refused, and the error names the keys")
        func refused() throws {
            #expect(Self.read([Shape].self, #"[{"width":1,"depth":2,"colour":3}]"#) == nil)
            let error = #expect(throws: ModelError.self) {
                try JSONFormat().decode([Shape].self, from: Data(#"[{"width":1,"depth":2,"colour":3}]"#.utf8))
            }
            let text = "\(String(describing: error))"
            #expect(error?.code == .typeMismatch && error?.path.description == "[0]", "\(text)")
            #expect(text.contains(#"width: The struct UntaggedFitTests.Width doesn't know "depth", "colour"."#), "\(text)")
            let many = (0..<100).map { "\"k\($0)\":0" }.joined(separator: ",")
            let long = #expect(throws: ModelError.self) {
                try JSONFormat().decode([Shape].self, from: Data("[{\"width\":1,\(many)}]".utf8))
            }
            #expect("\(String(describing: long))".contains("and 92 more"), "\(String(describing: long))")
            // A case that keeps what the enum doesn't know takes it.
            let other = #"{"width":1,"depth":2}"#
            #expect(try Self.json(try #require(Self.read(Keeping.self, other))) == other)
            #expect(Self.read(Keeping.self, #"{"width":1}"#) == .width(Width(width: 1)))
        }

        @Test("The first class that keeps unknown keys is the last resort")
        func classes() throws {
            func name(_ text: String) -> String? {
                Self.read([String: Kinds].self, "{\"k\":\(text)}")?["k"].map { String("\($0)".prefix { $0 != "(" }) }
            }
            #expect(name(#"{"name":"n"}"#) == "careless")
            #expect(name(#"{"title":"t"}"#) == "other")
            #expect(name(#"{"width":1}"#) == "width")
            #expect(name(#"{"name":"n","size":1}"#) == "kept")
            #expect(name(#"{"size":1}"#) == "kept")
            let text = #"[{"name":"n","size":1,"none":null},{"title":"t","width":2}]"#
            let values = try #require(Self.read([Kinds].self, text))
            #expect(try Self.json(values) == #"[{"name":"n","size":1,"none":null},{"name":"","title":"t","width":2}]"#)
            #expect(Self.read([Alone].self, #"[{"name":"n","size":1}]"#) == nil)
            #expect(Self.read([Alone].self, #"[{"width":1,"size":1}]"#) == nil)
        }

        @Test("Tagged enums inside an untagged one know all keys, too")
        func tagged() throws {
            try Self.expect(#"{"type":"box","width":1}"#, Tags.tagged(.box(Width(width: 1))))
            try Self.expect(#"{"type":"labelled","width":1}"#, Tags.tagged(.labelled(width: 1)))
            try Self.expect(#"{"type":"empty"}"#, Tags.tagged(.empty))
            try Self.expect(#"{"type":"box","value":{"width":1}}"#, Tags.held(.box(Width(width: 1))))
            for text in [
                #"{"type":"empty","x":1}"#, #"{"type":"box","width":1,"x":null}"#,
                #"{"type":"labelled","width":1,"x":[1]}"#, #"{"type":"box","value":{"width":1,"x":1}}"#,
                #"{"type":"box","value":{"width":1},"x":1}"#, #"{"x":{"y":1}}"#,
            ] {
                let value = try #require(Self.read(Tags.self, text), "\(text)")
                guard case .all = value else {
                    Issue.record("\(text): \(value)")
                    continue
                }
                // The dictionary's keys are sorted.
                #expect(try ModelDocument(encoding: value).root == JSONFormat().document(from: Data(text.utf8)).root)
            }
        }

        @Model final class File: BaseModel {
            var shapes: [Shape] = []
            var named: [String: Loose] = [:]
            var texts: [DataOrText] = []
            var links: [LinkOrText] = []
            var digits: [DigitsOrText] = []
        }

        @Test("Every format", arguments: Format.all.filter { $0.hasParts })
        func formats(_ format: Format) throws {
            let texts = ["ab", "ab cd", "aQ==", "hello world", "http://x.y/"]
            let sizes = [["width": 1, "height": 2], ["width": 1]]
            let document = try ModelDocument(
                encoding: [
                    "shapes": sizes, "named": ["a": sizes[0], "b": ["depth": 1]], "texts": texts, "links": texts,
                    "digits": ["1.50", "x"],
                ] as [String: Any])
            let content = try format.provider.encode(document, as: format.format)
            _ = try format.expectSame(File.self, content)
            let file = try format.provider.decode(File.self, from: content, as: format.format)
            #expect(file.shapes == [.size(Size(width: 1, height: 2)), .width(Width(width: 1))])
            #expect(
                file.named == [
                    "a": .size(Size(width: 1, height: 2)), "b": .options(Options(width: nil, depth: 1)),
                ])
            let capabilities = format.provider.capabilities(of: format.format)
            let link = LinkOrText.url(URL(string: "http://x.y/")!)
            // Where URLs are told from texts, a text is one.
            let hasURLs = capabilities.isSuperset(of: .typedScalars)
            #expect(file.links.suffix(2) == [.text("hello world"), hasURLs ? .text("http://x.y/") : link])
            #expect(file.digits == [.text("1.50"), .text("x")])
            let data = Data("i".utf8)
            let third = capabilities.contains(.data) ? DataOrText.text("aQ==") : .data(data)
            #expect(file.texts == [.text("ab"), .text("ab cd"), third, .text("hello world"), .text("http://x.y/")])
            // What the program writes is read as the same.
            file.texts = [.data(data), .text("t"), .data(Data())]
            file.digits = [.dec(Decimal(string: "1.5")!), .text("1.50")]
            file.links = [.url(URL(string: "a/b")!), .text("a b")]
            let back = try format.provider.decode(
                File.self, from: format.provider.encode(file, as: format.format), as: format.format)
            #expect(back.texts == file.texts && back.digits == file.digits && back.links == file.links)
        }

        @Model final class Schema: BaseModel {
            var type = ""
            var additionalProperties: Additional?
        }
        @Model(untagged: true) enum Additional { case allowed(Bool), schema(Schema) }
        @Model final class Schemas: BaseModel {
            var a: Additional?
            var b: Additional?
            var s: Shape?
        }

        @Test("A boolean beside objects, in classes")
        func schemas() throws {
            let text = #"{"a":{"type":"object","additionalProperties":false},"#
                + #""b":{"type":"object","additionalProperties":{"type":"string"}},"s":{"width":1,"height":2}}"#
            let schemas = try #require(Self.read(Schemas.self, text))
            #expect(schemas.s == .size(Size(width: 1, height: 2)))
            guard case .schema(let a)? = schemas.a, case .allowed(false)? = a.additionalProperties else {
                Issue.record("\(schemas)")
                return
            }
            #expect(try Self.json(schemas) == text)
        }

        @Test("What a program sets, and what a part of a file has")
        func parts() throws {
            let file = File()
            try file.set(with: ["shapes": [["width": 1, "height": 2]], "texts": ["ab", "aQ==", Data([1])]])
            #expect(file.shapes == [.size(Size(width: 1, height: 2))])
            #expect(file.texts == [.text("ab"), .data(Data("i".utf8)), .data(Data([1]))])
            let document = try JSONFormat().document(from: Data(#"{"t":["ab","aQ=="],"d":["1.5",1.5]}"#.utf8))
            let texts = try ModelDocument(#require(document["t"])).decode([DataOrText].self)
            #expect(texts == [.text("ab"), .data(Data("i".utf8))])
            let digits = try ModelDocument(#require(document["d"])).decode([DigitsOrText].self)
            #expect(digits == [.text("1.5"), .dec(Decimal(string: "1.5")!)])
        }

        @Test("JSON5, and dates as numbers")
        func styles() throws {
            let json5 = Data("{shapes: [{width: 1, height: 2,}], texts: ['ab']}".utf8)
            let file = try JSONFormat().decode(File.self, from: json5, as: .json5)
            #expect(file.shapes == [.size(Size(width: 1, height: 2))] && file.texts == [.text("ab")])
            let dates = JSONFormat(dates: .secondsSince1970)
            let days = try dates.decode([DayOrText].self, from: Data("[1.5,\"x\",7]".utf8), as: .json)
            #expect(days == [.day(Date(timeIntervalSince1970: 1.5)), .text("x"), .day(Date(timeIntervalSince1970: 7))])
        }

        @Model(untagged: true) indirect enum Anything: Equatable {
            case int(Int)
            case double(Double)
            case data(Data)
            case url(URL)
            case text(String)
            case width(Width)
            case size(Size)
            case list([Anything])
            case lists([String: [Anything]])
            @Unknown case other(ModelDocument)
        }

        private static func random(_ generator: inout SeededGenerator, _ depth: Int) -> String {
            func pick(_ texts: String...) -> String { texts.randomElement(using: &generator) ?? "" }
            func list() -> String {
                (0..<Int.random(in: 0...3, using: &generator)).map { _ in random(&generator, depth - 1) }
                    .joined(separator: ",")
            }
            switch Int.random(in: 0..<(depth > 0 ? 7 : 4), using: &generator) {
            case 0: return pick("1", "-7", "1.5", "0.1", "9223372036854775807", "true", "null", "12345678.125")
            case 1: return pick(#""ab""#, #""aQ==""#, #""a b""#, #""http://x""#, #""""#, #""é%20""#, #""$null""#)
            case 2:
                return pick(
                    #"{"width":1}"#, #"{"width":1,"height":2}"#, #"{"width":1,"x":2}"#, #"{"width":1.5}"#, "{}")
            case 3: return pick(#"{"height":2,"width":null}"#, #"{"a":1}"#, #"{"width":"1"}"#)
            case 4, 5: return "[\(list())]"
            default: return "{\"a\":[\(list())],\"b\":[\(list())]}"
            }
        }

        @Test("Whatever a file has comes back, and both ways agree")
        func randomFiles() throws {
            var generator = SeededGenerator(seed: 77)
            for _ in 0..<1500 {
                let text = "[\(Self.random(&generator, 4))]"
                let value = try #require(Self.read([Anything].self, text), "\(text)")
                let written = try Self.json(value)
                let documents = try [text, written].map { try JSONFormat().document(from: Data($0.utf8)) }
                #expect(documents[0].root == documents[1].root, "\(text) \(written)")
            }
        }

        @Model(untagged: true) indirect enum Chain {
            case first(next: Chain?, url: URL)
            case second(next: Chain?, url: String)
            case third(next: Chain?, url: String, more: Int?)
        }

        @Test("Nested enums whose scalars are compared take linear work for each level")
        func deep() throws {
            let depth = 60
            let text = String(repeating: #"{"next":"#, count: depth) + #"{"url":"a b"}"#
                + String(repeating: #","url":"a b"}"#, count: depth)
            #expect(Self.read(Chain.self, text) != nil)
            let bad = text.replacing(#"{"url":"a b"}"#, with: #"{"url":"a b","x":1}"#)
            let error = #expect(throws: ModelError.self) { try JSONFormat().decode(Chain.self, from: Data(bad.utf8)) }
            #expect(error?.code == .typeMismatch)
        }
    }
#endif
