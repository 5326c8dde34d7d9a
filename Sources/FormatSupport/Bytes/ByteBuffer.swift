/// A growing buffer to write bytes to.
///
/// At the end, the buffer hands its memory over to `Data` without a copy. Unsafe code is confined to this type. Every
/// write first reserves room, so that nothing is written past `capacity`.
@safe
public struct ByteBuffer: ~Copyable {
    // The start of memory for `capacity` bytes, the first `length` of which are written.
    @safe
    @usableFromInline
    var base: UnsafeMutablePointer<UInt8>

    /// The number of bytes written.
    public private(set) var count: Int {
        @inlinable get { length }
        set { length = newValue }
    }

    @usableFromInline
    var length: Int

    @usableFromInline
    var capacity: Int

    /// The maximum number of bytes. With more bytes, the buffer is ``isOverfull``. The additional bytes are kept, but
    /// the caller has to stop writing.
    public var limit = Int.max

    /// True if the buffer had to grow beyond its ``limit``, or its ``LongWork`` is stopped. This is tested only when the buffer grows, so that writing
    /// costs nothing more. If the initial capacity is larger than the limit, the first test comes only when that
    /// capacity is used up.
    public private(set) var isOverfull: Bool {
        @inlinable get { overfull }
        set { overfull = newValue }
    }

    @usableFromInline
    var overfull = false

    /// True if memory is overwritten before it is freed.
    private let wipesMemory: Bool
    /// The number of free bytes before `base` in the buffer's block of memory, for ``prepend(_:)``.
    private var headroom: Int
    /// The number of bytes of the block of memory.
    private var size: Int
    /// The greatest number of bytes that the buffer contained before bytes were truncated. The truncated bytes may
    /// still be in memory after the current end.
    private var mostBytes = 0

    /// Creates an empty buffer.
    ///
    /// - Parameters:
    ///   - capacity: The number of bytes to make room for at first.
    ///   - wipesMemory: True for secret bytes. The buffer then overwrites memory before freeing it, so growing takes
    ///     a copy. Such a buffer also has room before its first byte: up to 32 bytes can be prepended without a copy.
    public init(capacity: Int = 4096, wipesMemory: Bool = false) {
        let capacity = max(capacity, 64)
        headroom = wipesMemory ? 32 : 0
        size = headroom + capacity
        unsafe base = Self.allocate(size) + headroom
        self.capacity = capacity
        self.wipesMemory = wipesMemory
        length = 0
    }

    deinit { giveBack() }

    private func giveBack() {
        if wipesMemory { unsafe SecretMemory.wipe(base, count: max(mostBytes, length)) }
        unsafe GrowingMemory.release(base - headroom, size: size)
    }

    /// Makes room for `extra` more bytes. Amortised constant time per byte.
    @inlinable
    @inline(__always)
    package mutating func reserve(_ extra: Int) {
        if capacity &- length < extra { grow(extra) }
    }

    @usableFromInline
    @inline(never)
    mutating func grow(_ extra: Int) {
        let needed = length + extra
        // A writer may reserve a few bytes more than it writes.
        if needed &- 64 > limit { isOverfull = true }
        // Writers of long texts and data pass no other checkpoint.
        if length >= LongWork.bytes, !LongWork.mayGoOn { isOverfull = true }
        // Reserves no more than the limit, unless more is needed.
        let most = max(needed, limit)
        // A small buffer is copied when it grows, and a large one isn't.
        let wanted = min(max(needed, capacity + (capacity < 1 << 20 ? capacity : capacity / 2)), most)
        if wipesMemory { return move(toCapacity: min(max(wanted, capacity * 2), most)) }
        // `base` is the start of the block here: only a buffer of secrets has headroom.
        let (memory, size) = unsafe GrowingMemory.resize(base, from: self.size, to: wanted)
        base = unsafe memory.assumingMemoryBound(to: UInt8.self)
        self.size = size
        capacity = min(size, most)
    }

    /// Grows without leaving a copy of the bytes in freed memory. `realloc` may leave such a copy.
    private mutating func move(toCapacity wanted: Int) {
        let moved = unsafe Self.allocate(headroom + wanted) + headroom
        unsafe moved.update(from: base, count: length)
        giveBack()
        unsafe base = moved
        capacity = wanted
        size = headroom + wanted
        mostBytes = 0
    }

    private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
        unsafe GrowingMemory.allocate(capacity).assumingMemoryBound(to: UInt8.self)
    }

    /// Appends a byte.
    @inlinable
    @inline(__always)
    public mutating func append(_ byte: UInt8) {
        reserve(1)
        base[length] = byte
        length &+= 1
    }

    /// Appends bytes, which are copied.
    @safe
    @inlinable
    @inline(__always)
    public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        reserve(bytes.count)
        unsafe UnsafeMutableRawPointer(base + length).copyText(from: start, byteCount: bytes.count)
        length &+= bytes.count
    }

    /// A piece: a range of bytes that were written to a buffer, to write the same bytes again later.
    public struct Piece: BitwiseCopyable, Sendable {
        @usableFromInline let start: Int
        @usableFromInline let count: Int
    }

    /// Returns the bytes from an index to the end. Empty if the index is past the end.
    public func piece(from start: Int) -> Piece {
        let start = min(max(start, 0), length)
        return Piece(start: start, count: length - start)
    }

    /// Appends the bytes of a piece once more. The buffer must still contain them.
    @inlinable
    @inline(__always)
    public mutating func append(_ piece: Piece) {
        precondition(
            piece.start >= 0 && piece.count >= 0 && piece.count <= length &- piece.start,
            "The buffer has no such bytes.")
        reserve(piece.count &+ 8)
        let (from, to) = unsafe (UnsafeRawPointer(base + piece.start), UnsafeMutableRawPointer(base + length))
        if piece.count <= 32 {
            // Copies eight bytes at a time, without a function call. The last copy may write up to seven bytes too
            // many, for which there is room.
            var index = 0
            while index < piece.count {
                let word = unsafe from.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                unsafe to.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
                index &+= 8
            }
        } else {
            unsafe to.copyMemory(from: from, byteCount: piece.count)
        }
        length &+= piece.count
    }

    /// Appends the bytes of a literal.
    @inlinable
    @inline(__always)
    public mutating func append(_ literal: StaticString) {
        append(literal.bytes)
    }

    /// Appends a string's UTF-8 bytes. The label distinguishes this method from the one for literals, which can be
    /// strings, too.
    @inlinable
    public mutating func append(text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Appends a copy of the bytes.
    @inlinable
    public mutating func append(_ data: Data) {
        data.withBytes { append($0) }
    }

    /// Appends a line break and `spaces` spaces: the beginning of an indented line.
    @inlinable
    @inline(__always)
    public mutating func appendLineBreak(spaces: Int) {
        append(0x0A)
        append(repeating: 0x20, count: spaces)
    }

    /// Appends `count` equal bytes. Appends nothing if `count` is negative.
    @inlinable
    @inline(__always)
    public mutating func append(repeating byte: UInt8, count: Int) {
        reserve(max(count, 0) + 8)
        let start = unsafe UnsafeMutableRawPointer(base + length)
        let eight = 0x0101_0101_0101_0101 &* UInt64(byte)
        // Writes eight bytes at a time. The last write may be up to seven bytes too long, for which there is room.
        var index = 0
        while index < count {
            unsafe start.storeBytes(of: eight, toByteOffset: index, as: UInt64.self)
            index &+= 8
        }
        length &+= max(count, 0)
    }

    /// Appends an integer, its most significant byte first.
    @inlinable
    @inline(__always)
    public mutating func appendBigEndian<Integer: FixedWidthInteger>(_ value: Integer) {
        reserve(MemoryLayout<Integer>.size)
        put(value.bigEndian)
    }

    /// The byte at an index, which must be less than ``count``.
    @inlinable
    public subscript(index: Int) -> UInt8 {
        get {
            precondition(index >= 0 && index < length, "The buffer has no such byte.")
            return base[index]
        }
        set {
            precondition(index >= 0 && index < length, "The buffer has no such byte.")
            base[index] = newValue
        }
    }

    /// Appends every `step`th integer, beginning with the one at the index `start`. Each has its most significant byte
    /// first.
    @inlinable
    package mutating func appendBigEndian<Integer: FixedWidthInteger & BitwiseCopyable>(
        _ values: Span<Integer>, from start: Int, step: Int
    ) {
        precondition(start >= 0 && step > 0, "There are no such values.")
        reserve(values.count &* MemoryLayout<Integer>.size)
        var index = start
        while index < values.count {
            put(values[index].bigEndian)
            index &+= step
        }
    }

    /// Appends an integer, its least significant byte first.
    @inlinable
    @inline(__always)
    public mutating func appendLittleEndian<Integer: FixedWidthInteger>(_ value: Integer) {
        reserve(MemoryLayout<Integer>.size)
        put(value.littleEndian)
    }

    /// Appends the bytes of an integer in the order of memory. Room for them must have been reserved.
    @inlinable
    @inline(__always)
    mutating func put<Integer: FixedWidthInteger>(_ value: Integer) {
        unsafe UnsafeMutableRawPointer(base + length).storeBytes(of: value, as: Integer.self)
        length &+= MemoryLayout<Integer>.size
    }

    /// Appends the bytes that `body` writes into `room` bytes of new memory. `body` returns the number of bytes that
    /// it wrote.
    @safe
    @inlinable
    @inline(__always)
    public mutating func append(room: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
        reserve(room)
        let written = unsafe body(UnsafeMutableBufferPointer(start: base + length, count: room))
        length &+= min(max(written, 0), room)
    }

    /// Calls `body` with the bytes so far.
    @safe
    @inlinable
    public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        unsafe try body(UnsafeBufferPointer(start: base, count: length))
    }

    /// Calls `body` with the bytes so far. `body` may change the bytes in place.
    @safe
    @inlinable
    public mutating func withMutableBytes<Result>(
        _ body: (UnsafeMutableBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        unsafe try body(UnsafeMutableBufferPointer(start: base, count: length))
    }

    /// Inserts bytes before all other bytes. The other bytes aren't moved if the buffer contains secrets and has
    /// enough free room before its first byte.
    package mutating func prepend(_ bytes: [UInt8]) {
        if bytes.count <= headroom {
            headroom -= bytes.count
            capacity += bytes.count
            unsafe base -= bytes.count
        } else {
            reserve(bytes.count)
            unsafe memmove(base + bytes.count, base, length)
        }
        for index in bytes.indices { base[index] = bytes[index] }
        length += bytes.count
        if mostBytes > 0 { mostBytes += bytes.count }
    }

    /// Removes all bytes after the first `count`.
    public mutating func truncate(to count: Int) {
        mostBytes = max(mostBytes, length)
        length = min(length, max(count, 0))
    }

    /// Returns the bytes, without a copy, and leaves the buffer empty.
    ///
    /// The returned bytes no longer count as a secret. If the buffer wipes memory, truncated bytes after them are
    /// overwritten.
    public mutating func takeData() -> Data {
        let (taken, before, size) = (base, headroom, self.size)
        let count = length
        if wipesMemory, mostBytes > count { unsafe SecretMemory.wipe(taken + count, count: mostBytes - count) }
        headroom = 0
        self.size = 64
        unsafe base = Self.allocate(64)
        capacity = 64
        length = 0
        mostBytes = 0
        return unsafe GrowingMemory.data(taken - before, size: size, in: before..<before + count)
    }
}
