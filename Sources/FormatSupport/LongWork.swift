internal import CBaseModel

/// The cancellation of long work.
///
/// Work is one call that reads, writes or copies values. It happens inside ``run(_:)``. The loops of the work pass a
/// checkpoint after each ``values`` values or ``bytes`` bytes. The first checkpoint that finds the task cancelled
/// stops the work: no later checkpoint can be passed, and `run` throws `CancellationError`, whatever its body returns
/// or throws. Therefore a loop that can't pass a checkpoint may fail with any error. Catching this error has no
/// effect on the result of `run`.
///
/// Work without a checkpoint is never stopped. For example, a short save in a cancelled task is completed. Outside of
/// ``run(_:)``, and outside of tasks, every checkpoint can be passed.
public enum LongWork {
    /// The number of values between two checkpoints.
    public static let values = 4096
    /// The number of bytes between two checkpoints.
    public static let bytes = 1 << 20

    // Work is synchronous, so it stays on its thread. The state of a thread has a bit each for work that is stopped and
    // for work that can't be stopped. The other bits are the number of nested runs.
    private static let (stopped, steady, one): (UInt64, UInt64, UInt64) = (1, 2, 4)

    /// Runs work, and returns its result.
    ///
    /// - Throws: `CancellationError` if a checkpoint has found the task cancelled; otherwise the error of the work.
    public static func run<Value>(_ work: () throws -> Value) throws -> Value {
        begin()
        do {
            let value = try work()
            guard isStopped else {
                end()
                return value
            }
            discard(value)
        } catch {
            guard isStopped else {
                end()
                throw error
            }
        }
        end()
        throw CancellationError()
    }

    /// Runs work like ``run(_:)``, for a result that nothing else refers to.
    package static func runToSend<Value>(_ work: () throws -> sending Value) throws -> sending Value {
        begin()
        let value: Value
        do { value = try work() } catch {
            guard isStopped else {
                end()
                throw error
            }
            end()
            throw CancellationError()
        }
        guard isStopped else {
            end()
            return value
        }
        end()
        throw CancellationError()
    }

    /// True if the work may continue after a checkpoint. False if the work's task is cancelled. The caller then has
    /// to fail.
    public static var mayGoOn: Bool {
        @inline(never) get {
            let state = long_work_state()
            if state & stopped != 0 { return false }
            guard state >= one, state & steady == 0, Task.isCancelled else { return true }
            long_work_set_state(state | stopped)
            return false
        }
    }

    /// True if a checkpoint has stopped the work that is running. The results of this work may be incomplete.
    package static var isStopped: Bool { long_work_state() & stopped != 0 }

    /// Runs work that isn't stopped even if its task is cancelled: for example, work whose result several tasks use,
    /// or that can't be interrupted.
    package static func steadily<Value, Failure>(
        _ work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let outer = long_work_state()
        long_work_set_state(steady)
        defer { long_work_set_state(outer) }
        return try work()
    }

    /// Passes checkpoints for a loop that doesn't count its steps.
    public struct Checkpoints: BitwiseCopyable, Sendable {
        @usableFromInline var left = values

        public init() {}

        /// Counts a step of the loop. Returns false if the work must end, as ``LongWork/mayGoOn`` does.
        @inlinable
        @inline(__always)
        public mutating func mayGoOn() -> Bool {
            left &-= 1
            if left > 0 { return true }
            left = values
            return LongWork.mayGoOn
        }
    }

    /// Returns the number of values at the next checkpoint, or the limit if that is less.
    @inlinable
    package static func checkpoint(behind count: Int, limit: Int) -> Int {
        limit - max(count, 0) > values ? max(count, 0) + values : limit
    }

    /// Begins work, like ``run(_:)``.
    package static func begin() { long_work_set_state(long_work_state() &+ one) }

    /// Ends work that ``begin()`` has begun.
    package static func end() {
        let state = long_work_state() &- one
        guard state < one, state & stopped != 0 else { return long_work_set_state(state) }
        // The outermost run leaves no state.
        long_work_set_state(state & ~stopped)
        Remains.free()
    }

    /// Keeps a value that stopped work has made in part, until the work has ended. Then another thread frees the
    /// value, because freeing a million models takes longer than a cancelled task may run.
    package static func discard(_ value: Any) {
        if isStopped { Remains.add(value) }
    }

    /// The values that the stopped work of a thread has left.
    private final class Remains: @unchecked Sendable {
        // Only one thread at a time uses it.
        private var values: [Any] = []

        static func add(_ value: Any) {
            if let known = unsafe long_work_remains() {
                unsafe Unmanaged<Remains>.fromOpaque(known).takeUnretainedValue().values.append(value)
                return
            }
            let made = Remains()
            made.values = [value]
            unsafe long_work_set_remains(Unmanaged.passRetained(made).toOpaque())
        }

        static func free() {
            guard let known = unsafe long_work_remains() else { return }
            long_work_set_remains(nil)
            let remains = unsafe Unmanaged<Remains>.fromOpaque(known).takeRetainedValue()
            Task.detached(priority: .utility) { remains.values = [] }
        }
    }

    /// Sorts elements, with a checkpoint after each ``values`` comparisons. If a checkpoint can't be passed, the
    /// resulting order is undefined.
    @inlinable
    @inline(__always)
    package static func sort<Element>(_ elements: inout [Element], by precedes: (Element, Element) -> Bool) {
        var left = values
        try? elements.sort { first, second throws in
            left &-= 1
            if left == 0 {
                guard mayGoOn else { throw CancellationError() }
                left = values
            }
            return precedes(first, second)
        }
    }

    /// Calls a function with consecutive ranges of bytes, one piece after the other, with a checkpoint between two
    /// pieces.
    ///
    /// - Parameter step: The length of each piece is a multiple of this number of bytes. Only the last piece may have
    ///   another length.
    /// - Returns: False if a checkpoint couldn't be passed, or the function returned false.
    package static func inPieces(of count: Int, step: Int = 1, _ body: (Range<Int>) throws -> Bool) rethrows -> Bool {
        let size = bytes / step * step
        var start = 0
        while true {
            let end = min(start + size, count)
            guard try body(start..<end) else { return false }
            guard end < count else { return true }
            guard mayGoOn else { return false }
            start = end
        }
    }
}

extension UnsafeMutablePointer {
    /// Destroys values that were read. The values of stopped work are kept until the work has ended, as with
    /// ``LongWork/discard(_:)``.
    @unsafe
    package func discard(count: Int) {
        guard LongWork.isStopped else {
            unsafe deinitialize(count: count)
            return
        }
        LongWork.discard(
            unsafe [Pointee](unsafeUninitializedCapacity: count) { room, filled in
                if count > 0 { unsafe room.baseAddress?.moveInitialize(from: self, count: count) }
                filled = count
            })
    }
}
