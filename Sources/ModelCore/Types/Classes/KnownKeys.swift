import Documents
import FormatSupport

/// The keys that a class knows in files of one format.
final class KnownKeys: Sendable {
    /// The known keys. The value is nil for a property's key. For the key of a dictionary that only contains
    /// properties, the value is the known keys of that dictionary.
    private let keys: [ExactText: KnownKeys?]
    /// The keys that files may also contain with other separators or in another case, by their letters. A key that
    /// resembles another property's key isn't included.
    private let alike: [ExactText: Alike]

    /// The key path of a property.
    struct Way {
        var keys: ArraySlice<String>
        /// The property's name.
        let property: String
        /// True if files may contain the property's keys with other separators or in another case.
        let isLoose: Bool
    }

    private struct Alike {
        let key: String
        /// The keys of the property itself that have the same letters as `key`. If an object has one of them, `key`
        /// doesn't replace keys that only resemble it.
        let own: Set<ExactText>
    }

    /// - Parameter ways: The key paths of all properties. For each property, its key path comes before its aliases.
    init(_ ways: [Way]) {
        let byKey = Dictionary(grouping: ways.filter { !$0.keys.isEmpty }) { ExactText($0.keys.first ?? "") }
        keys = byKey.mapValues { ways in
            ways.contains { $0.keys.count == 1 } ? nil : KnownKeys(ways.map(\.behindFirst))
        }
        alike = Self.alike(ways)
    }

    /// - Parameter names: The names of properties whose keys are their names.
    convenience init(names: [String]) {
        self.init(names.map { Way(keys: [$0], property: $0, isLoose: false) })
    }

    private static func alike(_ ways: [Way]) -> [ExactText: Alike] {
        guard ways.contains(where: \.isLoose) else { return [:] }
        let byLetters = Dictionary(grouping: ways.filter { !$0.keys.isEmpty }) {
            ExactText(lettersOf: $0.keys.first ?? "")
        }
        return byLetters.compactMapValues { same in
            guard let first = same.first(where: \.isLoose), let key = first.keys.first else { return nil }
            let properties = Set(same.map(\.property))
            // Two keys that are alike may only be a property's key and its alias.
            guard properties.count == 1 || same.allSatisfy({ $0.keys.first == key }) else { return nil }
            let own = properties.count > 1 ? [] : ways.filter { $0.property == first.property && $0.keys.count == 1 }
            return Alike(key: key, own: Set(own.map { ExactText($0.keys.first ?? "") } + [ExactText(key)]))
        }
    }

    /// True if files may contain keys with other separators or in another case.
    var isLoose: Bool { !alike.isEmpty }

    /// The known key that differs from a key at most in separators and case. Nil if there is no such key, or more
    /// than one.
    func key(like key: String) -> String? { alike[ExactText(lettersOf: key)]?.key }

    /// Returns the keys of one object of a file. A key that differs from a known key only in separators and case is
    /// replaced by the known key, unless the file has the known key itself.
    ///
    /// - Throws: `duplicateKey` if two keys in the file differ from the same known key only in separators and case.
    func matched(_ found: [String]) throws(ModelError) -> [String] {
        guard isLoose, !found.allSatisfy(contains) else { return found }
        let exact = Set(found.filter(contains).map { ExactText($0) })
        var matched = found
        var taken: [ExactText: String] = [:]
        for (index, key) in found.enumerated() where !contains(key) {
            guard let match = alike[ExactText(lettersOf: key)], match.own.isDisjoint(with: exact) else { continue }
            if let other = taken.updateValue(key, forKey: ExactText(match.key)) {
                throw Self.alike(other, key, match.key)
            }
            matched[index] = match.key
        }
        return matched
    }

    /// The value at a known key path in an object of a file, and its actual key path there. Keys in the file may only
    /// resemble the keys of the path. Nil if there is no such value.
    func found(
        at way: ArraySlice<String>, in object: ModelDocument.Value
    ) -> (value: ModelDocument.Value, way: [String]?)? {
        let found = object.keys
        guard let first = way.first, let matched = try? matched(found),
            let index = matched.firstIndex(where: { ExactText($0) == ExactText(first) }), let value = object[found[index]]
        else { return nil }
        if way.count == 1 { return (value, [found[index]]) }
        return self[first]?.found(at: way.dropFirst(), in: value).map { ($0.value, [found[index]] + ($0.way ?? [])) }
    }

    /// The error for two keys in a file that both differ from one known key only in separators and case.
    static func alike(_ first: String, _ second: String, _ key: String) -> ModelError {
        ModelError(
            .duplicateKey,
            """
            The keys \(ErrorText.quoted(first)) and \(ErrorText.quoted(second)) both stand for \
            \(ErrorText.quoted(key)).
            """)
    }

    private init(_ keys: [ExactText: KnownKeys?], _ alike: [ExactText: Alike]) {
        self.keys = keys
        self.alike = alike
    }

    /// The keys that this class or another class knows.
    func union(_ other: KnownKeys) -> KnownKeys {
        let keys = keys.merging(other.keys) { own, other in
            guard let own, let other else { return nil }
            return own.union(other)
        }
        return KnownKeys(keys, alike.merging(other.alike) { own, _ in own })
    }

    func contains(_ key: String) -> Bool { keys[ExactText(key)] != nil }

    /// The known keys of the dictionary under a key, if the dictionary only contains properties. Nil for any other
    /// key.
    subscript(key: String) -> KnownKeys? { keys[ExactText(key)] ?? nil }

    /// The known key that is most similar to the given key; nil if no key is similar.
    func nearest(to key: String) -> String? { Self.nearest(to: key, among: keys.keys.map(\.text)) }

    /// The word that needs the fewest insertions and removals of letters to become `word`. Nil if every word needs
    /// more than a few.
    static func nearest(to word: String, among others: some Sequence<String>) -> String? {
        // Finding the difference takes time quadratic in the lengths.
        guard word.utf8.count < 100 else { return nil }
        func distance(_ other: String) -> Int { Array(word.lowercased()).difference(from: other.lowercased()).count }
        let near = others.filter { $0.utf8.count < 100 }.map { (word: $0, distance: distance($0)) }
            .filter { $0.distance <= max(2, min(word.count, $0.word.count) / 2) }
        return near.min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
    }
}

extension KnownKeys.Way {
    /// The rest of the key path after its first key.
    fileprivate var behindFirst: KnownKeys.Way {
        var way = self
        way.keys = keys.dropFirst()
        return way
    }
}

extension ExactText {
    /// The key without separators and in lower case. Keys of two styles that were made from one name have the same
    /// letters.
    init(lettersOf key: String) {
        self.init(String(decoding: key.utf8.filter { ![0x20, 0x2D, 0x5F].contains($0) }, as: UTF8.self).lowercased())
    }
}
