import Documents

/// The style of a text that people have written. New entries imitate it.
struct TextStyle {
    /// The line break.
    var lineBreak: [UInt8] = [0x0A]
    /// The indentation of one level; nil if no line shows it.
    var unit: [UInt8]?
    /// True if each entry of a container is on a line of its own.
    var breaksLines = false
    /// The text between a key and its value; without the space if the value is on a line of its own. Nil if no key
    /// shows it.
    var colon: [UInt8]?
    /// True if the value is on a line of its own, with the indentation of its key.
    var breaksBehindKey = false
    /// The quote around keys. 0: keys have no quotes. Nil: keys stay as the format's writer writes them.
    var keyQuote: UInt8?
    /// The quote around texts. Nil: texts stay as the format's writer writes them.
    var textQuote: UInt8?
    /// True if the neighbours of a new entry show how texts are written.
    private var showsTexts = false
    /// The space after a separator if the entries share a line; nil if no entries show it.
    private var givenSpace: [UInt8]?
    var space: [UInt8] { givenSpace ?? (colon?.last == 0x20 ? [0x20] : []) }
    /// The space inside the signs that open and close a container, if its entries share a line.
    var padding: [UInt8] = []
    /// True if a separator follows the last entry.
    var hasLastSeparator = false

    /// The longest space, and the longest text between a key and its value, that is imitated, in bytes. With longer
    /// ones, a small file could make a huge one.
    static let longest = 64
    private static let longestUnit = 16

    /// The style of a whole text, found from the root's entries. If these have no keys, the first key in the text shows
    /// the style of keys.
    init(of tree: TextTree) {
        let source = tree.source
        for place in 0..<source.count where tree.isLineBreak(source[place]) {
            lineBreak = source[place] == 0x0A ? [0x0A] : source[place + 1] == 0x0A ? [0x0D, 0x0A] : [0x0D]
            break
        }
        guard let root = tree.nodes.first, root.isContainer, tree.nodes.count > 1 else { return }
        adapt(to: 0, of: tree, children: tree.children(of: 0))
        if let indentation = tree.indentation(before: tree.nodes[1].entryStart, floor: root.contentStart),
            indentation.count <= Self.longestUnit, !root.isBlock
        {
            unit = tree.bytes(indentation.lowerBound, indentation.upperBound)
        }
        // The first key may be at a deeper level.
        if keyQuote == nil, let keyed = tree.nodes.prefix(1000).first(where: \.hasKey) { imitate(keyed, of: tree) }
        if !showsTexts { textQuote = tree.nodes.indices.prefix(1000).lazy.compactMap(tree.textQuote).first }
    }

    /// Adopts from another style what this text doesn't show. `isEmpty` is true if the text has no entries.
    mutating func complete(with other: TextStyle, isEmpty: Bool) {
        unit = unit ?? other.unit ?? [0x20, 0x20]
        if isEmpty { breaksLines = other.breaksLines }
        if colon == nil { (colon, breaksBehindKey) = (other.colon, other.breaksBehindKey) }
    }

    /// Adopts the style of a container's entries.
    ///
    /// - Parameter children: The container's entries.
    mutating func adapt(to index: Int, of tree: TextTree, children: [Int]) {
        guard let first = children.first else { return }
        let container = tree.nodes[index]
        breaksLines = tree.hasLineBreak(container.contentStart, tree.nodes[first].entryStart)
        if container.isBlock { breaksLines = true }
        if !breaksLines {
            padding = blanks(container.contentStart, tree.nodes[first].entryStart, of: tree) ?? []
            if children.count > 1 {
                let gap = (start: tree.nodes[first].end, end: tree.nodes[children[1]].entryStart)
                let behind = tree.tail(
                    from: gap.start, to: gap.end, separator: container.separator, isLast: false
                ).separator
                givenSpace = blanks(behind.map { $0 + 1 } ?? gap.start, gap.end, of: tree) ?? givenSpace
            }
        }
        if let last = children.last {
            let tail = tree.tail(
                from: tree.nodes[last].end, to: container.contentEnd, separator: container.separator,
                isLast: true)
            hasLastSeparator = tail.separator != nil
        }
        imitate(tree.nodes[first], of: tree)
        if let text = children.first(where: { tree.nodes[$0].kind == .string }) {
            (showsTexts, textQuote) = (true, tree.textQuote(of: text))
        }
    }

    /// Adopts the style of a node's key, if it has a key.
    mutating func imitate(_ node: TextTree.Node, of tree: TextTree) {
        guard node.hasKey else { return }
        let first = tree.source[node.keyStart]
        if first == 0x22 || first == 0x27 {
            keyQuote = first
        } else {
            keyQuote = Self.isWord(tree.bytes(node.keyStart, node.keyEnd)) ? 0 : nil
        }
        guard node.start - node.keyEnd <= Self.longest, tree.comments(from: node.keyEnd, to: node.start).isEmpty else {
            return
        }
        let gap = tree.bytes(node.keyEnd, node.start)
        breaksBehindKey = tree.hasLineBreak(node.keyEnd, node.start)
        colon = breaksBehindKey ? Array(gap.prefix { !tree.isSpace($0) }) : gap
        if breaksBehindKey, !gap.dropFirst(colon?.count ?? 0).allSatisfy(tree.isSpace) { colon = nil }
    }

    /// The spaces and tabs between two places. Nil if anything else is there, or more than `longest` bytes.
    private func blanks(_ start: Int, _ end: Int, of tree: TextTree) -> [UInt8]? {
        guard end - start <= Self.longest, tree.skipBlanks(from: start, to: end) == end else { return nil }
        return tree.bytes(start, end)
    }

    /// True for a letter, `_` or `$`, followed by any number of these and of digits. A key of this form needs no quotes
    /// in any format that has keys without quotes.
    static func isWord(_ bytes: some Collection<UInt8>) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool {
            byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == 0x5F || byte == 0x24
        }
        guard let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { isLetter($0) || $0 >= 0x30 && $0 <= 0x39 }
    }
}

extension TextTree {
    /// The quote around a text; nil for a text without quotes, and for any other value.
    fileprivate func textQuote(of index: Int) -> UInt8? {
        let node = nodes[index]
        guard node.kind == .string, node.end > node.start else { return nil }
        let first = source[node.start]
        return first == 0x22 || first == 0x27 ? first : nil
    }
}
