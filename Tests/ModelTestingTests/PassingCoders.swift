import Foundation
import ModelCore

/// Passes everything on to another encoder: what defects are put into.
class PassingEncoder: ModelEncoder {
    let base: any ModelEncoder
    init(_ base: any ModelEncoder) { self.base = base }

    var context: EncodingContext { base.context }
    var capabilities: FormatCapabilities { base.capabilities }
    func encodeKey(_ key: ModelKey) throws { try base.encodeKey(key) }
    func encodeKey(_ key: String) throws { try base.encodeKey(key) }
    func encodeReference(to object: AnyObject, forKey key: ModelKey) throws {
        try base.encodeReference(to: object, forKey: key)
    }
    func encodeNull() throws { try base.encodeNull() }
    func encode(_ value: Bool) throws { try base.encode(value) }
    func encode(_ value: Int64) throws { try base.encode(value) }
    func encode(_ value: UInt64) throws { try base.encode(value) }
    func encode(_ value: Float) throws { try base.encode(value) }
    func encode(_ value: Double) throws { try base.encode(value) }
    func encode(_ value: Decimal) throws { try base.encode(value) }
    func encode(_ value: String) throws { try base.encode(value) }
    func encode(_ value: Data) throws { try base.encode(value) }
    func encode(_ value: Date) throws { try base.encode(value) }
    func encode(_ value: URL) throws { try base.encode(value) }
    func encode(_ value: UUID) throws { try base.encode(value) }
    func encode(_ value: ModelGeometry) throws { try base.encode(value) }
    func beginArray(_ kind: ModelArrayKind, count: Int, identity: AnyObject?) throws -> Bool {
        try base.beginArray(kind, count: count, identity: identity)
    }
    func endArray() throws { try base.endArray() }
    func beginDictionary(keys: ModelDictionaryKeys, count: Int, identity: AnyObject?) throws -> Bool {
        try base.beginDictionary(keys: keys, count: count, identity: identity)
    }
    func endDictionary() throws { try base.endDictionary() }
    func beginObject(_ object: AnyObject, class codedClass: CodedClass, isExpected: Bool) throws -> Bool {
        try base.beginObject(object, class: codedClass, isExpected: isExpected)
    }
    func endObject() throws { try base.endObject() }
    func finish() throws -> Data { try base.finish() }
}

/// Passes everything on to another decoder.
class PassingDecoder: ModelDecoder {
    let base: any ModelDecoder
    init(_ base: any ModelDecoder) { self.base = base }

    var context: DecodingContext { base.context }
    var location: ModelLocation? { base.location }
    var reference: Int? { base.reference }
    var convertsText: Bool { base.convertsText }
    var foundNil: Bool { base.foundNil }
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
