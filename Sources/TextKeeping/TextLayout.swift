import Documents

/// Writes values of a new text in the style of an old text.
struct TextLayout {
    let tree: TextTree
    private(set) var text: [UInt8] = []
    /// The entries to write of a container, by the container's node. It has no element for a container all of whose
    /// entries are written.
    var entries: [Int: [Int]] = [:]

    /// Lines are indented by this many levels at most. Otherwise the size of a text could grow with the square of its
    /// depth.
    private static let mostLevels = 64

    init(_ tree: TextTree) { self.tree = tree }

    mutating func append(_ bytes: some Collection<UInt8>) { text.append(contentsOf: bytes) }

    private mutating func append(_ start: Int, _ end: Int) { tree.append(start, end, to: &text) }

    /// Returns the text that was written since the last call, and clears it.
    mutating func take() -> [UInt8] {
        defer { text = [] }
        return text
    }

    // MARK: Between signs

    /// A container whose entries are being written.
    private struct Open {
        var node: Int
        var children: [Int]
        var next = 0
    }

    /// Appends a value, with or without its key. Space and line breaks have no meaning there.
    ///
    /// - Parameters:
    ///   - index: The value's node.
    ///   - withKey: True to append the key, too.
    ///   - indentation: The indentation of the line on which the value begins.
    ///   - style: The style of the value and of all values in it.
    /// - Returns: False if the value contains a block, whose line breaks have a meaning. Part of it may have been
    ///   appended.
    mutating func append(
        _ index: Int, withKey: Bool, indentation: [UInt8], style: TextStyle
    ) -> Bool {
        if withKey { appendKey(of: index, indentation, style) }
        var open: [Open] = []
        guard begin(index, &open, style) else { return false }
        while let last = open.indices.last {
            let container = tree.nodes[open[last].node]
            guard open[last].next < open[last].children.count else {
                if container.separator != 0,
                    container.isTerminated || style.breaksLines && style.hasLastSeparator
                {
                    text.append(container.separator)
                }
                open.removeLast()
                if style.breaksLines {
                    breakLine(indentation, open.count, style)
                } else {
                    append(style.padding(before: container))
                }
                append(container.contentEnd, container.end)
                continue
            }
            let child = open[last].children[open[last].next]
            if open[last].next > 0 {
                if container.separator != 0 { text.append(container.separator) }
                if !style.breaksLines { append(style.space) }
            } else if !style.breaksLines {
                append(style.padding)
            }
            open[last].next += 1
            if style.breaksLines { breakLine(indentation, open.count, style) }
            if container.kind == .dictionary {
                appendKey(of: child, indentation, levels: open.count, style)
            }
            guard begin(child, &open, style) else { return false }
        }
        return true
    }

    private mutating func begin(_ index: Int, _ open: inout [Open], _ style: TextStyle) -> Bool {
        let node = tree.nodes[index]
        let children = node.isContainer ? entries[index] ?? tree.children(of: index) : []
        guard !children.isEmpty else {
            if node.kind == .string, let quote = style.textQuote {
                append(quoted(node.start, node.end, quote, isText: true))
            } else {
                append(node.start, node.end)
            }
            return true
        }
        guard !node.isBlock else { return false }
        append(node.start, node.contentStart)
        open.append(Open(node: index, children: children))
        return true
    }

    private mutating func breakLine(_ indentation: [UInt8], _ levels: Int, _ style: TextStyle) {
        append(style.lineBreak)
        append(indentation)
        for _ in 0..<min(levels, Self.mostLevels) { append(style.unit ?? []) }
    }

    /// Appends the key of a value, and the text between the key and the value.
    private mutating func appendKey(of index: Int, _ indentation: [UInt8], levels: Int = 0, _ style: TextStyle) {
        let node = tree.nodes[index]
        append(quoted(node.keyStart, node.keyEnd, style.keyQuote, isText: true))
        guard let colon = style.colon else { return append(node.keyEnd, node.start) }
        append(colon)
        if style.breaksBehindKey, style.breaksLines { breakLine(indentation, levels, style) }
    }

    /// A key or a text with the given quotes, if the quotes don't change its meaning. Otherwise the token as the new
    /// text has it.
    ///
    /// - Parameter isText: True if the token is a text even without quotes.
    func quoted(_ start: Int, _ end: Int, _ quote: UInt8?, isText: Bool = false) -> [UInt8] {
        let token = tree.bytes(start, end)
        guard let quote, let first = token.first else { return token }
        var inner = token[...]
        if first == 0x22 || first == 0x27 {
            guard token.count >= 2, token.last == first else { return token }
            inner = token[1..<(token.count - 1)]
        }
        if quote == 0 { return TextStyle.isWord(inner) ? Array(inner) : token }
        let isPlain = inner.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x27 && $0 != 0x5C }
        let isQuoted = inner.count < token.count || isText || TextStyle.isWord(inner)
        return isPlain && isQuoted ? [quote] + inner + [quote] : token
    }

    // MARK: Lines

    /// Appends a part of the new text in which line breaks have a meaning, moved to another column.
    ///
    /// - Parameters:
    ///   - from: The column of the entry in the new text.
    ///   - to: The column to which the entry moves.
    mutating func append(lines start: Int, _ end: Int, from: Int, to: Int, _ style: TextStyle) {
        var place = start
        while place < end {
            let byte = tree.source[place]
            guard tree.isLineBreak(byte) else {
                text.append(byte)
                place += 1
                continue
            }
            place = tree.behindLineBreak(place)
            append(style.lineBreak)
            let line = place
            while place < end, tree.source[place] == 0x20 { place += 1 }
            // An empty line isn't indented.
            guard place < end, !tree.isLineBreak(tree.source[place]) else { continue }
            append(repeatElement(0x20, count: max(0, place - line - from + to)))
        }
    }
}
