import FormatSupport
import ModelCore
import PlistFormat

/// The previous secrets of the accounts that a save is about to change. The record itself is stored as a secret until
/// the save is finished.
///
/// While it is stored, readers use its values as the current values, and the next save first restores them. Therefore
/// a save that is interrupted at any time leaves the old values.
struct UndoRecord {
    /// The account under which the record is stored. No property can have this account.
    static let account = "$undo"
    private static let version = 1

    /// The previous secret of each account. Nil if the account had none.
    var secrets: [String: Data?]

    init(_ secrets: [String: Data?]) { self.secrets = secrets }

    init(content: Data) throws {
        // The record was never written completely, so that the save hadn't changed anything yet.
        if content.isEmpty {
            secrets = [:]
            return
        }
        do {
            let document = try PlistFormat().document(from: content, as: .binaryPropertyList)
            guard let version = document["version"]?.intValue else { throw Self.unreadable }
            guard version == Self.version else {
                throw ModelError(.newerVersion, "An unfinished save was begun by a newer version of this library.")
            }
            guard let items = document["secrets"], items.kind == .dictionary, items.count == items.properties.count
            else { throw Self.unreadable }
            secrets = [:]
            for (account, list) in items.properties {
                guard list.kind == .array, list.count < 2 else { throw Self.unreadable }
                guard let secret = list[0] else {
                    secrets[account] = .some(nil)
                    continue
                }
                guard let data = secret.dataValue else { throw Self.unreadable }
                secrets[account] = data
            }
        } catch let error as ModelError where error.code == .newerVersion {
            throw error
        } catch {
            throw Self.unreadable
        }
    }

    func content() throws -> Data {
        let secrets = secrets.mapValues { secret in secret.map { [$0] } ?? [] }
        return try PlistFormat().encode(as: .binaryPropertyList) { encoder in
            try encoder.beginDictionary()
            try encoder.encodeKey("version" as String)
            try encoder.encode(Self.version)
            try encoder.encodeKey("secrets" as String)
            try encoder.encode(secrets)
            try encoder.end()
        }
    }

    private static var unreadable: ModelError {
        ModelError(
            .corruptData,
            """
            The record of an unfinished save, under the account \(account), can't be read. SecretStore.removeAll() \
            removes it too.
            """
        )
    }
}
