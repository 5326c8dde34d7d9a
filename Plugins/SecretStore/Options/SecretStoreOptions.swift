/// What bounds a store's operations, and what they may do.
public struct SecretStoreOptions: Sendable, Hashable {
    /// How long one operation may take, without the time that a user takes for a prompt. 5 seconds by default.
    public var timeout: Duration
    /// True to let the service show a prompt, as for a locked collection. Else that is the error `storeLocked`.
    public var allowsPrompts: Bool
    /// How long a user may take for a prompt. 2 minutes by default.
    public var promptTimeout: Duration
    /// The largest secret, in bytes; and the most that may change in one model's save is four times as much. 64 KiB by
    /// default, which every service takes: they keep secrets in memory that is never swapped, of which there is little.
    public var maximumSecretSize: Int
    /// True to read secrets that hold keyed archives of objects, as FXKeychain wrote them where it was told to use
    /// NSCoding. Only registered classes are made of them, and only those that are expected.
    public var trustsArchives: Bool

    /// Options of your own; what isn't given is as said there.
    public init(
        timeout: Duration = .seconds(5), allowsPrompts: Bool = false, promptTimeout: Duration = .seconds(120),
        maximumSecretSize: Int = 65536, trustsArchives: Bool = false
    ) {
        self.timeout = timeout
        self.allowsPrompts = allowsPrompts
        self.promptTimeout = promptTimeout
        self.maximumSecretSize = maximumSecretSize
        self.trustsArchives = trustsArchives
    }

    /// The timeout, of which no clock overflows.
    var boundedTimeout: Duration { min(timeout, .seconds(1_000_000_000)) }
    /// The timeout of a prompt, likewise.
    var boundedPromptTimeout: Duration { min(promptTimeout, .seconds(1_000_000_000)) }
}

/// A collection of the secret service: what other systems call a keychain, and desktops a keyring.
public struct SecretCollection: Sendable, Hashable {
    enum Storage: Sendable, Hashable {
        case alias(String)
        case label(String)
    }

    let storage: Storage

    /// The user's default collection, which is unlocked at login.
    public static let `default` = SecretCollection(storage: .alias("default"))
    /// One that is forgotten when the session ends. Not every service has it.
    public static let session = SecretCollection(storage: .alias("session"))

    /// The collection with this label, as ``SecretStore/collectionLabels`` lists them. It must be there.
    public static func labeled(_ label: String) -> SecretCollection {
        SecretCollection(storage: .label(label))
    }
}
