internal import CBaseModel

/// A lock with a condition: a thread can wait for changes by other threads. It uses POSIX threads, because
/// FoundationEssentials has no such type.
@safe
package final class Monitor: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Gives up the lock and waits for ``broadcast()``. The system may also end the wait without a reason.
    package func wait() { unsafe pthread_cond_wait(condition, mutex) }

    package func broadcast() { unsafe pthread_cond_broadcast(condition) }
}

package enum ThreadIdentity {
    /// A number that identifies the calling thread. No other thread has the number while the calling thread exists.
    package static var current: UInt { thread_identity() }
}
