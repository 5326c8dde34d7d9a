import Documents
import FormatSupport

/// Builds a document from a file of version 3, or from parts of it. It is a loop, so that deep nesting takes no stack.
///
/// A value whose keys come before their values is read once: the parser fills the tables for aliases on the way. A
/// dictionary is scanned before it is read, because its keys come after their values. At the first chunk whose layout
/// depends on the writer, the parser scans the whole file. After that scan, the tables are complete.
struct FastParser: ~Copyable {
    private(set) var layout: ChunkLayout
    private let header: FastHeader
    /// `part` for a parser of parts of a file, otherwise `value`: what the parser scans at a dictionary.
    private var extent = ChunkScanner.Extent.value
    let allowsClasses: Bool
    private let limits: DecodingLimits
    /// False for a file of version 2, which was converted to version 3: offsets in it aren't offsets in the original
    /// file.
    private let reportsOffsets: Bool

    var tables = FastTables()
    var position = FastHeader.size
    /// The end of the last value that was scanned: the tables contain the chunks before it. The chunks after it are
    /// entered into the tables as they are read. `Int.max` if the whole file was scanned.
    private var scannedEnd = 0

    private var frames = FrameStack(Frame())
    private var frame: Frame {
        @inline(__always) _read { yield frames.top }
        @inline(__always) _modify { yield &frames.top }
    }
    /// The entries of the open coded objects. The entries of the innermost object come last.
    var codedEntries = Stack<CodedEntry>()
    /// The keys of coded objects, by the offsets of the texts with the names of their classes.
    var codedKeys: [Int: CodedKeys] = [:]
    /// The classes of coded objects: one for each name, as the core requires.
    var codedClasses: [ExactText: CodedClass] = [:]
    private var hint = -1
    /// The scalars at offsets that aliases refer to, or the errors of scalars that can't be read. Each scalar is made
    /// once, however many aliases refer to it.
    var knownScalars: [Int: Result<ModelScalar, ModelError>] = [:]
    /// The ends of long texts by their beginnings. The end is searched for once, however many aliases refer to the
    /// text.
    private var textEnds: [Int: Int] = [:]
    private var keyBytes = 0
    /// The number of bytes of all URLs, each with its bases. For a chain of bases, the number grows with the square
    /// of the chain's length.
    var urlBytes = 0

    /// An open container, whose members are being read.
    struct Frame {
        enum Kind {
            /// The elements of an array or a set, or the values of an object whose class definition lists their names.
            case sequence
            /// A dictionary, in which each key follows its value. In the case `dictionary`, the next entry is read
            /// next. In the case `dictionaryValue`, the value of the last key is read next.
            case dictionary, dictionaryValue
            /// The entries of a coded object, which are in `codedEntries`.
            case coded
        }
        var kind = Kind.sequence
        var number = 0
        /// The index of the next member to read.
        var slot = 0
        /// The number of all members.
        var count = 0
        /// The offset of the next entry.
        var next = 0
        /// The offset of the current entry's value, which is read after its key. For a coded object: the index of its
        /// first entry in `codedEntries`.
        var value = 0
        /// The position to return to when the container ends. -1 to continue after the container.
        var resume = -1
        /// True if the container takes its index of the object cache when it ends.
        var isIndexedAtEnd = false
    }

    /// Creates a parser of a whole file.
    init(_ source: ByteSource, header: FastHeader, reportsOffsets: Bool, allowsClasses: Bool, limits: DecodingLimits) {
        layout = ChunkLayout(source: source)
        self.header = header
        self.reportsOffsets = reportsOffsets
        self.allowsClasses = allowsClasses
        self.limits = limits
    }

    /// Creates a parser of parts of a file whose other values are read without a document.
    init(partsOf source: ByteSource, header: FastHeader, limits: DecodingLimits) {
        self.init(source, header: header, reportsOffsets: true, allowsClasses: true, limits: limits)
        extent = .part
    }

    var source: ByteSource { @inline(__always) get { layout.source } }

    /// Reads the whole file.
    mutating func read(into builder: inout DocumentBuilder) throws {
        // Classes that aren't allowed are refused before anything is read. An early file has to be scanned whole to
        // find out whether it is aligned.
        if !allowsClasses || header.mayBeEarly { try scanFile() }
        try readValue(into: &builder)
        guard position == source.count else {
            throw layout.error("Something follows the value that the file holds.", at: position)
        }
    }

    /// Reads the part of the file at an offset, and moves the offset to the part's end.
    ///
    /// - Parameter tables: The tables of the file. The chunks of the part are added.
    mutating func read(
        partAt offset: inout Int, with tables: inout FastTables, into builder: inout DocumentBuilder
    ) throws {
        swap(&tables, &self.tables)
        defer { swap(&tables, &self.tables) }
        position = offset
        try readValue(into: &builder)
        offset = position
    }

    /// Reads the value at the position, and moves to its end.
    private mutating func readValue(into builder: inout DocumentBuilder) throws {
        try append(&builder)
        while frames.depth > 0 { try next(&builder) }
    }

    // MARK: Tables

    /// Completes the tables, unless they are complete.
    @inline(never)
    private mutating func scanFile() throws {
        guard scannedEnd < .max else { return }
        guard extent != .part else { throw partial(at: position) }
        let scanner = try ChunkScanner.scan(source, header: header, allowsClasses: allowsClasses, limits: limits)
        layout = scanner.layout
        tables = scanner.tables
        scannedEnd = .max
    }

    /// Adds the chunks of the value at an offset to the tables, unless the tables contain them.
    private mutating func scan(valueAt offset: Int) throws {
        if offset >= scannedEnd { try scanValue(offset) }
    }

    @inline(never)
    private mutating func scanValue(_ offset: Int) throws {
        guard let end = try ChunkScanner.scan(extent, at: offset, into: &tables, layout, limits: limits) else {
            return try scanFile()
        }
        scannedEnd = end
    }

    /// The error for a part that can't be read without the rest of the file, which is then read through a document.
    private func partial(at offset: Int) -> ModelError {
        ModelError(.invalidCoding, "The value can't be read by itself.").at(ModelLocation(byteOffset: offset))
    }

    /// Returns the number of the container at an offset.
    private mutating func number(at offset: Int) throws -> Int {
        guard let number = tables.number(from: offset, hint: hint) else {
            throw layout.error("There is no object here.", at: offset)
        }
        hint = number + 1
        return number
    }

    /// Returns the end of the chunk at an offset. A chunk that contains others is scanned.
    mutating func end(of offset: Int) throws -> Int {
        let type = try layout.type(at: offset)
        if let end = try layout.leafEnd(type, at: offset) { return end }
        if type == .url { return try layout.urlEnd(at: offset) }
        try scan(valueAt: offset)
        return Int(tables.ends[try number(at: offset)])
    }

    // MARK: Members

    private mutating func next(_ builder: inout DocumentBuilder) throws {
        switch frame.kind {
        case .sequence:
            guard frame.slot < frame.count else { return try leave(&builder) }
            frame.slot &+= 1
            try append(&builder)
        case .dictionary:
            guard frame.slot < frame.count else {
                position = frame.next
                return try leave(&builder)
            }
            frame.slot += 1
            try beginEntry()
            frame.kind = .dictionaryValue
            try append(&builder)
        case .dictionaryValue:
            frame.kind = .dictionary
            position = frame.value
            try append(&builder)
        case .coded:
            guard frame.slot < frame.count else {
                codedEntries.truncate(to: frame.value)
                position = frame.next
                return try leave(&builder)
            }
            position = Int(codedEntries[frame.value &+ frame.slot].value)
            frame.slot &+= 1
            try append(&builder)
        }
    }

    /// Moves to the key of the next entry, which comes after the entry's value.
    private mutating func beginEntry() throws {
        frame.value = frame.next
        position = try end(of: frame.value)
        frame.next = try end(of: position)
    }

    private mutating func leave(_ builder: inout DocumentBuilder) throws {
        // If the file was scanned in the meantime, the container has its index already.
        if frame.isIndexedAtEnd, scannedEnd < .max { tables.enter(frame.number) }
        if frame.resume >= 0 { position = frame.resume }
        frames.pop()
        try builder.end()
    }

    // MARK: Values

    /// Appends the value at the position, or begins the container there, and moves on.
    private mutating func append(_ builder: inout DocumentBuilder) throws {
        if source[position] == ChunkType.classDefinition.rawValue, position < source.count { try readClassDefinition() }
        if reportsOffsets { builder.offset = position }
        let type = try layout.type(at: position)
        switch type {
        case .unset:
            position &+= 1
            try builder.appendNil()
        case .null:
            position &+= 1
            try builder.appendNull()
        case .true, .false:
            position &+= 1
            try builder.append(type == .true)
        case .zero, .one:
            position &+= 1
            try builder.append(type == .zero ? 0 : 1 as Int64)
        case .int8:
            let place = try number(size: 1)
            try builder.append(Int64(source.raw(at: place, Int8.self)))
        case .int16:
            let place = try number(size: 2)
            try builder.append(Int64(source.raw(at: place, Int16.self)))
        case .int32:
            let place = try number(size: 4)
            try builder.append(Int64(source.raw(at: place, Int32.self)))
        case .int64:
            let place = try number(size: 8)
            try builder.append(source.raw(at: place, Int64.self))
        case .float64:
            let place = try number(size: 8)
            try builder.append(source.double(at: place))
        case .string:
            let end = try layout.endOfText(at: position &+ 1)
            if position >= scannedEnd { tables.enterString(position) }
            let range = position &+ 1..<end
            position = end &+ 1
            try appendText(range, &builder)
        case .stringAlias8, .stringAlias16, .stringAlias32, .objectAlias8, .objectAlias16, .objectAlias32,
            .objectAtOffset:
            try appendTarget(type, &builder)
        case .array, .set, .orderedSet, .mutableArray, .mutableSet, .mutableOrderedSet, .dictionary,
            .mutableDictionary, .object8, .object16, .object32, .codedObject, .transform3D:
            try begin(type, at: position, &builder)
        default:
            try appendLeaf(type, &builder)
        }
    }

    /// Returns the offset of the number in the chunk at the position, and moves to the end of the number.
    @inline(__always)
    private mutating func number(size: Int) throws -> Int {
        let place = try layout.number(of: position, size: size)
        position = place &+ size
        return place
    }

    private mutating func appendText(_ range: Range<Int>, _ builder: inout DocumentBuilder) throws {
        let bytes = source.bytes(range)
        if range.count <= Self.short, bytes.isUTF8 { return try builder.append(utf8: bytes) }
        // The builder recognizes a long text by its address in memory.
        if range.count >= DocumentBuilder.bytesKept, textEnds[range.lowerBound] != nil || bytes.isUTF8 {
            textEnds[range.lowerBound] = range.upperBound
            return try builder.append(utf8: bytes)
        }
        try append(at: range.lowerBound - 1, .string, keeps: range.count > Self.short, to: &builder) { reader throws in
            .string(try reader.layout.text(range))
        }
    }

    /// Appends a value that contains no other values and isn't of a frequent type.
    private mutating func appendLeaf(_ type: ChunkType, _ builder: inout DocumentBuilder) throws {
        let start = position
        if type.hasDialect || type == .url { try scan(valueAt: start) }
        position = try end(of: start)
        if start >= scannedEnd { tables.enterLeaf(type, at: start) }
        try append(at: start, type, keeps: position - start > Self.short, to: &builder) { reader throws in
            try reader.scalar(type, at: start)
        }
    }

    /// Appends the scalar in the chunk at an offset. If it can't be made, the error is thrown only when the value is
    /// read from the document.
    ///
    /// - Parameters:
    ///   - type: The type of the chunk.
    ///   - keeps: True for a scalar that is made once and kept, however many aliases refer to it.
    private mutating func append(
        at offset: Int, _ type: ChunkType, keeps: Bool, to builder: inout DocumentBuilder,
        _ make: (inout FastParser) throws -> ModelScalar
    ) throws {
        if !knownScalars.isEmpty, let known = knownScalars[offset] { return try append(known, type, to: &builder) }
        let made = Result { try make(&self) }.mapError { ModelError(wrapping: $0) }
        if keeps || (try? made.get()) == nil { knownScalars[offset] = made }
        try append(made, type, to: &builder)
    }

    private func append(
        _ scalar: Result<ModelScalar, ModelError>, _ type: ChunkType, to builder: inout DocumentBuilder
    ) throws {
        switch scalar {
        case .success(.data(let archive)) where type == .keyedArchive: try builder.append(archive: archive)
        case .success(let value): try builder.append(value)
        case .failure(let error): try builder.append(unreadable: error)
        }
    }

    @inline(never)
    private mutating func readClassDefinition() throws {
        if position < scannedEnd {
            position = try layout.fileClassEnd(at: position)
        } else {
            let (definition, end) = try layout.fileClass(at: position)
            tables.classes.append(definition)
            position = end
        }
    }

    // MARK: Aliases

    /// Appends the target of the alias at the position.
    private mutating func appendTarget(_ type: ChunkType, _ builder: inout DocumentBuilder) throws {
        let offset: Int
        if type == .objectAtOffset {
            let place = try layout.number(of: position, size: 4)
            offset = source.integer(at: place, UInt32.self)
            // The object may come later.
            if tables.number(at: offset) == nil { try scanFile() }
            guard tables.number(at: offset) != nil else {
                throw layout.error("There is no object at byte \(offset).", at: position)
            }
            position = place + 4
        } else {
            let (index, end) = try layout.index(type, at: position)
            if type.isObjectAlias, let object = tables.object(at: index) {
                position = end
                return try builder.append(object: object)
            }
            guard let target = tables.target(of: type, index) else {
                throw layout.error("An alias leads to number \(index), which isn't there.", at: position)
            }
            offset = target
            position = end
        }
        let target = try layout.type(at: offset)
        if target.isContainer {
            if let number = tables.number(at: offset), builder.hasContainer(number) {
                return try builder.appendReference(to: number)
            }
            // A container that wasn't begun yet is in a value that was scanned. In a part, only objects are shared: an
            // array would be read again for each alias.
            guard offset < scannedEnd, extent != .part || target.isCoded else { throw partial(at: position) }
            return try begin(target, at: offset, &builder)
        }
        if target == .string {
            if let known = knownScalars[offset] { return try append(known, .string, to: &builder) }
            let start = offset &+ 1
            return try appendText(start..<(textEnds[start] ?? layout.endOfText(at: start)), &builder)
        }
        try append(at: offset, target, keeps: true, to: &builder) { reader throws in
            try reader.scalar(target, at: offset)
        }
    }

    // MARK: Containers

    /// Begins the container at an offset, or appends a reference to it if it was begun before.
    private mutating func begin(_ type: ChunkType, at offset: Int, _ builder: inout DocumentBuilder) throws {
        // The scan comes before the container takes its number, because the scan numbers all containers.
        if type.needsScan { try scan(valueAt: offset) }
        var inner = Frame()
        if offset != position { inner.resume = position }
        let isNew = offset >= scannedEnd
        if isNew { inner.number = tables.number(offset) } else { inner.number = try number(at: offset) }
        if builder.hasContainer(inner.number) {
            // The container was read before, at an alias that precedes it: skip it.
            if offset == position { position = try end(of: offset) }
            return try builder.appendReference(to: inner.number)
        }
        // In a part, only objects are shared.
        let number = extent == .part && !type.isCoded ? nil : inner.number
        switch type {
        case .object8, .object16, .object32:
            let (index, start) = try layout.index(type, at: offset)
            guard index < tables.classes.count else {
                throw layout.error("There is no class definition \(index).", at: offset)
            }
            if isNew { tables.enter(inner.number) }
            inner.count = tables.classes[index].names.count
            position = start
            try builder.beginObject(keys(ofClass: index, &builder), number: number)
        case .dictionary, .mutableDictionary:
            let (count, start) = try layout.memberCount(of: offset, least: 2)
            inner.kind = .dictionary
            inner.count = count
            inner.next = start
            try builder.beginValueDictionary(number: number)
        case .codedObject:
            inner.kind = .coded
            inner.next = try end(of: offset)
            inner.value = codedEntries.count
            guard let keys = try keys(ofCodedObjectAt: offset, &builder) else {
                // It was a scalar.
                if offset == position { position = inner.next }
                return
            }
            inner.count = codedEntries.count - inner.value
            try builder.beginObject(keys, number: number)
        case .transform3D: return try appendTransform3D(at: offset, &builder)
        default:
            let (count, start) = try layout.memberCount(of: offset)
            inner.isIndexedAtEnd = isNew && type.isIndexedAtEnd
            if isNew, !inner.isIndexedAtEnd { tables.enter(inner.number) }
            inner.count = count
            position = start
            try builder.beginArray(type.arrayKind, number: number)
        }
        frames.push(inner)
    }

    /// Returns the builder's keys for the objects of a class that was defined.
    @inline(__always)
    private mutating func keys(
        ofClass index: Int, _ builder: inout DocumentBuilder
    ) throws -> DocumentBuilder.ObjectKeys {
        if let known = tables.classes[index].keys { return known }
        let made = try builder.objectKeys(tables.classes[index].names, of: tables.classes[index].codedClass)
        tables.classes[index].keys = made
        return made
    }

    /// Appends a 3D transform, which is an object of sixteen numbers.
    private mutating func appendTransform3D(at offset: Int, _ builder: inout DocumentBuilder) throws {
        let place = try layout.structure(of: offset, size: 128)
        if offset == position { position = place + 128 }
        try builder.beginObject(FoundationClass.transform3DClass)
        for (key, number) in zip(FoundationClass.transform3DKeys, layout.doubles(place, 16)) {
            try builder.key(key)
            try builder.append(number)
        }
        try builder.end()
    }

    // MARK: Text

    /// The maximum number of bytes of a short value. A short value is created each time that it is read. A longer
    /// value is created once and kept.
    static let short = 64

    /// Returns the text of the key or the class name at an offset, which may be an alias. Returns nil if it isn't
    /// text.
    mutating func keyText(at offset: Int) throws -> String? {
        guard let place = try layout.textOffset(at: offset, tables) else { return nil }
        return try keyText(ofStringAt: place, isAlias: place != offset)
    }

    /// Returns the text of a key or a class name. A long text is created once.
    ///
    /// - Parameters:
    ///   - offset: The offset of the string.
    ///   - isAlias: True if an alias refers to the string.
    mutating func keyText(ofStringAt offset: Int, isAlias: Bool) throws -> String {
        let text = try string(at: offset)
        guard isAlias, text.utf8.count > Self.short else { return text }
        // Keys are compared and hashed: a long key takes time in each object that has it.
        keyBytes += text.utf8.count
        guard keyBytes >> 6 <= max(source.count, 1 << 18) else {
            throw ModelError(.nodesExceeded, "Long keys are used too often.").at(ModelLocation(byteOffset: offset))
        }
        return text
    }

    private mutating func string(at offset: Int) throws -> String {
        if !knownScalars.isEmpty, case .string(let known)? = try knownScalars[offset]?.get() { return known }
        do {
            let text = try layout.text(ofStringAt: offset)
            if text.utf8.count > Self.short { knownScalars[offset] = .success(.string(text)) }
            return text
        } catch {
            knownScalars[offset] = .failure(ModelError(wrapping: error))
            throw error
        }
    }
}
