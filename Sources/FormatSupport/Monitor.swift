internal import CBaseModel

/// A lock that a thread can wait with for what other threads do. It is that of POSIX: FoundationEssentials has none.
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

    /// Gives up the lock until ``broadcast()``, or for no reason at all.
    package func wait() { unsafe pthread_cond_wait(condition, mutex) }

    package func broadcast() { unsafe pthread_cond_broadcast(condition) }
}

package enum ThreadIdentity {
    /// A number that no other thread has while the calling one lives.
    package static var current: UInt { thread_identity() }
}
