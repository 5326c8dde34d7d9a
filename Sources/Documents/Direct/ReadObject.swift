import FormatSupport

// Objects whose class's code reads members beside their properties.

extension DirectReader where Self: ~Copyable {
    /// Makes an instance of a table's class from the object at the position, by the code of the class. It reads the
    /// properties from the file, and what else the code asks for by way of documents.
    ///
    /// - Parameter expected: The table of the class that the place has.
    @inlinable
    @inline(never)
    mutating func readByCode(
        _ table: PropertyTable, expected: PropertyTable, _ reading: inout DirectReading
    ) -> AnyObject? {
        guard Self.reopensObjects, Self.parsesParts, !reading.hasIdentity, table.decodesMembers, reading.levels.hasOne
        else { return nil }
        let (start, levels, left) = (offset, reading.levels.left, reading.left)
        guard begin(table) else { return table === expected ? readOther(table, &reading) : nil }
        guard let decoder = reading.decoder(for: table), var object = table.make?() else { return nil }
        let depth = reading.depth
        reading.levels.left &-= 1
        reading.values &-= 1
        let isFilled = unsafe withUnsafeMutablePointer(to: &self) { reader in
            unsafe withUnsafeMutablePointer(to: &reading) { reading in
                let unread = unsafe ReadObject(
                    object, table, reader, reading, start: start, depth: depth, left: left)
                do throws(ModelError) {
                    try decoder.fill(object, from: unread, depth: depth)
                    return true
                } catch {
                    unsafe reading.pointee.note(error, decoder)
                    return false
                }
            }
        }
        guard isFilled else {
            reading.discard(object)
            return nil
        }
        reading.levels.left = levels
        return table.awakes ? awake(&object, table, expected: expected, &reading) : object
    }
}

/// An object that a reader has entered, while its class's code runs.
@safe
@usableFromInline
final class ReadObject<Reader: DirectReader & ~Copyable>: UnreadMembers {
    @usableFromInline let object: AnyObject
    @usableFromInline let table: PropertyTable
    // The caller of `readByCode` has both, and leaves them alone meanwhile.
    @usableFromInline let reader: UnsafeMutablePointer<Reader>
    @usableFromInline let reading: UnsafeMutablePointer<DirectReading>
    /// The offset of the object, the number of levels around it, and the number of values that were left before it.
    @usableFromInline let start: Int
    @usableFromInline let depth: Int
    @usableFromInline let left: Int

    @unsafe
    @inlinable
    init(
        _ object: AnyObject, _ table: PropertyTable, _ reader: UnsafeMutablePointer<Reader>,
        _ reading: UnsafeMutablePointer<DirectReading>, start: Int, depth: Int, left: Int
    ) {
        unsafe (self.reader, self.reading) = (reader, reading)
        (self.object, self.table, self.start, self.depth, self.left) = (object, table, start, depth, left)
    }

    @inlinable
    func readProperties() -> Int? {
        let memory = unsafe Unmanaged.passUnretained(object).toOpaque()
        var met: UInt64 = 0
        while true {
            switch unsafe readRows(memory, &met) {
            case .whole: return met & table.needed == table.needed ? unsafe reading.pointee.endMembers() : nil
            case .otherKey: guard unsafe readOther(memory, &met) else { return nil }
            case .failure: return nil
            }
        }
    }

    @inlinable
    @inline(never)
    func readRows(_ memory: UnsafeMutableRawPointer, _ met: inout UInt64) -> RowsEnd {
        unsafe reading.pointee.beginInner()
        defer { unsafe reading.pointee.endInner() }
        return unsafe reader.pointee.setRows(of: memory, table, &met, &reading.pointee)
    }

    /// Reads the member at the position, whose key isn't in the table.
    @inlinable
    @inline(never)
    func readOther(_ memory: UnsafeMutableRawPointer, _ met: inout UInt64) -> Bool {
        guard let key = unsafe reader.pointee.unknownKey() else { return false }
        let offset = unsafe reader.pointee.offset
        guard let row = table.row(ofAlias: key) else {
            return unsafe reading.pointee.parse(member: key, depth: depth) {
                try unsafe reader.pointee.parse(valueAt: offset, into: &$0)
            }
        }
        let bit = UInt64(1) << UInt64(row)
        guard met & bit == 0 else { return false }
        met |= bit
        unsafe reading.pointee.beginInner()
        defer { unsafe reading.pointee.endInner() }
        return unsafe reader.pointee.setOwn(
            of: memory, table, row, at: offset, met, runs: reading.pointee.runs, &reading.pointee)
    }

    @inlinable
    func parse() -> Int? {
        unsafe reading.pointee.parse(objectAt: depth, left: left) {
            try unsafe reader.pointee.parse(valueAt: start, into: &$0)
        }
    }

    @usableFromInline
    func hasProperty(_ key: String) -> Bool { table.reads(key) }
}
