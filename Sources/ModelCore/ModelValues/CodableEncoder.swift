import Foundation

/// Swift's `Encoder`: how a `Codable` value gets into any format.
///
/// One for each value that isn't a scalar; together they are the way to it. A type may fill its containers in any
/// order, and may catch an error half-way: so what it encodes waits here until all of it is there.
final class CodableEncoder: Encoder {
    /// What was encoded as one value.
    fileprivate enum Part {
        case nothing
        case null
        case bool(Bool)
        case int(Int64)
        case double(Double)
        case string(String)
        indirect case scalar(ModelScalar)
        case container(Container)
    }

    /// A dictionary or an array.
    fileprivate final class Container {
        let isArray: Bool
        /// Nobody else has it, and nothing below calls out while it is accessed: so accesses can't overlap.
        @safe @exclusivity(unchecked) private(set) var entries: [(key: String, part: Part)] = []
        /// Where each key stands, of very many.
        private var positions: [String: Int] = [:]

        init(isArray: Bool) { self.isArray = isArray }

        /// How many keys are looked through rather than put into a table.
        private static let fewKeys = 16

        private func position(of key: String) -> Int? {
            if entries.count <= Self.fewKeys { return entries.firstIndex { $0.key == key } }
            if positions.isEmpty {
                for (position, entry) in entries.enumerated() { positions[entry.key] = position }
            }
            return positions[key]
        }

        /// Puts a value in the place of the one that has the key, or else behind all others.
        ///
        /// - Returns: Where that is.
        @discardableResult
        func set(_ part: Part, for key: String) -> Int {
            if let known = position(of: key) {
                entries[known].part = part
                return known
            }
            if !positions.isEmpty { positions[key] = entries.count }
            entries.append((key, part))
            return entries.count - 1
        }

        func append(_ part: Part) { entries.append(("", part)) }

        func replace(_ position: Int, with part: Part) { entries[position].part = part }
    }

    /// What belongs to all encoders of one value.
    private final class Whole {
        private let limits: DecodingLimits
        private var values = 0
        /// What went wrong where nothing can be thrown.
        var failure: ModelError?

        init(_ limits: DecodingLimits) { self.limits = limits }

        /// A value that never stops encoding others has to end.
        func count() throws {
            if let failure { throw failure }
            values += 1
            guard values <= limits.nodes else { throw ModelError.tooMany(limits.nodes) }
            guard values <= limits.bytes else { throw ModelError.tooLarge(limits.bytes) }
        }
    }

    private let whole: Whole
    private let parent: CodableEncoder?
    private let key: (any CodingKey)?
    private let depth: Int
    /// True where the parent's code fills this, too: so no other encoder tells where an error was.
    private let isNested: Bool
    /// What was encoded; and where that goes at once, if it may come at any time.
    private var part = Part.nothing
    private var target: (container: Container, position: Int)?

    private init(
        _ whole: Whole, in parent: CodableEncoder? = nil, for key: (any CodingKey)? = nil, isNested: Bool = false
    ) {
        self.whole = whole
        self.parent = parent
        self.key = key
        self.isNested = isNested
        depth = parent.map { $0.depth + 1 } ?? 0
    }

    static func encode(_ value: some Encodable, to encoder: ModelEncoder) throws {
        let whole = Whole(encoder.limits)
        let part = try CodableEncoder(whole).part(value)
        if let failure = whole.failure { throw failure }
        try encode(part, to: encoder)
    }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    var codingPath: [any CodingKey] {
        var path: [any CodingKey] = []
        var next: CodableEncoder? = self
        while let current = next {
            if let key = current.key { path.append(key) }
            next = current.parent
        }
        return path.reversed()
    }

    // MARK: Values

    /// A value, of which nothing stays where that throws.
    private func part<Value: Encodable>(_ value: Value) throws -> Part {
        try whole.count()
        if let scalar = Self.scalar(of: value) { return scalar }
        try requireRoom()
        try value.encode(to: self)
        return part
    }

    /// The most frequent types, and those that formats hold as themselves, though they have a `Codable` form too.
    @inline(__always)
    private static func scalar<Value>(of value: Value) -> Part? {
        if Value.self == String.self, let value = value as? String { return .string(value) }
        if Value.self == Int.self, let value = value as? Int { return .int(Int64(value)) }
        if Value.self == Double.self, let value = value as? Double { return .double(value) }
        if Value.self == Data.self, let value = value as? Data { return .scalar(.data(value)) }
        if Value.self == Date.self, let value = value as? Date { return .scalar(.date(value)) }
        if Value.self == URL.self, let value = value as? URL { return .scalar(.url(value)) }
        if Value.self == UUID.self, let value = value as? UUID { return .scalar(.uuid(value)) }
        if Value.self == Decimal.self, let value = value as? Decimal { return .scalar(.decimal(value)) }
        return nil
    }

    /// A value may lead to itself, or a chain of them may be as long as memory allows.
    private func requireRoom() throws {
        guard depth < DecodingLimits.standard.depth, StackGuard.hasRoomToCode else {
            throw ModelError.tooDeep(.standard, at: depth)
        }
    }

    /// The part that a value within this one is.
    @inline(__always)
    private func child<Value: Encodable>(_ value: Value, _ key: some CodingKey) throws -> Part {
        if let scalar = Self.scalar(of: value) {
            try counting(key)
            return scalar
        }
        do {
            return try CodableEncoder(whole, in: self, for: key).part(value)
        } catch {
            throw locating(error, key)
        }
    }

    @inline(__always)
    private func counting(_ key: some CodingKey) throws {
        do { try whole.count() } catch { throw locating(error, key) }
    }

    /// An error as seen from the value that has the key.
    @inline(never)
    private func locating(_ error: any Error, _ key: any CodingKey) -> ModelError {
        var error = ModelError.prefixing(.init(coding: key), to: error)
        var next: CodableEncoder? = self
        while let current = next, current.isNested, let key = current.key {
            error = ModelError.prefixing(.init(coding: key), to: error)
            next = current.parent
        }
        return error
    }

    private func set(_ part: Part) {
        self.part = part
        if let target { target.container.replace(target.position, with: part) }
    }

    // MARK: Containers

    /// The container of the value, which may be asked for twice: a superclass's keys go where its subclass's are.
    private func container(isArray: Bool) -> Container {
        if case .container(let known) = part, known.isArray == isArray { return known }
        let container = Container(isArray: isArray)
        set(.container(container))
        return container
    }

    /// An encoder of a value in a container, which may come at any time.
    private func later(in container: Container, at position: Int, _ key: any CodingKey) -> CodableEncoder {
        do {
            try whole.count()
            try requireRoom()
        } catch {
            whole.failure = ModelError(wrapping: error)
            // One that nobody looks at, and that leads to none before it: a chain of them costs no stack.
            return CodableEncoder(whole)
        }
        let encoder = CodableEncoder(whole, in: self, for: key, isNested: true)
        encoder.target = (container, position)
        return encoder
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keyed<Key>(encoder: self, container: container(isArray: false)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        Unkeyed(encoder: self, container: container(isArray: true))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: CodableEncoder
        let container: Container
        var codingPath: [any CodingKey] { encoder.codingPath }

        @inline(__always)
        private func set(_ part: Part, for key: Key) throws {
            try encoder.counting(key)
            container.set(part, for: key.stringValue)
        }

        func encodeNil(forKey key: Key) throws { try set(.null, for: key) }
        func encode(_ value: Bool, forKey key: Key) throws { try set(.bool(value), for: key) }
        func encode(_ value: String, forKey key: Key) throws { try set(.string(value), for: key) }
        func encode(_ value: Double, forKey key: Key) throws { try set(.double(value), for: key) }
        func encode(_ value: Int, forKey key: Key) throws { try set(.int(Int64(value)), for: key) }
        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            container.set(try encoder.child(value, key), for: key.stringValue)
        }

        private func later(_ key: some CodingKey) -> CodableEncoder {
            let position = container.set(.nothing, for: key.stringValue)
            return encoder.later(in: container, at: position, key)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy keyType: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            later(key).container(keyedBy: keyType)
        }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { later(key).unkeyedContainer() }
        func superEncoder() -> any Encoder { later(CodableKey("super")) }
        func superEncoder(forKey key: Key) -> any Encoder { later(key) }
    }

    private struct Unkeyed: UnkeyedEncodingContainer {
        let encoder: CodableEncoder
        let container: Container
        var codingPath: [any CodingKey] { encoder.codingPath }
        var count: Int { container.entries.count }

        func encodeNil() throws {
            try encoder.counting(CodableKey(count))
            container.append(.null)
        }
        func encode<Value: Encodable>(_ value: Value) throws {
            container.append(try encoder.child(value, CodableKey(count)))
        }

        private func later() -> CodableEncoder {
            let position = count
            container.append(.nothing)
            return encoder.later(in: container, at: position, CodableKey(position))
        }

        func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
            later().container(keyedBy: keyType)
        }
        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { later().unkeyedContainer() }
        func superEncoder() -> any Encoder { later() }
    }

    private struct Single: SingleValueEncodingContainer {
        let encoder: CodableEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }

        func encodeNil() throws { encoder.set(.null) }
        func encode(_ value: Bool) throws { encoder.set(.bool(value)) }
        func encode(_ value: String) throws { encoder.set(.string(value)) }
        func encode(_ value: Double) throws { encoder.set(.double(value)) }
        func encode(_ value: Float) throws { encoder.set(.scalar(.float(value))) }
        func encode(_ value: Int) throws { encoder.set(.int(Int64(value))) }
        func encode(_ value: Int8) throws { encoder.set(.int(Int64(value))) }
        func encode(_ value: Int16) throws { encoder.set(.int(Int64(value))) }
        func encode(_ value: Int32) throws { encoder.set(.int(Int64(value))) }
        func encode(_ value: Int64) throws { encoder.set(.int(value)) }
        func encode(_ value: UInt) throws { encoder.set(.scalar(.uint64(UInt64(value)))) }
        func encode(_ value: UInt8) throws { encoder.set(.scalar(.uint64(UInt64(value)))) }
        func encode(_ value: UInt16) throws { encoder.set(.scalar(.uint64(UInt64(value)))) }
        func encode(_ value: UInt32) throws { encoder.set(.scalar(.uint64(UInt64(value)))) }
        func encode(_ value: UInt64) throws { encoder.set(.scalar(.uint64(value))) }
        /// In the place of this value: with its path, and as deep again, because it may lead to itself.
        func encode<Value: Encodable>(_ value: Value) throws {
            encoder.set(try CodableEncoder(encoder.whole, in: encoder, for: nil).part(value))
        }
    }

    // MARK: Into a document

    private static func encode(_ part: Part, to encoder: ModelEncoder) throws {
        switch part {
        case .nothing:
            try encoder.beginDictionary()
            try encoder.endDictionary()
        case .null: try encoder.encodeNull()
        case .bool(let value): try encoder.encode(value)
        case .int(let value): try encoder.encode(value)
        case .double(let value): try encoder.encode(value)
        case .string(let value): try encoder.encode(value)
        case .scalar(let scalar): try encoder.encodeDeclared(scalar)
        case .container(let container) where container.isArray:
            try encoder.beginArray()
            for (index, entry) in container.entries.enumerated() {
                do { try encode(entry.part, to: encoder) } catch { throw encoder.failing(.index(index), error) }
            }
            try encoder.endArray()
        case .container(let container):
            try encoder.beginDictionary()
            for (key, part) in container.entries {
                do {
                    try encoder.encodeKey(key)
                    try encode(part, to: encoder)
                } catch {
                    throw encoder.failing(.key(key), error)
                }
            }
            try encoder.endDictionary()
        }
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
