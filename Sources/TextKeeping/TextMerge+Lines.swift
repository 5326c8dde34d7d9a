import Documents

// Inserts and removes entries, with their lines and separators.

extension TextMerge {
    // MARK: Separators

    /// Adds a separator after the last old entry, if this entry has no separator and a new entry follows. Removes the
    /// separator of an entry that has become the last.
    mutating func addSeparators(_ entries: Entries, _ pair: Pair) {
        guard entries.container.separator != 0, let last = entries.old.indices.last else { return }
        guard entries.tail(last, old).separator == nil else { return }
        if entries.lastKept == last, entries.insertions[last] != nil {
            // A comment stays with its entry if it precedes the separator.
            let tail = entries.tail(last, old)
            let end = tail.endsInLineComment ? old.nodes[entries.old[last]].end : tail.end
            edit(end, end, [entries.container.separator], pair)
        }
        guard let kept = entries.lastKept, kept < last, kept > entries.lastInsertion,
            let separator = entries.tail(kept, old).separator
        else { return }
        edit(separator, separator + 1, [], pair)
    }

    // MARK: New entries

    /// The offset at which new entries are inserted, and the text around them.
    private struct Gap {
        var place: Int
        /// The text before each new entry, and the text after each.
        var before: [UInt8] = []
        var behind: [UInt8] = []
        /// The indentation of the entries' lines. If the entries share a line, the indentation of the container's line.
        var indentation: [UInt8] = []
        var breaksLines = true
    }

    /// Inserts the new entries that follow an old entry. If `index` is -1, inserts the new entries that come first.
    mutating func insert(behind index: Int, _ entries: Entries, _ pair: Pair) {
        guard let inserted = entries.insertions[index] else { return }
        let container = entries.container
        var style = entries.style
        if index >= 0 {
            style.imitate(old.nodes[entries.old[index]], of: old)
            if old.showsQuotes(of: entries.old[index]) { style.imitateTexts(entries.old[index...index], of: old) }
        }
        if entries.old.isEmpty {
            style.breaksLines =
                container.isUnenclosed || old.hasLineBreak(container.contentStart, container.contentEnd)
        }
        let gap = index < 0 ? beginning(entries, style, pair) : self.gap(behind: index, entries, style, pair)
        style.breaksLines = gap.breaksLines
        var shortStyle = style
        let short = gap.breaksLines ? neighbourOnOneLine(beside: index, entries) : nil
        if let short { shortStyle.adapt(to: short, of: old, children: old.children(of: short)) }
        // The last new entry has a separator only if the last old entry had one.
        let isLast = index == entries.lastInsertion && index >= entries.lastKept ?? -1
        let hasLastSeparator =
            entries.old.isEmpty
            ? container.isTerminated : old.tailOfLast(in: pair.old, children: entries.old)?.separator != nil
        for (position, child) in inserted.enumerated() {
            let isSeparated =
                container.separator != 0 && !(isLast && position == inserted.count - 1 && !hasLastSeparator)
            if let moved = entries.moved[child] {
                append(moved: moved, entries, gap, style, isSeparated: isSeparated)
                continue
            }
            layout.append(gap.before)
            if container.isBlock {
                appendLines(child, entries, style)
            } else {
                let node = new.nodes[child]
                _ = layout.append(
                    child, withKey: container.kind == .dictionary, indentation: gap.indentation,
                    style: short.map { old.nodes[$0].kind == node.kind } ?? false ? shortStyle : style)
            }
            if isSeparated { layout.append([container.separator]) }
            layout.append(gap.behind)
        }
        edit(gap.place, gap.place, layout.take(), pair)
    }

    /// Appends an entry that was moved within its array, with its old text. Its comments move with it if its lines
    /// contain no other entry, both before and after the move.
    private mutating func append(
        moved index: Int, _ entries: Entries, _ gap: Gap, _ style: TextStyle, isSeparated: Bool
    ) {
        let node = old.nodes[entries.old[index]]
        let separator = isSeparated ? [entries.container.separator] : []
        let end = old.skipBlanks(from: gap.place, to: old.source.count)
        let isEndOfLine = end == old.source.count || old.isLineBreak(old.source[end])
        guard gap.breaksLines, isEndOfLine, let lines = entries.ownLines(of: index, old) else {
            layout.append(gap.before)
            layout.append(old.bytes(node.entryStart, node.end) + separator + gap.behind)
            return
        }
        if lines.start < lines.own.lowerBound {
            layout.append(style.lineBreak + old.bytes(lines.start, old.beforeLineBreak(lines.own.lowerBound)))
        }
        layout.append(gap.before)
        let place = lines.tail.separator ?? node.end
        layout.append(old.bytes(node.entryStart, place) + separator)
        layout.append(old.bytes(lines.tail.separator.map { $0 + 1 } ?? place, lines.tail.end) + gap.behind)
    }

    /// Appends an entry of a block, with its key and its lines.
    private mutating func appendLines(_ child: Int, _ entries: Entries, _ style: TextStyle) {
        let node = new.nodes[child]
        guard let example = entries.old.first else { return }
        let column = old.column(of: old.nodes[example].entryStart)
        layout.append(
            layout.quoted(
                node.keyStart, node.keyEnd, entries.container.kind == .dictionary ? style.keyQuote : nil, isText: true))
        layout.append(
            lines: node.keyEnd, node.end, from: new.column(of: node.entryStart), to: column, style)
    }

    /// A neighbouring entry that is a container with entries, all on one line. Nil if there is no such entry.
    private func neighbourOnOneLine(beside index: Int, _ entries: Entries) -> Int? {
        for place in [index, index + 1] where entries.old.indices.contains(place) {
            let other = old.nodes[entries.old[place]]
            guard old.hasEntries(entries.old[place]) else { continue }
            return old.hasLineBreak(other.start, other.end) ? nil : entries.old[place]
        }
        return nil
    }

    private func gap(behind index: Int, _ entries: Entries, _ style: TextStyle, _ pair: Pair) -> Gap {
        let tail = entries.tail(index, old)
        let isFar = tail.separator != nil && !tail.hasNearSeparator
        let own = entries.ownIndentation(index, old) ?? entries.ownIndentation(index + 1, old)
        if entries.container.isBlock {
            let column = old.column(of: old.nodes[entries.old[index]].entryStart)
            return Gap(place: tail.end, before: style.lineBreak + [UInt8](repeating: 0x20, count: column))
        }
        if !isFar, own != nil || tail.endsInLineComment {
            let indentation = own.map { bytes($0) } ?? innerIndentation(entries, pair)
            return Gap(place: tail.end, before: style.lineBreak + indentation, indentation: indentation)
        }
        let isBehindComment = tail.separator == nil && tail.end > old.nodes[entries.old[index]].end
        return Gap(
            place: tail.separator.map { $0 + 1 } ?? tail.end,
            before: isBehindComment && style.space.isEmpty ? [0x20] : style.space,
            indentation: bytes(pair.indentation), breaksLines: false)
    }

    private func beginning(_ entries: Entries, _ style: TextStyle, _ pair: Pair) -> Gap {
        let container = entries.container
        guard let first = entries.old.first else { return beginning(ofEmpty: entries, style, pair) }
        let start = old.nodes[first].entryStart
        let own = entries.ownIndentation(0, old)
        if container.isBlock {
            let indentation = [UInt8](repeating: 0x20, count: old.column(of: start))
            guard let own else { return Gap(place: start, behind: style.lineBreak + indentation) }
            return Gap(place: own.lowerBound, before: bytes(own), behind: style.lineBreak)
        }
        guard let own else {
            let place = old.skipBlanks(from: container.contentStart, to: start)
            return Gap(place: place, behind: style.space, indentation: bytes(pair.indentation), breaksLines: false)
        }
        let indentation = bytes(own)
        if container.isUnenclosed {
            let place = old.commentsBegin(above: own.lowerBound, floor: container.contentStart)
            return Gap(place: place, before: indentation, behind: style.lineBreak, indentation: indentation)
        }
        return Gap(place: entries.tail(-1, old).end, before: style.lineBreak + indentation, indentation: indentation)
    }

    /// The offset after the comments in a container without entries.
    private func beginning(ofEmpty entries: Entries, _ style: TextStyle, _ pair: Pair) -> Gap {
        let container = entries.container
        let comments = old.comments(from: container.contentStart, to: container.contentEnd)
        let place = comments.last?.range.upperBound ?? container.contentStart
        guard style.breaksLines else {
            return Gap(place: place, before: [0x20], indentation: bytes(pair.indentation), breaksLines: false)
        }
        let own = comments.last.flatMap { old.indentation(before: $0.range.lowerBound, floor: container.contentStart) }
        let indentation = own.map { bytes($0) } ?? innerIndentation(entries, pair)
        return Gap(place: place, before: style.lineBreak + indentation, indentation: indentation)
    }

    /// The indentation of a container's entries, if no entry shows it.
    private func innerIndentation(_ entries: Entries, _ pair: Pair) -> [UInt8] {
        bytes(pair.indentation) + (entries.container.isUnenclosed ? [] : style.unit ?? [])
    }

    /// The bytes of a part of the old text that is imitated. They are cut off at 256 bytes, because the part may be
    /// repeated many times.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        old.bytes(range.lowerBound, min(range.upperBound, range.lowerBound + 4 * TextStyle.longest))
    }

    // MARK: Entries that go

    mutating func remove(_ index: Int, _ entries: Entries, _ pair: Pair) {
        if let lines = entries.ownLines(of: index, old) { return edit(lines.start, lines.end, [], pair) }
        let node = old.nodes[entries.old[index]]
        let tail = entries.tail(index, old)
        let floor = entries.floor(index, old)
        let limit =
            index + 1 < entries.old.count ? old.nodes[entries.old[index + 1]].entryStart : entries.container.contentEnd
        if let separator = tail.separator {
            if tail.lineEnd != nil, tail.hasNearSeparator {
                return edit(blanks(before: node.entryStart, floor: floor), tail.end, [], pair)
            }
            return edit(node.entryStart, old.skipBlanks(from: separator + 1, to: limit), [], pair)
        }
        if entries.container.separator == 0 {
            guard tail.lineEnd != nil, !entries.container.isBlock else {
                return edit(node.entryStart, old.skipSpace(from: tail.end, to: max(limit, tail.end)), [], pair)
            }
            return edit(blanks(before: node.entryStart, floor: floor), tail.end, [], pair)
        }
        var start = node.entryStart
        if index > 0 {
            start = old.spaceStart(before: node.entryStart, floor: floor)
            if let comment = old.comments(from: floor, to: node.entryStart).last, comment.isLine,
                comment.range.upperBound == start
            {
                start = blanks(before: node.entryStart, floor: floor)
            }
        }
        edit(start, tail.end, [], pair)
    }

    private func blanks(before place: Int, floor: Int) -> Int {
        var start = place
        while start > floor, old.isBlank(old.source[start - 1]) { start -= 1 }
        return start
    }
}

extension TextTree {
    /// The beginning of the space before an offset, including line breaks.
    func spaceStart(before place: Int, floor: Int) -> Int {
        var start = place
        while start > floor, isSpace(source[start - 1]) { start -= 1 }
        return start
    }
}
