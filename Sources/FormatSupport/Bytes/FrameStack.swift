/// A stack of frames, one for each level that is open while a nested value is written or read, the innermost on top. It
/// is never empty: the first frame represents the level outside of all others.
///
/// The frame on top is read and changed in place. A separate variable for it would be copied whenever a level begins
/// or ends, right after some of its fields were changed. Processors stall until such writes are finished.
@safe
public struct FrameStack<Frame: BitwiseCopyable>: ~Copyable {
    // The memory always has room for the frame on top, at the index `depth`. Every index is checked.
    @safe @usableFromInline var base: UnsafeMutablePointer<Frame>
    @safe @usableFromInline var last: UnsafeMutablePointer<Frame>
    @usableFromInline var capacity = 16
    /// The number of frames below the one on top.
    @inlinable public var depth: Int { count }
    @usableFromInline var count = 0

    /// Creates a stack of one frame.
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

    /// The frame that has `depth` frames below it.
    package subscript(depth: Int) -> Frame {
        precondition(depth >= 0 && depth <= count, "The stack has no such frame.")
        return base[depth]
    }

    /// Puts a frame on top. The time is constant on average.
    @inlinable
    @inline(__always)
    public mutating func push(_ frame: Frame) {
        count &+= 1
        if count == capacity { grow() }
        unsafe last += 1
        unsafe last.initialize(to: frame)
    }

    /// Removes the frame on top. The first frame is never removed.
    @inlinable
    @inline(__always)
    public mutating func pop() {
        guard count > 0 else { return }
        count &-= 1
        unsafe last -= 1
    }

    /// Removes frames until only `depth` frames are below the one on top.
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
