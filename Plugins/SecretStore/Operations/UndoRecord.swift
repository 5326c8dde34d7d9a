import Foundation
import ModelCore
import PlistFormat

/// What a save is about to change, as it was: itself a secret, which is there while the save isn't finished.
///
/// Whoever reads while it is there takes the values in it for the real ones; whoever saves next puts them back first. So a
/// save that breaks off, whenever that is, leaves the old values.
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
            let node = try PlistFormat().decode(ModelNode.self, from: content, as: .binaryPropertyList)
            guard case .scalar(.int64(let version))? = node["version"] else { throw Self.unreadable }
            guard version == Self.version else {
                throw ModelError(.newerVersion, "An unfinished save was begun by a newer version of this library.")
            }
            guard case .dictionary(let items)? = node["secrets"] else { throw Self.unreadable }
            secrets = [:]
            for (key, value) in items.entries {
                guard let account = key.stringValue, case .array(let list) = value, list.elements.count < 2 else {
                    throw Self.unreadable
                }
                switch list.elements.first?.scalar {
                case nil where list.elements.isEmpty: secrets[account] = .some(nil)
                case .data(let secret): secrets[account] = secret
                default: throw Self.unreadable
                }
            }
        } catch let error as ModelError where error.code == .newerVersion {
            throw error
        } catch {
            throw Self.unreadable
        }
    }

    func content() throws -> Data {
        let entries = secrets.sorted { $0.key < $1.key }.map { account, secret in
            (
                key: ModelNode.scalar(.string(account)),
                value: ModelNode.array(ArrayNode(secret.map { [.scalar(.data($0))] } ?? []))
            )
        }
        let node = ModelNode.dictionary(
            DictionaryNode([
                (.scalar(.string("version")), .scalar(.int64(Int64(Self.version)))),
                (.scalar(.string("secrets")), .dictionary(DictionaryNode(entries))),
            ]))
        return try PlistFormat().encode(node, as: .binaryPropertyList)
    }

    private static var unreadable: ModelError {
        ModelError(
            .corruptData,
            "The record of an unfinished save, under the account \(account), can't be read. SecretStore.removeAll() removes it too."
        )
    }
}
