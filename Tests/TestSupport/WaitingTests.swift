import Dispatch
import Testing

/// Has a suite's tests run on a thread beside those that all others share: for tests that wait for other programs.
///
/// There are as many shared ones as the machine has cores. Where two tests wait, nothing else would go on.
public struct WaitingTests: SuiteTrait, TestScoping {
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(WaitingThread.shared, operation: function)
    }
}

extension Trait where Self == WaitingTests {
    /// For a suite whose tests mostly wait for other programs. All such suites take turns on one thread.
    public static var waitsForPrograms: Self { WaitingTests() }
}

private final class WaitingThread: TaskExecutor {
    static let shared = WaitingThread()

    private let queue = DispatchQueue(label: "Tests that wait")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
