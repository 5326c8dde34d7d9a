import ModelCore

/// A request for the password of one file.
public struct CryptoRequest: Sendable, Hashable {
    /// The purpose of the password.
    public enum Purpose: Sendable, Hashable {
        /// A file is to be decrypted.
        case reading
        /// A file is to be encrypted.
        case writing
    }

    /// The purpose of the password.
    public let purpose: Purpose
    /// The name of the class of the file's root. `NSObject` if the root is no object. When reading, the name comes
    /// from the file and isn't authenticated yet. The name is empty if the file names no class.
    public let className: String

    /// Creates a request, to test a source of passwords.
    public init(purpose: Purpose, className: String) {
        self.purpose = purpose
        self.className = className
    }
}
