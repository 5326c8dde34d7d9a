import ModelCore

extension ModelError.Code {
    /// No secret service answers, or the service ended before it answered. With the file backend, the keyring's file
    /// can't be used.
    public static let serviceUnavailable = Self("serviceUnavailable")
    /// The collection is locked, and prompts aren't allowed.
    public static let storeLocked = Self("storeLocked")
    /// The user dismissed the prompt.
    public static let promptDismissed = Self("promptDismissed")
    /// The time that the store's options allow has passed: the service or the user didn't answer, or another program's
    /// save didn't end.
    public static let timedOut = Self("timedOut")
    /// There is no collection with the given name.
    public static let collectionMissing = Self("collectionMissing")
    /// Another program changed the same secrets at the same time.
    public static let storeConflict = Self("storeConflict")
}

extension ModelError {
    static var secretTimeout: ModelError { ModelError(.timedOut, "The secret service didn't answer in time.") }

    static var secretsLocked: ModelError {
        ModelError(.storeLocked, "The collection is locked. Unlock it, or allow the store to show prompts.")
    }

    static var secretVanished: ModelError {
        ModelError(.storeConflict, "A collection or a secret was removed in the meantime. Try again.")
    }

    /// Returns a copy of the error that names an account.
    func about(_ account: String) -> ModelError {
        var copy = aboutSecrets
        if copy.path.components.isEmpty { copy.path = ModelPath([.key(account)]) }
        return copy
    }

    /// A copy of the error that names the format `.keychain`.
    var aboutSecrets: ModelError {
        var copy = self
        copy.format = .keychain
        return copy
    }
}
