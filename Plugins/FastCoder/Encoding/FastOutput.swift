import Documents
import FormatSupport

/// The bytes of a file being written, and the strings in it.
struct FastOutput: ~Copyable {
    var bytes = ByteBuffer(capacity: 512)
    var strings = StringTable()
    /// The index that the next cached object gets. Objects are counted in the same way as in the original's reader.
    var objectCount = 0
    /// The number of class definitions written.
    var classCount = 0

    init(byteLimit: Int = .max) {
        bytes.limit = byteLimit
        bytes.append(repeating: 0, count: FastHeader.size)
    }

    // MARK: Bytes

    /// Appends zeros up to a multiple of `unit` bytes.
    mutating func align(_ unit: Int) {
        let rest = bytes.count % unit
        if rest != 0 { bytes.append(repeating: 0, count: unit - rest) }
    }

    @inline(__always)
    mutating func append(_ type: ChunkType) { bytes.append(type.rawValue) }

    /// Appends a type, zeros up to a multiple of the number's size, and the number.
    @inline(__always)
    mutating func append<Number: FixedWidthInteger>(_ type: ChunkType, _ number: Number) {
        let size = MemoryLayout<Number>.size
        let start = bytes.count
        let padding = (0 &- (start &+ 1)) & (size &- 1)
        bytes.append(room: 1 + 8 + 8) { room in
            // The type, at most seven zeros and at most eight bytes are within the room.
            guard let base = UnsafeMutableRawPointer(room.baseAddress) else { return 0 }
            unsafe base.storeBytes(of: type.rawValue, as: UInt8.self)
            unsafe (base + 1).storeBytes(of: 0, as: UInt64.self)
            unsafe (base + 1 + padding).storeBytes(of: number.littleEndian, as: Number.self)
            return 1 &+ padding &+ size
        }
    }

    /// Appends an index, in the smallest of three types of chunks that it fits into.
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

    /// Appends a string, or an alias if an equal string was written before.
    @inline(__always)
    mutating func append(_ text: String) {
        // A string that is stored as UTF-8 is written without a copy, and so without counting a reference.
        let isWritten: Void? = text.withStoredUTF8 { _ = appendString($0) }
        guard isWritten == nil else { return }
        var copy = text
        copy.withUTF8 { _ = appendString($0) }
    }

    /// Appends a string, or an alias if an equal string was written before. Returns the index of the string. Returns
    /// nil for a string with a NUL, which isn't shared.
    @safe
    @discardableResult
    @inline(__always)
    mutating func appendString(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        let start = bytes.count &+ 1
        let known = strings.index(of: text, at: start) { [count = bytes.count] offset in
            // Strings that contain a NUL aren't found. So a NUL after equal bytes ends an equal string.
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

    /// Returns true if the bytes at an offset are the text and a NUL. The NUL's offset must lie within the bytes.
    @safe
    @inline(__always)
    private static func holds(
        _ written: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>, at offset: Int
    ) -> Bool {
        guard unsafe written[offset &+ text.count] == 0 else { return false }
        guard let base = written.baseAddress, let start = text.baseAddress else { return true }
        return unsafe memcmp(base + offset, start, text.count) == 0
    }

    /// Appends a string that contains a NUL. The string isn't shared, because a shared string is recognized by the
    /// NUL after it.
    @safe
    @inline(never)
    private mutating func appendCounted(_ text: UnsafeBufferPointer<UInt8>) {
        strings.hideLast()
        append(.countedString, UInt32(truncatingIfNeeded: text.count))
        bytes.append(text)
    }

    /// Appends a mutable string. Unlike other strings, it takes an index of the object cache. A mutable string that
    /// contains a NUL is appended as an immutable string.
    mutating func append(mutable text: String) {
        guard !text.utf8.contains(0) else { return append(text) }
        append(ChunkType.mutableString)
        bytes.append(text: text)
        bytes.append(0)
        objectCount &+= 1
    }

    // MARK: Classes

    /// Writes a class definition and returns its index. Returns nil if a definition can't contain the names: if one
    /// of the names has a NUL, or if two names are equal.
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

    /// Writes the definition of a class with the keys of a table, and returns its index. Returns nil if a definition
    /// can't contain the name of the class.
    mutating func define(_ table: PropertyTable) -> Int? {
        guard !table.name.utf8.contains(0) else { return nil }
        append(ChunkType.classDefinition)
        bytes.append(text: table.name)
        bytes.append(0)
        align(4)
        bytes.appendLittleEndian(UInt32(truncatingIfNeeded: table.count))
        for row in 0..<table.count {
            table[row].appendKey(to: &bytes)
            bytes.append(0)
        }
        classCount += 1
        return classCount - 1
    }

    // MARK: The end

    /// Writes the header and returns the file.
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
