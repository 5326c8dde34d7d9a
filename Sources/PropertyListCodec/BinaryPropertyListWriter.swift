import FormatSupport
import Foundation

/// Writes a binary property list (`bplist00`) object by object, without a tree.
///
/// Each `append…` call writes one object and returns its number, which containers refer to: so children come first, or
/// are counted in advance. Containers are written with references of four bytes; ``finish(top:)`` narrows them where
/// fewer do. Nothing is remembered of an object but its bytes and where they end.
///
/// The format is described in CFBinaryPList.c of Apple's CoreFoundation.
@usableFromInline
package struct BinaryPropertyListWriter: ~Copyable {
    @usableFromInline
    var buffer: ByteBuffer

    /// Where each object ends, and the next one begins; in a list beyond 4 GiB without the upper half.
    @usableFromInline
    var ends = Stack<UInt32>()

    /// The numbers of the keys that were written.
    private var keys: [ExactText: UInt32] = [:]

    /// How many objects were written.
    @inlinable
    var objectCount: Int { ends.count }

    /// - Parameters:
    ///   - capacity: How many bytes to make room for at first.
    ///   - wipesMemory: True for a list that is a secret: see ``ByteBuffer/init(capacity:wipesMemory:)``.
    package init(capacity: Int = 4096, wipesMemory: Bool = false) {
        buffer = ByteBuffer(capacity: capacity, wipesMemory: wipesMemory)
        buffer.append("bplist00")
    }

    /// A list whose first object, number 0, is data: the bytes of a buffer, which aren't copied where they are secret.
    ///
    /// They stay where they are, whatever is written after them: at ``offsetOfFirstData(count:)``.
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

    /// Where data stand that are a list's first object.
    package static func offsetOfFirstData(count: Int) -> Int {
        var writer = BinaryPropertyListWriter(capacity: 64)
        writer.appendMarker(0x40, count: count)
        return writer.byteCount
    }

    /// How many bytes were written.
    @inlinable
    package var byteCount: Int { buffer.count }

    /// How many bytes there may be in the end.
    package var byteLimit: Int {
        get { buffer.limit }
        set { buffer.limit = newValue }
    }

    /// True where there will be more bytes than that: see ``ByteBuffer/isOverfull``. References, which take four bytes
    /// until the end, may shrink to one as long as there are few objects.
    @inlinable
    package var isOverfull: Bool {
        buffer.isOverfull && (objectCount > 0x1_0000 ? byteCount : byteCount / 4) > buffer.limit
    }

    /// Counts the object that was just written.
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

    /// One, two and four bytes are unsigned, eight are signed, in this format.
    @inlinable
    package mutating func append(_ value: Int64) -> UInt32 {
        appendInteger(value)
        return number()
    }

    /// Sixteen bytes where eight, which are signed, don't do.
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

    /// A reference of a keyed archive, in one, two, four or eight bytes.
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

    /// A reference of a keyed archive, whatever its number is.
    package mutating func append(wideUID uid: UInt64) -> UInt32 {
        if let uid = Int(exactly: uid) { return append(uid: uid) }
        buffer.append(0x87)
        buffer.appendBigEndian(uid)
        return number()
    }

    /// A reference of a keyed archive that isn't known yet: ``setUID(_:at:)`` with the byte offset says it later.
    package mutating func appendUnknownUID() -> (number: UInt32, offset: Int) {
        let offset = byteCount
        buffer.append(0x83)
        buffer.appendBigEndian(UInt32(0))
        return (number(), offset)
    }

    /// Sets a reference that ``appendUnknownUID()`` wrote. No effect on any other offset.
    package mutating func setUID(_ uid: UInt32, at offset: Int) {
        guard offset >= 8, offset <= buffer.count - 5, buffer[offset] == 0x83 else { return }
        for index in 0..<4 { buffer[offset + 1 + index] = UInt8(truncatingIfNeeded: uid >> (24 - 8 * index)) }
    }

    // MARK: Strings

    /// In one byte a character where all are ASCII, else in UTF-16.
    package mutating func append(_ text: String) -> UInt32 {
        var text = text
        return text.withUTF8 { append(utf8: $0) }
    }

    /// A key, which the list has once, however many dictionaries have it.
    package mutating func key(_ text: String) -> UInt32 {
        if let known = keys[ExactText(text)] { return known }
        let number = append(text)
        keys[ExactText(text)] = number
        return number
    }

    /// The same for UTF-8 bytes, which must be valid, as a `String`'s are.
    @safe
    @inlinable
    package mutating func append(utf8: UnsafeBufferPointer<UInt8>) -> UInt32 {
        guard utf8.isASCII else { return append(transcoding: utf8) }
        return append(ascii: utf8)
    }

    /// The same for bytes that are known to be ASCII.
    @safe
    @inlinable
    package mutating func append(ascii: UnsafeBufferPointer<UInt8>) -> UInt32 {
        appendMarker(0x50, count: ascii.count)
        buffer.append(ascii)
        return number()
    }

    /// The same for a literal.
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

    /// A string as UTF-16, also where ASCII would do.
    package mutating func append(wide text: String) -> UInt32 {
        var text = text
        return text.withUTF8 { append(transcoding: $0) }
    }

    // MARK: Containers

    /// - Parameter elements: The elements' numbers.
    @inlinable
    package mutating func append(array elements: Span<UInt32>) -> UInt32 {
        appendMarker(0xA0, count: elements.count)
        buffer.appendBigEndian(elements, from: 0, step: 1)
        return number()
    }

    /// An array of every second number: of all keys, or of all values, of a dictionary's entries.
    ///
    /// - Parameter start: The index of the first; 0 or 1.
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

    /// True where the bytes from `offset` on are these: to find an object that was written before. False behind the
    /// end.
    @safe
    @inlinable
    package func hasBytes(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        buffer.withBytes { $0.has(bytes, at: offset) }
    }
}
