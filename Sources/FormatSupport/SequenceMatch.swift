/// Which elements of a sequence stayed in another one: a long common subsequence, at bounded cost.
///
/// The longest by Myers' algorithm ("An O(ND) Difference Algorithm and Its Variations", 1986) while few elements
/// differ. Beyond that, what is there just once on each side ("patience"), in the longest run in order, and what
/// is equal before and behind each of those. Time is about linear in either case.
public enum SequenceMatch {
    /// For each new element the old one that it is; nil for one that is new. Ascending.
    ///
    /// - Parameters:
    ///   - old: A number for each element, the same for those that are equal.
    ///   - new: Likewise.
    public static func partners(old: [Int], new: [Int]) -> [Int?] {
        var partners = [Int?](repeating: nil, count: new.count)
        let middle = trim(old, new, old.indices, new.indices, &partners)
        if middle.old.isEmpty || middle.new.isEmpty { return partners }
        if !few(old, new, middle.old, middle.new, &partners) { unique(old, new, middle.old, middle.new, &partners) }
        return partners
    }

    /// Pairs what is equal at both ends, and returns what is between.
    private static func trim(
        _ old: [Int], _ new: [Int], _ oldRange: Range<Int>, _ newRange: Range<Int>, _ partners: inout [Int?]
    ) -> (old: Range<Int>, new: Range<Int>) {
        var (a, b) = (oldRange.lowerBound, newRange.lowerBound)
        var (c, d) = (oldRange.upperBound, newRange.upperBound)
        while a < c, b < d, old[a] == new[b] {
            partners[b] = a
            a += 1
            b += 1
        }
        while a < c, b < d, old[c - 1] == new[d - 1] {
            c -= 1
            d -= 1
            partners[d] = c
        }
        return (a..<c, b..<d)
    }

    /// The longest common subsequence, where few elements differ; false where too many do.
    private static func few(
        _ old: [Int], _ new: [Int], _ oldRange: Range<Int>, _ newRange: Range<Int>, _ partners: inout [Int?]
    ) -> Bool {
        let (n, m) = (oldRange.count, newRange.count)
        // What is compared in each round is no more than all.
        let most = min(n + m, max(16, min(512, 10_000_000 / (n + m))))
        var furthest = [Int](repeating: 0, count: 2 * most + 3)
        /// What `furthest` was before each round.
        var rounds: [[Int]] = []
        for round in 0...most {
            rounds.append(Array(furthest[(most + 1 - round)...(most + 1 + round)]))
            for diagonal in stride(from: -round, through: round, by: 2) {
                let at = most + 1 + diagonal
                var x =
                    diagonal == -round || (diagonal != round && furthest[at - 1] < furthest[at + 1])
                    ? furthest[at + 1] : furthest[at - 1] + 1
                while x < n, x - diagonal < m, x - diagonal >= 0,
                    old[oldRange.lowerBound + x] == new[newRange.lowerBound + x - diagonal]
                {
                    x += 1
                }
                furthest[at] = x
                if x >= n, x - diagonal >= m {
                    goBack(rounds, n, m) { x, y in
                        partners[newRange.lowerBound + y] = oldRange.lowerBound + x
                    }
                    return true
                }
            }
        }
        return false
    }

    private static func goBack(_ rounds: [[Int]], _ n: Int, _ m: Int, _ pair: (Int, Int) -> Void) {
        var (x, y) = (n, m)
        for (round, furthest) in rounds.enumerated().reversed() {
            if round == 0 {
                while x > 0, y > 0 {
                    x -= 1
                    y -= 1
                    pair(x, y)
                }
                return
            }
            let diagonal = x - y
            // What a diagonal beyond the last round's held counts for nothing, as when it was compared.
            func value(_ diagonal: Int) -> Int {
                let at = round + diagonal
                return furthest.indices.contains(at) ? furthest[at] : 0
            }
            let isDown =
                diagonal == -round || (diagonal != round && value(diagonal - 1) < value(diagonal + 1))
            let before = isDown ? diagonal + 1 : diagonal - 1
            let startX = value(before)
            let startY = startX - before
            while x > (isDown ? startX : startX + 1), y > (isDown ? startY + 1 : startY) {
                x -= 1
                y -= 1
                pair(x, y)
            }
            (x, y) = (startX, startY)
        }
    }

    /// Pairs what is there once on each side, and what is equal beside it.
    private static func unique(
        _ old: [Int], _ new: [Int], _ oldRange: Range<Int>, _ newRange: Range<Int>, _ partners: inout [Int?]
    ) {
        /// Where each stands; negative where it stands more than once.
        func places(_ all: [Int], _ range: Range<Int>) -> [Int: Int] {
            range.reduce(into: [:]) { $0[all[$1]] = $0[all[$1]] == nil ? $1 : -1 }
        }
        let oldPlaces = places(old, oldRange)
        let newPlaces = places(new, newRange)
        let candidates: [(old: Int, new: Int)] = newRange.compactMap { place in
            guard newPlaces[new[place]] == place, let other = oldPlaces[new[place]], other >= 0 else { return nil }
            return (other, place)
        }
        var (nextOld, nextNew) = (oldRange.lowerBound, newRange.lowerBound)
        for anchor in ascending(candidates) + [(oldRange.upperBound, newRange.upperBound)] {
            _ = trim(old, new, nextOld..<anchor.old, nextNew..<anchor.new, &partners)
            if anchor.new < newRange.upperBound { partners[anchor.new] = anchor.old }
            (nextOld, nextNew) = (anchor.old + 1, anchor.new + 1)
        }
    }

    /// The longest part of pairs in which both sides ascend.
    private static func ascending(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
        /// The pair with which a run of each length ends at the least.
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: pairs.count)
        for (index, pair) in pairs.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].old < pair.old { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[index] = ends[low - 1] }
            if low < ends.count { ends[low] = index } else { ends.append(index) }
        }
        var found: [(old: Int, new: Int)] = []
        var next = ends.last ?? -1
        while next >= 0 {
            found.append(pairs[next])
            next = before[next]
        }
        return found.reversed()
    }
}
