/// A table of plain values whose size is a power of two: an array without reference counting, for tables that are
/// looked into with every value that is coded.
///
/// Safe to use: every index is cut to the table's size.
@safe
struct RawTable<Element: BitwiseCopyable>: ~Copyable {
    @safe private let base: UnsafeMutablePointer<Element>
    /// One less than the number of elements.
    let mask: Int

    /// - Parameter bits: The logarithm of the number of elements.
    init(bits: Int, filledWith element: Element) {
        let count = 1 << bits
        base = .allocate(capacity: count)
        unsafe base.initialize(repeating: element, count: count)
        mask = count - 1
    }

    deinit { unsafe base.deallocate() }

    subscript(index: Int) -> Element {
        @inline(__always) get { base[index & mask] }
        @inline(__always) nonmutating set { base[index & mask] = newValue }
    }
}
