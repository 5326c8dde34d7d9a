import TestSupport
import Testing
import TextKeeping

@Suite("Elements that remain in another sequence")
struct SequenceMatchTests {
    @Test("Partners of elements are equal, and in the same order on both sides", arguments: 1...4)
    func partners(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func check(_ old: [Int], _ new: [Int], least: Int) {
            let partners = SequenceMatch.partners(old: old, new: new)
            #expect(partners.count == new.count)
            let pairs = partners.enumerated().compactMap { index, partner in partner.map { (old: $0, new: index) } }
            for (first, second) in zip(pairs, pairs.dropFirst()) { #expect(first.old < second.old) }
            for pair in pairs { #expect(old.indices.contains(pair.old) && old[pair.old] == new[pair.new]) }
            #expect(pairs.count >= least, "\(pairs.count) of \(least)")
        }
        func common(_ old: [Int], _ new: [Int]) -> Int {
            var row = [Int](repeating: 0, count: new.count + 1)
            for value in old {
                var diagonal = 0
                for (index, other) in new.enumerated() {
                    let above = row[index + 1]
                    row[index + 1] = value == other ? diagonal + 1 : max(above, row[index])
                    diagonal = above
                }
            }
            return row[new.count]
        }
        // Short ones are matched as well as can be.
        for _ in 0..<300 {
            let kinds = Int.random(in: 1...6, using: &generator)
            func list() -> [Int] {
                (0..<Int.random(in: 0...12, using: &generator)).map { _ in Int.random(in: 0..<kinds, using: &generator) }
            }
            let (old, new) = (list(), list())
            check(old, new, least: common(old, new))
        }
        // Long ones with too many differences are matched at least where elements are unique.
        let old = Array(0..<3000)
        var new = old.map { Int.random(in: 0..<2, using: &generator) == 0 ? $0 : $0 + 100_000 }
        check(old, new, least: common(old, new))
        new.insert(contentsOf: 200_000..<202_000, at: 1500)
        check(old, new, least: old.count { new.contains($0) } - 5)
        check(old, old.reversed(), least: 1)
        check(old, [], least: 0)
    }
}
