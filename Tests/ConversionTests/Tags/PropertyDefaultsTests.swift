#if Macros
    import FastCoder
    import Foundation
    import JSONFormat
    import KeyedArchive
    import ModelCore
    import PlistFormat
    import Testing

    @Suite("Defaults and nulls of single properties")
    struct PropertyDefaultsTests {
        @Model class Item: BaseModel {
            @Default(written: .omitted) var tags: [String] = []
            @Default(written: .asRead) var note: String?
            @Default(null: .refuse) var name = "none"
            @Default(null: .asDefault) var unit: String? = "C"
            @Key(path: "at.x") @Default(null: .refuse) var x = 0
            @Key(path: "at.y") @Default(written: .omitted) var y = 1
            var count = 3
            @Default(null: .refuse) var parent: Item?
        }
        @Model(readNulls: .refuse) final class Strict: Item {
            var weight = 1.5
            @Default(null: .asNil) var height = 2.5
            var list = [1]
            var inner: Price?
            @Key var double: Double {
                get { weight * 2 }
                set { weight = newValue / 2 }
            }
        }
        @Model(readNulls: .asDefault) struct Price {
            var amount = 5
            var currency: String? = "EUR"
            @Default(null: .refuse) var tax = 0.0
            @Default(null: .asNil) var note: String? = "n"
        }
        @Model(readNulls: .refuse) enum Length {
            case metres(value: Double = 1)
        }
        final class Listed: BaseModel {
            var name = "n"
            var size = 5
            override class var modelProperties: [ModelProperty] {
                [
                    ModelProperty("name", \Listed.name, isStored: true).withDefault(null: .refuse),
                    ModelProperty("size", \Listed.size, isStored: true).withDefault(written: .omitted),
                ]
            }
        }
        @Model final class Plain: BaseModel {
            var name = "n"
            var size: Int? = 5
            @Default(written: .all) var list: [Int] = []
        }
        @Model(writtenDefaults: .asRead) final class Kept: BaseModel {
            var name = "n"
            @Default(written: .all) var size = 5
        }

        private static func read<Value: ModelValue>(
            _ type: Value.Type, _ text: String, _ format: JSONFormat = JSONFormat()
        ) throws -> Value {
            try format.decode(type, from: Data(text.utf8), as: .json)
        }

        private static func json<Value: ModelValue>(
            _ value: Value, _ format: JSONFormat = JSONFormat()
        ) throws -> String { String(decoding: try format.encode(value, as: .json), as: UTF8.self) }

        @Test("A default is written as its property says")
        func written() throws {
            let item = Item()
            #expect(try Self.json(item) == #"{"name":"none","unit":"C","at":{"x":0},"count":3}"#)
            (item.tags, item.y, item.unit) = (["a"], 2, nil)
            #expect(
                try Self.json([item])
                    == #"[{"tags":["a"],"name":"none","unit":null,"at":{"x":0,"y":2},"count":3}]"#)
            let read = try Self.read(Item.self, #"{"note":null}"#)
            #expect(try Self.json(read) == #"{"note":null,"name":"none","unit":"C","at":{"x":0},"count":3}"#)
            #expect(try Self.json(Listed()) == #"{"name":"n"}"#)
            #expect(try Self.json(try Self.read(Kept.self, "{}")) == #"{"size":5}"#)
        }

        @Test("A format leaves defaults out, unless a property or its class says otherwise")
        func format() throws {
            let format = JSONFormat(writtenDefaults: .omitted)
            #expect(try Self.json(Plain(), format) == #"{"list":[]}"#)
            #expect(try Self.json([Plain()]) == #"[{"name":"n","size":5,"list":[]}]"#)
            let plain = Plain()
            plain.size = nil
            #expect(try Self.json([plain], format) == #"[{"size":null,"list":[]}]"#)
            #expect(try Self.json(try Self.read(Kept.self, #"{"name":"n"}"#), format) == #"{"name":"n","size":5}"#)
            let lists = try PlistFormat(writtenDefaults: .omitted).encode(Plain(), as: .xmlPropertyList)
            #expect(!String(decoding: lists, as: UTF8.self).contains("name"))
            #expect(try PlistFormat().decode(Plain.self, from: lists, as: .xmlPropertyList).name == "n")
        }

        @Test(
            "A refused null is an error at its property",
            arguments: [
                (#"{"name":null}"#, "name"), (#"{"at":{"x":null}}"#, "at.x"), (#"{"weight":null}"#, "weight"),
                (#"{"count":null}"#, "count"), (#"{"list":null}"#, "list"), (#"{"double":null}"#, "double"),
                (#"{"inner":{"tax":null}}"#, "inner.tax"), (#"{"inner":null,"name":null}"#, "name"),
            ])
        func refused(_ text: String, _ path: String) throws {
            for (text, path) in [(text, path), ("[\(text)]", "[0].\(path)")] {
                let error = #expect(throws: ModelError.self) {
                    if text.hasPrefix("[") {
                        _ = try Self.read([Strict].self, text)
                    } else {
                        _ = try Self.read(Strict.self, text)
                    }
                }
                #expect(error?.code == .typeMismatch && error?.path.description == path, "\(text): \(error as Any)")
                #expect(error?.reason.contains("found null") == true, "\(error as Any)")
            }
        }

        @Test("Other nulls are read as their properties say")
        func nulls() throws {
            let text = #"{"unit":null,"height":null,"parent":null,"note":null,"inner":null}"#
            for strict in [try Self.read(Strict.self, text), try Self.read([Strict].self, "[\(text)]")[0]] {
                #expect(strict.unit == "C" && strict.height == 2.5 && strict.parent == nil && strict.inner == nil)
            }
            let price = try Self.read([Price].self, #"[{"amount":null,"currency":null,"note":null}]"#)[0]
            #expect(price.amount == 5 && price.currency == "EUR" && price.note == nil)
            #expect(throws: ModelError.self) { try Self.read(Length.self, #"{"metres":{"value":null}}"#) }
            #expect(throws: ModelError.self) { try Self.read([Listed].self, #"[{"name":null}]"#) }
            #expect(try Self.read([Listed].self, #"[{"size":null}]"#)[0].size == 5)
            let item = Item()
            item.unit = "K"
            try item.set(with: ["unit": NSNull()])
            #expect(item.unit == "K")
        }

        enum Status: String { case open, other }
        @Model(unknownKeys: .ignore) final class Forgetful: BaseModel {
            @Transform(.unknown(Status.other)) var status = Status.open
        }
        @Model class Ticket: BaseModel {
            @Transform(.unknown(Status.other)) var status = Status.open
            @Transform(.each(.unknown(Status.other))) var history: [Status] = []
            @Transform(.unknown(Status.other)) var last: Status?
            var next: Ticket?
        }

        @Test("A text that a type doesn't know is written back", arguments: TagTests.formats)
        func unknown(_ format: FileFormat) throws {
            let provider = try FormatRegistry.current.provider(for: format)
            let next = #"{"status":"owl","history":[]}"#
            let text = #"{"status":"parrot","history":["open","cat"],"last":"dog","next":\#(next)}"#
            let ticket = try Self.read(Ticket.self, text)
            #expect(ticket.status == .other && ticket.history == [.open, .other] && ticket.last == .other)
            let again = try provider.decode(Ticket.self, from: provider.encode(ticket, as: format), as: format)
            #expect(again.status == .other && again.next?.status == .other)
            let (written, copied) = try (Self.json(again), Self.json(again.copy()))
            #expect(written == text)
            #expect(copied == text)
            again.status = .open
            again.history.append(.open)
            again.last = nil
            let changed = try Self.json(again)
            // Elements that haven't changed are kept in files of the same format.
            let cat = format == .json ? "cat" : "other"
            #expect(
                changed == #"{"status":"open","history":["open","\#(cat)","open"],"next":{"status":"owl","history":[]}}"#)
            let other = Ticket()
            other.status = .other
            #expect(try Self.json([other]) == #"[{"status":"other","history":[]}]"#)
        }

        @Test("It isn't kept by a class that ignores what it doesn't know, nor over a new value")
        func forgotten() throws {
            #expect(try Self.json(try Self.read(Forgetful.self, #"{"status":"x"}"#)) == #"{"status":"other"}"#)
            let ticket = try Self.read(Ticket.self, #"{"status":"x","history":[]}"#)
            try ticket.set(with: ["status": "other"])
            #expect(try Self.json(ticket) == #"{"status":"other","history":[]}"#)
            let second = try Self.read(Ticket.self, #"{"status":"x","history":[]}"#)
            second.removeUnknownValues()
            #expect(try Self.json(second) == #"{"status":"other","history":[]}"#)
        }

        @Model final class Line: BaseModel {
            var unitPrice = 0.0
            @Transform(.unknown(Status.other)) var status = Status.open
        }
        @Model struct Mark {
            @Transform(.unknown(PropertyDefaultsTests.Status.other)) var status = Status.open
        }
        @Model final class Basket: BaseModel {
            @Lenient var lines: [Line] = []
            var mark = Mark()
            @Transform(.each(.older { (text: String) -> Mark? in text.isEmpty ? nil : Mark() })) var marks: [Mark] = []
        }

        @Test("What is kept is a matter of the innermost model, and in no file's own form")
        func innermost() throws {
            let text = #"{"lines":[{"unit_price":5,"status":"odd"}],"mark":{"status":"x"},"marks":[{"status":"y"}]}"#
            let basket = try Self.read(Basket.self, text, JSONFormat(keys: .snakeCase))
            let written = #"{"lines":[{"unitPrice":5.0,"status":"odd"}],"mark":{"status":"x"},"#
            let again = try Self.json(basket)
            #expect(again == written + #""marks":[{"status":"other"}]}"#)
        }

        @Model final class Sparse: BaseModel {
            @Transform(.unknown(Status.other)) @Default(written: .omitted) var status = Status.other
            @Default(written: .omitted) @Lenient var numbers: [Int] = []
            @Default(written: .omitted) var name = ""
        }

        @Test("A default that stands for something in the file isn't left out")
        func kept() throws {
            #expect(try Self.json(try Self.read(Sparse.self, #"{"status":"odd"}"#)) == #"{"status":"odd"}"#)
            #expect(try Self.json(Sparse()) == "{}")
            let sparse = try DecodingReport.collecting {
                try Self.read(Sparse.self, #"{"numbers":["x"]}"#)
            }.result
            #expect(try Self.json(sparse) == #"{"numbers":["x"]}"#)
            // Nothing is left of its own keys.
            let named = try Self.read(Sparse.self, #"{"name":"x","more":1}"#)
            named.name = ""
            #expect(try Self.json(named) == #"{"more":1}"#)
            #expect(try Self.json(try Self.read(Sparse.self, #"{"more":1}"#)) == #"{"more":1}"#)
        }

        @Model struct Tax: Equatable {
            var amount = 5
            @Default(null: .refuse) var rate = 0.0
            @Key @Default(null: .refuse) var half: Double {
                get { rate / 2 }
                set { rate = newValue * 2 }
            }
        }
        @Model final class Bill: BaseModel {
            var tax = Tax(amount: 7)
            var number = 0
        }

        @Test("Nulls in structs mean the same on both ways")
        func structs() throws {
            for null in ["rate", "half"] {
                for text in [#"{"tax":{"amount":1,"\#(null)":null}}"#, #"[{"tax":{"amount":1,"\#(null)":null}}]"#] {
                    let error = #expect(throws: ModelError.self) {
                        if text.hasPrefix("[") {
                            _ = try Self.read([Bill].self, text)
                        } else {
                            _ = try Self.read(Bill.self, text)
                        }
                    }
                    #expect(error?.code == .typeMismatch && error?.path.description.hasSuffix("tax.\(null)") == true)
                }
            }
            #expect(try Self.read([Bill].self, #"[{"tax":{"amount":null}}]"#)[0].tax == Tax(amount: 5))
        }

        @Test("A mapping keeps what it doesn't know, and nothing of another form")
        func mapping() throws {
            var mapping = ModelMapping()
            try mapping.map(
                Ticket.self, [PropertyMapping("status", key: "state", with: .unknown(Status.other))],
                leavesOthersOut: true)
            let mapped = JSONFormat().mapped(by: mapping)
            let ticket = try mapped.decode(Ticket.self, from: Data(#"{"state":"odd"}"#.utf8), as: .json)
            #expect(ticket.status == .other)
            #expect(String(decoding: try mapped.encode(ticket, as: .json), as: UTF8.self).contains(#""state":"odd""#))
            #expect(try Self.json(ticket).contains(#""status":"other""#))
        }
    }
#endif
