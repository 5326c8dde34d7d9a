import FastCoder
import Foundation
import JSONFormat
import KeyedArchive
import ModelCore
import PlistFormat
import TestSupport
import Testing

#if Macros
    /// Values that meet a policy, a format or code of the program's.
    @Suite("Values that meet something else")
    struct MeetingValuesTests {
        typealias Format = DirectWayTests.Format

        /// The value that comes back, after expecting that both ways read the same.
        private func copy<Value: ModelValue & Equatable>(_ value: Value, _ format: Format) throws -> Value {
            let content = try format.provider.encode(value, as: format.format)
            let whole = try format.byDocument(Value.self, content)
            if let direct = format.direct(Value.self, content) { #expect(direct == whole) }
            return whole
        }

        @Test("A presence without a default is absent where a struct has no key", arguments: Format.all)
        func absent(format: Format) throws {
            for note in [Presence<Int>.absent, .null, .value(5)] {
                let value = MeetingNote(note: note, text: "x")
                #expect(try copy([value], format) == [value])
            }
        }

        @Test("A date that the style leaves to the format comes back", arguments: Format.all)
        func farDates(format: Format) throws {
            for date in [Date(timeIntervalSince1970: 1e300), .distantPast, Date(timeIntervalSinceReferenceDate: 5.25)] {
                let value = MeetingDates(sortable: date, either: date)
                let back = try copy(value, format)
                #expect(abs(back.sortable.timeIntervalSince(date)) <= abs(date.timeIntervalSince1970) * 1e-15)
                #expect(abs(back.either.timeIntervalSince(date)) <= abs(date.timeIntervalSince1970) * 1e-15)
            }
        }

        @Test("A date that the file's style has no form for is refused on both ways")
        func refusedDates() throws {
            let provider = JSONFormat(dates: .iso8601)
            for (date, code) in [(Date(timeIntervalSince1970: 1e300), ModelError.Code.unrepresentableValue), (Date(timeIntervalSince1970: 5), nil)] {
                let value = [MeetingBranch(branches: [MeetingBranch(date: date)])]
                #expect(errorCode { try provider.encode(value, as: .json) } == code)
                #expect(errorCode { try provider.encodeByDocument(value, as: .json) } == code)
            }
        }

        @Test("A null is a value of a presence, also in a class that refuses nulls")
        func nullOfPresence() throws {
            let content = Data(#"[{"note":null},{"note":1},{}]"#.utf8)
            for way in [true, false] {
                let read = try way ? JSONFormat().decode([MeetingStrict].self, from: content)
                    : JSONFormat().decodeByDocument([MeetingStrict].self, from: content)
                #expect(read.map(\.note) == [.null, .value(1), .absent])
            }
            #expect(errorCode { try JSONFormat().decode(MeetingStrict.self, from: Data(#"{"text":null}"#.utf8)) } == .typeMismatch)
        }

        @Test("A key that resembles the property's counts as one that the file has")
        func resemblingKeys() throws {
            let text = #"[{"firstName":"x"},{"first_name":"z"},{}]"#
            let read = try JSONFormat().decode([MeetingSnake].self, from: Data(text.utf8))
            #expect(read.map(\.firstName) == ["x", "z", ""])
            let written = String(decoding: try JSONFormat().encode(read, as: .json), as: UTF8.self)
            #expect(written == text)
        }

        @Test("ISO 8601 may leave out the seconds and the time zone", arguments: [
            ("2018-03-16T16:49", true), ("2018-03-16T16:49Z", true), ("2018-03-16T16:49+00:00", true), ("2018-03-16T17:49:00+01", true),
            ("2018-03-16T16:49:00.0", true), ("2018-03-16 16:49:00", false), ("2018-03-16T1649", false), ("2018-03-16T16:49:", false),
            ("2018-03-16T16:49x", false), ("2018-03-16", false), ("2018-03-16T16:4", false), ("2018-03-16T16:49:00:00", false),
        ])
        func shortTimes(text: String, isRead: Bool) throws {
            let content = Data("{\"at\":\"\(text)\"}".utf8)
            let date = try? JSONFormat().decode(MeetingTime.self, from: content).at
            #expect(date == (isRead ? Date(timeIntervalSince1970: 1_521_218_940) : nil))
        }

        @Test("A text that looks like a nil stays the value of every type that has it", arguments: Format.all)
        func nullText(format: Format) throws {
            let value = MeetingTexts(one: .id("$null"), list: [.id("$null"), nil, .id("x")], many: OneOrMany(single: "$null"), whole: nil, number: nil)
            let content = try format.provider.encode([value], as: format.format)
            for back in [try format.byDocument([MeetingTexts].self, content), format.direct([MeetingTexts].self, content) ?? [value]] {
                #expect(back[0].texts == ["$null", "$null", nil, "x", "$null"])
            }
        }

        @Test("Foundation's text for nil is one of what can't have it")
        func foundationsNil() throws {
            let text = "<plist><dict><key>list</key><array><string>$null</string></array><key>number</key><string>$null</string></dict></plist>"
            let read = try PlistFormat().decode(MeetingTexts.self, from: Data(text.utf8), as: .xmlPropertyList)
            #expect(read.number == nil && read.texts == [nil, "$null", nil])
        }

        @Test("A model that another one passes its coders on to has the file's style", arguments: Format.all)
        func passedOn(format: Format) throws {
            let model = MeetingPassing()
            (model.inner.someText, model.inner.deep, model.own) = ("t", 7, 3)
            let content = try format.provider.encode([model], as: format.format)
            #expect(try format.byDocument([model]) == content)
            let back = try format.provider.decode([MeetingPassing].self, from: content, as: format.format)[0]
            #expect(back.inner.someText == "t" && back.inner.deep == 7 && back.own == 3)
            #expect(back.unknownValues == nil)
        }

        @Test("Code that passes its encoder on runs once")
        func passesOnce() throws {
            for provider in [JSONFormat() as any FormatProvider, FastCoder(), KeyedArchive()] {
                let format = try #require(provider.formats.first)
                for _ in 0..<2 {
                    let calls = try MeetingCalls.$current.withValue(MeetingCalls()) {
                        _ = try provider.encode(MeetingPassing(), as: format)
                        return MeetingCalls.current.all
                    }
                    #expect(calls == ["encode"], "\(format)")
                }
            }
        }

        @Test("A value that codes itself as a dictionary is written directly, and once", arguments: [FastCoder() as any FormatProvider, KeyedArchive()])
        func ownDictionary(provider: any FormatProvider) throws {
            let format = try #require(provider.formats.first)
            let value = MeetingPair.example
            let content = try #require(try provider.encodeDirectly(value, as: format))
            #expect(try provider.encodeByDocument(value, as: format) == content)
            let (back, calls) = try MeetingCalls.$current.withValue(MeetingCalls()) {
                (try provider.decode(MeetingPair.self, from: content, as: format), MeetingCalls.current.all)
            }
            #expect(back.pair == value.pair && back.big == .max && calls == ["decode"])
        }

        @Test("A document in a file with references has no marks of them")
        func documents() throws {
            for (provider, format) in [(KeyedArchive() as any FormatProvider, FileFormat.keyedArchive), (FastCoder(), .fastCoding)] {
                let value = MeetingEvents()
                value.events = [.other(["kind": "late", "at": [:], "list": [[:], [:]]])]
                let content = try provider.encode(value, as: format)
                let direct = try #require(try provider.decodeDirectly(MeetingEvents.self, from: content, as: format))
                let whole = try provider.decodeByDocument(MeetingEvents.self, from: content, as: format)
                #expect("\(direct.events)" == "\(whole.events)")
            }
        }

        @Test("A version that is none is refused, whatever key the class's code asks for first")
        func version() {
            for text in [#"{"$version":0,"n":1}"#, #"{"n":1,"$version":"x"}"#] {
                let content = Data(text.utf8)
                #expect(errorCode { try JSONFormat().decode(MeetingAsking.self, from: content) } == .typeMismatch)
                #expect(errorCode { try JSONFormat().decodeByDocument(MeetingAsking.self, from: content) } == .typeMismatch)
            }
        }

        @Test("Errors of writing name the keys of the file", arguments: Format.all)
        func keysOfErrors(format: Format) throws {
            let value = MeetingStyled(someValue: .some(.absent))
            let errors = try [true, false].map { isDirect in
                try #require(throws: ModelError.self) {
                    if isDirect { _ = try format.provider.encode([value], as: format.format) } else { _ = try format.byDocument([value]) }
                }.description
            }
            #expect(errors[0] == errors[1])
            #expect(errors[0].contains(format.name.contains("style") ? "some_value" : "someValue"))
        }

        @Test("What the file needs is enough, and one less isn't, for values of every kind", arguments: Format.all)
        func limits(format: Format) throws {
            try expectLimits([MeetingPair.example], format)
            try expectLimits([MeetingNote(note: .value(1), text: "é")], format)
            try expectLimits(MeetingPlaces(locales: [Locale(identifier: "de")]), format)
            try expectLimits([CGRect(x: 1, y: 2, width: 3, height: 4)], format)
            try expectLimits([URL(string: "https://example.org/ä")!], format)
        }

        private func expectLimits<Value: ModelValue>(_ value: Value, _ format: Format) throws {
            let content = try format.byDocument(value)
            for limits in (0...120).flatMap({ [DecodingLimits(nodes: $0), DecodingLimits(bytes: $0 * 8), DecodingLimits(depth: $0 / 8)] }) {
                let read = [
                    errorCode { try format.provider.decode(Value.self, from: content, as: format.format, limits: limits) },
                    errorCode { try format.provider.decodeByDocument(Value.self, from: content, as: format.format, limits: limits) },
                ]
                #expect(read[0] == read[1], "\(limits)")
                let written = [
                    errorCode { try format.provider.encode(value, as: format.format, limits: limits) },
                    errorCode { try format.provider.encodeByDocument(value, as: format.format, limits: limits) },
                ]
                #expect(written[0] == written[1], "\(limits)")
            }
        }
    }

    @Model private struct MeetingNote: Equatable {
        var note: Presence<Int>
        var text: String
    }

    @Model private struct MeetingDates: Equatable {
        @Transform(.date(.sortableText)) var sortable = Date()
        @Transform(.date(.sortableText.or(.secondsSince1970))) var either = Date()
    }

    @Model(readNulls: .refuse) final class MeetingStrict: BaseModel {
        var note: Presence<Int> = .absent
        var text = ""
    }

    @Model(keys: .snakeCase, writtenDefaults: .asRead) final class MeetingSnake: BaseModel {
        var firstName = ""
    }

    @Model private struct MeetingBranch {
        var branches: [MeetingBranch] = []
        var date: Date?
    }

    @Model private struct MeetingTime {
        @Transform(.date(.iso8601)) var at = Date()
    }

    @Model final class MeetingNamed: BaseModel, Identifiable {
        var id = ""
    }

    @Model private struct MeetingTexts {
        var one: Expandable<MeetingNamed>?
        var list: [Expandable<MeetingNamed>?] = []
        var many: OneOrMany<String>?
        var whole: ModelDocument?
        var number: Int?

        var texts: [String?] { ([one] + list).map { if case .id(let id)? = $0 { id } else { nil } } + [many?.elements.first] }
    }

    @Model final class MeetingInner: BaseModel {
        var someText = ""
        @Key(path: "deep.value") var deep = 0
    }

    @Model final class MeetingPassing: BaseModel {
        var own = 1
        @Transient var inner = MeetingInner()

        override func set(with decoder: ModelDecoder) throws {
            try super.set(with: decoder)
            try inner.set(with: decoder)
        }

        override func encode(with encoder: ModelEncoder) throws {
            MeetingCalls.note("encode")
            try super.encode(with: encoder)
            try inner.encode(with: encoder)
        }
    }

    private struct MeetingOwnPair: ModelValue, Equatable {
        var one = 0, two = ""

        static func encode(_ value: MeetingOwnPair, to encoder: ModelEncoder) throws {
            try encoder.encode(["one": ModelDocument(.int64(Int64(value.one))), "two": ModelDocument(.string(value.two))])
        }

        static func decode(from decoder: ModelDecoder) throws -> MeetingOwnPair {
            MeetingCalls.note("decode")
            let members = try decoder.decode([String: ModelDocument].self)
            return MeetingOwnPair(one: members["one"]?.root.intValue ?? 0, two: members["two"]?.root.stringValue ?? "")
        }
    }

    @Model final class MeetingPair: BaseModel {
        fileprivate var pair = MeetingOwnPair()
        var big: UInt = 0
        var list: [Int] = []

        static var example: MeetingPair {
            let value = MeetingPair()
            (value.pair, value.big, value.list) = (MeetingOwnPair(one: 5, two: "b"), .max, [1, 2])
            return value
        }
    }

    @Model(tag: "kind") private enum MeetingEvent: Equatable {
        case left
        @Unknown case other(ModelDocument)
    }

    @Model final class MeetingEvents: BaseModel {
        fileprivate var events: [MeetingEvent] = []
    }

    @Model final class MeetingAsking: BaseModel {
        var n = 0

        override func set(with decoder: ModelDecoder) throws {
            _ = try decoder.decode(Int?.self, forKey: "other")
            try super.set(with: decoder)
        }
    }

    @Model private struct MeetingPlaces {
        var locales: [Locale] = []
        var zone = TimeZone.gmt
    }

    @Model private struct MeetingStyled {
        var someValue: Presence<Int>?
    }
#endif
