import FormatSupport
import Foundation

/// The words of a document: a growing run of them, whose memory is its own.
///
/// No array, because each access to one in a class counts references, and growing it copies. The only unsafe code is
/// here: every index is checked.
@safe
@usableFromInline
package struct WordBuffer: ~Copyable {
    // Of `capacity` words, of which the first `count` are there.
    @safe private var base: UnsafeMutablePointer<UInt64>
    package private(set) var count = 0
    private var capacity: Int
    /// Those whose memory has the bytes that stand elsewhere. Few: a document has one at most, and those of the
    /// documents that it has parts of.
    private var owners: [ByteSource] = []

    package init(capacity: Int = 32) {
        let size = GrowingMemory.size(for: max(capacity, 1) * 8)
        self.capacity = size / 8
        unsafe base = GrowingMemory.allocate(size).assumingMemoryBound(to: UInt64.self)
    }

    deinit { unsafe GrowingMemory.free(base, size: capacity * 8) }

    /// The same words in memory of their own.
    package func copy() -> WordBuffer {
        var copy = WordBuffer(capacity: count)
        copy.append(self, 0..<count)
        return copy
    }

    package var indices: Range<Int> { 0..<count }

    package subscript(index: Int) -> UInt64 {
        @inline(__always) get { view[index].bits }
        @inline(__always) set {
            check(index)
            base[index] = newValue
        }
    }

    @inline(__always)
    private func check(_ index: Int) {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "A document has no such word.")
    }

    // MARK: Growing

    /// Makes room for so many words in all.
    package mutating func reserveCapacity(_ words: Int) {
        if words > capacity { resize(to: words) }
    }

    /// Gives back the memory behind the last word, if it is much. What is appended later has it again.
    package func trim() {
        unsafe GrowingMemory.trim(base, size: capacity * 8, to: count * 8)
    }

    @inline(__always)
    private mutating func makeRoom(_ extra: Int) {
        if capacity &- count < extra { grow(extra) }
    }

    @inline(never)
    private mutating func grow(_ extra: Int) {
        resize(to: max(count + extra, capacity + capacity / 2 + 8))
    }

    private mutating func resize(to words: Int) {
        let (memory, size) = unsafe GrowingMemory.resize(base, from: capacity * 8, to: words * 8)
        base = unsafe memory.assumingMemoryBound(to: UInt64.self)
        capacity = size / 8
    }

    @inline(__always)
    package mutating func append(_ word: UInt64) {
        makeRoom(1)
        base[count] = word
        count &+= 1
    }

    @inline(__always)
    package mutating func append(_ first: UInt64, _ second: UInt64) {
        makeRoom(2)
        base[count] = first
        base[count &+ 1] = second
        count &+= 2
    }

    @inline(__always)
    package mutating func append(_ first: UInt64, _ second: UInt64, _ third: UInt64) {
        makeRoom(3)
        base[count] = first
        base[count &+ 1] = second
        base[count &+ 2] = third
        count &+= 3
    }

    /// Appends words of another buffer.
    package mutating func append(_ other: borrowing WordBuffer, _ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= other.count, "A document has no such words.")
        makeRoom(range.count)
        unsafe (base + count).update(from: other.base + range.lowerBound, count: range.count)
        count += range.count
        for owner in other.owners { keep(owner) }
    }

    /// Appends a value of another buffer, a few words from an index on, with another first word.
    @inline(__always)
    package mutating func append(_ first: UInt64, with other: View, _ index: Int, _ size: Int) {
        precondition(index >= 0 && size > 0 && size <= other.count &- index, "A document has no such words.")
        makeRoom(size)
        base[count] = first
        for offset in 1..<size { base[count &+ offset] = other.base[index &+ offset] }
        count &+= size
    }

    package mutating func removeLast() { removeAll(from: count - 1) }

    /// Removes the words at an index and behind it.
    @inline(__always)
    package mutating func removeAll(from index: Int) {
        precondition(index >= 0 && index <= count, "A document has no such word.")
        count = index
    }

    // MARK: Bytes

    /// Appends a word, how many bytes there are, and then the bytes, in as many words as they need.
    @safe
    @inline(__always)
    package mutating func append(_ word: UInt64, counted bytes: UnsafeBufferPointer<UInt8>) {
        makeRoom(2 &+ (bytes.count &+ 7) >> 3)
        base[count] = word
        put(counted: bytes, at: count &+ 1)
    }

    /// Appends how many bytes there are, and then the bytes, in as many words as they need.
    @safe
    @inline(__always)
    package mutating func append(counted bytes: UnsafeBufferPointer<UInt8>) {
        makeRoom(1 &+ (bytes.count &+ 7) >> 3)
        put(counted: bytes, at: count)
    }

    /// Puts how many bytes there are, and the bytes, at an index, behind which there is room for them and nothing else.
    @safe
    @inline(__always)
    private mutating func put(counted bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        let words = (bytes.count &+ 7) >> 3
        base[index] = UInt64(bytes.count)
        if let start = bytes.baseAddress, words > 0 {
            // What the last word has behind the bytes is zero.
            base[index &+ words] = 0
            unsafe UnsafeMutableRawPointer(base + index + 1).copyText(from: start, byteCount: bytes.count)
        }
        count = index &+ 1 &+ words
    }

    /// Appends how many bytes there are, and where they stand, which must be in the memory of `owner`.
    @safe
    package mutating func append(elsewhere bytes: UnsafeBufferPointer<UInt8>, in owner: ByteSource) {
        append(UInt64(bytes.count) | View.elsewhere, UInt64(UInt(bitPattern: bytes.baseAddress)))
        keep(owner)
    }

    private mutating func keep(_ owner: ByteSource) {
        if !owners.contains(where: { $0 === owner }) { owners.append(owner) }
    }

    /// The bytes that ``append(counted:)`` appended at an index.
    @safe
    @inline(__always)
    package func withBytes<Result>(at index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try view.withBytes(at: index, body)
    }
}

extension WordBuffer {
    /// The words of a buffer that isn't changed while this is in use, and that somebody keeps. Every index is checked.
    @usableFromInline
    @safe
    package struct View {
        @safe @usableFromInline package let base: UnsafePointer<UInt64>
        @usableFromInline package let count: Int

        package init(base: UnsafePointer<UInt64>, count: Int) {
            self.base = unsafe base
            self.count = count
        }

        @inlinable
        package subscript(index: Int) -> DocumentWord {
            @inline(__always) get {
                precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "A document has no such word.")
                return DocumentWord(bits: base[index])
            }
        }

        /// Of a length: the bytes stand elsewhere, and their address behind it.
        @usableFromInline package static let elsewhere: UInt64 = 1 << 63

        /// How many words a length at an index, and so many bytes, take.
        @inlinable
        @inline(__always)
        package func textSize(at index: Int) -> Int {
            let byteCount = Int(truncatingIfNeeded: self[index].bits)
            return byteCount < 0 ? 2 : 1 &+ (byteCount &+ 7) >> 3
        }

        /// How many bytes there are, of which the length stands at an index.
        package func byteCount(at index: Int) -> Int { Int(self[index].bits & ~Self.elsewhere) }

        /// The bytes whose length stands at an index.
        @safe
        @inlinable
        @inline(__always)
        package func withBytes<Result>(at index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result
        {
            let byteCount = Int(truncatingIfNeeded: self[index].bits)
            if byteCount < 0 { return try unsafe body(bytesElsewhere(at: index)) }
            precondition(byteCount >= 0 && byteCount <= (count &- index &- 1) &* 8, "A document has no such bytes.")
            let start = unsafe UnsafeRawPointer(base + index + 1).assumingMemoryBound(to: UInt8.self)
            return try unsafe body(UnsafeBufferPointer(start: start, count: byteCount))
        }

        @usableFromInline
        package func bytesElsewhere(at index: Int) -> UnsafeBufferPointer<UInt8> {
            unsafe UnsafeBufferPointer(
                start: UnsafePointer(bitPattern: UInt(self[index &+ 1].bits)), count: byteCount(at: index))
        }
    }

    /// The words as they are now: see ``View``.
    package var view: View { unsafe View(base: base, count: count) }
}

/// Lets a structure that has it be passed by its address.
///
/// Of a large structure whose layout is known, Swift 6.3.1 makes a copy for each look at it that doesn't change it: a
/// tenth of all time for encoding and decoding. Of one that holds an existential it makes none.
package struct PassedByAddress: Sendable {
    private let nothing: (any Sendable)? = nil

    package init() {}
}
