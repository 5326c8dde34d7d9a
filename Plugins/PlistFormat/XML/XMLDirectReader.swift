import Documents
import FormatSupport
import PropertyListCodec

/// Reads models directly from the text of an XML property list.
struct XMLDirectReader: DirectReader, ~Copyable {
    private let scanner: XMLPropertyListScanner
    /// The tag of the value at the position, which the scanner has passed.
    private var tag: XMLPropertyListTag
    /// True if the container that was entered last is an empty element.
    private var isEmpty = false

    /// Returns nil if the content isn't an XML property list.
    init?(_ content: Data) {
        guard XMLPropertyList.canRead(content), let scanner = try? XMLPropertyListScanner(ByteSource(content)),
            let tag = try? scanner.nextTag()
        else { return nil }
        self.scanner = scanner
        self.tag = tag
    }

    var isAtEnd: Bool { (try? scanner.finish()) != nil }

    /// Moves to the next tag. Returns false if there is no further tag.
    @inline(__always)
    private mutating func moveToTag() -> Bool {
        guard let next = try? scanner.nextTag() else { return false }
        tag = next
        return true
    }

    // MARK: Containers

    @inline(__always)
    mutating func begin(_ table: PropertyTable) -> Bool { beginDictionary() }

    @inline(__always)
    mutating func nextRow(of table: PropertyTable, expected: Int) -> ReadStep {
        if isEmpty {
            isEmpty = false
            return .end
        }
        guard moveToTag() else { return .other }
        if tag == .dict.closing { return .end }
        guard tag == .key, let row = row(of: table, expected), moveToTag() else { return .other }
        return .row(row)
    }

    /// Moves to the end of the key at the position, and returns the key's row. Returns nil if no row has the key.
    @inline(__always)
    private func row(of table: PropertyTable, _ expected: Int) -> Int? {
        if expected < table.count, scanner.skipText(of: .key, ifEqual: table[expected].key) { return expected }
        return table.row(expected: expected) { scanner.skipText(of: .key, ifEqual: $0) }
    }

    mutating func text(of row: PropertyTable.Row) -> String? {
        guard tag == .dict else { return nil }
        let start = scanner.lastTag
        defer {
            scanner.position = start
            _ = moveToTag()
        }
        // Scalar members before the row's member are skipped. Containers aren't: with containers inside containers,
        // the same text would be skipped again and again.
        while moveToTag(), tag == .key {
            if scanner.skipText(of: .key, ifEqual: row.key) { return moveToTag() ? readString() : nil }
            guard (try? scanner.skipText(of: .key)) != nil, moveToTag(), tag != .dict, tag != .array,
                (try? scanner.skip(tag)) != nil
            else { return nil }
        }
        return nil
    }

    mutating func beginArray(_ kind: ModelArrayKind) -> Bool {
        guard kind == .array else { return false }
        isEmpty = tag == .array.empty
        return isEmpty || tag == .array
    }

    @inline(__always)
    mutating func nextElement(isFirst: Bool) -> ReadStep {
        if isEmpty {
            isEmpty = false
            return .end
        }
        guard moveToTag() else { return .other }
        return tag == .array.closing ? .end : .value
    }

    @inline(__always)
    mutating func beginDictionary() -> Bool {
        isEmpty = tag == .dict.empty
        return isEmpty || tag == .dict && scanner.uid() == nil
    }

    mutating func nextEntry(_ key: inout String, isFirst: Bool) -> ReadStep {
        if isEmpty {
            isEmpty = false
            return .end
        }
        guard moveToTag() else { return .other }
        if tag == .dict.closing { return .end }
        guard tag == .key, let text = try? scanner.string(of: .key),
            text.withStoredUTF8({ XMLPropertyListParser.hasExcluded($0) }) == false, moveToTag()
        else { return .other }
        key = text
        return .value
    }

    // MARK: Values that aren't as expected

    var offset: Int { @inline(__always) get { scanner.lastTag } }

    static var parsedParts: ParsedParts { .values }

    mutating func parse(valueAt offset: Int, into builder: inout DocumentBuilder) throws {
        scanner.position = offset
        isEmpty = false
        try XMLPropertyListParser(scanner).readPart(into: &builder)
    }

    // MARK: Values

    // Property lists have no null.
    mutating func skipNull() -> Bool { false }

    @inline(__always)
    mutating func readString() -> String? {
        guard tag == .string else { return tag == .string.empty ? "" : nil }
        guard let range = scanner.plainText(of: .string) else { return try? scanner.string(of: .string) }
        return scanner.source.bytes(range).validText
    }

    @inline(__always)
    mutating func readInteger() -> Int64? {
        guard tag == .integer, let (magnitude, isNegative) = try? scanner.integer() else { return nil }
        return isNegative ? Int64(truncatingIfNeeded: 0 &- magnitude) : Int64(exactly: magnitude)
    }

    @inline(__always)
    mutating func readDouble() -> Double? { tag == .real ? try? scanner.real() : nil }

    mutating func readFloat() -> Float? {
        guard let value = readDouble(), case let nearest = Float(value), Double("\(nearest)") == value else {
            return nil
        }
        return nearest
    }

    @inline(__always)
    mutating func readBool() -> Bool? {
        switch tag {
        case .true.empty: true
        case .false.empty: false
        default: nil
        }
    }

    mutating func readScalar() -> ModelScalar? {
        tag == .data ? (try? scanner.data()).map { .data($0) } : readString().map { .string($0) }
    }

    mutating func readDate() -> Date? { tag == .date ? try? scanner.date() : nil }
}
