extension Dictionary: ModelValue where Key: ModelValue, Value: ModelValue {
    @inlinable
    public static var codesOneValue: Bool { true }
    @inlinable
    public static func encode(_ value: [Key: Value], to encoder: ModelEncoder) throws {
        try encoder.encodeEntries(value)
    }

    @inlinable
    public static func decode(from decoder: ModelDecoder) throws -> [Key: Value] {
        var entries: [Key: Value] = [:]
        try decoder.decodeEntries(Key.self, Value.self, reserve: { entries.reserveCapacity($0) }) { key, value in
            if case .some = entries.updateValue(value, forKey: key) { throw ModelDictionaryKey.met(key) }
        }
        return entries
    }
}

extension ModelEncoder {
    /// Encodes a dictionary, its entries sorted by key.
    @inlinable
    @inline(__always)
    public func encodeEntries<Key: ModelValue & Hashable, Value: ModelValue>(_ entries: [Key: Value]) throws {
        // Pairs, and no look-up by key: one that isn't equal to itself, as a NaN, wouldn't be found.
        let sorted = try StableOrder.sorted(entries)
        let areStrings = Key.self == String.self
        let asText = areStrings || !capabilities.contains(.valueKeys)
        try beginDictionary(keys: asText ? .strings : .values)
        var texts: Set<String> = []
        for (key, value) in sorted {
            do {
                if asText {
                    guard let text = try (key as? String) ?? ModelDictionaryKey.text(of: key) else {
                        throw ModelDictionaryKey.notText(Key.self)
                    }
                    guard areStrings || texts.insert(text).inserted else { throw ModelDictionaryKey.repeated(text) }
                    try encodeKey(text)
                } else {
                    try encodeValue(key)
                }
                try encodeValue(value)
            } catch {
                throw failing(.key(ModelDictionaryKey.pathText(of: key)), error)
            }
        }
        try endDictionary()
    }
}

extension ModelDecoder {
    /// Decodes the entries of a dictionary, one after the other.
    @inlinable
    @inline(__always)
    public func decodeEntries<Key: ModelValue & Hashable, Value: ModelValue>(
        _ keyType: Key.Type, _ valueType: Value.Type, reserve: (Int) -> Void, add: (Key, Value) throws -> Void
    ) throws {
        let decoder = try embeddedArchive() ?? self
        reserve(try decoder.beginDictionary())
        while let entry = try decoder.nextEntry() {
            switch entry {
            case .text(let text):
                do {
                    let key = try (text as? Key) ?? ModelDictionaryKey.key(Key.self, from: text)
                    try add(key, try decoder.decodeValue(Value.self))
                } catch {
                    throw decoder.failing(.key(text), error)
                }
            case .value:
                let key = try decoder.decodeCompared { try decoder.decodeValue(Key.self) }
                do {
                    try add(key, try decoder.decodeValue(Value.self))
                } catch {
                    throw decoder.failing(.key("\(key)"), error)
                }
            }
        }
    }
}
