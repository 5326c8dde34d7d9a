/// One check of a contract. Failures contain the check's name.
///
/// A check is an argument for a parameterised test:
///
/// ```swift
/// @Test(arguments: FormatContract.checks)
/// func contract(_ check: ContractCheck) async {
///     await FormatContract(MyFormat()).check(check)
/// }
/// ```
public struct ContractCheck: Sendable {
    /// The check's name: `scalars`, `truncation` …
    public let name: String
    /// The requirement that the check tests, in a sentence.
    public let summary: String

    let body: @Sendable (ContractRun) async throws -> Void

    init(_ name: String, _ summary: String, _ body: @escaping @Sendable (ContractRun) async throws -> Void) {
        self.name = name
        self.summary = summary
        self.body = body
    }
}

extension ContractCheck: CustomStringConvertible {
    public var description: String { name }
}
