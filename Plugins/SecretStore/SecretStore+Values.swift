import Foundation
import ModelCore

// A subscript whose getter throws can't have a setter: so values are set by a method.
extension SecretStore {
    /// An account's text; nil where it has no secret.
    ///
    /// - Throws: `typeMismatch` where the secret isn't text.
    public subscript(account: String) -> String? {
        get throws { try self[account, as: String.self] }
    }

    /// An account's secret as a type; nil where it has none.
    ///
    /// Where the secret is text that somebody typed, it is converted where that is exact: a number, a date, data in
    /// base64.
    ///
    /// - Throws: `typeMismatch`, `corruptData`, `bytesExceeded`, `untrustedArchive`; what decoding throws.
    public subscript<Value: ModelValue>(account: String, as type: Value.Type) -> Value? {
        get throws {
            guard let content = try content(of: account) else { return nil }
            return try SecretContent.decode(content, for: account, options: options) { try $0.decode(type) }
        }
    }

    /// An account's secret, of whatever type it is; nil where it has none.
    ///
    /// - Throws: `corruptData`, `bytesExceeded`, `untrustedArchive`.
    public func document(for account: String) throws -> ModelDocument? {
        guard let content = try content(of: account) else { return nil }
        return try SecretContent.decode(content, for: account, options: options) { $0 }
    }

    /// Sets an account's secret: text, data, numbers, dates, arrays, dictionaries, models. Nil removes it.
    ///
    /// - Parameters:
    ///   - value: The new secret, which takes the old one's place in one step.
    ///   - account: Its name. Two stores with the same service share it.
    ///   - label: What tools show for it, which isn't secret. By default it stays as it is; that of a new one is
    ///     `service: account`.
    /// - Throws: `bytesExceeded` for what is larger than ``SecretStoreOptions/maximumSecretSize``,
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

    /// Removes an account's secret. Nothing happens where it has none.
    public func remove(_ account: String) throws {
        try change(account, to: nil, label: nil)
    }

    /// The accounts that have a secret, sorted.
    public var accounts: [String] {
        get throws { try perform(writing: false) { try $0.items().map(\.account) }.sorted() }
    }

    /// What tools show for an account; nil where it has no secret.
    public func label(of account: String) throws -> String? {
        try perform(writing: false) { try $0.items().first { $0.account == account }?.label }
    }

    /// Removes all secrets of the service, models' properties too.
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

    /// D-Bus has no text with zeros in it.
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
