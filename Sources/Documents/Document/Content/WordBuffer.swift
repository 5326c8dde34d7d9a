import FormatSupport

/// The words of a document: a growing buffer that owns its memory.
///
/// It is no array, because each access to an array in a class counts references, and growing an array copies it. The
/// unsafe code is only here: every index is checked.
@safe
@usableFromInline
package struct WordBuffer: ~Copyable {
    // Memory for `capacity` words, of which the first `count` are used.
    @usableFromInline @safe var base: UnsafeMutablePointer<UInt64>
    @usableFromInline package private(set) var count = 0
    @usableFromInline var capacity: Int
    /// The owners of memory outside of this buffer in which bytes of the document are stored. There are few owners:
    /// the document's own source, and the sources of documents that were copied into it.
    private var owners: [ByteSource] = []

    package init(capacity: Int = 32) {
        let size = GrowingMemory.size(for: max(capacity, 1) * 8)
        self.capacity = size / 8
        unsafe base = GrowingMemory.allocate(size).assumingMemoryBound(to: UInt64.self)
    }

    deinit { unsafe GrowingMemory.release(base, size: capacity * 8) }

    /// Returns a copy of the words, in separate memory.
    package func copy() -> WordBuffer {
        var copy = WordBuffer(capacity: count)
        copy.append(self, 0..<count)
        return copy
    }

    package var indices: Range<Int> { 0..<count }

    /// Removes all words after the first `count`.
    package mutating func truncate(to count: Int) {
        self.count = min(max(count, 0), self.count)
        if !owners.isEmpty { owners = [] }
    }

    @inlinable
    package subscript(index: Int) -> UInt64 {
        @inline(__always) get { view[index].bits }
        @inline(__always) set {
            check(index)
            base[index] = newValue
        }
    }

    @inlinable
    @inline(__always)
    func check(_ index: Int) {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "A document has no such word.")
    }

    // MARK: Growing

    /// Makes room for `words` words in all.
    package mutating func reserveCapacity(_ words: Int) {
        if words > capacity { resize(to: words) }
    }

    /// Gives the memory after the last word back to the system, if there is much of it. Words that are appended later
    /// can use it again.
    func trim() {
        unsafe GrowingMemory.trim(base, size: capacity * 8, to: count * 8)
    }

    @inlinable
    @inline(__always)
    mutating func makeRoom(_ extra: Int) {
        if capacity &- count < extra { grow(extra) }
    }

    @inline(never)
    @usableFromInline mutating func grow(_ extra: Int) {
        resize(to: max(count + extra, capacity + capacity / 2 + 8))
    }

    private mutating func resize(to words: Int) {
        let (memory, size) = unsafe GrowingMemory.resize(base, from: capacity * 8, to: words * 8)
        base = unsafe memory.assumingMemoryBound(to: UInt64.self)
        capacity = size / 8
    }

    @inlinable
    @inline(__always)
    package mutating func append(_ word: UInt64) {
        makeRoom(1)
        base[count] = word
        count &+= 1
    }

    @inlinable
    @inline(__always)
    package mutating func append(_ first: UInt64, _ second: UInt64) {
        makeRoom(2)
        base[count] = first
        base[count &+ 1] = second
        count &+= 2
    }

    @inlinable
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

    /// Appends a value of another buffer: the `size` words from an index on. `first` replaces the first of these
    /// words.
    @inlinable
    @inline(__always)
    mutating func append(_ first: UInt64, with other: View, _ index: Int, _ size: Int) {
        precondition(index >= 0 && size > 0 && size <= other.count &- index, "A document has no such words.")
        makeRoom(size)
        base[count] = first
        for offset in 1..<size { base[count &+ offset] = other.base[index &+ offset] }
        count &+= size
    }

    @inlinable
    package mutating func removeLast() { removeAll(from: count - 1) }

    /// Removes the word at an index and all words after it.
    @inlinable
    @inline(__always)
    package mutating func removeAll(from index: Int) {
        precondition(index >= 0 && index <= count, "A document has no such word.")
        count = index
    }

    // MARK: Bytes

    /// Appends a word, the number of the bytes, and then the bytes, in as many words as they need.
    @safe
    @inlinable
    @inline(__always)
    package mutating func append(_ word: UInt64, counted bytes: UnsafeBufferPointer<UInt8>) {
        makeRoom(2 &+ (bytes.count &+ 7) >> 3)
        base[count] = word
        put(counted: bytes, at: count &+ 1)
    }

    /// Appends the number of the bytes, and then the bytes, in as many words as they need.
    @safe
    @inlinable
    @inline(__always)
    package mutating func append(counted bytes: UnsafeBufferPointer<UInt8>) {
        makeRoom(1 &+ (bytes.count &+ 7) >> 3)
        put(counted: bytes, at: count)
    }

    /// Writes the number of the bytes, and then the bytes, at an index. There must be enough room for them, and no
    /// words after the index.
    @safe
    @inlinable
    @inline(__always)
    mutating func put(counted bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        let words = (bytes.count &+ 7) >> 3
        base[index] = UInt64(bytes.count)
        if let start = bytes.baseAddress, words > 0 {
            // The rest of the last word is filled with zeros.
            base[index &+ words] = 0
            unsafe UnsafeMutableRawPointer(base + index + 1).copyText(from: start, byteCount: bytes.count)
        }
        count = index &+ 1 &+ words
    }

    /// Appends the number of the bytes and the address of the bytes. The address must be in the memory of `owner`.
    @safe
    package mutating func append(elsewhere bytes: UnsafeBufferPointer<UInt8>, in owner: ByteSource) {
        append(UInt64(bytes.count) | View.elsewhere, UInt64(UInt(bitPattern: bytes.baseAddress)))
        keep(owner)
    }

    private mutating func keep(_ owner: ByteSource) {
        if !owners.contains(where: { $0 === owner }) { owners.append(owner) }
    }

    /// Calls `body` with the bytes that ``append(counted:)`` appended at an index.
    @safe
    @inlinable
    @inline(__always)
    package func withBytes<Result>(at index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows
        -> Result
    {
        try view.withBytes(at: index, body)
    }
}

extension WordBuffer {
    /// A view of the words of a buffer. The buffer must exist and stay unchanged while the view is used. Every index is
    /// checked.
    @usableFromInline
    @safe
    package struct View {
        @safe @usableFromInline package let base: UnsafePointer<UInt64>
        @usableFromInline package let count: Int

        @usableFromInline package init(base: UnsafePointer<UInt64>, count: Int) {
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

        /// A flag of a length: the bytes are stored elsewhere, and the next word is their address.
        @usableFromInline package static let elsewhere: UInt64 = 1 << 63

        /// Returns the number of words that a text or data takes: the word with its length, at the given index, and
        /// the words with its bytes.
        @inlinable
        @inline(__always)
        package func textSize(at index: Int) -> Int {
            let byteCount = Int(truncatingIfNeeded: self[index].bits)
            return byteCount < 0 ? 2 : 1 &+ (byteCount &+ 7) >> 3
        }

        /// Returns the length at an index: the number of bytes.
        package func byteCount(at index: Int) -> Int { Int(self[index].bits & ~Self.elsewhere) }

        /// Calls `body` with the bytes whose length is at an index.
        @safe
        @inlinable
        @inline(__always)
        package func withBytes<Result>(at index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows
            -> Result
        {
            let byteCount = Int(truncatingIfNeeded: self[index].bits)
            if byteCount < 0 { return try unsafe body(bytesElsewhere(at: index)) }
            precondition(byteCount >= 0 && byteCount <= (count &- index &- 1) &* 8, "A document has no such bytes.")
            let start = unsafe UnsafeRawPointer(base + index + 1).assumingMemoryBound(to: UInt8.self)
            return try unsafe body(UnsafeBufferPointer(start: start, count: byteCount))
        }

        @usableFromInline
        func bytesElsewhere(at index: Int) -> UnsafeBufferPointer<UInt8> {
            unsafe UnsafeBufferPointer(
                start: UnsafePointer(bitPattern: UInt(self[index &+ 1].bits)), count: byteCount(at: index))
        }
    }

    /// A view of the current words.
    @inlinable
    package var view: View { unsafe View(base: base, count: count) }
}

/// A property that makes Swift pass the structure that contains it by its address.
///
/// If the layout of a large structure is known, Swift 6.3.1 copies the structure at each access that doesn't change
/// it. These copies took a tenth of all time for encoding and decoding. Swift doesn't copy a structure that contains
/// an existential.
package struct PassedByAddress: Sendable {
    private let nothing: (any Sendable)? = nil

    package init() {}
}
