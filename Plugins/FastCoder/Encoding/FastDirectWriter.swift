import Documents
import FormatSupport

/// Writes models directly as a file of version 3.3.
struct FastDirectWriter: DirectWriter, ~Copyable {
    private var output: FastOutput
    /// For each object, in the order in which the objects were begun: its index in the object cache. For a coded
    /// object that hasn't ended, the bitwise complement of its offset.
    private var places = Stack<Int>()
    /// The number of the next object of a document.
    private var nextNumber: Int?
    private var classes = ClassDefinitions()
    /// The table whose definition was used last, and the index of the definition.
    private var last: (table: ObjectIdentifier, index: Int)?
    /// The open dictionaries, and the objects in them and around them.
    private var open = Stack<Open>()
    /// True if keys follow their values in the innermost open object or dictionary.
    private var hasKeysBehind = false
    /// The key of the value that was begun last, for each open dictionary: a key is written after its value.
    private var keys: [String] = []

    struct Open: BitwiseCopyable {
        enum Kind: BitwiseCopyable {
            /// An object with a class definition, or a dictionary in which keys and values follow in turn, and keys
            /// may be any values.
            case object, entries
            case dictionary, coded
        }
        var kind = Kind.object
        /// The offset at which the number of a dictionary's entries is to be written.
        var countOffset = 0
        var count: UInt32 = 0
        /// The number of a coded object. -1 if no references point to it.
        var number = -1

        var hasKeysBehind: Bool { kind == .dictionary || kind == .coded }
    }

    init(limits: DecodingLimits) { output = FastOutput(byteLimit: limits.bytes) }

    var isOverfull: Bool { output.bytes.isOverfull }

    /// Returns the file, after all values were written. Returns nil if it exceeds the limit.
    mutating func finish() -> Data? { output.bytes.isOverfull ? nil : output.finish() }

    // MARK: Objects

    mutating func begin(_ table: PropertyTable, count: Int) -> Bool {
        if table.isDictionary { return beginDictionary() }
        guard !output.bytes.isOverfull, !table.hasSpecialKeys else { return false }
        // An object with a version has more keys than its properties.
        if table.hasVersion {
            beginCoded(table.name, number: places.count)
            return true
        }
        guard let index = definition(of: table) else { return false }
        places.append(output.objectCount)
        begin(index)
        return true
    }

    /// Begins an object that contains its own keys.
    @inline(never)
    private mutating func beginCoded(_ name: String, number: Int?) {
        // The object's index isn't known until it ends. A reference from within contains its offset.
        if number != nil { places.append(~output.bytes.count) }
        open.append(Open(kind: .coded, number: number ?? -1))
        hasKeysBehind = true
        output.append(ChunkType.codedObject)
        output.append(name)
    }

    /// Begins an object with a class definition.
    @inline(__always)
    private mutating func begin(_ definition: Int) {
        if !open.isEmpty { open.append(Open()) }
        hasKeysBehind = false
        output.objectCount &+= 1
        output.append(index: definition, .object8, .object16, .object32)
    }

    /// Returns the index of the definition of a class. The definition is written at its first use.
    @inline(__always)
    private mutating func definition(of table: PropertyTable) -> Int? {
        if let last, last.table == ObjectIdentifier(table) { return last.index }
        guard let index = classes.index(of: table, &output) else { return nil }
        last = (ObjectIdentifier(table), index)
        return index
    }

    mutating func end(_ table: PropertyTable, isEmpty: Bool) {
        if table.isDictionary { return endDictionary(isEmpty: isEmpty) }
        endObject(isEmpty: isEmpty)
    }

    mutating func number(_ number: Int) { nextNumber = number }

    mutating func beginObject(_ codedClass: CodedClass, shape: Int, count: Int, keys: () -> [String]) -> Bool {
        // A 3D transform has a separate type of chunk.
        guard !output.bytes.isOverfull, codedClass.name != FoundationClass.transform3D else { return false }
        let number = nextNumber
        nextNumber = nil
        switch classes.form(codedClass, shape: shape, keys, &output) {
        case .defined(let index):
            if number != nil { places.append(output.objectCount) }
            begin(index)
        case .coded: beginCoded(codedClass.name, number: number)
        }
        return true
    }

    @inline(__always)
    mutating func endObject(isEmpty: Bool) { if !open.isEmpty { endInner(isEmpty: isEmpty) } }

    private mutating func endInner(isEmpty: Bool) {
        guard let ended = open.last, ended.kind == .coded else { return endOpen() }
        if !isEmpty { endEntry() }
        output.append(ChunkType.unset)
        if ended.number >= 0 { places[ended.number] = output.objectCount }
        output.objectCount &+= 1
        endOpen()
    }

    mutating func forgetKeys() { classes.forgetShapes() }

    mutating func refer(to number: Int) -> Bool {
        let place = places[number]
        if place >= 0 {
            output.append(index: place, .objectAlias8, .objectAlias16, .objectAlias32)
        } else {
            output.append(.objectAtOffset, UInt32(truncatingIfNeeded: ~place))
        }
        return true
    }

    // MARK: Dictionaries

    mutating func beginDictionary(count: Int) -> Bool { beginDictionary() }

    @inline(never)
    private mutating func beginDictionary() -> Bool {
        output.append(.dictionary, UInt32(0))
        open.append(Open(kind: .dictionary, countOffset: output.bytes.count - 4))
        hasKeysBehind = true
        return !output.bytes.isOverfull
    }

    mutating func beginValueDictionary(count: Int) -> EntryOrder? {
        guard let count = UInt32(exactly: count) else { return nil }
        output.append(.dictionary, count)
        open.append(Open(kind: .entries))
        hasKeysBehind = false
        return output.bytes.isOverfull ? nil : .valuesFirst
    }

    mutating func key(_ text: UnsafeBufferPointer<UInt8>, number: Int?, isFirst: Bool) -> Bool {
        if hasKeysBehind { addKey(text.text, isFirst: isFirst) }
        return true
    }

    /// Notes the key of a dictionary's next value, and writes the key of the value before it.
    @inline(never)
    private mutating func addKey(_ text: String, isFirst: Bool) {
        if !isFirst { endEntry() }
        keys.append(text)
        let last = open.count - 1
        open[last].count &+= 1
    }

    private mutating func endEntry() { if let key = keys.popLast() { output.append(key) } }

    mutating func endDictionary(isEmpty: Bool) {
        if let ended = open.last, ended.kind == .dictionary {
            if !isEmpty { endEntry() }
            output.patch(ended.count, at: ended.countOffset)
        }
        endOpen()
        output.objectCount &+= 1
    }

    /// Ends the innermost open object or dictionary.
    private mutating func endOpen() {
        _ = open.popLast()
        hasKeysBehind = open.last.map { $0.hasKeysBehind } ?? false
    }

    // Usually the class definition contains the keys of an object.
    @inline(__always)
    func hasKeys(_ table: PropertyTable) -> Bool { table.isDictionary || table.hasVersion }

    @inline(__always)
    mutating func key(_ row: PropertyTable.Row, isFirst: Bool) {
        if hasKeysBehind { addKey(row.key.text, isFirst: isFirst) }
    }

    // An object that contains its own keys omits the key of a nil.
    mutating func skip(key: UnsafeBufferPointer<UInt8>) { if !hasKeysBehind { output.append(ChunkType.unset) } }

    // MARK: Arrays

    @inline(__always)
    mutating func beginArray(_ kind: ModelArrayKind, count: Int) -> Bool {
        guard let count = UInt32(exactly: count) else { return false }
        output.append(FastSerializer.type(kind, isMutable: false), count)
        return true
    }

    // An array takes its index of the object cache when it ends.
    @inline(__always)
    mutating func endArray(isEmpty: Bool) { output.objectCount &+= 1 }

    // MARK: Values

    @inline(__always)
    mutating func append(_ value: String) -> Bool {
        output.append(value)
        return true
    }

    @safe
    mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) -> Bool {
        output.appendString(text)
        return true
    }

    @inline(__always)
    mutating func append(_ value: Int64) { output.append(value) }

    @inline(__always)
    mutating func append(_ value: Double) -> Bool {
        output.append(value)
        return true
    }

    mutating func append(_ value: Float) -> Bool {
        output.append(value)
        return true
    }

    @inline(__always)
    mutating func append(_ value: Bool) { output.append(value) }

    mutating func append(_ value: Date) -> Bool {
        output.append(value)
        return true
    }

    mutating func append(_ value: ModelScalar) -> Bool {
        switch value {
        case .string(let text): output.append(text)
        case .uint64(let number): output.append(number)
        case .data(let data): return (try? output.append(data)) != nil
        default: return (try? output.append(value)) != nil
        }
        return true
    }

    mutating func appendNil() -> Bool {
        output.append(hasKeysBehind ? ChunkType.null : ChunkType.unset)
        return true
    }

    mutating func appendNull() -> Bool {
        output.append(ChunkType.null)
        return true
    }
}
