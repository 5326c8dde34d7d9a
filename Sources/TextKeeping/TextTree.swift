import Documents
import FormatSupport

/// The values of a text, each with its offset in the text and its digest.
struct TextTree {
    /// A value with its key. It may also be an ignored entry: an entry whose key is repeated, so that another entry
    /// with the key counts.
    struct Node: BitwiseCopyable {
        enum Kind: UInt8, BitwiseCopyable { case scalar, string, array, dictionary, ignored }
        var kind: Kind
        /// The separator between the entries; 0 if there is only space between them.
        var separator: UInt8 = 0
        /// True if the separator follows each entry, even the last entry.
        var isTerminated = false
        /// True for a block: its entries are on separate lines, and no signs enclose them.
        var isBlock = false
        /// The range of the key; empty if there is no key.
        var keyStart: Int
        var keyEnd: Int
        /// The range of the value. `contentStart` and `contentEnd` are the range between the signs that open and
        /// close it.
        var start: Int
        var contentStart: Int
        var contentEnd: Int
        var end: Int
        /// The index of the first node after this node that isn't inside this node.
        var next: Int
        var keyDigest = 0
        var digest = 0
        /// The hash of the name of an object's class; 0 for any other value.
        var classDigest = 0
        /// The index of the value in the document.
        var place = 0

        var isContainer: Bool { kind == .array || kind == .dictionary }
        /// True for the root of a file, if no signs enclose it: it is a container, but no block.
        var isUnenclosed: Bool { isContainer && !isBlock && contentStart == start }
        var hasKey: Bool { keyEnd > keyStart }
        /// The beginning of the entry: of its key, or of the value if it has no key.
        var entryStart: Int { hasKey ? keyStart : start }
    }

    let source: ByteSource
    let comments: [TextOutline.Comment]
    private let document: ModelDocument
    private(set) var nodes = ContiguousArray<Node>()
    /// True if a key that begins with a dollar sign is written with escapes. A reader may then not recognize the key
    /// as `$class`, so that two values with equal digests are read as different values.
    private(set) var hasEscapedKeys = false

    /// Reads the values of an outline. Linear, without recursion.
    ///
    /// - Throws: `corruptData` if the outline doesn't match its document.
    init(_ outline: TextOutline, limits: DecodingLimits) throws(ModelError) {
        guard let source = outline.document.source else { throw Self.wrong("The document has no source") }
        self.source = source
        comments = outline.comments
        var reader = PartReader(parts: outline.parts, count: source.count)
        var walker = DocumentWalker(outline.document, limits: limits)
        document = walker.document
        var digest = DocumentDigest()
        var open: ContiguousArray<Int> = []
        /// The nodes whose keys begin with a dollar sign.
        var dollarKeys: [Int] = []
        while let step = try walker.next() {
            switch step {
            case .key:
                digest.addKey(walker)
                if Self.isDollarKey(walker) { dollarKeys.append(nodes.count) }
            case .beginArray, .beginDictionary, .beginValueDictionary, .beginObject:
                try reader.findValue(at: walker.offset, &nodes)
                var isArray = false
                if case .beginArray = step { isArray = true }
                open.append(nodes.count)
                nodes.append(try reader.begin(isArray ? .array : .dictionary))
                nodes[nodes.count - 1].keyDigest = digest.key
                nodes[nodes.count - 1].classDigest = walker.codedClass?.name.hashValue ?? 0
                digest.begin(step, walker)
            case .end:
                guard let index = open.popLast() else { throw Self.wrong("Something is ended twice") }
                let (start, end) = try reader.findEnd(&nodes)
                nodes[index].contentEnd = start
                nodes[index].end = end
                nodes[index].next = nodes.count
                nodes[index].digest = digest.end()
            default:
                try reader.findValue(at: walker.offset, &nodes)
                var isString = false
                if case .string = step { isString = true }
                var node = try reader.value(isString ? .string : .scalar, nodes.count)
                node.keyDigest = digest.key
                node.digest = digest.add(step, walker)
                node.place = walker.index
                nodes.append(node)
            }
        }
        hasEscapedKeys = dollarKeys.contains { index in
            let node = nodes[index...].first { $0.kind != .ignored }
            guard let node else { return false }
            // An escape begins with a backslash, or with `&` in XML; CDATA has a bracket.
            return (node.keyStart..<node.keyEnd).contains { [0x5C, 0x26, 0x5B].contains(source[$0]) }
        }
    }

    private static func isDollarKey(_ walker: borrowing DocumentWalker) -> Bool {
        var isOne = false
        walker.withBytes { isOne = $0.has("$", at: 0) }
        return isOne
    }

    fileprivate static func wrong(_ reason: String) -> ModelError {
        ModelError(.corruptData, reason + ": the outline isn't that of its document.")
    }

    /// The value of a node that isn't a container.
    func scalar(_ index: Int) -> ModelScalar {
        ModelDocument.Value(document: document, index: nodes[index].place).scalar ?? .null
    }

    /// True for a number with more digits than its scalar.
    func isLongNumber(_ index: Int) -> Bool {
        ModelDocument.Value(document: document, index: nodes[index].place).numeral != nil
    }

    /// The nodes directly in a container.
    func children(of index: Int) -> [Int] {
        var found: [Int] = []
        var next = index + 1
        while next < nodes[index].next {
            found.append(next)
            next = nodes[next].next
        }
        return found
    }

    /// The beginning of the text, after a byte order mark.
    var textStart: Int { source[0] == 0xEF && source[1] == 0xBB && source[2] == 0xBF ? 3 : 0 }

    /// The bytes of a part of the text.
    func bytes(_ start: Int, _ end: Int) -> [UInt8] { source.bytes(start..<end).array }

    /// Appends a part of this text to another text.
    func append(_ start: Int, _ end: Int, to text: inout [UInt8]) {
        text.append(source.bytes(start..<end))
    }
}

/// Reads the parts of an outline in step with the values of its document.
private struct PartReader {
    let parts: ContiguousArray<TextOutline.Part>
    let count: Int
    private var position = 0
    private var last = 0
    private var key = (start: 0, end: 0)

    init(parts: ContiguousArray<TextOutline.Part>, count: Int) {
        self.parts = parts
        self.count = count
    }

    private mutating func take() throws(ModelError) -> TextOutline.Part {
        guard position < parts.count else { throw TextTree.wrong("A part is missing") }
        let part = parts[position]
        guard part.start >= last, part.end >= part.start, part.end <= count else {
            throw TextTree.wrong("A part is out of order")
        }
        last = part.end
        position += 1
        return part
    }

    private var next: TextOutline.Part.Kind? { position < parts.count ? parts[position].kind : nil }

    private mutating func takeKey() throws(ModelError) {
        key = (0, 0)
        guard next == .key else { return }
        let part = try take()
        key = (part.start, part.end)
    }

    /// Moves to the value that begins at an offset. Adds a node for each ignored entry before it.
    mutating func findValue(at offset: Int?, _ nodes: inout ContiguousArray<TextTree.Node>) throws(ModelError) {
        try takeKey()
        while position < parts.count, parts[position].start != offset {
            try skipIgnored(&nodes)
            try takeKey()
        }
    }

    /// Moves past the end of the open container, and adds a node for each ignored entry that precedes it. Returns the
    /// range of the sign that closes the container; an empty range if there is no such sign.
    mutating func findEnd(
        _ nodes: inout ContiguousArray<TextTree.Node>
    ) throws(ModelError) -> (start: Int, end: Int) {
        while next != .end {
            try takeKey()
            try skipIgnored(&nodes)
        }
        let part = try take()
        return (part.start, part.end)
    }

    private mutating func skipIgnored(_ nodes: inout ContiguousArray<TextTree.Node>) throws(ModelError) {
        let first = try take()
        guard first.kind == .value || first.kind == .begin else { throw TextTree.wrong("A value is missing") }
        var depth = first.kind == .begin ? 1 : 0
        while depth > 0 {
            switch try take().kind {
            case .begin: depth += 1
            case .end: depth -= 1
            default: break
            }
        }
        var node = node(.ignored, first, nodes.count)
        node.end = last
        nodes.append(node)
    }

    mutating func value(_ kind: TextTree.Node.Kind, _ index: Int) throws(ModelError) -> TextTree.Node {
        let part = try take()
        guard part.kind == .value else { throw TextTree.wrong("A value is missing") }
        return node(kind, part, index)
    }

    mutating func begin(_ kind: TextTree.Node.Kind) throws(ModelError) -> TextTree.Node {
        let part = try take()
        guard part.kind == .begin else { throw TextTree.wrong("A beginning is missing") }
        return node(kind, part, 0)
    }

    private func node(_ kind: TextTree.Node.Kind, _ part: TextOutline.Part, _ index: Int) -> TextTree.Node {
        TextTree.Node(
            kind: kind, separator: part.separator, isTerminated: part.isTerminated, isBlock: part.isBlock,
            keyStart: key.start, keyEnd: key.end, start: part.start, contentStart: part.end, contentEnd: part.end,
            end: part.end, next: index + 1)
    }
}
