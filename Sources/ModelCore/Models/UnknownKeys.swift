import FormatSupport

/// What becomes of the keys of a file's object that its class doesn't know.
public enum UnknownKeys: Sendable {
    /// Their values are kept with the object, and written back behind its own: see ``BaseModel/unknownValues``.
    case keep
    /// They are passed over.
    case ignore
    /// They are an error, `unknownKey`.
    case refuse
}

/// The keys that a class knows in files of one format.
final class KnownKeys: Sendable {
    /// What is known below each key that only leads to properties; nil for those of properties.
    private let keys: [ExactText: KnownKeys?]

    /// - Parameter ways: The ways to the properties.
    init(_ ways: [ArraySlice<String>]) {
        keys = Dictionary(grouping: ways.filter { !$0.isEmpty }) { ExactText($0.first ?? "") }
            .mapValues { ways in
                ways.contains { $0.count == 1 } ? nil : KnownKeys(ways.map { $0.dropFirst() })
            }
    }

    func contains(_ key: String) -> Bool { keys[ExactText(key)] != nil }

    /// What is known below a key that only leads to properties; nil for any other.
    subscript(key: String) -> KnownKeys? { keys[ExactText(key)] ?? nil }

    /// The one that is nearly the given key; nil where none is.
    func nearest(to key: String) -> String? { Self.nearest(to: key, among: keys.keys.map(\.text)) }

    /// The word that takes the fewest insertions and removals of letters to become another, if they are few.
    static func nearest(to word: String, among others: some Sequence<String>) -> String? {
        // The difference takes their lengths squared.
        guard word.utf8.count < 100 else { return nil }
        func distance(_ other: String) -> Int { Array(word.lowercased()).difference(from: other.lowercased()).count }
        let near = others.filter { $0.utf8.count < 100 }.map { (word: $0, distance: distance($0)) }
            .filter { $0.distance <= max(2, min(word.count, $0.word.count) / 2) }
        return near.min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
    }
}
