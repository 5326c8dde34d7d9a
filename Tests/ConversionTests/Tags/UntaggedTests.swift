#if Macros
    import Foundation
    import JSONFormat
    import ModelCore
    import PlistFormat
    import Testing

    @Suite("Objects without a tag, and classes with several")
    struct UntaggedTests {
        static let formats: [FileFormat] = [.json, .json5, .xmlPropertyList]

        @Model(tag: "type") class Message: BaseModel {
            final var id = 0
            final var reply: Message?
            final var more: [Message] = []
            final var named: [String: Message] = [:]
        }
        @Model(tagged: "text", "note", "memo", aliases: ["old"]) class Text: Message {
            final var firstLine = ""
        }
        /// The service's plain messages.
        @Model(untagged: true) final class Bare: Message {
            var size: Int?
        }
        /// A hierarchy in the hierarchy, whose first class has no tag.
        @Model(tag: "style", untagged: true, tagged: "card", "panel") class Card: Message {}
        @Model(tagged: "wide", "broad") final class Wide: Card {
            var width = 0
        }

        /// It is written as it was read, and its class without a tag has one, too.
        @Model(tag: "kind", writtenDefaults: .asRead) class Entry: BaseModel {
            final var next: Entry?
        }
        @Model(untagged: true, tagged: "plain") final class Plain: Entry {
            var kind = "unset"
            var count = 0
        }
        @Model(tagged: "a", "b") final class Lettered: Entry {
            var kind = ""
        }
        @Model final class Holder: BaseModel {
            var messages: [Message] = []
            var entries: [Entry] = []
            var text = Text()
            var bare: Bare?
        }

        private static func read<Value: ModelValue>(_ type: Value.Type, _ text: String) throws -> Value {
            try JSONFormat().decode(type, from: Data(text.utf8), as: .json)
        }

        private static func json(_ value: some ModelValue) throws -> String {
            String(decoding: try JSONFormat().encode(value, as: .json), as: UTF8.self)
        }

        /// Reads a value of a file with the values of JSON, and writes it again. The file has the same values after that.
        private static func roundTrip<Value: ModelValue>(
            _ type: Value.Type, _ json: String, _ format: FileFormat
        ) throws -> Value {
            let provider = try FormatRegistry.current.provider(for: format)
            let content = try provider.encode(JSONFormat().document(from: Data(json.utf8), as: .json), as: format)
            let value = try provider.decode(type, from: content, as: format)
            let written = try provider.encode(value, as: format)
            let documents = try [content, written].map { try provider.document(from: $0, as: format) }
            #expect(Self.isSame(documents[0].root, documents[1].root), "\(String(decoding: written, as: UTF8.self))")
            return value
        }

        /// True for the same values, in any order of keys.
        private static func isSame(_ one: ModelDocument.Value, _ other: ModelDocument.Value) -> Bool {
            guard one.kind == other.kind, one.count == other.count else { return false }
            if one.kind == .array { return zip(one.elements, other.elements).allSatisfy(isSame) }
            guard one.kind == .dictionary else { return one == other }
            return one.keys.allSatisfy { key in
                guard let left = one[key], let right = other[key] else { return false }
                return isSame(left, right)
            }
        }

        private static let messages = #"""
            [{"id":1,"more":[],"named":{}},{"id":2,"type":"note","firstLine":"n","more":[],"named":{}},
            {"type":"text","id":3,"firstLine":"t","more":[{"id":4,"more":[],"named":{}},
            {"id":5,"type":"memo","firstLine":"m","more":[],"named":{}}],"named":{"k":{"id":6,"size":7,"x":[1],"more":[],"named":{}}},
            "reply":{"id":8,"more":[],"named":{}}},
            {"id":9,"type":"panel","more":[],"named":{}},{"id":10,"type":"card","style":"broad","width":3,"more":[],"named":{}},
            {"id":11,"type":"card","more":[],"named":{},"reply":{"type":"panel","style":"wide","width":1,"id":12,"more":[],"named":{}}},
            {"type":"odd","x":1},{"type":"panel","style":"odd","x":1}]
            """#

        @Test("They come back as they were", arguments: formats)
        func back(_ format: FileFormat) throws {
            let list = try Self.roundTrip([Message].self, Self.messages, format)
            #expect(list.map { "\(type(of: $0))" } == ["Bare", "Text", "Text", "Card", "Wide", "Card", "Message", "Card"])
            #expect(list.map(\.classTag) == [nil, "note", "text", nil, "broad", nil, "odd", "odd"])
            #expect(list.map(\.isOfUnknownClass) == [false, false, false, false, false, false, true, true])
            #expect(list[2].more[0] is Bare && list[2].more[1].classTag == "memo" && list[2].reply is Bare)
            #expect((list[2].named["k"] as? Bare)?.size == 7)
            #expect(list[2].named["k"]?.unknownValues?["x"]?.count == 1)
            for message in list { #expect(message.isOfUnknownClass || message.unknownValues == nil) }
            #expect(try list[0].value(forKey: "type") == nil)
            // After any other format.
            for other in TagTests.formats {
                let provider = try FormatRegistry.current.provider(for: other)
                let again = try provider.decode([Message].self, from: provider.encode(list, as: other), as: other)
                #expect(try Self.json(again) == Self.json(list), "\(other)")
            }
        }

        @Test("A class that is written as it was read has the null, too", arguments: formats)
        func asRead(_ format: FileFormat) throws {
            let entries = try Self.roundTrip(
                [Entry].self,
                #"""
                [{"count":1},{"kind":"plain"},{"kind":"b","next":{"count":2,"next":{"kind":"plain","count":3}}},{"kind":"a"},
                {"kind":"odd"},{}]
                """#, format)
            #expect(entries.map(\.classTag) == [nil, "plain", "b", "a", "odd", nil])
            #expect((entries[0] as? Plain)?.count == 1 && (entries[0] as? Plain)?.kind == "unset")
            #expect((entries[2] as? Lettered)?.kind == "b")
            guard format != .xmlPropertyList else { return }
            let text = #"[{"kind":null,"count":1},{"kind":"b","next":{"kind":null}},{"count":2}]"#
            let nulls = try Self.roundTrip([Entry].self, text, format)
            #expect(nulls[0] is Plain && nulls[1].next is Plain)
            // A null survives other formats, too.
            for other in TagTests.formats {
                let provider = try FormatRegistry.current.provider(for: other)
                let again = try provider.decode([Entry].self, from: provider.encode(nulls, as: other), as: other)
                #expect(try Self.json(again) == Self.json(nulls), "\(other)")
            }
        }

        @Test("A null is as no tag in other classes")
        func null() throws {
            let bare = try Self.read(Message.self, #"{"type":null,"id":1}"#)
            #expect(bare is Bare && bare.unknownValues == nil)
            #expect(try Self.json(bare) == #"{"id":1,"more":[],"named":{}}"#)
        }

        @Test("A format that writes files as they were read keeps the null of every class")
        func formatAsRead() throws {
            let text = #"[{"type":null,"id":1},{"id":2},{"type":"note","id":3}]"#
            let format = JSONFormat(writtenDefaults: .asRead)
            let list = try format.decode([Message].self, from: Data(text.utf8), as: .json)
            #expect(list[0] is Bare && list[1] is Bare && list[2].classTag == "note")
            #expect(String(decoding: try format.encode(list, as: .json), as: UTF8.self) == text)
        }

        @Test("New objects have the first tag, or none")
        func new() throws {
            #expect(try Self.json(Bare()) == #"{"id":0,"more":[],"named":{}}"#)
            #expect(try Self.json(Text()).hasPrefix(#"{"type":"text""#))
            #expect(try Self.json(Plain()) == #"{"kind":"plain","count":0}"#)
            #expect(Bare().classTag == nil && Plain().classTag == "plain" && Card().classTag == nil)
            #expect(try Self.json(Card()) == #"{"type":"card","id":0,"more":[],"named":{}}"#)
            let old = try Self.read(Message.self, #"{"type":"old"}"#)
            #expect(old is Text)
            #expect(try Self.json(old).hasPrefix(#"{"type":"text""#))
        }

        @Test("Key styles")
        func styles() throws {
            let format = JSONFormat(keys: .snakeCase)
            let text = #"[{"id":1,"more":[],"named":{}},{"type":"memo","id":2,"more":[],"named":{},"first_line":"x"}]"#
            let list = try format.decode([Message].self, from: Data(text.utf8), as: .json)
            #expect((list[1] as? Text)?.firstLine == "x")
            #expect(String(decoding: try format.encode(list, as: .json), as: UTF8.self) == text)
        }

        @Test("Copies, and what is made of a value of the program's")
        func copies() throws {
            let list = try Self.read([Message].self, Self.messages)
            #expect(try list.map { try $0.copy().classTag } == list.map(\.classTag))
            let made = try Message.instances(with: [["id": 1], ["type": "memo"], ["type": "panel"], ["type": NSNull()]])
            #expect(made.map { "\(type(of: $0))" } == ["Bare", "Text", "Card", "Bare"])
            #expect(made.map(\.classTag) == [nil, "memo", nil, nil])
            #expect(try Self.json(made[1]).hasPrefix(#"{"type":"memo""#))
            #expect(try Message(object: ["id": 1]).map { type(of: $0) == Message.self } == true)
            #expect(try Wide(object: ["type": "card", "width": 2])?.width == 2)
            let entry = try #require(try Entry.instance(with: ["count": 1]))
            #expect(entry is Plain && entry.classTag == nil)
            let holder = Holder()
            try holder.set(withObject: ["messages": [["id": 1], ["type": "note"]], "entries": [["kind": "b"], ["count": 2]]])
            #expect(holder.messages.map(\.classTag) == [nil, "note"] && holder.entries.map(\.classTag) == ["b", nil])
        }

        @Test(
            "Where the class without a tag isn't expected, the tag is missing",
            arguments: [
                (#"{"text":{"firstLine":"x"}}"#, ModelError.Code.missingValue, "text"),
                (#"{"text":{"type":null}}"#, .typeMismatch, "text.type"),
                (#"{"bare":{"type":"text"}}"#, .classMismatch, "bare"),
                (#"{"messages":[{"type":5}]}"#, .typeMismatch, "messages[0].type"),
            ])
        func errors(_ json: String, _ code: ModelError.Code, _ path: String) throws {
            let error = #expect(throws: ModelError.self) { try Self.read(Holder.self, json) }
            #expect(error?.code == code && error?.path.description == path, "\(String(describing: error))")
            #expect(try Self.read(Holder.self, #"{"bare":{"id":1}}"#).bare?.id == 1)
            #expect(try Self.read(Holder.self, #"{"bare":{"type":"odd"}}"#).bare?.classTag == "odd")
        }

        @Test("Two classes without a tag, or with one of several")
        func twice() throws {
            final class Other: Message {
                override class var modelClass: ModelClass { own }
                static let own = ModelClass(Other.self, otherTags: [], isUntagged: true)
            }
            final class Third: Message {
                override class var modelClass: ModelClass { own }
                static let own = ModelClass(Third.self, tag: "third", otherTags: ["memo"])
            }
            var registry = ClassRegistry()
            for type in [Message.self, Text.self, Bare.self, Other.self, Third.self] { registry.add(type) }
            ClassRegistry.withClasses(registry) {
                for model in [Other(), Bare(), Third(), Text()] {
                    let error = #expect(throws: ModelError.self) { try ModelDocument(encoding: [model]) }
                    #expect(error?.code == .duplicateClass)
                }
                for json in [#"[{"id":1}]"#, #"[{"type":"memo"}]"#] {
                    let error = #expect(throws: ModelError.self) { try Self.read([Message].self, json) }
                    #expect(error?.code == .duplicateClass)
                }
            }
        }

        @Model(tag: "type") class Aged: BaseModel {
            final var name = ""
        }
        @Model(untagged: true, version: 2) final class AgedBare: Aged {
            override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
                try object.set(.string("new"), at: ["name"])
            }
        }

        @Test("An object without a tag is migrated as one of its class")
        func migrated() throws {
            let list = try Self.read([Aged].self, #"[{"name":"x"},{"type":"odd","name":"y"},{"$version":2,"name":"z"}]"#)
            #expect(list.map(\.name) == ["new", "y", "z"])
            #expect(list[0] is AgedBare && list[0].classTag == nil)
            #expect(try Self.json(list[0]) == #"{"$version":2,"name":"new"}"#)
        }

        @Model(writtenDefaults: .omitted) final class Loose: BaseModel {
            var anything: Any?
            var other: Any? = NSNull()
        }

        @Test("A null in a property of type Any isn't the same as nil")
        func anyNull() throws {
            let loose = Loose()
            #expect(try Self.json(loose) == "{}")
            (loose.anything, loose.other) = (NSNull(), nil)
            #expect(try Self.json(loose) == #"{"anything":null,"other":null}"#)
            let back = try Self.read(Loose.self, #"{"anything":null}"#)
            #expect(back.anything is NSNull)
            #expect(try Self.json(back) == #"{"anything":null}"#)
        }
    }
#endif
