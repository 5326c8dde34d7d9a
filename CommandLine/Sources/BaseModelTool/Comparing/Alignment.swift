/// Which elements of two lists belong together, by numbers that say what they are: those that are alike at both ends,
/// then those that each list has once (patience), and between these by their place. Time n log n.
struct Alignment {
    /// The places of a pair; nil for what the other list doesn't have.
    typealias Pair = (left: Int?, right: Int?)

    /// In the lists' order.
    private(set) var pairs: [Pair] = []
    private let left: [Int]
    private let right: [Int]

    /// Parts of both lists.
    private struct Gap {
        var left: Range<Int>
        var right: Range<Int>
        /// How often it may be cut up further.
        var cuts = 16
        /// True for elements that belong together one by one.
        var isPaired = false
    }

    init(_ left: [Int], _ right: [Int]) {
        self.left = left
        self.right = right
        // A work list instead of recursion, the next last.
        var pending = [Gap(left: left.indices, right: right.indices)]
        while let gap = pending.popLast() {
            if gap.isPaired { append(gap) } else { pending += parts(of: gap).reversed() }
        }
    }

    /// What a gap is made up of, in its order: what is alike at both ends, and what stands between.
    private func parts(of gap: Gap) -> [Gap] {
        var (low, from) = (gap.left.lowerBound, gap.right.lowerBound)
        var (high, to) = (gap.left.upperBound, gap.right.upperBound)
        while low < high, from < to, left[low] == right[from] { (low, from) = (low + 1, from + 1) }
        while low < high, from < to, left[high - 1] == right[to - 1] { (high, to) = (high - 1, to - 1) }
        var parts = [paired(gap.left.lowerBound..<low, gap.right.lowerBound..<from)]
        let anchors = gap.cuts > 0 ? anchors(low..<high, from..<to) : []
        if anchors.isEmpty {
            parts.append(paired(low..<high, from..<to))
        } else {
            for anchor in anchors {
                parts.append(Gap(left: low..<anchor.left, right: from..<anchor.right, cuts: gap.cuts - 1))
                (low, from) = (anchor.left + 1, anchor.right + 1)
                parts.append(paired(anchor.left..<low, anchor.right..<from))
            }
            parts.append(Gap(left: low..<high, right: from..<to, cuts: gap.cuts - 1))
        }
        parts.append(paired(high..<gap.left.upperBound, to..<gap.right.upperBound))
        return parts
    }

    private func paired(_ left: Range<Int>, _ right: Range<Int>) -> Gap {
        Gap(left: left, right: right, isPaired: true)
    }

    private mutating func append(_ gap: Gap) {
        let common = min(gap.left.count, gap.right.count)
        pairs += zip(gap.left, gap.right).map { ($0, $1) }
        pairs += gap.left.dropFirst(common).map { ($0, nil) }
        pairs += gap.right.dropFirst(common).map { (nil, $0) }
    }

    /// What each part has once, as far as it is in the same order in both.
    private func anchors(_ lefts: Range<Int>, _ rights: Range<Int>) -> [(left: Int, right: Int)] {
        guard !lefts.isEmpty, !rights.isEmpty else { return [] }
        // Where each stands; nil where it does several times.
        var places: [Int: Int?] = [:]
        for place in rights { places[right[place]] = places[right[place]] == nil ? .some(place) : .some(nil) }
        var met: [Int: Int?] = [:]
        for place in lefts { met[left[place]] = met[left[place]] == nil ? .some(place) : .some(nil) }
        let common = lefts.compactMap { place -> (left: Int, right: Int)? in
            guard case .some(.some(place)) = met[left[place]], case .some(.some(let other)) = places[left[place]] else {
                return nil
            }
            return (place, other)
        }
        return Self.longestRise(common)
    }

    /// The longest part in which the right places rise as the left ones do.
    private static func longestRise(_ pairs: [(left: Int, right: Int)]) -> [(left: Int, right: Int)] {
        // Which pair ends the best rise of each length, and which stands before each pair.
        var ends: [Int] = []
        var before: [Int?] = []
        for (index, pair) in pairs.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].right < pair.right { low = middle + 1 } else { high = middle }
            }
            before.append(low == 0 ? nil : ends[low - 1])
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var rise: [(left: Int, right: Int)] = []
        var next = ends.last
        while let index = next {
            rise.append(pairs[index])
            next = before[index]
        }
        return rise.reversed()
    }
}
