import FormatSupport

/// Memory for the elements of an array that is being read. Its owner moves or destroys the elements that were read.
@usableFromInline
@frozen
@safe
struct DirectElements: ~Copyable {
    // Memory for `capacity` elements, the first `count` of which are initialized.
    @safe @usableFromInline private(set) var start: UnsafeMutableRawPointer
    @usableFromInline var count = 0
    @usableFromInline private(set) var capacity: Int
    @usableFromInline let stride: Int

    /// Takes memory that another array has given back, or allocates some.
    @inlinable
    @inline(__always)
    init(of form: ValueForm, _ reading: inout DirectReading) {
        stride = Swift.max(form.stride, 1)
        let (start, byteCount) = unsafe reading.spareMemory.take()
        unsafe self.start = start
        capacity = byteCount / stride
    }

    /// Gives the memory back. It must have no elements any more.
    @inlinable
    @inline(__always)
    consuming func end(_ reading: inout DirectReading) {
        unsafe reading.spareMemory.giveBack(start)
        discard self
    }

    @inlinable
    deinit { unsafe SpareMemory.free(start) }

    /// Returns the memory for the next element.
    @inlinable
    @inline(__always)
    mutating func next() -> UnsafeMutableRawPointer {
        if count == capacity { grow() }
        return unsafe start + count &* stride
    }

    @usableFromInline
    @inline(never)
    mutating func grow() {
        capacity = max(capacity * 2, 4)
        // Values of the types that have a form can be moved by their bytes.
        unsafe start = SpareMemory.grow(start, to: capacity * stride)
    }
}

/// Memory that arrays have used for their elements, and that other arrays may use again. Allocating memory takes
/// longer than reading a few numbers.
///
/// Each piece of memory has a header, with the address of the next spare piece and the number of bytes.
@usableFromInline
@safe
struct SpareMemory: ~Copyable {
    @safe @usableFromInline var first: UnsafeMutableRawPointer?

    @inlinable
    init() { first = nil }

    @inlinable
    deinit {
        var next = first
        while let piece = unsafe next {
            unsafe next = piece.load(as: UnsafeMutableRawPointer?.self)
            unsafe Self.free(piece + Self.header)
        }
    }

    /// The number of bytes of a header. The memory after the header is aligned for all types.
    @inlinable static var header: Int { 16 }

    @inlinable
    @inline(__always)
    mutating func take() -> (start: UnsafeMutableRawPointer, byteCount: Int) {
        guard let piece = first else { return unsafe Self.allocated() }
        unsafe first = piece.load(as: UnsafeMutableRawPointer?.self)
        return unsafe (piece + Self.header, piece.load(fromByteOffset: 8, as: Int.self))
    }

    @unsafe
    @inlinable
    @inline(__always)
    mutating func giveBack(_ start: UnsafeMutableRawPointer) {
        let piece = unsafe start - Self.header
        unsafe piece.storeBytes(of: first, as: UnsafeMutableRawPointer?.self)
        unsafe first = piece
    }

    @usableFromInline
    @inline(never)
    static func allocated() -> (start: UnsafeMutableRawPointer, byteCount: Int) {
        let byteCount = 256 - header
        return unsafe (start(of: malloc(header + byteCount), byteCount), byteCount)
    }

    @unsafe
    static func grow(_ start: UnsafeMutableRawPointer, to byteCount: Int) -> UnsafeMutableRawPointer {
        unsafe self.start(of: realloc(start - header, header + byteCount), byteCount)
    }

    @unsafe
    @usableFromInline
    static func free(_ start: UnsafeMutableRawPointer) { unsafe release(start - header) }

    /// Writes the number of bytes into the header of a new piece, and returns the memory after the header.
    @unsafe
    private static func start(of piece: UnsafeMutableRawPointer?, _ byteCount: Int) -> UnsafeMutableRawPointer {
        guard let piece = unsafe piece else { fatalError("Out of memory") }
        unsafe piece.storeBytes(of: byteCount, toByteOffset: 8, as: Int.self)
        return unsafe piece + header
    }
}

@unsafe
private func release(_ memory: UnsafeMutableRawPointer) { unsafe free(memory) }
