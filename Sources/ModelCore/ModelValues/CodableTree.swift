import Foundation

/// What a `Codable` value encodes, until all of it is there: its containers may be filled in any order.
final class CodableTree {
    private enum Content {
        case nothing
        case scalar(ModelScalar)
        case elements([CodableTree])
        case entries([(key: String, value: CodableTree)])
    }

    private var content = Content.nothing
    /// Where each key stands.
    private var positions: [String: Int] = [:]

    private init() {}

    /// The tree of a value.
    convenience init(_ value: any Encodable, limits: DecodingLimits) throws {
        self.init()
        try fill(with: value, path: [], CodableCount(limits))
    }

    /// What fills a tree that nobody looks at.
    static func encoderForNobody() -> any Encoder {
        CodableEncoder(tree: CodableTree(), codingPath: [], count: CodableCount(.standard))
    }

    deinit {
        // Without recursion: a chain of containers may be as long as memory allows.
        var pending = takeChildren()
        while var tree = pending.popLast() {
            if isKnownUniquelyReferenced(&tree) { pending += tree.takeChildren() }
        }
    }

    private func takeChildren() -> [CodableTree] {
        defer { content = .nothing }
        switch content {
        case .nothing, .scalar: return []
        case .elements(let elements): return elements
        case .entries(let entries): return entries.map(\.value)
        }
    }

    // MARK: Filling

    fileprivate func fill(with value: any Encodable, path: [any CodingKey], _ count: CodableCount) throws {
        // A value that never stops encoding others has to end.
        try count.add()
        if let scalar = Self.scalar(of: value) {
            content = .scalar(scalar)
            return
        }
        // A value may lead to itself, or a chain of them may be as long as memory allows.
        guard path.count < DecodingLimits.standard.depth, StackGuard.hasRoomToCode else {
            throw ModelError.tooDeep(.standard, at: path.count)
        }
        try value.encode(to: CodableEncoder(tree: self, codingPath: path, count: count))
    }

    /// Types that formats hold as themselves, though they have a `Codable` form too.
    private static func scalar(of value: any Encodable) -> ModelScalar? {
        switch value {
        case let value as Data: .data(value)
        case let value as Date: .date(value)
        case let value as URL: .url(value)
        case let value as UUID: .uuid(value)
        case let value as Decimal: .decimal(value)
        default: nil
        }
    }

    fileprivate func set(_ scalar: ModelScalar) { content = .scalar(scalar) }

    /// Makes it a dictionary, where it isn't one yet: a superclass's keys go where its subclass's are.
    fileprivate func makeDictionary() {
        if case .entries = content { return }
        content = .entries([])
        positions = [:]
    }

    fileprivate func makeArray() {
        if case .elements = content { return }
        content = .elements([])
    }

    /// A new value for a key, in the place of one that is there.
    fileprivate func child(_ key: any CodingKey) -> CodableTree {
        let child = CodableTree()
        set(child, for: key)
        return child
    }

    fileprivate func set(_ child: CodableTree, for key: any CodingKey) {
        guard case .entries(var entries) = content else { return }
        content = .nothing
        let entry = (key: key.stringValue, value: child)
        if let known = positions[key.stringValue] {
            entries[known] = entry
        } else {
            positions[key.stringValue] = entries.count
            entries.append(entry)
        }
        content = .entries(entries)
    }

    /// A new last element.
    fileprivate func element() -> CodableTree {
        let child = CodableTree()
        append(child)
        return child
    }

    fileprivate func append(_ child: CodableTree) {
        guard case .elements(var elements) = content else { return }
        content = .nothing
        elements.append(child)
        content = .elements(elements)
    }

    /// The tree of a value within another, of which nothing stays where that throws.
    fileprivate static func part(_ value: any Encodable, path: [any CodingKey], _ count: CodableCount) throws
        -> CodableTree
    {
        let tree = CodableTree()
        try tree.fill(with: value, path: path, count)
        return tree
    }

    fileprivate var count: Int { if case .elements(let elements) = content { elements.count } else { 0 } }

    // MARK: Encoding

    func encode(to encoder: ModelEncoder) throws {
        switch content {
        case .nothing:
            try encoder.beginDictionary()
            try encoder.endDictionary()
        case .scalar(let scalar): try encoder.encodeDeclared(scalar)
        case .elements(let elements):
            try encoder.beginArray()
            for (index, element) in elements.enumerated() {
                do {
                    try element.encode(to: encoder)
                } catch {
                    throw encoder.failing(.index(index), error)
                }
            }
            try encoder.endArray()
        case .entries(let entries):
            try encoder.beginDictionary()
            for (key, value) in entries {
                do {
                    try encoder.encodeKey(key)
                    try value.encode(to: encoder)
                } catch {
                    throw encoder.failing(.key(key), error)
                }
            }
            try encoder.endDictionary()
        }
    }
}

/// Counts the values of a tree.
private final class CodableCount {
    private let limits: DecodingLimits
    private var values = 0

    init(_ limits: DecodingLimits) { self.limits = limits }

    func add() throws {
        values += 1
        guard values <= limits.nodes else { throw ModelError.tooMany(limits.nodes) }
        guard values <= limits.bytes else { throw ModelError.tooLarge(limits.bytes) }
    }
}

/// Swift's `Encoder` into a tree: how a `Codable` value gets into any format.
private struct CodableEncoder: Encoder {
    let tree: CodableTree
    let codingPath: [any CodingKey]
    let count: CodableCount
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        tree.makeDictionary()
        return KeyedEncodingContainer(Keyed<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        tree.makeArray()
        return Unkeyed(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    /// An encoder of the value for a key.
    func child(_ key: any CodingKey) -> CodableEncoder {
        CodableEncoder(tree: tree.child(key), codingPath: codingPath + [key], count: count)
    }

    /// An encoder of the next element.
    func element() -> CodableEncoder {
        let key = CodableKey(tree.count)
        return CodableEncoder(tree: tree.element(), codingPath: codingPath + [key], count: count)
    }

    func encodeNil() throws {
        try count.add()
        tree.set(.null)
    }

    func encode(_ value: any Encodable) throws { try tree.fill(with: value, path: codingPath, count) }

    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: CodableEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }

        func encodeNil(forKey key: Key) throws { try encoder.child(key).encodeNil() }

        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            do {
                let part = try CodableTree.part(value, path: codingPath + [key], encoder.count)
                encoder.tree.set(part, for: key)
            } catch {
                throw ModelError.prefixing(.key(key.stringValue), to: error)
            }
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy keyType: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            encoder.child(key).container(keyedBy: keyType)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            encoder.child(key).unkeyedContainer()
        }

        func superEncoder() -> any Encoder { encoder.child(CodableKey("super")) }
        func superEncoder(forKey key: Key) -> any Encoder { encoder.child(key) }
    }

    private struct Unkeyed: UnkeyedEncodingContainer {
        let encoder: CodableEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }
        var count: Int { encoder.tree.count }

        func encodeNil() throws { try encoder.element().encodeNil() }

        func encode<Value: Encodable>(_ value: Value) throws {
            let index = count
            do {
                let part = try CodableTree.part(value, path: codingPath + [CodableKey(index)], encoder.count)
                encoder.tree.append(part)
            } catch {
                throw ModelError.prefixing(.index(index), to: error)
            }
        }

        func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
            encoder.element().container(keyedBy: keyType)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.element().unkeyedContainer() }
        func superEncoder() -> any Encoder { encoder.element() }
    }

    private struct Single: SingleValueEncodingContainer {
        let encoder: CodableEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }

        func encodeNil() throws { encoder.tree.set(.null) }
        func encode(_ value: Bool) throws { encoder.tree.set(.bool(value)) }
        func encode(_ value: String) throws { encoder.tree.set(.string(value)) }
        func encode(_ value: Double) throws { encoder.tree.set(.double(value)) }
        func encode(_ value: Float) throws { encoder.tree.set(.float(value)) }
        func encode(_ value: Int) throws { encoder.tree.set(.int64(Int64(value))) }
        func encode(_ value: Int8) throws { encoder.tree.set(.int64(Int64(value))) }
        func encode(_ value: Int16) throws { encoder.tree.set(.int64(Int64(value))) }
        func encode(_ value: Int32) throws { encoder.tree.set(.int64(Int64(value))) }
        func encode(_ value: Int64) throws { encoder.tree.set(.int64(value)) }
        func encode(_ value: UInt) throws { encoder.tree.set(.uint64(UInt64(value))) }
        func encode(_ value: UInt8) throws { encoder.tree.set(.uint64(UInt64(value))) }
        func encode(_ value: UInt16) throws { encoder.tree.set(.uint64(UInt64(value))) }
        func encode(_ value: UInt32) throws { encoder.tree.set(.uint64(UInt64(value))) }
        func encode(_ value: UInt64) throws { encoder.tree.set(.uint64(value)) }
        func encode<Value: Encodable>(_ value: Value) throws { try encoder.encode(value) }
    }
}

/// A key that no type declares.
struct CodableKey: CodingKey {
    private let text: String
    let intValue: Int?

    /// Made when somebody asks: most indices are only passed on.
    var stringValue: String { intValue.map { "\($0)" } ?? text }

    init(_ text: String) {
        self.text = text
        intValue = nil
    }

    init(_ index: Int) {
        text = ""
        intValue = index
    }

    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { self.init(intValue) }
}

extension ModelEncoder {
    /// Encodes a value as its own `Codable` code says.
    func encode(codable value: some Encodable) throws {
        // The root of a file is worth two attempts.
        if builder.isEmpty, state.whole == nil, let document = CodableStream.document(of: value, limits: limits) {
            try encode(document)
        } else {
            try CodableTree(value, limits: limits).encode(to: self)
        }
    }
}
