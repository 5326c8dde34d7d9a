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
            case properties, number, text, none, nested, elements, keys, any, reference, model
            // Seldom: what is an error, or means something else by way of a document.
            case itself, property, styled, mark, failure, caught, other, otherOwn, open, keyless, ended, changed
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
            let common = Step.allCases[..<10]
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
