import FormatSupport
import ModelCore

// A subscript whose getter throws can't have a setter: so values are set by a method.
extension SecretStore {
    /// The text of an account. Nil if the account has no secret.
    ///
    /// - Throws: `typeMismatch` if the secret isn't text.
    public subscript(account: String) -> String? {
        get throws { try self[account, as: String.self] }
    }

    /// The secret of an account, decoded as a type. Nil if the account has no secret.
    ///
    /// Text may have been typed by a person. It is converted to a number, a date, or data in Base64 if that is exact.
    ///
    /// - Throws: `typeMismatch`, `corruptData`, `bytesExceeded`, `untrustedArchive`; any error of decoding.
    public subscript<Value: ModelValue>(account: String, as type: Value.Type) -> Value? {
        get throws {
            guard let content = try content(of: account) else { return nil }
            return try SecretContent.decode(content, for: account, options: options) { try $0.decode(type) }
        }
    }

    /// Returns the secret of an account as a document, whatever its type is. Returns nil if the account has no
    /// secret.
    ///
    /// - Throws: `corruptData`, `bytesExceeded`, `untrustedArchive`.
    public func document(for account: String) throws -> ModelDocument? {
        guard let content = try content(of: account) else { return nil }
        return try SecretContent.decode(content, for: account, options: options) { $0 }
    }

    /// Sets an account's secret: text, data, numbers, dates, arrays, dictionaries, models. Nil removes it.
    ///
    /// - Parameters:
    ///   - value: The new secret, which replaces the old secret in one step.
    ///   - account: The name of the account. Two stores with the same service share it.
    ///   - label: The text that tools show for the account, which isn't secret. By default the label isn't changed,
    ///     and the label of a new account is `service: account`.
    /// - Throws: `bytesExceeded` for a secret larger than ``SecretStoreOptions/maximumSecretSize``,
    ///   `unrepresentableValue`.
    public func set<Value: ModelValue>(_ value: Value, for account: String, label: String? = nil) throws {
        guard !Value.isNil(value) else { return try remove(account) }
        let content: Data
        do {
            content = try SecretContent.data(of: ModelDocument(encoding: value), options: options)
        } catch {
            throw ModelError(wrapping: error).withoutContent.about(account)
        }
        try change(account, to: content, label: label)
    }

    /// Removes the secret of an account. Does nothing if the account has no secret.
    public func remove(_ account: String) throws {
        try change(account, to: nil, label: nil)
    }

    /// The accounts that have a secret, sorted.
    public var accounts: [String] {
        get throws { try perform(writing: false) { try $0.items().map(\.account) }.sorted() }
    }

    /// Returns the label that tools show for an account. Returns nil if the account has no secret.
    public func label(of account: String) throws -> String? {
        try perform(writing: false) { try $0.items().first { $0.account == account }?.label }
    }

    /// Removes all secrets of the service, including the properties of models.
    public func removeAll() throws {
        try perform(writing: true) { try $0.removeAll() }
    }

    private func content(of account: String) throws -> Data? {
        try Self.check(account)
        return try perform(writing: false) { try $0.secret(of: account) }
    }

    private func change(_ account: String, to content: Data?, label: String?) throws {
        try Self.check(account)
        try Self.check(label ?? "")
        try perform(writing: true) { try $0.apply([account: content], labels: label.map { [account: $0] } ?? [:]) }
    }

    /// Throws `unrepresentableValue` for a name that contains a zero, because D-Bus can't transport it. Also throws
    /// it for the undo record's name.
    static func check(_ name: String) throws {
        guard !name.utf8.contains(0), name != UndoRecord.account else {
            throw ModelError(
                .unrepresentableValue,
                "Accounts and labels can't have a zero in them, nor the name \(UndoRecord.account)."
            )
            .aboutSecrets
        }
    }
}
