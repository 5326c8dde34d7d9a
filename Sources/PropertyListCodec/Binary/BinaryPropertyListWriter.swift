import FormatSupport

/// Writes a binary property list (`bplist00`) object by object, without a tree.
///
/// Each `append…` call writes one object and returns its number. Containers refer to objects by number, so the
/// objects in a container are written first, or their numbers are computed in advance. Containers are written with
/// references of four bytes; ``finish(top:)`` narrows the references if fewer bytes suffice. For each object, the
/// writer stores only its bytes and their end.
///
/// The format is described in CFBinaryPList.c of Apple's CoreFoundation.
@usableFromInline
package struct BinaryPropertyListWriter: ~Copyable {
    @usableFromInline
    var buffer: ByteBuffer

    /// For each object, the offset at which the object ends and the next object begins. In a list of more than 4 GiB,
    /// only the lower 32 bits of the offset.
    @usableFromInline
    var ends = Stack<UInt32>()

    /// The numbers of the keys that were written, by their text.
    private var keys = WrittenKeys()

    /// The number of objects written.
    @inlinable
    var objectCount: Int { ends.count }

    /// - Parameters:
    ///   - capacity: The number of bytes to make room for at first.
    ///   - wipesMemory: True if the list is a secret: its memory is then overwritten before it is freed, as
    ///     ``ByteBuffer/init(capacity:wipesMemory:)`` describes.
    package init(capacity: Int = 4096, wipesMemory: Bool = false) {
        buffer = ByteBuffer(capacity: capacity, wipesMemory: wipesMemory)
        buffer.append("bplist00")
    }

    /// Creates a list whose first object, number 0, is data: the bytes of a buffer. The bytes of a secret buffer aren't
    /// copied.
    ///
    /// The bytes begin at ``offsetOfFirstData(count:)``. Writing more objects doesn't move them.
    package init(firstData buffer: consuming ByteBuffer) {
        let count = buffer.count
        var head = ByteBuffer(capacity: 64)
        head.append("bplist00")
        self.buffer = head
        appendMarker(0x40, count: count)
        let bytes = self.buffer.withBytes { $0.array }
        buffer.prepend(bytes)
        self.buffer = buffer
        _ = number()
    }

    /// Returns the offset of the bytes of data that is a list's first object. `count` is the number of bytes of the
    /// data.
    package static func offsetOfFirstData(count: Int) -> Int {
        var writer = BinaryPropertyListWriter(capacity: 64)
        writer.appendMarker(0x40, count: count)
        return writer.byteCount
    }

    /// The number of bytes written.
    @inlinable
    package var byteCount: Int { buffer.count }

    /// The largest number of bytes that the finished list may have.
    package var byteLimit: Int {
        get { buffer.limit }
        set { buffer.limit = newValue }
    }

    /// True if the finished list will have more bytes than `byteLimit`, as with ``ByteBuffer/isOverfull``. As long as
    /// there are few objects, the references of four bytes may still shrink to one byte.
    @inlinable
    package var isOverfull: Bool {
        buffer.isOverfull && (objectCount > 0x1_0000 ? byteCount : byteCount / 4) > buffer.limit
    }

    /// Records the end of the object that was just written. Returns the object's number.
    @inlinable
    @inline(__always)
    mutating func number() -> UInt32 {
        ends.append(UInt32(truncatingIfNeeded: buffer.count))
        return UInt32(truncatingIfNeeded: ends.count &- 1)
    }

    // MARK: Scalars

    @inlinable
    package mutating func appendNull() -> UInt32 {
        buffer.append(0x00)
        return number()
    }

    @inlinable
    package mutating func append(_ value: Bool) -> UInt32 {
        buffer.append(value ? 0x09 : 0x08)
        return number()
    }

    /// Writes an integer. In this format, integers of one, two and four bytes are unsigned, and integers of eight
    /// bytes are signed.
    @inlinable
    package mutating func append(_ value: Int64) -> UInt32 {
        appendInteger(value)
        return number()
    }

    /// Writes an integer. The integer takes sixteen bytes if it doesn't fit into the eight bytes of a signed integer.
    @inlinable
    package mutating func append(_ value: UInt64) -> UInt32 {
        if let value = Int64(exactly: value) { return append(value) }
        buffer.append(0x14)
        buffer.appendBigEndian(UInt64(0))
        buffer.appendBigEndian(value)
        return number()
    }

    @inlinable
    package mutating func append(_ value: Float) -> UInt32 {
        buffer.append(0x22)
        buffer.appendBigEndian(value.bitPattern)
        return number()
    }

    @inlinable
    package mutating func append(_ value: Double) -> UInt32 {
        buffer.append(0x23)
        buffer.appendBigEndian(value.bitPattern)
        return number()
    }

    package mutating func append(_ value: Date) -> UInt32 {
        buffer.append(0x33)
        buffer.appendBigEndian(value.timeIntervalSinceReferenceDate.bitPattern)
        return number()
    }

    package mutating func append(_ value: Data) -> UInt32 {
        appendMarker(0x40, count: value.count)
        buffer.append(value)
        return number()
    }

    /// Writes a UID, in one, two, four or eight bytes.
    @inlinable
    package mutating func append(uid: Int) -> UInt32 {
        if uid <= 0xFF {
            buffer.append(0x80)
            buffer.append(UInt8(truncatingIfNeeded: uid))
        } else if uid <= 0xFFFF {
            buffer.append(0x81)
            buffer.appendBigEndian(UInt16(truncatingIfNeeded: uid))
        } else if uid <= 0xFFFF_FFFF {
            buffer.append(0x83)
            buffer.appendBigEndian(UInt32(truncatingIfNeeded: uid))
        } else {
            buffer.append(0x87)
            buffer.appendBigEndian(uid)
        }
        return number()
    }

    /// Writes a UID of any size.
    package mutating func append(wideUID uid: UInt64) -> UInt32 {
        if let uid = Int(exactly: uid) { return append(uid: uid) }
        buffer.append(0x87)
        buffer.appendBigEndian(uid)
        return number()
    }

    /// Writes a UID whose value isn't known yet. The value is set later with ``setUID(_:at:)`` and the returned
    /// offset.
    package mutating func appendUnknownUID() -> (number: UInt32, offset: Int) {
        let offset = byteCount
        buffer.append(0x83)
        buffer.appendBigEndian(UInt32(0))
        return (number(), offset)
    }

    /// Sets a UID that ``appendUnknownUID()`` wrote. Has no effect at any other offset.
    package mutating func setUID(_ uid: UInt32, at offset: Int) {
        guard offset >= 8, offset <= buffer.count - 5, buffer[offset] == 0x83 else { return }
        for index in 0..<4 { buffer[offset + 1 + index] = UInt8(truncatingIfNeeded: uid >> (24 - 8 * index)) }
    }

    // MARK: Strings

    /// Writes a string: as ASCII if all characters are ASCII, otherwise as UTF-16.
    package mutating func append(_ text: String) -> UInt32 {
        var text = text
        return text.withUTF8 { append(utf8: $0) }
    }

    /// Returns the number of a key. The key is written only once, even if many dictionaries have it.
    package mutating func key(_ text: String) -> UInt32 {
        if let known = keys[text] { return known }
        let number = append(text)
        keys[text] = number
        return number
    }

    /// Writes a string from UTF-8 bytes, which must be valid, like the bytes of a `String`.
    @safe
    @inlinable
    package mutating func append(utf8: UnsafeBufferPointer<UInt8>) -> UInt32 {
        guard utf8.isASCII else { return append(transcoding: utf8) }
        return append(ascii: utf8)
    }

    /// Writes a string from bytes that are known to be ASCII.
    @safe
    @inlinable
    package mutating func append(ascii: UnsafeBufferPointer<UInt8>) -> UInt32 {
        appendMarker(0x50, count: ascii.count)
        buffer.append(ascii)
        return number()
    }

    /// Writes a literal as a string.
    package mutating func append(_ literal: StaticString) -> UInt32 {
        append(utf8: literal.bytes)
    }

    @safe
    @usableFromInline
    @inline(never)
    mutating func append(transcoding utf8: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let count = UTF16Text.count(utf8)
        appendMarker(0x60, count: count)
        buffer.append(room: count * 2) { UTF16Text.write(utf8, to: $0) }
        return number()
    }

    /// Writes a string as UTF-16, even if it is ASCII.
    package mutating func append(wide text: String) -> UInt32 {
        var text = text
        return text.withUTF8 { append(transcoding: $0) }
    }

    // MARK: Containers

    /// Writes an array, and returns its number.
    ///
    /// - Parameter elements: The elements' numbers.
    @inlinable
    package mutating func append(array elements: Span<UInt32>) -> UInt32 {
        appendMarker(0xA0, count: elements.count)
        buffer.appendBigEndian(elements, from: 0, step: 1)
        return number()
    }

    /// Writes an array of every second number of a dictionary's entries: of all keys, or of all values.
    ///
    /// - Parameter start: The index of the first number: 0 for keys, 1 for values.
    @inlinable
    package mutating func append(arrayOfEverySecond entries: Span<UInt32>, from start: Int) -> UInt32 {
        appendMarker(0xA0, count: entries.count / 2)
        buffer.appendBigEndian(entries, from: start, step: 2)
        return number()
    }

    /// - Parameter elements: The elements' numbers.
    package mutating func append(set elements: Span<UInt32>) -> UInt32 {
        appendMarker(0xC0, count: elements.count)
        buffer.appendBigEndian(elements, from: 0, step: 1)
        return number()
    }

    /// - Parameter entries: The numbers of a key, of its value, of the next key and so on.
    @inlinable
    package mutating func append(dictionary entries: Span<UInt32>) -> UInt32 {
        appendMarker(0xD0, count: entries.count / 2)
        buffer.appendBigEndian(entries, from: 0, step: 2)
        buffer.appendBigEndian(entries, from: 1, step: 2)
        return number()
    }

    // MARK: Pieces

    @inlinable
    @inline(__always)
    mutating func appendMarker(_ marker: UInt8, count: Int) {
        if count < 15 {
            buffer.append(marker | UInt8(truncatingIfNeeded: count))
        } else {
            buffer.append(marker | 0x0F)
            appendInteger(Int64(count))
        }
    }

    @inlinable
    mutating func appendInteger(_ value: Int64) {
        if value < 0 || value > 0xFFFF_FFFF {
            buffer.append(0x13)
            buffer.appendBigEndian(value)
        } else if value <= 0xFF {
            buffer.append(0x10)
            buffer.append(UInt8(truncatingIfNeeded: value))
        } else if value <= 0xFFFF {
            buffer.append(0x11)
            buffer.appendBigEndian(UInt16(truncatingIfNeeded: value))
        } else {
            buffer.append(0x12)
            buffer.appendBigEndian(UInt32(truncatingIfNeeded: value))
        }
    }

    /// Returns true if the given bytes are equal to the written bytes at `offset`, to find an object that was written
    /// before. Returns false at an offset past the end.
    @safe
    @inlinable
    package func hasBytes(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        buffer.withBytes { $0.has(bytes, at: offset) }
    }
}

// Swift 6.3.1 with `-Osize` may free an array before the called function has read the array's `span`: the list then
// has any numbers. So only these functions pass the span of an array. They keep the array alive.
extension BinaryPropertyListWriter {
    /// Appends an array with the elements that have the given numbers. Returns the number of the array.
    package mutating func append(array elements: [UInt32]) -> UInt32 {
        unsafe elements.withUnsafeBufferPointer { unsafe append(array: $0.span) }
    }

    /// Appends a set with the elements that have the given numbers. Returns the number of the set.
    package mutating func append(set elements: [UInt32]) -> UInt32 {
        unsafe elements.withUnsafeBufferPointer { unsafe append(set: $0.span) }
    }

    /// Appends a dictionary with the keys and values that have the given numbers. Keys and values alternate. Returns
    /// the number of the dictionary.
    package mutating func append(dictionary entries: [UInt32]) -> UInt32 {
        unsafe entries.withUnsafeBufferPointer { unsafe append(dictionary: $0.span) }
    }
}
