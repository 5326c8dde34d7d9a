// For objects that are written as they were read: the forms of their properties in files.

/// The representations of a class's properties in the files that its objects were read from. A property's key may be
/// absent there, or its value may be a null.
@usableFromInline
package protocol RowForms: AnyObject, Sendable {
    /// Notes which properties of an object that was read are absent in the file, or are nulls there.
    ///
    /// - Parameters:
    ///   - met: The bits of the rows whose keys the file contains.
    ///   - nulls: The bits of the rows that are nulls in the file.
    func note(_ object: AnyObject, met: UInt64, nulls: UInt64)
    /// Returns the rows of an object that have to be written as in the file that the object was read from. Returns nil
    /// if these rows can be found only by making a document of the object.
    func kept(for object: AnyObject) -> KeptRows?
}

/// The rows of one object that have to be written as in the file that it was read from, and not from the object's
/// memory.
@usableFromInline
package struct KeptRows {
    /// A mask with the bits of the rows that aren't written.
    @usableFromInline package var absent: UInt64 = 0
    /// A mask with the bits of the rows that are written as nulls.
    @usableFromInline package var nulls: UInt64 = 0
    /// The rows that are written with the values of documents, and not from memory. They are in the order of their
    /// indexes.
    @usableFromInline package var values: [(row: Int, document: ModelDocument)] = []

    package init() {}
}

extension DirectWriter where Self: ~Copyable {
    /// Writes an object. Some rows are written as in the file that the object was read from.
    @inlinable
    @inline(never)
    mutating func writeFormed(
        _ object: UnsafeRawPointer, _ table: PropertyTable, _ kept: KeptRows, _ writing: inout DirectWriting
    ) -> Bool {
        guard writing.levels.hasOne, begin(table, count: 0) else { return false }
        let owner = unsafe writing.runsCode ? Unmanaged<AnyObject>.fromOpaque(object).retain() : nil
        defer { unsafe owner?.release() }
        writing.levels.left &-= 1
        var members = 0
        let order = sortsKeys ? table.sorted : nil
        for position in 0..<table.count {
            let row = table[order?[position] ?? position]
            let bit = UInt64(1) &<< UInt64(row.index)
            if kept.absent & bit != 0 {
                skip(row)
            } else if kept.nulls & bit != 0 {
                key(row, isFirst: members == 0)
                members &+= 1
                guard appendNull() else { return writing.fail(table, row.index) }
            } else if !kept.values.isEmpty, let value = kept.values.first(where: { $0.row == row.index }) {
                key(row, isFirst: members == 0)
                members &+= 1
                guard write(value.document, &writing) else { return writing.fail(table, row.index) }
            } else {
                let rows = position..<(position &+ 1)
                guard unsafe writeRows(rows, of: object, table, isShared: false, &members, &writing) else {
                    return false
                }
            }
        }
        writing.levels.left &+= 1
        end(table, isEmpty: members == 0)
        return true
    }
}
