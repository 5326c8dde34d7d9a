/// A table of plain values whose size is a power of two: an array without reference counting, for tables that are
/// looked into with every value that is coded.
///
/// Safe to use: every index is cut to the table's size.
@safe
struct RawTable<Element: BitwiseCopyable>: ~Copyable {
    private let base: UnsafeMutablePointer<Element>
    /// One less than the number of elements.
    let mask: Int

    /// - Parameter bits: The logarithm of the number of elements.
    init(bits: Int, filledWith element: Element) {
        let count = 1 << bits
        unsafe base = .allocate(capacity: count)
        unsafe base.initialize(repeating: element, count: count)
        mask = count - 1
    }

    deinit { unsafe base.deallocate() }

    subscript(index: Int) -> Element {
        @inline(__always) get { unsafe base[index & mask] }
        @inline(__always) nonmutating set { unsafe base[index & mask] = newValue }
    }
}

/// A stack of numbers: an array without reference counting.
///
/// Safe to use: it grows before it is written to, and no element behind the last is read.
@safe
struct RawStack: ~Copyable {
    private var base: UnsafeMutablePointer<UInt32>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(capacity, 16)
        unsafe base = .allocate(capacity: self.capacity)
    }

    deinit { unsafe base.deallocate() }

    @inline(__always)
    mutating func append(_ value: UInt32) {
        if count == capacity { grow() }
        unsafe base[count] = value
        count &+= 1
    }

    @inline(never)
    private mutating func grow() {
        let wider = capacity + capacity / 2
        let moved = UnsafeMutablePointer<UInt32>.allocate(capacity: wider)
        unsafe moved.initialize(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = moved
        capacity = wider
    }

    /// Zero where there is no such element.
    subscript(index: Int) -> UInt32 {
        @inline(__always) get { index >= 0 && index < count ? unsafe base[index] : 0 }
        set { if index >= 0, index < count { unsafe base[index] = newValue } }
    }

    @inline(__always)
    mutating func removeLast() -> UInt32 {
        guard count > 0 else { return 0 }
        count &-= 1
        return unsafe base[count]
    }

    /// Drops all elements from `start` on.
    @inline(__always)
    mutating func cut(to start: Int) {
        if start >= 0, start < count { count = start }
    }

    /// The elements from `start` on.
    @inline(__always)
    func with<Result: ~Copyable>(from start: Int, _ body: (Span<UInt32>) -> Result) -> Result {
        let first = min(max(start, 0), count)
        // The buffer is not changed while `body` runs: this method borrows it.
        let elements = unsafe UnsafeBufferPointer(start: base + first, count: count - first)
        return unsafe body(elements.span)
    }
}
