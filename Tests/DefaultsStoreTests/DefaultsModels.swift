import Foundation
import ModelCore

class PlainDefaults: BaseModel {
    var name = "unnamed"
    var volume = 0.5
    var isDark = false
    var note: String?
    var theme: String? = "blue"
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("name", \PlainDefaults.name), ModelProperty("volume", \PlainDefaults.volume),
            ModelProperty("isDark", \PlainDefaults.isDark), ModelProperty("note", \PlainDefaults.note),
            ModelProperty("theme", \PlainDefaults.theme, isNilDefault: false),
        ]
    }
    override class var saveFormat: FileFormat { .userDefaults(suite: "plain") }
}

final class SharedDefaults: PlainDefaults {
    override class var saveFormat: FileFormat { .userDefaults(suite: "shared") }
}

final class CorruptDefaults: PlainDefaults {
    override class var saveFormat: FileFormat { .userDefaults(suite: "corrupt") }
}

final class UnreadableDefaults: PlainDefaults {
    override class var saveFormat: FileFormat { .userDefaults(suite: "unreadable") }
}

final class ThreadedDefaults: PlainDefaults {
    override class var saveFormat: FileFormat { .userDefaults(suite: "threaded") }
}

final class OtherDefaults: BaseModel {
    var volume = 1
    var extra = ""
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("volume", \OtherDefaults.volume), ModelProperty("extra", \OtherDefaults.extra),
        ]
    }
    override func encode(with encoder: ModelEncoder) throws {
        try super.encode(with: encoder)
        if !extra.isEmpty { try encoder.encode(extra.count, forKey: "extraCount") }
    }
}

final class DefaultsNode: BaseModel {
    var name = ""
    var next: DefaultsNode?
    convenience init(_ name: String) {
        self.init()
        self.name = name
    }
    override class var modelProperties: [ModelProperty] {
        [ModelProperty("name", \DefaultsNode.name), ModelProperty("next", \DefaultsNode.next)]
    }
}

enum DefaultsLevel: String, ModelValue { case low, high }
struct DefaultsPlace: Codable, ModelValue, Hashable {
    var street: String
    var numbers: [Int]
}

/// A property of every type, with values that Foundation's own defaults change or trap on.
final class EveryDefault: BaseModel {
    var web = URL(string: "https://example.org/a%20b?c=d#e")
    var file = URL(string: "file:///tmp/a%20b")
    var based = URL(string: "c.html", relativeTo: URL(string: "https://example.org/a/"))
    var fraction = Date(timeIntervalSinceReferenceDate: 0.1)
    var whole = Date(timeIntervalSinceReferenceDate: 700_000_000)
    var early = Date(timeIntervalSinceReferenceDate: -30_000_000_000)
    var late = Date(timeIntervalSinceReferenceDate: 250_000_000_000)
    var past = Date.distantPast
    var float: Float = 0.1
    var tiny = Double.leastNonzeroMagnitude
    var minusZero = -0.0
    var minusZeroFloat: Float = -0.0
    var notANumber = Double.nan
    var endless = -Float.infinity
    var largest = UInt64.max
    var smallest = Int.min
    var decimal = Decimal(string: "0.1000000000000000000000000001")
    var id = UUID()
    var data = Data([0, 1, 255])
    var empty = Data()
    var texts = [
        "", "$null", "a\u{1}b", "a\r\nb\r", " \t\n ", "]]>&amp;<", "🐈\u{2028}e\u{301}", "\u{FFFF}", "\u{FEFF}x",
    ]
    var archives: [Data] = []
    var archive = Data()
    var scalarArchive = Data()
    var gaps: [Int?] = [1, nil, 3]
    var words: Set<String> = ["b", "a"]
    var byNumber = [2: "two", 1: "one"]
    var point = CGPoint(x: 0.1, y: -2)
    var range = NSRange(location: 1, length: 2)
    var level = DefaultsLevel.high
    var place = DefaultsPlace(street: "Main", numbers: [1, 2])
    var node: DefaultsNode? = DefaultsNode("one")
    var ring: [DefaultsNode] = []
    var gone: String? = nil
    var anything = [.bool(true), .int64(1), .double(1), .null].map { ModelDocument($0) }

    override func setUp() {
        let first = DefaultsNode("first")
        let second = DefaultsNode("second")
        first.next = second
        second.next = first
        ring = [first, second, first]
        archive = (try? KeyedArchive().encode([1, 2])) ?? Data()
        scalarArchive = (try? KeyedArchive().encode(Date(timeIntervalSinceReferenceDate: 0.5))) ?? Data()
        archives = [archive, scalarArchive]
    }
    func breakRing() { for node in ring { node.next = nil } }

    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("web", \EveryDefault.web), ModelProperty("file", \EveryDefault.file),
            ModelProperty("based", \EveryDefault.based), ModelProperty("fraction", \EveryDefault.fraction),
            ModelProperty("whole", \EveryDefault.whole), ModelProperty("early", \EveryDefault.early),
            ModelProperty("late", \EveryDefault.late), ModelProperty("past", \EveryDefault.past),
            ModelProperty("float", \EveryDefault.float), ModelProperty("tiny", \EveryDefault.tiny),
            ModelProperty("minusZero", \EveryDefault.minusZero),
            ModelProperty("minusZeroFloat", \EveryDefault.minusZeroFloat),
            ModelProperty("notANumber", \EveryDefault.notANumber), ModelProperty("endless", \EveryDefault.endless),
            ModelProperty("largest", \EveryDefault.largest), ModelProperty("smallest", \EveryDefault.smallest),
            ModelProperty("decimal", \EveryDefault.decimal), ModelProperty("id", \EveryDefault.id),
            ModelProperty("data", \EveryDefault.data), ModelProperty("empty", \EveryDefault.empty),
            ModelProperty("texts", \EveryDefault.texts), ModelProperty("archives", \EveryDefault.archives),
            ModelProperty("archive", \EveryDefault.archive),
            ModelProperty("scalarArchive", \EveryDefault.scalarArchive),
            ModelProperty("gaps", \EveryDefault.gaps), ModelProperty("words", \EveryDefault.words),
            ModelProperty("byNumber", \EveryDefault.byNumber),
            ModelProperty("point", \EveryDefault.point), ModelProperty("range", \EveryDefault.range),
            ModelProperty("level", \EveryDefault.level), ModelProperty("place", \EveryDefault.place),
            ModelProperty("node", \EveryDefault.node), ModelProperty("ring", \EveryDefault.ring),
            ModelProperty("gone", \EveryDefault.gone), ModelProperty("anything", \EveryDefault.anything),
        ]
    }
    override class var saveFormat: FileFormat { .userDefaults(suite: "every") }
}
