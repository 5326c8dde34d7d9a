/// Finds the elements of a sequence that remain in another sequence: a long common subsequence, at bounded cost.
///
/// If few elements differ, the result is the longest common subsequence, by Myers' algorithm ("An O(ND) Difference
/// Algorithm and Its Variations", 1986). Otherwise, elements that occur exactly once on each side are compared
/// ("patience"): the longest subsequence of them that is in the same order on both sides is paired, and so are the
/// equal elements directly before and after each. Time is about linear in either case.
public enum SequenceMatch {
    /// For each new element, the index of the old element with which it is paired; nil for an added element. The
    /// indices ascend.
    ///
    /// - Parameters:
    ///   - old: A number for each old element. Equal elements have equal numbers.
    ///   - new: A number for each new element, by the same rule.
    public static func partners(old: [Int], new: [Int]) -> [Int?] {
        var partners = [Int?](repeating: nil, count: new.count)
        let middle = trim(old, new, old.indices, new.indices, &partners)
        if middle.old.isEmpty || middle.new.isEmpty { return partners }
        if !few(old, new, middle.old, middle.new, &partners) { unique(old, new, middle.old, middle.new, &partners) }
        return partners
    }

    /// Pairs the equal elements at both ends, and returns the ranges between them.
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

    /// Pairs the longest common subsequence if few elements differ. Returns false, and pairs nothing, if too many
    /// elements differ.
    private static func few(
        _ old: [Int], _ new: [Int], _ oldRange: Range<Int>, _ newRange: Range<Int>, _ partners: inout [Int?]
    ) -> Bool {
        let (n, m) = (oldRange.count, newRange.count)
        // The number of rounds is limited, because each of them may compare all elements.
        let most = min(n + m, max(16, min(512, 10_000_000 / (n + m))))
        var furthest = [Int](repeating: 0, count: 2 * most + 3)
        /// The values of `furthest` before each round, for the diagonals from -round to round.
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
            // A diagonal that wasn't saved counts as 0, as in the forward pass.
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

    /// Pairs the elements that occur exactly once on each side, and the equal elements beside them.
    private static func unique(
        _ old: [Int], _ new: [Int], _ oldRange: Range<Int>, _ newRange: Range<Int>, _ partners: inout [Int?]
    ) {
        /// The index of each number in a range; -1 for a number that occurs more than once.
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

    /// The longest subsequence of the pairs in which both indices ascend. The new indices of `pairs` ascend already.
    private static func ascending(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
        /// For each length from 1 on: the position in `pairs` of the last pair of an ascending subsequence of that
        /// length. If there are several such pairs, the pair with the least old index.
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
