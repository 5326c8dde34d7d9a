import FormatSupport

// Objects whose class has its own decode function, which reads additional members.

extension DirectReader where Self: ~Copyable {
    /// Makes an instance of a table's class from the object at the position, with the decode function of the class.
    /// The properties are read directly from the file. Other values that the function asks for are read through
    /// documents.
    ///
    /// - Parameter expected: The table of the class that the position expects.
    @inlinable
    @inline(never)
    mutating func readByCode(
        _ table: PropertyTable, expected: PropertyTable, _ reading: inout DirectReading
    ) -> AnyObject? {
        guard Self.parsedParts == .objects, !reading.hasIdentity, table.decodesMembers, reading.levels.hasOne
        else { return nil }
        let (start, levels, left, depth) = (offset, reading.levels.left, reading.left, reading.depth)
        guard begin(table) else { return table === expected ? readOther(table, &reading) : nil }
        guard let decoder = reading.decoder(for: table), var object = table.make?() else { return nil }
        reading.levels.left &-= 1
        reading.values &-= 1
        let isFilled = unsafe withUnsafeMutablePointer(to: &self) { reader in
            unsafe withUnsafeMutablePointer(to: &reading) { reading in
                // A closure, because it is made for this format's reader. It isn't called after the code has
                // returned.
                let unread = ReadObject(table) { [object] isWhole in
                    guard isWhole else {
                        return unsafe reader.pointee.readMembers(of: object, table, depth: depth, &reading.pointee)
                    }
                    return unsafe reading.pointee.parse(objectAt: depth, left: left) {
                        try unsafe reader.pointee.parse(valueAt: start, into: &$0)
                    }
                }
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

    /// Reads the properties of the object that was entered last, and parses its other members. The result is that of
    /// ``UnreadMembers/readProperties()``.
    @inlinable
    @inline(never)
    mutating func readMembers(
        of object: AnyObject, _ table: PropertyTable, depth: Int, _ reading: inout DirectReading
    ) -> Int? {
        let memory = unsafe Unmanaged.passUnretained(object).toOpaque()
        var met: UInt64 = 0
        while true {
            reading.beginInner()
            let end = unsafe setRows(of: memory, table, &met, &reading)
            reading.endInner()
            switch end {
            case .whole: return met & table.needed == table.needed ? reading.endMembers() : nil
            case .otherKey: guard unsafe readMember(memory, table, depth: depth, &met, &reading) else { return nil }
            case .failure: return nil
            }
        }
    }

    /// Reads the member at the position, whose key isn't in the table.
    @inlinable
    @inline(never)
    mutating func readMember(
        _ memory: UnsafeMutableRawPointer, _ table: PropertyTable, depth: Int, _ met: inout UInt64,
        _ reading: inout DirectReading
    ) -> Bool {
        guard let key = unknownKey() else { return false }
        let start = offset
        guard let row = table.row(ofAlias: key) else {
            return reading.parse(member: key, depth: depth) { try parse(valueAt: start, into: &$0) }
        }
        reading.beginInner()
        defer { reading.endInner() }
        return unsafe setAlias(of: memory, table, row, at: start, &met, &reading)
    }
}

/// An object that a reader has entered, while the decode function of its class runs. The closure reads the whole
/// object if `isWhole` is true, and otherwise its properties.
@usableFromInline
final class ReadObject: UnreadMembers {
    private let table: PropertyTable
    private let read: (_ isWhole: Bool) -> Int?

    @usableFromInline
    init(_ table: PropertyTable, _ read: @escaping (_ isWhole: Bool) -> Int?) {
        self.table = table
        self.read = read
    }

    @usableFromInline
    func readProperties() -> Int? { read(false) }

    @usableFromInline
    func parse() -> Int? { read(true) }

    @usableFromInline
    func hasProperty(_ key: String) -> Bool { table.reads(key) }
}
