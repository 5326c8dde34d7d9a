import FastCoder
import Foundation
import JSONFormat
import ModelCore
import TestSupport
import Testing

#if Macros
    /// The code of the program's that runs, call by call.
    final class OwnCalls: @unchecked Sendable {
        @TaskLocal static var log: OwnCalls?
        var all: [String] = []

        static func note(_ call: String) { log?.all.append(call) }

        static func during<Result>(_ body: () throws -> Result) rethrows -> (result: Result, calls: [String]) {
            let calls = OwnCalls()
            return (try $log.withValue(calls, operation: body), calls.all)
        }
    }

    @propertyWrapper struct OwnWrapper<Value> {
        private var value: Value
        init(wrappedValue: Value) { value = wrappedValue }
        var wrappedValue: Value {
            get { value }
            set {
                OwnCalls.note("wrapped")
                value = newValue
            }
        }
    }

    struct OwnSpot: Codable, Equatable {
        var x = 0.0
        var label: String?
    }

    @Model enum OwnShape: Equatable { case empty, circle(radius: Double), label(String) }

    /// A type whose code is its own.
    struct OwnText: ModelValue, Equatable {
        var text = ""

        static func encode(_ value: OwnText, to encoder: ModelEncoder) throws {
            OwnCalls.note("encode \(value.text)")
            if value.text == "bad" { throw ModelError(.unrepresentableValue, "It is bad.") }
            try encoder.encode(value.text.isEmpty ? nil : "<\(value.text)>" as String?)
        }

        static func decode(from decoder: ModelDecoder) throws -> OwnText {
            let text = try decoder.decode(String?.self) ?? ""
            OwnCalls.note("decode \(text)")
            if text == "<worse>" { throw ModelError(.typeMismatch, "It is worse.").at(decoder.location) }
            return OwnText(text: String(text.dropFirst().dropLast()))
        }
    }

    /// A class whose properties nearly all have code of their own.
    @Model class OwnModel: BaseModel {
        final var name = ""
        final var observed = 0 { didSet { OwnCalls.note("observed") } }
        @OwnWrapper final var wrapped = ""
        final let constant = 7
        @Transform(.date(.secondsSince1970)) final var at = Date(timeIntervalSince1970: 0)
        @Transform(.older { (had: Bool) -> Int in had ? 1 : 0 }) final var older = 0
        final var tags: Set<String> = []
        final var shape = OwnShape.empty
        final var anything: Any?
        final var spot = OwnSpot()
        final var spots: [OwnSpot] = []
        @Lenient final var numbers: [Int] = []
        final var own = OwnText()
        final var owns: [OwnText] = []
        final weak var owner: OwnModel?
        final weak var root: BaseModel?
        @Key(path: "deep.text") final var deep = OwnText()
        final var child: OwnModel?
        final var children: [OwnModel] = []
        final var odd: OwnOdd?
        final var odds: [OwnOdd] = []
        final var named: [String: OwnOdd] = [:]
        @Key("last", aliases: ["final"]) final var last = 0
    }

    /// A subclass that awakes, and refuses some.
    @Model final class OwnHeir: OwnModel {
        var more = OwnText()

        override func awakeAfterDecoding() throws -> BaseModel {
            OwnCalls.note("awake \(name)")
            if name == "replaced" {
                let other = OwnHeir()
                other.name = "replacement"
                return other
            }
            if name == "refused" { throw ModelError(.typeMismatch, "It doesn't awake.") }
            return self
        }
    }

    /// A class that encodes and decodes itself.
    @Model class OwnOdd: BaseModel {
        final var number = 0
        final var inner: OwnModel?

        override func encode(with encoder: ModelEncoder) throws {
            OwnCalls.note("encode odd \(number)")
            try super.encode(with: encoder)
            try encoder.encode(number + 1, forKey: "next")
        }

        override func set(with decoder: ModelDecoder) throws {
            OwnCalls.note("set odd")
            try super.set(with: decoder)
            if let next = try decoder.decode(Int.self, forKey: "next"), next != number + 1 {
                throw ModelError(.typeMismatch, "\(next) isn't next to \(number).")
            }
        }
    }

    /// An object of another class takes the place of its instances.
    @Model final class OwnImpostor: OwnOdd {
        override func awakeAfterDecoding() throws -> BaseModel { OwnModel() }
    }

    @Model final class OwnDictionary: OwnOdd {
        override func set(with dictionary: [String: Any]) throws {
            OwnCalls.note("set dictionary")
            number = dictionary["number"] as? Int ?? -1
        }
    }

    extension OwnModel {
        static func random(
            _ generator: inout some RandomNumberGenerator, size: Int, shares: Bool = true
        ) -> OwnModel {
            func pick<Value>(_ values: [Value]) -> Value { values.randomElement(using: &generator)! }
            let model: OwnModel = Int.random(in: 0..<4, using: &generator) == 0 ? OwnHeir() : OwnModel()
            let texts = ["", "a", "b \u{E9}", "\"q\"", "$c"]
            model.name = pick(texts + ["replaced"])
            model.observed = pick([0, -1, .max])
            model.wrapped = pick(texts)
            model.at = Date(timeIntervalSince1970: pick([0, 1.5, -1e9]))
            model.older = pick([0, 1])
            model.tags = pick([[], ["a"], Set(texts)])
            model.shape = pick([.empty, .circle(radius: 0.5), .label("l")])
            model.anything = pick([nil, 1, "t", [1, "x", [true]], ["k": ["l": 2.5]], NSNull()] as [Any?])
            model.spot = pick([OwnSpot(), OwnSpot(x: -1, label: "s")])
            model.spots = pick([[], [OwnSpot(x: 1, label: nil), OwnSpot(x: 2, label: "t")]])
            model.numbers = pick([[], [1, 2]])
            model.own = OwnText(text: pick(texts))
            model.owns = pick([[], [OwnText(text: "x"), OwnText(text: "y")]])
            model.deep = OwnText(text: pick(["d", "e"]))
            model.last = pick([0, 9])
            (model as? OwnHeir)?.more = OwnText(text: pick(texts))
            guard size > 0 else { return model }
            func odd() -> OwnOdd {
                let odd = pick([OwnOdd(), OwnDictionary()])
                odd.number = pick([1, 2])
                if pick([true, false, false]) { odd.inner = random(&generator, size: size - 2, shares: shares) }
                return odd
            }
            if pick([true, false]) { model.child = random(&generator, size: size - 1, shares: shares) }
            for _ in 0..<pick([0, 0, 1, 2]) { model.children.append(random(&generator, size: size - 2, shares: shares)) }
            if pick([true, false]) { model.odd = odd() }
            for _ in 0..<pick([0, 1, 2]) {
                model.odds.append(odd())
                model.named[pick(["m", "n"])] = odd()
            }
            if let child = model.child, pick([shares, false, false]) { model.children.append(child) }
            child(of: model)?.owner = model
            child(of: model)?.root = pick([nil, model])
            return model
        }

        private static func child(of model: OwnModel) -> OwnModel? { model.child ?? model.children.first }
    }

    /// Code of the program's runs on the direct way as on the document's: for the same values, in the same order, once.
    @Suite("Own code on the direct way")
    struct OwnCodeTests {
        typealias Format = DirectWayTests.Format

        private static let formats = Format.all.filter(\.hasParts)
        private static let json = formats.filter { $0.provider is JSONFormat }

        @Test("The same bytes, values and calls", arguments: formats)
        func random(_ format: Format) throws {
            var generator = SeededGenerator(seed: 47)
            var (written, read) = (0, 0)
            for _ in 0..<500 {
                let shares = Bool.random(using: &generator)
                let model = OwnModel.random(&generator, size: 3, shares: shares)
                // A root of a subclass goes by way of a document.
                guard type(of: model) == OwnModel.self else { continue }
                let direct = try OwnCalls.during { try format.provider.encodeDirectly(model, as: format.format) }
                let whole = try OwnCalls.during { try format.byDocument(model) }
                if try expectSame(whole.result, format, isInOrder: format.name == "JSON") { read += 1 }
                // A weak reference may lead to what comes later.
                guard let content = direct.result else { continue }
                written += 1
                #expect(content == whole.result, "\(whole.result.count)")
                // The code of an object in several places runs for each, and in the order in which keys are written.
                if !shares { #expect(direct.calls.sorted() == whole.calls.sorted()) }
                if !shares, format.name == "JSON" { #expect(direct.calls == whole.calls) }
            }
            // In formats with references, objects with unknown keys are a matter of the document's way.
            #expect(written > 370 && read > (format.isGraph ? 270 : 370), "\(written), \(read)")
        }

        /// Reads a file on both ways, and expects the same.
        ///
        /// - Returns: True if it is read directly.
        @discardableResult
        private func expectSame(_ content: Data, _ format: Format, isInOrder: Bool = false) throws -> Bool {
            let direct = OwnCalls.during {
                Result { try format.provider.decodeDirectly(OwnModel.self, from: content, as: format.format) }
            }
            let whole = OwnCalls.during { Result { try format.byDocument(OwnModel.self, content) } }
            let text = String(decoding: content, as: UTF8.self)
            switch (direct.result, whole.result) {
            case (.success(let model?), .success(let other)):
                #expect(try Self.everything(in: model) == Self.everything(in: other), "\(text)")
                // Code that isn't a setter's runs in the order of the file's keys.
                #expect(
                    isInOrder ? direct.calls == whole.calls : direct.calls.sorted() == whole.calls.sorted(), "\(text)")
                return true
            case (.success(nil), _): return false
            case (.failure(let error), .failure(let other)):
                #expect("\(error)" == "\(other)", "\(text)")
                return true
            case (let direct, let whole):
                Issue.record("directly: \(direct), by way of a document: \(whole)\n\(text)")
                return false
            }
        }

        private static func everything(in model: OwnModel) throws -> Data {
            try FastCoder().encodeByDocument(model, as: .fastCoding)
        }

        @Test("A damaged file is read as by way of a document, or with the same error", arguments: formats)
        func damaged(_ format: Format) throws {
            var generator = SeededGenerator(seed: 48)
            var read = 0
            for _ in 0..<300 {
                let content = try format.byDocument(OwnModel.random(&generator, size: 2))
                for _ in 0..<10 {
                    let damaged = DirectWayTests.damaged(content, &generator)
                    if try expectSame(damaged, format) { read += 1 }
                }
            }
            #expect(read > 100)
        }

        @Test(
            "What isn't as expected, behind values whose code has run",
            arguments: [
                // Aliases, unknown keys, other classes, nulls, other kinds of values, the order of the keys.
                #"{"own":"<a>","final":3}"#, #"{"child":{"own":"<a>","final":3,"name":"n"},"own":"<b>"}"#,
                #"{"own":"<a>","more":1,"name":"n","deep":{"text":"<d>","x":1}}"#,
                #"{"children":[{"own":"<a>"},{"$class":"OwnHeir","more":"<m>","name":"h"},{"own":"<b>","$class":"OwnHeir"}]}"#,
                #"{"own":null,"observed":null,"wrapped":null,"anything":null,"spot":null,"tags":null,"owns":null}"#,
                #"{"observed":"5","older":true,"at":1,"wrapped":7,"last":"9","own":"<a>"}"#,
                #"{"last":1,"odds":[{"next":3,"number":2}],"own":"<a>","name":"n"}"#,
                #"{"own":"<a>","name":1.0e2,"child":{"own":"<b>","last":1.0}}"#,
                // Errors, and what comes before them.
                #"{"own":"<a>","children":[{"own":"<b>"},{"own":"<worse>"}]}"#,
                #"{"own":"<a>","children":[{"own":"<b>"},5]}"#, #"{"own":"<a>","odds":[{"next":7}]}"#,
                #"{"own":"<a>","children":[{"name":"n"},{"$class":"OwnHeir","name":"refused"}]}"#,
                #"{"named":{"a":{},"b":{"next":9}}}"#, #"{"own":"<a>","own":"<b>"}"#,
                #"{"child":{"own":"<a>","child":{"own":[1]}}}"#, #"{"own":"<a>","child":{"own":"<b>","last":"x"}}"#,
                #"{"odd":{"$class":"OwnImpostor","number":1}}"#, #"{"odds":[{"number":1},{"$class":"OwnImpostor"}]}"#,
                #"{"deep":{"text":"<worse>"}}"#, #"{"deep":5,"own":"<a>"}"#, #"{"own":"<a>","child":{"$class":"OwnOdd"}}"#,
                #"{"own":"<a>","last":1,"final":2}"#, #"{"own":"<a>" "unknown":1}"#, #"{"odds":[{"inner":null}],"own":"<a>","odd":null}"#, #"{"children":[{"name":"n" "x":1}]}"#, #"{"shape":{"circle":{"radius":"x"}}}"#,
                #"{"spots":[{"x":1},{"x":"y"}]}"#, #"{"numbers":[1,"x"]}"#, #"{"own":"<a>"} 5"#,
            ])
        func unexpected(_ text: String) throws {
            for format in Self.json { try expectSame(Data(text.utf8), format) }
        }

        @Test("Setters are called in the order of the declaration, whatever the file's is")
        func setters() throws {
            let keys = [#""a":1"#, #""b":"2""#, #""c":3"#, #""d":null"#, #""e":5"#]
            for rotation in 0..<5 {
                for reverses in [false, true] {
                    let rotated = Array(keys[rotation...] + keys[..<rotation])
                    let text = "{\((reverses ? rotated.reversed() : rotated).joined(separator: ","))}"
                    let content = Data(#"{"all":[{"b":7},\#(text)]}"#.utf8)
                    let (read, calls) = try OwnCalls.during {
                        try #require(try JSONFormat().decodeDirectly(OwnSetters.self, from: content, as: .json))
                    }
                    #expect(calls == ["b 7", "a 1", "b 2", "d nil", "e 5"], "\(text)")
                    #expect(read.all[1].c == 3)
                }
            }
        }

        @Test("The errors of encoding have the path", arguments: formats.filter { $0.name == "JSON" })
        func encodingErrors(_ format: Format) throws {
            let model = OwnModel()
            model.children = [OwnModel(), OwnModel()]
            model.children[1].odd = OwnOdd()
            model.children[1].odd?.inner = OwnModel()
            func expectSame(_ path: String) throws {
                let direct = OwnCalls.during {
                    Result { try format.provider.encodeDirectly(model, as: format.format) }
                }
                guard case .failure(let error) = direct.result else {
                    Issue.record("\(direct)")
                    return
                }
                let other = try #require(#expect(throws: ModelError.self) { try format.byDocument(model) })
                #expect("\(error)" == "\(other)" && other.path.description == path)
            }
            model.children[1].odd?.inner?.owns = [OwnText(text: "good"), OwnText(text: "bad")]
            try expectSame("children[1].odd.inner.owns[1]")
            model.children[1].own = OwnText(text: "bad")
            try expectSame("children[1].own")
            model.children[0].deep = OwnText(text: "bad")
            try expectSame("children[0].deep.text")
            model.child = model.children[0]
            try expectSame("child.deep.text")
        }

        @Test("A model that its own code changes while it is written")
        func changes() throws {
            let root = OwnChanging()
            root.parts = (0..<20).map { OwnPart($0) }
            root.place = OwnPlace(part: OwnPart(20), text: String(repeating: "a text of its own ", count: 10))
            for part in root.parts + [root.place?.part].compactMap(\.self) { part.root = root }
            let content = try JSONFormat().encode(root)
            #expect(String(decoding: content, as: UTF8.self).contains("a text of its own"))
            let text = String(decoding: content, as: UTF8.self)
            #expect(root.parts.isEmpty && root.place == nil && text.contains(#""number":19"#))
        }

        @Test("Weak references to the object around, and objects that code themselves, in one file", arguments: formats)
        func ways(_ format: Format) throws {
            let book = OwnBook()
            book.pages = (0..<3).map { number in
                let page = OwnPage()
                (page.number, page.note, page.odd) = (number, OwnNote(), OwnOdd())
                page.note?.word = "w"
                page.note?.owner = page
                page.odd?.number = number
                return page
            }
            book.version.pages = [book.pages[1]]
            let content = try #require(format.direct(book))
            #expect(try content == format.byDocument(book))
            let back = try #require(format.direct(OwnBook.self, content))
            #expect(back.pages.map(\.number) == [0, 1, 2] && back.pages.allSatisfy { $0.note?.word == "w" })
            #expect(back.pages.allSatisfy { format.isGraph ? $0.note?.owner === $0 : $0.note?.owner == nil })
            #expect(back.pages.map { $0.odd?.number } == [0, 1, 2])
            #expect((back.version.pages.first === back.pages[1]) == format.isGraph)
        }

        @Test("A repeated object is written again, and a cycle is an error")
        func repetition() throws {
            let inner = OwnModel()
            inner.own = OwnText(text: "i")
            let outer = OwnModel()
            (outer.child, outer.children) = (inner, [inner, OwnModel(), inner])
            #expect(try JSONFormat().encodeDirectly(outer, as: .json) == JSONFormat().encodeByDocument(outer, as: .json))
            inner.child = outer
            defer { inner.child = nil }
            #expect { try JSONFormat().encode(outer) } throws: { ($0 as? ModelError)?.code == .cycle }
        }
    }

    @Model final class OwnSetters: BaseModel {
        var all: [OwnSetter] = []
    }

    @Model final class OwnSetter: BaseModel {
        var a = 0 { didSet { OwnCalls.note("a \(a)") } }
        var b = 0 { didSet { OwnCalls.note("b \(b)") } }
        var c = 0
        var d: Int? = 4 { didSet { OwnCalls.note("d \(d.map { "\($0)" } ?? "nil")") } }
        var e = 0 { didSet { OwnCalls.note("e \(e)") } }
    }

    /// A model whose parts remove all parts when one of them is encoded.
    @Model final class OwnChanging: BaseModel {
        var place: OwnPlace?
        var parts: [OwnPart] = []
    }

    @Model struct OwnPlace {
        var part: OwnPart?
        var text = ""
    }

    @Model final class OwnNote: BaseModel {
        var word = ""
        weak var owner: BaseModel?
    }

    @Model final class OwnPage: BaseModel {
        var number = 0
        var note: OwnNote?
        var odd: OwnOdd?
    }

    @Model(version: 3) final class OwnEdition: BaseModel {
        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {}
        var pages: [OwnPage] = []
    }

    @Model final class OwnBook: BaseModel {
        var version = OwnEdition()
        var pages: [OwnPage] = []
    }

    @Model final class OwnPart: BaseModel {
        var number = 0
        var text: OwnRemover { OwnRemover(root: root, removesParts: number < 20) }
        @Transient weak var root: OwnChanging?

        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [ModelProperty("text", \OwnPart.text), ModelProperty("number", \OwnPart.number)]
        }

        convenience init(_ number: Int) {
            self.init()
            self.number = number
        }
    }

    struct OwnRemover: ModelValue {
        var root: OwnChanging?
        var removesParts = false

        static func encode(_ value: OwnRemover, to encoder: ModelEncoder) throws {
            value.root?.place = nil
            // The place's part comes first.
            if value.removesParts { value.root?.parts = [] }
            try encoder.encode(true)
        }

        static func decode(from decoder: ModelDecoder) throws -> OwnRemover {
            _ = try decoder.decode(Bool.self)
            return OwnRemover()
        }
    }
#endif
