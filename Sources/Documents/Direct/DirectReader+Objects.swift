import FormatSupport

// Objects of classes: references, subclasses, and members that a class doesn't know.

extension DirectReader where Self: ~Copyable {
    /// Makes an instance from the object at the position.
    @inlinable
    @inline(__always)
    mutating func readObject(_ table: PropertyTable, _ reading: inout DirectReading) -> AnyObject? {
        let (start, levels, left, runs) = (offset, reading.levels.left, reading.left, reading.runs)
        if let object = readExpected(table, &reading) { return object }
        guard Self.parsedParts >= .values || Self.parsedParts == .unread && table.decodesItself && offset == start
        else { return nil }
        let object = reading.recover(table, levels: levels, left: left, runs: runs) {
            try parse(valueAt: start, into: &$0)
        }
        if object != nil { reading.noteObject(table) }
        noteMade(&reading)
        return object
    }

    /// Notes the objects that were made from parts of the file.
    @inlinable
    mutating func noteMade(_ reading: inout DirectReading) {
        for (object, number) in reading.takeMade() { note(object, number: number) }
    }

    /// Calls `awakeAfterDecoding()` of an object that was read. Returns the object that replaces it. Returns nil on
    /// failure.
    @inlinable
    @inline(never)
    mutating func awake(
        _ object: inout AnyObject, _ table: PropertyTable, expected: PropertyTable, _ reading: inout DirectReading
    ) -> AnyObject? {
        guard let awake = reading.awake(object, table, expected: expected) else { return nil }
        guard awake !== object, reading.hasIdentity else { return awake }
        replace(object, by: awake)
        // If anything refers to the old object already, the file is read through a document.
        return isKnownUniquelyReferenced(&object) ? awake : nil
    }

    @inlinable
    @inline(never)
    mutating func readExpected(_ table: PropertyTable, _ reading: inout DirectReading) -> AnyObject? {
        if table.tagRow >= 0, !table.decodesItself || table.decodesMembers {
            guard let own = taggedTable(table, &reading) else { return readOther(table, &reading) }
            return readOther(own, expected: table, &reading)
        }
        if table.decodesItself { return readByCode(table, expected: table, &reading) }
        guard reading.levels.hasOne, begin(table) else { return readOther(table, &reading) }
        guard var object = readNew(table, &reading) else { return nil }
        return table.awakes ? awake(&object, table, expected: table, &reading) : object
    }

    /// Reads a reference to an object, or an instance of a subclass of the table's class.
    @inlinable
    @inline(never)
    mutating func readOther(_ table: PropertyTable, _ reading: inout DirectReading) -> AnyObject? {
        if let known = readReference() {
            reading.values &-= 1
            return table.accepts(known) ? known : nil
        }
        guard let name = className(), let own = reading.table(named: name, below: table) else {
            _ = reading.end(.subclass)
            return nil
        }
        return readOther(own, expected: table, &reading)
    }

    /// Reads an instance of the class of the table `own`, at a position that expects an instance of the class of
    /// `expected` or of a subclass.
    @inlinable
    mutating func readOther(
        _ own: PropertyTable, expected: PropertyTable, _ reading: inout DirectReading
    ) -> AnyObject? {
        if own.decodesItself { return readByCode(own, expected: expected, &reading) }
        guard reading.levels.hasOne, begin(own), var object = readNew(own, &reading) else { return nil }
        return own.awakes ? awake(&object, own, expected: expected, &reading) : object
    }

    /// Returns the table of the class of the object at the position. The object names the class by its tags, which are
    /// texts under fixed keys. Returns nil if no table has these tags.
    @inlinable
    mutating func taggedTable(_ table: PropertyTable, _ reading: inout DirectReading) -> PropertyTable? {
        var found = table
        // A hierarchy may lie within another one.
        while found.tagRow >= 0 {
            guard let text = text(of: found[found.tagRow]), let next = reading.table(tagged: text, below: found) else {
                return nil
            }
            if next === found { break }
            found = next
        }
        return found
    }

    /// Makes an instance from the object that was entered last.
    @inlinable
    @inline(__always)
    mutating func readNew(_ table: PropertyTable, _ reading: inout DirectReading) -> AnyObject? {
        reading.levels.left &-= 1
        reading.values &-= 1
        var met: UInt64 = 0
        // The version is read first: an instance for an object of another version would be of no use.
        if table.required != 0, !readMarks(of: table, &met) { return nil }
        guard let object = table.make?() else { return nil }
        note(object, number: nil)
        if table.isSpecial { return readSpecial(object, table, met, &reading) }
        if readMembers(of: object, table, met, &reading) { return object }
        reading.discard(object)
        return nil
    }

    /// Reads the class's name and the version, which an object may have before its properties. Returns false if
    /// another value comes first.
    @inlinable
    @inline(never)
    mutating func readMarks(of table: PropertyTable, _ met: inout UInt64) -> Bool {
        while met & table.required != table.required {
            let index = knownRow(of: table, expected: UInt64.bitWidth &- met.leadingZeroBitCount)
            guard index >= 0, case let bit = UInt64(1) << UInt64(index), table.marks & bit != 0, met & bit == 0 else {
                return false
            }
            let isExpected = unsafe table.rows[index].form._withUnsafeGuaranteedRef { form in
                if let text = form.constant { return skipString(text, utf8: form.constantBytes) }
                return readInteger() == form.version
            }
            guard isExpected else { return false }
            met |= bit
        }
        return true
    }

    /// Reads the members of the object that was entered last. Its class has accessors or very many properties, or
    /// notes the forms of its values.
    @inlinable
    @inline(never)
    mutating func readSpecial(
        _ object: AnyObject, _ table: PropertyTable, _ met: UInt64, _ reading: inout DirectReading
    ) -> AnyObject? {
        if table.hasAccessors { unsafe reading.beginSetters(of: Unmanaged.passUnretained(object).toOpaque()) }
        if table.isWide { reading.beginWide(table) }
        var isRead =
            table.rowForms == nil
            ? readMembers(of: object, table, met, &reading) : readFormedMembers(of: object, table, met, &reading)
        if table.isWide { reading.endWide() }
        if table.hasAccessors {
            isRead = reading.endSetters(table, isRead: isRead)
            noteMade(&reading)
        }
        if isRead { return object }
        reading.discard(object)
        return nil
    }

    /// Reads the members of the object that was entered last.
    ///
    /// - Parameter start: The bits of the rows that were read before this call.
    @inlinable
    @inline(__always)
    mutating func readMembers(
        of object: AnyObject, _ table: PropertyTable, _ start: UInt64, _ reading: inout DirectReading
    ) -> Bool {
        let memory = unsafe Unmanaged.passUnretained(object).toOpaque()
        var met = start
        var hasUnknown = false
        while true {
            switch unsafe setRows(of: memory, table, &met, &reading) {
            case .whole:
                // An object without any of its class's keys may be another library's.
                if hasUnknown, met & ~table.marks == 0, !(table.isWide && reading.hasMetBeyond) {
                    return reading.fail(object, table, met, isOpen: false)
                }
                return met & table.needed == table.needed || reading.end(.missing)
                    || reading.fail(object, table, met, isOpen: false)
            case .otherKey:
                guard unsafe readUnknown(of: object, memory, table, &met, &reading) else {
                    return reading.fail(object, table, met, isOpen: true)
                }
            case .failure: return reading.fail(object, table, met, isOpen: true)
            }
            hasUnknown = true
        }
    }

    /// Reads the member at the position, whose key isn't in the table of its object.
    @inlinable
    @inline(never)
    mutating func readUnknown(
        of object: AnyObject, _ memory: UnsafeMutableRawPointer, _ table: PropertyTable, _ met: inout UInt64,
        _ reading: inout DirectReading
    ) -> Bool {
        guard let key = unknownKey() else { return reading.end(.unknownKey) }
        let start = offset
        guard let row = table.row(ofAlias: key) else {
            return reading.readUnknown(key, of: object, table) { try parse(valueAt: start, into: &$0) }
        }
        return unsafe setAlias(of: memory, table, row, at: start, &met, &reading)
    }

    /// Reads a value that an older file stores under an earlier key of a row's property. The key is at the position.
    @inlinable
    mutating func setAlias(
        of memory: UnsafeMutableRawPointer, _ table: PropertyTable, _ row: Int, at start: Int, _ met: inout UInt64,
        _ reading: inout DirectReading
    ) -> Bool {
        // An object with both the current key and an alias is read through a document.
        let bit = UInt64(1) << UInt64(row)
        guard bit == 0 ? reading.meets(row) : met & bit == 0 else { return false }
        met |= bit
        return unsafe setOwn(of: memory, table, row, at: start, met, runs: reading.runs, &reading)
    }
}
