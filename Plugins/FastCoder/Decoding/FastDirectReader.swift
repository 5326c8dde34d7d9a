import Documents
import FormatSupport
import Foundation

/// Reads models from a file of version 3, straight into memory.
struct FastDirectReader: DirectReader, ~Copyable {
    private let layout: ChunkLayout
    private var position = FastHeader.size
    /// The classes that were defined, each with the rows of its keys.
    private var classes: [Definition] = []
    /// The objects by their indexes in the object cache; nil for what isn't an object.
    private var objects: [AnyObject?] = []
    /// The offsets of the strings by their indexes in the string cache.
    private var strings = Stack<UInt32>()
    private var frames = FrameStack(Frame())
    /// True for each open array that takes its index of the object cache when it ends.
    private var indexedAtEnd = Stack<Bool>()

    private struct Definition {
        let table: PropertyTable
        let rows: [Int]
    }

    struct Frame {
        var definition = 0
        var next = 0
        /// The number of elements of an array that are left.
        var left = 0
    }

    private var source: ByteSource { @inline(__always) get { layout.source } }

    /// Nil for a file of an early version.
    init?(_ content: Data) {
        layout = ChunkLayout(source: ByteSource(content))
        guard let header = try? FastHeader(layout.source), header.major == 3, header.minor >= 2,
            content.count < UInt32.max
        else { return nil }
    }

    var isAtEnd: Bool { position == source.count }

    // MARK: Containers

    mutating func begin(_ table: PropertyTable) -> Bool {
        if source[position] == ChunkType.classDefinition.rawValue {
            guard !table.name.isEmpty, define(table) else { return false }
        }
        guard let type = try? layout.type(at: position), type.isObject,
            let (index, start) = try? layout.index(type, at: position), index < classes.count,
            classes[index].table === table
        else { return false }
        position = start
        frames.push(Frame(definition: index))
        return true
    }

    /// Reads the class definition at the position. Returns false if it isn't that of a table.
    private mutating func define(_ table: PropertyTable) -> Bool {
        guard let nameEnd = end(of: table.name, at: position &+ 1),
            let place = try? layout.checked(layout.dialect.aligned(nameEnd, to: 4), 4),
            source.integer(at: place, UInt32.self) <= table.count
        else { return false }
        var rows: [Int] = []
        var next = place &+ 4
        for expected in 0..<source.integer(at: place, UInt32.self) {
            guard let row = row(of: table, at: next, expected), !rows.contains(row) else { return false }
            rows.append(row)
            next &+= table[row].keyCount &+ 1
        }
        guard next < source.count else { return false }
        classes.append(Definition(table: table, rows: rows))
        position = next
        return true
    }

    /// The offset behind a text and its NUL; nil if there is another text.
    private func end(of text: String, at offset: Int) -> Int? {
        var text = text
        let found = text.withUTF8 { text in
            offset &+ text.count < source.count
                && source.bytes(offset..<offset &+ text.count).equals(text) && source[offset &+ text.count] == 0
        }
        return found ? offset &+ text.utf8.count &+ 1 : nil
    }

    /// The row whose key is at an offset, with a NUL behind it; nil if there is none.
    private func row(of table: PropertyTable, at offset: Int, _ expected: Int) -> Int? {
        table.row(expected: expected) { key in
            offset &+ key.count < source.count && source.bytes(offset..<offset &+ key.count).equals(key)
                && source[offset &+ key.count] == 0
        }
    }

    mutating func note(_ object: AnyObject) { objects.append(object) }

    @inline(__always)
    mutating func nextRow(of table: PropertyTable, expected: Int) -> Int {
        let (definition, next) = (frames.top.definition, frames.top.next)
        guard next < classes[definition].rows.count else {
            frames.pop()
            return -1
        }
        frames.top.next = next &+ 1
        return classes[definition].rows[next]
    }

    mutating func readReference() -> AnyObject? {
        guard let type = try? layout.type(at: position),
            type == .objectAlias8 || type == .objectAlias16 || type == .objectAlias32,
            let (index, end) = try? layout.index(type, at: position), index < objects.count,
            let object = objects[index]
        else { return nil }
        position = end
        return object
    }

    @inline(__always)
    mutating func beginArray() -> Bool {
        let byte = source[position]
        guard byte == ChunkType.array.rawValue || byte == ChunkType.mutableArray.rawValue,
            let (count, start) = try? layout.memberCount(of: position)
        else { return false }
        let isMutable = byte == ChunkType.mutableArray.rawValue
        if isMutable { objects.append(nil) }
        indexedAtEnd.append(!isMutable)
        position = start
        frames.push(Frame(left: count))
        return true
    }

    @inline(__always)
    mutating func nextElement(isFirst: Bool) -> Int {
        guard frames.top.left > 0 else {
            frames.pop()
            if indexedAtEnd.popLast() == true { objects.append(nil) }
            return 0
        }
        frames.top.left &-= 1
        return 1
    }

    // MARK: Values

    mutating func skipNull() -> Bool {
        guard position < source.count,
            source[position] == ChunkType.unset.rawValue || source[position] == ChunkType.null.rawValue
        else { return false }
        position &+= 1
        return true
    }

    @inline(__always)
    mutating func readString() -> String? {
        let byte = source[position]
        if byte == ChunkType.string.rawValue, let end = try? layout.endOfText(at: position &+ 1) {
            strings.append(UInt32(truncatingIfNeeded: position))
            let bytes = source.bytes(position &+ 1..<end)
            position = end &+ 1
            return bytes.isUTF8 ? bytes.checkedText : nil
        }
        return readStringAlias()
    }

    /// Reads the text that an alias leads to. A long text may be repeated too often: it is a matter of the parser.
    private mutating func readStringAlias() -> String? {
        guard let type = try? layout.type(at: position), type.isStringAlias,
            let (index, end) = try? layout.index(type, at: position), index < strings.count,
            case let start = Int(strings[index]) &+ 1, let textEnd = try? layout.endOfText(at: start),
            textEnd &- start <= FastParser.short
        else { return nil }
        position = end
        // It was checked when it was read.
        return source.bytes(start..<textEnd).checkedText
    }

    @inline(__always)
    mutating func readInteger() -> Int64? {
        guard let type = try? layout.type(at: position) else { return nil }
        switch type {
        case .zero, .one:
            position &+= 1
            return type == .zero ? 0 : 1
        case .int8: return number(size: 1).map { Int64(source.raw(at: $0, Int8.self)) }
        case .int16: return number(size: 2).map { Int64(source.raw(at: $0, Int16.self)) }
        case .int32: return number(size: 4).map { Int64(source.raw(at: $0, Int32.self)) }
        case .int64: return number(size: 8).map { source.raw(at: $0, Int64.self) }
        default: return nil
        }
    }

    /// Returns the offset of the number in the chunk at the position, and moves behind the number.
    @inline(__always)
    private mutating func number(size: Int) -> Int? {
        guard let place = try? layout.number(of: position, size: size) else { return nil }
        position = place &+ size
        return place
    }

    @inline(__always)
    mutating func readDouble() -> Double? {
        guard source[position] == ChunkType.float64.rawValue else { return nil }
        return number(size: 8).map { source.double(at: $0) }
    }

    mutating func readFloat() -> Float? {
        guard source[position] == ChunkType.float32.rawValue else { return nil }
        return number(size: 4).map { Float(bitPattern: source.raw(at: $0, UInt32.self)) }
    }

    @inline(__always)
    mutating func readBool() -> Bool? {
        let byte = source[position]
        guard byte == ChunkType.true.rawValue || byte == ChunkType.false.rawValue else { return nil }
        position &+= 1
        return byte == ChunkType.true.rawValue
    }

    mutating func readDate() -> Date? {
        guard source[position] == ChunkType.date.rawValue, let place = number(size: 8) else { return nil }
        objects.append(nil)
        return Date(timeIntervalSinceReferenceDate: source.double(at: place))
    }
}
