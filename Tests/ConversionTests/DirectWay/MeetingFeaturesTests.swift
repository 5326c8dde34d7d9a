import Foundation
import JSONFormat
import ModelCore
import Synchronization
import TestSupport
import Testing

#if Macros
    /// Features that meet in one class, on both ways.
    @Suite("Features that meet, on the direct way", .serialized)
    struct MeetingFeaturesTests {
        typealias Format = DirectWayTests.Format
        private static let formats = Format.all
        private static let json = Format.all[0]

        /// The value that both ways read, as JSON, after expecting that they agree.
        private func read<Value: ModelValue>(_ type: Value.Type, _ content: Data, _ format: Format) throws -> String {
            let whole = try format.byDocument(type, content)
            let text = String(decoding: try JSONFormat().encodeByDocument(whole, as: .json), as: UTF8.self)
            if let direct = format.direct(type, content) {
                #expect(String(decoding: try JSONFormat().encodeByDocument(direct, as: .json), as: UTF8.self) == text)
            }
            return text
        }

        private func expectUnchanged<Value: ModelValue>(_ value: Value, _ format: Format) throws {
            let content = try format.provider.encode(value, as: format.format)
            let before = String(decoding: try JSONFormat().encodeByDocument(value, as: .json), as: UTF8.self)
            #expect(try read(Value.self, content, format) == before)
        }

        @Test("Properties with observers and wrappers lie on key paths", arguments: formats)
        func observersOnKeyPaths(format: Format) throws {
            let home = MeetingHome("Home", city: "Paris")
            try expectUnchanged(home, format)
            home.zip = 7
            home.rooms.wrapped = 3
            try expectUnchanged(home, format)
            try expectUnchanged([home, MeetingHome("Other", city: "Rome")], format)
        }

        @Test("What waits in an object's element stays in the element", arguments: formats)
        func elements(format: Format) throws {
            let street = MeetingStreet()
            street.homes = [MeetingHome("a", city: "Oslo"), MeetingHome("b", city: "Bern")]
            street.byName = ["c": MeetingHome("c", city: "Rome")]
            (street.mayor, street.end) = ("Ann", "North")
            try expectUnchanged(street, format)
            try expectUnchanged(MeetingCity(streets: [street], center: street), format)
        }

        @Test("Setters on key paths are called in the order of the declaration")
        func order() throws {
            let text = #"{"b":{"d":{"three":3},"two":2},"one":1,"four":4}"#
            let content = Data(text.utf8)
            let direct = try #require(Self.json.direct(MeetingOrder.self, content))
            #expect(direct.calls == ["one", "two", "three", "four"])
            #expect(try Self.json.byDocument(MeetingOrder.self, content).calls == direct.calls)
        }

        @Test("The error of a setter that waits has its key path")
        func pathOfWaiting() throws {
            let content = Data(#"[{"name":"x","address":{"city":[]}}]"#.utf8)
            let errors = try [true, false].map { isDirect in
                try #require(throws: ModelError.self) {
                    if isDirect {
                        _ = try JSONFormat().decodeDirectly([MeetingHome].self, from: content, as: .json)
                    } else {
                        _ = try JSONFormat().decodeByDocument([MeetingHome].self, from: content)
                    }
                }
            }
            #expect(errors[0].path.description == "[0].address.city")
            #expect(errors[0].description == errors[1].description)
        }

        @Test("An object that can't be read leaves nothing that waits")
        func failedObject() throws {
            let text = #"{"homes":[{"address":{"city":"Rome","more":1},"name":"a"}],"people":{"mayor":"Ann"},"end":"x"}"#
            let street = try JSONFormat().decode(MeetingStreet.self, from: Data(text.utf8))
            #expect(street.mayor == "Ann" && street.end == "x" && street.homes[0].city == "Rome")
        }

        @Test("A root without any of its class's keys is refused, whatever code the class has")
        func foreignRoot() throws {
            let content = Data(#"{"p39_$":{}}"#.utf8)
            func codes<Value: ModelValue>(_ type: Value.Type) -> [ModelError.Code?] {
                [
                    errorCode { try JSONFormat().decode(type, from: content) },
                    errorCode { try JSONFormat().decodeByDocument(type, from: content) },
                ]
            }
            #expect(codes(MeetingPlain.self) == [.unknownKey, .unknownKey])
            #expect(codes(MeetingReader.self) == [.unknownKey, .unknownKey])
            #expect(try JSONFormat().decode(MeetingReader.self, from: Data("{}".utf8)).n == 1)
            #expect(try JSONFormat().decode(MeetingReader.self, from: Data(#"{"own":2}"#.utf8)).own == 2)
            #expect(try JSONFormat().decode([MeetingReader].self, from: Data(#"[{"x":2}]"#.utf8)).count == 1)
        }

        @Test("Of several faults both ways report the first in the file", arguments: [
            (#"{"b":[],"a":[]}"#, "b"), (#"{"c":{"y":1,"x":[]},"a":[]}"#, "c.x"), (#"{"a":1,"c":{"y":[]},"b":[]}"#, "c.y"),
            (#"{"c":{"y":1},"b":[]}"#, "c.x"), (#"{"b":[],"c":{"y":1}}"#, "b"), (#"{"d":[1,"x"],"e":{"k":"x"}}"#, "d[1]"),
            (#"{"e":{"k":"x"},"d":[1,"x"]}"#, "e.k"), (#"{"f":[{"y":[],"x":[]}],"a":[]}"#, "f[0].y"),
            (#"{"g":{"i":"x"},"a":"x"}"#, "g.i"), (#"{"a":1,"b":"","j":[],"g":{"i":"x"}}"#, "j"),
        ])
        func firstFault(text: String, path: String) throws {
            for text in [text, "[\(text)]"] {
                let content = Data(text.utf8)
                func error<Value: ModelValue>(_ type: Value.Type) throws -> ModelError {
                    let whole = try #require(throws: ModelError.self) { try JSONFormat().decodeByDocument(type, from: content) }
                    let other = try #require(throws: ModelError.self) { try JSONFormat().decode(type, from: content) }
                    #expect(whole.description == other.description)
                    return whole
                }
                let isList = text.first == "["
                let error = isList ? try error([MeetingFaults].self) : try error(MeetingFaults.self)
                #expect(error.path.description == (isList ? "[0]." : "") + path)
            }
        }

        @Test("The error of a tag has the place of the tag", arguments: ["null", "5", "[]"])
        func placeOfTag(value: String) throws {
            let content = Data("{\n \"n\": 1,\n  \"kind\": \(value)\n}".utf8)
            for type in [MeetingTagged.self, MeetingTaggedSub.self] as [MeetingTagged.Type] {
                let error = try #require(throws: ModelError.self) { try JSONFormat().decode(type, from: content) }
                #expect(error.path.description == "kind")
                #expect(error.location?.line == 3 && error.location?.column == 11)
            }
        }

        @Test("A class whose defaults are written as they were read gives the same bytes again", arguments: formats)
        func asRead(format: Format) throws {
            let model = MeetingAsRead()
            for next in [nil, "x"] {
                (model.note, model.at) = (next, next.map { _ in Date(timeIntervalSince1970: 5) })
                let content = try format.byDocument([model, MeetingAsRead()])
                let back = try format.byDocument([MeetingAsRead].self, content)
                #expect(try format.byDocument(back) == content)
            }
        }

        private static let unsorted = formats.filter { !["pretty JSON in a style", "XML list"].contains($0.name) }

        @Test("A model that changes itself while it is written is written in the order of its declaration", arguments: unsorted)
        func changing(format: Format) throws {
            let contents = [MeetingChanging(), MeetingChanging()].map { [$0] }
            #expect(try format.provider.encode(contents[0], as: format.format) == (try format.byDocument(contents[1])))
        }

        @Test("JSON5 has comments anywhere")
        func comments() throws {
            let json5 = Format(provider: JSONFormat(writing: [.json5]), format: .json5, name: "JSON5")
            for text in ["{/**/\"n\"/**/:/**/2/**/,/**/}", "{\"n\":\u{FEFF}2}", "/**/{n:2,}"] {
                #expect(try json5.provider.decode(MeetingPlain.self, from: Data(text.utf8), as: .json5).n == 2)
                #expect(try json5.provider.decode([MeetingPlain].self, from: Data("[/**/\(text)]".utf8), as: .json5)[0].n == 2)
            }
        }

        @Test("A copy that takes an object's place has its unknown members")
        func copies() throws {
            let content = Data(#"[{"n":2,"x":1,"inner":{"y":2,"n":3}}]"#.utf8)
            let models = try JSONFormat().decode([MeetingCopied].self, from: content)
            #expect(models[0].unknownValues?.root.keys == ["x"] && models[0].inner?.unknownValues?.root.keys == ["y"])
        }

        @Test("The tag of a class without subclasses is told before its values")
        func tagFirst() throws {
            let content = Data(#"[{"n":"x","kind":5}]"#.utf8)
            let whole = try #require(throws: ModelError.self) {
                try JSONFormat().decodeByDocument([MeetingTaggedSub].self, from: content)
            }
            let direct = try #require(throws: ModelError.self) { try JSONFormat().decode([MeetingTaggedSub].self, from: content) }
            #expect(whole.description == direct.description && whole.path.description == "[0].kind")
        }
    }

    /// The program's code runs once for each object, whatever the file contains.
    @Suite("Code of the program's runs once")
    struct CodeRunsOnceTests {
        typealias Format = DirectWayTests.Format

        /// The calls of the program's code while a file is read, as both ways together and the document's alone have them.
        private func calls<Value: ModelValue>(_ type: Value.Type, _ content: Data, _ format: Format) throws -> [[String]] {
            try [true, false].map { isDirect in
                try MeetingCalls.$current.withValue(MeetingCalls()) {
                    _ = isDirect ? try format.provider.decode(type, from: content, as: format.format)
                        : try format.byDocument(type, content)
                    return MeetingCalls.current.all.sorted()
                }
            }
        }

        private func expectOnce<Value: ModelValue>(_ type: Value.Type, _ text: String) throws {
            let calls = try calls(type, Data(text.utf8), Format.all[0])
            #expect(calls[0] == calls[1])
            #expect(!calls[0].isEmpty)
        }

        @Test("Dictionaries have any keys", arguments: Format.all.filter(\.hasParts))
        func keys(format: Format) throws {
            let keys = ["$ref", "$nul", "$", "x", "$class", "$$class", String(repeating: "long", count: 40)]
            var models: [String: MeetingCounted] = [:]
            for key in keys { models[key] = MeetingCounted() }
            let content = try format.provider.encode(models, as: format.format)
            #expect(try format.provider.decode([String: MeetingCounted].self, from: content, as: format.format).count == keys.count)
            models["$class"] = nil
            models["$$class"] = nil
            let others = try format.provider.encode(models, as: format.format)
            #expect(format.direct([String: MeetingCounted].self, others)?.count == keys.count - 2)
            let calls = try calls([String: MeetingCounted].self, others, format)
            #expect(calls[0] == calls[1] && calls[0].count == 2 * (keys.count - 2))
            #expect(format.direct(models) == (try format.byDocument(models)))
        }

        @Test("A long key counts as the values that it counts as by way of a document")
        func longKeys() throws {
            let content = Data("{\"\(String(repeating: "k", count: 640))\":1}".utf8)
            let direct = (1...60).first {
                (try? JSONFormat().decode([String: Int].self, from: content, as: .json, limits: DecodingLimits(nodes: $0))) != nil
            }
            let whole = (1...60).first {
                (try? JSONFormat().decodeByDocument([String: Int].self, from: content, limits: DecodingLimits(nodes: $0))) != nil
            }
            #expect(direct == whole)
        }

        @Test("Objects of an older version are made once")
        func olderVersion() throws {
            try expectOnce(MeetingVersioned.self, #"{"$version":1,"n":1}"#)
            try expectOnce([MeetingVersioned].self, #"[{"$version":1,"n":1},{"$version":2,"n":1},{"n":1}]"#)
        }

        @Test("An object without known keys is made once")
        func unknownKeys() throws {
            try expectOnce([MeetingCounted].self, #"[{"x":1,"y":[2]},{"n":1,"x":5}]"#)
            let models = try JSONFormat().decode([MeetingCounted].self, from: Data(#"[{"x":1,"y":[2]},{"n":1,"x":5}]"#.utf8))
            #expect(models.map { $0.unknownValues?.root.keys ?? [] } == [["x", "y"], ["x"]])
        }

        @Test("An element that isn't as expected is read for itself")
        func elements() throws {
            let text = #"{"counted":[{"n":1}],"numbers":[1,"2",3.0],"byName":{"a":{"n":1},"b":{"$class":"MeetingCounted","n":2}}}"#
            try expectOnce([MeetingBag].self, "[\(text)]")
            #expect(Format.all[0].direct(MeetingBag.self, Data(text.utf8))?.numbers == [1, 2, 3])
        }

        @Test("A subclass with code of its own may come first in any file")
        func subclass() throws {
            try expectOnce([MeetingBase].self, #"[{"n":1},{"$class":"MeetingObserved","n":1,"m":2}]"#)
        }
    }

    final class MeetingCalls: Sendable {
        @TaskLocal static var current = MeetingCalls()
        private let calls = Mutex<[String]>([])
        var all: [String] { calls.withLock { $0 } }
        static func note(_ call: String) { current.calls.withLock { $0.append(call) } }
    }

    @propertyWrapper struct MeetingWrapper<Value> {
        private var value: Value
        init(wrappedValue: Value) { value = wrappedValue }
        var wrappedValue: Value {
            get { value }
            set { value = newValue }
        }
    }

    @Model struct MeetingRooms { var wrapped = 1 }

    @Model class MeetingHome: BaseModel {
        final var name = ""
        @Key(path: "address.zip") final var zip: Int?
        @Key(path: "address.city") final var city = "nowhere" { didSet {} }
        @Key(path: "address.inner.floors") @MeetingWrapper final var floors: [Int] = []
        @Key(path: "inside.rooms") final var rooms = MeetingRooms() { didSet {} }

        convenience init(_ name: String, city: String) {
            self.init()
            (self.name, self.city, floors) = (name, city, [1, 2])
        }
    }

    @Model final class MeetingStreet: BaseModel {
        var homes: [MeetingHome] = []
        var byName: [String: MeetingHome] = [:]
        @Key(path: "people.mayor") var mayor = "nobody" { didSet {} }
        var end = "" { didSet {} }
    }

    @Model struct MeetingCity {
        var streets: [MeetingStreet] = []
        var center: MeetingStreet?
    }

    @Model final class MeetingOrder: BaseModel {
        var one = 0 { didSet { calls.append("one") } }
        @Key(path: "b.two") var two = 0 { didSet { calls.append("two") } }
        @Key(path: "b.d.three") var three = 0 { didSet { calls.append("three") } }
        var four = 0 { didSet { calls.append("four") } }
        @Transient var calls: [String] = []
    }

    @Model class MeetingPlain: BaseModel {
        final var n = 1
    }

    @Model final class MeetingReader: MeetingPlain {
        @Transient var own = 0
        override func set(with decoder: ModelDecoder) throws {
            try super.set(with: decoder)
            own = try decoder.decode(Int.self, forKey: "own") ?? 0
        }
    }

    @Model(writtenDefaults: .asRead) final class MeetingAsRead: BaseModel {
        var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        var at: Date?
        var note: String?
        var count = 3
        var inner: MeetingPlain?
    }

    @Model final class MeetingChanging: BaseModel {
        @Transient var count = 0
        @Key var z: Int {
            get { count += 1; return count }
            set {}
        }
        var inner: [MeetingHome] = []
        @Key var a: Int {
            get { inner = [MeetingHome("a\(count)", city: "b")]; return count * 10 }
            set {}
        }
    }

    @Model final class MeetingCopied: BaseModel {
        var n = 0
        var inner: MeetingCopied?
        override func awakeAfterDecoding() throws -> BaseModel { try copy() }
    }

    @Model struct MeetingPoint {
        var x: Int
        var y: Int
    }

    @Model final class MeetingFaults: BaseModel {
        var a = 0
        var b = ""
        var c = MeetingPoint(x: 0, y: 0)
        var d: [Int] = []
        var e: [String: Int] = [:]
        var f: [MeetingPoint] = []
        @Key(path: "g.h") var h = 0
        @Key(path: "g.i") var i = 0
        var j = 0 { didSet {} }
    }

    @Model(tag: "kind") class MeetingTagged: BaseModel {
        final var n = 0
    }

    @Model final class MeetingTaggedSub: MeetingTagged {
        var m = 0
    }

    @Model class MeetingCounted: BaseModel {
        final var n = 0 { didSet { MeetingCalls.note("didSet") } }
        override func setUp() {
            super.setUp()
            MeetingCalls.note("setUp")
        }
    }

    @Model(version: 2) final class MeetingVersioned: BaseModel {
        var n = 0
        override func setUp() {
            super.setUp()
            MeetingCalls.note("setUp")
        }
        override class func migrate(_ object: inout ModelDocument, from version: Int) throws { MeetingCalls.note("migrate") }
    }

    @Model final class MeetingBag: BaseModel {
        var counted: [MeetingCounted] = []
        var numbers: [Int] = []
        var byName: [String: MeetingCounted] = [:]
    }

    @Model class MeetingBase: BaseModel {
        final var n = 0
        override func setUp() {
            super.setUp()
            MeetingCalls.note("setUp")
        }
    }

    @Model final class MeetingObserved: MeetingBase {
        var m = 0 { didSet { MeetingCalls.note("m") } }
    }
#endif
