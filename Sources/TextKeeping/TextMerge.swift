import Documents
import FormatSupport

/// Puts the values of a new text into an old text. The old text keeps all of its bytes, except the bytes of values
/// that differ.
///
/// - Values that are equal stay, with their spelling, order, space and comments.
/// - If a scalar has changed, only its own text is replaced. A new entry is inserted after the entry that it follows
///   in the new text, in the style of its neighbours.
/// - A removed entry is deleted with its line, the comment after it on that line, and the comment lines directly above
///   it. If it shares its line with other entries, only the entry and its separator are deleted.
struct TextMerge {
    /// A replacement of a part of the old text.
    struct Edit {
        var start: Int
        var end: Int
        var bytes: [UInt8]
        /// The depth of the container. If several insertions have one offset, the deepest comes first.
        var depth: Int
    }

    /// An old and a new value: two containers to compare, or an old value and the new value that replaces it.
    struct Pair {
        var old: Int
        var new: Int
        /// The node of `base` for the old value; nil if `base` has no such node.
        var base: Int?
        /// The indentation of the line on which the old value is.
        var indentation: Range<Int>
        /// True if the old value, with its key, is the first on its line.
        var breaksLines: Bool
        var depth: Int
    }

    /// The treatment of unused entries. An unused entry of the old text has a key that the writer doesn't write: its
    /// type doesn't know the key, or knows it as an older name of another key.
    enum Unused: CaseIterable {
        /// If the writer writes an equal value under another key, the entry gets that key. All other unused entries
        /// stay.
        case renamed
        case kept
        case removed
    }

    let old: TextTree
    let new: TextTree
    /// The values of the old text, as the writer of the new text writes them. A value that is the same in `base` and
    /// in the new text hasn't changed, however the old text spells it. Nil: the old text itself is compared with the
    /// new text.
    let base: TextTree?
    /// The style of the old text.
    let style: TextStyle
    private let unused: Unused
    /// True if a new container gets only the entries that differ from the entries in `base`, such as values that
    /// aren't defaults.
    private let leavesOutDefaults: Bool
    /// True if an entry of a new container was omitted.
    private(set) var hasLeftOut = false
    /// True if there were unused entries: see `Unused`.
    private(set) var hasUnused = false
    var layout: TextLayout
    var edits: [Edit] = []
    var pending: [Pair] = []
    /// The scalars whose values differ. Each is replaced at the end, unless the writer writes the old value and the
    /// new value alike.
    private var scalars: [Pair] = []
    /// True if an old scalar stays although it is read as another value than the new scalar, because the writer
    /// writes both values alike.
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

    /// Returns the old text with the values of the new text. Returns nil if the texts can't be merged.
    ///
    /// - Parameters:
    ///   - limit: The largest number of bytes that may be inserted.
    ///   - rewritten: Returns the digests of scalars as the writer writes them. Returns nil if the writer can't write
    ///     one of the scalars.
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
            guard LongWork.mayGoOn else { return nil }
            let count = edits.count
            merge(pair)
            for edit in edits[count...] { room -= edit.bytes.count }
            guard room > 0 else { return nil }
        }
        let digests = base == nil && !scalars.isEmpty ? rewritten(scalars.map { old.scalar($0.old) }) : nil
        for (index, pair) in scalars.enumerated() {
            // If a number has many digits, its scalar is another number, which the writer wouldn't write in its place.
            if let digests, !old.isLongNumber(pair.old), digests[index] == new.nodes[pair.new].digest {
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
        // A container is replaced as a whole if a block loses its last entry, if nothing but space is between its
        // signs, or if a block would have to be inserted between signs.
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
            edit(
                node.keyStart, node.keyEnd, layout.quoted(other.keyStart, other.keyEnd, own.keyQuote, isText: true),
                pair)
            // The text of the old key may also have been the text of its value.
            if node.kind == .string, node.start == node.end, !a.isBlock {
                layout.append(own.colon ?? new.bytes(other.keyEnd, other.start))
                layout.append(old.bytes(node.keyStart, node.keyEnd))
                edit(node.end, node.end, layout.take(), pair)
            }
        }
        addSeparators(entries, pair)
        for index in entries.insertions.keys { insert(behind: index, entries, pair) }
        for index in entries.old.indices where entries.isRemoved[index] { remove(index, entries, pair) }
    }

    /// Omits from a new container the entries that have the same values in `base`, such as defaults.
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

    /// Replaces an old value by a new value. Scalars are replaced at the end.
    private mutating func replace(_ pair: Pair) {
        if old.nodes[pair.old].isContainer || new.nodes[pair.new].isContainer {
            write(pair)
        } else {
            scalars.append(pair)
        }
    }

    private mutating func write(_ pair: Pair) {
        let (a, b) = (old.nodes[pair.old], new.nodes[pair.new])
        // If a value has no text, as a null in YAML may have none, there is no space before it.
        if a.isBlock || b.isBlock || a.start == a.end { return replaceLines(pair) }
        if a.kind == .string, b.kind == .string {
            let first = old.source[a.start]
            // Without quotes, the text might be read as another kind of value, so it stays as the writer has written
            // it.
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

    /// Replaces a value in text where line breaks have a meaning, together with the text between the value's key and
    /// the value.
    private mutating func replaceLines(_ pair: Pair) {
        let (a, b) = (old.nodes[pair.old], new.nodes[pair.new])
        let isKeyed = a.hasKey && b.hasKey
        layout.append(
            lines: isKeyed ? b.keyEnd : b.start, b.end, from: new.column(of: b.entryStart),
            to: old.column(of: a.entryStart), style)
        edit(isKeyed ? a.keyEnd : a.start, a.end, layout.take(), pair)
    }

    // MARK: The whole

    /// Returns the old text with all edits; nil if two edits conflict.
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
                // Removed parts may overlap.
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
