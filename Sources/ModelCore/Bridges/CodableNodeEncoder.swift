import Foundation

/// Swift's `Encoder` onto nodes: how a `Codable` value gets into any format.
enum CodableNodeEncoder {
    /// The node of a value, whose parts the context counts.
    static func node(of value: any Encodable, path: [any CodingKey] = [], _ context: EncodingContext) throws -> ModelNode {
        // A value that never stops encoding others has to end.
        try context.hold(1)
        if let native = try scalar(of: value) { return native }
        // A value may lead to itself, or a chain of them may be as long as memory allows.
        guard path.count < DecodingLimits.standard.depth, StackGuard.hasRoomToCode else {
            throw ModelError.tooDeep(.standard, at: path.count)
        }
        let encoder = Root(codingPath: path, context: context)
        try value.encode(to: encoder)
        return encoder.slot.node ?? .dictionary(DictionaryNode())
    }

    /// Types that formats hold as themselves, though they have a `Codable` form too.
    private static func scalar(of value: any Encodable) throws -> ModelNode? {
        switch value {
        case let value as Data: .scalar(.data(value))
        case let value as Date: .scalar(.date(value))
        case let value as URL: .scalar(.url(value))
        case let value as UUID: .scalar(.uuid(value))
        case let value as Decimal: .scalar(.decimal(value))
        default: nil
        }
    }

    /// Where one value goes.
    private final class Slot {
        var node: ModelNode?
    }

    /// A dictionary that is being filled, and where each key stands in it.
    private final class Entries {
        let node = DictionaryNode()
        private var positions: [String: Int] = [:]

        func set(_ value: ModelNode, _ key: any CodingKey) {
            let text = key.stringValue
            if let known = positions[text] {
                node.entries[known].value = value
            } else {
                positions[text] = node.entries.count
                node.entries.append((.scalar(.string(text)), value))
            }
        }
    }

    private final class Root: Encoder {
        let codingPath: [any CodingKey]
        let userInfo: [CodingUserInfoKey: Any] = [:]
        let context: EncodingContext
        let slot = Slot()
        private var entries: Entries?

        init(codingPath: [any CodingKey], context: EncodingContext) {
            self.codingPath = codingPath
            self.context = context
        }

        func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            // A superclass's keys go into the same dictionary as its subclass's.
            let entries = self.entries ?? Entries()
            self.entries = entries
            slot.node = .dictionary(entries.node)
            return KeyedEncodingContainer(Keyed<Key>(entries: entries, codingPath: codingPath, context: context))
        }

        func unkeyedContainer() -> any UnkeyedEncodingContainer {
            let node: ArrayNode
            if case .array(let existing)? = slot.node { node = existing } else { node = ArrayNode() }
            slot.node = .array(node)
            return Unkeyed(node: node, codingPath: codingPath, context: context)
        }

        func singleValueContainer() -> any SingleValueEncodingContainer { Single(slot: slot, codingPath: codingPath, context: context) }
    }

    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let entries: Entries
        let codingPath: [any CodingKey]
        let context: EncodingContext

        func encodeNil(forKey key: Key) throws {
            try context.hold(1)
            entries.set(.null, key)
        }


        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            do {
                entries.set(try CodableNodeEncoder.node(of: value, path: codingPath + [key], context), key)
            } catch {
                throw ModelError.prefixing(.key(key.stringValue), to: error)
            }
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy keyType: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            let nested = Entries()
            entries.set(.dictionary(nested.node), key)
            return KeyedEncodingContainer(Keyed<Nested>(entries: nested, codingPath: codingPath + [key], context: context))
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            let nested = ArrayNode()
            entries.set(.array(nested), key)
            return Unkeyed(node: nested, codingPath: codingPath + [key], context: context)
        }

        func superEncoder() -> any Encoder {
            Deferred(entries: entries, key: CodableKey("super"), codingPath: codingPath, context: context)
        }

        func superEncoder(forKey key: Key) -> any Encoder {
            Deferred(entries: entries, key: key, codingPath: codingPath, context: context)
        }
    }

    private struct Unkeyed: UnkeyedEncodingContainer {
        let node: ArrayNode
        let codingPath: [any CodingKey]
        let context: EncodingContext
        var count: Int { node.elements.count }

        func encodeNil() throws {
            try context.hold(1)
            node.elements.append(.null)
        }

        func encode<Value: Encodable>(_ value: Value) throws {
            do {
                node.elements.append(try CodableNodeEncoder.node(of: value, path: codingPath + [CodableKey(count)], context))
            } catch {
                throw ModelError.prefixing(.index(count), to: error)
            }
        }

        func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
            let nested = Entries()
            node.elements.append(.dictionary(nested.node))
            return KeyedEncodingContainer(Keyed<Nested>(entries: nested, codingPath: codingPath + [CodableKey(count)], context: context))
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
            let nested = ArrayNode()
            node.elements.append(.array(nested))
            return Unkeyed(node: nested, codingPath: codingPath + [CodableKey(count)], context: context)
        }

        func superEncoder() -> any Encoder {
            Deferred(node: node, index: count, codingPath: codingPath + [CodableKey(count)], context: context)
        }
    }

    private struct Single: SingleValueEncodingContainer {
        let slot: Slot
        let codingPath: [any CodingKey]
        let context: EncodingContext

        func encodeNil() throws { slot.node = .null }
        func encode(_ value: Bool) throws { slot.node = .scalar(.bool(value)) }
        func encode(_ value: String) throws { slot.node = .scalar(.string(value)) }
        func encode(_ value: Double) throws { slot.node = .scalar(.double(value)) }
        func encode(_ value: Float) throws { slot.node = .scalar(.float(value)) }
        func encode(_ value: Int) throws { slot.node = .scalar(.int64(Int64(value))) }
        func encode(_ value: Int8) throws { slot.node = .scalar(.int64(Int64(value))) }
        func encode(_ value: Int16) throws { slot.node = .scalar(.int64(Int64(value))) }
        func encode(_ value: Int32) throws { slot.node = .scalar(.int64(Int64(value))) }
        func encode(_ value: Int64) throws { slot.node = .scalar(.int64(value)) }
        func encode(_ value: UInt) throws { slot.node = .scalar(.uint64(UInt64(value))) }
        func encode(_ value: UInt8) throws { slot.node = .scalar(.uint64(UInt64(value))) }
        func encode(_ value: UInt16) throws { slot.node = .scalar(.uint64(UInt64(value))) }
        func encode(_ value: UInt32) throws { slot.node = .scalar(.uint64(UInt64(value))) }
        func encode(_ value: UInt64) throws { slot.node = .scalar(.uint64(value)) }
        func encode<Value: Encodable>(_ value: Value) throws {
            slot.node = try CodableNodeEncoder.node(of: value, path: codingPath, context)
        }
    }

    /// A superclass's encoder: its value takes its place when it is released, as the last thing of its container.
    private final class Deferred: Encoder {
        let codingPath: [any CodingKey]
        let userInfo: [CodingUserInfoKey: Any] = [:]
        private let inner: Root
        private let store: (ModelNode) -> Void

        init(entries: Entries, key: any CodingKey, codingPath: [any CodingKey], context: EncodingContext) {
            self.codingPath = codingPath + [key]
            inner = Root(codingPath: self.codingPath, context: context)
            store = { entries.set($0, key) }
        }

        init(node: ArrayNode, index: Int, codingPath: [any CodingKey], context: EncodingContext) {
            self.codingPath = codingPath
            inner = Root(codingPath: codingPath, context: context)
            store = { node.elements.insert($0, at: min(index, node.elements.count)) }
        }

        deinit { store(inner.slot.node ?? .dictionary(DictionaryNode())) }

        func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> { inner.container(keyedBy: type) }
        func unkeyedContainer() -> any UnkeyedEncodingContainer { inner.unkeyedContainer() }
        func singleValueContainer() -> any SingleValueEncodingContainer { inner.singleValueContainer() }
    }
}

/// A key that no type declares.
struct CodableKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ text: String) {
        stringValue = text
        intValue = nil
    }

    init(_ index: Int) {
        stringValue = "\(index)"
        intValue = index
    }

    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { self.init(intValue) }
}
