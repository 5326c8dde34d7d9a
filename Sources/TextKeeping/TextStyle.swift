import Documents

/// How people have written a text, as far as what is new imitates it.
struct TextStyle {
    /// What ends a line.
    var lineBreak: [UInt8] = [0x0A]
    /// What a level is indented by; nil where no line tells.
    var unit: [UInt8]?
    /// True where each entry of a container has a line of its own.
    var breaksLines = false
    /// What stands between a key and its value.
    var colon: [UInt8]?
    /// True where the value has a line of its own, indented as its key.
    var breaksBehindKey = false
    /// The quote around keys; 0 for none, nil for as the format's writer has it.
    var keyQuote: UInt8?
    /// What stands behind a separator, on one line; nil where nothing tells.
    private var givenSpace: [UInt8]?
    var space: [UInt8] { givenSpace ?? (colon?.last == 0x20 ? [0x20] : []) }
    /// What stands within the signs that open and close a container, on one line.
    var padding: [UInt8] = []
    /// True where a separator stands behind the last of the entries that have lines of their own.
    var hasLastSeparator = false

    /// Longer ones aren't imitated: a small file could make a huge one.
    static let longest = 64
    private static let longestUnit = 16

    /// How the whole of a text is written, told by its root's entries, and by the first of theirs.
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
        // The first key may be deeper.
        if keyQuote == nil, let keyed = tree.nodes.prefix(1000).first(where: \.hasKey) { imitate(keyed, of: tree) }
    }

    /// Fills in from another style what no part of the text tells.
    mutating func complete(with other: TextStyle, isEmpty: Bool) {
        unit = unit ?? other.unit ?? [0x20, 0x20]
        if isEmpty { breaksLines = other.breaksLines }
        if colon == nil { (colon, breaksBehindKey) = (other.colon, other.breaksBehindKey) }
    }

    /// Takes over how the entries of a container are written.
    ///
    /// - Parameter children: Its entries.
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
    }

    /// Takes over how a key is written, where there is one.
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

    /// The blanks between two places; nil where there is anything else, or very many.
    private func blanks(_ start: Int, _ end: Int, of tree: TextTree) -> [UInt8]? {
        guard end - start <= Self.longest, tree.skipBlanks(from: start, to: end) == end else { return nil }
        return tree.bytes(start, end)
    }

    /// True for a letter, and letters and digits behind it: what no format needs quotes for.
    static func isWord(_ bytes: some Collection<UInt8>) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool {
            byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == 0x5F || byte == 0x24
        }
        guard let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { isLetter($0) || $0 >= 0x30 && $0 <= 0x39 }
    }
}
