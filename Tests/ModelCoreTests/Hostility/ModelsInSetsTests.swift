import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("Models in sets and as keys")
struct ModelsInSetsTests {
    /// Models that refer to each other through sets.
    final class Friend: BaseModel {
        var name = ""
        var friends: Set<Friend> = []
        var marks: [Friend: Int] = [:]
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("name", \Friend.name), ModelProperty("friends", \Friend.friends),
                ModelProperty("marks", \Friend.marks),
            ]
        }
        static func circle(_ count: Int) -> Friend {
            let all = (0..<count).map { index in
                let friend = Friend()
                friend.name = "friend \(index)"
                return friend
            }
            for friend in all {
                friend.friends = Set(all)
                friend.marks = Dictionary(uniqueKeysWithValues: all.map { ($0, $0.name.count) })
            }
            return all[0]
        }

        /// Else the circle would never be freed.
        func part() {
            for friend in friends where friend !== self {
                friend.friends = []
                friend.marks = [:]
            }
            friends = []
            marks = [:]
        }
    }

    @Test("Sets and keys of models that lead back to themselves", .endsAtLast)
    func setsOfModels() throws {
        let friend = Friend.circle(6)
        defer { friend.part() }
        let data = try KeyedArchive().encode(friend)
        #expect(try KeyedArchive().encode(friend) == data)
        let copy = try KeyedArchive().decode(Friend.self, from: data)
        defer { copy.part() }
        #expect(copy.friends.map(\.name).sorted() == friend.friends.map(\.name).sorted())
        #expect(copy.friends.contains(copy) && copy.marks[copy] == copy.name.count)
    }

    @Test("The order of models in a set is the same in every run", .endsAtLast)
    func orderOfSets() throws {
        let files = try (0..<8).map { _ in
            let friend = Friend.circle(12)
            defer { friend.part() }
            return try KeyedArchive().encode(friend)
        }
        #expect(Set(files).count == 1)
    }

    @Test("A description ends where sets lead back", .endsAtLast)
    func description() {
        let friend = Friend.circle(4)
        defer { friend.part() }
        #expect(friend.debugDescription.contains("friend 3"))
    }
}
