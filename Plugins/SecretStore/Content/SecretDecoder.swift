import Foundation
import ModelCore

/// Reads what a secret holds, and makes objects of the archives in it only where those are trusted.
final class SecretDecoder: ModelDecoder {
    private let base: NodeDecoder
    private let trustsArchives: Bool

    init(_ node: ModelNode, context: DecodingContext, trustsArchives: Bool) {
        base = NodeDecoder(node, context: context)
        self.trustsArchives = trustsArchives
    }

    func embeddedArchive() throws -> (any ModelDecoder)? {
        guard !trustsArchives else { return try base.embeddedArchive() }
        guard let archive = try base.embeddedArchive() else { return nil }
        switch try archive.peekKind() {
        case .array, .set, .orderedSet, .dictionary, .object: throw ModelError.archiveNotTrusted
        // A single value makes no objects.
        default: return archive
        }
    }

    var context: DecodingContext { base.context }
    var location: ModelLocation? { base.location }
    var reference: Int? { base.reference }
    var convertsText: Bool { base.convertsText }

    func peekKind() throws -> ModelKind { try base.peekKind() }
    func decodeScalar() throws -> ModelScalar { try base.decodeScalar() }
    func beginArray() throws -> Int { try base.beginArray() }
    func nextElement() throws -> Bool { try base.nextElement() }
    func beginDictionary() throws -> Int { try base.beginDictionary() }
    func nextEntry() throws -> ModelEntryKey? { try base.nextEntry() }
    func beginObject() throws -> CodedClass? { try base.beginObject() }
    func moveToKey(_ key: ModelKey) throws -> Bool { try base.moveToKey(key) }
    func objectKeys() throws -> [String] { try base.objectKeys() }
    func endObject() throws { try base.endObject() }
    func skipValue() throws { try base.skipValue() }
    func finish() throws { try base.finish() }
}
