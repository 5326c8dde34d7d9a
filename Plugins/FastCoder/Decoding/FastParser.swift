import Documents
import FormatSupport
import Foundation
import PropertyListCodec

/// Builds a document of a file of version 3. A loop, so that depth costs no stack.
///
/// A file whose keys stand before their values is read once: the tables that aliases need are filled on the way. With
/// the first dictionary, whose keys stand behind, and with the first chunk that not all writers lay out in the same
/// way, the whole file is scanned, and the tables are complete from then on.
struct FastParser: ~Copyable {
    var layout: ChunkLayout
    private let header: FastHeader
    private let allowsClasses: Bool
    private let limits: DecodingLimits
    /// False for a file of version 2, which was made into one of version 3.
    private let hasPlaces: Bool

    var tables = FastTables()
    var position = FastHeader.size
    /// True where the file was scanned: else what is read is entered into the tables.
    private var isScanned = false

    private var frames = FrameStack(Frame())
    private var frame: Frame {
        @inline(__always) _read { yield frames.top }
        @inline(__always) _modify { yield &frames.top }
    }
    /// The entries of the open objects with keys of their own, innermost last.
    private var codedEntries: [[(key: String, value: Int)]] = []
    private var hint = -1
    /// Values by where they stand that aliases lead to, and why others can't be read: made once, however many do.
    var knownScalars: [Int: Result<ModelScalar, ModelError>] = [:]
    /// Where long texts end, by where they begin: gone through once, however many aliases lead there.
    private var textEnds: [Int: Int] = [:]
    private var keyBytes = 0
    /// How many bytes all URLs have, each with its bases: a chain of them grows with the square of its length.
    var urlBytes = 0

    /// A container whose members come next.
    struct Frame {
        enum Kind {
            /// Elements one behind the other, or the values of the names of a class definition.
            case sequence
            /// Values and keys: the entry comes next, or the value of the key that was read.
            case dictionary, dictionaryValue
            /// The entries of an object with keys of its own, which `codedEntries` has.
            case coded
        }
        var kind = Kind.sequence
        var number = 0
        /// Which member comes next, and how many there are.
        var slot = 0
        var count = 0
        /// Where the next entry begins, and where its value stands that is read behind its key.
        var next = 0
        var value = 0
        /// Where to go on behind the container.
        var resume = -1
        /// True where the container takes its index when it is left.
        var isIndexedAtEnd = false
    }

    init(
        _ source: ByteSource, header: FastHeader, hasPlaces: Bool, allowsClasses: Bool, limits: DecodingLimits
    ) throws {
        layout = ChunkLayout(source: source)
        self.header = header
        self.hasPlaces = hasPlaces
        self.allowsClasses = allowsClasses
        self.limits = limits
        // What isn't to be in the file is refused before any of it is read; and whether an early file is aligned, only
        // the whole tells.
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

    /// Completes the tables.
    @inline(never)
    mutating func scan() throws {
        guard !isScanned else { return }
        (tables, layout.dialect) = try ChunkScanner.scan(
            source, header: header, allowsClasses: allowsClasses, limits: limits)
        isScanned = true
    }

    /// The number of the container at an offset.
    private mutating func number(at offset: Int) throws -> Int {
        guard let number = tables.number(from: offset, hint: hint) else {
            throw layout.error("There is no object here.", at: offset)
        }
        hint = number + 1
        return number
    }

    /// The end of the chunk at an offset. Completes the tables for those that hold others.
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

    /// Moves to the next entry's key, which stands behind its value.
    private mutating func beginEntry() throws {
        frame.value = frame.next
        position = try end(of: frame.value)
        frame.next = try end(of: position)
    }

    private mutating func leave(_ builder: inout DocumentBuilder) throws {
        // A scan in between has given it its index.
        if frame.isIndexedAtEnd, !isScanned { tables.enter(frame.number) }
        if frame.resume >= 0 { position = frame.resume }
        frames.pop()
        try builder.end()
    }

    // MARK: Values

    /// Appends the value at the position, or the beginning of a container, and passes it.
    private mutating func append(_ builder: inout DocumentBuilder) throws {
        if source[position] == ChunkType.classDefinition.rawValue, position < source.count { try readClassDefinition() }
        if hasPlaces { builder.offset = position }
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

    /// Where the number of the chunk at the position stands, which is passed.
    @inline(__always)
    private mutating func number(size: Int) throws -> Int {
        let place = try layout.number(of: position, size: size)
        position = place &+ size
        return place
    }

    private mutating func appendText(_ range: Range<Int>, _ builder: inout DocumentBuilder) throws {
        let bytes = source.bytes(range)
        if range.count <= Self.short, bytes.isUTF8 { return try builder.append(utf8: bytes) }
        // The builder knows long ones again by where they are.
        if range.count >= DocumentBuilder.bytesKept, textEnds[range.lowerBound] != nil || bytes.isUTF8 {
            textEnds[range.lowerBound] = range.upperBound
            return try builder.append(utf8: bytes)
        }
        try append(at: range.lowerBound - 1, .string, keeps: range.count > Self.short, to: &builder) { reader throws in
            .string(try reader.layout.text(range))
        }
    }

    /// A value that holds no others, and isn't among the frequent ones.
    private mutating func appendLeaf(_ type: ChunkType, _ builder: inout DocumentBuilder) throws {
        if type.hasDialect || type == .url { try scan() }
        let start = position
        position = try end(of: start)
        if !isScanned { tables.enterLeaf(type, at: start) }
        try append(at: start, type, keeps: position - start > Self.short, to: &builder) { reader throws in
            try reader.scalar(type, at: start)
        }
    }

    /// Appends the scalar that stands at an offset. One that can't be made is an error for who asks for it.
    ///
    /// - Parameters:
    ///   - type: The type of the chunk.
    ///   - keeps: True for a scalar that is to be made once, however many aliases lead there.
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
            position = try layout.classDefinitionEnd(at: position)
        } else {
            let (definition, end) = try layout.classDefinition(at: position)
            tables.classes.append(definition)
            position = end
        }
    }

    // MARK: Aliases

    /// Appends what an alias leads to.
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

    /// Begins the container at an offset, or leads to it where it was begun before.
    private mutating func begin(_ type: ChunkType, at offset: Int, _ builder: inout DocumentBuilder) throws {
        // Before its own number is taken: else a scan would give it another one.
        if type.needsScan { try scan() }
        var inner = Frame()
        if offset != position { inner.resume = position }
        if isScanned { inner.number = try number(at: offset) } else { inner.number = tables.number(offset) }
        if builder.hasContainer(inner.number) {
            // Behind the container itself, where it was read at an alias that comes before it.
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

    /// The keys of the objects of a class that was defined.
    @inline(__always)
    private mutating func keys(
        ofClass index: Int, _ builder: inout DocumentBuilder
    ) throws -> DocumentBuilder.ObjectKeys {
        if let known = tables.classes[index].keys { return known }
        let made = try builder.objectKeys(tables.classes[index].names, of: tables.classes[index].codedClass)
        tables.classes[index].keys = made
        return made
    }

    /// Appends the UUID or the UID that an object with keys of its own stands for; returns false for any other.
    private mutating func appendCodedScalar(at offset: Int, _ builder: inout DocumentBuilder) throws -> Bool {
        guard let name = try keyText(at: offset + 1), FoundationClass.scalars.contains(name) else { return false }
        guard let value = try knownScalars[offset]?.get() ?? codedScalar(named: name, at: offset) else {
            // One that isn't as Foundation writes it is an object like any other.
            guard allowsClasses else { throw layout.classRefused(at: offset) }
            return false
        }
        knownScalars[offset] = .success(value)
        let end = try end(of: offset)
        if offset == position { position = end }
        try builder.append(value)
        return true
    }

    /// The keys of an object with keys of its own, and where their values stand: as in the original, the last of equal
    /// keys counts.
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

    /// A transform in space, as an object of sixteen numbers.
    private mutating func appendTransform3D(at offset: Int, _ builder: inout DocumentBuilder) throws {
        let place = try layout.structure(of: offset, size: 128)
        if offset == position { position = place + 128 }
        try builder.beginObject(FoundationClass.transform3DClass)
        for (key, number) in zip(FoundationClass.transform3DKeys, doubles(place, 16)) {
            try builder.key(key)
            try builder.append(number)
        }
        try builder.end()
    }

    // MARK: Text

    /// Text of so many bytes is made each time.
    static let short = 64

    /// The string at an offset, which is made once if it is long.
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

    /// The text of the key, or of the class name, at an offset, which may be an alias; nil where it is no text.
    mutating func keyText(at offset: Int) throws -> String? {
        guard let place = try layout.textOffset(at: offset, tables) else { return nil }
        guard let text = try string(at: place), place != offset else { return try string(at: place) }
        // Keys are compared and hashed: a long one costs time in each object that has it.
        keyBytes += text.utf8.count > Self.short ? text.utf8.count : 0
        guard keyBytes >> 6 <= max(source.count, 1 << 18) else {
            throw ModelError(.nodesExceeded, "Long keys are used too often.").at(ModelLocation(byteOffset: offset))
        }
        return text
    }
}

extension ChunkType {
    /// True where a chunk's length, or those behind it, depend on how the file is laid out.
    var hasDialect: Bool { isStructure || self == .decimal || self == .keyedArchive }

    /// True where the keys stand behind the values, or the size depends on how the file is laid out.
    fileprivate var needsScan: Bool {
        switch self {
        case .dictionary, .mutableDictionary, .codedObject, .transform3D: true
        default: false
        }
    }

    /// True where the container takes its index when it ends: it is immutable, and so made of its elements.
    var isIndexedAtEnd: Bool {
        switch self {
        case .array, .set, .orderedSet: true
        default: false
        }
    }

    /// Of arrays and sets.
    fileprivate var arrayKind: ModelArrayKind {
        switch self {
        case .set, .mutableSet: .set
        case .orderedSet, .mutableOrderedSet: .orderedSet
        default: .array
        }
    }
}
