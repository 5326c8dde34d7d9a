import Foundation

// Bytes that somebody lends. Whoever makes or keeps a buffer answers for it; whoever was lent one only reads it.

extension UnsafeBufferPointer<UInt8> {
    /// The bytes as UTF-8 text, in which what is none is replaced.
    @safe
    @inlinable
    @inline(__always)
    public var text: String { unsafe String(decoding: self, as: UTF8.self) }

    /// The bytes as text; nil where they aren't UTF-8.
    @safe
    @inlinable
    @inline(__always)
    public var validText: String? { isUTF8 ? text : nil }

    /// A copy of the bytes.
    @safe
    @inlinable
    @inline(__always)
    public var array: [UInt8] { unsafe Array(self) }

    /// A copy of the bytes.
    @safe
    @inlinable
    @inline(__always)
    public var data: Data { unsafe Data(self) }

    /// The bytes of a range, which must lie within these.
    @safe
    @inlinable
    @inline(__always)
    public func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "There are no such bytes.")
        return unsafe UnsafeBufferPointer(rebasing: self[range])
    }

    /// Where a byte first stands at an index or behind it; nil where it doesn't.
    @safe
    @inlinable
    @inline(__always)
    public func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard let base = baseAddress, start >= 0, start < count,
            let found = unsafe memchr(base + start, Int32(byte), count - start)
        else { return nil }
        return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Where a literal's bytes, of which there is one at least, first stand at an index or behind it; nil where they
    /// don't. Fast where its first byte is rare.
    @safe
    public func firstIndex(of literal: StaticString, from start: Int) -> Int? {
        guard let first = unsafe literal.bytes.first else { return nil }
        var next = start
        while let found = firstIndex(of: first, from: next) {
            if has(literal, at: found) { return found }
            next = found + 1
        }
        return nil
    }

    /// True where a literal's bytes stand at an index.
    @safe
    @inlinable
    @inline(__always)
    public func has(_ literal: StaticString, at index: Int) -> Bool {
        has(literal.bytes, at: index)
    }

    /// True where these bytes stand at an index.
    @safe
    @inlinable
    @inline(__always)
    public func has(_ other: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index >= 0, index <= count, other.count <= count - index else { return false }
        guard let base = baseAddress, let start = other.baseAddress else { return other.isEmpty }
        return unsafe memcmp(base + index, start, other.count) == 0
    }

    /// True where the bytes are the same.
    @safe
    @inlinable
    @inline(__always)
    public func equals(_ other: UnsafeBufferPointer<UInt8>) -> Bool { count == other.count && has(other, at: 0) }
}

extension UnsafeMutableBufferPointer<UInt8> {
    /// The bytes of a range, which must lie within these.
    @safe
    @inlinable
    @inline(__always)
    public func part(_ range: Range<Int>) -> UnsafeMutableBufferPointer<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "There are no such bytes.")
        return unsafe UnsafeMutableBufferPointer(rebasing: self[range])
    }
}

extension UnsafeMutableRawPointer {
    /// Copies bytes. Most texts are short: then a few words are all, the last of which overlap, without a call.
    @inlinable
    @inline(__always)
    package func copyText(from start: UnsafeRawPointer, byteCount count: Int) {
        if count > 64 {
            unsafe copyMemory(from: start, byteCount: count)
        } else if count >= 8 {
            let last = count &- 8
            var offset = 0
            while offset < last {
                let word = unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                unsafe storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
                offset &+= 8
            }
            let word = unsafe start.loadUnaligned(fromByteOffset: last, as: UInt64.self)
            unsafe storeBytes(of: word, toByteOffset: last, as: UInt64.self)
        } else if count >= 4 {
            let last = count &- 4
            let words = unsafe (
                start.loadUnaligned(as: UInt32.self), start.loadUnaligned(fromByteOffset: last, as: UInt32.self)
            )
            unsafe storeBytes(of: words.0, as: UInt32.self)
            unsafe storeBytes(of: words.1, toByteOffset: last, as: UInt32.self)
        } else {
            for offset in 0..<count {
                unsafe storeBytes(
                    of: start.load(fromByteOffset: offset, as: UInt8.self), toByteOffset: offset, as: UInt8.self)
            }
        }
    }
}

extension StaticString {
    /// The bytes of a literal of text, which stay where they are.
    @safe
    @inlinable
    @inline(__always)
    public var bytes: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }

    /// Where a literal of text stands: to tell one from others, and never to be followed.
    @inlinable
    @inline(__always)
    package var address: UInt { unsafe UInt(bitPattern: utf8Start) }
}

extension String {
    /// Calls `body` with the UTF-8 bytes where they stand in memory, as nearly all text's do: without a copy, and so
    /// without counting a reference. Nil where they don't.
    @safe
    @inlinable
    @inline(__always)
    public func withStoredUTF8<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        unsafe try utf8.withContiguousStorageIfAvailable(body)
    }
}

extension ContiguousBytes {
    /// Calls `body` with the bytes.
    @safe
    @inlinable
    @inline(__always)
    public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try unsafe withUnsafeBytes { bytes in try unsafe body(bytes.bindMemory(to: UInt8.self)) }
    }
}

extension [UInt8] {
    /// Appends bytes, which are copied.
    @safe
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe append(contentsOf: bytes) }
}

extension UUID {
    /// The sixteen bytes.
    public var data: Data { unsafe withUnsafeBytes(of: uuid) { unsafe Data($0) } }
}

extension Hasher {
    /// Takes the bytes in.
    @safe
    package mutating func combine(bytes: UnsafeBufferPointer<UInt8>) {
        unsafe combine(bytes: UnsafeRawBufferPointer(bytes))
    }
}
