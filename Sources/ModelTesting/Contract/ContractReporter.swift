import Synchronization
import Testing

/// Where failures go: to the test that runs (``IssueReporter``), or into a list (``FailureCollector``).
protocol ContractReporter: Sendable {
    /// Called for each failure, from any task.
    func report(_ failure: ContractFailure)
}

/// Keeps failures in a list, for those who test a check.
final class FailureCollector: ContractReporter {
    private let collected = Mutex<[ContractFailure]>([])

    /// An empty list.
    init() {}

    /// All failures so far, in the order of their coming.
    var failures: [ContractFailure] { collected.withLock { $0 } }

    func report(_ failure: ContractFailure) {
        collected.withLock { $0.append(failure) }
    }
}

/// Records failures as issues of the running test, at the caller's line; of very many the first ones.
final class IssueReporter: ContractReporter {
    /// The line that issues point at.
    let sourceLocation: SourceLocation
    private let limit: Int
    private let count = Mutex(0)

    /// A reporter for one test.
    ///
    /// - Parameters:
    ///   - limit: How many failures are recorded one by one. The rest is counted.
    ///   - sourceLocation: The line that issues point at.
    init(limit: Int = 25, sourceLocation: SourceLocation = #_sourceLocation) {
        self.limit = limit
        self.sourceLocation = sourceLocation
    }

    func report(_ failure: ContractFailure) {
        let number = count.withLock { count in
            count += 1
            return count
        }
        if number <= limit { Issue.record("\(failure)", sourceLocation: sourceLocation) }
    }

    /// Records how many failures there were beyond the limit, if any.
    func finish() {
        let rest = count.withLock { $0 } - limit
        if rest > 0 { Issue.record("… and \(rest) failures more.", sourceLocation: sourceLocation) }
    }
}
