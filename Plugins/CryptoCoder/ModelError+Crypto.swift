import ModelCore

extension ModelError.Code {
    /// The password is wrong, or the file isn't the one that was saved. Which of them, nobody can tell.
    public static let authenticationFailed = Self("authenticationFailed")
    /// Nobody gave a password.
    public static let passwordMissing = Self("passwordMissing")
    /// libcrypto refused to do its work: it has no memory, no randomness, or lacks the algorithm.
    public static let cryptographyFailed = Self("cryptographyFailed")
}

extension ModelError {
    /// The one error of everything that can't be decrypted.
    static let authenticationFailed = ModelError(
        .authenticationFailed, "The password is wrong, or the file isn't the one that was saved with it.")

    static func cryptographyFailed(_ what: String) -> ModelError {
        ModelError(.cryptographyFailed, "libcrypto failed: \(what).")
    }
}
