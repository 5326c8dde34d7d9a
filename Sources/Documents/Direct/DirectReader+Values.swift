import FormatSupport

// The loop from a reader into memory.

extension DirectReader where Self: ~Copyable {
    /// Reads the value at the position into memory that has no value yet. If it can't be read, the memory stays
    /// without a value.
    @inlinable
    mutating func read(into place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading) -> Bool {
        switch form.kind {
        case .text:
            guard let value = readString() else { return false }
            unsafe place.assumingMemoryBound(to: String.self).initialize(to: value)
        case .object:
            guard let table = form.table, let object = readObject(table, &reading) else { return false }
            unsafe place.assumingMemoryBound(to: AnyObject.self).initialize(to: object)
            return true
        case .texts, .array, .optional:
            guard let access = form.uncounted?.container else { return false }
            unsafe access._withUnsafeGuaranteedRef { unsafe $0.prepare(place) }
            guard unsafe form.kind == .array ? setArray(place, form, &reading) : set(place, form, &reading) else {
                unsafe access._withUnsafeGuaranteedRef { unsafe $0.deinitialize(place) }
                return false
            }
            return true
        case .record: return unsafe readRecord(into: place, form, &reading)
        case .scalar: return unsafe putScalar(place, form, &reading, replacing: false)
        case .entries: return unsafe putEntries(place, form, &reading, replacing: false)
        case .set: return unsafe putSet(place, form, &reading, replacing: false)
        case .cases: return unsafe putCase(place, form, &reading, replacing: false)
        default: return unsafe set(place, form, &reading)
        }
        reading.values &-= 1
        return true
    }

    /// Reads the value at the position into memory that has a value.
    @inlinable
    mutating func set(_ place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading) -> Bool {
        unsafe set(place, form.kind, Unmanaged.passUnretained(form), &reading)
    }

    /// Reads the value at the position into memory that has a value. The kind is a separate parameter: the most
    /// frequent kinds need nothing else of the form.
    @inlinable
    @inline(__always)
    mutating func set(
        _ place: UnsafeMutableRawPointer, _ kind: ValueForm.Kind, _ form: Unmanaged<ValueForm>,
        _ reading: inout DirectReading
    ) -> Bool {
        switch kind {
        case .text:
            guard let value = readString() else { return false }
            unsafe place.assumingMemoryBound(to: String.self).pointee = value
        case .int64:
            guard let value = readInteger() else { return false }
            unsafe place.assumingMemoryBound(to: Int64.self).pointee = value
        case .double:
            guard let value = readDouble() else { return false }
            unsafe place.assumingMemoryBound(to: Double.self).pointee = value
        case .bool:
            guard let value = readBool() else { return false }
            unsafe place.assumingMemoryBound(to: Bool.self).pointee = value
        case .texts:
            guard let texts = readTexts(&reading) else { return false }
            unsafe place.assumingMemoryBound(to: [String].self).pointee = texts
            return true
        default: return unsafe form._withUnsafeGuaranteedRef { unsafe setRare(place, $0, &reading) }
        }
        reading.values &-= 1
        return true
    }

    @inlinable
    mutating func setRare(_ place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading) -> Bool {
        switch form.kind {
        case .float:
            guard let value = readFloat() else { return false }
            unsafe place.assumingMemoryBound(to: Float.self).pointee = value
        case .date:
            guard let value = readDate() else { return false }
            unsafe place.assumingMemoryBound(to: Date.self).pointee = value
        case .integer:
            guard let value = readInteger(), unsafe form.integer.set(value, at: place, form.scalar) else { return false }
        case .choice:
            guard let access = form.scalar, let value = readString(), unsafe access.set(value, at: place) else {
                return false
            }
        case .object:
            guard let table = form.table, let object = readObject(table, &reading) else { return false }
            unsafe place.assumingMemoryBound(to: AnyObject.self).pointee = object
            return true
        case .constant:
            guard let text = form.constant, skipString(text, utf8: form.constantBytes) else { return false }
            // The tag of the class may be a property.
            if let own = form.element {
                if own.kind == .text {
                    unsafe place.assumingMemoryBound(to: String.self).pointee = text
                } else if own.scalar.map({ unsafe $0.set(text, at: place) }) != true {
                    return false
                }
            }
        case .version:
            guard let value = readInteger(), value == form.version else { return false }
        case .group: return unsafe setGroup(place, form, &reading)
        case .record: return unsafe setRecord(place, form, &reading)
        case .array: return unsafe setArray(place, form, &reading)
        case .optional: return unsafe setOptional(place, form, &reading)
        case .scalar: return unsafe putScalar(place, form, &reading, replacing: true)
        case .entries: return unsafe putEntries(place, form, &reading, replacing: true)
        case .set: return unsafe putSet(place, form, &reading, replacing: true)
        case .cases: return unsafe putCase(place, form, &reading, replacing: true)
        case .accessed, .own: return false
        case .text, .int64, .double, .bool, .texts: return unsafe set(place, form, &reading)
        }
        reading.values &-= 1
        return true
    }

    @inlinable
    mutating func putScalar(
        _ place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading, replacing: Bool
    ) -> Bool {
        reading.values &-= 1
        guard let access = form.scalar, let value = readScalar() else { return false }
        return unsafe access.put(value, at: place, replacing: replacing)
    }

    /// Enters the dictionary at the position, and returns the table of its rows. Returns nil if there is no
    /// dictionary.
    @inlinable
    @inline(__always)
    mutating func begin(_ form: ValueForm, _ reading: inout DirectReading) -> PropertyTable? {
        guard let table = form.table, reading.levels.hasOne, begin(table) else { return nil }
        reading.levels.left &-= 1
        return table
    }

    /// Reads the dictionary at the position, which exists only on key paths, into properties of the object at an
    /// address.
    @inlinable
    @inline(never)
    mutating func setGroup(
        _ owner: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading
    ) -> Bool {
        reading.values &-= 1
        if skipNull() { return true }
        let levels = reading.levels.left
        guard let table = begin(form, &reading) else { return false }
        var met: UInt64 = 0
        if unsafe setRows(of: owner, table, &met, &reading) == .whole { return true }
        // The value may be read through a document, and the rest of the file directly.
        reading.levels.left = levels
        return false
    }

    /// Reads the dictionary at the position into a struct.
    @inlinable
    @inline(never)
    mutating func setRecord(
        _ place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading
    ) -> Bool {
        let levels = reading.levels.left
        guard let table = begin(form, &reading) else { return false }
        reading.values &-= 1
        var met: UInt64 = 0
        guard unsafe setRows(of: place, table, &met, &reading) == .whole else {
            reading.levels.left = levels
            return false
        }
        // Rows without a value in the file get nil, so that nothing is left of the old struct.
        for row in 0..<table.count where met & 1 << UInt64(row) == 0 {
            guard let access = table.rows[row].missing else { return false }
            unsafe access.set(nil, count: 0, at: place + table.rows[row].offset)
        }
        return true
    }

    /// Reads the dictionary at the position into memory for a struct. If it can't be read, the memory has no value.
    @inlinable
    @inline(never)
    mutating func readRecord(
        into place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading
    ) -> Bool {
        guard let table = begin(form, &reading) else { return false }
        reading.values &-= 1
        var met: UInt64 = 0
        var index = knownRow(of: table, expected: 0)
        while index >= 0 {
            let (bit, row) = (UInt64(1) << UInt64(index), table.rows[index])
            guard met & bit == 0,
                unsafe row.form._withUnsafeGuaranteedRef({ unsafe read(into: place + row.offset, $0, &reading) })
            else {
                _ = reading.fail(table, row.index)
                break
            }
            met |= bit
            index = knownRow(of: table, expected: index &+ 1)
        }
        for row in 0..<table.count where index == -1 && met & 1 << UInt64(row) == 0 {
            guard let access = table.rows[row].missing else {
                index = -2
                break
            }
            unsafe access.prepare(place + table.rows[row].offset)
            met |= 1 << UInt64(row)
        }
        reading.levels.left &+= 1
        if index == -1 { return true }
        unsafe table.deinitialize(place, met)
        return false
    }

    /// Consumes the null at the position. The property of the object keeps its value. Returns false for any other
    /// value, and for a value that may have been read in part. The function gets only the kind of the property's
    /// value, because a whole row would be copied each time.
    ///
    /// - Parameter start: The offset of the value.
    @inlinable
    @inline(never)
    mutating func skipNull(_ kind: ValueForm.Kind, in table: PropertyTable, at start: Int) -> Bool {
        table.passesNulls && kind.isScalar && offset == start && skipNull()
    }

    /// Moves to the value of the next property, as ``nextRow(of:expected:)`` does. Returns -2 also for a row that the
    /// table doesn't have. For a row without a bit in the mask, returns the negative number of
    /// ``PropertyTable/code(beyond:)``. The function checks the row, because a format in another package may return a
    /// wrong row, and the row's memory is accessed without another check.
    @inlinable
    @inline(__always)
    mutating func knownRow(of table: PropertyTable, expected: Int) -> Int {
        let index = nextRow(of: table, expected: expected).index
        return index < table.rowsWithBit ? index : table.code(beyond: index)
    }

    /// Reads the values of the object or the dictionary that was entered last into memory that has values, and leaves
    /// it.
    ///
    /// - Parameter met: Gets the bits of the rows that were read.
    /// - Returns: The reason for the end. After a key that isn't in the table, the function may be called again.
    @inlinable
    @inline(__always)
    mutating func setRows(
        of memory: UnsafeMutableRawPointer, _ table: PropertyTable, _ met: inout UInt64, _ reading: inout DirectReading
    ) -> RowsEnd {
        var expected = UInt64.bitWidth &- met.leadingZeroBitCount
        while true {
            let index = knownRow(of: table, expected: expected)
            guard index >= 0 else {
                if index == -1 {
                    reading.levels.left &+= 1
                    return reading.values >= 0 || reading.passCheckpoint() ? .whole : .failure
                }
                guard let row = table.row(beyond: index) else { return .otherKey }
                guard unsafe setBeyond(memory, table, row, met, &reading) else { return .failure }
                expected = row &+ 1
                continue
            }
            let bit = UInt64(1) &<< UInt64(index)
            // A file with a repeated key is read through a document.
            guard met & bit == 0 else {
                _ = reading.end(.repeatedKey)
                return .failure
            }
            met |= bit
            expected = index &+ 1
            guard unsafe setRow(memory, table, index, met, &reading) else { return .failure }
        }
    }

    /// Reads the value of a row into an object or a struct.
    @inlinable
    @inline(__always)
    mutating func setRow(
        _ memory: UnsafeMutableRawPointer, _ table: PropertyTable, _ index: Int, _ met: UInt64,
        _ reading: inout DirectReading
    ) -> Bool {
        let row = table.rows[index]
        let (start, runs) = (offset, reading.runs)
        return unsafe set(memory + row.offset, row.kind, row.form, &reading)
            || skipNull(row.kind, in: table, at: start)
            || setOwn(of: memory, table, index, at: start, met, runs: runs, &reading)
    }

    /// Reads the value of a row that has no bit in the mask: of the 65th or a later row.
    @inlinable
    @inline(never)
    mutating func setBeyond(
        _ memory: UnsafeMutableRawPointer, _ table: PropertyTable, _ index: Int, _ met: UInt64,
        _ reading: inout DirectReading
    ) -> Bool {
        guard reading.meets(index) else { return false }
        return unsafe setRow(memory, table, index, met, &reading)
    }

    /// Reads the value of a row through a document, by the decode function of its property. The value may have any
    /// representation.
    ///
    /// - Parameters:
    ///   - start: The offset of the value.
    ///   - met: The bits of the rows that were read, including the bit of this row.
    ///   - runs: The value of `reading.runs` before the value was read: the number of values that the program's code
    ///     may have read.
    @inlinable
    @inline(never)
    mutating func setOwn(
        of memory: UnsafeMutableRawPointer, _ table: PropertyTable, _ index: Int, at start: Int, _ met: UInt64,
        runs: Int, _ reading: inout DirectReading
    ) -> Bool {
        // In an object of another version, the key may be that of another property.
        let kind = table[index].kind
        // A reader that can't go back stays before a scalar that it refuses.
        guard Self.parsedParts != .none, met & table.required == table.required,
            Self.parsedParts >= .values || kind.hasOwnCode
                || offset == start && (kind.isScalar || kind == .optional && table.holdsScalar(index))
        else { return reading.fail(table, index) }
        let isReady = reading.isReady(table, index, met)
        if kind == .accessed, offset == start, table.rowForms == nil, unsafe isReady || reading.mayWait(for: memory),
            unsafe setAccessed(memory, table, index, isReady: isReady, &reading)
        {
            return true
        }
        guard Self.parsedParts >= .values || offset == start else { return reading.fail(table, index) }
        let isSet = unsafe reading.set(memory, table, index, at: start, isReady: isReady, runs: runs) {
            try parse(valueAt: start, into: &$0)
        }
        guard isSet else { return reading.fail(table, index) }
        reading.note(kind.hasOwnCode ? .ownCode : .unexpected, table, index)
        noteMade(&reading)
        return true
    }

    /// Reads the value of a property that is set through its setter. Returns false if the value doesn't match its
    /// form.
    ///
    /// - Parameter isReady: False if the setter has to wait until the object was read.
    @inlinable
    mutating func setAccessed(
        _ memory: UnsafeMutableRawPointer, _ table: PropertyTable, _ index: Int, isReady: Bool,
        _ reading: inout DirectReading
    ) -> Bool {
        guard table.code(index)?.isAccessor == true,
            let form = unsafe table[index].form._withUnsafeGuaranteedRef({ $0.element })
        else { return false }
        guard isReady else {
            let (start, kept) = (offset, KeptValue(form))
            guard unsafe read(into: kept.place, form, &reading) else { return false }
            reading.keep(kept, of: table, index, at: start)
            return true
        }
        return unsafe withUnsafeTemporaryAllocation(byteCount: max(form.stride, 16), alignment: 16) { room in
            guard let place = room.baseAddress, unsafe read(into: place, form, &reading) else { return false }
            return unsafe reading.set(memory, table, index, moving: place)
        }
    }
}

/// The reason why the reading of an object's members has ended.
@usableFromInline
enum RowsEnd: UInt8 {
    /// The object ended.
    case whole
    /// A key at the position isn't in the table.
    case otherKey
    /// The value of a property has another form than expected.
    case failure
}
