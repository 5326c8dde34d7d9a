import Synchronization
import Testing

/// Takes failures from any task: keeps them, and records them as issues of the running test where that is asked for.
final class FailureCollector: Sendable {
    private let collected = Mutex<[ContractFailure]>([])
    /// The line that issues point at; nil where none are recorded.
    private let sourceLocation: SourceLocation?
    /// How many failures are recorded one by one. The rest is counted.
    private let limit: Int

    init(recordingAt sourceLocation: SourceLocation? = nil, limit: Int = 25) {
        self.sourceLocation = sourceLocation
        self.limit = limit
    }

    /// All failures so far, in the order of their coming.
    var failures: [ContractFailure] { collected.withLock { $0 } }

    func report(_ failure: ContractFailure) {
        let count = collected.withLock { collected in
            collected.append(failure)
            return collected.count
        }
        // At once, in case the format stops the process.
        if let sourceLocation, count <= limit { Issue.record("\(failure)", sourceLocation: sourceLocation) }
    }

    /// Records how many failures there were beyond the limit, if any.
    func finish() {
        let rest = failures.count - limit
        guard let sourceLocation, rest > 0 else { return }
        Issue.record("… and \(rest) failures more.", sourceLocation: sourceLocation)
    }
}

/// One thing that a format does and the contract doesn't allow.
public struct ContractFailure: Sendable, Hashable, CustomStringConvertible {
    /// The name of the check.
    public var check: String
    /// The value, the file or the call that was tried.
    public var subject: String
    /// What the contract asks for.
    public var expected: String
    /// What the format did.
    public var found: String

    /// The whole story in a line.
    public var description: String { "\(check): \(subject): expected \(expected), found \(found)" }
}
