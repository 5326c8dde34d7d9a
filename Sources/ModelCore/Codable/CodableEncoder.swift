import FormatSupport

/// Swift's `Encoder`: it encodes a `Codable` value for any format.
///
/// A value that isn't a scalar has a separate encoder. The encoder and its parents form the coding path. A type may
/// fill its containers in any order, and may catch an error half-way. So the encoded values are collected until all of
/// them are encoded.
final class CodableEncoder: Encoder {
    /// An encoded value.
    let whole: Whole
    let parent: CodableEncoder?
    let key: (any CodingKey)?
    let depth: Int
    /// True if the same function fills this encoder and its parent. No other encoder then adds this encoder's key to
    /// the path of an error.
    let isNested: Bool
    /// The encoded value. If the value may be encoded at any time, it is copied to an entry at once.
    @safe @exclusivity(unchecked) var part = Part.nothing
    var target: Int?
    /// The type of the value.
    private(set) var type: Any.Type?

    init(
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

    /// Encodes a value. If the type's code throws, the parts that were encoded so far aren't used.
    func part<Value: Encodable>(_ value: Value) throws -> Part {
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
        // All types below have the size of a pointer, so a value of any other type needn't be cast.
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

    /// True if the `Codable` code of a type encodes the value. False if only arrays, sets, dictionaries and optionals
    /// are around it.
    var isInTypesCode: Bool {
        var next = parent
        while let current = next {
            guard current.type is any StandardCollection.Type else { return true }
            next = current.parent
        }
        return false
    }

    /// The part for a value of a frequent type, or of a type that documents contain as a scalar although the type has
    /// a `Codable` form, too. Nil for other types.
    @inline(__always)
    static func scalar<Value>(of value: Value) -> Part? {
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

    /// Throws if the value is nested too deep. A value may contain itself, or a chain of values may be as long as
    /// memory allows.
    func requireRoom() throws {
        guard depth < DecodingLimits.standard.depth, StackGuard.hasRoomToCode else {
            throw ModelError.tooDeep(.standard, at: depth)
        }
    }

    /// Encodes a value inside this one.
    @inline(__always)
    func child<Value: Encodable>(_ value: Value, _ key: some CodingKey) throws -> Part {
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
    func counting(_ key: some CodingKey) throws {
        do { try whole.count() } catch { throw locating(error, key) }
    }

    /// The error with the key at the beginning of its path. The keys of the nested encoders around this encoder come
    /// before the key.
    @inline(never)
    func locating(_ error: any Error, _ key: any CodingKey) -> ModelError {
        var error = ModelError.prefixing(.init(coding: key), to: error)
        var next: CodableEncoder? = self
        while let current = next, current.isNested, let key = current.key {
            error = ModelError.prefixing(.init(coding: key), to: error)
            next = current.parent
        }
        return error
    }

    func set(_ part: Part) {
        self.part = part
        if let target { whole.entries[target].part = part }
    }

    // MARK: Containers

    /// The container of the value. Code may request it twice, because a superclass's keys go into the container of
    /// its subclass. If another kind of value was encoded before, the container isn't used, and the whole value can't
    /// be encoded.
    func container(isArray: Bool) -> Int {
        if case .container(let known) = part, whole.containers[known].isArray == isArray { return known }
        let container = whole.newContainer(isArray: isArray)
        if case .nothing = part { set(.container(container)) } else { noteConflict() }
        return container
    }

    /// Encodes the value as a single value. Throws if a container was begun, because its content would be lost.
    func setSingle(_ part: Part) throws {
        if case .container = self.part {
            noteConflict()
            if let conflict = whole.conflict { throw conflict }
        }
        set(part)
    }

    /// Records the error for a value that is encoded twice, because one of the two encodings would be lost.
    @inline(never)
    func noteConflict() {
        guard whole.conflict == nil else { return }
        var error = ModelError(
            .invalidCoding, "Two values are encoded in one place: as an array, a dictionary or a single value.")
        error.path = ModelPath(coding: codingPath)
        whole.conflict = error
    }

    /// An encoder for the value of an entry. The encoder may be used at any time, and adds to the entry's existing
    /// value.
    func later(at entry: Int, _ key: any CodingKey) -> CodableEncoder {
        do {
            try whole.count()
            try requireRoom()
        } catch {
            whole.failure = ModelError(wrapping: error)
            // This encoder isn't used for the result. It has no parent, so that a long chain of encoders needs no
            // stack.
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
}
