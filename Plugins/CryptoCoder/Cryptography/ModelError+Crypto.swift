import ModelCore

extension ModelError.Code {
    /// The password is wrong, or the file has changed since it was saved. The two cases can't be distinguished.
    public static let authenticationFailed = Self("authenticationFailed")
    /// There is no password, or the password can't be used.
    public static let passwordMissing = Self("passwordMissing")
    /// libcrypto failed: it has no memory or no random numbers, or it lacks the algorithm.
    public static let cryptographyFailed = Self("cryptographyFailed")
}

extension ModelError {
    /// The error for everything that can't be decrypted, whatever the reason.
    static let authenticationFailed = ModelError(
        .authenticationFailed, "The password is wrong, or the file isn't the one that was saved with it.")

    static func cryptographyFailed(_ what: String) -> ModelError {
        ModelError(.cryptographyFailed, "libcrypto failed: \(what).")
    }
}
