import ModelCore

/// For which file a password is asked.
public struct CryptoRequest: Sendable, Hashable {
    /// What the password is for.
    public enum Purpose: Sendable, Hashable {
        /// A file is to be decrypted.
        case reading
        /// A file is to be encrypted.
        case writing
    }

    /// What the password is for.
    public let purpose: Purpose
    /// The class of the object in the file: when reading, as the file says, which nobody has checked yet. Empty where
    /// the file holds no object, or doesn't say.
    public let className: String

    /// As a format makes it: for tests of what gives passwords.
    public init(purpose: Purpose, className: String) {
        self.purpose = purpose
        self.className = className
    }
}
