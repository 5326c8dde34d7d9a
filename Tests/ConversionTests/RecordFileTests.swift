#if Macros
import FastCoder
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import Testing

@Suite("Structs and enums in files")
struct RecordFileTests {
    static let formats: [FileFormat] = [
        .keyedArchive, .fastCoding, .hrCodedJSON, .hrCodedXML, .hrCodedBinary, .xmlPropertyList, .binaryPropertyList,
        .json,
    ]

    @Model enum Mark: Equatable, Hashable {
        case none
        case circle(radius: Double = 1, around: Spot? = nil)
        case named(String)
        case maybe(Int?)
        case pair(Int, Date?)
        @Unknown case other(ModelDocument)

        static func == (left: Mark, right: Mark) -> Bool { (try? ModelDocument(encoding: left) == ModelDocument(encoding: right)) ?? false }
        func hash(into hasher: inout Hasher) {}
    }

    @Model struct Spot: Equatable, Hashable {
        var x: Double
        var y = 0.5
        var seen: Date? = Date(timeIntervalSince1970: 0)
        var link: URL?
        var data = Data([1, 2])
        var small: Float = 0.1
        @Key(path: "place.town") var town: String?
        @Key(path: "place.zip", aliases: ["zip"]) var zip = "W1"
        @Transform(.date(.day)) var day: Date?
        @Lenient var counts: [Int] = []
    }

    @Model struct Sheet: Equatable {
        var spot: Spot
        var spots: [Spot] = []
        var byName: [String: Spot] = [:]
        var marks: [Mark] = []
        var set: Set<Spot> = []
        var table: [Spot: Mark] = [:]
    }

    @Model("RecordFileTests.Owner") final class Owner: BaseModel {
        var sheet = Sheet(spot: Spot(x: 1))
        var mark = Mark.none
        var next: Owner?
    }

    static func spot(_ x: Double) -> Spot {
        var spot = Spot(x: x)
        spot.seen = nil
        spot.link = URL(string: "https://example.com")
        spot.town = "London"
        spot.day = Date(timeIntervalSince1970: 86_400)
        return spot
    }

    static func sheet() -> Sheet {
        var sheet = Sheet(spot: spot(1))
        sheet.spots = [spot(2), Spot(x: 3)]
        sheet.byName = ["a": spot(4)]
        sheet.marks = [
            .none, .circle(), .circle(radius: 2, around: spot(5)), .named("x"), .maybe(nil), .maybe(1), .pair(1, nil),
            .pair(2, Date(timeIntervalSince1970: 5)),
        ]
        sheet.set = [spot(6), spot(7)]
        return sheet
    }

    @Test("As the root, in containers and in models", arguments: formats)
    func everywhere(format: FileFormat) throws {
        let provider = try FormatRegistry.current.provider(for: format)
        let sheet = Self.sheet()
        let data = try provider.encode(sheet, as: format)
        #expect(try provider.decode(Sheet.self, from: data, as: format) == sheet)
        #expect(try provider.encode(provider.decode(Sheet.self, from: data, as: format), as: format) == data)
        for mark in sheet.marks {
            #expect(try provider.decode(Mark.self, from: provider.encode(mark, as: format), as: format) == mark)
        }
        #expect(try provider.decode([Mark].self, from: provider.encode(sheet.marks, as: format), as: format) == sheet.marks)
        let owner = Owner()
        (owner.sheet, owner.mark, owner.next) = (sheet, .named("n"), Owner())
        let back = try provider.decode(Owner.self, from: provider.encode(owner, as: format), as: format)
        #expect(back.sheet == sheet && back.mark == .named("n") && back.next?.sheet == owner.next?.sheet)
    }

    @Test("Keys that are structs, where the format has such", arguments: [FileFormat.keyedArchive, .fastCoding])
    func keys(format: FileFormat) throws {
        var sheet = Self.sheet()
        sheet.table = [Self.spot(1): .named("one"), Self.spot(2): .none]
        let provider = try FormatRegistry.current.provider(for: format)
        #expect(try provider.decode(Sheet.self, from: provider.encode(sheet, as: format), as: format) == sheet)
    }

    @Test("JSON as people write it")
    func json() throws {
        let text = String(decoding: try JSONFormat().encode([Mark.none, .circle(radius: 2), .named("x"), .pair(1, nil)]), as: UTF8.self)
        #expect(text == #"["none",{"circle":{"radius":2.0}},{"named":"x"},{"pair":[1,null]}]"#)
        let styled = JSONFormat(keys: .pascalCase)
        let marks = try styled.encode([Mark.none, .named("x")])
        #expect(String(decoding: marks, as: UTF8.self) == #"["none",{"Named":"x"}]"#)
        #expect(try styled.decode([Mark].self, from: marks) == [.none, .named("x")])
        var spot = Spot(x: 1)
        spot.town = "Rome"
        let written = try JSONFormat(keys: .pascalCase).document(from: JSONFormat(keys: .pascalCase).encode(spot))
        #expect(written.root.keys == ["X", "Y", "Seen", "Data", "Small", "place", "Counts"])
        #expect(written["place"]?["town"]?.stringValue == "Rome")
        #expect(try JSONFormat(keys: .pascalCase).decode(Spot.self, from: JSONFormat(keys: .pascalCase).encode(spot)) == spot)
    }

    @Test("Errors have the file's path and place")
    func errors() throws {
        func error<Value: ModelValue>(_ type: Value.Type, _ text: String) -> ModelError? {
            do {
                _ = try JSONFormat().decode(type, from: Data(text.utf8))
                return nil
            } catch { return ModelError(wrapping: error) }
        }
        #expect(error([Spot].self, #"[{"x":1},{"x":1,"place":{"zip":[]}}]"#)?.path.description == "[1].place.zip")
        let missing = error([Spot].self, "[\n{\"y\":1}]")
        #expect(missing?.path.description == "[0].x" && missing?.location?.line == 2 && missing?.code == .missingValue)
        #expect(error(Mark.self, #"{"circle":{"radius":"x"}}"#)?.path.description == "circle.radius")
        #expect(error(Mark.self, #"{"circle":{},"none":{}}"#)?.code == .typeMismatch)
        #expect(error(Mark.self, "{}")?.code == .typeMismatch)
        #expect(error(Spot.self, #"{"x":1,"place":5}"#)?.code == .typeMismatch)
        #expect(error(Spot.self, "null")?.code == .typeMismatch)
        #expect(error(Mark.self, "null")?.code == .typeMismatch)
    }

    @Test("Elements that can't be read are left out where somebody wants to know")
    func lenient() throws {
        let (spot, report) = try DecodingReport.collecting {
            try JSONFormat().decode(Spot.self, from: Data(#"{"x":1,"counts":[1,"x",3]}"#.utf8))
        }
        #expect(spot.counts == [1, 3] && report.skipped.map { "\($0.path)" } == ["counts[1]"])
    }

    // MARK: Versions

    @Model(unknownKeys: .refuse, version: 3) struct Contact: Equatable {
        var first: String
        var last = ""

        static func migrate(_ object: inout ModelDocument, from version: Int) throws {
            if version == 1 {
                try object.renameKey(at: ["name"], to: "full")
            } else {
                try object.renameKey(at: ["full"], to: "first")
            }
        }
    }

    @Test("Versions")
    func versions() throws {
        let text = String(decoding: try JSONFormat().encode(Contact(first: "A")), as: UTF8.self)
        #expect(text == #"{"$version":3,"first":"A","last":""}"#)
        func contacts(_ text: String) throws -> [Contact] { try JSONFormat().decode(from: Data(text.utf8)) }
        #expect(try contacts("[\(text)]") == [Contact(first: "A")])
        #expect(try contacts(#"[{"name":"B"},{"$version":2,"full":"C"}]"#).map(\.first) == ["B", "C"])
        #expect { try contacts(#"[{"$version":4,"first":"C"}]"#) } throws: { error in
            (error as? ModelError)?.code == .newerVersion && (error as? ModelError)?.path.description == "[0]"
        }
        #expect { try contacts(#"[{"$version":3,"frst":"C"}]"#) } throws: { error in
            (error as? ModelError)?.reason.contains("did you mean first") == true || (error as? ModelError)?.code == .missingValue
        }
        #expect { try contacts(#"[{"$version":3,"first":"C","lsat":"x"}]"#) } throws: { error in
            (error as? ModelError)?.code == .unknownKey && (error as? ModelError)?.path.description == "[0].lsat"
                && (error as? ModelError)?.reason.contains("did you mean last") == true
        }
        for format in Self.formats {
            let provider = try FormatRegistry.current.provider(for: format)
            let back = try provider.decode(Contact.self, from: provider.encode(Contact(first: "A"), as: format), as: format)
            #expect(back.first == "A")
        }
    }

    // MARK: Depth

    @Model indirect enum Tree { case leaf, nest(Tree), both(left: Tree, right: Tree) }
    @Model struct Node { var children: [Node] = [] }

    @Test("A million levels are an error")
    func depth() throws {
        let count = 1_000_000
        let limits = DecodingLimits(depth: 10_000_000)
        let trees = String(repeating: #"{"nest":"#, count: count) + #""leaf""# + String(repeating: "}", count: count)
        let both = String(repeating: #"{"both":{"right":"leaf","left":"#, count: count / 2) + #""leaf""#
            + String(repeating: "}}", count: count / 2)
        let nodes = String(repeating: #"{"children":["#, count: count / 2) + String(repeating: "]}", count: count / 2)
        for limits in [.standard, limits] {
            for text in [trees, both] {
                #expect { try JSONFormat().decode(Tree.self, from: Data(text.utf8), limits: limits) } throws: {
                    ($0 as? ModelError)?.code == .depthExceeded
                }
            }
            #expect { try JSONFormat().decode(Node.self, from: Data(nodes.utf8), limits: limits) } throws: {
                ($0 as? ModelError)?.code == .depthExceeded
            }
        }
    }

    @Test("A dictionary that contains itself is an error, and one that many lead to is read as often")
    func shared() throws {
        var builder = DocumentBuilder()
        try builder.beginDictionary(number: 0)
        try builder.key("children")
        try builder.beginArray()
        try builder.appendReference(to: 0)
        try builder.end()
        try builder.end()
        let cyclic = try builder.finish()
        #expect { try cyclic.decode(Node.self) } throws: { ($0 as? ModelError)?.code == .cycle }
        // Each level leads to the next twice.
        var doubling = DocumentBuilder()
        for level in 0..<60 {
            try doubling.beginDictionary(number: level)
            try doubling.key("children")
            try doubling.beginArray()
        }
        for level in (0..<60).reversed() {
            if level < 59 { try doubling.appendReference(to: level + 1) }
            try doubling.end()
            try doubling.end()
        }
        let bomb = try doubling.finish()
        #expect { try bomb.decode(Node.self) } throws: { ($0 as? ModelError)?.code == .nodesExceeded }
    }

    @Test("Files of one value")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("sheet").path
        // An HRCoded file without a class looks like a plain one, and is read as that.
        for format in Self.formats where !format.rawValue.hasPrefix("hrCoded") {
            try Self.sheet().write(toFile: path, format: format)
            #expect(try Sheet.load(fromFile: path) == Self.sheet())
        }
        try [Mark.none, .named("x")].write(toFile: path, format: .json)
        #expect(try [Mark].load(fromFile: path) == [.none, .named("x")])
        try Data("hello".utf8).write(to: URL(fileURLWithPath: path))
        #expect { try Sheet.load(fromFile: path) } throws: { ($0 as? ModelError)?.file == path }
        #expect { try Sheet.load(fromFile: path + "x") } throws: { ($0 as? ModelError)?.code == .fileMissing }
    }
}
#endif
