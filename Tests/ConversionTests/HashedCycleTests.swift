#if Macros
    import FastCoder
    import Foundation
    import HRCoder
    import ModelCore
    import Testing

    /// Objects that are equal by what they hold, in sets and as keys of what they lead to.
    @Suite("Sets of models in cycles")
    struct HashedCycleTests {
        enum Kind: String { case one, two }

        class Base: BaseModel {
            var next: Base?
            var friends: Set<Friend> = []
            var scores: [Friend: Int] = [:]
            var nested: [String: [Set<Friend>]] = [:]
            override class var modelProperties: [ModelProperty] {
                super.modelProperties + [
                    ModelProperty("next", \Base.next), ModelProperty("friends", \Base.friends), ModelProperty("scores", \Base.scores),
                    ModelProperty("nested", \Base.nested),
                ]
            }
        }

        @Model(hashable: ["number", "kind", "day"]) final class Friend: Base {
            @Key("no", aliases: ["n"]) var number = 0
            var kind = Kind.one
            @Transform(.date(.day)) var day = Date(timeIntervalSinceReferenceDate: 0)
        }

        @Model(version: 2, hashable: ["name"]) final class City: BaseModel {
            var region: Region?
            var name = ""

            override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
                try object.renameKey(at: ["title"], to: "name")
            }
        }

        @Model final class Region: BaseModel {
            var cities: Set<City> = []
        }

        private static let formats: [FileFormat] = [.keyedArchive, .fastCoding, .hrCodedJSON, .hrCodedXML, .hrCodedBinary]

        private func friends(_ count: Int) -> [Friend] {
            let friends = (0..<count).map { number in
                let friend = Friend()
                friend.number = number / 2
                friend.kind = number % 2 == 0 ? .one : .two
                friend.day = Date(timeIntervalSinceReferenceDate: Double(number) * 86_400)
                return friend
            }
            for friend in friends {
                friend.friends = Set(friends)
                friend.scores = Dictionary(uniqueKeysWithValues: friends.map { ($0, $0.number) })
                friend.nested = ["all": [Set(friends)]]
            }
            return friends
        }

        @Test("All elements and keys are there, and found", arguments: formats)
        func friends(_ format: FileFormat) throws {
            let provider = try FormatRegistry.current.provider(for: format)
            let content = try provider.encode(friends(8), as: format)
            let read = try provider.decode([Friend].self, from: content, as: format)
            #expect(read.count == 8)
            for friend in read {
                #expect(friend.friends.count == 8 && friend.scores.count == 8)
                #expect(read.allSatisfy { friend.friends.contains($0) && friend.scores[$0] == $0.number })
                #expect(friend.nested["all"]?.first?.isSuperset(of: read) == true)
            }
            let one = try provider.decode(Friend.self, from: provider.encode(friends(5)[0], as: format), as: format)
            #expect(one.friends.count == 5 && one.friends.contains(one))
            #expect(one.friends.allSatisfy { $0.friends.contains(one) })
        }

        @Test("So are those of an older version", arguments: formats)
        func versions(_ format: FileFormat) throws {
            let provider = try FormatRegistry.current.provider(for: format)
            var builder = DocumentBuilder()
            try builder.beginObject(CodedClass(name: ModelClass.of(City.self).name), number: 1)
            try builder.key("region")
            try builder.beginObject(CodedClass(name: ModelClass.of(Region.self).name), number: 2)
            try builder.key("cities")
            try builder.beginArray(.set)
            try builder.appendReference(to: 1)
            try builder.beginObject(CodedClass(name: ModelClass.of(City.self).name), number: 3)
            try builder.key("region")
            try builder.appendReference(to: 2)
            try builder.key("title")
            try builder.append("Bonn")
            try builder.end()
            try builder.end()
            try builder.end()
            try builder.key("title")
            try builder.append("Ulm")
            try builder.end()
            let content = try provider.encode(builder.finish(), as: format)
            let city = try provider.decode(City.self, from: content, as: format)
            let cities = try #require(city.region?.cities)
            #expect(city.name == "Ulm" && cities.count == 2 && cities.contains(city))
            #expect(cities.allSatisfy { $0.region === city.region && cities.contains($0) })
        }

        private static let limits = DecodingLimits(depth: 100_000)

        private static func chain(_ format: FileFormat) throws -> Int {
            let provider = try FormatRegistry.current.provider(for: format)
            var all: [Friend] = []
            defer { for friend in all { (friend.next, friend.friends, friend.scores) = (nil, [], [:]) } }
            for number in 0..<2000 {
                let friend = Friend()
                friend.number = number
                all.last?.next = friend
                all.last?.friends = [friend, all[0]]
                friend.scores = [all.first ?? friend: 1]
                all.append(friend)
            }
            let content = try provider.encode(all[0], as: format, limits: limits)
            let read = try provider.decode(Friend.self, from: content, as: format, limits: limits)
            var (next, found): (Friend?, [Friend]) = (read, [])
            defer { for friend in found { (friend.next, friend.friends, friend.scores) = (nil, [], [:]) } }
            while let friend = next {
                guard friend.number == found.count, friend.scores[read] == 1 else { break }
                next = friend.next as? Friend
                guard next.map({ friend.friends.contains($0) && friend.friends.contains(read) }) ?? true else { break }
                found.append(friend)
            }
            return found.count
        }

        @Test("Very many in a row, which wait for room on the stack", arguments: formats)
        func chain(_ format: FileFormat) async throws {
            let count = try await withCheckedThrowingContinuation { continuation in
                let thread = Thread { continuation.resume(with: Result { try Self.chain(format) }) }
                thread.stackSize = 512 << 10
                thread.start()
            }
            #expect(count == 2000)
        }
    }
#endif
