import FormatSupport

// The standard library's collections. Their own `Codable` code would encode some of them differently from the files of
// this library.

/// A collection whose elements have a different order in each run.
protocol HashTable {
    /// The number of elements for one entry, if the collection is encoded as an array.
    static var entrySize: Int { get }
}

extension Dictionary: HashTable {
    static var entrySize: Int { 2 }
}

extension Set: HashTable {
    static var entrySize: Int { 1 }
}

/// A collection that hashes its elements.
protocol HashingElements {}

extension Set: HashingElements {}

/// A collection, or an optional, of the standard library.
protocol StandardCollection {}

extension Array: StandardCollection {}
extension Set: StandardCollection {}
extension Dictionary: StandardCollection {}
extension Optional: StandardCollection {}

/// A dictionary whose keys are text in files, although the standard library's code encodes it as an array of keys and
/// values.
///
/// The keys have a `String` or an `Int` as raw value, or are UUIDs. They aren't `CodingKeyRepresentable`, because the
/// standard library itself encodes such keys as text. A property is encoded with text keys. Inside the code of a
/// `Codable` type, the standard library decides, as with Foundation's coders. Both encodings are read.
protocol TextKeyed {
    static var hasTextKeys: Bool { get }
    func encodeTextKeyed(to encoder: CodableEncoder) throws
}

extension Dictionary: TextKeyed where Key: Encodable, Value: Encodable {
    static var hasTextKeys: Bool { TextKey.isOne(Key.self) }

    func encodeTextKeyed(to encoder: CodableEncoder) throws {
        var container = encoder.container(keyedBy: CodableKey.self)
        var texts: Set<ExactText> = []
        for (key, value) in self {
            let text = try TextKey.text(of: key)
            // Two keys of a custom type may have the same raw value.
            guard texts.insert(ExactText(text)).inserted else { throw ModelDictionaryKey.repeated(text) }
            try container.encode(value, forKey: CodableKey(text))
        }
    }
}

/// A dictionary or a set that is decoded without losing entries: Swift may take two entries of the file for equal.
protocol DecodableHashTable {
    /// Decodes the value at a decoder.
    ///
    /// - Throws: `duplicateKey` if an entry would be lost.
    static func decodeWhole(from decoder: CodableDecoder) throws -> Self
}

extension Dictionary: DecodableHashTable where Key: Decodable, Value: Decodable {
    static func decodeWhole(from decoder: CodableDecoder) throws -> Self {
        if !decoder.isAtArray, TextKey.isOne(Key.self) { return try decodeTextKeyed(from: decoder) }
        let entries = try Self(from: decoder)
        try decoder.requireKeys(entries.count, areNumbers: Key.self == Int.self)
        return entries
    }

    /// Decodes a dictionary with keys as in ``TextKeyed`` from a dictionary with text keys.
    private static func decodeTextKeyed(from decoder: CodableDecoder) throws -> Self {
        let container = try decoder.container(keyedBy: CodableKey.self)
        var entries: Self = [:]
        for name in container.allKeys {
            guard let key = TextKey.key(Key.self, of: name.stringValue) else {
                throw DecodingError.dataCorruptedError(
                    forKey: name, in: container,
                    debugDescription: "The key \(ErrorText.quoted(name.stringValue)) is no \(Key.self).")
            }
            guard entries.updateValue(try container.decode(Value.self, forKey: name), forKey: key) == nil else {
                throw decoder.duplicate(name)
            }
        }
        return entries
    }
}

extension Set: DecodableHashTable where Element: Decodable {
    static func decodeWhole(from decoder: CodableDecoder) throws -> Self {
        let elements = try Self(from: decoder)
        try decoder.requireTexts(elements.count)
        return elements
    }
}

/// Converts texts to dictionary keys.
private enum TextKey {
    static func isOne<Key>(_ type: Key.Type) -> Bool {
        guard !(type is any CodingKeyRepresentable.Type) else { return false }
        return type == UUID.self || type is any RawRepresentable<String>.Type || type is any RawRepresentable<Int>.Type
    }

    static func text<Key>(of key: Key) throws -> String {
        switch key {
        case let key as UUID: UUIDText.string(from: key)
        case let key as any RawRepresentable<String>: key.rawValue
        case let key as any RawRepresentable<Int>: "\(key.rawValue)"
        default: throw ModelDictionaryKey.notText(key)
        }
    }

    /// The key that a text represents. Nil if the text represents no key.
    static func key<Key>(_ type: Key.Type, of text: String) -> Key? {
        switch type {
        case is UUID.Type: UUIDText.uuid(from: text) as? Key
        case let type as any RawRepresentable<String>.Type: type.init(rawValue: text) as? Key
        case let type as any RawRepresentable<Int>.Type: Int(text).flatMap { type.init(rawValue: $0) } as? Key
        default: nil
        }
    }
}
