/// The handling of a key that an object of a file contains more than once, if the format lets its readers choose.
public enum DuplicateKeys: String, Sendable, CaseIterable {
    /// A repeated key anywhere in the file is an error: reading throws `duplicateKey`.
    case error
    /// The first value of the key is used.
    case first
    /// The last value of the key is used.
    case last
}
