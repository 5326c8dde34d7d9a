import Documents

/// Puts what a new text says into an old one, which keeps all of its bytes but those of what differs.
///
/// - Values that are equal stay, with their spelling, order, space and comments.
/// - A single value that changed is replaced by itself. A new entry comes behind the one that it follows in the new
///   text, written as its neighbours are.
/// - An entry that is gone takes its line with it, the comment behind it on that line, and comment lines right above
///   it; where it shares its line, itself alone and its separator.
struct TextMerge {
    /// A part of the old text that is replaced.
    struct Edit {
        var start: Int
        var end: Int
        var bytes: [UInt8]
        /// How deep its container is: of what is inserted in one place, the innermost comes first.
        var depth: Int
    }

    /// Two containers to compare, or values of which one takes the other's place.
    struct Pair {
        var old: Int
        var new: Int
        /// What the writer makes of the old one.
        var base: Int?
        /// The space before the line on which the old one stands.
        var indentation: Range<Int>
        /// True where its neighbours have lines of their own.
        var breaksLines: Bool
        var depth: Int
    }

    /// What becomes of old entries that the writer makes nothing of: a type may not know them, or know them as the
    /// older names of others.
    enum Unused: CaseIterable {
        /// One of which the writer makes an equal value under another key is that; the rest stays.
        case renamed
        case kept
        case removed
    }

    let old: TextTree
    let new: TextTree
    /// What the writer of the new text makes of the old one. What it has made of a value tells whether that changed,
    /// and not how people have written it.
    let base: TextTree?
    /// How the old text is written.
    let style: TextStyle
    private let unused: Unused
    /// True where only what differs from what the writer makes of the file is put into containers that are new.
    private let leavesOutDefaults: Bool
    /// True where something was left out of one.
    private(set) var hasLeftOut = false
    /// True where there were such entries.
    private(set) var hasUnused = false
    var layout: TextLayout
    var edits: [Edit] = []
    var pending: [Pair] = []
    /// Single values that differ, unless the writer makes of the old ones what the new ones are.
    private var scalars: [Pair] = []
    /// True where one of them stays that is read as another than the new one.
    private(set) var keepsOtherTerms = false

    init(old: TextTree, new: TextTree, base: TextTree?, unused: Unused, leavesOutDefaults: Bool) {
        self.unused = unused
        self.leavesOutDefaults = leavesOutDefaults
        self.old = old
        self.new = new
        self.base = base
        layout = TextLayout(new)
        var style = TextStyle(of: old)
        style.complete(with: TextStyle(of: new), isEmpty: old.nodes.count < 2)
        self.style = style
    }

    /// The old text with what the new one says; nil where the two can't be brought together.
    ///
    /// - Parameters:
    ///   - limit: The most bytes that it may have.
    ///   - rewritten: The digests of what the writer makes of single values; nil where it can't write one.
    mutating func text(limit: Int, rewritten: ([ModelScalar]) -> [Int]?) -> [UInt8]? {
        guard let first = old.nodes.first, let other = new.nodes.first else { return nil }
        if first.digest != other.digest {
            pending.append(
                Pair(
                    old: 0, new: 0, base: base == nil ? nil : 0, indentation: first.start..<first.start,
                    breaksLines: style.breaksLines, depth: 0))
        }
        var room = limit
        while let pair = pending.popLast() {
            let count = edits.count
            merge(pair)
            for edit in edits[count...] { room -= edit.bytes.count }
            guard room > 0 else { return nil }
        }
        let digests = base == nil && !scalars.isEmpty ? rewritten(scalars.map { old.scalar($0.old) }) : nil
        for (index, pair) in scalars.enumerated() {
            if let digests, digests[index] == new.nodes[pair.new].digest {
                keepsOtherTerms = true
            } else {
                write(pair)
            }
        }
        return splice()
    }

    private mutating func merge(_ pair: Pair) {
        let (a, b) = (old.nodes[pair.old], new.nodes[pair.new])
        if let base, let index = pair.base, base.nodes[index].digest == b.digest { return }
        guard a.isContainer, a.kind == b.kind, a.classDigest == b.classDigest else { return replace(pair) }
        let entries = Entries(pair, old: old, new: new, base: base, style: style, unused: unused)
        if entries.hasUnused { hasUnused = true }
        for (child, made) in entries.partial { leaveOutDefaults(of: child, made) }
        if entries.isBare, pair.base != nil, leavesOutDefaults {
            guard let inserted = entries.insertions[-1] else { return }
            leave(inserted, of: pair.new)
        }
        // No lines can be put between signs, and a block that has no entries left isn't there.
        if a.isBlock ? entries.isEmptied : entries.isBare || insertsBlocks(entries) { return replace(pair) }
        for (index, partner, base) in entries.changed {
            pending.append(
                Pair(
                    old: entries.old[index], new: partner, base: base, indentation: entries.indentation(of: index, old),
                    breaksLines: entries.standsAlone(index, old), depth: pair.depth + 1))
        }
        for (index, partner) in entries.renamed {
            let (node, other) = (old.nodes[entries.old[index]], new.nodes[partner])
            var own = style
            own.imitate(node, of: old)
            edit(node.keyStart, node.keyEnd, layout.quoted(other.keyStart, other.keyEnd, own.keyQuote), pair)
        }
        addSeparators(entries, pair)
        for index in entries.insertions.keys { insert(behind: index, entries, pair) }
        for index in entries.old.indices where entries.isRemoved[index] { remove(index, entries, pair) }
    }

    /// Leaves out of a new container what the writer makes of the file without it: such as what has its default.
    private mutating func leaveOutDefaults(of child: Int, _ made: Int) {
        guard leavesOutDefaults, let base else { return }
        var pending = [(child, made)]
        while let (child, made) = pending.popLast() {
            guard new.nodes[child].kind == .dictionary, base.nodes[made].kind == .dictionary else { continue }
            var known: [Int: Int] = [:]
            for entry in base.children(of: made) { known[base.nodes[entry].keyDigest] = entry }
            let left = new.children(of: child).filter { entry in
                guard let made = known[new.nodes[entry].keyDigest] else { return true }
                pending.append((entry, made))
                return base.nodes[made].digest != new.nodes[entry].digest
            }
            leave(left, of: child)
        }
    }

    private mutating func leave(_ entries: [Int], of container: Int) {
        guard entries.count < new.children(of: container).count else { return }
        hasLeftOut = true
        layout.entries[container] = entries
    }

    private func insertsBlocks(_ entries: Entries) -> Bool {
        entries.insertions.values.joined().contains { index in
            new.nodes[index..<new.nodes[index].next].contains { $0.isBlock }
        }
    }

    mutating func edit(_ start: Int, _ end: Int, _ bytes: [UInt8], _ pair: Pair) {
        edits.append(Edit(start: start, end: end, bytes: bytes, depth: pair.depth))
    }

    // MARK: Values

    /// Puts a new value in the place of an old one.
    private mutating func replace(_ pair: Pair) {
        if old.nodes[pair.old].isContainer || new.nodes[pair.new].isContainer {
            write(pair)
        } else {
            scalars.append(pair)
        }
    }

    private mutating func write(_ pair: Pair) {
        let (a, b) = (old.nodes[pair.old], new.nodes[pair.new])
        // Before nothing at all, as YAML may have a null, there is no space.
        if a.isBlock || b.isBlock || a.start == a.end { return replaceLines(pair) }
        if a.kind == .string, b.kind == .string {
            let first = old.source[a.start]
            // As an unquoted text, it might be something else.
            let quote = first == 0x22 || first == 0x27 ? first : nil
            return edit(a.start, a.end, layout.quoted(b.start, b.end, quote, isText: true), pair)
        }
        var style = style
        if old.hasLineBreak(a.start, a.end) {
            style.breaksLines = true
        } else if pair.old > 0 {
            style.breaksLines = !old.hasEntries(pair.old) && pair.breaksLines
        }
        let indentation = bytes(pair.indentation)
        guard layout.append(pair.new, withKey: false, indentation: indentation, style: style) else {
            _ = layout.take()
            return replaceLines(pair)
        }
        edit(a.start, a.end, layout.take(), pair)
    }

    /// The same where lines mean something: with what stands between the key and the value.
    private mutating func replaceLines(_ pair: Pair) {
        let (a, b) = (old.nodes[pair.old], new.nodes[pair.new])
        let isKeyed = a.hasKey && b.hasKey
        layout.append(
            lines: isKeyed ? b.keyEnd : b.start, b.end, from: new.column(of: b.entryStart),
            to: old.column(of: a.entryStart), style)
        edit(isKeyed ? a.keyEnd : a.start, a.end, layout.take(), pair)
    }

    // MARK: The whole

    /// The old text with all edits; nil where two of them are in each other's way.
    private mutating func splice() -> [UInt8]? {
        let order = edits.indices.sorted { left, right in
            let (a, b) = (edits[left], edits[right])
            if a.start != b.start { return a.start < b.start }
            let (isInsertion, isOther) = (a.end == a.start, b.end == b.start)
            if isInsertion != isOther { return isInsertion }
            return a.depth != b.depth ? a.depth > b.depth : left < right
        }
        var text: [UInt8] = []
        text.reserveCapacity(old.source.count + edits.reduce(0) { $0 + $1.bytes.count })
        var place = 0
        for index in order {
            let edit = edits[index]
            if edit.start < place {
                // What is removed may overlap with what is removed.
                guard edit.bytes.isEmpty, edit.end > edit.start else { return nil }
                place = max(place, edit.end)
                continue
            }
            old.append(place, edit.start, to: &text)
            text += edit.bytes
            place = edit.end
        }
        old.append(place, old.source.count, to: &text)
        return text
    }
}
