/// Puts the elements of sets and the keys of dictionaries in an order that doesn't change from run to run.
public enum StableOrder {
    /// Sorts by value: text and numbers by themselves, models by their single values, anything else by what it is written as.
    /// *n* log *n* comparisons.
    public static func sorted<Element: ModelValue & Hashable>(_ elements: some Collection<Element>) throws -> [Element] {
        if let strings = Array(elements) as? [String] {
            return strings.sorted(by: utf8Order) as? [Element] ?? Array(elements)
        }
        let keyed = try elements.map { (key: try sortKey($0), element: $0) }
        return keyed.sorted { utf8Order($0.key, $1.key) }.map(\.element)
    }

    /// Entries in the order of their keys.
    public static func sorted<Key: ModelValue & Hashable, Value>(
        _ entries: [Key: Value]
    ) throws -> [(key: Key, value: Value)] {
        let sortKeys = try Array(entries.keys) as? [String] ?? entries.keys.map { try sortKey($0) }
        return zip(sortKeys, entries).sorted { utf8Order($0.0, $1.0) }.map { ($0.1.key, $0.1.value) }
    }

    /// Order by UTF-8 bytes, which is the same in every locale and for every Unicode version.
    public static func utf8Order(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    private static func sortKey<Element: ModelValue>(_ element: Element) throws -> String {
        let node = try NodeEncoder.node(keepsModels: true) { try $0.encodeValue(element) }
        return node.sortKey
    }
}
