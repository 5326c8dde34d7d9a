import CLibsecret
import Dispatch
import ModelCore
import Synchronization

/// Runs blocking work on a separate thread, and returns in bounded time, whatever the work does.
///
/// Work that was cancelled but doesn't end keeps its thread and its memory: nothing that the work still uses is
/// freed. Its result is dropped.
enum BoundedCall {
    /// The time that cancelled work may take to end, in seconds.
    private static let grace = 0.5

    private final class Outcome<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, ModelError>?>(nil)
        let isThere = DispatchSemaphore(value: 0)
    }

    static func run<Value: Sendable>(
        within limit: Duration, _ work: @escaping @Sendable (CallControl) throws -> Value
    ) throws(ModelError) -> Value {
        let control = CallControl(deadline: .now + limit)
        let outcome = Outcome<Value>()
        // A new queue gets a separate thread, and takes no thread from the program's queues.
        DispatchQueue(label: "SecretStore").async {
            let result = Result { try withOwnContext { try work(control) } }.mapError { ModelError(wrapping: $0) }
            outcome.result.withLock { $0 = result }
            outcome.isThere.signal()
        }
        let seconds = Double(limit.components.seconds) + Double(limit.components.attoseconds) * 1e-18
        if outcome.isThere.wait(timeout: .now() + seconds) == .timedOut {
            control.cancel()
            if outcome.isThere.wait(timeout: .now() + grace) == .timedOut { throw .secretTimeout }
        }
        guard let result = outcome.result.withLock({ $0 }) else { throw .secretTimeout }
        return try result.get()
    }

    /// Runs work with a separate main context for this thread, in which GLib delivers the events that the work waits
    /// for. The app's main loop isn't used, and the app needn't have one.
    private static func withOwnContext<Value>(_ work: () throws -> Value) rethrows -> Value {
        let context = g_main_context_new()
        g_main_context_push_thread_default(context)
        defer {
            // Runs the callbacks that are still queued: later, the objects that they refer to are gone.
            var rounds = 0
            while rounds < 1000, g_main_context_iteration(context, 0) != 0 { rounds += 1 }
            g_main_context_pop_thread_default(context)
            unsafe g_main_context_unref(context)
        }
        return try work()
    }
}
