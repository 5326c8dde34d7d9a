import Foundation

/// What `body` returns on each of some threads that run at once, in no order.
///
/// With a lock that ThreadSanitizer knows, so that it sees what the threads themselves do.
public func onThreads<Result: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) -> Result) -> [Result] {
    let results = ThreadResults<Result>()
    for index in 0..<count {
        Thread.detachNewThread { results.add(body(index)) }
    }
    return results.wait(for: count)
}

/// Only touched while its lock is held.
private final class ThreadResults<Result: Sendable>: @unchecked Sendable {
    private let lock = NSCondition()
    private var results: [Result] = []

    func add(_ result: Result) {
        lock.withLock {
            results.append(result)
            lock.broadcast()
        }
    }

    func wait(for count: Int) -> [Result] {
        lock.withLock {
            while results.count < count { lock.wait() }
            return results
        }
    }
}
