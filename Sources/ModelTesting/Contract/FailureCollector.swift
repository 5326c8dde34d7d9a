import Synchronization

/// Keeps failures in a list, for those who test a check.
public final class FailureCollector: ContractReporter {
    private let collected = Mutex<[ContractFailure]>([])

    /// An empty list.
    public init() {}

    /// All failures so far, in the order of their coming.
    public var failures: [ContractFailure] { collected.withLock { $0 } }

    public func report(_ failure: ContractFailure) {
        collected.withLock { $0.append(failure) }
    }
}
