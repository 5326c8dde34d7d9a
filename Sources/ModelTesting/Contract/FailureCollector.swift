import Synchronization
import Testing

/// Collects failures from any task. If requested, it also records them as issues of the running test.
final class FailureCollector: Sendable {
    private let collected = Mutex<[ContractFailure]>([])
    /// The line at which issues are recorded; nil if no issues are recorded.
    private let sourceLocation: SourceLocation?
    /// The number of failures that are recorded one by one. All further failures are only counted.
    private let limit: Int

    /// True to skip the rest of a check after its first failure, if the check supports it.
    private let stopsAtFirst: Bool

    init(recordingAt sourceLocation: SourceLocation? = nil, limit: Int = 25, stopsAtFirst: Bool = false) {
        self.sourceLocation = sourceLocation
        self.limit = limit
        self.stopsAtFirst = stopsAtFirst
    }

    /// True if the rest of a check may be skipped.
    var isDone: Bool { stopsAtFirst && collected.withLock { !$0.isEmpty } }

    /// All failures so far, in the order in which they were reported.
    var failures: [ContractFailure] { collected.withLock { $0 } }

    func report(_ failure: ContractFailure) {
        let count = collected.withLock { collected in
            collected.append(failure)
            return collected.count
        }
        // Recorded at once, in case the format stops the process.
        if let sourceLocation, count <= limit { Issue.record("\(failure)", sourceLocation: sourceLocation) }
    }

    /// Records the number of failures beyond the limit, if there are any.
    func finish() {
        let rest = failures.count - limit
        guard let sourceLocation, rest > 0 else { return }
        Issue.record("… and \(rest) failures more.", sourceLocation: sourceLocation)
    }
}

/// One behaviour of a format that the contract doesn't allow.
public struct ContractFailure: Sendable, Hashable, CustomStringConvertible {
    /// The name of the check.
    public var check: String
    /// The value, the file or the call that was tried.
    public var subject: String
    /// The behaviour that the contract requires.
    public var expected: String
    /// The behaviour of the format.
    public var found: String

    /// The whole failure: in one line, or in three if the expected and the found behaviour are long.
    public var description: String {
        expected.count + found.count < 100
            ? "\(check): \(subject): expected \(expected), found \(found)"
            : "\(check): \(subject):\n    expected \(expected)\n    found    \(found)"
    }
}
