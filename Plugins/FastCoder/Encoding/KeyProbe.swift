import Foundation
import ModelCore

/// Finds out which keys an object encodes: takes its calls, and drops the values.
final class KeyProbe: ModelEncoder {
    let context: EncodingContext
    let capabilities: FormatCapabilities = .all
    private var keys: [String] = []
    /// How many calls came: code that never ends, ends here.
    private var calls = 0

    /// - Parameter context: That of the encoding that asks. Its own depth and count are none of this one's.
    init(_ context: EncodingContext) {
        self.context = EncodingContext(format: context.format, limits: context.limits)
    }

    /// The keys in their order; nil where the object can't be encoded, which is told when it really is.
    func keys(of model: BaseModel) -> [String]? {
        keys = []
        calls = 0
        guard (try? model.encode(with: self)) != nil else { return nil }
        return keys
    }

    private func count() throws {
        calls += 1
        guard calls <= context.limits.nodes, calls <= context.limits.bytes else {
            throw ModelError(.nodesExceeded, "More than \(calls - 1) values.")
        }
    }

    func encodeKey(_ key: ModelKey) throws { try encodeKey(key.stringValue) }

    func encodeKey(_ key: String) throws {
        try count()
        keys.append(key)
    }

    func encodeReference(to object: AnyObject, forKey key: ModelKey) throws { try encodeKey(key) }

    func encodeNull() throws { try count() }
    func encode(_ value: Bool) throws { try count() }
    func encode(_ value: Int64) throws { try count() }
    func encode(_ value: UInt64) throws { try count() }
    func encode(_ value: Float) throws { try count() }
    func encode(_ value: Double) throws { try count() }
    func encode(_ value: Decimal) throws { try count() }
    func encode(_ value: String) throws { try count() }
    func encode(_ value: Data) throws { try count() }
    func encode(_ value: Date) throws { try count() }
    func encode(_ value: URL) throws { try count() }
    func encode(_ value: UUID) throws { try count() }
    func encode(_ value: ModelGeometry) throws { try count() }

    // What a container holds has no keys of the object.
    func beginArray(_ kind: ModelArrayKind, count: Int, identity: AnyObject?) throws -> Bool { try skip() }
    func endArray() {}
    func beginDictionary(keys: ModelDictionaryKeys, count: Int, identity: AnyObject?) throws -> Bool { try skip() }
    func endDictionary() {}
    func beginObject(_ object: AnyObject, class codedClass: CodedClass, isExpected: Bool) throws -> Bool { try skip() }
    func endObject() {}
    func finish() -> Data { Data() }

    private func skip() throws -> Bool {
        try count()
        return false
    }
}
