import Foundation
import ModelCore

#if Macros
    /// An enum whose cases are stored as text.
    enum DirectMood: String, ModelValue, CaseIterable {
        case calm
        case wild = "very wild"
    }

    /// A model that consists of nothing but stored properties of the types that the direct way knows.
    @Model final class DirectNode: BaseModel {
        var name = ""
        var count = 0
        var small: Int8 = 0
        var wide: UInt64 = 0
        var share = 0.0
        var weight: Float = 0
        var isOpen = false
        var born = Date(timeIntervalSinceReferenceDate: 0)
        var mood = DirectMood.calm
        @Key("labels") var tags: [String] = []
        var numbers: [Int16] = []
        var rows: [[Double]] = []
        var nickname: String?
        var limit: Int? = 3
        var died: Date?
        var next: DirectNode?
        var others: [DirectNode] = []
        var places: [DirectNode?] = []
    }

    /// A class with a subclass, whose instances need their class in the file.
    @Model class DirectBase: BaseModel {
        final var title = ""
    }

    @Model final class DirectChild: DirectBase {
        var extra = 1
    }

    @Model final class DirectHolder: BaseModel {
        var base: DirectBase?
        var nodes: [DirectNode] = []
    }

    /// A struct that consists of its properties, one of them an array of itself.
    @Model struct DirectPlace {
        let code: Int
        var name: String
        var note: String?
        var height: Float = 1.5
        @Key("marks") var numbers: [Int] = []
        var keeper: DirectNode?
        var parts: [DirectPlace] = []
        var mood = DirectMood.calm
    }

    /// A model with structs in it.
    @Model final class DirectSite: BaseModel {
        var title = ""
        var place = DirectPlace(code: 1, name: "first", note: "old", keeper: DirectNode())
        var places: [DirectPlace] = []
        var best: DirectPlace?
        var grid: [[DirectPlace?]] = []
    }

    /// A model whose properties lie deeper in files.
    @Model final class DirectMail: BaseModel {
        @Key(path: "head.from") var from = ""
        var body = ""
        @Key(path: "head.times.sent") var sent: Int?
        @Key(path: "head.to") var to: [String] = []
        @Key(path: "foot.note") var note: String?
        @Key(path: "foot.more[\"a.b\"]") var more: Float?
        var next: DirectMail?
    }

    extension DirectMail {
        static func random(_ generator: inout some RandomNumberGenerator, size: Int) -> DirectMail {
            let mail = DirectMail()
            mail.from = "from \(size)"
            if Bool.random(using: &generator) { mail.sent = size }
            if Bool.random(using: &generator) { mail.to = ["a", "b"] }
            if Bool.random(using: &generator) { mail.note = "note" }
            if Int.random(in: 0..<4, using: &generator) == 0 { mail.more = 0.1 }
            if size > 0, Bool.random(using: &generator) { mail.next = random(&generator, size: size - 1) }
            return mail
        }
    }

    extension DirectPlace {
        static func random(_ generator: inout some RandomNumberGenerator, size: Int) -> DirectPlace {
            var place = DirectPlace(code: Int.random(in: -300...300, using: &generator), name: "p\(size) \u{E9}")
            if Bool.random(using: &generator) { place.note = "\"note\"" }
            if Bool.random(using: &generator) { place.numbers = [1, .min] }
            if Bool.random(using: &generator) { place.mood = .wild }
            guard size > 0 else { return place }
            if Bool.random(using: &generator) {
                place.keeper = DirectNode.random(&generator, size: size / 3, shares: false)
            }
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                place.parts.append(random(&generator, size: size / 2))
            }
            return place
        }
    }

    extension DirectSite {
        static func random(_ generator: inout some RandomNumberGenerator, size: Int) -> DirectSite {
            let site = DirectSite()
            site.title = "site"
            site.place = .random(&generator, size: size)
            for _ in 0..<Int.random(in: 0...5, using: &generator) {
                site.places.append(.random(&generator, size: size / 2))
            }
            if Bool.random(using: &generator) { site.best = .random(&generator, size: 1) }
            if Bool.random(using: &generator) { site.grid = [[], [.random(&generator, size: 0)]] }
            return site
        }
    }

    extension DirectNode {
        /// A tree of random nodes. With `shares`, properties may also lead to nodes that were made before, or back.
        static func random(_ generator: inout some RandomNumberGenerator, size: Int, shares: Bool) -> DirectNode {
            var made: [DirectNode] = []
            return tree(&generator, size, &made, shares)
        }

        private static func tree(
            _ generator: inout some RandomNumberGenerator, _ size: Int, _ made: inout [DirectNode], _ shares: Bool
        ) -> DirectNode {
            if shares, let known = made.randomElement(using: &generator), Int.random(in: 0..<4, using: &generator) == 0
            {
                return known
            }
            let node = DirectNode()
            made.append(node)
            node.fill(&generator)
            guard size > 0 else { return node }
            if Bool.random(using: &generator) { node.next = tree(&generator, size / 2, &made, shares) }
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                node.others.append(tree(&generator, size / 3, &made, shares))
            }
            return node
        }

        /// Sets values, of which few are such that some formats can't hold them as they are.
        private func fill(_ generator: inout some RandomNumberGenerator) {
            func pick<Value>(_ values: [Value], rarely: [Value] = []) -> Value {
                let isRare = !rarely.isEmpty && Int.random(in: 0..<60, using: &generator) == 0
                return (isRare ? rarely : values).randomElement(using: &generator)!
            }
            let texts = ["", "a", "é\u{1F600}", "\"quoted\\\"\n", "a & <b>", String(repeating: "long ", count: 30)]
            let odd = ["$null", "$class", "\u{1}"]
            name = pick(texts, rarely: odd)
            count = pick([0, 1, -1, 255, 256, .max, .min, 1 << 40])
            small = pick([0, .min, .max])
            wide = pick([0, 1, UInt64(Int64.max)], rarely: [.max])
            share = pick([0, -0.0, 0.1, 1e300, .leastNormalMagnitude, 1 / 3, 100], rarely: [.infinity, .nan])
            weight = pick([0, 0.1, -1.5, .greatestFiniteMagnitude, 1 / 3], rarely: [.infinity])
            isOpen = Bool.random(using: &generator)
            born = Date(
                timeIntervalSinceReferenceDate: pick([0, 1, 86_400], rarely: [-1.5, 86_400.123456, 1e12, 1e300]))
            mood = pick(DirectMood.allCases)
            tags = (0..<Int.random(in: 0...3, using: &generator)).map { _ in pick(texts, rarely: odd) }
            numbers = (0..<Int.random(in: 0...3, using: &generator)).map { _ in pick([0, .min, .max]) }
            rows = pick([[], [[]], [[0.5], [1, 2]]])
            nickname = pick([nil] + texts)
            limit = pick([3, 4], rarely: [nil])
            died = pick([nil, Date(timeIntervalSinceReferenceDate: 7)])
            if Int.random(in: 0..<60, using: &generator) == 0 { places = [nil] }
        }
    }
#endif
