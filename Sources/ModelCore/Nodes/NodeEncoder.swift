import Foundation

/// Writes values into a `ModelNode`. The encoder for formats that have a tree library already: see ``NodeFormatProvider``.
public final class NodeEncoder: ModelEncoder {
    public let context: EncodingContext
    public let capabilities: FormatCapabilities

    /// What makes bytes of the node; nil for a tree that stays in memory.
    private let serialize: ((ModelNode) throws -> Data)?
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
    ///   - capabilities: What the tree may hold. Anything else is put in plainer terms (see ``NodeFormatProvider``), or
    ///     is `unrepresentableValue` where there are none.
    ///   - keepsModels: True where models of the program stay themselves, and aren't taken apart.
    ///   - serialize: What ``finish()`` makes bytes with; without it, it throws.
    public init(
        context: EncodingContext, capabilities: FormatCapabilities = .all, keepsModels: Bool = false,
        serialize: ((ModelNode) throws -> Data)? = nil
    ) {
        self.context = context
        self.capabilities = capabilities
        self.keepsModels = keepsModels
        self.serialize = serialize
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
        guard let root else { throw ModelError(.unrepresentableValue, "Nothing was encoded.") }
        return root
    }

    public func finish() throws -> Data {
        guard let serialize else { throw ModelError(.unrepresentableValue, "A tree of nodes has no bytes.") }
        return try serialize(try finishNode())
    }

    private func add(_ node: ModelNode) {
        guard !open.isEmpty else {
            root = node
            return
        }
        let last = open.count - 1
        switch open[last].node {
        case .array(let array): array.elements.append(node)
        case .dictionary(let dictionary):
            if let key = open[last].key {
                dictionary.entries.append((key, node))
                open[last].key = nil
            } else if open[last].keysAreValues {
                open[last].key = node
            }
        case .object(let object):
            if let key = open[last].key?.stringValue {
                object.properties.append((key, node))
                open[last].key = nil
            }
        case .scalar, .model: break
        }
    }

    private func add(_ scalar: ModelScalar) throws {
        try context.hold(scalar.byteCount)
        add(.scalar(capabilities == .all ? scalar : try scalar.plain(for: capabilities)))
    }

    private func begin(_ node: ModelNode, identity: AnyObject?, keysAreValues: Bool = false) throws -> Bool {
        try context.hold(1)
        if let identity, capabilities.contains(.identity) {
            if let earlier = known[ObjectIdentifier(identity)] {
                add(earlier.node)
                return false
            }
            known[ObjectIdentifier(identity)] = (identity, node)
        }
        add(node)
        open.append(Frame(node: node, keysAreValues: keysAreValues))
        return true
    }

    private func end() throws {
        guard open.popLast() != nil else {
            throw ModelError(.unrepresentableValue, "A container was ended that isn't open.")
        }
    }

    public func encodeKey(_ key: ModelKey) throws { encodeKeyText(key.stringValue) }
    public func encodeKey(_ key: String) throws { encodeKeyText(key) }

    private func encodeKeyText(_ key: String) {
        guard !open.isEmpty else { return }
        open[open.count - 1].key = .scalar(.string(key))
    }

    public func encodeReference(to object: AnyObject, forKey key: ModelKey) throws {
        guard capabilities.contains(.identity), case .object(let owner)? = open.last?.node else { return }
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
        try begin(.array(ArrayNode(kind: capabilities.contains(.sets) ? kind : .array)), identity: identity)
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
            add(.model(model))
            return false
        }
        let known = capabilities.contains(.classes) ? codedClass : CodedClass(name: "")
        return try begin(.object(ObjectNode(known)), identity: object)
    }

    public func endObject() throws { try end() }
}
