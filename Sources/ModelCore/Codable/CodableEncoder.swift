import FormatSupport

/// Swift's `Encoder`: it encodes a `Codable` value for any format.
///
/// There is one encoder for each value that isn't a scalar. The chain of their parents is the coding path. A type may
/// fill its containers in any order, and may catch an error half-way. So the encoded values are collected until all of
/// them are there.
final class CodableEncoder: Encoder {
    /// An encoded value.
    fileprivate enum Part {
        case nothing
        case null
        case bool(Bool)
        case int(Int64)
        case double(Double)
        case string(String)
        indirect case scalar(ModelScalar)
        /// A dictionary or an array, by its index in the table of containers.
        case container(Int)
        /// A model, or a struct or an enum with `@Model`, by its index in the table of models.
        case model(Int)
    }

    /// A dictionary or an array: a linked list of entries.
    fileprivate struct Container {
        let isArray: Bool
        var count = 0
        var first = -1
        var last = -1
        /// The entries by their keys, if there are many keys; else empty.
        var positions: [ExactText: Int] = [:]
        /// The class of Foundation's that the dictionary is an object of; nil for any other.
        var codedClass: CodedClass?
    }

    /// An element, or a key and its value.
    fileprivate struct Entry {
        let key: String
        var part: Part
        var next = -1
    }

    /// The state that all encoders of one value share. Two tables contain everything that they encode, so that no
    /// container allocates memory separately.
    fileprivate final class Whole {
        private let limits: DecodingLimits
        /// True if the format contains the objects of Foundation's classes.
        let hasFoundationObjects: Bool
        private var values = 0
        /// The kinds of the types that were encoded so far. There are few types, and equal ones mostly follow each
        /// other.
        @safe @exclusivity(unchecked) private var types = CodableKinds()
        /// The error of a call that can't throw.
        var failure: ModelError?
        /// The error for the first value that was encoded in two ways, such as a container and a single value.
        var conflict: ModelError?
        // No other code has access to the tables, and nothing below calls out during an access. So accesses can't
        // overlap.
        @safe @exclusivity(unchecked) var containers: ContiguousArray<Container> = []
        @safe @exclusivity(unchecked) var entries: ContiguousArray<Entry> = []
        /// The code that encodes each model, struct and enum with `@Model`. It runs when all containers are complete.
        @safe @exclusivity(unchecked) var models: ContiguousArray<(ModelEncoder) throws -> Void> = []

        init(_ limits: DecodingLimits, hasFoundationObjects: Bool) {
            self.limits = limits
            self.hasFoundationObjects = hasFoundationObjects
        }

        func kind(of type: Any.Type) -> CodableKinds.Kind { types.kind(of: type) }

        /// The part for a value of a type with `@Model`, which is written as the static type that the calling code
        /// declares.
        func model<Model: ModelRecord>(_ type: Model.Type, _ value: Any) -> Part? {
            guard let value = value as? Model else { return nil }
            models.append { try $0.encodeValue(value) }
            return .model(models.count - 1)
        }

        /// Counts a value towards the limits, because a value may encode others without end.
        func count() throws {
            if let failure { throw failure }
            values += 1
            if values % LongWork.values == 0 { try LongWork.check() }
            guard values <= limits.nodes else { throw ModelError.tooMany(limits.nodes) }
            guard values <= limits.bytes else { throw ModelError.tooLarge(limits.bytes) }
        }

        func newContainer(isArray: Bool) -> Int {
            containers.append(Container(isArray: isArray))
            return containers.count - 1
        }

        /// Appends an element, or a value for a key that the container doesn't have.
        ///
        /// - Returns: The index of the entry.
        @discardableResult
        func append(_ part: Part, for key: String = "", to container: Int) -> Int {
            let position = entries.count
            entries.append(Entry(key: key, part: part))
            let last = containers[container].last
            if last < 0 { containers[container].first = position } else { entries[last].next = position }
            containers[container].last = position
            containers[container].count += 1
            return position
        }

        /// Replaces the value of a key. If the container doesn't have the key, appends it.
        @discardableResult
        func set(_ part: Part, for key: String, in container: Int) -> Int {
            if let known = position(of: key, in: container) {
                entries[known].part = part
                return known
            }
            let position = append(part, for: key, to: container)
            if !containers[container].positions.isEmpty { containers[container].positions[ExactText(key)] = position }
            return position
        }

        /// The position of a key's entry. If there is none, adds an empty entry.
        func entry(for key: String, in container: Int) -> Int {
            position(of: key, in: container) ?? set(.nothing, for: key, in: container)
        }

        /// The maximum number of keys that are searched one by one. Of more keys, a table is made.
        private static let fewKeys = 16

        private func position(of key: String, in container: Int) -> Int? {
            if containers[container].count > Self.fewKeys {
                if containers[container].positions.isEmpty {
                    forEachEntry(of: container) { containers[container].positions[ExactText(entries[$0].key)] = $0 }
                }
                return containers[container].positions[ExactText(key)]
            }
            var next = containers[container].first
            while next >= 0, !Self.isSame(entries[next].key, key) { next = entries[next].next }
            return next < 0 ? nil : next
        }

        /// True if two keys have the same bytes. Swift takes some for equal that haven't.
        private static func isSame(_ left: String, _ right: String) -> Bool {
            left == right && ExactText(left) == ExactText(right)
        }

        /// Sorts the entries of a container, which come in the order of a hash table. That order differs from run to
        /// run.
        ///
        /// - Parameter size: The number of elements for an entry of the hash table, if the container is an array.
        func sort(_ container: Int, entrySize size: Int) throws {
            var places: [Int] = []
            forEachEntry(of: container) { places.append($0) }
            let isArray = containers[container].isArray
            let size = isArray ? size : 1
            guard places.count.isMultiple(of: size) else { return }
            let starts = Array(stride(from: 0, to: places.count, by: size))
            let texts =
                isArray
                ? try StableOrder.texts { encoder in
                    for start in starts { try encode(entries[places[start]].part, to: encoder) }
                } : places.map { entries[$0].key }
            let sorted = StableOrder.sorted(starts, by: texts).flatMap { places[$0..<$0 + size] }
            for (place, next) in zip(sorted, sorted.dropFirst()) { entries[place].next = next }
            guard let first = sorted.first, let last = sorted.last else { return }
            entries[last].next = -1
            (containers[container].first, containers[container].last) = (first, last)
        }

        func forEachEntry(of container: Int, _ body: (Int) throws -> Void) rethrows {
            var next = containers[container].first
            while next >= 0 {
                try body(next)
                next = entries[next].next
            }
        }
    }

    private let whole: Whole
    private let parent: CodableEncoder?
    private let key: (any CodingKey)?
    private let depth: Int
    /// True if the parent's code fills this encoder too. Then no other encoder adds the key to the path of an error.
    private let isNested: Bool
    /// The encoded value, and the entry that it is copied to at once, if it may be encoded at any time.
    @safe @exclusivity(unchecked) private var part = Part.nothing
    private var target: Int?
    /// The type of the value.
    private(set) var type: Any.Type?

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
        let whole = Whole(encoder.limits, hasFoundationObjects: encoder.hasFoundationObjects)
        let part = Result { try CodableEncoder(whole).part(value) }
        // The first error, with its path.
        if let failure = whole.conflict ?? whole.failure { throw failure }
        try whole.encode(part.get(), to: encoder)
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

    /// Encodes a value. If that throws, the parts that were encoded so far aren't used.
    private func part<Value: Encodable>(_ value: Value) throws -> Part {
        try whole.count()
        if let scalar = Self.scalar(of: value) { return scalar }
        try requireRoom()
        type = Value.self
        switch whole.kind(of: Value.self) {
        case .other: break
        case .lacking: throw AnyValue.lackingSupport("\(Value.self)")
        case .model:
            if let type = Value.self as? any ModelRecord.Type, let part = whole.model(type, value) { return part }
        case .foundation:
            guard let coded = value as? any FoundationCoded else { break }
            if whole.hasFoundationObjects, let codedClass = coded.codedClass {
                var values = container(of: codedClass)
                try coded.encode(to: &values)
                return part
            }
            try coded.requireEncodable()
        }
        // All types below have the size of a pointer. Others needn't be cast.
        guard MemoryLayout<Value>.size == MemoryLayout<Int>.size else {
            try value.encode(to: self)
            return part
        }
        if let type = Value.self as? any TextKeyed.Type, type.hasTextKeys, !isInTypesCode,
            let keyed = value as? any TextKeyed
        {
            try keyed.encodeTextKeyed(to: self)
        } else {
            try value.encode(to: self)
        }
        if case .container(let container) = part, whole.containers[container].count > 1,
            let type = Value.self as? any HashTable.Type
        {
            try whole.sort(container, entrySize: type.entrySize)
        }
        return part
    }

    /// True if a type's own code encodes the value, and not that of arrays, sets, dictionaries and optionals alone.
    private var isInTypesCode: Bool {
        var next = parent
        while let current = next {
            guard current.type is any StandardCollection.Type else { return true }
            next = current.parent
        }
        return false
    }

    /// The part for a value of one of the most frequent types, or of a type that documents contain as a scalar,
    /// although it has a `Codable` form too. Nil for other types.
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

    /// Throws if the value is nested too deep: it may contain itself, or a chain of values may be as long as memory
    /// allows.
    private func requireRoom() throws {
        guard depth < DecodingLimits.standard.depth, StackGuard.hasRoomToCode else {
            throw ModelError.tooDeep(.standard, at: depth)
        }
    }

    /// Encodes a value inside this one.
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

    /// The error with the key at the beginning of its path, and before that the keys of the nested encoders that lead
    /// here.
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
        if let target { whole.entries[target].part = part }
    }

    // MARK: Containers

    /// The container of the value. It may be requested twice: a superclass's keys go into the container of its
    /// subclass. If something else was encoded before, the container isn't used, and the whole value can't be encoded.
    private func container(isArray: Bool) -> Int {
        if case .container(let known) = part, whole.containers[known].isArray == isArray { return known }
        let container = whole.newContainer(isArray: isArray)
        if case .nothing = part { set(.container(container)) } else { noteConflict() }
        return container
    }

    /// Encodes the value as a single value. Throws if a container was begun, because its content would be lost.
    private func setSingle(_ part: Part) throws {
        if case .container = self.part {
            noteConflict()
            if let conflict = whole.conflict { throw conflict }
        }
        set(part)
    }

    /// Records the error for a value that is encoded in two ways, of which one would be lost.
    @inline(never)
    private func noteConflict() {
        guard whole.conflict == nil else { return }
        var error = ModelError(
            .invalidCoding, "Two values are encoded in one place: as an array, a dictionary or a single value.")
        error.path = ModelPath(coding: codingPath)
        whole.conflict = error
    }

    /// An encoder for the value of an entry. It may be used at any time, and adds to what the entry already contains.
    private func later(at entry: Int, _ key: any CodingKey) -> CodableEncoder {
        do {
            try whole.count()
            try requireRoom()
        } catch {
            whole.failure = ModelError(wrapping: error)
            // An encoder whose result isn't used. It has no parent, so that a long chain of encoders needs no stack.
            return CodableEncoder(whole)
        }
        let encoder = CodableEncoder(whole, in: self, for: key, isNested: true)
        encoder.target = entry
        encoder.part = whole.entries[entry].part
        return encoder
    }

    /// The container of the value, which is an object of a class.
    func container(of codedClass: CodedClass) -> KeyedEncodingContainer<CodableKey> {
        let container = container(isArray: false)
        whole.containers[container].codedClass = codedClass
        return KeyedEncodingContainer(Keyed<CodableKey>(encoder: self, container: container))
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
        let container: Int
        var codingPath: [any CodingKey] { encoder.codingPath }

        @inline(__always)
        private func set(_ part: Part, for key: Key) throws {
            try encoder.counting(key)
            encoder.whole.set(part, for: key.stringValue, in: container)
        }

        func encodeNil(forKey key: Key) throws { try set(.null, for: key) }
        func encode(_ value: Bool, forKey key: Key) throws { try set(.bool(value), for: key) }
        func encode(_ value: String, forKey key: Key) throws { try set(.string(value), for: key) }
        func encode(_ value: Double, forKey key: Key) throws { try set(.double(value), for: key) }
        func encode(_ value: Int, forKey key: Key) throws { try set(.int(Int64(value)), for: key) }
        // The standard library's default implementations for these two types always throw.
        func encode(_ value: Int128, forKey key: Key) throws { try set(.scalar(ModelScalar(integer: value)), for: key) }
        func encode(_ value: UInt128, forKey key: Key) throws {
            try set(.scalar(ModelScalar(integer: value)), for: key)
        }
        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            encoder.whole.set(try encoder.child(value, key), for: key.stringValue, in: container)
        }

        private func later(_ key: some CodingKey) -> CodableEncoder {
            encoder.later(at: encoder.whole.entry(for: key.stringValue, in: container), key)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy keyType: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            later(key).container(keyedBy: keyType)
        }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { later(key).unkeyedContainer() }
        func superEncoder() -> any Encoder { superEncoder(CodableKey("super")) }
        func superEncoder(forKey key: Key) -> any Encoder { superEncoder(key) }

        /// An encoder whose value replaces what was encoded for the key before, as for Foundation's coders.
        private func superEncoder(_ key: some CodingKey) -> CodableEncoder {
            encoder.later(at: encoder.whole.set(.nothing, for: key.stringValue, in: container), key)
        }
    }

    private struct Unkeyed: UnkeyedEncodingContainer {
        let encoder: CodableEncoder
        let container: Int
        var codingPath: [any CodingKey] { encoder.codingPath }
        var count: Int { encoder.whole.containers[container].count }

        func encodeNil() throws {
            try encoder.counting(CodableKey(count))
            encoder.whole.append(.null, to: container)
        }
        func encode(_ value: Int128) throws {
            encoder.whole.append(try .scalar(ModelScalar(integer: value)), to: container)
        }
        func encode(_ value: UInt128) throws {
            encoder.whole.append(try .scalar(ModelScalar(integer: value)), to: container)
        }
        func encode<Value: Encodable>(_ value: Value) throws {
            encoder.whole.append(try encoder.child(value, CodableKey(count)), to: container)
        }

        private func later() -> CodableEncoder {
            let key = CodableKey(count)
            return encoder.later(at: encoder.whole.append(.nothing, to: container), key)
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

        func encodeNil() throws { try encoder.setSingle(.null) }
        func encode(_ value: Bool) throws { try encoder.setSingle(.bool(value)) }
        func encode(_ value: String) throws { try encoder.setSingle(.string(value)) }
        func encode(_ value: Double) throws { try encoder.setSingle(.double(value)) }
        func encode(_ value: Float) throws { try encoder.setSingle(.scalar(.float(value))) }
        func encode(_ value: Int) throws { try encoder.setSingle(.int(Int64(value))) }
        func encode(_ value: Int8) throws { try encoder.setSingle(.int(Int64(value))) }
        func encode(_ value: Int16) throws { try encoder.setSingle(.int(Int64(value))) }
        func encode(_ value: Int32) throws { try encoder.setSingle(.int(Int64(value))) }
        func encode(_ value: Int64) throws { try encoder.setSingle(.int(value)) }
        func encode(_ value: Int128) throws { try encoder.setSingle(.scalar(ModelScalar(integer: value))) }
        func encode(_ value: UInt) throws { try encoder.setSingle(.scalar(.uint64(UInt64(value)))) }
        func encode(_ value: UInt8) throws { try encoder.setSingle(.scalar(.uint64(UInt64(value)))) }
        func encode(_ value: UInt16) throws { try encoder.setSingle(.scalar(.uint64(UInt64(value)))) }
        func encode(_ value: UInt32) throws { try encoder.setSingle(.scalar(.uint64(UInt64(value)))) }
        func encode(_ value: UInt64) throws { try encoder.setSingle(.scalar(.uint64(value))) }
        func encode(_ value: UInt128) throws { try encoder.setSingle(.scalar(ModelScalar(integer: value))) }
        /// Encodes the value in the place of this one. It has the same path, but is one level deeper, because it may
        /// contain itself.
        func encode<Value: Encodable>(_ value: Value) throws {
            try encoder.setSingle(CodableEncoder(encoder.whole, in: encoder, for: nil).part(value))
        }
    }
}

// The encoding of the collected values into a document.

extension CodableEncoder.Whole {
    fileprivate func encode(_ part: CodableEncoder.Part, to encoder: ModelEncoder) throws {
        switch part {
        case .nothing:
            try encoder.beginOwnDictionary()
            try encoder.end()
        case .null: try encoder.encodeNull()
        case .bool(let value): try encoder.encode(value)
        case .int(let value): try encoder.encode(value)
        case .double(let value): try encoder.encode(value)
        case .string(let value): try encoder.encode(value)
        case .scalar(let scalar): try encoder.encodeDeclared(scalar)
        case .model(let model): try models[model](encoder)
        case .container(let container) where containers[container].isArray:
            try encoder.beginArray()
            var index = 0
            try forEachEntry(of: container) { entry in
                do { try encode(entries[entry].part, to: encoder) } catch {
                    throw encoder.failing(.index(index), error)
                }
                index += 1
            }
            try encoder.end()
        case .container(let container):
            if let codedClass = containers[container].codedClass {
                try encoder.beginObject(of: codedClass)
            } else {
                try encoder.beginOwnDictionary()
            }
            try forEachEntry(of: container) { entry in
                do {
                    try encoder.encodeKey(entries[entry].key)
                    try encode(entries[entry].part, to: encoder)
                } catch {
                    throw encoder.failing(.key(entries[entry].key), error)
                }
            }
            try encoder.end()
        }
    }
}
