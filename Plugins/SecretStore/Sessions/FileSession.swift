import CLibsecret
import Foundation
import ModelCore
import Synchronization

/// libsecret's own file backend: an encrypted file, without a service. libsecret takes it where the environment has
/// `SECRET_BACKEND=file`, and it knows neither collections nor locks.
final class FileSession: SecretSession {
    /// True where libsecret uses the file backend.
    static var isChosen: Bool { ProcessInfo.processInfo.environment["SECRET_BACKEND"] == "file" }

    /// The item that is in every file that a store wrote.
    private static let mark = (service: "SecretStore", account: "$mark")

    /// libsecret has one file backend for the process.
    private static let turn = Mutex(())

    private let control: CallControl
    private var secrets: [String: Data] = [:]

    init(_ control: CallControl) {
        self.control = control
    }

    func unlock(forWriting: Bool) throws {}

    func begin(service: String, forWriting: Bool) throws {
        if forWriting || (try? KeyringFile.itemCount()) == nil { KeyringFile.removeUnfinished() }
        let count = try KeyringFile.itemCount()
        // Forgets the backend that read the file last: another program may have changed it since.
        Self.turn.withLock { _ in secret_service_disconnect() }
        // With a wrong password nothing would be found, and new items be mixed in. What must be there tells.
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
        let table = unsafe try Self.table(["service": service, "account": account])
        defer { unsafe g_hash_table_unref(table) }
        let label =
            try label ?? items(service: service, account: account).newestFirst.first?.label ?? "\(service): \(account)"
        let value = unsafe SecretBytes.make(content)
        defer { unsafe secret_value_unref(UnsafeMutableRawPointer(value)) }
        try changing {
            let isStored = try Self.turn.withLock { _ in
                unsafe try GLibFailure.check {
                    unsafe clibsecret_store(table, label, value, control.cancellable, $0)
                }
            }
            guard isStored != 0 else { throw ModelError.unexpectedAnswer }
        }
    }

    func remove(service: String, account: String) throws {
        guard try !items(service: service, account: account).isEmpty else { return }
        let table = unsafe try Self.table(["service": service, "account": account])
        defer { unsafe g_hash_table_unref(table) }
        try changing {
            _ = try Self.turn.withLock { _ in
                unsafe try GLibFailure.check {
                    unsafe clibsecret_remove(table, control.cancellable, $0)
                }
            }
        }
    }

    /// Has libsecret change its file, and makes sure that it did: it doesn't tell each failure, and puts what it could
    /// write a part of only in the file's place.
    private func changing(_ body: () throws -> Void) throws {
        let before = KeyringFile.identity
        do {
            try body()
            _ = try KeyringFile.itemCount()
            guard KeyringFile.identity != before else { throw KeyringFile.unwritten }
        } catch {
            KeyringFile.restore(wasThere: before != nil)
            // It takes for the file's what it couldn't write.
            Self.turn.withLock { _ in secret_service_disconnect() }
            throw error
        }
    }

    private func search(_ attributes: [String: String]) throws -> [StoredItem] {
        let table = unsafe try Self.table(attributes)
        defer { unsafe g_hash_table_unref(table) }
        var list = unsafe try GLibFailure.check {
            unsafe clibsecret_search(table, control.cancellable, $0)
        }
        // The list and its objects are ours: what is still in it where reading one fails, too.
        defer { unsafe g_list_free_full(list, g_object_unref) }
        var items: [StoredItem] = []
        while let object = unsafe g_list_nth_data(list, 0) {
            defer {
                unsafe list = unsafe g_list_delete_link(list, list)
                unsafe g_object_unref(object)
            }
            if let item = unsafe try read(OpaquePointer(object)) { items.append(item) }
        }
        return items
    }

    private func read(_ item: OpaquePointer) throws -> StoredItem? {
        guard let attributes = unsafe secret_retrievable_get_attributes(item) else { return nil }
        defer { unsafe g_hash_table_unref(attributes) }
        guard let account = unsafe g_hash_table_lookup(attributes, "account") else { return nil }
        let value = unsafe try GLibFailure.check {
            unsafe secret_retrievable_retrieve_secret_sync(item, control.cancellable, $0)
        }
        guard let value = unsafe value else { return nil }
        let label = unsafe secret_retrievable_get_label(item)
        defer { unsafe g_free(label) }
        // Never used twice: an item of an earlier search keeps its secret.
        let id = "\(secrets.count)"
        let stored = unsafe StoredItem(
            id: id, account: String(cString: account.assumingMemoryBound(to: CChar.self)),
            label: label.map { unsafe String(cString: $0) } ?? "",
            modified: UInt64(secret_retrievable_get_modified(item)))
        secrets[id] = unsafe SecretBytes.take(value)
        return stored
    }

    private static func table(_ attributes: [String: String]) throws -> OpaquePointer {
        guard let table = unsafe g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free) else {
            throw ModelError.unexpectedAnswer
        }
        // The table frees the copies.
        for (key, value) in attributes { _ = unsafe g_hash_table_insert(table, g_strdup(key), g_strdup(value)) }
        return unsafe table
    }
}
