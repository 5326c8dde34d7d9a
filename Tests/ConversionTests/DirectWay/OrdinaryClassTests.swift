import Foundation
import JSONFormat
@testable import ModelCore
import TestSupport
import Testing

#if Macros
    /// Classes as people declare them: not final, listed by hand, with overridden and observed properties.
    @Suite("Ordinary classes")
    struct OrdinaryClassTests {
        typealias Format = DirectWayTests.Format

        private static func fill(_ record: OpenRecord) {
            record.title = "t"
            record.count = 3
        }

        @Test(
            "Classes whose properties are all stored are written and read straight from memory",
            arguments: Format.all)
        func stored(_ format: Format) throws {
            func check<Record: OpenRecord>(_ type: Record.Type, _ change: (Record) -> Void = { _ in }) throws {
                let record = Record()
                Self.fill(record)
                change(record)
                let content = try #require(format.direct(record), "\(type)")
                #expect(try content == format.byDocument(record), "\(type)")
                let back = try #require(format.direct(type, content), "\(type)")
                #expect(back.title == "t" && back.count == 3, "\(type)")
                #expect(try format.byDocument(back) == content, "\(type)")
            }
            try check(OpenRecord.self)
            try check(PlainHeir.self) { $0.note = "n" }
            try check(TouchingHeir.self) { $0.note = "n" }
            try check(HeirByHand.self) { $0.note = "n" }
            try check(SilentHeir.self)
            let sealed = SealedRecord()
            sealed.title = "s"
            let content = try #require(format.direct(sealed))
            #expect(format.direct(SealedRecord.self, content)?.title == "s")
        }

        @Test("The code of an overridden property runs, whoever overrides it", arguments: Format.all)
        func overridden(_ format: Format) throws {
            func check<Record: OpenRecord & Observing>(_ type: Record.Type) throws {
                let record = Record()
                Self.fill(record)
                record.events = []
                let content = try format.provider.encode(record, as: format.format)
                let back = try format.provider.decode(type, from: content, as: format.format)
                #expect(back.title == "t!" && back.count == 3, "\(type)")
                #expect(back.events == ["t"], "\(type)")
            }
            try check(ObservingHeir.self)
            try check(HeirOfObserving.self)
            try check(ObservingByHand.self)
            try check(HeirOfObservingByHand.self)
        }

        @Test("Only an overridden property is reached by accessors")
        func layout() {
            func stored(_ type: BaseModel.Type) -> [String] {
                zip(ModelClass.of(type).rows.steps, type.modelProperties)
                    .compactMap { $0.offset >= 0 ? $1.name : nil }
            }
            #expect(stored(OpenRecord.self) == ["title", "count"])
            #expect(stored(TouchingHeir.self) == ["title", "count", "note"])
            #expect(stored(HeirByHand.self) == ["title", "count", "note"])
            #expect(stored(ObservingHeir.self) == ["count"])
            #expect(stored(HeirOfObserving.self) == ["count", "note"])
            // Nothing tells which property a class without the macro overrides.
            #expect(stored(ObservingByHand.self) == [])
            #expect(stored(HeirOfObservingByHand.self) == ["note"])
            #expect(stored(SealedRecord.self) == ["title", "count"])
            #expect(stored(ObservedByHand.self) == ["plain", "fixed"])
        }

        @Test("The methods that a class without the macro overrides")
        func methods() {
            func overrides(_ type: BaseModel.Type) -> ModelClass.Overrides { ModelClass.of(type).overrides }
            #expect(overrides(OpenRecord.self) == [])
            #expect(overrides(SilentHeir.self) == [])
            #expect(overrides(EncodingByHand.self) == .encodeWithEncoder)
            #expect(overrides(DecodingByHand.self) == [.setWithDecoder, .encodeWithEncoder])
            #expect(overrides(SettingByHand.self) == .setWithDictionary)
            #expect(overrides(AwakingByHand.self) == .awakeAfterDecoding)
            #expect(overrides(HeirOfEncodingByHand.self) == .encodeWithEncoder)
        }

        @Test("Own code is called, in a class without the macro and below one", arguments: Format.all)
        func ownCode(_ format: Format) throws {
            func back<Record: OpenRecord>(_ type: Record.Type) throws -> Record {
                let record = Record()
                Self.fill(record)
                #expect((format.direct(record) != nil) == format.hasParts, "\(type)")
                let content = try format.provider.encode(record, as: format.format)
                #expect(try content == format.byDocument(record), "\(type)")
                return try format.provider.decode(type, from: content, as: format.format)
            }
            #expect(try back(EncodingByHand.self).title == "coded")
            #expect(try back(HeirOfEncodingByHand.self).title == "coded")
            #expect(try back(DecodingByHand.self).title == "decoded")
            #expect(try back(SettingByHand.self).title == "set")
            #expect(try back(AwakingByHand.self).title == "awake")
        }

        @Test("Stored properties that nothing lists are an error, in the class and in subclasses of it")
        func forgotten() {
            ClassRegistry.register(ForgettingHeir.self, name: "ForgettingHeir")
            for type in [ForgettingHeir.self, HeirOfForgetting.self] as [OpenRecord.Type] {
                #expect((try? JSONFormat().encodeDirectly(type.init(), as: .json)) == nil)
                #expect {
                    try JSONFormat().encode(type.init())
                } throws: {
                    ($0 as? ModelError)?.code == .notAModel && "\($0)".contains("ForgettingHeir")
                }
            }
        }

        @Test("Enums with raw values, whatever they conform to", arguments: Format.all)
        func rawValues(_ format: Format) throws {
            let moods = RawMoods()
            (moods.plain, moods.iterable, moods.value, moods.both) = (.sad, .sad, .sad, .sad)
            (moods.small, moods.wide, moods.maybe, moods.none) = (.sad, .glad, .sad, nil)
            (moods.list, moods.options, moods.coded) = ([.sad, .glad], [.first, .third], .sad)
            let content = try #require(format.direct(moods))
            #expect(try content == format.byDocument(moods))
            let back = try #require(format.direct(RawMoods.self, content))
            #expect(back.plain == .sad && back.iterable == .sad && back.value == .sad && back.both == .sad)
            #expect(back.small == .sad && back.wide == .glad && back.maybe == .sad && back.none == nil)
            #expect(back.list == [.sad, .glad] && back.options == [.first, .third] && back.coded == .sad)
        }

        @Test("An unknown raw value is an error, with the known ones if the type lists them")
        func unknownRawValue() {
            for (key, value, expected) in [
                ("plain", #""angry""#, "angry"), ("iterable", #""angry""#, "glad"), ("small", "7", "7"),
                ("wide", "1e3", "1000"),
            ] {
                #expect {
                    try JSONFormat().decode(RawMoods.self, from: Data(#"{"\#(key)":\#(value)}"#.utf8))
                } throws: { error in
                    guard let error = error as? ModelError else { return false }
                    return error.code == .typeMismatch && error.path.description == key
                        && "\(error)".contains(expected)
                }
            }
        }

        @Test("An enum with code of its own is asked", arguments: Format.all)
        func ownRawCode(_ format: Format) throws {
            let holder = OwnMoodHolder()
            holder.mood = .sad
            #expect((format.direct(holder) != nil) == format.hasParts)
            let content = try format.provider.encode(holder, as: format.format)
            #expect(try content == format.byDocument(holder))
            #expect((format.direct(OwnMoodHolder.self, content) != nil) == format.hasParts)
            #expect(try format.provider.decode(OwnMoodHolder.self, from: content, as: format.format).mood == .sad)
        }
    }

    private protocol Observing: AnyObject { var events: [String] { get set } }

    @Model private class PlainHeir: OpenRecord { var note = "" }

    @Model private class TouchingHeir: OpenRecord {
        var note = ""
        override func touch() {}
    }

    /// Overrides nothing, and has nothing of its own to save.
    private class SilentHeir: OpenRecord {}

    private class HeirByHand: OpenRecord {
        var note = ""
        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [ModelProperty("note", \HeirByHand.note, isStored: true)]
        }
    }

    @Model private class ObservingHeir: OpenRecord, Observing {
        @Transient var events: [String] = []
        override var title: String {
            get { super.title + "!" }
            set {
                events.append(newValue.filter { $0 != "!" })
                super.title = newValue.filter { $0 != "!" }
            }
        }
    }

    @Model private class HeirOfObserving: ObservingHeir { var note = "" }

    private class ObservingByHand: OpenRecord, Observing {
        private static let known = ModelClass(ObservingByHand.self)
        override class var modelClass: ModelClass { known }
        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [ModelProperty("more", \ObservingByHand.more)]
        }
        var more: Int {
            get { 1 }
            set {}
        }
        var events: [String] = []
        override var title: String {
            get { super.title + "!" }
            set {
                events.append(newValue.filter { $0 != "!" })
                super.title = newValue.filter { $0 != "!" }
            }
        }
    }

    @Model private class HeirOfObservingByHand: ObservingByHand { var note = "" }

    /// A final class without marks, in which each property is of another kind.
    private final class ObservedByHand: BaseModel {
        var plain = 0
        var observed = 0 { didSet {} }
        lazy var late = 1
        weak var owner: BaseModel?
        let fixed = 1
        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [
                ModelProperty("plain", \ObservedByHand.plain), ModelProperty("observed", \ObservedByHand.observed),
                ModelProperty("late", \ObservedByHand.late), ModelProperty("owner", \ObservedByHand.owner, isWeak: true),
                ModelProperty("fixed", \ObservedByHand.fixed),
            ]
        }
    }

    private class EncodingByHand: OpenRecord {
        override func encode(with encoder: ModelEncoder) throws {
            title = "coded"
            try super.encode(with: encoder)
        }
    }

    @Model private class HeirOfEncodingByHand: EncodingByHand { var note = "" }

    private class DecodingByHand: OpenRecord {
        override func set(with decoder: ModelDecoder) throws {
            try super.set(with: decoder)
            title = "decoded"
        }
        override func encode(with encoder: ModelEncoder) throws { try super.encode(with: encoder) }
    }

    private class SettingByHand: OpenRecord {
        override func set(with dictionary: [String: Any]) throws {
            try super.set(with: dictionary)
            title = "set"
        }
    }

    private class AwakingByHand: OpenRecord {
        override func awakeAfterDecoding() throws -> BaseModel {
            title = "awake"
            return self
        }
    }

    private class ForgettingHeir: OpenRecord { var lost = 1 }
    @Model private class HeirOfForgetting: ForgettingHeir { var note = "" }

    private enum Mood: String { case glad, sad }
    private enum IterableMood: String, CaseIterable { case glad, sad }
    private enum MoodValue: String, ModelValue { case glad, sad }
    private enum MoodBoth: String, ModelValue, CaseIterable, Codable { case glad, sad }
    private enum CodedMood: String, Codable { case glad, sad }
    private enum SmallMood: Int8 { case glad = 1, sad = -1 }
    private enum WideMood: UInt64 { case glad = 0xFFFF_FFFF_FFFF, sad = 1 }
    private struct Options: OptionSet {
        var rawValue: Int
        static let first = Options(rawValue: 1)
        static let third = Options(rawValue: 4)
    }

    @Model private class RawMoods: BaseModel {
        var plain = Mood.glad
        var iterable = IterableMood.glad
        var value = MoodValue.glad
        var both = MoodBoth.glad
        var coded = CodedMood.glad
        var small = SmallMood.glad
        var wide = WideMood.sad
        var maybe: Mood?
        var none: Mood?
        var list: [Mood] = []
        var options: Options = []
    }

    private enum OwnMood: String, ModelValue {
        case glad, sad
        static func encode(_ value: OwnMood, to encoder: ModelEncoder) throws {
            try String.encode(value == .glad ? ":)" : ":(", to: encoder)
        }
        static func decode(from decoder: ModelDecoder) throws -> OwnMood {
            try String.decode(from: decoder) == ":)" ? .glad : .sad
        }
    }

    @Model private class OwnMoodHolder: BaseModel { var mood = OwnMood.glad }
#endif
