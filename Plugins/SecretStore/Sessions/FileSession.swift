import CLibsecret
import FormatSupport
import ModelCore
import Synchronization

/// libsecret's own file backend: an encrypted file, without a service. libsecret uses it if the environment contains
/// `SECRET_BACKEND=file`. It has neither collections nor locks.
final class FileSession: SecretSession {
    /// True if libsecret uses the file backend.
    static var isChosen: Bool { ProcessInfo.processInfo.environment["SECRET_BACKEND"] == "file" }

    /// The names of an item that every file of a store contains. If the item can be found, the password is right.
    private static let mark = (service: "SecretStore", account: "$mark")

    /// A lock around libsecret's calls: libsecret has only one file backend for the process.
    private static let turn = Mutex(())

    private let control: CallControl
    private var secrets: [String: Data] = [:]

    init(_ control: CallControl) {
        self.control = control
    }

    func unlock(forWriting: Bool) throws {}

    func begin(service: String, forWriting: Bool) throws {
        if forWriting || (try? KeyringFile.itemCount()) == nil { KeyringFile.removeUnfinished() }
        if forWriting { KeyringFile.makeFirst() }
        let count = try KeyringFile.itemCount()
        // libsecret forgets what it read from the file before: another program may have changed it since.
        Self.turn.withLock { _ in secret_service_disconnect() }
        // With a wrong password, libsecret finds nothing, and adds new items to those that it can't read. So an item
        // that must be there is looked for.
        let isMarked = try !items(service: Self.mark.service, account: Self.mark.account).isEmpty
        if count > 0, !isMarked, try items(service: service, account: nil).isEmpty { throw KeyringFile.unreadable }
        if forWriting, !isMarked {
            try write(
                Data(), service: Self.mark.service, account: Self.mark.account,
                label: "SecretStore: the password's check")
        }
    }

    func items(service: String, account: String?) throws -> [StoredItem] {
        var attributes = ["service": service]
        attributes["account"] = account
        return try Self.turn.withLock { _ in try search(attributes) }
    }

    func contents(of items: [StoredItem]) throws -> [Data] {
        try items.map { item in
            guard let content = secrets[item.id] else { throw ModelError.secretVanished.about(item.account) }
            return content
        }
    }

    func write(_ content: Data, service: String, account: String, label: String?) throws {
        let attributes = try AttributeTable(["service": service, "account": account])
        defer { withExtendedLifetime(attributes) {} }
        let label =
            try label ?? items(service: service, account: account).newestFirst.first?.label ?? "\(service): \(account)"
        let secret = SecretBytes(content)
        defer { withExtendedLifetime(secret) {} }
        try changing {
            let isStored = try Self.turn.withLock { _ in
                try GLibFailure.check {
                    clibsecret_store(attributes.pointer, label, secret.pointer, control.cancellable, $0)
                }
            }
            guard isStored != 0 else { throw ModelError.unexpectedAnswer }
        }
    }

    func remove(service: String, account: String) throws {
        guard try !items(service: service, account: account).isEmpty else { return }
        let attributes = try AttributeTable(["service": service, "account": account])
        defer { withExtendedLifetime(attributes) {} }
        try changing {
            _ = try Self.turn.withLock { _ in
                try GLibFailure.check { clibsecret_remove(attributes.pointer, control.cancellable, $0) }
            }
        }
    }

    /// Lets libsecret change its file, and checks the change. libsecret doesn't report every failure, and may replace
    /// the file by an incomplete file.
    private func changing(_ body: () throws -> Void) throws {
        let before = KeyringFile.identity
        do {
            try body()
            _ = try KeyringFile.itemCount()
            guard KeyringFile.identity != before else { throw KeyringFile.unwritten }
        } catch {
            KeyringFile.waitForReplacement()
            KeyringFile.restore(wasThere: before != nil)
            // If libsecret couldn't write its values, it still takes them for the content of the file, until it is
            // disconnected.
            Self.turn.withLock { _ in secret_service_disconnect() }
            throw error
        }
    }

    private func search(_ attributes: [String: String]) throws -> [StoredItem] {
        let attributes = try AttributeTable(attributes)
        defer { withExtendedLifetime(attributes) {} }
        var list = try GLibFailure.check { clibsecret_search(attributes.pointer, control.cancellable, $0) }
        // The list and its objects are freed here, also those that are left if reading one of them fails.
        defer { unsafe g_list_free_full(list, g_object_unref) }
        var items: [StoredItem] = []
        while let object = g_list_nth_data(list, 0) {
            defer {
                unsafe list = g_list_delete_link(list, list)
                unsafe g_object_unref(object)
            }
            if let item = try read(OpaquePointer(object)) { items.append(item) }
        }
        return items
    }

    @safe
    private func read(_ item: OpaquePointer) throws -> StoredItem? {
        guard let attributes = secret_retrievable_get_attributes(item) else { return nil }
        guard let account = AttributeTable(taking: attributes)["account"] else { return nil }
        let secret = try GLibFailure.check {
            secret_retrievable_retrieve_secret_sync(item, control.cancellable, $0)
        }
        guard let secret = unsafe secret else { return nil }
        // Identifiers are never used twice, so that the items of an earlier search keep their secrets.
        let id = "\(secrets.count)"
        secrets[id] = SecretBytes(taking: secret).content
        return StoredItem(
            id: id, account: account, label: String(taking: secret_retrievable_get_label(item)) ?? "",
            modified: UInt64(secret_retrievable_get_modified(item)))
    }
}
