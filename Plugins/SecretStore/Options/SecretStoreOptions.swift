/// The limits of a store's operations, and what they may do.
public struct SecretStoreOptions: Sendable, Hashable {
    /// The time that an operation may take. The time that a user takes to answer a prompt doesn't count. 5 seconds by
    /// default.
    public var timeout: Duration
    /// True to let the service show a prompt, as for a locked collection. If false, the operation throws `storeLocked`.
    public var allowsPrompts: Bool
    /// The time that a user may take to answer a prompt. 2 minutes by default.
    public var promptTimeout: Duration
    /// The largest size of a secret, in bytes. The save of one model may change four times as much. 64 KiB by default,
    /// which every service accepts: services keep secrets in memory that is never swapped, of which there is little.
    public var maximumSecretSize: Int
    /// True to read secrets that contain keyed archives of objects, as FXKeychain wrote them with NSCoding, and to
    /// write such archives of values that property lists can't represent. Only registered classes that are expected are
    /// instantiated.
    public var trustsArchives: Bool

    /// Creates options. An option that isn't given has the default value of its property.
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

    /// The timeout, limited so that a clock doesn't overflow.
    var boundedTimeout: Duration { min(timeout, .seconds(1_000_000_000)) }
    /// The timeout of a prompt, limited in the same way.
    var boundedPromptTimeout: Duration { min(promptTimeout, .seconds(1_000_000_000)) }
}

/// A collection of the secret service. Other systems call it a keychain, and desktops a keyring.
public struct SecretCollection: Sendable, Hashable {
    enum Storage: Sendable, Hashable {
        case alias(String)
        case label(String)
    }

    let storage: Storage

    /// The user's default collection, which is unlocked at login.
    public static let `default` = SecretCollection(storage: .alias("default"))
    /// The collection that is forgotten when the session ends. Not every service has one.
    public static let session = SecretCollection(storage: .alias("session"))

    /// Returns the collection with this label, one of ``SecretStore/collectionLabels``. It must exist.
    public static func labeled(_ label: String) -> SecretCollection {
        SecretCollection(storage: .label(label))
    }
}
