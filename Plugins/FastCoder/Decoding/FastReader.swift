import FormatSupport
import ModelCore

/// A position in a file of version 3, and what is known of the file.
///
/// A file that is read in its own order is read once: the tables that aliases need are filled on the way. The first time that something
/// is passed over, or wanted out of order, the whole file is scanned, and the tables are complete from then on.
struct FastReader: ~Copyable {
    var layout: ChunkLayout
    let header: FastHeader
    let reading: FastCoder.Reading
    let limits: DecodingLimits

    var tables = FastTables()
    var position = FastHeader.size
    /// True where what is read is entered into the tables: it is read for the first time, and the file wasn't scanned.
    var isStreaming = true
    /// True where the file was scanned.
    private(set) var isScanned = false

    var frame = DecoderFrame()
    private var outer = ContiguousArray(repeating: DecoderFrame(), count: 16)
    private var depth = 0
    /// The places of the members of open objects that aren't read in order.
    var slotOffsets: ContiguousArray<Int> = []
    /// The tables of keys of open objects, innermost last.
    var keyTables: [KeyTable] = []
    /// The classes of objects with keys of their own.
    var codedClasses = CodedClassTable()
    let transformClass = CodedClass(
        name: FoundationClass.transform3D, propertyNames: FoundationClass.transform3DKeys)
    private var hint = -1
    /// True where the key that was asked for last is unset.
    var foundNil = false
    /// Strings that were met again, each in the place that its index says.
    var recentStrings = RecentStrings()
    /// Large values by where they stand: made once, however many aliases lead to them.
    private var longTexts: [Int: String] = [:]
    private var largeScalars: [Int: ModelScalar] = [:]
    private var keyBytes = 0

    init(_ source: ByteSource, header: FastHeader, reading: FastCoder.Reading, limits: DecodingLimits) {
        layout = ChunkLayout(source: source)
        self.header = header
        self.reading = reading
        self.limits = limits
    }

    var source: ByteSource {
        @inline(__always) get { layout.source }
    }

    // MARK: Tables

    /// Completes the tables.
    @inline(never)
    mutating func scan() throws {
        guard !isScanned else { return }
        (tables, layout.dialect) = try ChunkScanner.scan(source, header: header, reading: reading, limits: limits)
        isScanned = true
        isStreaming = false
    }

    /// The number of the container at an offset.
    mutating func number(at offset: Int) throws -> Int {
        guard let number = tables.number(from: offset, hint: hint) else {
            throw layout.error("There is no object here.", at: offset)
        }
        hint = number + 1
        return number
    }

    /// Reads the class definition at the position, if there is one: its object stands behind it.
    @inline(__always)
    mutating func settle() throws {
        if source[position] == ChunkType.classDefinition.rawValue, position < source.count { try readClassDefinition() }
    }

    @inline(never)
    private mutating func readClassDefinition() throws {
        let start = position
        if isStreaming {
            let (definition, end) = try layout.classDefinition(at: position)
            tables.enter(definition)
            position = end
        } else {
            position = try layout.classDefinitionEnd(at: position)
        }
        if frame.value == start { frame.value = position }
    }

    /// Where the chunk stands that the one at the position means, which is an alias perhaps.
    @inline(__always)
    mutating func target() throws -> (type: ChunkType, offset: Int) {
        try settle()
        let type = try layout.type(at: position)
        guard type.isReference else { return (type, position) }
        return try follow(type)
    }

    @inline(never)
    private mutating func follow(_ type: ChunkType) throws -> (type: ChunkType, offset: Int) {
        let offset: Int
        if type == .objectAtOffset {
            try scan()
            offset = source.integer(at: try layout.number(of: position, size: 4), UInt32.self)
            guard tables.number(from: offset, hint: -1).map({ Int(tables.offsets[$0]) }) == offset else {
                throw layout.error("There is no object at byte \(offset).", at: position)
            }
        } else {
            let index = try layout.index(type, at: position).index
            if type.isStringAlias {
                guard index < tables.strings.count else { throw missing(index) }
                offset = Int(tables.strings[index])
            } else {
                guard index < tables.cache.count else { throw missing(index) }
                offset = Int(tables.offsets[Int(tables.cache[index])])
            }
        }
        return (try layout.type(at: offset), offset)
    }

    private func missing(_ index: Int) -> ModelError {
        layout.error("An alias leads to number \(index), which isn't there.", at: position)
    }

    // MARK: Positions

    /// Goes on behind a value: to the value that belongs to it, where it was a key.
    @inline(__always)
    mutating func advance(to end: Int) {
        if frame.valueAfterKey >= 0 {
            position = frame.valueAfterKey
            frame.valueAfterKey = -1
        } else {
            position = end
        }
    }

    /// The end of the chunk at an offset. Completes the tables for those that hold others.
    mutating func end(of offset: Int) throws -> Int {
        let type = try layout.type(at: offset)
        if let end = try layout.leafEnd(type, at: offset) { return end }
        if type == .url { return try layout.urlEnd(at: offset) }
        try scan()
        return Int(tables.ends[try number(at: offset)])
    }

    /// Passes over the value at the position.
    mutating func skip() throws {
        if isAtTransformNumber { return }
        try settle()
        let type = try layout.type(at: position)
        if isStreaming {
            if !type.hasDialect, let end = try layout.leafEnd(type, at: position) {
                tables.enterLeaf(type, at: position)
                return advance(to: end)
            }
            try scan()
        }
        advance(to: try end(of: position))
    }

    /// True where the position stands for a number within a transform, which is no chunk of its own.
    var isAtTransformNumber: Bool { frame.kind == .transform && position == frame.start }

    @inline(__always)
    mutating func push(_ new: DecoderFrame) {
        if depth == outer.count { outer.append(frame) } else { outer[depth] = frame }
        depth &+= 1
        frame = new
    }

    /// Leaves a container whose chunk ends at an offset.
    @inline(__always)
    mutating func pop(to end: Int) {
        // A scan in between has given it its index.
        if frame.isIndexedAtEnd, !isScanned { tables.enter(frame.number) }
        let left = frame
        guard depth > 0 else { return }
        depth &-= 1
        frame = outer[depth]
        if left.resume >= 0 {
            isStreaming = left.wasStreaming && !isScanned
            advance(to: left.resume)
        } else {
            advance(to: end)
        }
    }

    /// A frame for the container at the position, or for the one that an alias there leads to.
    @inline(__always)
    mutating func makeFrame(_ kind: DecoderFrame.Kind, _ target: (type: ChunkType, offset: Int)) throws -> DecoderFrame
    {
        var new = DecoderFrame(kind: kind)
        if target.offset == position {
            if isStreaming { new.number = tables.number(position) } else { new.number = try number(at: position) }
            return new
        }
        new.resume = try resumeOffset()
        new.wasStreaming = isStreaming
        isStreaming = false
        new.number = try number(at: target.offset)
        return new
    }

    /// The end of the alias at the position.
    private func resumeOffset() throws -> Int {
        try layout.leafEnd(layout.type(at: position), at: position) ?? position
    }

    /// Goes on behind the leaf at the position, which ends at an offset, or behind the alias there.
    mutating func advance(behind target: (type: ChunkType, offset: Int), to end: Int) throws {
        advance(to: target.offset == position ? end : try resumeOffset())
    }

    // MARK: Text

    /// The string at a target.
    mutating func string(at target: (type: ChunkType, offset: Int)) throws -> String {
        switch target.type {
        case .string, .mutableString:
            let end = try layout.endOfText(at: target.offset + 1)
            return try layout.text(target.offset + 1..<end)
        case .countedString:
            return try layout.text(layout.dataRange(of: target.offset))
        default:
            throw layout.error("Expected string, found a chunk of type \(target.type).", at: position)
        }
    }

    /// The string at a target, which is made once if it is long.
    mutating func longString(at target: (type: ChunkType, offset: Int)) throws -> String {
        if !longTexts.isEmpty, let known = longTexts[target.offset] { return known }
        let text = try string(at: target)
        if text.utf8.count > Self.short { longTexts[target.offset] = text }
        return text
    }

    @inline(never)
    mutating func keep(_ text: String, at offset: Int) { longTexts[offset] = text }

    /// What `make` makes of the chunk at an offset, once.
    mutating func once(at offset: Int, _ make: (inout FastReader) throws -> ModelScalar) throws -> ModelScalar {
        if let known = largeScalars[offset] { return known }
        let made = try make(&self)
        largeScalars[offset] = made
        return made
    }

    /// Text of so many bytes is made each time.
    static let short = 64

    /// The text of the key, or of the class name, at an offset, which may be an alias; nil where it is no text.
    mutating func keyText(at offset: Int) throws -> String? {
        guard let place = try layout.textOffset(at: offset, tables) else { return nil }
        guard place != offset else { return try layout.string(at: offset, tables) }
        let text = try longString(at: (try layout.type(at: place), place))
        // Keys are compared and hashed: a long one costs time in each object that has it.
        keyBytes += text.utf8.count > Self.short ? text.utf8.count : 0
        guard keyBytes >> 6 <= max(source.count, 1 << 18) else {
            throw ModelError(.nodesExceeded, "Long keys are used too often.").at(ModelLocation(byteOffset: offset))
        }
        return text
    }

    /// The name of the class of the object with keys of its own at an offset; nil where it isn't text.
    mutating func codedClassName(at offset: Int) throws -> String? { try keyText(at: offset + 1) }
}

extension ChunkType {
    /// True for chunks that mean another.
    var isReference: Bool {
        switch self {
        case .objectAlias8, .objectAlias16, .objectAlias32, .stringAlias8, .stringAlias16, .stringAlias32,
            .objectAtOffset:
            true
        default: false
        }
    }

    /// True where a chunk's length, or those behind it, depend on how the file is laid out.
    var hasDialect: Bool { isStructure || self == .decimal || self == .keyedArchive }
}
