import Foundation

/// A growing run of bytes to write into.
///
/// It hands its memory over to `Data` at the end without a copy. The only unsafe code is here: every write reserves its
/// room first, so that nothing is written behind `capacity`.
@safe
public struct ByteBuffer: ~Copyable {
    // Behind it there is room for `capacity` bytes, of which `length` are written.
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

    /// How many bytes there may be: more makes the buffer ``isOverfull``. Nothing is lost; its user stops.
    public var limit = Int.max

    /// True where the buffer had to grow beyond its ``limit``. Found out where it grows, so that writing costs nothing
    /// more; a buffer whose first room is larger than the limit tells later.
    public private(set) var isOverfull: Bool {
        @inlinable get { overfull }
        set { overfull = newValue }
    }

    @usableFromInline
    var overfull = false

    /// Whether memory is overwritten before it is given back.
    private let wipesMemory: Bool
    /// How many bytes of the same block lie before `base`, for ``prepend(_:)``.
    private var headroom: Int
    /// How much memory the block has.
    private var size: Int
    /// The most bytes that there were before some were dropped: they may still stand behind the end.
    private var mostBytes = 0

    /// - Parameters:
    ///   - capacity: How many bytes to make room for at first.
    ///   - wipesMemory: True for bytes that are a secret: memory is overwritten before it is given back. Growing then
    ///     costs a copy. A few bytes can be prepended without one.
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
        unsafe GrowingMemory.free(base - headroom, size: size)
    }

    /// Makes room for `extra` more bytes. Amortised constant time a byte.
    @inlinable
    @inline(__always)
    package mutating func reserve(_ extra: Int) {
        if capacity &- length < extra { grow(extra) }
    }

    @usableFromInline
    @inline(never)
    mutating func grow(_ extra: Int) {
        let needed = length + extra
        if needed > limit { isOverfull = true }
        // No more room than the limit is worth.
        let most = max(needed, limit)
        let wanted = min(max(needed, capacity + capacity / 2), most)
        if wipesMemory { return move(toCapacity: min(max(wanted, capacity * 2), most)) }
        // Secrets alone have headroom.
        let (memory, size) = unsafe GrowingMemory.resize(base, from: self.size, to: wanted)
        base = unsafe memory.assumingMemoryBound(to: UInt8.self)
        self.size = size
        capacity = min(size, most)
    }

    /// Grows without leaving a copy behind, as `realloc` may.
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

    /// Bytes that were written, by where they stand.
    public struct Piece: BitwiseCopyable, Sendable {
        @usableFromInline let start: Int
        @usableFromInline let count: Int
    }

    /// The bytes from an index on; none behind the end.
    public func piece(from start: Int) -> Piece {
        let start = min(max(start, 0), length)
        return Piece(start: start, count: length - start)
    }

    /// Writes bytes again. They must still be there.
    @inlinable
    @inline(__always)
    public mutating func append(_ piece: Piece) {
        precondition(
            piece.start >= 0 && piece.count >= 0 && piece.count <= length &- piece.start,
            "The buffer has no such bytes.")
        reserve(piece.count &+ 8)
        let (from, to) = unsafe (UnsafeRawPointer(base + piece.start), UnsafeMutableRawPointer(base + length))
        if piece.count <= 32 {
            // Eight at a time, without a call: the last ones may be seven too many, for which there is room.
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

    /// Appends a string's UTF-8 bytes. Has a name of its own, because a literal would else be a string, too.
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

    /// Appends a line break, and that many spaces: the beginning of an indented line.
    @inlinable
    @inline(__always)
    public mutating func appendLineBreak(spaces: Int) {
        append(0x0A)
        append(repeating: 0x20, count: spaces)
    }

    /// Appends `count` equal bytes; none where it is negative.
    @inlinable
    @inline(__always)
    public mutating func append(repeating byte: UInt8, count: Int) {
        reserve(max(count, 0) + 8)
        let start = unsafe UnsafeMutableRawPointer(base + length)
        let eight = 0x0101_0101_0101_0101 &* UInt64(byte)
        // Eight at a time: the last ones may be seven too many, for which there is room.
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
    package mutating func appendBigEndian<Integer: FixedWidthInteger>(_ value: Integer) {
        reserve(MemoryLayout<Integer>.size)
        put(value.bigEndian)
    }

    /// A byte that was written. The index must be one of such a byte.
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

    /// Appends integers, the first of which stands at an index, and each of the others so many behind: each one's most
    /// significant byte first.
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

    /// Appends an integer as it is, for which there is room.
    @inlinable
    @inline(__always)
    mutating func put<Integer: FixedWidthInteger>(_ value: Integer) {
        unsafe UnsafeMutableRawPointer(base + length).storeBytes(of: value, as: Integer.self)
        length &+= MemoryLayout<Integer>.size
    }

    /// Appends what `body` writes into `room` bytes of fresh memory; `body` returns how many it wrote.
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

    /// Calls `body` with the bytes so far, which it may change in place.
    @safe
    @inlinable
    public mutating func withMutableBytes<Result>(
        _ body: (UnsafeMutableBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        unsafe try body(UnsafeMutableBufferPointer(start: base, count: length))
    }

    /// Puts bytes before all others. Costs no copy of those where they are secret, and these are few.
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

    /// Drops all bytes behind the first `count`.
    public mutating func truncate(to count: Int) {
        mostBytes = max(mostBytes, length)
        length = min(length, max(count, 0))
    }

    /// Hands over the bytes, without a copy, and starts anew.
    ///
    /// They don't count as a secret any more. What was dropped behind them is overwritten if it was one.
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
