import Documents
import FormatSupport
import Foundation

/// The bytes of a file being written, and the strings in it.
struct FastOutput: ~Copyable {
    var bytes = ByteBuffer(capacity: 1 << 16)
    var strings = StringTable()
    /// The index that the next cached object gets. Counted as the original's reader does.
    var objectCount = 0
    /// How many class definitions there are.
    var classCount = 0

    init(byteLimit: Int = .max) {
        bytes.limit = byteLimit
        bytes.append(repeating: 0, count: FastHeader.size)
    }

    // MARK: Bytes

    /// Fills up with zeros to a multiple of `unit`.
    mutating func align(_ unit: Int) {
        let rest = bytes.count % unit
        if rest != 0 { bytes.append(repeating: 0, count: unit - rest) }
    }

    @inline(__always)
    mutating func append(_ type: ChunkType) { bytes.append(type.rawValue) }

    /// A type, zeros to a multiple of the number's size, and the number.
    @inline(__always)
    mutating func append<Number: FixedWidthInteger>(_ type: ChunkType, _ number: Number) {
        let size = MemoryLayout<Number>.size
        let start = bytes.count
        let padding = (0 &- (start &+ 1)) & (size &- 1)
        bytes.append(room: 1 + 8 + 8) { room in
            // A type, at most seven zeros, at most eight bytes: within the room.
            guard let base = UnsafeMutableRawPointer(room.baseAddress) else { return 0 }
            unsafe base.storeBytes(of: type.rawValue, as: UInt8.self)
            unsafe (base + 1).storeBytes(of: 0, as: UInt64.self)
            unsafe (base + 1 + padding).storeBytes(of: number.littleEndian, as: Number.self)
            return 1 &+ padding &+ size
        }
    }

    /// The smallest of the three forms of a chunk that fits an index.
    @inline(__always)
    mutating func append(index: Int, _ byte: ChunkType, _ short: ChunkType, _ long: ChunkType) {
        if index <= UInt8.max {
            append(byte, UInt8(truncatingIfNeeded: index))
        } else if index <= UInt16.max {
            append(short, UInt16(truncatingIfNeeded: index))
        } else {
            append(long, UInt32(truncatingIfNeeded: index))
        }
    }

    mutating func patch(_ number: UInt32, at offset: Int) {
        for place in 0..<4 where offset + place < bytes.count {
            bytes[offset + place] = UInt8(truncatingIfNeeded: number >> UInt32(8 * place))
        }
    }

    // MARK: Strings

    /// A string, or the alias of an equal one.
    @inline(__always)
    mutating func append(_ text: String) {
        // Without a copy, and so without counting a reference, for every string that is stored as UTF-8.
        let isWritten: Void? = text.withStoredUTF8 { _ = appendString($0) }
        guard isWritten == nil else { return }
        var copy = text
        copy.withUTF8 { _ = appendString($0) }
    }

    /// The same; returns its index, or nil for one that isn't shared.
    @safe
    @discardableResult
    @inline(__always)
    mutating func appendString(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        let start = bytes.count &+ 1
        let known = strings.index(of: text, at: start) { [count = bytes.count] offset in
            // Strings with a NUL aren't entered, so that the one behind an equal string ends it.
            guard offset &+ text.count < count else { return false }
            return bytes.withBytes { Self.holds($0, text, at: offset) }
        }
        if let known {
            append(stringAlias: known)
            return known
        }
        let size = text.count
        if text.firstIndex(of: 0, from: 0) != nil {
            appendCounted(text)
            return nil
        }
        bytes.append(room: size &+ 2) { room in
            guard let base = room.baseAddress else { return 0 }
            unsafe base[0] = ChunkType.string.rawValue
            if let source = text.baseAddress { unsafe (base + 1).update(from: source, count: size) }
            unsafe base[size &+ 1] = 0
            return size &+ 2
        }
        return strings.count &- 1
    }

    @inline(__always)
    mutating func append(stringAlias index: Int) {
        append(index: index, .stringAlias8, .stringAlias16, .stringAlias32)
    }

    /// True where a text and a NUL stand at an offset; that place of the NUL lies within the bytes.
    @safe
    @inline(__always)
    private static func holds(
        _ written: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>, at offset: Int
    ) -> Bool {
        guard unsafe written[offset &+ text.count] == 0 else { return false }
        guard let base = written.baseAddress, let start = text.baseAddress else { return true }
        return unsafe memcmp(base + offset, start, text.count) == 0
    }

    /// A string that holds a NUL. It isn't shared: those that are can be told by the NUL behind them.
    @safe
    @inline(never)
    private mutating func appendCounted(_ text: UnsafeBufferPointer<UInt8>) {
        strings.hideLast()
        append(.countedString, UInt32(truncatingIfNeeded: text.count))
        bytes.append(text)
    }

    /// A mutable string, which counts as an object.
    mutating func append(mutable text: String) {
        guard !text.utf8.contains(0) else { return append(text) }
        append(ChunkType.mutableString)
        bytes.append(text: text)
        bytes.append(0)
        objectCount &+= 1
    }

    // MARK: Classes

    /// Writes a class definition; returns its index. Nil where it can't hold the names: text with a NUL, or twice the
    /// same.
    mutating func define(_ className: String, _ names: [String]) -> Int? {
        guard Set(names).count == names.count, !names.contains(where: { $0.utf8.contains(0) }),
            !className.utf8.contains(0), let count = UInt32(exactly: names.count)
        else { return nil }
        append(ChunkType.classDefinition)
        bytes.append(text: className)
        bytes.append(0)
        align(4)
        bytes.appendLittleEndian(count)
        for name in names {
            bytes.append(text: name)
            bytes.append(0)
        }
        classCount += 1
        return classCount - 1
    }

    // MARK: The end

    /// The file.
    mutating func finish() -> Data {
        let counts = [
            UInt32(clamping: objectCount), UInt32(clamping: classCount), UInt32(clamping: strings.count),
        ]
        let header = FastHeader.mark + [3, 0, 3, 0]
        for (place, byte) in header.enumerated() { bytes[place] = byte }
        for (place, count) in counts.enumerated() { patch(count, at: 8 + 4 * place) }
        return bytes.takeData()
    }
}
