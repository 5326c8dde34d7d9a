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
