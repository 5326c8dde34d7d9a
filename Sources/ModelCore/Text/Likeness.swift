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

    /// For each new element its old one; nil for one that is new. Ascending.
    func partners() -> [Int?] {
        if oldElements.count == newElements.count { return oldElements.indices.map { $0 } }
        guard oldElements.count * newElements.count <= Self.mostPairs else {
            return newElements.indices.map { $0 < oldElements.count ? $0 : nil }
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
        var partners = [Int?](repeating: nil, count: columns)
        var (row, column) = (rows, columns)
        while row > 0, column > 0 {
            if best[row][column] == best[row - 1][column] {
                row -= 1
            } else if best[row][column] == best[row][column - 1] {
                column -= 1
            } else {
                row -= 1
                column -= 1
                partners[column] = row
            }
        }
        return partners
    }

    /// The digests of what is in an element.
    private func parts(of index: Int, _ tree: TextTree) -> Set<Int> {
        guard tree.nodes[index].isContainer else { return [] }
        var parts: Set<Int> = []
        var next = index + 1
        while next < tree.nodes[index].next, parts.count < Self.mostEntries {
            let node = tree.nodes[next]
            parts.insert(node.keyDigest &* 31 &+ node.digest)
            next = node.next
        }
        return parts
    }

    private func weight(_ row: Int, _ column: Int, _ oldParts: Set<Int>, _ newParts: Set<Int>) -> Int {
        let (a, b) = (old.nodes[oldElements[row]], new.nodes[newElements[column]])
        guard a.isContainer || b.isContainer else { return a.kind == b.kind ? 2 : 1 }
        guard a.kind == b.kind else { return 0 }
        return 1 + 4 * oldParts.intersection(newParts).count
    }
}
