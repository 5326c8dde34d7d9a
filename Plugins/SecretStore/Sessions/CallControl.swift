import CLibsecret
import ModelCore

/// The deadline of one operation, and the means to cancel it from another thread.
///
/// `@safe` and `@unchecked Sendable`: this object holds one reference to a `GCancellable`, which any thread may use.
/// Its other properties never change.
@safe
final class CallControl: @unchecked Sendable {
    @safe let cancellable: OpaquePointer
    let deadline: ContinuousClock.Instant

    init(deadline: ContinuousClock.Instant) {
        self.deadline = deadline
        // Never nil: GLib ends the program if it has no memory.
        cancellable = g_cancellable_new()
    }

    deinit { unsafe g_object_unref(UnsafeMutableRawPointer(cancellable)) }

    var isCancelled: Bool { g_cancellable_is_cancelled(cancellable) != 0 }

    func cancel() { g_cancellable_cancel(cancellable) }

    /// Returns the time until the deadline, in milliseconds, for a D-Bus call. Throws `timedOut` if no time is left.
    func remainingMilliseconds() throws(ModelError) -> Int32 {
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { throw .secretTimeout }
        return Int32(clamping: left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1)
    }
}
