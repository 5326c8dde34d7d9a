import Documents
import FormatSupport

/// Reads models directly from a file of version 3.
struct FastDirectReader: DirectReader, ~Copyable {
    let layout: ChunkLayout
    var position = FastHeader.size
    /// The classes that were defined, each with the rows of its keys.
    var classes: [Definition] = []
    /// The objects by their indexes in the object cache. Nil for a cached value that isn't an object.
    var objects: [AnyObject?] = []
    /// The offsets of the strings by their indexes in the string cache.
    var strings = Stack<UInt32>()
    var frames = FrameStack(Frame())
    var dictionaries = Stack<Entries>()
    /// The open objects that contain their own keys. They take their indexes of the object cache when they end.
    var codedObjects: [AnyObject] = []
    /// The long texts that aliases refer to, by their indexes in the string cache.
    var longTexts: [Int: String] = [:]
    let header: FastHeader
    /// For objects that were parsed into a document: their numbers, by their indexes in the object cache.
    var partNumbers: [Int: Int] = [:]
    /// For objects that were parsed into a document: their indexes in the object cache, by their numbers.
    var partIndexes: [Int: Int] = [:]
    var partCount = 0
    /// True if a structure of numbers was read.
    var hasStructures = false
    /// True for each open array that takes its index of the object cache when it ends.
    private var indexedAtEnd = Stack<Bool>()

    /// A class definition of the file.
    struct Definition {
        let offset: Int
        /// The class as the file defines it. Nil if its keys were so far only compared with the table's keys.
        var file: FileClass?
        /// The table of the class in this program. Nil until an object of the class is first read.
        var table: PropertyTable?
        /// The row of each of the file's keys.
        var rows: [Int] = []

        var count: Int { table == nil ? file?.names.count ?? 0 : rows.count }
        var name: String { table?.name ?? file?.codedClass.name ?? "" }
    }

    struct Frame {
        var definition = 0
        var next = 0
        /// The number of rows of an object's class definition, or of elements that are left in an array. 0 for an
        /// object that contains its own keys.
        var left = 0
    }

    /// An open dictionary, or an open object that contains its own keys.
    struct Entries: BitwiseCopyable {
        /// The number of entries that are left. -1 for an object, whose end is marked.
        var left: Int
        /// True if the container takes its index of the object cache when it ends.
        var isIndexedAtEnd: Bool
        /// The row of the value that was read last. The key follows this value. -1 if there is no such row.
        var row = -1
    }

    var source: ByteSource { @inline(__always) get { layout.source } }

    /// Returns nil for a file before version 3.2.
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

    /// Returns true if a class definition and a table have the same class. Each root type has separate tables.
    @inline(__always)
    private mutating func isTable(_ table: PropertyTable, ofClass index: Int) -> Bool {
        guard let known = classes[index].table else { return bind(index, to: table) }
        return known === table || known.codedClass === table.codedClass
    }

    /// Finds the rows of a class that was defined in a part of the file. Returns false if the class isn't the table's
    /// class.
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
            return source.bytes(position &+ 1..<end).validText
        }
        if type == .codedObject {
            return text(at: position &+ 1).flatMap { try? layout.text($0..<layout.endOfText(at: $0)) }
        }
        guard type.isObject, let index = try? layout.index(type, at: position).index, index < classes.count else {
            return nil
        }
        return classes[index].name
    }

    /// Reads the class definition at the position. Returns false if it doesn't define the class of the table.
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

    /// Returns the offset after a text and its NUL. Returns nil if there is another text.
    private func end(of text: String, at offset: Int) -> Int? {
        holds(text, at: offset) ? offset &+ text.utf8.count &+ 1 : nil
    }

    /// Returns true if a text is at an offset, with a NUL after it.
    func holds(_ text: String, at offset: Int) -> Bool {
        var text = text
        return text.withUTF8 { isText(at: offset, $0) }
    }

    /// Returns the row whose key is at an offset, with a NUL after it. Returns nil if there is no such row.
    func row(of table: PropertyTable, at offset: Int, _ expected: Int) -> Int? {
        if expected < table.count, isText(at: offset, table[expected].key) { return expected }
        return table.row(expected: expected) { key in isText(at: offset, key) }
    }

    mutating func note(_ object: AnyObject, number: Int?) {
        if let number {
            if let index = partIndexes[number] { objects[index] = object }
            return
        }
        if frames.top.definition < 0 { codedObjects.append(object) } else { objects.append(object) }
    }

    mutating func replace(_ object: AnyObject, by other: AnyObject) {
        for index in objects.indices where objects[index] === object { objects[index] = other }
    }

    @inline(__always)
    mutating func nextRow(of table: PropertyTable, expected: Int) -> ReadStep {
        if table.isDictionary { return nextRow(ofDictionary: table, expected) }
        let (definition, next) = (frames.top.definition, frames.top.next)
        guard next < frames.top.left else {
            if definition < 0 { return nextRow(ofDictionary: table, expected) }
            frames.pop()
            return .end
        }
        frames.top.next = next &+ 1
        return .row(classes[definition].rows[next])
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
    mutating func nextElement(isFirst: Bool) -> ReadStep {
        guard frames.top.left > 0 else {
            frames.pop()
            if indexedAtEnd.popLast() == true { objects.append(nil) }
            return .end
        }
        frames.top.left &-= 1
        return .value
    }
}
