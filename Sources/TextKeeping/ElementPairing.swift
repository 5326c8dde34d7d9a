import Documents

/// Pairs the old elements of an array with the new elements by their common entries, so that an object that lost a
/// property isn't mistaken for its neighbour. No old element is equal to a new element.
struct ElementPairing {
    private let old: TextTree
    private let new: TextTree
    private let oldElements: [Int]
    private let newElements: [Int]

    /// The largest number of pairs that are compared. If there are more, the elements are paired by position.
    private static let mostPairs = 4096
    private static let mostEntries = 32

    init(old: TextTree, _ oldElements: [Int], new: TextTree, _ newElements: [Int]) {
        self.old = old
        self.new = new
        self.oldElements = oldElements
        self.newElements = newElements
    }

    /// The old element with which a new element is paired.
    struct Partner {
        let old: Int
        /// False if the two elements have nothing in common: then the new element may not be a version of the old
        /// element. Always true if there are more than `mostPairs` pairs.
        let isAlike: Bool
    }

    /// For each new element, the old element with which it is paired; nil for an added element. The positions of the
    /// old elements ascend.
    func partners() -> [Partner?] {
        guard oldElements.count * newElements.count <= Self.mostPairs else {
            return newElements.indices.map { $0 < oldElements.count ? Partner(old: $0, isAlike: true) : nil }
        }
        let (rows, columns) = (oldElements.count, newElements.count)
        let oldParts = oldElements.map { parts(of: $0, old) }
        let newParts = newElements.map { parts(of: $0, new) }
        // At [row][column]: the largest total weight of pairs among the first `row` old and the first `column` new
        // elements.
        var best = [[Int]](repeating: [Int](repeating: 0, count: columns + 1), count: rows + 1)
        var weights = [[Int]](repeating: [Int](repeating: 0, count: columns), count: rows)
        for row in 0..<rows {
            for column in 0..<columns {
                weights[row][column] = weight(row, column, oldParts[row], newParts[column])
                best[row + 1][column + 1] = max(
                    best[row][column + 1], best[row + 1][column], best[row][column] + weights[row][column])
            }
        }
        var partners = [Partner?](repeating: nil, count: columns)
        var (row, column) = (rows, columns)
        while row > 0, column > 0 {
            if best[row][column] == best[row - 1][column] {
                row -= 1
            } else if best[row][column] == best[row][column - 1] {
                column -= 1
            } else {
                row -= 1
                column -= 1
                partners[column] = Partner(old: row, isAlike: weights[row][column] > 1)
            }
        }
        return partners
    }

    /// The digests of the entries in an element, with their weights. A text counts more than any other value, and the
    /// first entry counts more than others, because texts and first entries most often distinguish elements.
    private func parts(of index: Int, _ tree: TextTree) -> [Int: Int] {
        guard tree.nodes[index].isContainer else { return [:] }
        var parts: [Int: Int] = [:]
        var next = index + 1
        while next < tree.nodes[index].next, parts.count < Self.mostEntries {
            let node = tree.nodes[next]
            parts[node.keyDigest &* 31 &+ node.digest] = 4 + (node.kind == .string ? 2 : 0) + (parts.isEmpty ? 3 : 0)
            next = node.next
        }
        return parts
    }

    /// The weight of a pair: 0 if the new element can't have replaced the old element, 1 if they have nothing in
    /// common. Scalars of one kind weigh 2. A container weighs more for each equal entry.
    private func weight(_ row: Int, _ column: Int, _ oldParts: [Int: Int], _ newParts: [Int: Int]) -> Int {
        let (a, b) = (old.nodes[oldElements[row]], new.nodes[newElements[column]])
        guard a.isContainer || b.isContainer else { return a.kind == b.kind ? 2 : 1 }
        guard a.kind == b.kind else { return oldElements.count == newElements.count ? 1 : 0 }
        return oldParts.reduce(1) { newParts[$1.key] == nil ? $0 : $0 + $1.value }
    }
}
