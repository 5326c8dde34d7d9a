import Testing

/// Records each failure as an issue of the running test, at the caller's line.
public struct IssueReporter: ContractReporter {
    /// The line that issues point at.
    public var sourceLocation: SourceLocation

    public init(sourceLocation: SourceLocation = #_sourceLocation) {
        self.sourceLocation = sourceLocation
    }

    public func report(_ failure: ContractFailure) {
        Issue.record("\(failure)", sourceLocation: sourceLocation)
    }
}
