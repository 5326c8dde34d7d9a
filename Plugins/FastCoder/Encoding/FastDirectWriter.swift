import Documents
import FormatSupport
import Foundation

/// Writes models as a file of version 3.3, straight from memory.
struct FastDirectWriter: DirectWriter, ~Copyable {
    static var refersBack: Bool { true }

    private var output: FastOutput
    /// The indexes of the objects in the object cache, in the order in which they were begun.
    private var indexes = Stack<UInt32>()
    /// The indexes of the class definitions, by their tables; and the one that was used last.
    private var definitions: [ObjectIdentifier: Int] = [:]
    private var last: (table: ObjectIdentifier, index: Int)?

    init(limits: DecodingLimits) { output = FastOutput(byteLimit: limits.bytes) }

    /// The file, when all was written; nil if it exceeds the limit.
    mutating func finish() -> Data? { output.bytes.isOverfull ? nil : output.finish() }

    // MARK: Containers

    mutating func begin(_ table: PropertyTable) -> Bool {
        // A struct is a dictionary, whose keys come behind their values.
        guard !table.name.isEmpty, !output.bytes.isOverfull, let index = definition(of: table) else { return false }
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

    private mutating func define(_ table: PropertyTable) -> Int? {
        let index = output.define(table)
        definitions[ObjectIdentifier(table)] = index
        return index
    }

    mutating func end(_ table: PropertyTable, isEmpty: Bool) {}

    mutating func refer(to number: Int) {
        output.append(index: Int(indexes[number]), .objectAlias8, .objectAlias16, .objectAlias32)
    }

    // The class definition contains the keys.
    @inline(__always)
    mutating func key(_ row: PropertyTable.Row, isFirst: Bool) {}

    mutating func skip(_ row: PropertyTable.Row) { output.append(ChunkType.unset) }

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

    mutating func appendNil() -> Bool {
        output.append(ChunkType.unset)
        return true
    }

    mutating func appendNull() -> Bool {
        output.append(ChunkType.null)
        return true
    }
}
