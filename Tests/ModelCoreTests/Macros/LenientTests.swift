#if Macros
import Foundation
import Testing

@testable import Documents
@testable import ModelCore

/// Elements that can't be read.
@Suite("@Lenient")
struct LenientTests {
    enum Kind: String { case red, green }

    @Model("LenientPart") final class Part: BaseModel {
        var name = ""
        var size = 0
        @Lenient var parts: [Part] = []
        weak var owner: Part?
        override func awakeAfterDecoding() throws -> BaseModel {
            if name == "refused" { throw CancellationError() }
            return self
        }
    }

    @Model("LenientFeed") final class Feed: BaseModel {
        @Lenient var parts: [Part] = []
        @Lenient var prices: [String: Double] = [:]
        @Lenient var kinds: [Kind] = []
        @Lenient var table: [String: Part]?
        @Transform(.lenient(.date(.day))) var days: [Date] = []
        var favourite: Part?
        var title = ""
    }

    private static func document(_ value: [String: Any]) throws -> ModelDocument {
        try ModelDocument(encoding: value as Any?)
    }

    private static var values: [String: Any] {
        [
        "parts": [
            ["name": "a", "size": 1],
            ["name": "b", "size": "large"],
            ["name": "c", "parts": [["size": 2], ["size": [1]], ["parts": [["size": "x"], ["size": 3]]]]],
            "text", ["name": "refused"],
        ] as [Any],
        "prices": ["apple": 1, "pear": "x", "fig": 2.5] as [String: Any],
        "kinds": ["red", "blue", "green"],
        "table": ["one": ["name": "p"], "two": 2] as [String: Any],
        "days": ["2026-11-23", "today"],
        "title": "t",
    ]
    }

    enum Named: String, ModelValue { case one, two }

    @Model("LenientSets") final class Sets: BaseModel {
        @Lenient var kinds: Set<Kind> = []
        @Lenient var named: Set<Named>?
        @Lenient var numbers: Set<Int> = []
        @Lenient var counts: [Kind: Int] = [:]
        @Lenient var prices: [Named: Double] = [:]
        @Lenient var parts: [Kind: Part]?
        @Lenient var both: [Kind: Kind] = [:]
        @Lenient var moods: [Named: Kind] = [:]
        @Lenient var years: [Int: String] = [:]
        @Transform(.lenient(values: .date(.day))) var days: [String: Date] = [:]
        var title = ""
    }

    private static var sets: [String: Any] {
        [
            "kinds": ["red", "blue", "green", 3] as [Any], "named": ["one", "three"], "numbers": [1, "x", 2] as [Any],
            "counts": ["red": 1, "blue": 2, "green": "x"] as [String: Any], "prices": ["two": 1.5, "ten": 2],
            "parts": ["red": ["name": "p"], "blue": ["name": "q"], "green": 1] as [String: Any],
            "both": ["red": "green", "green": "blue", "blue": "red"], "moods": ["one": "red", "x": "red"],
            "years": ["1999": "a", "soon": "b", "2001": 3] as [String: Any],
            "days": ["one": "2026-11-23", "two": "today", "ten": "2026-11-23"], "title": "t",
        ]
    }

    private static let skippedInSets = [
        "kinds[1]", "kinds[3]", "named[1]", "numbers[1]", "counts.blue", "counts.green", "prices.ten", "parts.blue",
        "parts.green", "both.green", "both.blue", "moods.x", "years.soon", "years[\"2001\"]", "days.two",
    ]

    private func checkSets(_ sets: Sets) {
        #expect(sets.kinds == [.red, .green] && sets.named == [.one] && sets.numbers == [1, 2])
        #expect(sets.counts == [.red: 1] && sets.prices == [.two: 1.5] && sets.parts?.keys.map(\.rawValue) == ["red"])
        #expect(sets.both == [.red: .green] && sets.moods == [.one: .red] && sets.years == [1999: "a"])
        #expect(sets.days.keys.sorted() == ["one", "ten"] && sets.title == "t")
    }

    @Test("In sets and in keys of dictionaries, too")
    func setsAndKeys() throws {
        let (sets, report) = try DecodingReport.collecting { try Self.document(Self.sets).decode(Sets.self) }
        checkSets(sets)
        let paths = report.skipped.map { $0.path.description.replacing("[\"2001\"]", with: ".2001") }
        #expect(Set(paths) == Set(Self.skippedInSets.map { $0.replacing("[\"2001\"]", with: ".2001") }))
        #expect(report.skippedCount == paths.count)
        let kind = try #require(report.skipped.first { $0.path.description == "counts.blue" })
        #expect(kind.code == .typeMismatch && kind.description.contains("Kind"), "\(kind)")
        for key in Self.sets.keys where key != "title" {
            #expect { try Self.document([key: Self.sets[key] as Any]).decode(Sets.self) } throws: {
                ($0 as? ModelError)?.path.description.hasPrefix(key) == true
            }
        }
        // Skipped elements are written back, and skipped again, unless they have a key that is no text in a document.
        for keeps in [true, false] {
            let written = try ModelDocument(encoding: sets)
            let again = try DecodingReport.collecting { try written.decode(Sets.self) }
            checkSets(again.result)
            #expect(again.report.skippedCount == (keeps ? 5 : 0))
            sets.removeUnknownValues()
        }
        // Without that, what is written is what properties without it write, and is read again.
        let document = try ModelDocument(encoding: sets)
        #expect(document["kinds"]?.elements.count == 2)
        checkSets(try document.decode(Sets.self))
        checkSets(try KeyedArchive().decode(Sets.self, from: KeyedArchive().encode(sets)))
    }

    @Test("Where keys are values, entries with a wrong key are left out with their values")
    func valueKeys() throws {
        let keys: [AnyHashable: Any] = [1: "a", "x": "b", 2.5: ["y"], 3: "c"]
        let file = try KeyedArchive().encode(Self.document(["years": keys as Any, "title": "t"]))
        let (sets, report) = try DecodingReport.collecting { try KeyedArchive().decode(Sets.self, from: file) }
        #expect(sets.years == [1: "a", 3: "c"] && sets.title == "t" && report.skippedCount == 2)
        let same = try Self.document(["years": ["7": "a", "07": "b"]])
        // Skipping one of two values of a key would lose it.
        let error = #expect(throws: ModelError.self) { try DecodingReport.collecting { try same.decode(Sets.self) } }
        #expect(error?.code == .duplicateKey)
    }

    @Test("Where nobody collects the reasons, they are errors as everywhere")
    func strict() throws {
        #expect {
            try Self.document(Self.values).decode(Feed.self)
        } throws: { ($0 as? ModelError)?.path.description == "days[1]" }
        let good = try Self.document(["parts": [["name": "a"]], "kinds": ["red"], "prices": ["x": 1]]).decode(Feed.self)
        #expect(good.parts.count == 1 && good.kinds == [.red] && good.prices == ["x": 1])
    }

    @Test("They are left out, and each reason is told with its path")
    func skipped() throws {
        let (feed, report) = try DecodingReport.collecting { try Self.document(Self.values).decode(Feed.self) }
        #expect(feed.parts.map(\.name) == ["a", "c"] && feed.prices == ["apple": 1, "fig": 2.5])
        #expect(feed.kinds == [.red, .green] && feed.table?.keys.sorted() == ["one"] && feed.title == "t")
        #expect(feed.days.count == 1)
        #expect(feed.parts[1].parts.map(\.size) == [2, 0] && feed.parts[1].parts[1].parts.map(\.size) == [3])
        #expect(
            Set(report.skipped.map(\.path.description)) == [
                "parts[1].size", "parts[2].parts[1].size", "parts[2].parts[2].parts[0].size", "parts[3]", "parts[4]",
                "prices.pear", "kinds[1]", "table.two", "days[1]",
            ])
        #expect(report.skippedCount == report.skipped.count)
        #expect(report.skipped.contains { $0.underlyingError is CancellationError })
    }

    @Test("Of a confidential file, the reasons tell no content")
    func confidential() throws {
        let coder = TurnedFormat()
        let values: [String: Any] = ["kinds": ["hunter2"], "days": ["hunter2"], "prices": ["hunter2": "hunter2"]]
        let file = try coder.encode(Self.document(values))
        let (feed, report) = try DecodingReport.collecting { try coder.decode(Feed.self, from: file) }
        #expect(feed.kinds.isEmpty && report.skippedCount == 3)
        for error in report.skipped { #expect(!"\(error) \(String(reflecting: error))".contains("hunter2"), "\(error)") }
        #expect(report.skipped.contains { $0.reason.hasSuffix("found string.") }, "\(report.skipped)")
    }

    @Test("What was left out within an element that is left out isn't told")
    func nested() throws {
        let inner: [String: Any] = ["name": "x", "parts": [["size": "a"], ["size": 1]], "size": "y"]
        let (feed, report) = try DecodingReport.collecting {
            try Self.document(["parts": [inner, ["name": "z"]]]).decode(Feed.self)
        }
        #expect(feed.parts.map(\.name) == ["z"] && report.skipped.map(\.path.description) == ["parts[0].size"])
        #expect(report.skippedCount == 1)
        // The elements inside are read before the value that is wrong.
        let broken: [String: Any] = ["owner": ["size": "y"], "parts": [["size": "a"], ["size": "b"]]]
        let (other, second) = try DecodingReport.collecting { try Self.document(["parts": [broken]]).decode(Feed.self) }
        #expect(other.parts.isEmpty && second.skippedCount == 1)
        #expect(second.skipped.map(\.path.description) == ["parts[0].owner.size"])
    }

    @Test("An object that was left out is made again where another property refers to it")
    func references() throws {
        var builder = DocumentBuilder()
        try builder.beginObject(CodedClass(name: "LenientFeed"))
        try builder.key("parts")
        try builder.beginArray()
        try builder.beginObject(CodedClass(name: "LenientPart"))
        try builder.key("parts")
        try builder.beginArray()
        try builder.beginObject(CodedClass(name: "LenientPart"), number: 7)
        try builder.key("name")
        try builder.append("shared")
        try builder.end()
        try builder.end()
        try builder.key("size")
        try builder.append("wrong")
        try builder.end()
        try builder.end()
        try builder.key("favourite")
        try builder.appendReference(to: 7)
        try builder.end()
        let document = try builder.finish()
        let (feed, report) = try DecodingReport.collecting { try document.decode(Feed.self) }
        #expect(feed.parts.isEmpty && feed.favourite?.name == "shared" && report.skippedCount == 1)
    }

    @Test("An object that couldn't be read is read again, and refused, where another property refers to it")
    func brokenReference() throws {
        var builder = DocumentBuilder()
        try builder.beginObject(CodedClass(name: "LenientFeed"))
        try builder.key("parts")
        try builder.beginArray()
        try builder.beginObject(CodedClass(name: "LenientPart"))
        try builder.key("owner")
        try builder.beginObject(CodedClass(name: "LenientPart"), number: 7)
        try builder.key("name")
        try builder.append("half")
        try builder.key("size")
        try builder.append("wrong")
        try builder.end()
        try builder.end()
        try builder.end()
        try builder.key("favourite")
        try builder.appendReference(to: 7)
        try builder.end()
        let document = try builder.finish()
        let error = #expect(throws: ModelError.self) {
            try DecodingReport.collecting { try document.decode(Feed.self) }
        }
        #expect(error?.code == .typeMismatch && error?.path.description == "favourite.size")
    }

    @Test("Limits are errors all the same, and a report has an end")
    func limits() throws {
        let many = Array(repeating: ["size": "x"], count: 5000)
        let document = try Self.document(["parts": many])
        let (feed, report) = try DecodingReport.collecting { try document.decode(Feed.self) }
        #expect(feed.parts.isEmpty && report.skippedCount == 5000 && report.skipped.count == DecodingReport.limit)
        #expect(report.skipped.last?.path.description == "parts[999].size")
        var deep: [String: Any] = ["size": 1]
        for _ in 0..<40 { deep = ["parts": [deep]] }
        let chain = try Self.document(deep)
        #expect {
            try DecodingReport.collecting { try chain.decode(Feed.self, limits: DecodingLimits(depth: 20)) }
        } throws: { ($0 as? ModelError)?.code == .depthExceeded }
    }

    @Test("Where nobody could be told, nothing is left out: in dictionaries of the program's, and in archives in data")
    func untold() throws {
        let values: [String: Any] = ["kinds": ["red", "blue"]]
        #expect {
            try DecodingReport.collecting { try Feed.instance(with: values) }
        } throws: { ($0 as? ModelError)?.path.description == "kinds[1]" }
        var object = try Self.document(values)
        try object.setClass(CodedClass(name: "LenientFeed"), at: [])
        let outer = try Self.document(["feed": KeyedArchive().encode(object)])
        #expect {
            try DecodingReport.collecting { try outer.decode(Holder.self) }
        } throws: { ($0 as? ModelError)?.path.description == "feed.kinds[1]" }
    }

    @Model("LenientHolder") final class Holder: BaseModel {
        var feed: Feed?
    }

    @Test("Written it is as another property")
    func written() throws {
        let feed = Feed()
        (feed.prices, feed.kinds) = (["x": 1], [.red])
        feed.parts = [Part()]
        let document = try ModelDocument(encoding: feed)
        #expect(document[["prices", "x"]]?.doubleValue == 1 && document["kinds"]?[0]?.stringValue == "red")
        #expect(try document.decode(Feed.self).parts.count == 1 && document["parts"]?[0]?.className == "LenientPart")
        #expect(document["table"] == nil)
    }
}
#endif
