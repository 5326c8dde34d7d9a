import Foundation

/// Takes a model apart into the values of its properties, one tree for each: what a store keeps.
///
/// A tree knows its own instances only. So an object that two properties share is in both; a weak reference to one that isn't in
/// the same value is left out; and a value that leads back to the model itself is a `cycle`.
final class StoreEncoder: ModelEncoder {
    let context: EncodingContext
    let capabilities: FormatCapabilities = .all

    private(set) var values: [(key: String, value: ModelNode)] = []
    private let model: BaseModel
    private var key: String?
    /// What takes the value that is being encoded, and how many containers of it are open.
    private var value: NodeEncoder?
    private var depth = 0
    private var hasBegun = false

    init(_ model: BaseModel, context: EncodingContext) {
        self.model = model
        self.context = context
    }

    /// Empties the trees: one with a cycle would never be freed.
    func dismantle() {
        var pending = values.map(\.value)
        values = []
        while let node = pending.popLast() {
            switch node {
            case .array(let array):
                pending += array.elements
                array.elements = []
            case .dictionary(let dictionary):
                for entry in dictionary.entries { pending += [entry.key, entry.value] }
                dictionary.entries = []
            case .object(let object):
                pending += object.properties.map(\.value)
                object.properties = []
            case .scalar, .model: break
            }
        }
    }

    // MARK: Values

    /// Encodes a single value, or what follows inside of a container.
    private func add(_ body: (NodeEncoder) throws -> Void) throws {
        if let value { return try body(value) }
        let encoder = NodeEncoder(context: context)
        try body(encoder)
        try take(encoder)
    }

    private func begin(_ body: (NodeEncoder) throws -> Bool) throws -> Bool {
        let encoder = value ?? NodeEncoder(context: context)
        guard try body(encoder) else { return false }
        value = encoder
        depth += 1
        return true
    }

    private func end(_ body: (NodeEncoder) throws -> Void) throws {
        guard let value else { throw ModelError(.invalidCoding, "Something was ended that wasn't begun.") }
        try body(value)
        depth -= 1
        guard depth == 0 else { return }
        self.value = nil
        try take(value)
    }

    private func take(_ encoder: NodeEncoder) throws {
        guard let key else { throw ModelError(.invalidCoding, "A value was encoded without a key.") }
        values.append((key, try encoder.finishNode()))
        self.key = nil
    }

    // MARK: Keys

    func encodeKey(_ key: ModelKey) throws {
        if let value { try value.encodeKey(key) } else { self.key = key.stringValue }
    }

    func encodeKey(_ key: String) throws {
        if let value { try value.encodeKey(key) } else { self.key = key }
    }

    func encodeReference(to object: AnyObject, forKey key: ModelKey) throws {
        try value?.encodeReference(to: object, forKey: key)
    }

    // MARK: Scalars

    func encodeNull() throws { try add { try $0.encodeNull() } }
    func encode(_ value: Bool) throws { try add { try $0.encode(value) } }
    func encode(_ value: Int64) throws { try add { try $0.encode(value) } }
    func encode(_ value: UInt64) throws { try add { try $0.encode(value) } }
    func encode(_ value: Float) throws { try add { try $0.encode(value) } }
    func encode(_ value: Double) throws { try add { try $0.encode(value) } }
    func encode(_ value: Decimal) throws { try add { try $0.encode(value) } }
    func encode(_ value: String) throws { try add { try $0.encode(value) } }
    func encode(_ value: Data) throws { try add { try $0.encode(value) } }
    func encode(_ value: Date) throws { try add { try $0.encode(value) } }
    func encode(_ value: URL) throws { try add { try $0.encode(value) } }
    func encode(_ value: UUID) throws { try add { try $0.encode(value) } }
    func encode(_ value: ModelGeometry) throws { try add { try $0.encode(value) } }

    // MARK: Containers

    func beginArray(_ kind: ModelArrayKind, count: Int, identity: AnyObject?) throws -> Bool {
        try begin { try $0.beginArray(kind, count: count, identity: identity) }
    }

    func endArray() throws { try end { try $0.endArray() } }

    func beginDictionary(keys: ModelDictionaryKeys, count: Int, identity: AnyObject?) throws -> Bool {
        try begin { try $0.beginDictionary(keys: keys, count: count, identity: identity) }
    }

    func endDictionary() throws { try end { try $0.endDictionary() } }

    func beginObject(_ object: AnyObject, class codedClass: CodedClass, isExpected: Bool) throws -> Bool {
        if object === model {
            guard !hasBegun else {
                throw ModelError(.cycle, "It leads back to the model, each of whose properties is kept on its own.")
            }
            hasBegun = true
            return true
        }
        return try begin { try $0.beginObject(object, class: codedClass, isExpected: isExpected) }
    }

    func endObject() throws {
        if value != nil { try end { try $0.endObject() } }
    }
}
