#if Macros
import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("Relationships")
struct RelationshipTests {
    @Model final class Writer: BaseModel {
        var name = ""
        @Relationship(inverse: \Work.writer) var works: [Work]?
        var unrelated: [Work] = []
    }

    @Model final class Work: BaseModel {
        var title = ""
        @Relationship weak var writer: Writer?
        @Relationship(inverse: \Price.work) var price: Price?
        @Relationship(inverse: \Topic.works) var topics: [Topic] = []

        convenience init(_ title: String) {
            self.init()
            self.title = title
        }
    }

    @Model final class Price: BaseModel {
        @Relationship weak var work: Work?
    }

    @Model final class Topic: BaseModel {
        @Relationship var works: [Work] = []
    }

    @Model class Person: BaseModel {
        var name = ""
        @Relationship(inverse: "spouse") weak var spouse: Person?
        @Relationship(inverse: \Person.parent) final var children: [Person] = []
        @Relationship final var parent: Person?
    }

    @Model final class Pupil: Person {}

    /// As a class without the macro keeps its relationships.
    final class Team: BaseModel {
        var players: [Player] = [] { didSet { updateInverse(of: "players", from: oldValue, to: players) } }
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("players", \Team.players, inverse: .property(\Player.team))]
        }
    }

    final class Player: BaseModel {
        weak var team: Team? { didSet { updateInverse(of: "team", from: oldValue, to: team) } }
        override class var modelProperties: [ModelProperty] { [ModelProperty("team", \Player.team)] }
    }

    /// Says that a text leads back.
    final class Misled: BaseModel {
        var name = ""
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("name", \Misled.name, inverse: .property(\Player.team))]
        }
    }

    @Model final class Parent: BaseModel {
        @Relationship(inverse: \Child.parent) var children: [Child] = []
    }
    @Model final class Child: BaseModel {
        @Relationship weak var parent: Parent?
    }

    /// As a program that kept nothing equal.
    @Model("RelationshipTests.Loose.Parent") final class LooseParent: BaseModel {
        var children: [LooseChild] = []
    }
    @Model("RelationshipTests.Loose.Child") final class LooseChild: BaseModel {
        weak var parent: LooseParent?
    }

    // MARK: Tests

    @Test("A list's models lead back, and leave where they were")
    func toMany() {
        let (first, second) = (Writer(), Writer())
        let works = ["a", "b", "c"].map(Work.init)
        first.works = works
        #expect(works.map { $0.writer === first } == [true, true, true])
        second.works = []
        second.works?.append(works[1])
        #expect(works[1].writer === second && first.works?.map(\.title) == ["a", "c"])
        first.works?.removeAll { $0.title == "a" }
        #expect(works[0].writer == nil && works[2].writer === first)
        first.works = nil
        #expect(works[2].writer == nil)
    }

    @Test("A model that leads to one is in that one's list")
    func toOne() {
        let (first, second) = (Writer(), Writer())
        let work = Work("a")
        work.writer = first
        work.writer = first
        #expect(first.works?.map(\.title) == ["a"])
        work.writer = second
        #expect(first.works?.isEmpty == true && second.works?.count == 1)
        work.writer = nil
        #expect(second.works?.isEmpty == true)
    }

    @Test("One to one, and one to itself")
    func oneToOne() {
        let (first, second) = (Work("a"), Work("b"))
        let (price, other) = (Price(), Price())
        first.price = price
        #expect(price.work === first)
        price.work = second
        #expect(first.price == nil && second.price === price)
        second.price = other
        #expect(price.work == nil && other.work === second)

        let (ada, bob, eve) = (Person(), Person(), Person())
        ada.spouse = bob
        #expect(bob.spouse === ada)
        eve.spouse = bob
        #expect(ada.spouse == nil && bob.spouse === eve)
        eve.spouse = eve
        #expect(bob.spouse == nil && eve.spouse === eve)
        ada.children = [bob, eve]
        eve.parent = bob
        #expect(ada.children.map { $0 === bob } == [true] && bob.children.map { $0 === eve } == [true])
        ada.children = []
        bob.children = []
    }

    @Test("Many to many, and what is there twice")
    func manyToMany() {
        let (first, second) = (Work("a"), Work("b"))
        let (topic, other) = (Topic(), Topic())
        first.topics = [topic, other, topic]
        second.topics = [topic]
        #expect(topic.works.map(\.title) == ["a", "b"] && other.works.map(\.title) == ["a"])
        first.topics = [topic]
        #expect(topic.works.map(\.title) == ["a", "b"] && other.works.isEmpty)
        topic.works.removeFirst()
        #expect(first.topics.isEmpty && second.topics.count == 1)
    }

    @Test("By name")
    func names() throws {
        let (writer, other) = (Writer(), Writer())
        let works = ["a", "b", "c"].map(Work.init)
        try writer.add(works[0], to: "works")
        try writer.add(works, to: "works")
        #expect(writer.works?.map(\.title) == ["a", "b", "c"] && works[2].writer === writer)
        try works[0].set(other, for: "writer")
        try writer.remove(works[1], from: "works")
        #expect(writer.works?.map(\.title) == ["c"] && works[1].writer == nil && other.works?.count == 1)
        try works[0].set(nil, for: "writer")
        #expect(other.works?.isEmpty == true)
        // A property without an inverse, too.
        try writer.add(works[0], to: "unrelated")
        #expect(writer.unrelated.count == 1 && works[0].writer == nil)
        try writer.setValue([works[0]], forKey: "works")
        #expect(works[0].writer === writer && works[2].writer == nil)

        let relationship = try Writer.relationship(forKey: "works")
        #expect(relationship.destination == Work.self && relationship.isToMany && relationship.inverseName == "writer")
        #expect(try Work.relationship(forKey: "writer").inverseName == "works")
        #expect(try Writer.relationship(forKey: "unrelated").inverseName == nil)
        #expect(try Pupil.relationship(forKey: "children").inverseName == "parent")
    }

    @Test("What can't be related is an error")
    func errors() throws {
        let (writer, work) = (Writer(), Work("a"))
        #expect { try writer.add(work, to: "paintings") } throws: { ($0 as? ModelError)?.code == .unknownRelationship }
        #expect { try Writer.relationship(forKey: "name") } throws: {
            ($0 as? ModelError)?.code == .unknownRelationship
        }
        #expect { try work.add(writer, to: "writer") } throws: { ($0 as? ModelError)?.code == .typeMismatch }
        #expect { try writer.set(work, for: "works") } throws: { ($0 as? ModelError)?.code == .typeMismatch }
        #expect { try writer.add(Price(), to: "works") } throws: {
            guard let error = $0 as? ModelError else { return false }
            return error.code == .typeMismatch && "\(error.path)" == "works" && error.expected == "Work"
        }
        #expect(writer.works == nil)
    }

    @Test("A copy takes nothing from the original; merging does")
    func copies() throws {
        let writer = Writer()
        writer.works = [Work("a")]
        let copy = try writer.copy()
        #expect(copy.works?.count == 1 && writer.works?.count == 1 && writer.works?[0].writer === writer)
        let other = Writer()
        try other.mergeValues(from: writer)
        #expect(other.works?[0].writer === other && writer.works?.isEmpty == true)
    }

    @Model final class Half: BaseModel {
        @Relationship weak var whole: Whole?
    }

    @Model final class Whole: BaseModel {
        @Relationship(inverse: \Half.whole) var left: [Half] = []
        @Relationship(inverse: \Half.whole) var right: [Half] = []
    }

    @Test("A property leads back by one relationship")
    func sharedInverse() throws {
        #expect { try KeyedArchive().encode(Whole()) } throws: { ($0 as? ModelError)?.code == .unknownRelationship }
    }

    @Model final class Box: BaseModel {
        var name = ""
        @Relationship(inverse: \Piece.box) var pieces: [Piece] = []

        @TaskLocal static var known: Known?

        final class Known: @unchecked Sendable {
            var boxes: [String: Box] = [:]
            var pieces: [Int: Piece] = [:]
        }

        override func awakeAfterDecoding() throws -> BaseModel {
            guard let known = Self.known else { return self }
            if let other = known.boxes[name] { return other }
            known.boxes[name] = self
            return self
        }
    }

    @Model final class Piece: BaseModel {
        var id = 0
        @Relationship weak var box: Box?

        override func awakeAfterDecoding() throws -> BaseModel {
            if id == 42 { return Piece(id: 4200) }
            guard let known = Box.known else { return self }
            if let other = known.pieces[id] { return other }
            known.pieces[id] = self
            return self
        }

        convenience init(id: Int) {
            self.init()
            self.id = id
        }
    }

    @Test("Where a format can't refer back, the file has all lists that are needed on both sides, or it is an error")
    func listsThatAreNeeded() throws {
        let topics = [Topic(), Topic(), Topic()]
        let work = Work("a")
        work.topics = topics
        defer { work.topics = [] }
        for count in 1...3 {
            let written = Array(topics.prefix(count).reversed())
            let code = errorCode { try EchoFormat([.null]).encode(written) }
            #expect(code == (count < 3 ? .unrepresentableValue : nil), "\(count)")
        }
    }

    @Test("A model whose place another one takes isn't related to anything")
    func replaced() throws {
        let box = Box()
        box.pieces = [Piece(id: 42), Piece(id: 1)]
        let read = try KeyedArchive().decode(Box.self, from: KeyedArchive().encode(box))
        #expect(read.pieces.map(\.id) == [4200, 1])
        #expect(read.pieces.allSatisfy { $0.box === read })
    }

    @Test("Models of one whose place another takes refer to the other only if it holds them, else to none")
    func replacedWithout() throws {
        let box = Box()
        box.name = "b"
        box.pieces = [Piece(id: 1), Piece(id: 2)]
        let archive = try KeyedArchive().encode(box)
        try Box.$known.withValue(Box.Known()) {
            let (other, held) = (Box(), Piece(id: 1))
            other.pieces = [held]
            Box.known?.boxes["b"] = other
            Box.known?.pieces[1] = held
            #expect(try KeyedArchive().decode(Box.self, from: archive) === other)
            let free = try #require(Box.known?.pieces[2])
            #expect(other.pieces.map(\.id) == [1] && held.box === other && free.box == nil)
        }
    }

    @Test("One instance for each identifier, read twice, has its models once")
    func identified() throws {
        let box = Box()
        box.name = "b"
        box.pieces = [Piece(id: 1), Piece(id: 2), Piece(id: 3)]
        let archive = try KeyedArchive().encode(box)
        try Box.$known.withValue(Box.Known()) {
            let first = try KeyedArchive().decode(Box.self, from: archive)
            let second = try KeyedArchive().decode(Box.self, from: archive)
            #expect(first === second && first.pieces.map(\.id) == [1, 2, 3])
            #expect(first.pieces.allSatisfy { $0.box === first })
        }
    }

    @Test("Properties that are listed by hand")
    func listed() throws {
        let (team, player) = (Team(), Player())
        team.players = [player]
        #expect(player.team === team)
        player.team = nil
        #expect(team.players.isEmpty)
        let read = try #require(try Team.instance(with: ["players": [[:], [:]]]))
        #expect(read.players.map { $0.team === read } == [true, true])
        #expect { try KeyedArchive().encode(Misled()) } throws: { ($0 as? ModelError)?.code == .unknownRelationship }
    }

    @Test("A file may have one end alone, or both, in any order")
    func reading() throws {
        let price: [String: Any] = [:]
        let file: [String: Any] = ["works": [["title": "a", "price": price], ["title": "b"]]]
        let document = try ModelDocument(encoding: file)
        let writer = try document.decode(Writer.self)
        let works = try #require(writer.works)
        #expect(works.map { $0.writer === writer } == [true, true] && works[0].price?.work === works[0])

        // The way back alone.
        let child = Person()
        child.name = "Bob"
        child.parent = Person()
        let read = try ModelDocument(encoding: child).decode(Person.self)
        #expect(read.parent?.children.map(\.name) == ["Bob"] && read.parent?.children[0] === read)

        let again = try ModelDocument(encoding: writer).decode(Writer.self)
        #expect(again.works?.map(\.title) == ["a", "b"] && again.works?[1].writer === again)
    }

    @Test("What is read over a model's values leaves the ones that were there")
    func readingOver() throws {
        let writer = Writer()
        let old = Work("old")
        writer.works = [old]
        try writer.set(with: ["works": [["title": "new"]]])
        #expect(old.writer == nil && writer.works?.map(\.title) == ["new"] && writer.works?[0].writer === writer)
    }

    @Test("A file whose ends don't fit ends as one that do")
    func contradictions() throws {
        let (first, second) = (LooseParent(), LooseParent())
        let child = LooseChild()
        first.children = [child]
        second.children = [child, child]
        child.parent = first
        let parents = [first, second]
        let read = try ModelDocument(encoding: parents).renamingClasses().decode([Parent].self)
        let known = try #require(read[1].children.first ?? read[0].children.first)
        let parent = try #require(known.parent)
        for other in read { #expect(other.children.contains { $0 === known } == (other === parent)) }
    }

    @Test("Nothing keeps itself alive")
    func release() {
        weak var kept: Writer?
        do {
            let writer = Writer()
            writer.works = [Work("a")]
            writer.works?[0].price = Price()
            kept = writer
        }
        #expect(kept == nil)
    }
}

extension ModelDocument {
    /// With the classes that a program has which keeps relationships.
    fileprivate func renamingClasses() throws -> ModelDocument {
        var copy = self
        for path in [[0], [1], [0, "children", 0]] as [ModelPath] {
            let name = try #require(self[path]?.codedClass?.name)
            try copy.setClass(CodedClass(name: name.replacing("Loose.", with: "")), at: path)
        }
        return copy
    }
}
#endif
