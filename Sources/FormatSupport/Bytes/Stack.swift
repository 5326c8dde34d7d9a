/// A growing stack of plain values, such as the containers that are open while a nested value is written or read. A
/// stack that is created with values can also be used as a table.
///
/// A stack never shares its memory, so that adding a value needs neither reference counting nor a test for a unique
/// reference. Unsafe code is confined to this type: every index is checked.
///
/// Swift 6.3.1 doesn't link a stack if the type of its elements is private.
@safe
public struct Stack<Element: BitwiseCopyable>: ~Copyable {
    // Memory for `capacity` values, the first `length` of which are initialized.
    @safe @usableFromInline var base: UnsafeMutablePointer<Element>
    @usableFromInline var capacity: Int
    @usableFromInline var length = 0

    /// Creates an empty stack.
    public init() { self.init(capacity: 16) }

    /// Creates a stack that contains a value `count` times.
    @inlinable
    public init(repeating value: Element, count: Int) {
        self.init(capacity: count)
        unsafe base.initialize(repeating: value, count: count)
        length = count
    }

    @usableFromInline
    init(capacity: Int) {
        // Never 0: growing doubles the capacity.
        self.capacity = max(capacity, 1)
        base = UnsafeMutablePointer.allocate(capacity: self.capacity)
    }

    deinit { unsafe base.deallocate() }

    /// Returns a stack of the same values, in separate memory.
    package func copy() -> Stack {
        var copy = Stack(capacity: length)
        unsafe copy.base.update(from: base, count: length)
        copy.length = length
        return copy
    }

    /// The number of values.
    @inlinable
    public var count: Int {
        @inline(__always) get { length }
    }
    /// True if there are no values.
    @inlinable
    public var isEmpty: Bool {
        @inline(__always) get { length == 0 }
    }
    /// The indices of the values. The value that was added first has the index 0.
    public var indices: Range<Int> { 0..<length }

    /// The value that was added last. Nil if the stack is empty.
    @inlinable
    public var last: Element? {
        @inline(__always) get { length > 0 ? base[length &- 1] : nil }
    }

    /// The value at an index, which must be one of ``indices``.
    @inlinable
    public subscript(index: Int) -> Element {
        @inline(__always) get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: length), "The stack has no such value.")
            return base[index]
        }
        @inline(__always) _modify {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: length), "The stack has no such value.")
            yield &base[index]
        }
    }

    /// Adds a value. The time is constant on average.
    @inlinable
    @inline(__always)
    public mutating func append(_ value: Element) {
        if length == capacity { grow() }
        unsafe (base + length).initialize(to: value)
        length &+= 1
    }

    /// Removes and returns the value that was added last. Returns nil if the stack is empty.
    @inlinable
    @inline(__always)
    public mutating func popLast() -> Element? {
        guard length > 0 else { return nil }
        length &-= 1
        return base[length]
    }

    /// Removes all values after the first `count`.
    @inlinable
    @inline(__always)
    public mutating func truncate(to count: Int) {
        if count >= 0, count < length { length = count }
    }

    /// Calls `body` with the values from an index on.
    @inlinable
    @inline(__always)
    public func withValues<Result: ~Copyable>(from start: Int, _ body: (Span<Element>) -> Result) -> Result {
        let first = min(max(start, 0), length)
        // The buffer isn't changed while `body` runs: this method borrows it.
        let values = unsafe UnsafeBufferPointer(start: base + first, count: length - first)
        return unsafe body(values.span)
    }

    @usableFromInline
    @inline(never)
    mutating func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        unsafe larger.update(from: base, count: length)
        unsafe base.deallocate()
        unsafe base = larger
        capacity *= 2
    }
}
