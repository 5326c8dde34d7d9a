import FormatSupport
import ModelCore

/// One operation on a service's secrets. Either all of its changes are made, or none.
final class SecretTransaction {
    private let session: any SecretSession
    private let service: String
    private let options: SecretStoreOptions

    init(_ session: any SecretSession, service: String, options: SecretStoreOptions) {
        self.session = session
        self.service = service
        self.options = options
    }

    // MARK: Reading

    /// Returns the secret of an account. Returns nil if the account has no secret.
    func secret(of account: String) throws -> Data? {
        if let record = try undoRecord(), let old = record.secrets[account] {
            return try old.map { try checked($0, account) }
        }
        guard let newest = try session.items(service: service, account: account).newestFirst.first else { return nil }
        return try session.contents(of: [newest]).first.map { try checked($0, account) }
    }

    /// Returns the secrets of all properties of the given classes, by account.
    func secrets(in classes: [String]) throws -> [String: Data] {
        try secrets { account in classes.contains { PropertyAccount.key(of: account, className: $0) != nil } }
    }

    /// Returns the secrets of the accounts for which a condition holds.
    func secrets(where isWanted: (_ account: String) -> Bool) throws -> [String: Data] {
        let all = newest(try session.items(service: service, account: nil))
        let wanted = all.filter { isWanted($0.account) }
        var secrets: [String: Data] = [:]
        for (item, content) in zip(wanted, try session.contents(of: wanted)) { secrets[item.account] = content }
        if let item = all.first(where: { $0.account == UndoRecord.account }) {
            for (account, old) in try record(in: item).secrets where isWanted(account) {
                secrets[account] = old
            }
        }
        for (account, secret) in secrets { _ = try checked(secret, account) }
        return secrets
    }

    /// Returns one item for each account that has a secret. The newest item is first. Items that an unfinished save
    /// removed are last.
    func items() throws -> [StoredItem] {
        let all = newest(try session.items(service: service, account: nil))
        let undone = try all.first { $0.account == UndoRecord.account }.map { try record(in: $0).secrets } ?? [:]
        let current = all.filter { $0.account != UndoRecord.account && undone[$0.account] != .some(nil) }
        let removed = undone.filter { account, old in old != nil && !current.contains { $0.account == account } }
        return current + removed.map { StoredItem(id: "", account: $0.key, label: "", modified: 0) }
    }

    private func newest(_ items: [StoredItem]) -> [StoredItem] {
        var seen: Set<String> = []
        return items.newestFirst.filter { seen.insert($0.account).inserted }
    }

    /// Returns the secret, or throws `bytesExceeded` if it is too large, because other programs may have stored a
    /// secret of any size.
    private func checked(_ secret: Data, _ account: String) throws -> Data {
        guard secret.count <= options.maximumSecretSize else {
            throw ModelError(
                .bytesExceeded,
                """
                The secret is larger than \(options.maximumSecretSize) bytes. Keep large ones in a file, encrypted by \
                CryptoCoder (.cryptoCoding).
                """
            )
            .about(account)
        }
        return secret
    }

    // MARK: Writing

    /// Sets secrets, and removes the secrets of accounts with nil. Either all changes are made, or none.
    func apply(_ changes: [String: Data?], labels: [String: String] = [:]) throws {
        try check(changes)
        try recover()
        try commit(changes, old: try currentSecrets(of: changes), labels)
    }

    /// Replaces all secrets of the classes' properties by new secrets. Either all changes are made, or none.
    ///
    /// - Parameter check: Called with each existing secret before anything is changed. It throws to prevent the change.
    func replace(in classes: [String], with new: [String: Data], check: (String, Data) throws -> Void) throws {
        try self.check(new.mapValues { $0 })
        try recover()
        let old = try secrets(in: classes)
        for (account, secret) in old.sorted(by: { $0.key < $1.key }) { try check(account, secret) }
        let changes = old.mapValues { _ in Data?.none }.merging(new.mapValues { $0 }) { $1 }
        try commit(changes, old: changes.reduce(into: [:]) { $0[$1.key] = .some(old[$1.key]) }, [:])
    }

    /// Makes changes. `old` contains the previous secret of each account that changes, or nil if the account had
    /// none.
    private func commit(_ changes: [String: Data?], old: [String: Data?], _ labels: [String: String]) throws {
        let real = changes.filter { old[$0.key] != .some($0.value) || labels[$0.key] != nil }.sorted { $0.key < $1.key }
        guard !real.isEmpty else { return }
        // A service changes or removes a single item in one step. But it doesn't create an item in one step:
        // gnome-keyring makes an empty item, and then sets its secret.
        if real.count == 1, old[real[0].key] != .some(nil) { return try write(real[0].value, real[0].key, labels) }
        let record = UndoRecord(old.filter { account, _ in real.contains { $0.key == account } })
        try session.write(
            record.content(), service: service, account: UndoRecord.account, label: "\(service): an unfinished save")
        do {
            for (account, secret) in real { try write(secret, account, labels) }
        } catch {
            // If the service doesn't answer any more, the record stays, and the next save undoes the changes.
            try? undo(record)
            throw error
        }
        // Removing the record completes the save: from here on the new values count.
        try session.remove(service: service, account: UndoRecord.account)
    }

    /// Removes all secrets of the service.
    func removeAll() throws {
        var accounts = Set(try session.items(service: service, account: nil).map(\.account))
        // The undo record is removed last. Without it, some values of an unfinished save would count.
        let hasRecord = accounts.remove(UndoRecord.account) != nil
        if !hasRecord { return try apply(Dictionary(uniqueKeysWithValues: accounts.map { ($0, nil) })) }
        for account in accounts.sorted() { try session.remove(service: service, account: account) }
        try session.remove(service: service, account: UndoRecord.account)
    }

    private func write(_ secret: Data?, _ account: String, _ labels: [String: String]) throws {
        do {
            if let secret {
                try session.write(secret, service: service, account: account, label: labels[account])
            } else {
                try session.remove(service: service, account: account)
            }
        } catch {
            throw ModelError(wrapping: error).about(account)
        }
    }

    private func check(_ changes: [String: Data?]) throws {
        var total = 0
        for (account, secret) in changes {
            if let secret { total += try checked(secret, account).count }
        }
        let (limit, overflow) = options.maximumSecretSize.multipliedReportingOverflow(by: 4)
        if !overflow, total > limit {
            throw ModelError(
                .bytesExceeded,
                """
                The secrets to save are together larger than four times \(options.maximumSecretSize) bytes. Keep large \
                ones in a file, encrypted by CryptoCoder (.cryptoCoding).
                """)
        }
    }

    /// Returns the current secret of each account that is to change. The secret is nil if the account has none.
    private func currentSecrets(of changes: [String: Data?]) throws -> [String: Data?] {
        var old: [String: Data?] = changes.mapValues { _ in nil }
        if changes.count == 1, let account = changes.keys.first {
            let newest = Array(try session.items(service: service, account: account).newestFirst.prefix(1))
            return [account: try session.contents(of: newest).first]
        }
        let items = newest(try session.items(service: service, account: nil)).filter { changes[$0.account] != nil }
        for (item, content) in zip(items, try session.contents(of: items)) { old[item.account] = content }
        return old
    }

    // MARK: Unfinished saves

    /// Restores the secrets that an interrupted save changed. Call it only with the lock held, so that no save is
    /// running.
    private func recover() throws {
        if let record = try undoRecord() { try undo(record) }
    }

    private func undo(_ record: UndoRecord) throws {
        for (account, secret) in record.secrets.sorted(by: { $0.key < $1.key }) { try write(secret, account, [:]) }
        try session.remove(service: service, account: UndoRecord.account)
    }

    private func undoRecord() throws -> UndoRecord? {
        try session.items(service: service, account: UndoRecord.account).newestFirst.first.map { try record(in: $0) }
    }

    private func record(in item: StoredItem) throws -> UndoRecord {
        guard let content = try session.contents(of: [item]).first else { throw ModelError.secretVanished }
        return try UndoRecord(content: content)
    }
}
