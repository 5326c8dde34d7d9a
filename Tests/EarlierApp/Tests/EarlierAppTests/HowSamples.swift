#if Macros
import CryptoCoder
import Foundation
import JSONFormat
import ModelCore
import Synchronization
import Testing

// The samples of "How do I …", where each stands as one.

// snippet.q1
@Model final class HowUser: BaseModel {
    @Key("first_name", aliases: ["forename"]) var firstName = ""
    @Key(path: "contact.address.city") var city = ""
}
// snippet.end

// snippet.statics
@Model final class HowTally: BaseModel {
    var number = 0
    @MainActor static var shown = 0
    static let made = Mutex(0)
}
// snippet.end

// snippet.q2
@Model(keys: .snakeCase) final class HowAccount: BaseModel {
    var lastLogin = Date(timeIntervalSince1970: 0)
}
// snippet.end

// snippet.q3
@Model final class HowView: BaseModel {
    var title = ""
    @Transient var isSelected = false
}
// snippet.end

// snippet.q4
enum HowLevel: String { case low, high }

@Model enum HowShape: Equatable {
    case empty
    case circle(radius: Double)
}

@Model final class HowDrawing: BaseModel {
    var level = HowLevel.low
    var shape = HowShape.empty
}
// snippet.end

// snippet.tags
@Model(tag: "type") class HowBlock: BaseModel {}

@Model(tagged: "image") final class HowImage: HowBlock {
    var url = ""
}
// snippet.end

// snippet.q5
struct HowColour: ModelValue, Equatable {
    var red = 0.0
    var green = 0.0
    var blue = 0.0

    static func encode(_ value: HowColour, to encoder: ModelEncoder) throws {
        try [Double].encode([value.red, value.green, value.blue], to: encoder)
    }

    static func decode(from decoder: ModelDecoder) throws -> HowColour {
        let parts = try [Double].decode(from: decoder)
        guard parts.count == 3 else { throw decoder.mismatch(expected: "three numbers") }
        return HowColour(red: parts[0], green: parts[1], blue: parts[2])
    }
}
// snippet.end

// snippet.q6
@Model final class HowEvent: BaseModel {
    @Transform(.date(.secondsSince1970)) var begin = Date(timeIntervalSince1970: 0)
    @Transform(.date(.day)) var day: Date?
}
// snippet.end

// snippet.q7
@Model final class HowAuthor: BaseModel {
    @Relationship(inverse: \HowBook.author) var books: [HowBook] = []
}

@Model final class HowBook: BaseModel {
    var title = ""
    @Relationship weak var author: HowAuthor?
}
// snippet.end

// snippet.q8
@Model(hashable: ["isbn"]) final class HowEdition: BaseModel {
    var isbn = ""
    var title = ""
}
// snippet.end

// snippet.q9
@Model final class HowCity: BaseModel {
    var id = 0
    var name = ""

    override func awakeAfterDecoding() throws -> BaseModel { HowAtlas.shared.known(self) }
}

final class HowAtlas: @unchecked Sendable {
    static let shared = HowAtlas()
    private let lock = NSLock()
    private var cities: [Int: HowCity] = [:]

    func known(_ city: HowCity) -> HowCity {
        lock.withLock {
            let known = cities[city.id] ?? city
            cities[city.id] = known
            return known
        }
    }
}
// snippet.end

// snippet.q10
@Model(version: 2) final class HowContact: BaseModel {
    var fullName = ""

    override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
        try object.renameKey(at: ["name"], to: "fullName")
    }
}
// snippet.end

// snippet.q11
@Model("HowNote", aliases: ["HowMemo"]) final class HowNoteModel: BaseModel {
    var text = ""
}
// snippet.end

// snippet.q12
@Model final class HowTable: BaseModel {
    @Transient var cells: [String: Int] = [:]

    override func encode(with encoder: ModelEncoder) throws {
        try super.encode(with: encoder)
        for name in cells.keys.sorted() { try encoder.encode(cells[name] ?? 0, forKey: name) }
    }

    override func set(with decoder: ModelDecoder) throws {
        try super.set(with: decoder)
        for name in try decoder.objectKeys() { cells[name] = try decoder.decode(Int.self, forKey: name) }
    }
}
// snippet.end

// snippet.q19
@Model final class HowPreferences: BaseModel {
    var theme = "light"
    override class var saveFormat: FileFormat { .json([.prettyPrinted, .sortedKeys]) }
}
// snippet.end

// snippet.q22
@Model final class HowSettings: BaseModel {
    var fontSize = 12
    override class var saveFormat: FileFormat { .userDefaults }
}
// snippet.end

// snippet.q23
@Model final class HowLogin: BaseModel {
    var password = ""
    override class var saveFormat: FileFormat { .keychain }
}
// snippet.end

// snippet.q24
@Model final class HowDiary: BaseModel, CryptoCoded {
    var pages: [String] = []
    override class var saveFormat: FileFormat { .cryptoCoding }
    class var cryptoPassword: CryptoPassword { CryptoPassword("a long one, which isn't in the source") }
}
// snippet.end

// snippet.q26
@Model final class HowFeed: BaseModel {
    @Lenient var notes: [HowNoteModel] = []
}
// snippet.end

private struct HowPoint: Codable { var x = 1 }

@Suite("Samples: How do I …")
struct HowSamples {
    @Test("Loading and saving in the background")
    func background() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let (old, path) = (HowNoteModel(), folder.path + "/background.plist")
        old.text = "x"
        try old.write(toFile: path)
        // snippet.q40
        let note = try await HowNoteModel.loadInBackground(fromFile: path)
        note.text += "!"
        try await note.writeInBackground(toFile: path)
        // snippet.end
        #expect(try HowNoteModel.load(fromFile: path).text == "x!")
    }

    @Test("What the answers do")
    func answers() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let note = HowNoteModel()
        note.text = "x"
        let url = URL(fileURLWithPath: folder.path + "/note.plist")
        // snippet.q15
        try note.write(to: url)
        let same = try HowNoteModel.load(from: url)
        // snippet.end
        #expect(same.text == "x")
        let (listURL, pointURL) = (URL(fileURLWithPath: folder.path + "/list.json"), URL(fileURLWithPath: folder.path + "/point.json"))
        try [note, HowNoteModel()].write(to: listURL)
        try BaseModel.write(["x": 7], to: pointURL)
        // snippet.q16
        let notes = try BaseModel.load([HowNoteModel].self, from: listURL)
        let point = try BaseModel.load(HowPoint.self, from: pointURL)
        // snippet.end
        #expect(notes.count == 2 && point.x == 7)
        let missing = URL(fileURLWithPath: folder.path + "/none.plist")
        // snippet.q17
        var settings = HowNoteModel()
        do {
            settings = try HowNoteModel.load(from: missing)
        } catch let error as ModelError where error.code == .fileMissing {
            settings.text = "new"
        }
        // snippet.end
        #expect(settings.text == "new")
        let broken = URL(fileURLWithPath: folder.path + "/broken.json")
        try Data(#"{"level": "middle", "shape": "empty"}"#.utf8).write(to: broken)
        // snippet.q18
        do {
            _ = try HowDrawing.load(from: broken)
        } catch let error as ModelError {
            print(error.localizedDescription, error.recoverySuggestion ?? "")
            print(error.path, error.location?.line ?? 0, error.expected ?? "")
        }
        // snippet.end
        // snippet.q20
        let commented = try JSONFormat().decode(
            HowNoteModel.self, from: Data("{text: 'Hi', /* now */}".utf8), as: .json5)
        // snippet.end
        #expect(commented.text == "Hi")
        let jsonURL = URL(fileURLWithPath: folder.path + "/json5.json")
        try Data("{text: 'five'}".utf8).write(to: jsonURL)
        // snippet.q21
        var formats = FormatRegistry.default
        formats.replace(with: JSONFormat(reading: .json5))
        let loaded = try FormatRegistry.withFormats(formats) { try HowNoteModel.load(from: jsonURL) }
        // snippet.end
        #expect(loaded.text == "five")
        let answer = Data(#"{"text": "short"}"#.utf8)
        // snippet.q25
        let limits = DecodingLimits(depth: 20, nodes: 10_000, bytes: 1_000_000)
        let checked = try JSONFormat().decode(HowNoteModel.self, from: answer, limits: limits)
        // snippet.end
        #expect(checked.text == "short")
        // snippet.q27
        let kept = try JSONFormat().decode(HowNoteModel.self, from: Data(#"{"text": "Hi", "colour": "red"}"#.utf8))
        let colour = kept.unknownValues?["colour"]?.stringValue
        // snippet.end
        #expect(colour == "red")
        let content = Data(#"{"items": [{"title": "Milk"}]}"#.utf8)
        // snippet.q28
        let document = try FormatRegistry.current.document(from: content)
        let first = document["items"]?[0]?["title"]?.stringValue
        // snippet.end
        #expect(first == "Milk")
        // snippet.q29
        let archive = try KeyedArchive().encode(document)
        // snippet.end
        #expect(try FormatRegistry.current.document(from: archive) == document)
        // snippet.q30
        var changed = document
        try changed.set(.string("Bread"), at: ["items", 0, "title"])
        // snippet.end
        #expect(changed["items"]?[0]?["title"]?.stringValue == "Bread")
        // snippet.q31
        let format = try FormatRegistry.current.detect(content)
        // snippet.end
        #expect(format == .json)
        // snippet.q32
        let areEqual = try ModelDocument(encoding: note) == ModelDocument(encoding: same)
        // snippet.end
        #expect(areEqual)
    }

    @Test("What a request says changes a model, and what it doesn't say stays")
    func requests() throws {
        let user = HowUser()
        user.firstName = "Ada"
        user.city = "London"
        let body = Data(#"{"contact": {"address": {"city": "Turin"}}}"#.utf8)
        // snippet.q33
        try user.set(withObject: FormatRegistry.current.document(from: body))
        // snippet.end
        #expect(user.firstName == "Ada" && user.city == "Turin")
        let group = HowGroup()
        let (first, second) = (user, HowUser())
        second.firstName = "Grace"
        group.first = first
        group.users = ["a": first, "b": second]
        try group.set(
            withObject: FormatRegistry.current.document(
                from: Data(#"{"first": {"first_name": "Mary"}, "users": {"c": {}}, "note": null}"#.utf8)))
        // A value that is given is the new value as a whole.
        #expect(group.first?.firstName == "Mary" && group.first?.city == "" && group.first !== first)
        #expect(group.users.keys.sorted() == ["c"] && group.note == nil && group.title == "Group")
    }

    @Model final class HowGroup: BaseModel {
        var title = "Group"
        var note: String? = "none"
        var first: HowUser?
        var users: [String: HowUser] = [:]
    }

    @Test("What the declarations do")
    func declarations() throws {
        let user = try JSONFormat().decode(
            HowUser.self, from: Data(#"{"forename": "Ada", "contact": {"address": {"city": "London"}}}"#.utf8))
        #expect(user.firstName == "Ada" && user.city == "London")
        func text(_ model: some BaseModel) throws -> String { String(decoding: try JSONFormat().encode(model), as: UTF8.self) }
        #expect(try text(HowAccount()).contains("last_login"))
        #expect(try text(HowView()) == #"{"title":""}"#)
        let drawing = HowDrawing()
        (drawing.level, drawing.shape) = (.high, .circle(radius: 1))
        #expect(try text(drawing) == #"{"level":"high","shape":{"circle":{"radius":1.0}}}"#)
        let colour = HowColour(red: 1, green: 0.5, blue: 0)
        #expect(try JSONFormat().decode(HowColour.self, from: JSONFormat().encode(colour)) == colour)
        #expect(throws: ModelError.self) { try JSONFormat().decode(HowColour.self, from: Data("[1]".utf8)) }
        #expect(try text(HowEvent()) == #"{"begin":0}"#)
        let (author, book) = (HowAuthor(), HowBook())
        author.books = [book]
        #expect(book.author === author)
        #expect(Set([HowEdition(), HowEdition()]).count == 1)
        let city = Data(#"[{"id": 7, "name": "Rome"}, {"id": 7}]"#.utf8)
        let cities = try JSONFormat().decode([HowCity].self, from: city)
        #expect(cities[0] === cities[1])
        let contact = try JSONFormat().decode(HowContact.self, from: Data(#"{"name": "Ada"}"#.utf8))
        #expect(contact.fullName == "Ada")
        #expect(try ClassRegistry.current.type(named: "HowMemo") == HowNoteModel.self)
        let table = HowTable()
        table.cells = ["a": 1, "b": 2]
        #expect(try KeyedArchive().decode(HowTable.self, from: KeyedArchive().encode(table)).cells == table.cells)
        let (feed, report) = try DecodingReport.collecting {
            try JSONFormat().decode(HowFeed.self, from: Data(#"{"notes": [7, {"text": "b"}]}"#.utf8))
        }
        #expect(feed.notes.map(\.text) == ["b"] && report.skipped.count == 1)
        #expect(HowPreferences.saveFormat == .json && HowSettings.saveFormat == .userDefaults)
        #expect(HowLogin.saveFormat == .keychain)
        let diary = HowDiary()
        diary.pages = ["secret"]
        let quick = CryptoCoder(cost: ScryptCost(n: 1 << 10))
        #expect(try quick.decode(HowDiary.self, from: quick.encode(diary)).pages == ["secret"])

    }
}
#endif
