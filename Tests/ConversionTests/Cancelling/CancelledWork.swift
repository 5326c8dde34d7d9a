import FormatSupport
import Foundation
import Synchronization

/// A value that one task at a time uses.
struct Sent<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// Work in a task that is cancelled.
enum CancelledWork {
    /// The error that work ends with in a task that was cancelled before it; nil if it ends without one.
    static func error(of work: @escaping () throws -> Void) async -> (any Error)? {
        let work = Sent(work)
        let task = Task { () -> (any Error)? in
            while !Task.isCancelled { await Task.yield() }
            do { try work.value() } catch { return error }
            return nil
        }
        task.cancel()
        return await task.value
    }

    /// The processor time of a thread, which other programs' work isn't in.
    private struct ThreadClock: Sendable {
        private var id = clockid_t()

        init() { unsafe pthread_getcpuclockid(pthread_self(), &id) }

        var seconds: Double {
            var time = timespec()
            unsafe clock_gettime(id, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
    }

    /// True when the work has ended.
    private final class End: Sendable {
        let isReached = Atomic(false)
    }

    /// Cancels work in its midst.
    ///
    /// - Returns: The seconds that all of the work takes; those that it went on after it was cancelled; and its error,
    ///   which is nil if the work was nearly at its end.
    static func stop(
        _ work: @escaping () throws -> Void
    ) async throws -> (whole: Double, late: Double, error: (any Error)?) {
        let work = Sent(work)
        func run(cancelledAfter delay: Double?) async throws -> (whole: Double, late: Double, error: (any Error)?) {
            let (begun, begins) = AsyncStream<ThreadClock>.makeStream()
            let end = End()
            let task = Task { () -> (start: Double, end: Double, error: (any Error)?) in
                defer { end.isReached.store(true, ordering: .releasing) }
                let clock = ThreadClock()
                let start = clock.seconds
                begins.yield(clock)
                do { try work.value() } catch { return (start, clock.seconds, error) }
                return (start, clock.seconds, nil)
            }
            var iterator = begun.makeAsyncIterator()
            guard let clock = await iterator.next() else { throw CancellationError() }
            guard let delay else {
                let (start, end, error) = await task.value
                if let error { throw error }
                return (end - start, 0, nil)
            }
            let start = clock.seconds
            while clock.seconds < start + delay, !end.isReached.load(ordering: .acquiring) { usleep(200) }
            task.cancel()
            let moment = clock.seconds
            let (_, last, error) = await task.value
            return (0, last - moment, error)
        }
        let whole = try await run(cancelledAfter: nil).whole
        let (_, late, error) = try await run(cancelledAfter: whole * 0.4)
        return (whole, late, error)
    }
}
