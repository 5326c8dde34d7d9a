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
