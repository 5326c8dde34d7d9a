import Documents
import FormatSupport
import Foundation

/// Reads models from a file of version 3, straight into memory.
struct FastDirectReader: DirectReader, ~Copyable {
    let layout: ChunkLayout
    var position = FastHeader.size
    /// The classes that were defined, each with the rows of its keys.
    var classes: [Definition] = []
    /// The objects by their indexes in the object cache; nil for what isn't an object.
    var objects: [AnyObject?] = []
    /// The offsets of the strings by their indexes in the string cache.
    var strings = Stack<UInt32>()
    private var frames = FrameStack(Frame())
    private var dictionaries = Stack<Entries>()
    /// The open objects that contain their own keys. They take their indexes of the object cache when they end.
    private var codedObjects: [AnyObject] = []
    /// The long texts that aliases refer to, by their indexes in the string cache.
    private var longTexts: [Int: String] = [:]
    private let header: FastHeader
    /// The numbers of the objects in parts of the file, by their indexes in the object cache, and the other way round.
    var partNumbers: [Int: Int] = [:]
    var partIndexes: [Int: Int] = [:]
    var partCount = 0
    /// True if a structure of numbers was read.
    var hasStructures = false
    /// True for each open array that takes its index of the object cache when it ends.
    private var indexedAtEnd = Stack<Bool>()

    /// A class definition of the file.
    struct Definition {
        let offset: Int
        /// The class, as far as it was read.
        var file: FileClass?
        /// The table that the keys were found in, and its rows for them; nil until the class is first expected.
        var table: PropertyTable?
        var rows: [Int] = []

        var count: Int { table == nil ? file?.names.count ?? 0 : rows.count }
        var name: String { table?.name ?? file?.codedClass.name ?? "" }
    }

    struct Frame {
        var definition = 0
        var next = 0
        /// The number of rows of an object's class definition, or of the elements of an array that are left. None in an
        /// object that contains its own keys.
        var left = 0
    }

    /// An open dictionary, or an object that contains its own keys.
    struct Entries: BitwiseCopyable {
        /// The number of entries that are left; -1 for an object, which has an end.
        var left: Int
        /// True if it takes its index of the object cache when it ends.
        var isIndexedAtEnd: Bool
        /// The row of the value that was met last, whose key comes behind it; -1 if there is none.
        var row = -1
    }

    var source: ByteSource { @inline(__always) get { layout.source } }

    /// Nil for a file of an early version.
    init?(_ content: Data) {
        layout = ChunkLayout(source: ByteSource(content))
        guard let header = try? FastHeader(layout.source), header.major == 3, header.minor >= 2,
            content.count < UInt32.max
        else { return nil }
        self.header = header
    }

    /// True at the end of the file. In the original's files, structures may have indexes of the object cache.
    var isAtEnd: Bool { position == source.count && !(hasStructures && objects.count != header.objectCount) }
    var offset: Int { @inline(__always) get { position } }

    // MARK: Containers

    mutating func begin(_ table: PropertyTable) -> Bool {
        if table.isDictionary { return beginDictionary() }
        if source[position] == ChunkType.classDefinition.rawValue {
            guard define(table) else { return false }
        }
        guard let type = try? layout.type(at: position), type.isObject,
            let (index, start) = try? layout.index(type, at: position), index < classes.count,
            isTable(table, ofClass: index)
        else { return beginCoded(table) }
        position = start
        frames.push(Frame(definition: index, left: classes[index].rows.count))
        return true
    }

    /// Enters the object at the position if it contains its own keys and is of a table's class.
    @inline(never)
    private mutating func beginCoded(_ table: PropertyTable) -> Bool {
        guard position < source.count, source[position] == ChunkType.codedObject.rawValue,
            text(at: position &+ 1).map({ holds(table.name, at: $0) }) == true
        else { return false }
        position &+= 1
        guard readString() != nil else { return false }
        dictionaries.append(Entries(left: -1, isIndexedAtEnd: true))
        frames.push(Frame(definition: -1))
        return true
    }

    /// True if a class definition and a table have the same class. Each root type has separate tables.
    @inline(__always)
    private mutating func isTable(_ table: PropertyTable, ofClass index: Int) -> Bool {
        guard let known = classes[index].table else { return bind(index, to: table) }
        return known === table || known.codedClass === table.codedClass
    }

    /// Finds the rows of a class that was defined in a part of the file. Returns false if it isn't the table's.
    @inline(never)
    private mutating func bind(_ index: Int, to table: PropertyTable) -> Bool {
        guard let file = classes[index].file, file.codedClass.name == table.name, file.names.count <= table.count else {
            return false
        }
        var rows: [Int] = []
        for (expected, key) in file.names.enumerated() {
            let row = table.row(expected: expected) { unsafe key.utf8.elementsEqual($0) }
            guard let row, !rows.contains(row) else { return false }
            rows.append(row)
        }
        (classes[index].table, classes[index].rows) = (table, rows)
        return true
    }

    mutating func className() -> String? {
        guard let type = try? layout.type(at: position) else { return nil }
        if type == .classDefinition {
            guard let end = try? layout.endOfText(at: position &+ 1) else { return nil }
            let name = source.bytes(position &+ 1..<end)
            return name.isUTF8 ? name.checkedText : nil
        }
        if type == .codedObject {
            return text(at: position &+ 1).flatMap { try? layout.text($0..<layout.endOfText(at: $0)) }
        }
        guard type.isObject, let index = try? layout.index(type, at: position).index, index < classes.count else {
            return nil
        }
        return classes[index].name
    }

    /// Reads the class definition at the position. Returns false if it isn't that of a table.
    private mutating func define(_ table: PropertyTable) -> Bool {
        guard let nameEnd = end(of: table.name, at: position &+ 1),
            let place = try? layout.checked(layout.dialect.aligned(nameEnd, to: 4), 4),
            source.integer(at: place, UInt32.self) <= table.count
        else { return false }
        var rows: [Int] = []
        var next = place &+ 4
        for expected in 0..<source.integer(at: place, UInt32.self) {
            guard let row = row(of: table, at: next, expected), !rows.contains(row) else { return false }
            rows.append(row)
            next &+= table[row].keyCount &+ 1
        }
        guard next < source.count else { return false }
        classes.append(Definition(offset: position, table: table, rows: rows))
        position = next
        return true
    }

    /// The offset behind a text and its NUL; nil if there is another text.
    private func end(of text: String, at offset: Int) -> Int? {
        holds(text, at: offset) ? offset &+ text.utf8.count &+ 1 : nil
    }

    /// True if a text is at an offset, with a NUL behind it.
    func holds(_ text: String, at offset: Int) -> Bool {
        var text = text
        return text.withUTF8 { isText(at: offset, $0) }
    }

    /// The row whose key is at an offset, with a NUL behind it; nil if there is none.
    private func row(of table: PropertyTable, at offset: Int, _ expected: Int) -> Int? {
        if expected < table.count, isText(at: offset, table[expected].key) { return expected }
        return table.row(expected: expected) { key in isText(at: offset, key) }
    }

    mutating func note(_ object: AnyObject) {
        if frames.top.definition < 0 { codedObjects.append(object) } else { objects.append(object) }
    }

    mutating func replace(_ object: AnyObject, by other: AnyObject) {
        for index in objects.indices where objects[index] === object { objects[index] = other }
    }

    @inline(__always)
    mutating func nextRow(of table: PropertyTable, expected: Int) -> Int {
        if table.isDictionary { return nextRow(ofDictionary: table, expected) }
        let (definition, next) = (frames.top.definition, frames.top.next)
        guard next < frames.top.left else {
            if definition < 0 { return nextRow(ofDictionary: table, expected) }
            frames.pop()
            return -1
        }
        frames.top.next = next &+ 1
        return classes[definition].rows[next]
    }

    // MARK: Dictionaries, in which a key comes behind its value

    @inline(never)
    mutating func beginDictionary() -> Bool {
        guard position < source.count,
            source[position] == ChunkType.dictionary.rawValue
                || source[position] == ChunkType.mutableDictionary.rawValue,
            let (count, start) = try? layout.memberCount(of: position, least: 2)
        else { return false }
        let isMutable = source[position] == ChunkType.mutableDictionary.rawValue
        if isMutable { objects.append(nil) }
        position = start
        dictionaries.append(Entries(left: count, isIndexedAtEnd: !isMutable))
        return true
    }

    private mutating func endDictionary() {
        guard let ended = dictionaries.popLast() else { return }
        if ended.left < 0 {
            position &+= 1
            frames.pop()
            objects.append(codedObjects.popLast())
        } else if ended.isIndexedAtEnd {
            objects.append(nil)
        }
    }

    /// True if no entry is left.
    private func isAtEnd(_ entries: Entries) -> Bool {
        entries.left < 0
            ? position < source.count && source[position] == ChunkType.unset.rawValue : entries.left == 0
    }

    @inline(never)
    private mutating func nextRow(ofDictionary table: PropertyTable, _ expected: Int) -> Int {
        let last = dictionaries.count - 1
        var entries = dictionaries[last]
        if entries.row >= 0 {
            guard skipKey(table[entries.row]) else { return -2 }
        }
        if isAtEnd(entries) {
            endDictionary()
            return -1
        }
        // If the key can't be seen yet, the value is read as the expected one. Its key is compared behind it: it may be
        // an alias of a text in the value.
        entries.row = expected < table.count ? expected : -2
        var skipped = Skipped()
        if let place = end(ofValueAt: position, &skipped), let start = text(at: place, skipped) {
            entries.row = row(of: table, at: start, expected) ?? -2
        }
        if entries.left > 0 { entries.left &-= 1 }
        dictionaries[last] = entries
        return entries.row
    }

    /// Moves behind the key of the value that was read last. Returns false if it isn't that of a row.
    private mutating func skipKey(_ row: PropertyTable.Row) -> Bool {
        let place = position
        guard let start = text(at: place), isText(at: start, row.key) else { return false }
        if source[place] == ChunkType.string.rawValue {
            strings.append(UInt32(truncatingIfNeeded: place))
            position = start &+ row.keyCount &+ 1
        } else {
            guard let type = try? layout.type(at: place), let (_, end) = try? layout.index(type, at: place) else {
                return false
            }
            position = end
        }
        return true
    }

    mutating func nextEntry(_ key: inout String, isFirst: Bool) -> Int {
        if !isFirst { guard readString() == key else { return -1 } }
        let last = dictionaries.count - 1
        guard dictionaries[last].left > 0 else {
            endDictionary()
            return 0
        }
        var skipped = Skipped()
        guard let place = end(ofValueAt: position, &skipped), let start = text(at: place, skipped),
            let end = endOfText(at: start, most: 255),
            case let bytes = source.bytes(start..<end), bytes.isUTF8
        else { return -1 }
        dictionaries[last].left &-= 1
        key = bytes.text
        return 1
    }

    /// The offset of the first byte of the text at an offset, or of the one that an alias there refers to. Nil for
    /// anything else.
    ///
    /// - Parameter skipped: What lies between the position and the offset.
    func text(at offset: Int, _ skipped: Skipped = Skipped()) -> Int? {
        guard offset >= 0, offset < source.count else { return nil }
        if source[offset] == ChunkType.string.rawValue { return offset &+ 1 }
        guard let type = try? layout.type(at: offset), type.isStringAlias,
            let index = try? layout.index(type, at: offset).index, index < strings.count + skipped.strings.count,
            case let place = index < strings.count ? strings[index] : skipped.strings[index - strings.count],
            place != Self.notText
        else { return nil }
        return Int(place) &+ 1
    }

    /// The offset of the NUL that ends a text of at most so many bytes; nil for a longer one.
    func endOfText(at start: Int, most: Int) -> Int? {
        guard start < source.count else { return nil }
        let text = source.bytes(start..<min(start &+ most &+ 1, source.count))
        return text.firstIndex(of: 0, from: 0).map { start &+ $0 }
    }

    /// True if a text is at an offset, with a NUL behind it.
    @safe
    private func isText(at offset: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        offset &+ text.count < source.count && source.bytes(offset..<offset &+ text.count).equals(text)
            && source[offset &+ text.count] == 0
    }

    /// The maximum nesting of values that are skipped to find a key.
    private static let skippedDepth = 16

    /// The end of the value at an offset. Nil if it isn't known without reading the value.
    func end(ofValueAt offset: Int) -> Int? {
        var skipped = Skipped()
        return end(ofValueAt: offset, &skipped)
    }

    /// What would enter the tables if what is skipped were read.
    struct Skipped {
        /// The numbers of keys of the classes.
        var classes: [Int] = []
        /// The offsets of the strings.
        var strings: [UInt32] = []
    }

    func end(ofValueAt offset: Int, depth: Int = 0, _ skipped: inout Skipped) -> Int? {
        guard depth < Self.skippedDepth, let type = try? layout.type(at: offset) else { return nil }
        if let end = (try? layout.leafEnd(type, at: offset)) ?? nil {
            if type == .string { skipped.strings.append(UInt32(truncatingIfNeeded: offset)) }
            if type == .countedString { skipped.strings.append(Self.notText) }
            return end
        }
        var (count, next) = (0, offset)
        switch type {
        case .array, .mutableArray, .set, .mutableSet, .orderedSet, .mutableOrderedSet:
            guard let members = try? layout.memberCount(of: offset) else { return nil }
            (count, next) = members
        case .dictionary, .mutableDictionary:
            guard let members = try? layout.memberCount(of: offset, least: 2) else { return nil }
            (count, next) = (members.count &* 2, members.start)
        case .object8, .object16, .object32:
            guard let (index, start) = try? layout.index(type, at: offset),
                index < classes.count + skipped.classes.count
            else { return nil }
            count = index < classes.count ? classes[index].count : skipped.classes[index - classes.count]
            next = start
        case .classDefinition:
            guard let (file, end) = try? layout.fileClass(at: offset) else { return nil }
            skipped.classes.append(file.names.count)
            return self.end(ofValueAt: end, depth: depth, &skipped)
        case .url:
            guard let base = end(ofValueAt: offset &+ 1, depth: depth + 1, &skipped),
                let end = end(ofValueAt: base, depth: depth + 1, &skipped)
            else { return nil }
            skipped.strings.append(Self.notText)
            return end
        case .codedObject:
            guard var next = end(ofValueAt: offset &+ 1, depth: depth + 1, &skipped) else { return nil }
            while let type = try? layout.type(at: next), type != .unset {
                guard let value = end(ofValueAt: next, depth: depth + 1, &skipped),
                    let key = end(ofValueAt: value, depth: depth + 1, &skipped)
                else { return nil }
                next = key
            }
            return next < source.count ? next &+ 1 : nil
        default: return nil
        }
        for _ in 0..<count {
            guard let end = end(ofValueAt: next, depth: depth + 1, &skipped) else { return nil }
            next = end
        }
        return next
    }

    // MARK: References and arrays

    mutating func readReference() -> AnyObject? {
        guard let type = try? layout.type(at: position),
            type == .objectAlias8 || type == .objectAlias16 || type == .objectAlias32,
            let (index, end) = try? layout.index(type, at: position), index < objects.count,
            let object = objects[index]
        else { return nil }
        position = end
        return object
    }

    @inline(__always)
    mutating func beginArray() -> Bool { beginArray(.array, .mutableArray) }

    mutating func beginArray(_ kind: ModelArrayKind) -> Bool {
        switch kind {
        case .array: beginArray(.array, .mutableArray)
        case .set: beginArray(.set, .mutableSet)
        case .orderedSet: beginArray(.orderedSet, .mutableOrderedSet)
        }
    }

    @inline(__always)
    private mutating func beginArray(_ type: ChunkType, _ mutableType: ChunkType) -> Bool {
        let byte = source[position]
        guard byte == type.rawValue || byte == mutableType.rawValue,
            let (count, start) = try? layout.memberCount(of: position)
        else { return false }
        let isMutable = byte == mutableType.rawValue
        if isMutable { objects.append(nil) }
        indexedAtEnd.append(!isMutable)
        position = start
        frames.push(Frame(left: count))
        return true
    }

    @inline(__always)
    mutating func nextElement(isFirst: Bool) -> Int {
        guard frames.top.left > 0 else {
            frames.pop()
            if indexedAtEnd.popLast() == true { objects.append(nil) }
            return 0
        }
        frames.top.left &-= 1
        return 1
    }

    // MARK: Values

    mutating func skipNull() -> Bool {
        guard position < source.count,
            source[position] == ChunkType.unset.rawValue || source[position] == ChunkType.null.rawValue
        else { return false }
        position &+= 1
        return true
    }

    @inline(__always)
    mutating func readString() -> String? {
        let byte = source[position]
        if byte == ChunkType.string.rawValue, let end = try? layout.endOfText(at: position &+ 1) {
            strings.append(UInt32(truncatingIfNeeded: position))
            let bytes = source.bytes(position &+ 1..<end)
            position = end &+ 1
            return bytes.isUTF8 ? bytes.checkedText : nil
        }
        return readStringAlias()
    }

    /// Reads the text that an alias refers to. A long text is made once, because very many aliases may refer to it.
    private mutating func readStringAlias() -> String? {
        guard let type = try? layout.type(at: position), type.isStringAlias,
            let (index, end) = try? layout.index(type, at: position), index < strings.count,
            strings[index] != Self.notText
        else { return nil }
        position = end
        if !longTexts.isEmpty, let known = longTexts[index] { return known }
        let start = Int(strings[index]) &+ 1
        guard let textEnd = try? layout.endOfText(at: start) else { return nil }
        // It was checked when it was read.
        let text = source.bytes(start..<textEnd).checkedText
        if textEnd &- start > FastParser.short { longTexts[index] = text }
        return text
    }

    @inline(__always)
    mutating func readInteger() -> Int64? {
        guard let type = try? layout.type(at: position) else { return nil }
        switch type {
        case .zero, .one:
            position &+= 1
            return type == .zero ? 0 : 1
        case .int8: return number(size: 1).map { Int64(source.raw(at: $0, Int8.self)) }
        case .int16: return number(size: 2).map { Int64(source.raw(at: $0, Int16.self)) }
        case .int32: return number(size: 4).map { Int64(source.raw(at: $0, Int32.self)) }
        case .int64: return number(size: 8).map { source.raw(at: $0, Int64.self) }
        default: return nil
        }
    }

    /// Returns the offset of the number in the chunk at the position, and moves behind the number.
    @inline(__always)
    private mutating func number(size: Int) -> Int? {
        guard let place = try? layout.number(of: position, size: size) else { return nil }
        position = place &+ size
        return place
    }

    @inline(__always)
    mutating func readDouble() -> Double? {
        guard source[position] == ChunkType.float64.rawValue else { return nil }
        return number(size: 8).map { source.double(at: $0) }
    }

    mutating func readFloat() -> Float? {
        guard source[position] == ChunkType.float32.rawValue else { return nil }
        return number(size: 4).map { Float(bitPattern: source.raw(at: $0, UInt32.self)) }
    }

    @inline(__always)
    mutating func readBool() -> Bool? {
        let byte = source[position]
        guard byte == ChunkType.true.rawValue || byte == ChunkType.false.rawValue else { return nil }
        position &+= 1
        return byte == ChunkType.true.rawValue
    }

    mutating func readScalar() -> ModelScalar? {
        guard let type = try? layout.type(at: position) else { return nil }
        switch type {
        case .data, .mutableData: return readData().map { .data($0) }
        case .codedObject: return readUUID().map { .uuid($0) }
        case .url: return readURL().map { .url($0) }
        case .decimal: return readDecimal().map { .decimal($0) }
        default: return readString().map { .string($0) }
        }
    }

    private mutating func readData() -> Data? {
        guard let type = try? layout.type(at: position), type == .data || type == .mutableData,
            let range = try? layout.dataRange(of: position), let end = try? layout.paddedEnd(range)
        else { return nil }
        objects.append(nil)
        position = end
        return source.data(range)
    }

    /// Reads an `NSUUID`, a coded object with one key.
    private mutating func readUUID() -> UUID? {
        position &+= 1
        guard readString() == FoundationClass.uuid, let bytes = readData(), readString() == FoundationClass.uuidKey,
            position < source.count, source[position] == ChunkType.unset.rawValue
        else { return nil }
        position &+= 1
        objects.append(nil)
        return try? ScalarConversion.uuid(.data(bytes), fromText: false)
    }

    private mutating func readDecimal() -> Decimal? {
        guard let start = try? layout.decimal(of: position),
            let value = (try? DecimalParts.decimal(layout.decimalBytes(at: position))) ?? nil
        else { return nil }
        position = start &+ layout.dialect.decimalSize
        return value
    }

    /// Reads a URL without a base.
    private mutating func readURL() -> URL? {
        position &+= 1
        guard let text = readString(), let url = URL(string: text), position < source.count,
            source[position] == ChunkType.unset.rawValue
        else { return nil }
        position &+= 1
        strings.append(Self.notText)
        return url
    }

    /// The offset of a URL in the string cache, which is no text.
    static let notText = UInt32.max

    mutating func readDate() -> Date? {
        guard source[position] == ChunkType.date.rawValue, let place = number(size: 8) else { return nil }
        objects.append(nil)
        return Date(timeIntervalSinceReferenceDate: source.double(at: place))
    }
}
