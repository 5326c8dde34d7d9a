import Documents
import FormatSupport
import Foundation
import PropertyListCodec

/// Reads models from a keyed archive, straight into memory.
struct ArchiveDirectReader: DirectReader, ~Copyable {
    private let archive: ArchiveReader
    private let list: BinaryPropertyListReader
    /// The number of the reference, or of the object, at the position.
    private var number: Int
    /// The UID of the object that was entered last.
    private var uid = 0
    /// The objects that were made, by their UIDs.
    private var objects: [AnyObject?]
    private var classes = ArchiveClassTable()
    private var keyLists = BinaryPropertyListKeyLists()
    private var longValues = BinaryPropertyListLongValues()
    private var frames = FrameStack(Frame())

    struct Frame: BitwiseCopyable {
        /// The references to the values, and the next of them.
        var start = 0
        var count = 0
        var next = 0
        /// The start of the object's list of keys in `keyLists`.
        var keys = 0
    }

    /// The meaning of the key `$class`, which is no row.
    private static let classMeaning = -3

    /// Nil for anything but a binary archive with one root.
    init?(_ content: Data) {
        guard BinaryPropertyListReader.canRead(content), let list = try? BinaryPropertyListReader(ByteSource(content)),
            let archive = try? ArchiveReader(list), let (_, values) = try? list.entries(of: archive.top),
            values.count == 1
        else { return nil }
        self.list = list
        self.archive = archive
        number = list.number(0, in: values)
        objects = [AnyObject?](repeating: nil, count: archive.objects.count)
    }

    @inline(__always)
    private func place() -> ArchiveReader.Place? { try? archive.place(number) }

    // MARK: Containers

    @inline(__always)
    mutating func begin(_ table: PropertyTable) -> Bool {
        guard let place = place(), place.uid > 0, objects[place.uid] == nil, place.object.kind == .dictionary,
            let (keys, values) = try? list.entries(of: place.object),
            let position = try? classes.classPosition(keys, in: list),
            let found = try? classes.find(list.number(position, in: values), in: archive), found.kind == nil,
            found.codedClass.name == table.name,
            let start = keyLists.start(
                of: keys, ObjectIdentifier(table), in: list,
                { [list] key, index in
                    index == position
                        ? Self.classMeaning : table.row(expected: index) { list.isString(key, $0) }
                })
        else { return false }
        uid = place.uid
        frames.push(Frame(start: values.start, count: values.count, keys: start))
        return true
    }

    mutating func note(_ object: AnyObject) { objects[uid] = object }

    @inline(__always)
    mutating func nextRow(of table: PropertyTable, expected: Int) -> Int {
        while true {
            let next = frames.top.next
            guard moveToNext() else { return -1 }
            let row = keyLists[frames.top.keys &+ next]
            if row != Self.classMeaning { return row }
        }
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

    mutating func readReference() -> AnyObject? { place().flatMap { $0.uid > 0 ? objects[$0.uid] : nil } }

    mutating func beginArray() -> Bool {
        guard let place = place(), place.uid > 0, place.object.kind == .dictionary,
            let (keys, values) = try? list.entries(of: place.object), keys.count == 2,
            let position = try? classes.classPosition(keys, in: list),
            let found = try? classes.find(list.number(position, in: values), in: archive), found.kind == .array,
            let key = try? list.object(list.number(1 - position, in: keys)), list.isString(key, "NS.objects"),
            let contents = try? archive.place(list.number(1 - position, in: values)).object, contents.kind == .array,
            let elements = try? list.elements(of: contents)
        else { return false }
        frames.push(Frame(start: elements.start, count: elements.count))
        return true
    }

    @inline(__always)
    mutating func nextElement(isFirst: Bool) -> Int { moveToNext() ? 1 : 0 }

    // MARK: Values

    /// The object at the position; nil if it is a nil.
    @inline(__always)
    private func object() -> BinaryPropertyListObject? {
        guard let place = place(), !archive.isNil(place) else { return nil }
        return place.object
    }

    mutating func skipNull() -> Bool { place().map { archive.isNil($0) } ?? false }

    @inline(__always)
    mutating func readString() -> String? {
        guard let object = object() else { return nil }
        if let bytes = try? list.shortASCII(object) { return bytes.checkedText }
        return object.kind == .string ? try? longValues.string(object, in: list) : nil
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

    /// Reads an `NSDate`.
    mutating func readDate() -> Date? {
        guard let object = object(), object.kind == .dictionary, let (keys, values) = try? list.entries(of: object),
            keys.count == 2, let position = try? classes.classPosition(keys, in: list),
            let found = try? classes.find(list.number(position, in: values), in: archive), found.kind == .date,
            let key = try? list.object(list.number(1 - position, in: keys)), list.isString(key, "NS.time"),
            let time = try? list.object(list.number(1 - position, in: values)), let seconds = try? list.double(time)
        else { return nil }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }
}
