import Foundation

/// Writes values into a `ModelNode`.
public final class NodeEncoder: ModelEncoder {
    public let context: EncodingContext
    public let capabilities: FormatCapabilities = .all

    /// True where models of the program stay themselves, and aren't taken apart.
    private let keepsModels: Bool
    private var root: ModelNode?
    private var open: [Frame] = []
    /// With the instance itself, so that no address is used twice.
    private var known: [ObjectIdentifier: (instance: AnyObject, node: ModelNode)] = [:]
    private var weakReferences: [(owner: ObjectNode, position: Int, target: AnyObject)] = []

    private struct Frame {
        var node: ModelNode
        var key: ModelNode?
        var keysAreValues = false
    }

    /// - Parameters:
    ///   - context: The limits of this one encoding.
    ///   - keepsModels: True where models of the program stay themselves, and aren't taken apart.
    public init(context: EncodingContext, keepsModels: Bool = false) {
        self.context = context
        self.keepsModels = keepsModels
    }

    /// The node of the one value that `body` encodes.
    public static func node(
        keepsModels: Bool = false, limits: DecodingLimits = .standard, _ body: (NodeEncoder) throws -> Void
    ) throws -> ModelNode {
        let encoder = NodeEncoder(context: EncodingContext(format: .node, limits: limits), keepsModels: keepsModels)
        try body(encoder)
        return try encoder.finishNode()
    }

    /// The node of what was encoded.
    public func finishNode() throws -> ModelNode {
        // From the last, so that positions stay right when a key is dropped.
        for reference in weakReferences.reversed() {
            if let node = known[ObjectIdentifier(reference.target)]?.node {
                reference.owner.properties[reference.position].value = node
            } else {
                reference.owner.properties.remove(at: reference.position)
            }
        }
        weakReferences = []
        guard open.isEmpty else { throw ModelError(.invalidCoding, "Something was begun that wasn't ended.") }
        guard let root else { throw ModelError(.invalidCoding, "No value was encoded.") }
        return root
    }

    private func add(_ node: ModelNode) throws {
        guard let last = open.indices.last else {
            guard root == nil else { throw ModelError(.invalidCoding, "More than one value was encoded.") }
            root = node
            return
        }
        if case .array(let array) = open[last].node { return array.elements.append(node) }
        guard let key = open[last].key else {
            guard open[last].keysAreValues else {
                throw ModelError(.invalidCoding, "A value was encoded without a key.")
            }
            open[last].key = node
            return
        }
        open[last].key = nil
        switch open[last].node {
        case .dictionary(let dictionary): dictionary.entries.append((key, node))
        case .object(let object): object.properties.append((key.stringValue ?? "", node))
        case .array, .scalar, .model: break
        }
    }

    private func add(_ scalar: ModelScalar) throws {
        try context.hold(scalar.byteCount)
        try add(.scalar(scalar))
    }

    private func begin(_ node: ModelNode, identity: AnyObject?, keysAreValues: Bool = false) throws -> Bool {
        try context.hold(1)
        if let identity {
            if let earlier = known[ObjectIdentifier(identity)] {
                try add(earlier.node)
                return false
            }
            known[ObjectIdentifier(identity)] = (identity, node)
        }
        try add(node)
        open.append(Frame(node: node, keysAreValues: keysAreValues))
        return true
    }

    private func end() throws {
        guard let ended = open.popLast() else {
            throw ModelError(.invalidCoding, "Something was ended that wasn't begun.")
        }
        guard ended.key == nil else { throw ModelError(.invalidCoding, "A key has no value.") }
    }

    public func encodeKey(_ key: ModelKey) throws { try encodeKeyText(key.stringValue) }
    public func encodeKey(_ key: String) throws { try encodeKeyText(key) }

    private func encodeKeyText(_ key: String) throws {
        guard let last = open.indices.last, open[last].key == nil else {
            throw ModelError(.invalidCoding, "The key \(key) was encoded where none belongs.")
        }
        open[last].key = .scalar(.string(key))
    }

    public func encodeReference(to object: AnyObject, forKey key: ModelKey) throws {
        guard case .object(let owner)? = open.last?.node else { return }
        weakReferences.append((owner, owner.properties.count, object))
        owner.properties.append((key.stringValue, .null))
    }

    public func encodeNull() throws { try add(ModelScalar.null) }
    public func encode(_ value: Bool) throws { try add(.bool(value)) }
    public func encode(_ value: Int64) throws { try add(.int64(value)) }
    public func encode(_ value: UInt64) throws { try add(.uint64(value)) }
    public func encode(_ value: Float) throws { try add(.float(value)) }
    public func encode(_ value: Double) throws { try add(.double(value)) }
    public func encode(_ value: Decimal) throws { try add(.decimal(value)) }
    public func encode(_ value: String) throws { try add(.string(value)) }
    public func encode(_ value: Data) throws { try add(.data(value)) }
    public func encode(_ value: Date) throws { try add(.date(value)) }
    public func encode(_ value: URL) throws { try add(.url(value)) }
    public func encode(_ value: UUID) throws { try add(.uuid(value)) }
    public func encode(_ value: ModelGeometry) throws { try add(.geometry(value)) }

    public func beginArray(_ kind: ModelArrayKind, count: Int, identity: AnyObject?) throws -> Bool {
        try begin(.array(ArrayNode(kind: kind)), identity: identity)
    }

    public func endArray() throws { try end() }

    public func beginDictionary(keys: ModelDictionaryKeys, count: Int, identity: AnyObject?) throws -> Bool {
        try begin(.dictionary(DictionaryNode()), identity: identity, keysAreValues: keys == .values)
    }

    public func endDictionary() throws { try end() }

    public func beginObject(_ object: AnyObject, class codedClass: CodedClass, isExpected: Bool) throws -> Bool {
        if keepsModels, let model = object as? BaseModel {
            // A weak reference elsewhere finds it.
            known[ObjectIdentifier(model)] = (model, .model(model))
            try add(.model(model))
            return false
        }
        return try begin(.object(ObjectNode(codedClass)), identity: object)
    }

    public func endObject() throws { try end() }
}
