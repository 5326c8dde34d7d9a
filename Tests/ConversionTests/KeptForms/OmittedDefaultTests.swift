import FastCoder
import Foundation
import JSONFormat
import KeyedArchive
import ModelCore
import PlistFormat
import Testing

#if Macros
/// Properties that are omitted because they have their defaults.
@Suite("Omitted defaults")
struct OmittedDefaultTests {
    enum Level: String, ModelValue { case low, high }

    @Model("OmittedPart") final class Part: BaseModel {
        var number = 0
    }

    @Model("OmittedAll", writtenDefaults: .omitted) final class All: BaseModel {
        var text = "text"
        var count = 3
        var wide: UInt64 = .max
        var price = Decimal(string: "1.5")!
        var real = 0.5
        var flag = true
        var level = Level.low
        var note: String?
        var known: String? = "known"
        var date: Date? = Date(timeIntervalSince1970: 5)
        var words = ["a", "b"]
        var numbers: [Int] = []
        var optional: [Int]?
        var entries = ["a": 1]
        var set: Set<Int> = [1]
        var parts: [Part] = []
        var part: Part?
        var watched = 1 { didSet {} }
    }

    private static let formats = [FileFormat.json, .fastCoding, .xmlPropertyList, .keyedArchive]

    @Test("An object with all defaults has no key, again and again", arguments: formats)
    func all(format: FileFormat) throws {
        let provider = try FormatRegistry.current.provider(for: format)
        let content = try provider.encode([All(), All(), All()], as: format)
        let document = try provider.decode(ModelDocument.self, from: content, as: format)
        #expect(document.root.elements.count == 3)
        for object in document.root.elements { #expect(object.keys.filter { $0 != "$class" } == []) }
        let back = try provider.decode([All].self, from: content, as: format)
        #expect(back.count == 3 && back[2].words == ["a", "b"] && back[2].known == "known")
    }

    @Test("Every other value is written, and comes back", arguments: formats)
    func others(format: FileFormat) throws {
        let provider = try FormatRegistry.current.provider(for: format)
        let changes: [(String, (All) -> Void, (All) -> Bool)] = [
            ("text", { $0.text = "Text" }, { $0.text == "Text" }),
            ("text", { $0.text = "" }, { $0.text == "" }),
            ("count", { $0.count = 4 }, { $0.count == 4 }),
            ("wide", { $0.wide = 1 }, { $0.wide == 1 }),
            ("price", { $0.price = 2 }, { $0.price == 2 }),
            ("real", { $0.real = -0.0 }, { $0.real == 0 && $0.real.sign == .minus }),
            ("flag", { $0.flag = false }, { !$0.flag }),
            ("level", { $0.level = .high }, { $0.level == .high }),
            ("note", { $0.note = "" }, { $0.note == "" }),
            ("known", { $0.known = nil }, { $0.known == nil }),
            ("known", { $0.known = "k" }, { $0.known == "k" }),
            ("date", { $0.date = Date(timeIntervalSince1970: 6) }, { $0.date?.timeIntervalSince1970 == 6 }),
            ("date", { $0.date = nil }, { $0.date == nil }),
            ("words", { $0.words = ["b", "a"] }, { $0.words == ["b", "a"] }),
            ("words", { $0.words = [] }, { $0.words == [] }),
            ("numbers", { $0.numbers = [1] }, { $0.numbers == [1] }),
            ("optional", { $0.optional = [] }, { $0.optional == [] }),
            ("entries", { $0.entries = ["a": 2] }, { $0.entries == ["a": 2] }),
            ("entries", { $0.entries = [:] }, { $0.entries == [:] }),
            ("set", { $0.set = [2] }, { $0.set == [2] }),
            ("parts", { $0.parts = [Part()] }, { $0.parts.count == 1 }),
            ("part", { $0.part = Part() }, { $0.part != nil }),
            ("watched", { $0.watched = 2 }, { $0.watched == 2 }),
        ]
        for (key, change, isBack) in changes {
            let object = All()
            change(object)
            let content = try provider.encode([All(), object, All()], as: format)
            let keys = try provider.decode(ModelDocument.self, from: content, as: format).root.elements.map { $0.keys.filter { $0 != "$class" } }
            #expect(keys == [[], [key], []], "\(format)")
            #expect(isBack(try provider.decode([All].self, from: content, as: format)[1]), "\(key) in \(format)")
        }
    }
}
#endif
