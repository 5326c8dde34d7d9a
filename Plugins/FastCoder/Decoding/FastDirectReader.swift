import Documents
import FormatSupport

/// Reads models directly from a file of version 3.
struct FastDirectReader: DirectReader, ~Copyable {
    let layout: ChunkLayout
    var position = FastHeader.size
    /// The classes that were defined, each with the rows of its keys.
    var classes: [Definition] = []
    /// The targets of aliases. This reader and the parser both add the values that they have read.
    var tables = FastTables()
    /// Reads the values of the file that become documents. Nil before the first of them. The parser has the tables
    /// while it reads.
    private var parser: FastParser?
    /// True while a part is read, and after an error in a part.
    private var hasFailed = false
    var frames = FrameStack(Frame())
    var dictionaries = Stack<Entries>()
    /// The open objects that contain their own keys. They take their indexes of the object cache when they end.
    var codedObjects: [AnyObject] = []
    /// The long texts that aliases refer to, by their indexes in the string cache.
    var longTexts: [Int: String] = [:]
    private let header: FastHeader
    /// True for each open array that takes its index of the object cache when it ends.
    private var indexedAtEnd = Stack<Bool>()

    /// A class definition of the file.
    struct Definition {
        /// The offset of the definition. 0 if the parser has read it: then the tables contain the class.
        var offset = 0
        /// The table of the class in this program. Nil until an object of the class is read without a document.
        var table: PropertyTable?
        /// The row of each of the file's keys.
        var rows: [Int] = []
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
    var isAtEnd: Bool {
        position == source.count && !hasFailed
            && (tables.structures.isEmpty || tables.objects.count == header.objectCount)
    }
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
            let name = text(at: position &+ 1), layout.holds(table.name, at: name)
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
        let names = tables.classes[index].names
        guard tables.classes[index].codedClass.name == table.name, names.count <= table.count else { return false }
        var rows: [Int] = []
        for (expected, key) in names.enumerated() {
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
        return classes[index].table?.name ?? tables.classes[index].codedClass.name
    }

    /// Reads the class definition at the position. Returns false if it doesn't define the class of the table.
    private mutating func define(_ table: PropertyTable) -> Bool {
        guard let nameEnd = layout.end(of: table.name, at: position &+ 1),
            let place = try? layout.checked(layout.dialect.aligned(nameEnd, to: 4), 4),
            source.integer(at: place, UInt32.self) <= table.count
        else { return false }
        var rows: [Int] = []
        var next = place &+ 4
        for expected in 0..<source.integer(at: place, UInt32.self) {
            guard let row = layout.row(of: table, at: next, expected), !rows.contains(row) else { return false }
            rows.append(row)
            next &+= table[row].keyCount &+ 1
        }
        guard next < source.count else { return false }
        classes.append(Definition(offset: position, table: table, rows: rows))
        position = next
        return true
    }

    mutating func note(_ object: AnyObject, number: Int?) {
        if let number {
            tables.setObject(object, number: number)
        } else if frames.top.definition < 0 {
            codedObjects.append(object)
        } else {
            tables.objects.append(object)
        }
    }

    mutating func replace(_ object: AnyObject, by other: AnyObject) { tables.replace(object, by: other) }

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
            let (index, end) = try? layout.index(type, at: position), let object = tables.object(at: index)
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
        if isMutable { tables.objects.append(nil) }
        indexedAtEnd.append(!isMutable)
        position = start
        frames.push(Frame(left: count))
        return true
    }

    @inline(__always)
    mutating func nextElement(isFirst: Bool) -> ReadStep {
        guard frames.top.left > 0 else {
            frames.pop()
            if indexedAtEnd.popLast() == true { tables.objects.append(nil) }
            return .end
        }
        frames.top.left &-= 1
        return .value
    }

    // MARK: Parts

    static var parsedParts: ParsedParts { .unread }

    /// Appends the value at the position to a document, and moves to its end.
    ///
    /// - Throws: An error of any kind for a value that needs the rest of the file, such as a reference to an array.
    ///   Then the whole file is read through a document.
    mutating func parse(valueAt offset: Int, into builder: inout DocumentBuilder) throws {
        guard !hasFailed else { throw ModelError(.invalidCoding, "A part of the file can't be read.") }
        hasFailed = true
        builder.setSource(source, isText: false)
        if parser == nil { parser = FastParser(partsOf: source, header: header, limits: builder.limits) }
        while tables.classes.count < classes.count {
            tables.classes.append(try layout.fileClass(at: classes[tables.classes.count].offset).definition)
        }
        tables.beginPart()
        try parser?.read(partAt: &position, with: &tables, into: &builder)
        tables.endPart()
        while classes.count < tables.classes.count { classes.append(Definition()) }
        hasFailed = false
    }
}
