import Foundation
import ModelCore

/// Reads what secrets hold, and makes objects of the archives in them only where those are trusted.
final class SecretDecoder: ModelDecoder {
    private let base: NodeDecoder
    private let trustsArchives: Bool
    /// How deep the secrets themselves stand: 0 for a single one, 1 for the properties of a model.
    private let secretDepth: Int
    private var depth = 0
    /// True at a secret that is text as a whole: somebody may have typed it, a number or a date too.
    private(set) var convertsText: Bool

    /// A decoder that stands at a secret's value.
    init(_ node: ModelNode, context: DecodingContext, trustsArchives: Bool) {
        base = NodeDecoder(node, context: context)
        self.trustsArchives = trustsArchives
        secretDepth = 0
        convertsText = node.stringValue != nil
    }

    /// A decoder that stands at an object, each of whose properties is a secret.
    init(properties: [(key: String, value: ModelNode)], context: DecodingContext, trustsArchives: Bool) {
        base = NodeDecoder(.object(ObjectNode(CodedClass(name: ""), properties)), context: context)
        self.trustsArchives = trustsArchives
        secretDepth = 1
        convertsText = false
    }

    func embeddedArchive() throws -> (any ModelDecoder)? {
        guard let archive = try base.embeddedArchive() else { return nil }
        guard !trustsArchives else { return archive }
        switch try archive.peekKind() {
        case .array, .set, .orderedSet, .dictionary, .object: throw ModelError.archiveNotTrusted
        // A single value makes no objects.
        default: return archive
        }
    }

    var context: DecodingContext { base.context }
    var location: ModelLocation? { base.location }
    var reference: Int? { base.reference }

    func peekKind() throws -> ModelKind { try base.peekKind() }
    func decodeScalar() throws -> ModelScalar { try base.decodeScalar() }
    func skipValue() throws { try base.skipValue() }

    func beginArray() throws -> Int { try entering { try base.beginArray() } }
    func beginDictionary() throws -> Int { try entering { try base.beginDictionary() } }
    func beginObject() throws -> CodedClass? { try entering { try base.beginObject() } }

    private func entering<Value>(_ body: () throws -> Value) throws -> Value {
        let value = try body()
        depth += 1
        convertsText = false
        return value
    }

    func nextElement() throws -> Bool {
        if try base.nextElement() { return true }
        depth -= 1
        return false
    }

    func nextEntry() throws -> ModelEntryKey? {
        if let entry = try base.nextEntry() { return entry }
        depth -= 1
        return nil
    }

    func moveToKey(_ key: ModelKey) throws -> Bool {
        guard try base.moveToKey(key) else { return false }
        if depth == secretDepth { convertsText = try base.peekKind() == .string }
        return true
    }

    func objectKeys() throws -> [String] { try base.objectKeys() }

    func endObject() throws {
        try base.endObject()
        depth -= 1
    }
}
