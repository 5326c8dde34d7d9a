import Documents
import FormatSupport
import PropertyListCodec

/// Reads models directly from a keyed archive.
struct ArchiveDirectReader: DirectReader, ~Copyable {
    private let archive: ArchiveReader
    private var cursor: BinaryPropertyListCursor
    private let list: BinaryPropertyListReader
    private let source: ByteSource
    /// The UID of the object that was entered last.
    private var uid = 0
    private let objects: ArchiveObjects
    private var classes = ArchiveClassTable()
    /// The parser of values that can't be read directly. Nil until the first such value.
    private var parser: ArchiveParser?

    /// The number that the cursor returns for the key `$class`, which isn't a row's key.
    private static let classMeaning = -3

    /// Returns nil if the source isn't a binary archive with one root.
    init?(_ source: ByteSource) {
        self.source = source
        guard let list = try? BinaryPropertyListReader(source),
            let archive = try? ArchiveReader(list), let (_, values) = try? list.entries(of: archive.top),
            values.count == 1
        else { return nil }
        self.archive = archive
        self.list = list
        cursor = BinaryPropertyListCursor(list, at: list.number(0, in: values))
        objects = ArchiveObjects(count: archive.objects.count)
    }

    @inline(__always)
    private func place() -> ArchiveReader.Place? { try? archive.place(cursor.number) }

    /// An object with its keys and values, and the position of `$class` among them.
    private struct Coded {
        let uid: Int
        let object: BinaryPropertyListObject
        let keys: BinaryPropertyListReferences
        let values: BinaryPropertyListReferences
        let classPosition: Int
        let codedClass: ArchiveClass
    }

    /// Returns the object at the position. Returns nil for any other value.
    @inline(__always)
    private mutating func coded() -> Coded? {
        guard let place = place(), place.uid > 0, place.object.kind == .dictionary,
            let (keys, values) = try? list.entries(of: place.object),
            let position = try? classes.classPosition(keys, in: list),
            let found = try? classes.find(list.number(position, in: values), in: archive)
        else { return nil }
        return Coded(
            uid: place.uid, object: place.object, keys: keys, values: values, classPosition: position,
            codedClass: found)
    }

    /// Returns the object at the position if its Foundation class represents the given kind, and the object has
    /// `count` keys besides `$class`.
    private mutating func coded(_ kind: ModelKind, keys count: Int = 1) -> BinaryPropertyListObject? {
        guard let coded = coded(), coded.codedClass.kind == kind, coded.keys.count == count &+ 1 else { return nil }
        return coded.object
    }

    /// Returns the elements of the array under a key of an object.
    private func elements(_ key: StaticString, of object: BinaryPropertyListObject) -> BinaryPropertyListReferences? {
        guard let array = (try? list.value(forKey: key, in: object)) ?? nil, array.kind == .array else { return nil }
        return try? list.elements(of: array)
    }

    // MARK: Containers

    @inline(__always)
    mutating func begin(_ table: PropertyTable) -> Bool {
        if table.isDictionary { return beginDictionary() }
        guard let coded = coded(), objects[coded.uid] == nil, coded.codedClass.kind == nil,
            coded.codedClass.codedClass.name == table.name
        else { return false }
        uid = coded.uid
        return cursor.enter(coded.keys, coded.values, ObjectIdentifier(table)) { [list] key, index in
            index == coded.classPosition
                ? Self.classMeaning
                : table.row(expected: index) { list.isString(key, $0) } ?? Self.row(of: key, behindDollar: table, list)
        }
    }

    mutating func className() -> String? {
        guard let coded = coded(), objects[coded.uid] == nil, coded.codedClass.kind == nil else { return nil }
        return coded.codedClass.codedClass.name
    }

    /// Returns the row of a key that begins with a dollar sign. In archives, such a key has a second dollar sign at
    /// its beginning.
    @inline(never)
    private static func row(
        of key: BinaryPropertyListObject, behindDollar table: PropertyTable, _ list: BinaryPropertyListReader
    ) -> Int? {
        guard let text = (try? list.string(key)) ?? nil, text.hasPrefix("$$") else { return nil }
        return table.row(expected: 0) { key in unsafe text.utf8.dropFirst().elementsEqual(key) }
    }

    /// Enters the `NSDictionary` at the position.
    mutating func beginDictionary() -> Bool {
        guard let object = coded(.dictionary, keys: 2), let keys = elements("NS.keys", of: object),
            let values = elements("NS.objects", of: object), keys.count == values.count
        else { return false }
        cursor.enter(values, keys: keys)
        return true
    }

    /// Returns the text under the first key of a dictionary: files contain the name of an enum's case in this text.
    mutating func text(of row: PropertyTable.Row) -> String? {
        guard let object = coded(.dictionary, keys: 2), let keys = elements("NS.keys", of: object),
            let values = elements("NS.objects", of: object), keys.count > 0, values.count > 0,
            let key = try? archive.place(list.number(0, in: keys)).object, list.isString(key, row.key),
            let value = try? archive.place(list.number(0, in: values))
        else { return nil }
        return archive.isNil(value) ? nil : cursor.text(value.object)
    }

    mutating func note(_ object: AnyObject, number: Int?) { objects[number ?? uid] = object }

    mutating func replace(_ object: AnyObject, by other: AnyObject) { objects.replace(object, by: other) }

    @inline(__always)
    mutating func nextRow(of table: PropertyTable, expected: Int) -> ReadStep {
        if table.isDictionary { return nextEntry(of: table, expected) }
        while true {
            guard let row = cursor.nextMeaning() else { return .end }
            if row != Self.classMeaning { return .row(row) }
        }
    }

    private mutating func nextEntry(of table: PropertyTable, _ expected: Int) -> ReadStep {
        guard let number = cursor.nextKey() else { return .end }
        guard let key = try? archive.place(number).object else { return .other }
        return table.row(expected: expected) { [list] in list.isString(key, $0) }.map { .row($0) } ?? .other
    }

    mutating func nextEntry(_ key: inout String, isFirst: Bool) -> ReadStep {
        guard let number = cursor.nextKey() else { return .end }
        guard let place = try? archive.place(number), let text = cursor.text(place.object) else { return .other }
        key = text
        return .value
    }

    mutating func readReference() -> AnyObject? { place().flatMap { $0.uid > 0 ? objects[$0.uid] : nil } }

    mutating func beginArray(_ kind: ModelArrayKind) -> Bool {
        guard kind != .orderedSet, let object = coded(kind == .set ? .set : .array),
            let elements = elements("NS.objects", of: object)
        else { return false }
        cursor.enter(elements)
        return true
    }

    @inline(__always)
    mutating func nextElement(isFirst: Bool) -> ReadStep { cursor.next() == nil ? .end : .value }

    // MARK: Values that aren't as expected

    var offset: Int { @inline(__always) get { cursor.place } }

    static var parsedParts: ParsedParts { .unread }

    mutating func parse(valueAt offset: Int, into builder: inout DocumentBuilder) throws {
        cursor.goBack(to: offset)
        builder.setSource(source, isText: false)
        if parser == nil { parser = ArchiveParser(archive, made: objects, limits: builder.limits) }
        try parser?.read(cursor.number, into: &builder)
    }

    // MARK: Values

    /// Returns the object at the position. Returns nil for a nil.
    @inline(__always)
    private func object() -> BinaryPropertyListObject? {
        guard let place = place(), !archive.isNil(place) else { return nil }
        return place.object
    }

    mutating func skipNull() -> Bool { place().map { archive.isNil($0) } ?? false }

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
        guard let object = object() else { return nil }
        switch object.kind {
        case .data: return cursor.data(object).map { .data($0) }
        case .string: return cursor.text(object).map { .string($0) }
        default: return readObject()
        }
    }

    /// Reads an object of a Foundation class whose values are in the object itself, or a URL without a base.
    private mutating func readObject() -> ModelScalar? {
        guard let coded = coded() else { return nil }
        switch coded.codedClass.kind {
        case .uuid?: return ((try? FoundationForm.uuid { try inlineScalar($0, of: coded) }) ?? nil).map { .uuid($0) }
        case .decimal?:
            return ((try? FoundationForm.decimal { try inlineScalar($0, of: coded) }) ?? nil).map { .decimal($0) }
        case .url?:
            guard let base = (try? place("NS.base", of: coded)) ?? nil, archive.isNil(base),
                let relative = (try? place("NS.relative", of: coded)) ?? nil, let text = cursor.text(relative.object)
            else { return nil }
            return URL(string: text).map { .url($0) }
        default: return nil
        }
    }

    /// Returns the value under a key of an object. Returns nil if the object has no such key.
    private func place(_ key: StaticString, of coded: Coded) throws -> ArchiveReader.Place? {
        for index in 0..<coded.keys.count {
            let object = try list.object(list.number(index, in: coded.keys))
            guard object.kind == .string else { throw PropertyListError("A key isn't text.", at: object.offset) }
            if list.isString(object, key) { return try archive.place(list.number(index, in: coded.values)) }
        }
        return nil
    }

    /// Returns the number, the boolean or the data under a key of an object. Returns nil if the object has no such
    /// key.
    ///
    /// - Throws: An error for any other value. Reading through a document then finds the error to report.
    private func inlineScalar(_ key: StaticString, of coded: Coded) throws -> ModelScalar? {
        guard let object = try place(key, of: coded)?.object else { return nil }
        switch object.kind {
        case .bool: return .bool(try list.bool(object))
        case .integer: if let integer = try list.int64(object) { return .int64(integer) }
        case .data: return .data(try list.data(object))
        default: break
        }
        throw PropertyListError("Expected a number or data.", at: object.offset)
    }

    /// Reads an `NSDate`.
    mutating func readDate() -> Date? {
        guard let object = coded(.date), let time = (try? list.value(forKey: "NS.time", in: object)) ?? nil,
            let seconds = try? list.double(time)
        else { return nil }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }
}
