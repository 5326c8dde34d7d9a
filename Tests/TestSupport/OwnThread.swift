import Foundation

/// Runs `body` on a thread of its own, whose stack has so many bytes.
public func onThread(stackSize: Int, _ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let thread = Thread { continuation.resume(with: Result(catching: body)) }
        thread.stackSize = stackSize
        thread.start()
    }
}
