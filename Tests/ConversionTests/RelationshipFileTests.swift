#if Macros
import FastCoder
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import Testing

@Suite("Relationships in files")
struct RelationshipFileTests {
    /// Both ends are strong: nothing but the relationship tells which way the tree goes.
    @Model final class Shelf: BaseModel {
        var name = ""
        @Relationship(inverse: \Volume.shelf) var volumes: [Volume] = []
    }

    @Model final class Volume: BaseModel {
        var title = ""
        @Relationship var shelf: Shelf?
        @Relationship(inverse: \Label.volumes) var labels: [Label] = []
    }

    @Model final class Label: BaseModel {
        var text = ""
        @Relationship var volumes: [Volume] = []
    }

    private static func shelf() -> Shelf {
        let shelf = Shelf()
        shelf.name = "top"
        shelf.volumes = ["a", "b"].map {
            let volume = Volume()
            volume.title = $0
            return volume
        }
        return shelf
    }

    private static func data(of model: BaseModel, _ format: FileFormat) throws -> Data {
        try FormatRegistry.current.provider(for: format).encode(model, as: format)
    }

    private static func read<Model: BaseModel>(_ type: Model.Type, _ data: Data, _ format: FileFormat) throws -> Model {
        try FormatRegistry.current.provider(for: format).decode(type, from: data, as: format)
    }

    private struct Same: Hashable {
        let label: Label
        init(_ label: Label) { self.label = label }
        static func == (left: Same, right: Same) -> Bool { left.label === right.label }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(label)) }
    }

    /// Takes the circles apart, which nobody else does.
    private static func release(_ shelf: Shelf) {
        for label in Set(shelf.volumes.flatMap(\.labels).map { Same($0) }) { label.label.volumes = [] }
        shelf.volumes = []
    }

    static let formats: [FileFormat] = [
        .keyedArchive, .fastCoding, .hrCodedJSON, .hrCodedXML, .json, .xmlPropertyList, .binaryPropertyList,
    ]

    @Test("From the list's side, every format brings both ends back", arguments: formats)
    func fromTheList(format: FileFormat) throws {
        let shelf = Self.shelf()
        let read = try Self.read(Shelf.self, try Self.data(of: shelf, format), format)
        #expect(read.volumes.map(\.title) == ["a", "b"] && read.volumes.map { $0.shelf === read } == [true, true])
        Self.release(shelf)
        Self.release(read)
    }

    @Test("From a model in the list, too", arguments: formats)
    func fromTheModel(format: FileFormat) throws {
        let shelf = Self.shelf()
        let read = try Self.read(Volume.self, try Self.data(of: shelf.volumes[1], format), format)
        let itsShelf = try #require(read.shelf)
        #expect(itsShelf.name == "top" && itsShelf.volumes.map(\.title).sorted() == ["a", "b"])
        #expect(itsShelf.volumes.contains { $0 === read })
        Self.release(shelf)
        Self.release(itsShelf)
    }

    @Test("A plain format has the tree, and nothing that leads back up")
    func plainText() throws {
        let shelf = Self.shelf()
        let label = Label()
        label.text = "new"
        shelf.volumes[0].labels = [label]
        let text = String(decoding: try Self.data(of: shelf, .json), as: UTF8.self)
        #expect(
            text == """
                {"name":"top","volumes":[{"title":"a","labels":[{"text":"new"}]},\
                {"title":"b","labels":[]}]}
                """)
        Self.release(shelf)
    }

    @Test("Many to many, in a format that repeats what it meets twice")
    func manyToMany() throws {
        let shelf = Self.shelf()
        let labels = ["x", "y"].map {
            let label = Label()
            label.text = $0
            return label
        }
        for volume in shelf.volumes { volume.labels = labels }
        let read = try Self.read(Shelf.self, try Self.data(of: shelf, .json), .json)
        #expect(read.volumes.map { $0.labels.map(\.text) } == [["x", "y"], ["x", "y"]])
        let archived = try Self.read(Shelf.self, try Self.data(of: shelf, .keyedArchive), .keyedArchive)
        #expect(archived.volumes[0].labels[1].volumes.map(\.title) == ["a", "b"])
        for shelf in [shelf, read, archived] { Self.release(shelf) }
    }

    @Test("A model that only a list leads to which isn't written is an error, and nothing is lost")
    func lost() throws {
        let (first, second) = (Label(), Label())
        let volume = Volume()
        volume.labels = [first, second]
        #expect {
            try Self.data(of: first, .json)
        } throws: { error in
            guard let error = error as? ModelError else { return false }
            return error.code == .unrepresentableValue && error.reason.contains("Volume.labels")
        }
        #expect(throws: Never.self) { try Self.data(of: volume, .json) }
        volume.labels = []
    }

    @Test("Of several lists that lead to one, each has to be in the file", arguments: formats)
    func severalLists(format: FileFormat) throws {
        let labels = ["x", "y", "z"].map { text in
            let label = Label()
            label.text = text
            return label
        }
        let volume = Volume()
        volume.labels = labels
        defer { volume.labels = [] }
        let keepsReferences = try FormatRegistry.current.provider(for: format).capabilities(of: format).contains(.identity)
        for count in 1...3 {
            let some = Array(labels.prefix(count).reversed())
            func encode() throws -> Data { try FormatRegistry.current.provider(for: format).encode(some, as: format) }
            if count < 3, !keepsReferences {
                let error = #expect(throws: ModelError.self) { try encode() }
                #expect(error?.code == .unrepresentableValue)
            } else {
                let read = try FormatRegistry.current.provider(for: format).decode([Label].self, from: encode(), as: format)
                #expect(read.map(\.text) == some.map(\.text))
                for label in read { for volume in label.volumes { volume.labels = [] } }
            }
        }
    }

    @Model final class Friend: BaseModel {
        var name = ""
        @Relationship(inverse: "friends") var friends: [Friend] = []
        @Relationship(inverse: \Friend.parent) var kids: [Friend] = []
        @Relationship weak var parent: Friend?

        convenience init(_ name: String) {
            self.init()
            self.name = name
        }
    }

    @Test("A link of many to many that no list in the file has is an error, though its models are all there", arguments: formats)
    func lostLinks(format: FileFormat) throws {
        let friends = ["a", "b", "c"].map { Friend($0) }
        friends[0].friends = [friends[1], friends[2]]
        // Reading brings back what leads to the first.
        let pairs = try Self.read(Friend.self, try Self.data(of: friends[0], format), format)
        #expect(pairs.friends.map { $0.friends.map(\.name) } == [["a"], ["a"]])
        friends[1].friends.append(friends[2])
        if try FormatRegistry.current.provider(for: format).capabilities(of: format).contains(.identity) {
            let all = try Self.read(Friend.self, try Self.data(of: friends[0], format), format)
            #expect(all.friends.map { $0.friends.map(\.name) } == [["a", "c"], ["a", "b"]])
            for friend in [all] + all.friends { friend.friends = [] }
        } else {
            let error = #expect(throws: ModelError.self) { try Self.data(of: friends[0], format) }
            #expect(error?.code == .unrepresentableValue)
        }
        for friend in friends + [pairs] { friend.friends = [] }
    }

    @Test("A way back that only a weak property leads along is a cycle")
    func weakWay() throws {
        let (root, kid) = (Friend("r"), Friend("k"))
        root.kids = [kid]
        let read = try Self.read(Friend.self, try Self.data(of: root, .json), .json)
        #expect(read.kids[0].parent === read)
        kid.kids = [root]
        #expect { try Self.data(of: root, .json) } throws: { ($0 as? ModelError)?.code == .cycle }
        kid.kids = []
    }

    @Model final class Link: BaseModel {
        /// Without an inverse, nothing would bring back what leads here.
        @Relationship var next: Link?
    }
    @Model final class Old: BaseModel {
        var favourite: OldPart?
        var parts: [OldPart] = []
    }
    @Model final class OldPart: BaseModel {
        var owner: Old?
    }

    @Test("What reading couldn't bring back is a cycle still")
    func cycles() throws {
        let link = Link()
        link.next = Link()
        link.next?.next = link
        #expect { try Self.data(of: link, .json) } throws: { ($0 as? ModelError)?.code == .cycle }
        link.next = nil

        // Classes that keep nothing equal, with a mapping that says what belongs together.
        var mapping = ModelMapping()
        try mapping.map(OldPart.self, [PropertyMapping("owner", inverse: .property(named: "parts"))], leavesOthersOut: true)
        let format = JSONFormat().mapped(by: mapping)
        let (old, part) = (Old(), OldPart())
        old.favourite = part
        part.owner = old
        #expect { try format.encode(old) } throws: { ($0 as? ModelError)?.code == .cycle }
        old.favourite = nil
        old.parts = [part]
        #expect(try String(decoding: format.encode(old), as: UTF8.self) == #"{"parts":[{}]}"#)
        part.owner = nil
    }

    @Test("Time grows with the number of models, and not faster", arguments: [FileFormat.keyedArchive, .json])
    func growth(format: FileFormat) throws {
        let files = try [1_000, 4_000].map { count in
            let shelf = Shelf()
            shelf.volumes = (0..<count).map { _ in Volume() }
            let label = Label()
            // In plain formats the list of the label stands in the first volume alone.
            if format == .keyedArchive { label.volumes = shelf.volumes }
            defer { Self.release(shelf) }
            return try Self.data(of: shelf, format)
        }
        let ratio = try Growth.ratio(files) { isLarge in
            let read = try Self.read(Shelf.self, files[isLarge ? 1 : 0], format)
            #expect(read.volumes[0].shelf === read)
            Self.release(read)
        }
        #expect(ratio < Growth.limit)
    }
}
#endif
