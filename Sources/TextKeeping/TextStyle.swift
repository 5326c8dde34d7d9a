import Documents

/// The style of a text that people have written. New entries imitate it.
struct TextStyle {
    /// The line break.
    var lineBreak: [UInt8] = [0x0A]
    /// The indentation of one level; nil if no line shows it.
    var unit: [UInt8]?
    /// True if each entry of a container is on a separate line.
    var breaksLines = false
    /// The text between a key and its value. If the value is on a separate line, the text doesn't include the space
    /// before the value. Nil if no key shows it.
    var colon: [UInt8]?
    /// True if the value is on a separate line, with the indentation of its key.
    var breaksBehindKey = false
    /// The quote around keys. 0: keys have no quotes. Nil: keys stay as the format's writer writes them.
    var keyQuote: UInt8?
    /// The quote around texts. Nil: texts stay as the format's writer writes them.
    var textQuote: UInt8?
    /// True if a text has shown whether texts have quotes: it has no quotes, or it has quotes and needs no quotes.
    private var showsTexts = false
    /// The space after a separator if the entries share a line; nil if no entries show it.
    private var givenSpace: [UInt8]?
    var space: [UInt8] { givenSpace ?? (colon?.last == 0x20 ? [0x20] : []) }
    /// The space after the sign that opens a container, if its entries share a line.
    var padding: [UInt8] = []
    /// The space before the sign that closes a container, if its entries share a line. It is used in containers that
    /// are terminated like the container that shows the space. Other containers use `padding`.
    private var endPadding: [UInt8] = []
    /// True if the container that shows `endPadding` is terminated.
    private var isTerminated = false
    /// True if a separator follows the last entry, in containers that don't require it.
    var hasLastSeparator = false

    /// The maximum length, in bytes, of a space and of a text between a key and its value that are imitated. With
    /// longer texts, a small file could make a huge file.
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
        unit = Self.unit(of: tree)
        let head = tree.nodes.indices.prefix(1000)
        // The first key may be at a deeper level.
        if keyQuote == nil, let keyed = tree.nodes[head].first(where: \.hasKey) { imitate(keyed, of: tree) }
        if !showsTexts { imitateTexts(head, of: tree) }
        if root.isTerminated, let list = head.first(where: { tree.breaksLines($0) && !tree.nodes[$0].isTerminated }) {
            hasLastSeparator = tree.tailOfLast(in: list, children: tree.children(of: list))?.separator != nil
        }
    }

    /// The indentation of one level: the indentation of the root's first entry. If no signs enclose the root, it is
    /// the indentation of an entry in the first container whose entries are on separate lines.
    private static func unit(of tree: TextTree) -> [UInt8]? {
        let root = tree.nodes[0]
        var container = 0
        if root.isUnenclosed {
            guard let inner = tree.nodes.indices.prefix(1000).first(where: { $0 > 0 && tree.breaksLines($0) }),
                tree.indentation(before: tree.nodes[inner].entryStart, floor: root.contentStart)?.isEmpty == true
            else { return nil }
            container = inner
        }
        guard !root.isBlock,
            let indentation = tree.indentation(
                before: tree.nodes[container + 1].entryStart, floor: tree.nodes[container].contentStart),
            indentation.count <= longestUnit
        else { return nil }
        return tree.bytes(indentation.lowerBound, indentation.upperBound)
    }

    /// The space before the sign that closes a container, if its entries share a line.
    func padding(before container: TextTree.Node) -> [UInt8] {
        container.isTerminated == isTerminated ? endPadding : padding
    }

    /// Takes over from another style everything that this text doesn't show. `isEmpty` is true if the text has no
    /// entries.
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
        if container.isBlock || container.isUnenclosed { breaksLines = true }
        if !breaksLines {
            padding = blanks(container.contentStart, tree.nodes[first].entryStart, of: tree) ?? []
            (endPadding, isTerminated) = (padding, container.isTerminated)
            if children.count > 1 {
                let gap = (start: tree.nodes[first].end, end: tree.nodes[children[1]].entryStart)
                let behind = tree.tail(
                    from: gap.start, to: gap.end, separator: container.separator, isLast: false
                ).separator
                givenSpace = blanks(behind.map { $0 + 1 } ?? gap.start, gap.end, of: tree) ?? givenSpace
            }
        }
        if let tail = tree.tailOfLast(in: index, children: children) {
            if !container.isTerminated { hasLastSeparator = tail.separator != nil }
            if !breaksLines {
                let end = tail.separator.map { $0 + 1 } ?? tail.end
                endPadding = blanks(end, container.contentEnd, of: tree) ?? padding
            }
        }
        imitate(tree.nodes[first], of: tree)
        imitateTexts(children.prefix(100), of: tree)
    }

    /// Adopts the quotes of texts. A text that needs its quotes doesn't show whether other texts have quotes.
    mutating func imitateTexts(_ indices: some Collection<Int>, of tree: TextTree) {
        var first: UInt8?
        for index in indices where tree.hasText(index) {
            let quote = tree.textQuote(of: index)
            first = first ?? quote
            if tree.showsQuotes(of: index) {
                (showsTexts, textQuote) = (true, quote == nil ? nil : first)
                return
            }
        }
        if let first, !showsTexts || textQuote != nil { textQuote = first }
    }

    /// Adopts the style of a node's key, if it has a key.
    mutating func imitate(_ node: TextTree.Node, of tree: TextTree) {
        guard node.hasKey else { return }
        let first = tree.source[node.keyStart]
        if first == 0x22 || first == 0x27 {
            // A key that needs its quotes doesn't show whether other keys have quotes.
            if keyQuote == nil || tree.isQuotedWord(node.keyStart, node.keyEnd) { keyQuote = first }
        } else {
            keyQuote = Self.isWord(tree.bytes(node.keyStart, node.keyEnd)) ? 0 : nil
        }
        guard (1...Self.longest).contains(node.start - node.keyEnd),
            tree.comments(from: node.keyEnd, to: node.start).isEmpty
        else { return }
        let gap = tree.bytes(node.keyEnd, node.start)
        breaksBehindKey = tree.hasLineBreak(node.keyEnd, node.start)
        colon = breaksBehindKey ? Array(gap.prefix { !tree.isSpace($0) }) : gap
        if breaksBehindKey, !gap.dropFirst(colon?.count ?? 0).allSatisfy(tree.isSpace) { colon = nil }
    }

    /// The spaces and tabs between two offsets. Nil if other characters are between them, or more than `longest`
    /// bytes.
    private func blanks(_ start: Int, _ end: Int, of tree: TextTree) -> [UInt8]? {
        guard end - start <= Self.longest, tree.skipBlanks(from: start, to: end) == end else { return nil }
        return tree.bytes(start, end)
    }

    /// True for a letter, `_` or `$`, followed by any number of letters, digits, `_` and `$`. Such a key needs no
    /// quotes in any format that has keys without quotes.
    static func isWord(_ bytes: some Collection<UInt8>) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool {
            byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == 0x5F || byte == 0x24
        }
        guard let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { isLetter($0) || $0 >= 0x30 && $0 <= 0x39 }
    }
}

extension TextTree {
    /// True for a text that the file contains as a value. False for an entry that consists only of its key.
    fileprivate func hasText(_ index: Int) -> Bool {
        nodes[index].kind == .string && nodes[index].end > nodes[index].start
    }

    /// True for a text that shows whether texts have quotes: it has no quotes, or it has quotes and needs no quotes.
    func showsQuotes(of index: Int) -> Bool {
        hasText(index) && (textQuote(of: index) == nil || isQuotedWord(nodes[index].start, nodes[index].end))
    }

    /// The quote around a text; nil for a text without quotes.
    fileprivate func textQuote(of index: Int) -> UInt8? {
        let first = source[nodes[index].start]
        return first == 0x22 || first == 0x27 ? first : nil
    }

    /// True for a word in quotes. It needs no quotes in a format that has texts or keys without quotes.
    fileprivate func isQuotedWord(_ start: Int, _ end: Int) -> Bool {
        (3...TextStyle.longest).contains(end - start) && TextStyle.isWord(bytes(start + 1, end - 1))
    }
}
