import Documents

/// Which of some old elements became which of some new ones, of which none is equal: so that an object that lost a
/// property isn't taken for the one beside it.
struct Likeness {
    private let old: TextTree
    private let new: TextTree
    private let oldElements: [Int]
    private let newElements: [Int]

    /// More pairs than these aren't compared, nor more entries of each.
    private static let mostPairs = 4096
    private static let mostEntries = 32

    init(old: TextTree, _ oldElements: [Int], new: TextTree, _ newElements: [Int]) {
        self.old = old
        self.new = new
        self.oldElements = oldElements
        self.newElements = newElements
    }

    /// An old element that became a new one.
    struct Partner {
        let old: Int
        /// False where nothing in both is equal: the new one may be another's as well.
        let isAlike: Bool
    }

    /// For each new element its old one; nil for one that is new. Ascending.
    func partners() -> [Partner?] {
        guard oldElements.count * newElements.count <= Self.mostPairs else {
            return newElements.indices.map { $0 < oldElements.count ? Partner(old: $0, isAlike: true) : nil }
        }
        let (rows, columns) = (oldElements.count, newElements.count)
        let oldParts = oldElements.map { parts(of: $0, old) }
        let newParts = newElements.map { parts(of: $0, new) }
        // The best sum of all pairs up to an old and a new element.
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

    /// The digests of what is in an element, with how much each counts: what tells one element from another is text
    /// more often than a number, and stands first.
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

    /// 1 for what has nothing in common but that it may stand in the other's place; 0 where it may not.
    private func weight(_ row: Int, _ column: Int, _ oldParts: [Int: Int], _ newParts: [Int: Int]) -> Int {
        let (a, b) = (old.nodes[oldElements[row]], new.nodes[newElements[column]])
        guard a.isContainer || b.isContainer else { return a.kind == b.kind ? 2 : 1 }
        guard a.kind == b.kind else { return oldElements.count == newElements.count ? 1 : 0 }
        return oldParts.reduce(1) { newParts[$1.key] == nil ? $0 : $0 + $1.value }
    }
}
