import Foundation

/// Runs something on a thread whose stack has room for the thousand levels of nesting that libyaml and ``YAMLTree``
/// allow.
///
/// Yams calls itself for each level, and so does the release of its tree. The caller's thread may have little room.
final class DeepStack<Result>: @unchecked Sendable {
    private let body: () throws -> Result
    private var result: Swift.Result<Result, any Error>?

    private init(_ body: @escaping () throws -> Result) {
        self.body = body
    }

    static func run(_ body: @escaping () throws -> Result) throws -> Result {
        // The caller waits, so `work` is used by one thread at a time.
        let work = DeepStack(body)
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread {
            work.result = Swift.Result { try work.body() }
            isDone.signal()
        }
        thread.stackSize = 1 << 24
        thread.start()
        isDone.wait()
        guard let result = work.result else { throw CancellationError() }
        return try result.get()
    }
}
