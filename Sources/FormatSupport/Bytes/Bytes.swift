// Buffers of borrowed bytes. The owner of a buffer keeps its memory valid. Code that gets a buffer only reads it.

extension UnsafeBufferPointer<UInt8> {
    /// The bytes as UTF-8 text. Invalid sequences are replaced with U+FFFD.
    @safe
    @inlinable
    @inline(__always)
    public var text: String { unsafe String(decoding: self, as: UTF8.self) }

    /// The bytes as text. Nil if the bytes aren't valid UTF-8.
    @safe
    @inlinable
    @inline(__always)
    public var validText: String? { isUTF8 ? unsafe uncheckedText : nil }

    /// The bytes as text. They must be valid UTF-8, which isn't checked: any other bytes are undefined behaviour.
    ///
    /// Use this property only for bytes that were checked before. ``validText`` checks the bytes.
    @unsafe
    @inlinable
    @inline(__always)
    public var uncheckedText: String {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return text }
        return unsafe String(copying: UTF8Span(unchecked: Span(_unsafeElements: self)))
    }

    /// The bytes as UTF-8 text. Invalid sequences are replaced with U+FFFD.
    @available(*, deprecated, message: "Use `validText`, or `uncheckedText` for bytes that were checked before.")
    @safe
    @inlinable
    @inline(__always)
    public var checkedText: String { text }

    /// The bytes as text. They must be ASCII, which isn't checked: any other bytes are undefined behaviour.
    @unsafe
    @inline(__always)
    var uncheckedASCII: String {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return text }
        return unsafe String(copying: UTF8Span(unchecked: Span(_unsafeElements: self), isKnownASCII: true))
    }

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

    /// Returns the bytes of a range, which must lie within the buffer. They aren't copied.
    @safe
    @inlinable
    @inline(__always)
    public func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "There are no such bytes.")
        return unsafe UnsafeBufferPointer(rebasing: self[range])
    }

    /// Returns the index of the first byte with a value, at or after an index. Returns nil if there is no such byte.
    @safe
    @inlinable
    @inline(__always)
    public func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard let base = baseAddress, start >= 0, start < count,
            let found = unsafe memchr(base + start, Int32(byte), count - start)
        else { return nil }
        return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Returns the index of the first occurrence of a literal at or after an index. Returns nil if the literal
    /// doesn't occur, or if it is empty. The search is fast if the literal's first byte is rare.
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

    /// Returns true if the buffer contains a literal's bytes at an index.
    @safe
    @inlinable
    @inline(__always)
    public func has(_ literal: StaticString, at index: Int) -> Bool {
        has(literal.bytes, at: index)
    }

    /// Returns true if the buffer contains other bytes at an index.
    @safe
    @inlinable
    @inline(__always)
    public func has(_ other: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index >= 0, index <= count, other.count <= count - index else { return false }
        guard let base = baseAddress, let start = other.baseAddress else { return other.isEmpty }
        return unsafe memcmp(base + index, start, other.count) == 0
    }

    /// Returns true if both buffers contain the same bytes.
    @safe
    @inlinable
    @inline(__always)
    public func equals(_ other: UnsafeBufferPointer<UInt8>) -> Bool { count == other.count && has(other, at: 0) }

    /// Returns true if these bytes come before other bytes in lexicographic order.
    @safe
    func precedes(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        let common = Swift.min(count, other.count)
        guard common > 0, let base = baseAddress, let start = other.baseAddress else { return count < other.count }
        let difference = unsafe memcmp(base, start, common)
        return difference == 0 ? count < other.count : difference < 0
    }
}

extension UnsafeMutableBufferPointer<UInt8> {
    /// Returns the bytes of a range, which must lie within the buffer. They aren't copied.
    @safe
    @inlinable
    @inline(__always)
    public func part(_ range: Range<Int>) -> UnsafeMutableBufferPointer<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "There are no such bytes.")
        return unsafe UnsafeMutableBufferPointer(rebasing: self[range])
    }
}

extension UnsafeMutableRawPointer {
    /// Copies bytes of text. Most texts are short. Up to 64 bytes are copied as a few words of 8 bytes, without a
    /// function call. The last two words may overlap.
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
    /// The bytes of the literal. They stay valid as long as the process runs.
    @safe
    @inlinable
    @inline(__always)
    public var bytes: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }

    /// The address of the literal's bytes. It identifies the literal, and must not be dereferenced.
    @inlinable
    @inline(__always)
    package var address: UInt { unsafe UInt(bitPattern: utf8Start) }
}

extension String {
    /// Calls `body` with the UTF-8 bytes in place, without copying the bytes or counting a reference. Returns nil,
    /// without a call, if the bytes aren't contiguous in memory. The bytes of nearly all strings are contiguous.
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

    /// Returns true if the data contains the bytes of a text.
    package func contains(text: String) -> Bool {
        var text = text
        return withBytes { bytes in
            text.withUTF8 { text in
                guard let first = unsafe text.first else { return true }
                var next = 0
                while let found = bytes.firstIndex(of: first, from: next) {
                    if bytes.has(text, at: found) { return true }
                    next = found + 1
                }
                return false
            }
        }
    }
}

extension [UInt8] {
    /// Appends bytes, which are copied.
    @safe
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe append(contentsOf: bytes) }
}

extension UUID {
    /// The sixteen bytes of the UUID.
    public var data: Data { unsafe withUnsafeBytes(of: uuid) { unsafe Data($0) } }
}

extension Hasher {
    /// Adds bytes to the hash.
    @safe
    package mutating func combine(bytes: UnsafeBufferPointer<UInt8>) {
        unsafe combine(bytes: UnsafeRawBufferPointer(bytes))
    }
}
