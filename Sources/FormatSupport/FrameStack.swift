/// What is open while something nested is written or read, the innermost on top. There always is one: the first stands
/// for what all else is in.
///
/// The one on top is read and changed where it stands. One kept beside the others would be copied at each step in and
/// out, right after parts of it were changed, and processors wait for those to be written.
@safe
public struct FrameStack<Frame: BitwiseCopyable>: ~Copyable {
    // The memory has always room for the frame on top, at `depth`, and every index is checked.
    @safe @usableFromInline var base: UnsafeMutablePointer<Frame>
    @safe @usableFromInline var last: UnsafeMutablePointer<Frame>
    @usableFromInline var capacity = 16
    /// How many frames there are below the one on top.
    @inlinable public var depth: Int { count }
    @usableFromInline var count = 0

    /// A stack of one frame.
    public init(_ first: Frame) {
        base = UnsafeMutablePointer.allocate(capacity: capacity)
        unsafe base.initialize(to: first)
        last = base
    }

    deinit { unsafe base.deallocate() }

    /// The innermost frame.
    @inlinable
    public var top: Frame {
        @inline(__always) _read { yield last.pointee }
        @inline(__always) _modify { yield &last.pointee }
    }

    /// The frame that has so many below it.
    package subscript(depth: Int) -> Frame {
        precondition(depth >= 0 && depth <= count, "The stack has no such frame.")
        return base[depth]
    }

    /// Puts a frame on top. Amortised constant time.
    @inlinable
    @inline(__always)
    public mutating func push(_ frame: Frame) {
        count &+= 1
        if count == capacity { grow() }
        unsafe last += 1
        unsafe last.initialize(to: frame)
    }

    /// Removes the frame on top; the first one stays.
    @inlinable
    @inline(__always)
    public mutating func pop() {
        guard count > 0 else { return }
        count &-= 1
        unsafe last -= 1
    }

    /// Removes frames until so many are below the one on top.
    package mutating func pop(to depth: Int) {
        while count > max(depth, 0) { pop() }
    }

    @usableFromInline
    @inline(never)
    mutating func grow() {
        let larger = UnsafeMutablePointer<Frame>.allocate(capacity: capacity * 2)
        unsafe larger.update(from: base, count: capacity)
        unsafe last = larger + (last - base)
        unsafe base.deallocate()
        unsafe base = larger
        capacity *= 2
    }
}
