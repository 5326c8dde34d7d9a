import FormatSupport

/// The keys that a class knows in files of one format.
final class KnownKeys: Sendable {
    /// The known keys. For a key that only leads to properties, the keys that are known below it; nil for a property's
    /// key.
    private let keys: [ExactText: KnownKeys?]

    /// - Parameter ways: The key paths of the properties.
    init(_ ways: [ArraySlice<String>]) {
        keys = Dictionary(grouping: ways.filter { !$0.isEmpty }) { ExactText($0.first ?? "") }
            .mapValues { ways in
                ways.contains { $0.count == 1 } ? nil : KnownKeys(ways.map { $0.dropFirst() })
            }
    }

    private init(_ keys: [ExactText: KnownKeys?]) { self.keys = keys }

    /// These keys and those of another class.
    func union(_ other: KnownKeys) -> KnownKeys {
        KnownKeys(
            keys.merging(other.keys) { own, other in
                guard let own, let other else { return nil }
                return own.union(other)
            })
    }

    func contains(_ key: String) -> Bool { keys[ExactText(key)] != nil }

    /// The keys that are known below a key that only leads to properties; nil for any other key.
    subscript(key: String) -> KnownKeys? { keys[ExactText(key)] ?? nil }

    /// The known key that is most like the given one; nil if none is like it.
    func nearest(to key: String) -> String? { Self.nearest(to: key, among: keys.keys.map(\.text)) }

    /// The word that takes the fewest insertions and removals of letters to become `word`; nil if none takes only a
    /// few.
    static func nearest(to word: String, among others: some Sequence<String>) -> String? {
        // Finding the difference takes time quadratic in the lengths.
        guard word.utf8.count < 100 else { return nil }
        func distance(_ other: String) -> Int { Array(word.lowercased()).difference(from: other.lowercased()).count }
        let near = others.filter { $0.utf8.count < 100 }.map { (word: $0, distance: distance($0)) }
            .filter { $0.distance <= max(2, min(word.count, $0.word.count) / 2) }
        return near.min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
    }
}
