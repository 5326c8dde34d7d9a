#if Macros
import Foundation
import ModelCore
import Testing

// The conformances are where the macro doesn't see them: it warns of them.
extension CodableModelTests.Label: Codable {}
extension CodableModelTests.Mark: Codable {}
extension CodableModelTests.Lone: Codable {}
extension CodableModelTests.Old: Codable {}

/// A model in a `Codable` type is written and read as a property of a model is.
@Suite("Models in Codable types")
struct CodableModelTests {
    class Root: BaseModel, Codable {}
    @Model("CodableBox") class Box: Root {
        @Key("n") var name = ""
        var size = 1
        var note: String?
        var inner: Shelf?
    }
    @Model("CodableCrate") final class Crate: Box {
        var lid = "oak"
    }
    @Model struct Label: Equatable {
        @Key("t") var text = ""
        var colour = "red"
    }
    @Model enum Mark: Equatable {
        case none
        @Key("num") case number(Int)
        case named(text: String = "x")
    }
    struct Shelf: Codable {
        var first: Box
        var second: Box?
        var boxes: [Box] = []
        var keyed: [String: Box] = [:]
        var labels: [Label] = []
        var marks: [Mark] = []
    }
    @Model("CodableRoom") final class Room: BaseModel {
        var favourite: Box?
        var shelf: Shelf?
        var last: Box?
    }

    private static func box(_ name: String) -> Box {
        let box = Box()
        box.name = name
        return box
    }

    private static func room() -> Room {
        let room = Room()
        let (shared, crate) = (box("shared"), Crate())
        crate.name = "crate"
        crate.lid = "elm"
        room.favourite = shared
        room.shelf = Shelf(
            first: shared, second: crate, boxes: [crate, shared, box("own")], keyed: ["c": crate],
            labels: [Label(text: "a")], marks: [.none, .number(3), .named()])
        room.last = crate
        crate.inner = Shelf(first: crate)
        return room
    }

    private static func check(_ room: Room, _ location: SourceLocation = #_sourceLocation) throws {
        let shelf = try #require(room.shelf, sourceLocation: location)
        let crate = try #require(shelf.second as? Crate, sourceLocation: location)
        #expect(crate.lid == "elm" && crate.name == "crate" && crate.size == 1, sourceLocation: location)
        #expect(shelf.boxes.map(\.name) == ["crate", "shared", "own"], sourceLocation: location)
        #expect(shelf.boxes[0] is Crate && shelf.keyed["c"] is Crate, sourceLocation: location)
        #expect(shelf.labels == [Label(text: "a")], sourceLocation: location)
        #expect(shelf.marks == [.none, .number(3), .named()], sourceLocation: location)
        #expect(crate.inner?.first.name == "crate", sourceLocation: location)
    }

    @Test("An archive keeps the subclass, the shared objects and the cycles, both ways")
    func archive() throws {
        for content in [try KeyedArchive().encode(Self.room()), try KeyedArchive().encodeByDocument(Self.room(), as: .keyedArchive)] {
            for room in [
                try KeyedArchive().decode(Room.self, from: content),
                try KeyedArchive().decodeByDocument(Room.self, from: content),
            ] {
                try Self.check(room)
                let shelf = try #require(room.shelf)
                #expect(shelf.first === room.favourite && shelf.boxes[1] === shelf.first)
                #expect(shelf.second === room.last && shelf.boxes[0] === room.last && shelf.keyed["c"] === room.last)
                #expect(shelf.second?.inner?.first === room.last)
            }
        }
    }

    @Test("A Codable root, and a model whose type the code around doesn't know")
    func roots() throws {
        let shelf = try #require(Self.room().shelf)
        let content = try KeyedArchive().encode(shelf)
        let read = try KeyedArchive().decode(Shelf.self, from: content)
        #expect(read.second is Crate && read.boxes[0] === read.second && read.boxes[1] === read.first)
        func encode(_ value: some Encodable) throws -> ModelDocument {
            try ModelDocument(encoding: [value])
        }
        let crate = Crate()
        #expect(try encode(crate).root[0]?["lid"]?.stringValue == "oak")
    }

    @Test("Keys, defaults and cases are those of @Model")
    func keys() throws {
        let document = try ModelDocument(encoding: Self.room())
        let shelf = try #require(document["shelf"])
        #expect(shelf["first"]?["n"]?.stringValue == "shared" && shelf["first"]?["name"] == nil)
        #expect(shelf["labels"]?[0]?["t"]?.stringValue == "a")
        #expect(shelf["marks"]?[0]?.stringValue == "none" && shelf["marks"]?[1]?["num"]?.intValue == 3)
        let sparse: [String: Any] = [
            "first": ["n": "x"], "boxes": [[:]], "keyed": [:], "labels": [["t": "y"]], "marks": [],
        ]
        let room = try ModelDocument(encoding: ["shelf": sparse]).decode(Room.self)
        #expect(room.shelf?.first.name == "x" && room.shelf?.first.size == 1 && room.shelf?.boxes[0].size == 1)
        #expect(room.shelf?.labels == [Label(text: "y")])
    }

    @Model("CodableOld") final class Old: BaseModel {
        @Key("n") var name = ""
        var size = 1
    }
    struct Chest: Codable {
        var old: Old
        var labels: [Label]
        var marks: [Mark]
    }
    @Model final class Attic: BaseModel { var chest: Chest? }

    @Test("What the type's own code has written is read with it: earlier versions called that")
    func ownForm() throws {
        let old: [String: Any] = [
            "old": ["name": "x", "size": 2],
            "labels": [["text": "y", "colour": "blue"]],
            "marks": [["none": [:]], ["number": ["_0": 3]], ["named": ["text": "z"]], ["num": 4], "none"] as [Any],
        ]
        let attic = try ModelDocument(encoding: ["chest": old]).decode(Attic.self)
        #expect(attic.chest?.old.name == "x" && attic.chest?.old.size == 2)
        #expect(attic.chest?.labels == [Label(text: "y", colour: "blue")])
        #expect(attic.chest?.marks == [.none, .number(3), .named(text: "z"), .number(4), .none])
    }

    struct Lossy: Codable {
        var boxes: [Box] = []
        init(from decoder: any Decoder) throws {
            var list = try decoder.singleValueContainer().decode([String: Maybe].self)
            boxes = ["a", "b", "c"].compactMap { list.removeValue(forKey: $0)?.box }
        }
        func encode(to encoder: any Encoder) throws {}
        struct Maybe: Codable {
            var box: Box?
            init(from decoder: any Decoder) throws { box = try? decoder.singleValueContainer().decode(Box.self) }
        }
    }
    @Model final class Loose: BaseModel {
        var lossy: Lossy?
        var count = 0
    }

    @Test("A type's code may catch the error of a model, and an error has the path of its value")
    func errors() throws {
        let boxes: [String: Any] = ["a": ["n": "x"], "b": ["n": "y", "size": "large"], "c": ["n": "z"]]
        let loose = try ModelDocument(encoding: ["lossy": boxes, "count": 3]).decode(Loose.self)
        #expect(loose.lossy?.boxes.map(\.name) == ["x", "z"] && loose.count == 3)
        let shelf: [String: Any] = ["first": ["n": "x"], "boxes": [["n": "y"], ["n": 3, "size": "large"]]]
        let error = #expect(throws: ModelError.self) { try ModelDocument(encoding: ["shelf": shelf]).decode(Room.self) }
        #expect(error?.code == .typeMismatch && error?.path == ["shelf", "boxes", 1, "n"], "\(String(describing: error))")
    }

    @Model("CodableLone") final class Lone: BaseModel {
        var name = ""
        override func awakeAfterDecoding() throws -> BaseModel {
            let other = Lone()
            other.name = name + "!"
            return other
        }
    }
    struct Pair: Codable {
        var left: Lone
        var right: Lone
    }
    @Model final class Holder: BaseModel {
        var before: Lone?
        var pair: Pair?
        var after: Lone?
    }

    @Test("A model that another one replaces is replaced in a Codable type, too")
    func awaking() throws {
        let holder = Holder()
        let lone = Lone()
        lone.name = "x"
        (holder.before, holder.pair, holder.after) = (lone, Pair(left: lone, right: lone), lone)
        let content = try KeyedArchive().encode(holder)
        let read = try KeyedArchive().decode(Holder.self, from: content)
        #expect(read.before?.name == "x!" && read.pair?.left === read.before && read.pair?.right === read.before)
        #expect(read.after === read.before)
    }

    @Test("A model that contains itself by way of a Codable type comes back")
    func cycle() throws {
        let box = Self.box("x")
        box.inner = Shelf(first: box)
        let read = try KeyedArchive().decode(Box.self, from: KeyedArchive().encode(box))
        #expect(read.inner?.first === read)
    }
}
#endif
