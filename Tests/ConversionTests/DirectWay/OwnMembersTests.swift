import FastCoder
import Foundation
import JSONFormat
import KeyedArchive
import ModelCore
import PlistFormat
import TestSupport
import Testing

#if Macros
    /// A class whose code encodes what a test says, in any order.
    @Model class Scripted: BaseModel {
        final var name = ""
        final var firstName: String?
        final var own = OwnText()
        final var child: Scripted?
        final var children: [Scripted] = []
        final weak var owner: Scripted?
        @Transient final var script: [Step] = [.properties]

        enum Step: CaseIterable {
            case properties, number, text, none, nested, elements, keys, any, reference, model, literal, literals, date
            case identifier, own
            // Seldom: what is an error, or means something else by way of a document.
            case noNumber, infinite, many, itself, property, styled, mark, failure, caught, other, otherOwn, open, keyless, ended, changed
        }

        override func encode(with encoder: ModelEncoder) throws {
            OwnCalls.note("encode \(name)")
            for (index, step) in script.enumerated() { try run(step, "key\(index)", encoder) }
        }

        private func run(_ step: Step, _ key: String, _ encoder: ModelEncoder) throws {
            switch step {
            case .properties: try super.encode(with: encoder)
            case .number: try encoder.encode(name.count, forKey: key)
            case .text: try encoder.encode("\u{E9} \"\(name)\"", forKey: key)
            case .none: try encoder.encode(Int?.none, forKey: key)
            case .nested: try encoder.encode(["a": ["b": [1, 2]]], forKey: key)
            case .elements: try encoder.encode(Set(["y", "x"]), forKey: key)
            case .keys: try encoder.encode([5: name, 7: "x"], forKey: key)
            case .any: try encoder.encodeAny([1, "t", NSNull(), ["k": 2.5]] as [Any], forKey: key)
            case .reference: try encoder.encodeWeak(child, forKey: ModelKey(key))
            case .model: try encoder.encode(children.first, forKey: key)
            // One literal with values of two types, and in two places.
            case .literal: try encoder.encode(name.count, forKey: "literal")
            case .literals:
                try encoder.encode(firstName, forKey: "optional")
                try encoder.encode(name.isEmpty ? nil : name, forKey: "text", isNilDefault: false)
                if name.isEmpty {
                    try encoder.encode(2.5, forKey: "literal")
                } else {
                    try encoder.encode([name], forKey: "literal")
                }
            case .date: try encoder.encode(Date(timeIntervalSinceReferenceDate: 0.5), forKey: key)
            case .identifier: try encoder.encode([UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!], forKey: key)
            case .own: try encoder.encode([own], forKey: key)
            case .noNumber: try encoder.encode([1, Double.nan], forKey: key)
            case .infinite: try encoder.encode(Optional(Double.infinity), forKey: key)
            case .many: for index in 0..<70 { try encoder.encode(index, forKey: "\(key) \(index)") }
            case .itself: try encoder.encode(self, forKey: key)
            case .property: try encoder.encode(name, forKey: "name")
            case .styled: try encoder.encode(name, forKey: "first_name")
            case .mark: try encoder.encode("Scripted", forKey: "$class")
            case .failure: throw CocoaError(.featureUnsupported)
            case .caught: try? encoder.encode(OwnText(text: "bad"), forKey: key)
            case .other:
                let other = OwnOdd()
                other.number = 3
                try other.encode(with: encoder)
            case .otherOwn: try child?.encode(with: encoder)
            case .open:
                try encoder.encodeKey(key)
                try encoder.beginArray()
            case .keyless: try encoder.encode(5)
            case .ended: try encoder.end()
            case .changed:
                name += "+"
                defer { name.removeLast() }
                try super.encode(with: encoder)
            }
        }
    }

    /// A subclass without code of its own.
    @Model final class ScriptedHeir: Scripted {
        var more = 1
    }

    /// A class whose code decodes what a test says, in any order.
    @Model class ScriptedReader: BaseModel {
        final var name = ""
        final var firstName: String?
        @Key("n", aliases: ["count"]) final var number = 0
        final var own = OwnText()
        final var child: ScriptedReader?
        final var children: [ScriptedReader] = []
        @Transient final var asked: [String] = []

        enum Step: CaseIterable {
            case properties, key, absent, nested, model
            // Seldom: what needs more of the object than is left of it.
            case property, renamed, alias, null, keys, again, failure, caught, other, place, keyless
        }

        @TaskLocal static var script: [Step] = [.properties]

        override func set(with decoder: ModelDecoder) throws {
            OwnCalls.note("set \(type(of: self))")
            for step in Self.script { try run(step, decoder) }
        }

        private func run(_ step: Step, _ decoder: ModelDecoder) throws {
            func ask<Value: ModelValue>(_ type: Value.Type, _ key: ModelKey) throws {
                asked.append("\(key.stringValue): \(String(describing: try decoder.decode(type, forKey: key)))")
            }
            switch step {
            case .properties, .again: try super.set(with: decoder)
            case .key: try ask(Int.self, "extra")
            case .absent: try ask(String.self, "absent")
            case .nested: try ask([String: [Int]].self, "nested")
            case .model: asked.append("odd \(try decoder.decode(OwnOdd.self, forKey: "odd")?.number ?? -1)")
            case .property: try ask(String.self, "name")
            case .renamed: try ask(Int.self, "number")
            case .alias: try ask(Int.self, "count")
            case .null: try ask(Int?.self, "null")
            case .keys: asked.append("\(try decoder.objectKeys())")
            case .failure: throw CocoaError(.featureUnsupported)
            case .caught: _ = try? decoder.decode(OwnText.self, forKey: "worse")
            case .other: try OwnOdd().set(with: decoder)
            case .place: asked.append("\(decoder.location?.line ?? 0) \(decoder.location?.column ?? 0)")
            case .keyless: _ = try? decoder.decode(Int.self)
            }
        }
    }

    /// A subclass without code of its own.
    @Model final class ScriptedReaderHeir: ScriptedReader {
        var more = 1

        override func awakeAfterDecoding() throws -> BaseModel {
            OwnCalls.note("awake \(name) \(asked)")
            return self
        }
    }

    @Model final class ScriptedShelf: BaseModel {
        var all: [ScriptedReader] = []
        var last: ScriptedReader?
        var texts: [String] { all.flatMap(\.asked) + (last?.asked ?? []) }
    }

    @Model final class ScriptedRoot: BaseModel {
        var all: [Scripted] = []
        var last: Scripted?
    }

    extension Scripted {
        static func random(_ generator: inout SeededGenerator, size: Int) -> Scripted {
            let model = Int.random(in: 0..<4, using: &generator) == 0 ? ScriptedHeir() : Scripted()
            model.name = ["", "a", "\u{E9}"].randomElement(using: &generator)!
            model.firstName = [nil, "first"].randomElement(using: &generator)!
            model.own = OwnText(text: ["t", "bad", "u", "v", "w"].randomElement(using: &generator)!)
            if model.own.text == "bad", Bool.random(using: &generator) { model.own.text = "good" }
            let common = Step.allCases[..<15]
            model.script = (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
                Int.random(in: 0..<12, using: &generator) == 0
                    ? Step.allCases.randomElement(using: &generator)! : common.randomElement(using: &generator)!
            }
            if !model.script.contains(.properties), !model.script.contains(.changed) {
                model.script.insert(.properties, at: Int.random(in: 0...model.script.count, using: &generator))
            }
            guard size > 0 else { return model }
            if Bool.random(using: &generator) { model.child = random(&generator, size: size - 1) }
            for _ in 0..<Int.random(in: 0..<3, using: &generator) {
                model.children.append(random(&generator, size: size - 2))
            }
            if let child = model.child, Int.random(in: 0..<4, using: &generator) == 0 { model.children.append(child) }
            model.child?.owner = model
            return model
        }
    }

    /// An object whose class's code encodes members beside its properties is written member by member.
    @Suite("Members of objects that encode themselves")
    struct OwnMembersTests {
        typealias Format = DirectWayTests.Format

        private static let formats = [
            Format(provider: JSONFormat(), format: .json, name: "JSON"),
            Format(
                provider: JSONFormat(writing: [.prettyPrinted], keys: .snakeCase), format: .json,
                name: "JSON in a style"),
            Format(provider: JSONFormat(writing: [.sortedKeys]), format: .json, name: "sorted JSON"),
            Format(provider: PlistFormat(), format: .binaryPropertyList, name: "binary list"),
            Format(provider: PlistFormat(), format: .xmlPropertyList, name: "XML list"),
            Format(provider: KeyedArchive(), format: .keyedArchive, name: "archive", isGraph: true),
            Format(provider: FastCoder(), format: .fastCoding, name: "FastCoding", isGraph: true),
        ]

        @Test("The same bytes, errors and calls as by way of a document", arguments: formats)
        func random(_ format: Format) throws {
            var generator = SeededGenerator(seed: 53)
            var (written, failed) = (0, 0)
            for _ in 0..<1500 {
                let root = ScriptedRoot()
                for _ in 0..<Int.random(in: 0..<3, using: &generator) {
                    root.all.append(Scripted.random(&generator, size: 2))
                }
                root.last = Scripted.random(&generator, size: 3)
                if try expectSame(root, format, &failed) { written += 1 }
                if let last = root.last, type(of: last) == Scripted.self { _ = try expectSame(last, format, &failed) }
            }
            #expect(written > 350 && failed > 200, "\(written), \(failed)")
        }

        private func expectSame<Value: BaseModel>(_ value: Value, _ format: Format, _ failed: inout Int) throws -> Bool
        {
            let direct = OwnCalls.during {
                Result { try format.provider.encodeDirectly(value, as: format.format) }
            }
            let whole = OwnCalls.during { Result { try format.byDocument(value) } }
            switch (direct.result, whole.result) {
            case (.success(nil), _): return false
            case (.success(let content?), .success(let other)):
                #expect(
                    content == other,
                    "\(String(decoding: content, as: UTF8.self))\n\(String(decoding: other, as: UTF8.self))")
                return true
            case (.failure(let error), .failure(let other)):
                // Of several errors, the direct way meets those of what it has written first.
                if "\(error)" == "\(other)" { failed += 1 }
                return false
            case (let direct, let whole):
                Issue.record("directly: \(direct), by way of a document: \(whole)")
                return false
            }
        }

        /// The text of an object for ``ScriptedReader``.
        private static func text(_ generator: inout SeededGenerator, size: Int) -> String {
            func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &generator)] }
            func inner() -> String { text(&generator, size: size - 1) }
            var members = [
                #""name":"\#(pick(["", "a", "\u{E9}"]))""#,
                pick([#""n":5"#, #""count":6"#, #""n":"7""#, #""n":null"#]),
                pick([#""extra":1"#, #""extra":"2""#, #""extra":null"#, #""extra":8.0"#]), #""own":"<t>""#,
            ]
            for (oneIn, member) in [
                (2, #""nested":{"a":[1,2]}"#), (2, #""odd":{"number":1,"next":2}"#), (4, #""null":null"#),
                (3, #""firstName":"first""#), (4, #""unknown":{"x":[true]}"#), (8, #""worse":"<worse>""#),
                (12, #""name":"again""#), (12, #""name":5"#), (12, #""own":"<worse>""#), (12, #""$class":"Other""#),
            ] where Int.random(in: 0..<oneIn, using: &generator) == 0 { members.append(member) }
            if size > 0 {
                if Bool.random(using: &generator) { members.append(#""child":\#(inner())"#) }
                members.append(
                    #""children":[\#((0..<Int.random(in: 0..<3, using: &generator)).map { _ in inner() }.joined(separator: ", "))]"#
                )
            }
            members.shuffle(using: &generator)
            let heir = pick([false, false, true]) ? #""$class":"ScriptedReaderHeir","more":2,"# : ""
            return "{\(heir)\(members.joined(separator: pick([",", ", "])))}"
        }

        @Test("The same values, errors and calls as by way of a document")
        func randomReading() throws {
            var generator = SeededGenerator(seed: 54)
            var (read, failed) = (0, 0)
            for _ in 0..<3000 {
                var script = (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
                    Int.random(in: 0..<6, using: &generator) == 0
                        ? ScriptedReader.Step.allCases.randomElement(using: &generator)!
                        : ScriptedReader.Step.allCases[..<5].randomElement(using: &generator)!
                }
                if Int.random(in: 0..<20, using: &generator) > 0 {
                    script.insert(.properties, at: Bool.random(using: &generator) ? 0 : script.count)
                }
                let all = (0..<Int.random(in: 0..<3, using: &generator)).map { _ in Self.text(&generator, size: 2) }
                var content = Data(
                    #"{"all":[\#(all.joined(separator: ","))],"last":\#(Self.text(&generator, size: 1))}"#.utf8)
                if Int.random(in: 0..<5, using: &generator) == 0 {
                    content = DirectWayTests.damaged(content, &generator)
                }
                let (isRead, hasFailed) = try ScriptedReader.$script.withValue(script) {
                    try expectSame(ScriptedShelf.self, content, "\(script)")
                }
                if isRead { read += 1 }
                if hasFailed { failed += 1 }
                _ = try ScriptedReader.$script.withValue(script) {
                    try expectSame(ScriptedReader.self, Data(Self.text(&generator, size: 1).utf8), "\(script)")
                }
            }
            #expect(read > 500 && failed > 30, "\(read), \(failed)")
        }

        private func expectSame<Value: BaseModel>(
            _ type: Value.Type, _ content: Data, _ script: String
        ) throws -> (isRead: Bool, hasFailed: Bool) {
            let direct = OwnCalls.during { Result { try JSONFormat().decodeDirectly(type, from: content, as: .json) } }
            let whole = OwnCalls.during { Result { try JSONFormat().decodeByDocument(type, from: content, as: .json) } }
            let text = "\(script) \(String(decoding: content, as: UTF8.self))"
            switch (direct.result, whole.result) {
            case (.success(nil), _): return (false, false)
            case (.success(let value?), .success(let other)):
                #expect(try DirectWayTests.everything(in: value) == DirectWayTests.everything(in: other), "\(text)")
                #expect((value as? ScriptedShelf)?.texts == (other as? ScriptedShelf)?.texts, "\(text)")
                // By way of a document, the properties may come in the order of their declaration.
                #expect(direct.calls.sorted() == whole.calls.sorted(), "\(text)")
                return (true, false)
            case (.failure(let error), .failure(let other)):
                // Of several errors, the direct way meets the first in the file.
                return (false, "\(error)" == "\(other)")
            case (let direct, let whole):
                Issue.record("directly: \(direct), by way of a document: \(whole)\n\(text)")
                return (false, false)
            }
        }

        @Test("A class's code at the root leaves what is in its properties on the direct way")
        func root() throws {
            let root = Scripted()
            root.script = [.number, .properties, .nested]
            root.children = (0..<3).map { index in
                let child = Scripted()
                child.name = "\(index)"
                child.script = index == 1 ? [.properties] : [.text, .properties]
                return child
            }
            let (content, calls) = try OwnCalls.during {
                try #require(try JSONFormat().encodeDirectly(root, as: .json))
            }
            #expect(
                String(decoding: content, as: UTF8.self) == """
                    {"key0":0,"name":"","own":null,"children":[{"key0":"\u{E9} \\"0\\"","name":"0","own":null,\
                    "children":[]},{"name":"1","own":null,"children":[]},\
                    {"key0":"\u{E9} \\"2\\"","name":"2","own":null,"children":[]}],"key2":{"a":{"b":[1,2]}}}
                    """)
            #expect(
                calls == ["encode ", "encode ", "encode 0", "encode ", "encode 1", "encode ", "encode 2", "encode "])
        }
    }
#endif
