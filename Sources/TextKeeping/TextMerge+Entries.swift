import Documents
import FormatSupport

extension TextMerge {
    /// The changes to the entries of a container.
    struct Entries {
        /// The nodes of the old entries. The indexes below are positions in this array.
        let old: [Int]
        let container: TextTree.Node
        var isRemoved: [Bool]
        /// The nodes of new entries, by the index of the old entry that they follow. The index is -1 for entries that
        /// come first.
        var insertions: [Int: [Int]] = [:]
        /// New entries that `base` has, but the old text hasn't: the node of each entry in the new text, and its node
        /// in `base`.
        private(set) var partial: [(new: Int, base: Int)] = []
        /// Old entries whose values have changed: the index of the entry, the node of its new value, and its node in
        /// `base`.
        var changed: [(index: Int, new: Int, base: Int?)] = []
        /// Old entries of which only the key has changed: the index of the entry, and the node of the new entry.
        var renamed: [(index: Int, new: Int)] = []
        /// Elements that were moved within the array. The key is the node of the element in the new text. The value is
        /// the index of the same element among the old entries.
        private(set) var moved: [Int: Int] = [:]
        /// The indexes of the old elements that were moved: the values of `moved`.
        private var movedAway: Set<Int> = []
        /// The index of the last old entry that stays; nil if none stays.
        private(set) var lastKept: Int?
        private(set) var lastInsertion = -2
        /// The style of the entries.
        private(set) var style: TextStyle
        /// True if the container has neither entries nor comments, but only space between the signs that open and
        /// close it.
        let isBare: Bool
        private let pair: Pair
        private let unused: Unused
        /// True if there are unused entries: see `Unused`.
        private(set) var hasUnused = false

        /// True if no old entry stays, and none is inserted.
        var isEmptied: Bool { insertions.isEmpty && isRemoved.allSatisfy { $0 } }

        init(
            _ pair: Pair, old tree: TextTree, new: TextTree, base: TextTree?, style: TextStyle, unused: Unused
        ) {
            self.pair = pair
            self.unused = unused
            container = tree.nodes[pair.old]
            old = tree.children(of: pair.old)
            isRemoved = old.map { tree.nodes[$0].kind != .ignored }
            isBare =
                old.isEmpty
                && tree.skipSpace(from: container.contentStart, to: container.contentEnd) == container.contentEnd
            self.style = style
            self.style.adapt(to: pair.old, of: tree, children: old)
            if container.kind == .array {
                matchElements(tree, new, base)
            } else {
                matchMembers(tree, new, base)
            }
            // All ignored entries are removed if any entry is removed. Otherwise, if the entry that counts were
            // removed, an ignored entry with the same key would count.
            if isRemoved.contains(true) {
                for index in old.indices where tree.nodes[old[index]].kind == .ignored { isRemoved[index] = true }
            }
            lastKept = isRemoved.lastIndex(of: false)
            lastInsertion = insertions.keys.max() ?? -2
        }

        // MARK: Places

        /// The end of the text before an entry: of the previous entry, or of the sign that opens the container.
        func floor(_ index: Int, _ tree: TextTree) -> Int {
            index > 0 ? tree.nodes[old[index - 1]].end : container.contentStart
        }

        /// The text after an entry. If `index` is -1, the text after the sign that opens the container.
        func tail(_ index: Int, _ tree: TextTree) -> TextTree.Tail {
            let start = index < 0 ? container.contentStart : tree.nodes[old[index]].end
            // Comments at the beginning of a file belong to its first entry.
            if index < 0, container.isUnenclosed { return TextTree.Tail(end: start, lineEnd: start) }
            var limit = index + 1 < old.count ? tree.nodes[old[index + 1]].entryStart : container.contentEnd
            // A comment may follow on the last line of a block.
            if container.isBlock, index + 1 == old.count { limit = tree.blockLimit(behind: start) }
            return tree.tail(
                from: start, to: limit, separator: index < 0 ? 0 : container.separator,
                isLast: index + 1 == old.count)
        }

        /// The space before an entry that is the first on its line; nil for any other entry.
        func ownIndentation(_ index: Int, _ tree: TextTree) -> Range<Int>? {
            guard old.indices.contains(index) else { return nil }
            return tree.indentation(before: tree.nodes[old[index]].entryStart, floor: lineFloor(index, tree))
        }

        /// The position before which the space of an entry doesn't extend. A block begins with its first entry, so
        /// the space before the first entry is outside of the block.
        private func lineFloor(_ index: Int, _ tree: TextTree) -> Int {
            container.isBlock && index == 0
                ? tree.blankStart(before: tree.nodes[old[0]].entryStart) : floor(index, tree)
        }

        func standsAlone(_ index: Int, _ tree: TextTree) -> Bool { ownIndentation(index, tree) != nil }

        /// The indentation of the line on which an entry is.
        func indentation(of index: Int, _ tree: TextTree) -> Range<Int> {
            ownIndentation(index, tree) ?? pair.indentation
        }

        /// The lines that contain only one entry: from the comment lines directly above the entry to the end of its
        /// own line. Returns nil if the entry shares a line with another entry.
        func ownLines(
            of index: Int, _ tree: TextTree
        ) -> (start: Int, own: Range<Int>, tail: TextTree.Tail, end: Int)? {
            let tail = tail(index, tree)
            guard let own = ownIndentation(index, tree), let end = tail.lineEnd,
                tail.separator == nil || tail.hasNearSeparator
            else { return nil }
            let above = self.tail(index - 1, tree)
            let floor = min(above.lineEnd ?? above.end, own.lowerBound)
            return (tree.commentsBegin(above: own.lowerBound, floor: floor), own, tail, end)
        }

        // MARK: Matching

        private mutating func matchMembers(_ tree: TextTree, _ new: TextTree, _ base: TextTree?) {
            var byKey: [Int: Int] = [:]
            for index in old.indices where isRemoved[index] { byKey[tree.nodes[old[index]].keyDigest] = index }
            var baseByKey: [Int: Int] = [:]
            if let base, let index = pair.base {
                for child in base.children(of: index) { baseByKey[base.nodes[child].keyDigest] = child }
            }
            var unknown = pair.base == nil ? [:] : byKey.filter { baseByKey[$0.key] == nil }
            hasUnused = !unknown.isEmpty
            if hasUnused, unused == .renamed, let base {
                for (key, index) in olderKeys(
                    unknown.values.sorted(), tree, base, baseByKey.filter { byKey[$0.key] == nil })
                {
                    let older = tree.nodes[old[index]].keyDigest
                    byKey[older] = nil
                    unknown[older] = nil
                    byKey[key] = index
                }
            }
            var last = -1
            for child in new.children(of: pair.new) {
                let node = new.nodes[child]
                let made = baseByKey.removeValue(forKey: node.keyDigest)
                let isSame = made.map { base?.nodes[$0].digest == node.digest } ?? false
                if let index = byKey.removeValue(forKey: node.keyDigest) {
                    isRemoved[index] = false
                    if !isSame, tree.nodes[old[index]].digest != node.digest { changed.append((index, child, made)) }
                    last = index
                } else if !isSame {
                    insertions[last, default: []].append(child)
                    if let made { partial.append((child, made)) }
                }
            }
            // An unused entry stays, such as a null that needn't be written. With `removed`, only nulls stay if there
            // are new entries.
            for index in unknown.values
            where unused != .removed || insertions.isEmpty || tree.nodes[old[index]].digest == DocumentDigest.null {
                isRemoved[index] = false
            }
            findRenamed(tree, new) { [old] index in
                let node = tree.nodes[old[index]]
                return baseByKey[node.keyDigest].flatMap { base?.nodes[$0].digest } ?? node.digest
            }
        }

        /// Finds unused entries with an older key: the writer writes an equal value under another key. Returns the
        /// indexes of the unused entries. Its keys are the digests of the keys that the writer writes.
        ///
        /// - Parameters:
        ///   - unknown: The indexes of the old entries whose keys the writer doesn't write.
        ///   - made: The nodes in `base` whose keys no old entry has, by the digests of the keys.
        private func olderKeys(
            _ unknown: [Int], _ tree: TextTree, _ base: TextTree, _ made: [Int: Int]
        ) -> [Int: Int] {
            var left: [Int: [Int]] = [:]
            for index in unknown.reversed() { left[tree.digestInNoOrder(of: old[index]), default: []].append(index) }
            var found: [Int: Int] = [:]
            for (key, child) in made.sorted(by: { $0.value < $1.value }) {
                if let index = left[base.digestInNoOrder(of: child)]?.popLast() { found[key] = index }
            }
            return found
        }

        /// Finds renamed keys: an entry was removed, and a new entry has an equal value. If the new entry isn't at
        /// the removed entry's position, only containers with entries are compared, because scalars may be equal by
        /// chance.
        ///
        /// - Parameter digest: Returns the digest of an old entry as the writer writes it.
        private mutating func findRenamed(_ tree: TextTree, _ new: TextTree, _ digest: (Int) -> Int) {
            for (index, inserted) in insertions where index + 1 < old.count && isRemoved[index + 1] {
                guard let child = inserted.first, digest(index + 1) == new.nodes[child].digest else { continue }
                isRemoved[index + 1] = false
                renamed.append((index + 1, child))
                insertions[index] = nil
                if inserted.count > 1 { insertions[index + 1, default: []] = Array(inserted.dropFirst()) }
            }
            var gone: [Int: Int] = [:]
            for index in old.indices where isRemoved[index] && tree.hasEntries(old[index]) {
                gone[digest(index)] = index
            }
            guard !gone.isEmpty else { return }
            for place in insertions.keys.sorted() {
                let rest = insertions[place]?.filter { child in
                    guard let index = gone.removeValue(forKey: new.nodes[child].digest) else { return true }
                    isRemoved[index] = false
                    renamed.append((index, child))
                    return false
                }
                insertions[place] = rest?.isEmpty == false ? rest : nil
            }
        }

        private mutating func matchElements(_ tree: TextTree, _ new: TextTree, _ base: TextTree?) {
            let children = new.children(of: pair.new)
            var made: [Int]?
            if let base, let index = pair.base { made = base.children(of: index) }
            if made?.count != old.count { made = nil }
            let digests = old.indices.map { index in
                if let made, let base { base.nodes[made[index]].digest } else { tree.nodes[old[index]].digest }
            }
            let partners = SequenceMatch.partners(old: digests, new: children.map { new.nodes[$0].digest })
            findMoved(digests, partners, children, new)
            var (nextOld, nextNew) = (0, 0)
            for (index, partner) in (partners + [old.count]).enumerated() {
                guard let partner else { continue }
                matchBetween(nextOld..<partner, children[nextNew..<index], tree, new, made)
                if partner < old.count { isRemoved[partner] = false }
                (nextOld, nextNew) = (partner + 1, index + 1)
            }
        }

        /// Finds moved elements: an element was removed, and a new element is equal to it.
        private mutating func findMoved(_ digests: [Int], _ partners: [Int?], _ children: [Int], _ new: TextTree) {
            let kept = Set(partners.compactMap { $0 })
            guard kept.count < old.count, kept.count < children.count else { return }
            var gone: [Int: [Int]] = [:]
            for index in old.indices.reversed() where isRemoved[index] && !kept.contains(index) {
                gone[digests[index], default: []].append(index)
            }
            for (child, partner) in zip(children, partners) where partner == nil {
                if let index = gone[new.nodes[child].digest]?.popLast() { moved[child] = index }
            }
            movedAway = Set(moved.values)
        }

        /// Pairs elements that aren't equal: elements with the most common entries are paired, in their order.
        private mutating func matchBetween(
            _ range: Range<Int>, _ children: ArraySlice<Int>, _ tree: TextTree, _ new: TextTree, _ made: [Int]?
        ) {
            let olds = range.filter { !movedAway.contains($0) }
            let pairing = ElementPairing(
                old: tree, olds.map { old[$0] }, new: new, children.filter { moved[$0] == nil })
            var partners = olds.isEmpty ? [] : pairing.partners()[...]
            var last = range.lowerBound - 1
            for child in children {
                let partner = moved[child] == nil ? partners.popFirst() ?? nil : nil
                if let partner {
                    last = olds[partner.old]
                    isRemoved[last] = false
                    // If the two elements have nothing in common, unknown entries of the old element don't belong to
                    // the new element.
                    changed.append((last, child, partner.isAlike ? made?[last] : nil))
                } else {
                    insertions[last, default: []].append(child)
                }
            }
        }
    }
}

extension TextTree {
    /// A digest that doesn't depend on the order of an array's elements, because the writer sorts the elements of sets.
    func digestInNoOrder(of index: Int) -> Int {
        guard nodes[index].kind == .array, hasEntries(index) else { return nodes[index].digest }
        return children(of: index).reduce(0) { $0 &+ nodes[$1].digest &* 31 }
    }

    /// True for a container that isn't empty.
    func hasEntries(_ index: Int) -> Bool { nodes[index].isContainer && nodes[index].next > index + 1 }

    /// The end of the line on which a block ends. A comment after the block doesn't extend beyond it.
    func blockLimit(behind start: Int) -> Int {
        var place = start
        while place < source.count, !isLineBreak(source[place]) { place += 1 }
        return place < source.count ? behindLineBreak(place) : place
    }

    /// The beginning of the blanks before an offset, including one byte of the line break before the blanks.
    func blankStart(before place: Int) -> Int {
        var start = place
        while start > 0, isBlank(source[start - 1]) { start -= 1 }
        return max(0, start - 1)
    }
}
