import FormatSupport
import ModelCore

/// A dictionary of secrets in the user's secret service: GNOME's keyring, KWallet, KeePassXC, or libsecret's encrypted
/// file.
///
/// ```swift
/// let secrets = SecretStore(service: "org.example.mail")
/// try secrets.set("hunter2", for: "password")
/// let password = try secrets["password"]
/// ```
///
/// Text is stored unchanged, so that `secret-tool lookup service org.example.mail account password` shows it. Any
/// other value is stored as a binary property list. Nothing is cached: each call asks the service, on a separate
/// thread, and waits no longer than ``options`` allow. A store may be used by any thread.
///
/// Every method throws `serviceUnavailable`, `storeLocked`, `promptDismissed`, `timedOut`, or `collectionMissing` if
/// the service can't be used. In this case, nothing was changed. Errors name accounts, and never their secrets.
public struct SecretStore: Sendable, Hashable {
    /// The name under which the secrets are stored: the attribute `service` of each secret.
    public let service: String
    /// The collection that contains the secrets. The file backend has only one collection, and ignores this property.
    public var collection: SecretCollection
    /// The limits on the operations, and their permissions.
    public var options: SecretStoreOptions

    /// Creates a store of a service's secrets. Creating a store opens nothing, and can't fail.
    ///
    /// - Parameters:
    ///   - service: The name of the service, by default ``applicationIdentifier``. Whatever it is, other programs of
    ///     the user can read and change the same secrets.
    ///   - collection: The collection.
    ///   - options: The limits on the operations, and their permissions.
    public init(
        service: String = SecretStore.applicationIdentifier, collection: SecretCollection = .default,
        options: SecretStoreOptions = SecretStoreOptions()
    ) {
        self.service = service
        self.collection = collection
        self.options = options
    }

    /// The app's bundle identifier. If there is none, as on Linux, the program's name.
    public static var applicationIdentifier: String {
        #if !canImport(FoundationEssentials)
            if let identifier = Bundle.main.bundleIdentifier, !identifier.isEmpty { return identifier }
        #endif
        let path = CommandLine.arguments.first ?? ProcessInfo.processInfo.processName
        let name = URL(filePath: path).lastPathComponent
        return name.isEmpty ? ProcessInfo.processInfo.processName : name
    }

    /// Checks that secrets can be read and written, without changing any secret. Throws the reason if they can't.
    /// Like a save, it may show a prompt, and create the default collection or the file backend's file.
    public func checkAvailability() throws {
        try perform(writing: true) { _ in }
    }

    /// The labels of all collections of the service. The file backend has no collections.
    public var collectionLabels: [String] {
        get throws {
            let (collection, options) = (collection, options)
            do {
                return try BoundedCall.run(within: options.boundedTimeout) { control in
                    if FileSession.isChosen { return [] }
                    return try ServiceSession(collection, options: options, control: control).collections().map(\.label)
                }
            } catch {
                throw error.aboutSecrets
            }
        }
    }

    /// Runs one operation in bounded time. Either all of its changes are made, or none.
    func perform<Value: Sendable>(
        writing: Bool, _ body: @escaping @Sendable (SecretTransaction) throws -> Value
    ) throws(ModelError) -> Value {
        guard !service.utf8.contains(0) else {
            throw ModelError(.unrepresentableValue, "The name of a service can't have a zero in it.").aboutSecrets
        }
        let store = self
        let isLocked = StoreLock.isHeld(service: service)
        let limit = options.boundedTimeout + (options.allowsPrompts ? options.boundedPromptTimeout : .zero)
        do {
            return try BoundedCall.run(within: limit) { control in
                let session = try store.session(control)
                // Unlocking comes before the lock: a user may take long to answer, and other operations needn't wait
                // for that.
                try session.unlock(forWriting: writing)
                let lock =
                    isLocked ? nil : try StoreLock(service: store.service, exclusive: writing, control: control)
                return try withExtendedLifetime(lock) {
                    try session.begin(service: store.service, forWriting: writing)
                    return try body(SecretTransaction(session, service: store.service, options: store.options))
                }
            }
        } catch {
            throw error.aboutSecrets
        }
    }

    private func session(_ control: CallControl) throws -> any SecretSession {
        if FileSession.isChosen { return FileSession(control) }
        return try ServiceSession(collection, options: options, control: control)
    }
}

extension SecretStore: CustomStringConvertible {
    /// The service's name. A store contains no secrets, so that there are none to show.
    public var description: String { "SecretStore(\(service))" }
}
