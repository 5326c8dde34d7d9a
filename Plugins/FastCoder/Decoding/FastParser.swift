import Documents
import FormatSupport

/// Builds a document from a file of version 3. It is a loop, so that deep nesting takes no stack.
///
/// A file whose keys come before their values is read once: the parser fills the tables for aliases on the way. It
/// scans the whole file at the first dictionary, because a dictionary's keys come after their values, and at the
/// first chunk whose layout depends on the writer. After the scan, the tables are complete.
struct FastParser: ~Copyable {
    var layout: ChunkLayout
    private let header: FastHeader
    private let allowsClasses: Bool
    private let limits: DecodingLimits
    /// False for a file of version 2, which was converted to version 3: offsets in it aren't offsets in the original
    /// file.
    private let reportsOffsets: Bool

    var tables = FastTables()
    var position = FastHeader.size
    /// True if the whole file was scanned. If not, chunks are entered into the tables as they are read.
    private var isScanned = false

    private var frames = FrameStack(Frame())
    private var frame: Frame {
        @inline(__always) _read { yield frames.top }
        @inline(__always) _modify { yield &frames.top }
    }
    /// The entries of the open coded objects, the innermost last.
    private var codedEntries: [[(key: String, value: Int)]] = []
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
            /// The entries of a coded object, which `codedEntries` contains.
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
        /// The offset of the current entry's value, which is read after its key.
        var value = 0
        /// The position to return to when the container ends. -1 to continue after the container.
        var resume = -1
        /// True if the container takes its index of the object cache when it ends.
        var isIndexedAtEnd = false
    }

    init(
        _ source: ByteSource, header: FastHeader, reportsOffsets: Bool, allowsClasses: Bool, limits: DecodingLimits
    ) throws {
        layout = ChunkLayout(source: source)
        self.header = header
        self.reportsOffsets = reportsOffsets
        self.allowsClasses = allowsClasses
        self.limits = limits
        // Classes that aren't allowed are refused before anything is read. An early file has to be scanned whole to
        // find out whether it is aligned.
        if !allowsClasses || header.mayBeEarly { try scan() }
    }

    var source: ByteSource { @inline(__always) get { layout.source } }

    mutating func read(into builder: inout DocumentBuilder) throws {
        try append(&builder)
        while frames.depth > 0 { try next(&builder) }
        guard position == source.count else {
            throw layout.error("Something follows the value that the file holds.", at: position)
        }
    }

    // MARK: Tables

    /// Completes the tables, unless they are complete.
    @inline(never)
    mutating func scan() throws {
        guard !isScanned else { return }
        (tables, layout.dialect) = try ChunkScanner.scan(
            source, header: header, allowsClasses: allowsClasses, limits: limits)
        isScanned = true
    }

    /// Returns the number of the container at an offset.
    private mutating func number(at offset: Int) throws -> Int {
        guard let number = tables.number(from: offset, hint: hint) else {
            throw layout.error("There is no object here.", at: offset)
        }
        hint = number + 1
        return number
    }

    /// Returns the end of the chunk at an offset. For a chunk that contains others, the tables are completed first.
    private mutating func end(of offset: Int) throws -> Int {
        let type = try layout.type(at: offset)
        if let end = try layout.leafEnd(type, at: offset) { return end }
        if type == .url { return try layout.urlEnd(at: offset) }
        try scan()
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
                codedEntries.removeLast()
                position = frame.next
                return try leave(&builder)
            }
            let entry = codedEntries[codedEntries.count - 1][frame.slot]
            frame.slot += 1
            try builder.key(entry.key)
            position = entry.value
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
        if frame.isIndexedAtEnd, !isScanned { tables.enter(frame.number) }
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
            if !isScanned { tables.enterString(position) }
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
        if type.hasDialect || type == .url { try scan() }
        let start = position
        position = try end(of: start)
        if !isScanned { tables.enterLeaf(type, at: start) }
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
        if isScanned {
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
            try scan()
            let place = try layout.number(of: position, size: 4)
            offset = source.integer(at: place, UInt32.self)
            guard tables.number(at: offset) != nil else {
                throw layout.error("There is no object at byte \(offset).", at: position)
            }
            position = place + 4
        } else {
            let (index, end) = try layout.index(type, at: position)
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
            try scan()
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
        if type.needsScan { try scan() }
        var inner = Frame()
        if offset != position { inner.resume = position }
        if isScanned { inner.number = try number(at: offset) } else { inner.number = tables.number(offset) }
        if builder.hasContainer(inner.number) {
            // The container was read before, at an alias that precedes it: skip it.
            if offset == position { position = try end(of: offset) }
            return try builder.appendReference(to: inner.number)
        }
        switch type {
        case .object8, .object16, .object32:
            let (index, start) = try layout.index(type, at: offset)
            guard index < tables.classes.count else {
                throw layout.error("There is no class definition \(index).", at: offset)
            }
            if !isScanned { tables.enter(inner.number) }
            inner.count = tables.classes[index].names.count
            position = start
            try builder.beginObject(keys(ofClass: index, &builder), number: inner.number)
        case .dictionary, .mutableDictionary:
            let (count, start) = try layout.memberCount(of: offset, least: 2)
            inner.kind = .dictionary
            inner.count = count
            inner.next = start
            try builder.beginValueDictionary(number: inner.number)
        case .codedObject:
            guard try !appendCodedScalar(at: offset, &builder) else { return }
            guard let name = try keyText(at: offset + 1) else {
                throw layout.error("The name of an object's class isn't text.", at: offset)
            }
            inner.kind = .coded
            let entries = try entries(ofCodedObjectAt: offset)
            codedEntries.append(entries)
            inner.count = entries.count
            inner.next = try end(of: offset)
            try builder.beginObject(named: name, number: inner.number)
        case .transform3D: return try appendTransform3D(at: offset, &builder)
        default:
            let (count, start) = try layout.memberCount(of: offset)
            inner.isIndexedAtEnd = type.isIndexedAtEnd
            if !isScanned, !inner.isIndexedAtEnd { tables.enter(inner.number) }
            inner.count = count
            position = start
            try builder.beginArray(type.arrayKind, number: inner.number)
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

    /// Appends the UUID or the UID that the coded object at an offset represents. Returns false for any other object.
    private mutating func appendCodedScalar(at offset: Int, _ builder: inout DocumentBuilder) throws -> Bool {
        guard let name = try keyText(at: offset + 1), FoundationClass.scalars.contains(name) else { return false }
        guard let value = try knownScalars[offset]?.get() ?? codedScalar(named: name, at: offset) else {
            // If it isn't written as Foundation writes it, it is an ordinary object.
            guard allowsClasses else { throw layout.classRefused(at: offset) }
            return false
        }
        knownScalars[offset] = .success(value)
        let end = try end(of: offset)
        if offset == position { position = end }
        try builder.append(value)
        return true
    }

    /// Returns the keys of a coded object and the offsets of their values. If a key occurs more than once, its last
    /// value is used, as in the original.
    mutating func entries(ofCodedObjectAt offset: Int) throws -> [(key: String, value: Int)] {
        var found: [(key: String, value: Int)] = []
        var positions: [ExactText: Int] = [:]
        var value = try end(of: offset + 1)
        while try layout.type(at: value) != .unset {
            let place = try end(of: value)
            guard let text = try keyText(at: place) else {
                throw layout.error("An object's key isn't text.", at: place)
            }
            if let known = positions[ExactText(text)] {
                found[known].value = value
            } else {
                positions[ExactText(text)] = found.count
                found.append((text, value))
            }
            value = try end(of: place)
        }
        return found
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

    /// Returns the string at an offset. Returns nil if there is no string. A long string is created once.
    mutating func string(at offset: Int) throws -> String? {
        if case .string(let known)? = try knownScalars[offset]?.get() { return known }
        do {
            guard let text = try layout.string(at: offset, tables) else { return nil }
            if text.utf8.count > Self.short { knownScalars[offset] = .success(.string(text)) }
            return text
        } catch {
            knownScalars[offset] = .failure(ModelError(wrapping: error))
            throw error
        }
    }

    /// Returns the text of the key or the class name at an offset, which may be an alias. Returns nil if it isn't
    /// text.
    mutating func keyText(at offset: Int) throws -> String? {
        guard let place = try layout.textOffset(at: offset, tables) else { return nil }
        guard let text = try string(at: place), place != offset else { return try string(at: place) }
        // Keys are compared and hashed: a long key takes time in each object that has it.
        keyBytes += text.utf8.count > Self.short ? text.utf8.count : 0
        guard keyBytes >> 6 <= max(source.count, 1 << 18) else {
            throw ModelError(.nodesExceeded, "Long keys are used too often.").at(ModelLocation(byteOffset: offset))
        }
        return text
    }
}
