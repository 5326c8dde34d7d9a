import Documents
import FormatSupport
import Foundation
import PropertyListCodec

/// Reads models from a binary property list, straight into memory.
struct BinaryDirectReader: DirectReader, ~Copyable {
    private let list: BinaryPropertyListReader
    /// The number of the object at the position.
    private var number: Int
    private var keyLists = BinaryPropertyListKeyLists()
    private var longValues = BinaryPropertyListLongValues()
    private var frames = FrameStack(Frame())

    struct Frame: BitwiseCopyable {
        /// The references to the values, and the next of them.
        var start = 0
        var count = 0
        var next = 0
        /// The start of the dictionary's list of keys in `keyLists`.
        var keys = 0
    }

    /// Nil for anything but a binary property list.
    init?(_ content: Data) {
        guard BinaryPropertyListReader.canRead(content), let list = try? BinaryPropertyListReader(ByteSource(content))
        else { return nil }
        self.list = list
        number = list.topObject
    }

    @inline(__always)
    private func object() -> BinaryPropertyListObject? { try? list.object(number) }

    // MARK: Containers

    @inline(__always)
    mutating func begin(_ table: PropertyTable) -> Bool {
        guard let object = object(), object.kind == .dictionary, let (keys, values) = try? list.entries(of: object),
            let start = keyLists.start(
                of: keys, ObjectIdentifier(table), in: list,
                { [list] key, position in table.row(expected: position) { list.isString(key, $0) } })
        else { return false }
        frames.push(Frame(start: values.start, count: values.count, keys: start))
        return true
    }

    @inline(__always)
    mutating func nextRow(of table: PropertyTable, expected: Int) -> Int {
        let next = frames.top.next
        guard moveToNext() else { return -1 }
        return keyLists[frames.top.keys &+ next]
    }

    /// Moves to the next value of the innermost container; leaves it and returns false at its end.
    @inline(__always)
    private mutating func moveToNext() -> Bool {
        let frame = frames.top
        guard frame.next < frame.count else {
            frames.pop()
            return false
        }
        number = list.number(frame.next, in: BinaryPropertyListReferences(start: frame.start, count: frame.count))
        frames.top.next = frame.next &+ 1
        return true
    }

    mutating func beginArray() -> Bool {
        guard let object = object(), object.kind == .array, let elements = try? list.elements(of: object) else {
            return false
        }
        frames.push(Frame(start: elements.start, count: elements.count))
        return true
    }

    @inline(__always)
    mutating func nextElement(isFirst: Bool) -> Int { moveToNext() ? 1 : 0 }

    // MARK: Values

    mutating func skipNull() -> Bool { object()?.kind == .null }

    @inline(__always)
    mutating func readString() -> String? {
        guard let object = object() else { return nil }
        if let bytes = try? list.shortASCII(object) { return bytes.checkedText }
        return try? longValues.string(object, in: list)
    }

    @inline(__always)
    mutating func readInteger() -> Int64? {
        guard let object = object(), object.kind == .integer else { return nil }
        return (try? list.int64(object)) ?? nil
    }

    @inline(__always)
    mutating func readDouble() -> Double? {
        guard let object = object(), object.kind == .real, !list.isFloat(object) else { return nil }
        return try? list.double(object)
    }

    mutating func readFloat() -> Float? {
        guard let object = object(), list.isFloat(object) else { return nil }
        return try? list.float(object)
    }

    @inline(__always)
    mutating func readBool() -> Bool? {
        guard let object = object(), object.kind == .bool else { return nil }
        return try? list.bool(object)
    }

    mutating func readDate() -> Date? {
        guard let object = object(), object.kind == .date else { return nil }
        return try? list.date(object)
    }
}
