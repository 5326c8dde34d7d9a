/// One check of the contract of stores. Failures contain the check's name. A check is an argument for a parameterised
/// test, like ``ContractCheck``.
public struct StoreCheck: Sendable {
    /// The check's name: `roundTrip`, `removal` …
    public let name: String
    /// The requirement that the check tests, in a sentence.
    public let summary: String

    let body: @Sendable (StoreRun) throws -> Void

    init(_ name: String, _ summary: String, _ body: @escaping @Sendable (StoreRun) throws -> Void) {
        self.name = name
        self.summary = summary
        self.body = body
    }
}

extension StoreCheck: CustomStringConvertible {
    public var description: String { name }
}
