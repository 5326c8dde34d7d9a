/// Where failures go: to the test that runs (``IssueReporter``), or into a list (``FailureCollector``).
public protocol ContractReporter: Sendable {
    /// Called for each failure, from any task.
    func report(_ failure: ContractFailure)
}
