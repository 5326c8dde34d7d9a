import Documents
import FormatSupport
import PropertyListCodec

/// Reads models directly from a binary property list.
struct BinaryDirectReader: DirectReader, ~Copyable {
    private var cursor: BinaryPropertyListCursor
    private let list: BinaryPropertyListReader
    private let content: Data
    /// The parser of values that can't be read directly.
    private var parser: BinaryPropertyListParser?

    /// Returns nil if the content isn't a binary property list.
    init?(_ content: Data) {
        guard BinaryPropertyListReader.canRead(content), let list = try? BinaryPropertyListReader(ByteSource(content))
        else { return nil }
        self.list = list
        self.content = content
        cursor = BinaryPropertyListCursor(list, at: list.topObject)
    }

    @inline(__always)
    private func object() -> BinaryPropertyListObject? { try? list.object(cursor.number) }

    /// Returns the references to the keys and the values of the dictionary at the position. Returns nil for any other
    /// value.
    @inline(__always)
    private func entries() -> (keys: BinaryPropertyListReferences, values: BinaryPropertyListReferences)? {
        guard let object = object(), object.kind == .dictionary else { return nil }
        return try? list.entries(of: object)
    }

    // MARK: Containers

    @inline(__always)
    mutating func begin(_ table: PropertyTable) -> Bool {
        guard let (keys, values) = entries() else { return false }
        return cursor.enter(keys, values, ObjectIdentifier(table)) { [list] key, position in
            table.row(expected: position) { list.isString(key, $0) }
        }
    }

    @inline(__always)
    mutating func nextRow(of table: PropertyTable, expected: Int) -> ReadStep { cursor.nextMeaning().map { .row($0) } ?? .end }

    mutating func beginArray(_ kind: ModelArrayKind) -> Bool {
        guard kind == .array, let object = object(), object.kind == .array, let elements = try? list.elements(of: object) else {
            return false
        }
        cursor.enter(elements)
        return true
    }

    @inline(__always)
    mutating func nextElement(isFirst: Bool) -> ReadStep { cursor.next() == nil ? .end : .value }

    mutating func className() -> String? {
        guard let (keys, values) = entries(), keys.count > 0,
            let key = try? list.object(list.number(0, in: keys)), list.isString(key, "$class")
        else { return nil }
        return cursor.text(try? list.object(list.number(0, in: values)))
    }

    mutating func text(of row: PropertyTable.Row) -> String? {
        guard let (keys, values) = entries() else { return nil }
        for index in 0..<min(keys.count, Self.mostKeys) {
            guard let key = try? list.object(list.number(index, in: keys)) else { return nil }
            if list.isString(key, row.key) { return cursor.text(try? list.object(list.number(index, in: values))) }
        }
        return nil
    }

    /// The maximum number of keys of a dictionary in which a key is searched for.
    private static var mostKeys: Int { 64 }

    mutating func beginDictionary() -> Bool {
        guard let (keys, values) = entries() else { return false }
        cursor.enter(values, keys: keys)
        return true
    }

    mutating func nextEntry(_ key: inout String, isFirst: Bool) -> ReadStep {
        guard let number = cursor.nextKey() else { return .end }
        guard let text = cursor.text(try? list.object(number)) else { return .other }
        key = text
        return .value
    }

    // MARK: Values that aren't as expected

    var offset: Int { @inline(__always) get { cursor.place } }

    static var parsedParts: ParsedParts { .values }

    mutating func parse(valueAt offset: Int, into builder: inout DocumentBuilder) throws {
        cursor.goBack(to: offset)
        if parser == nil { parser = try BinaryPropertyListParser(content, .error) }
        try parser?.readPart(cursor.number, into: &builder)
    }

    // MARK: Values

    mutating func skipNull() -> Bool { object()?.kind == .null }

    @inline(__always)
    mutating func readString() -> String? { cursor.text(object()) }

    @inline(__always)
    mutating func readInteger() -> Int64? { cursor.integer(object()) }

    @inline(__always)
    mutating func readDouble() -> Double? { cursor.double(object()) }

    mutating func readFloat() -> Float? { cursor.float(object()) }

    @inline(__always)
    mutating func readBool() -> Bool? { cursor.bool(object()) }

    mutating func readScalar() -> ModelScalar? {
        let object = object()
        return cursor.data(object).map { .data($0) } ?? cursor.text(object).map { .string($0) }
    }

    mutating func readDate() -> Date? {
        guard let object = object(), object.kind == .date else { return nil }
        return try? list.date(object)
    }
}
