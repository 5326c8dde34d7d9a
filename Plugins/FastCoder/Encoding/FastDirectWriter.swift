import Documents
import FormatSupport
import Foundation

/// Writes models as a file of version 3.3, straight from memory.
struct FastDirectWriter: DirectWriter, ~Copyable {
    static var refersBack: Bool { true }

    private var output: FastOutput
    /// The indexes of the objects in the object cache, in the order in which they were begun.
    private var indexes = Stack<UInt32>()
    /// The indexes of the class definitions, by their tables and by their classes; and the one that was used last.
    private var definitions: [ObjectIdentifier: Int] = [:]
    private var last: (table: ObjectIdentifier, index: Int)?
    /// The open dictionaries, and the objects in them.
    private var open = Stack<Open>()
    /// True if the innermost open object or dictionary is a dictionary.
    private var isInDictionary = false
    /// The keys of the open dictionaries' values that were begun last: a key comes behind its value.
    private var keys: [String] = []

    struct Open: BitwiseCopyable {
        /// The offset at which the number of a dictionary's entries is to be written; 0 for an object.
        var countOffset = 0
        var count: UInt32 = 0
    }

    init(limits: DecodingLimits) { output = FastOutput(byteLimit: limits.bytes) }

    /// The file, when all was written; nil if it exceeds the limit.
    mutating func finish() -> Data? { output.bytes.isOverfull ? nil : output.finish() }

    // MARK: Containers

    mutating func begin(_ table: PropertyTable) -> Bool {
        if table.isDictionary { return beginDictionary() }
        guard !output.bytes.isOverfull, let index = definition(of: table) else { return false }
        if !open.isEmpty { open.append(Open()) }
        isInDictionary = false
        indexes.append(UInt32(truncatingIfNeeded: output.objectCount))
        output.objectCount &+= 1
        output.append(index: index, .object8, .object16, .object32)
        return true
    }

    /// The index of the definition of a class, which is written when it is first needed.
    @inline(__always)
    private mutating func definition(of table: PropertyTable) -> Int? {
        if let last, last.table == ObjectIdentifier(table) { return last.index }
        guard let index = definitions[ObjectIdentifier(table)] ?? define(table) else { return nil }
        last = (ObjectIdentifier(table), index)
        return index
    }

    @inline(never)
    private mutating func define(_ table: PropertyTable) -> Int? {
        let index: Int
        if let known = definitions[ObjectIdentifier(table.codedClass)] {
            // Each root type has separate tables.
            index = known
        } else {
            // An object with a version has more keys than its properties.
            guard !table.hasVersion, let made = output.define(table) else { return nil }
            index = made
            definitions[ObjectIdentifier(table.codedClass)] = index
        }
        definitions[ObjectIdentifier(table)] = index
        return index
    }

    mutating func end(_ table: PropertyTable, isEmpty: Bool) {
        if table.isDictionary { return endDictionary(isEmpty: isEmpty) }
        if !open.isEmpty { endOpen() }
    }

    mutating func beginDictionary(count: Int) -> Bool { beginDictionary() }

    @inline(never)
    private mutating func beginDictionary() -> Bool {
        output.append(.dictionary, UInt32(0))
        open.append(Open(countOffset: output.bytes.count - 4))
        isInDictionary = true
        return !output.bytes.isOverfull
    }

    mutating func key(_ text: UnsafeBufferPointer<UInt8>, isFirst: Bool) -> Bool {
        addKey(text.text, isFirst: isFirst)
        return true
    }

    /// Notes the key of a dictionary's next value, and writes that of the value before it.
    @inline(never)
    private mutating func addKey(_ text: String, isFirst: Bool) {
        if !isFirst { endEntry() }
        keys.append(text)
        let last = open.count - 1
        open[last].count &+= 1
    }

    private mutating func endEntry() { if let key = keys.popLast() { output.append(key) } }

    mutating func endDictionary(isEmpty: Bool) {
        if !isEmpty { endEntry() }
        if let ended = open.last { output.patch(ended.count, at: ended.countOffset) }
        endOpen()
        output.objectCount &+= 1
    }

    /// Ends the innermost open object or dictionary.
    private mutating func endOpen() {
        _ = open.popLast()
        isInDictionary = open.last.map { $0.countOffset > 0 } ?? false
    }

    mutating func refer(to number: Int) {
        output.append(index: Int(indexes[number]), .objectAlias8, .objectAlias16, .objectAlias32)
    }

    // The class definition contains the keys of an object.
    @inline(__always)
    func hasKeys(_ table: PropertyTable) -> Bool { table.isDictionary }

    @inline(__always)
    mutating func key(_ row: PropertyTable.Row, isFirst: Bool) {
        if isInDictionary { addKey(row.key.text, isFirst: isFirst) }
    }

    mutating func skip(_ row: PropertyTable.Row) { if !isInDictionary { output.append(ChunkType.unset) } }

    @inline(__always)
    mutating func beginArray(count: Int) -> Bool {
        guard let count = UInt32(exactly: count) else { return false }
        output.append(.array, count)
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
        output.append(isInDictionary ? ChunkType.null : ChunkType.unset)
        return true
    }

    mutating func appendNull() -> Bool {
        output.append(ChunkType.null)
        return true
    }
}
