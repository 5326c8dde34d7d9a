import FormatSupport

/// Memory for the elements of an array that is being read. Its owner moves or destroys the elements that were read.
@usableFromInline
@safe
struct DirectElements: ~Copyable {
    // Memory for `capacity` elements, the first `count` of which are initialized.
    @safe @usableFromInline var start: UnsafeMutableRawPointer
    @usableFromInline var count = 0
    @usableFromInline var capacity: Int
    @usableFromInline let stride: Int

    @usableFromInline
    init(of form: ValueForm) {
        stride = form.stride
        capacity = form.kind == .object ? 16 : 4
        unsafe start = Self.require(malloc(capacity * stride))
    }

    @inlinable
    deinit { unsafe free(start) }

    /// The memory for the next element.
    @inlinable
    @inline(__always)
    mutating func next() -> UnsafeMutableRawPointer {
        if count == capacity { grow() }
        return unsafe start + count &* stride
    }

    @usableFromInline
    @inline(never)
    mutating func grow() {
        capacity *= 2
        // Values of the types that have a form can be moved by their bytes.
        unsafe start = Self.require(realloc(start, capacity * stride))
    }

    private static func require(_ memory: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
        guard let memory = unsafe memory else { fatalError("Out of memory") }
        return unsafe memory
    }
}
