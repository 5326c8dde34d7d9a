/// The limits on a store's operations, and the permissions of these operations.
public struct SecretStoreOptions: Sendable, Hashable {
    /// The time that an operation may take. The time that a user takes to answer a prompt isn't included. The default
    /// is 5 seconds.
    public var timeout: Duration
    /// True to let the service show a prompt, as for a locked collection. If false, the operation throws `storeLocked`.
    public var allowsPrompts: Bool
    /// The time that a user may take to answer a prompt. The default is 2 minutes.
    public var promptTimeout: Duration
    /// The largest size of a secret, in bytes. The save of one model may change four times as many bytes. The default
    /// is 64 KiB, which every service accepts. Services keep secrets in memory that is never swapped to disk, and
    /// such memory is small.
    public var maximumSecretSize: Int
    /// True to read secrets that contain keyed archives of objects, as FXKeychain wrote them with NSCoding, and to
    /// write values as such archives that property lists can't represent. Only expected, registered classes are
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

/// A collection of secrets in the secret service. Other systems call it a keychain, and desktops call it a keyring.
public struct SecretCollection: Sendable, Hashable {
    enum Storage: Sendable, Hashable {
        case alias(String)
        case label(String)
    }

    let storage: Storage

    /// The user's default collection, which is unlocked at login.
    public static let `default` = SecretCollection(storage: .alias("default"))
    /// The collection that is forgotten when the session ends. Not every service has such a collection.
    public static let session = SecretCollection(storage: .alias("session"))

    /// Returns the collection with a label from ``SecretStore/collectionLabels``. The collection must exist.
    public static func labeled(_ label: String) -> SecretCollection {
        SecretCollection(storage: .label(label))
    }
}
