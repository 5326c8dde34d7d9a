/// The tables of subclasses that were looked for while one file is read or written, by the table of the expected class.
/// Files have objects of few classes, and those of a list often alternate.
struct SubclassTables<Key: Equatable>: ~Copyable {
    private var known: [(key: Key, below: PropertyTable, table: PropertyTable)] = []
    private static var most: Int { 16 }

    /// The table for a key; nil if `find` returns nil.
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
