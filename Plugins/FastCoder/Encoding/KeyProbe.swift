import Foundation
import ModelCore

/// Finds out which keys an object encodes: takes its calls, and drops the values.
final class KeyProbe: ModelEncoder {
    let context: EncodingContext
    let capabilities: FormatCapabilities = .all
    private var keys: [String] = []

    /// - Parameter context: That of the encoding that asks. Its own depth and count are none of this one's.
    init(_ context: EncodingContext) {
        self.context = EncodingContext(format: context.format, limits: context.limits)
    }

    /// The keys in their order; nil where the object can't be encoded, which is told when it really is.
    func keys(of model: BaseModel) -> [String]? {
        keys = []
        guard (try? model.encode(with: self)) != nil else { return nil }
        return keys
    }

    func encodeKey(_ key: ModelKey) { keys.append(key.stringValue) }
    func encodeKey(_ key: String) { keys.append(key) }
    func encodeReference(to object: AnyObject, forKey key: ModelKey) { encodeKey(key) }

    func encodeNull() {}
    func encode(_ value: Bool) {}
    func encode(_ value: Int64) {}
    func encode(_ value: UInt64) {}
    func encode(_ value: Float) {}
    func encode(_ value: Double) {}
    func encode(_ value: Decimal) {}
    func encode(_ value: String) {}
    func encode(_ value: Data) {}
    func encode(_ value: Date) {}
    func encode(_ value: URL) {}
    func encode(_ value: UUID) {}
    func encode(_ value: ModelGeometry) {}

    // What a container holds has no keys of the object.
    func beginArray(_ kind: ModelArrayKind, count: Int, identity: AnyObject?) -> Bool { false }
    func endArray() {}
    func beginDictionary(keys: ModelDictionaryKeys, count: Int, identity: AnyObject?) -> Bool { false }
    func endDictionary() {}
    func beginObject(_ object: AnyObject, class codedClass: CodedClass, isExpected: Bool) -> Bool { false }
    func endObject() {}
    func finish() -> Data { Data() }
}
