/// A growing run of plain values, of which the last is the next to go: what is open while something nested is written
/// or read. Also a table, whose values are there from the start.
///
/// Its memory is its own, so that adding a value neither counts references nor asks whether somebody else has it. The
/// only unsafe code is here: every index is checked.
///
/// Swift 6.3.1 doesn't link one whose elements' type is private.
@safe
public struct Stack<Element: BitwiseCopyable>: ~Copyable {
    // Of `capacity` values, of which the first `length` are there.
    @safe @usableFromInline var base: UnsafeMutablePointer<Element>
    @usableFromInline var capacity: Int
    @usableFromInline var length = 0

    /// A stack without values.
    public init() { self.init(capacity: 16) }

    /// A stack that has the same value so many times.
    @inlinable
    public init(repeating value: Element, count: Int) {
        self.init(capacity: count)
        unsafe base.initialize(repeating: value, count: count)
        length = count
    }

    @usableFromInline
    init(capacity: Int) {
        // Never nothing: it grows by what it has.
        self.capacity = max(capacity, 1)
        base = UnsafeMutablePointer.allocate(capacity: self.capacity)
    }

    deinit { unsafe base.deallocate() }

    /// The same values, in memory of their own.
    package func copy() -> Stack {
        var copy = Stack(capacity: length)
        unsafe copy.base.update(from: base, count: length)
        copy.length = length
        return copy
    }

    /// How many values there are.
    @inlinable
    public var count: Int {
        @inline(__always) get { length }
    }
    /// True where there is no value.
    @inlinable
    public var isEmpty: Bool {
        @inline(__always) get { length == 0 }
    }
    /// The values' indices, the first that was added at 0.
    public var indices: Range<Int> { 0..<length }

    /// The value that was added last; nil where there is none.
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

    /// Adds a value. Amortised constant time.
    @inlinable
    @inline(__always)
    public mutating func append(_ value: Element) {
        if length == capacity { grow() }
        unsafe (base + length).initialize(to: value)
        length &+= 1
    }

    /// Removes the value that was added last; nil where there is none.
    @inlinable
    @inline(__always)
    public mutating func popLast() -> Element? {
        guard length > 0 else { return nil }
        length &-= 1
        return base[length]
    }

    /// Drops all values behind the first `count`.
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
