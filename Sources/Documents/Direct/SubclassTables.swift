/// The tables of subclasses that were found while one file is read or written, by the table of the expected class.
/// Files contain objects of few classes, and the classes often alternate in a list.
struct SubclassTables<Key: Equatable>: ~Copyable {
    private var known: [(key: Key, below: PropertyTable, table: PropertyTable)] = []
    private static var most: Int { 16 }

    /// Returns the table for a key. Returns nil if `find` returns nil.
    mutating func table(
        _ key: Key, below table: PropertyTable, _ find: (PropertyTable.Subclasses) -> PropertyTable?
    ) -> PropertyTable? {
        for entry in known where entry.below === table && entry.key == key { return entry.table }
        guard let found = table.subclasses.flatMap(find) else { return nil }
        if known.count == Self.most { known.removeFirst() }
        known.append((key, table, found))
        return found
    }
}
