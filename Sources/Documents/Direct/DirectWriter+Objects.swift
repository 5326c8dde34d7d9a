import FormatSupport

// Objects and structs, written from memory.

extension DirectWriter where Self: ~Copyable {
    /// Returns true if the reference at an address is the only one to its object.
    @inlinable
    @inline(__always)
    static func isUnique(_ place: UnsafeRawPointer) -> Bool {
        // The standard library's function takes a variable. Other threads may read the reference in memory, so this
        // is a copy, which retains nothing.
        var reference = unsafe place.load(as: UnsafeRawPointer.self)
        return unsafe withUnsafeMutablePointer(to: &reference) { pointer in
            unsafe isKnownUniquelyReferenced(
                &UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: AnyObject.self).pointee)
        }
    }

    /// Retains the object to which the reference at an address points.
    @inlinable
    @inline(__always)
    static func retain(_ place: UnsafeRawPointer) -> Unmanaged<AnyObject> {
        unsafe Unmanaged<AnyObject>.fromOpaque(place.load(as: UnsafeRawPointer.self)).retain()
    }

    /// Returns the class of the object at an address.
    @inlinable
    @inline(__always)
    static func type(of object: UnsafeRawPointer) -> AnyClass {
        unsafe Unmanaged<AnyObject>.fromOpaque(object)._withUnsafeGuaranteedRef { Swift.type(of: $0) }
    }

    /// Writes the object that the reference at an address points to.
    @inlinable
    @inline(never)
    mutating func writeObject(
        _ place: UnsafeRawPointer, _ table: PropertyTable, isShared: Bool, _ writing: inout DirectWriting
    ) -> Bool {
        let object = unsafe place.load(as: UnsafeRawPointer.self)
        if unsafe isShared || writing.keepsObjects || !Self.isUnique(place) {
            return unsafe writeShared(object, table, &writing)
        }
        return unsafe writeOnce(object, table, &writing)
    }

    /// Writes the object at an address, to which more than one reference may point.
    @inlinable
    @inline(never)
    mutating func writeShared(
        _ object: UnsafeRawPointer, _ table: PropertyTable, _ writing: inout DirectWriting
    ) -> Bool {
        guard let known = unsafe writing.shared.findOrInsert(object, writing.objects) else {
            if writing.keepsObjects { unsafe writing.keep(object) }
            guard unsafe writeOnce(object, table, &writing) else { return false }
            if !writing.hasIdentity { unsafe writing.shared.close(object) }
            return true
        }
        if writing.hasIdentity {
            return refer(to: known) || writing.end(.reference)
        }
        // If the object contains itself, a document finds the key path for the error.
        guard known == AddressTable.closed else { return writing.end(.cycle) }
        guard writing.hasParts, let repetition = writing.beginRepetition() else { return writing.end(.repetition) }
        unsafe writing.shared.open(object)
        guard unsafe writeOnce(object, table, &writing) else { return false }
        unsafe writing.shared.close(object)
        writing.endRepetition(repetition)
        return true
    }

    /// Writes the object at an address. It is never written as a reference to an earlier object.
    @inlinable
    @inline(__always)
    mutating func writeOnce(
        _ object: UnsafeRawPointer, _ table: PropertyTable, _ writing: inout DirectWriting
    ) -> Bool {
        writing.objects &+= 1
        let type: AnyClass = unsafe Self.type(of: object)
        guard type == table.type else { return unsafe writeOther(object, type, table, &writing) }
        return unsafe writeNew(object, table, table, &writing)
    }

    /// Writes the instance of a subclass at an address.
    @inlinable
    @inline(never)
    mutating func writeOther(
        _ object: UnsafeRawPointer, _ type: AnyClass, _ table: PropertyTable, _ writing: inout DirectWriting
    ) -> Bool {
        guard let own = writing.table(of: type, below: table) else { return writing.end(.subclass) }
        return unsafe writeNew(object, own, table, &writing)
    }

    /// Writes the object at an address: its properties, or what its class encodes.
    ///
    /// - Parameters:
    ///   - table: The table of the object's class.
    ///   - expected: The table of the class that readers expect at this position.
    @inlinable
    @inline(__always)
    mutating func writeNew(
        _ object: UnsafeRawPointer, _ table: PropertyTable, _ expected: PropertyTable, _ writing: inout DirectWriting
    ) -> Bool {
        // An object with extras has more values.
        guard !table.encodesItself, unsafe object.load(fromByteOffset: table.extrasOffset, as: UInt.self) == 0,
            let count = unsafe memberCount(of: object, table, writing)
        else { return unsafe writeOwn(object, table, expected, &writing) }
        let kept = unsafe writing.runsCode ? Unmanaged<AnyObject>.fromOpaque(object).retain() : nil
        defer { unsafe kept?.release() }
        // An object is written once: its memory isn't reached a second time.
        return unsafe writeRows(object, table, count: count, isShared: false, &writing)
    }

    /// Returns the number of members to write for the object or the struct at an address. Returns 0 if the format
    /// doesn't need the number. Returns nil if only a getter or a property's own code can tell whether a property has
    /// a value.
    @inlinable
    @inline(__always)
    func memberCount(
        of owner: UnsafeRawPointer, _ table: PropertyTable, _ writing: borrowing DirectWriting
    ) -> Int? {
        writing.countsMembers ? unsafe table.memberCount(in: owner, hasIdentity: writing.hasIdentity) : 0
    }

    /// Begins the object or the struct at an address, writes the key and the value of each row of its table, and ends
    /// it.
    ///
    /// - Parameters:
    ///   - count: The number of members to write, or 0 if the format doesn't need the number.
    ///   - isShared: True for a struct in memory that more than one reference may point to.
    @inlinable
    @inline(__always)
    mutating func writeRows(
        _ owner: UnsafeRawPointer, _ table: PropertyTable, count: Int, isShared: Bool, _ writing: inout DirectWriting
    ) -> Bool {
        guard writing.levels.hasOne, begin(table, count: count) else { return false }
        writing.levels.left &-= 1
        var members = 0
        guard unsafe writeRows(0..<table.count, of: owner, table, isShared: isShared, &members, &writing) else {
            return false
        }
        // The program's code may have changed the object meanwhile.
        guard !writing.countsMembers || members == count else { return false }
        writing.levels.left &+= 1
        end(table, isEmpty: members == 0)
        return true
    }

    /// Writes the keys and the values of some rows, given by their indexes, into the object or the struct that was
    /// begun last.
    ///
    /// - Parameter members: The number of members that the object or the struct has so far. Each member that is
    ///   written adds one.
    @inlinable
    @inline(__always)
    mutating func writeRows(
        _ rows: Range<Int>, of owner: UnsafeRawPointer, _ table: PropertyTable, isShared: Bool, _ members: inout Int,
        _ writing: inout DirectWriting
    ) -> Bool {
        writing.values &-= rows.count
        guard writing.values >= 0 || writing.passCheckpoint() else { return false }
        let (order, hasKeys) = (sortsKeys ? table.sorted : nil, hasKeys(table))
        for index in rows {
            let row = table[order?[index] ?? index]
            if row.kind.mayBeOmitted {
                guard unsafe writeMember(owner, row, table, isShared: isShared, &members, &writing) else {
                    return writing.fail(table, row.index)
                }
                continue
            }
            if hasKeys { key(row, isFirst: members == 0) }
            members &+= 1
            guard
                unsafe write(owner + row.offset, row.kind, row.form, isShared: isShared, &writing)
                    || writeRefused(owner, row.kind, table, row.index, &writing)
            else { return writing.fail(table, row.index) }
        }
        return true
    }

    /// Writes the key and the value of a row. Writes nothing if the row has no value.
    @inlinable
    @inline(__always)
    mutating func writeMember(
        _ owner: UnsafeRawPointer, _ row: PropertyTable.Row, _ table: PropertyTable, isShared: Bool,
        _ members: inout Int, _ writing: inout DirectWriting
    ) -> Bool {
        switch row.kind {
        case .optional:
            unsafe writeOptional(owner + row.offset, row, isShared: isShared, &members, &writing)
                || writeRefused(owner, .optional, table, row.index, &writing)
        case .group: unsafe writeGroup(owner, row, isShared: isShared, &members, &writing)
        case .accessed: unsafe writeAccessed(owner, table, row.index, &members, &writing)
        default: unsafe writeOwn(owner, table, row.index, &members, &writing)
        }
    }

    /// Writes a dictionary that exists only on key paths: it contains properties of the object at an address. Writes
    /// nothing if none of these properties has a value.
    @inlinable
    @inline(never)
    mutating func writeGroup(
        _ owner: UnsafeRawPointer, _ row: PropertyTable.Row, isShared: Bool, _ members: inout Int,
        _ writing: inout DirectWriting
    ) -> Bool {
        guard let table = unsafe row.form._withUnsafeGuaranteedRef({ $0.table }), writing.levels.hasOne else {
            return false
        }
        guard unsafe table.hasValue(in: owner) else {
            skip(row)
            return true
        }
        guard let count = unsafe memberCount(of: owner, table, writing) else { return writing.end(.uncountable) }
        key(row, isFirst: members == 0)
        members &+= 1
        return unsafe writeRows(owner, table, count: count, isShared: isShared, &writing)
    }

    @inlinable
    @inline(never)
    mutating func writeOptional(
        _ place: UnsafeRawPointer, _ row: PropertyTable.Row, isShared: Bool, _ members: inout Int,
        _ writing: inout DirectWriting
    ) -> Bool {
        guard let parts = unsafe row.form._withUnsafeGuaranteedRef({ $0.uncounted }) else { return false }
        if parts.kind == .text, let text = unsafe place.assumingMemoryBound(to: String?.self).pointee {
            key(row, isFirst: members == 0)
            members &+= 1
            return append(text)
        }
        let value = unsafe parts.container._withUnsafeGuaranteedRef { unsafe $0.elements(at: place).start }
        if unsafe value == nil, row.omitsNil {
            skip(row)
            return true
        }
        key(row, isFirst: members == 0)
        members &+= 1
        guard let value = unsafe value else { return appendNil() }
        // The program's code might make it nil meanwhile.
        if writing.runsCode, parts.kind == .record {
            return unsafe parts.container._withUnsafeGuaranteedRef {
                unsafe $0.withCopy(of: value) {
                    unsafe write($0, parts.kind, parts.element, isShared: true, &writing)
                }
            }
        }
        return unsafe write(value, parts.kind, parts.element, isShared: isShared, &writing)
    }
}
