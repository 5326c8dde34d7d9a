#if Macros
import Foundation
import ModelCore
import Testing

/// Every change from one list of models to another.
@Suite("Lists of models that change")
struct ChangedListTests {
    @Model("ChangedShelf") final class Shelf: BaseModel {
        @Relationship(inverse: \Volume.shelf) var volumes: [Volume] = []
    }
    @Model("ChangedVolume") final class Volume: BaseModel {
        var title = ""
        @Relationship weak var shelf: Shelf?
        @Relationship(inverse: \Label.volumes) var labels: [Label] = []
    }
    @Model("ChangedLabel") final class Label: BaseModel {
        @Relationship var volumes: [Volume] = []
    }

    /// All lists of some of three numbers, in every order.
    static let lists: [[Int]] =
        [[]]
        + (0..<3).flatMap { one -> [[Int]] in
            let others = (0..<3).filter { $0 != one }
            return [[one]] + others.map { [one, $0] } + [[one] + others, [one] + others.reversed()]
        }

    private func isSame(_ found: [Volume], _ wanted: [Volume]) -> Bool {
        found.elementsEqual(wanted) { $0 === $1 }
    }

    @Test("The models that are new lead back, and those that are gone don't", arguments: lists)
    func one(old: [Int]) {
        for new in Self.lists {
            let volumes = (0..<3).map { _ in Volume() }
            let shelf = Shelf()
            shelf.volumes = old.map { volumes[$0] }
            shelf.volumes = new.map { volumes[$0] }
            for number in 0..<3 { #expect((volumes[number].shelf === shelf) == new.contains(number), "\(old) \(new)") }
            #expect(isSame(shelf.volumes, new.map { volumes[$0] }), "\(old) \(new)")
            shelf.volumes = []
        }
    }

    @Test("The same for lists on both sides", arguments: lists)
    func many(old: [Int]) {
        for new in Self.lists {
            let labels = (0..<3).map { _ in Label() }
            let volume = Volume()
            volume.labels = old.map { labels[$0] }
            volume.labels = new.map { labels[$0] }
            for number in 0..<3 {
                #expect(labels[number].volumes.count == (new.contains(number) ? 1 : 0), "\(old) \(new)")
            }
            volume.labels = []
        }
    }

    @Test("All that another list takes leave the one where they were, and the rest stays", arguments: lists)
    func taken(taken: [Int]) {
        for others in Self.lists {
            let volumes = (0..<3).map { _ in Volume() }
            let (first, second, third) = (Shelf(), Shelf(), Shelf())
            first.volumes = [volumes[0], volumes[1]]
            second.volumes = [volumes[2]]
            third.volumes = taken.map { volumes[$0] }
            #expect(isSame(first.volumes, [0, 1].filter { !taken.contains($0) }.map { volumes[$0] }))
            #expect(second.volumes.count == (taken.contains(2) ? 0 : 1))
            second.volumes = others.map { volumes[$0] }
            for number in 0..<3 {
                let owner = others.contains(number) ? second : taken.contains(number) ? third : number < 2 ? first : nil
                #expect(volumes[number].shelf === owner, "\(taken) \(others)")
            }
            for shelf in [first, second, third] { shelf.volumes = [] }
        }
    }

    // MARK: Files

    /// A file in which shelves have volumes, by their numbers.
    private func document(_ lists: [[Int]]) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginArray()
        func volume(_ number: Int) throws {
            guard !builder.hasContainer(100 + number) else { return try builder.appendReference(to: 100 + number) }
            try builder.beginObject(CodedClass(name: "ChangedVolume"), number: 100 + number)
            try builder.key("title")
            try builder.append("\(number)")
            try builder.end()
        }
        for (index, list) in lists.enumerated() {
            try builder.beginObject(CodedClass(name: "ChangedShelf"), number: index)
            try builder.key("volumes")
            try builder.beginArray()
            for number in list { try volume(number) }
            try builder.end()
            try builder.end()
        }
        try builder.end()
        return try builder.finish()
    }

    @Test(
        "In a file where two lists have one model, the later one has it, and every other model stays where it was",
        arguments: lists)
    func twoLists(first: [Int]) throws {
        for second in Self.lists where first.count + second.count > 0 {
            let shelves = try document([first, second]).decode([Shelf].self)
            #expect(shelves[1].volumes.map(\.title) == second.map { "\($0)" }, "\(first) \(second)")
            #expect(
                shelves[0].volumes.map(\.title) == first.filter { !second.contains($0) }.map { "\($0)" },
                "\(first) \(second)")
            for shelf in shelves {
                #expect(shelf.volumes.allSatisfy { $0.shelf === shelf }, "\(first) \(second)")
                shelf.volumes = []
            }
        }
    }
}
#endif
