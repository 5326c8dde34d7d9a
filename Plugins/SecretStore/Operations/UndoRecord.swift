import Foundation
import ModelCore
import PlistFormat

/// What a save is about to change, as it was: itself a secret, which is there while the save isn't finished.
///
/// Whoever reads while it is there takes the values in it for the real ones; whoever saves next puts them back first.
/// So a save that breaks off, whenever that is, leaves the old values.
struct UndoRecord {
    /// The account that holds it. No property can have this name.
    static let account = "$undo"
    private static let version = 1

    /// The accounts' old secrets; nil where there was none.
    var secrets: [String: Data?]

    init(_ secrets: [String: Data?]) { self.secrets = secrets }

    init(content: Data) throws {
        // It wasn't finished, and so nothing was changed after it.
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
