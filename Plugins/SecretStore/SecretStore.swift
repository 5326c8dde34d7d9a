import Foundation
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
/// Text is stored as it is, so that `secret-tool lookup service org.example.mail account password` shows it; anything
/// else as a binary property list. Nothing is cached: each call asks the service, on a thread of its own, and waits no
/// longer than ``options`` say. May be used by any thread.
///
/// Every method throws `serviceUnavailable`, `storeLocked`, `promptDismissed`, `timedOut`, or `collectionMissing` where
/// the service can't be used; then nothing has changed. Errors name accounts, and never what they hold.
public struct SecretStore: Sendable, Hashable {
    /// Whose secrets these are: the attribute `service` of each.
    public let service: String
    /// The collection that they are in. The file backend has only one, and ignores it.
    public var collection: SecretCollection
    /// What bounds the operations.
    public var options: SecretStoreOptions

    /// A store of a service's secrets. Nothing is opened, and nothing can fail.
    ///
    /// - Parameters:
    ///   - service: By default ``applicationIdentifier``. Other programs of the user can read and change the same
    ///     secrets, whatever it is.
    ///   - collection: The collection.
    ///   - options: What bounds the operations.
    public init(
        service: String = SecretStore.applicationIdentifier, collection: SecretCollection = .default,
        options: SecretStoreOptions = SecretStoreOptions()
    ) {
        self.service = service
        self.collection = collection
        self.options = options
    }

    /// The app's bundle identifier; without one, as on Linux, the program's name.
    public static var applicationIdentifier: String {
        if let identifier = Bundle.main.bundleIdentifier, !identifier.isEmpty { return identifier }
        let path = CommandLine.arguments.first ?? ProcessInfo.processInfo.processName
        let name = (path as NSString).lastPathComponent
        return name.isEmpty ? ProcessInfo.processInfo.processName : name
    }

    /// Checks that secrets can be read and written, without a change. Throws what hinders it.
    public func checkAvailability() throws {
        try perform(writing: true) { _ in }
    }

    /// The labels of all collections that the service has; none with the file backend.
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

    /// Runs one operation, all of it or nothing, in bounded time.
    func perform<Value: Sendable>(
        writing: Bool, _ body: @escaping @Sendable (SecretTransaction) throws -> Value
    ) throws(ModelError) -> Value {
        guard !service.utf8.contains(0) else {
            throw ModelError(.unrepresentableValue, "The name of a service can't have a zero in it.").aboutSecrets
        }
        let store = self
        let limit = options.boundedTimeout + (options.allowsPrompts ? options.boundedPromptTimeout : .zero)
        do {
            return try BoundedCall.run(within: limit) { control in
                let session = try store.session(control)
                // Before the lock: a user may take long, and others needn't wait for him.
                try session.unlock(forWriting: writing)
                let lock = try StoreLock(service: store.service, exclusive: writing, control: control)
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
    /// The service's name. A store doesn't hold secrets, so that there are none to show.
    public var description: String { "SecretStore(\(service))" }
}
