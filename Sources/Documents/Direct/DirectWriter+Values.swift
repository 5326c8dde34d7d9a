import FormatSupport

// The loop from memory to a writer.

extension DirectWriter where Self: ~Copyable {
    /// Writes the value at an address.
    ///
    /// - Parameter isShared: True if more than one reference may lead to the value: to the array that contains it, for
    ///   example.
    @inlinable
    mutating func write(
        _ place: UnsafeRawPointer, _ form: ValueForm, isShared: Bool, _ writing: inout DirectWriting
    ) -> Bool {
        writing.values &-= 1
        guard writing.values >= 0 || writing.passCheckpoint() else { return false }
        return unsafe write(place, form.kind, Unmanaged.passUnretained(form), isShared: isShared, &writing)
    }

    /// Writes a value that was counted. The kind is passed by itself: the most frequent ones need nothing else of the
    /// form.
    @inlinable
    @inline(__always)
    mutating func write(
        _ place: UnsafeRawPointer, _ kind: ValueForm.Kind, _ form: Unmanaged<ValueForm>, isShared: Bool,
        _ writing: inout DirectWriting
    ) -> Bool {
        switch kind {
        case .text: return unsafe append(place.assumingMemoryBound(to: String.self).pointee)
        case .int64: unsafe append(place.assumingMemoryBound(to: Int64.self).pointee)
        case .double: return unsafe append(place.assumingMemoryBound(to: Double.self).pointee)
        case .bool: unsafe append(place.assumingMemoryBound(to: Bool.self).pointee)
        case .texts: return unsafe writeTexts(place.assumingMemoryBound(to: [String].self).pointee, &writing)
        default:
            return unsafe form._withUnsafeGuaranteedRef {
                unsafe writeRare(place, $0, isShared: isShared, &writing)
            }
        }
        return true
    }

    @inlinable
    mutating func writeRare(
        _ place: UnsafeRawPointer, _ form: ValueForm, isShared: Bool, _ writing: inout DirectWriting
    ) -> Bool {
        switch form.kind {
        case .float: return unsafe append(place.assumingMemoryBound(to: Float.self).pointee)
        case .date: return unsafe append(place.assumingMemoryBound(to: Date.self).pointee)
        case .integer:
            guard let value = unsafe form.scalar?.integer(at: place) else { return false }
            append(value)
            return true
        case .choice:
            guard let value = unsafe form.scalar?.text(at: place) else { return false }
            return append(value)
        case .object:
            guard let table = form.table else { return false }
            return unsafe writeObject(place, table, isShared: isShared, &writing)
        case .constant: return append(form.constant ?? "")
        case .version:
            append(form.version)
            return true
        case .record:
            guard let table = form.table, unsafe form.isCoded(at: place) else {
                return writing.end(.valueWithCode)
            }
            guard let count = unsafe memberCount(of: place, table, writing) else {
                return writing.end(.uncountable)
            }
            return unsafe writeRows(place, table, count: count, isShared: isShared, &writing)
        case .array: return unsafe writeArray(place, form, isShared: isShared, &writing)
        case .optional:
            guard let element = form.element, let value = unsafe form.container?.elements(at: place).start else {
                return appendNull()
            }
            return unsafe write(
                value, element.kind, Unmanaged.passUnretained(element), isShared: isShared, &writing)
        case .scalar:
            guard let value = unsafe writing.lowered(place, form) else { return false }
            return write(value)
        case .entries: return unsafe writeEntries(place, form, isShared: isShared, &writing)
        case .set: return unsafe writeSet(place, form, &writing)
        case .cases: return unsafe writeCase(place, form, &writing)
        case .group, .accessed, .own, .text, .int64, .double, .bool, .texts: return false
        }
    }

    /// Writes a scalar that was lowered.
    @inlinable
    mutating func write(_ scalar: ModelScalar) -> Bool {
        switch scalar {
        case .int64(let number): append(number)
        case .bool(let value): append(value)
        case .double(let number): return append(number) || append(scalar)
        case .float(let number): return append(number) || append(scalar)
        case .date(let date): return append(date) || append(scalar)
        case .null: return appendNull()
        default: return append(scalar)
        }
        return true
    }

    /// Writes a dictionary with text keys, in the order of their bytes.
    @inlinable
    @inline(never)
    mutating func writeEntries(
        _ place: UnsafeRawPointer, _ form: ValueForm, isShared: Bool, _ writing: inout DirectWriting
    ) -> Bool {
        guard let element = form.element, let access = form.entries, writing.levels.hasOne else { return false }
        let count = unsafe access.count(at: place)
        writing.levels.left &-= 1
        guard writing.values >= 0 || writing.passCheckpoint(), beginDictionary(count: count) else { return false }
        var isFirst = true
        let isWritten = unsafe access.forEachEntry(at: place, sortsKeys: sortsKeys) { key, value in
            guard let weight = PropertyTable.weight(of: key, namesClasses: !writing.hasParts) else { return false }
            writing.values &-= weight
            guard writing.values >= 0 || writing.passCheckpoint(),
                key.withStoredUTF8({ unsafe self.key($0, number: nil, isFirst: isFirst) }) == true
            else { return false }
            isFirst = false
            // The values are copies: more than one reference leads to what they refer to.
            return unsafe write(value, element, isShared: true, &writing) || writing.fail(.key(key))
        }
        endDictionary(isEmpty: isFirst)
        writing.levels.left &+= 1
        return isWritten
    }

    /// Writes a set, in an order that doesn't change.
    @inlinable
    @inline(never)
    mutating func writeSet(
        _ place: UnsafeRawPointer, _ form: ValueForm, _ writing: inout DirectWriting
    ) -> Bool {
        guard let element = form.element, let access = form.entries, writing.levels.hasOne,
            beginArray(writing.hasSets ? .set : .array, count: unsafe access.count(at: place))
        else { return false }
        writing.levels.left &-= 1
        var count = 0
        let isWritten = unsafe access.forEachEntry(at: place, sortsKeys: false) { _, value in
            self.element(isFirst: count == 0)
            count &+= 1
            return unsafe write(value, element, isShared: true, &writing) || writing.fail(.index(count &- 1))
        }
        endArray(isEmpty: count == 0)
        writing.levels.left &+= 1
        return isWritten
    }

    @inlinable
    @inline(__always)
    mutating func writeTexts(_ texts: [String], _ writing: inout DirectWriting) -> Bool {
        writing.values &-= texts.count
        guard writing.levels.left > 0, writing.values >= 0 || writing.passCheckpoint(), beginArray(.array, count: texts.count)
        else { return false }
        var isFirst = true
        if texts.count > LongWork.values {
            guard writeManyTexts(texts) else { return false }
            isFirst = false
        } else {
            for text in texts {
                element(isFirst: isFirst)
                guard append(text) else { return false }
                isFirst = false
            }
        }
        endArray(isEmpty: isFirst)
        return true
    }

    /// Writes texts with a checkpoint after each ``LongWork/values`` of them.
    @inlinable
    @inline(never)
    mutating func writeManyTexts(_ texts: [String]) -> Bool {
        for (index, text) in texts.enumerated() {
            if index & (LongWork.values &- 1) == 0, !LongWork.mayGoOn { return false }
            element(isFirst: index == 0)
            guard append(text) else { return false }
        }
        return true
    }

    @inlinable
    @inline(never)
    mutating func writeArray(
        _ place: UnsafeRawPointer, _ form: ValueForm, isShared: Bool, _ writing: inout DirectWriting
    ) -> Bool {
        guard let element = form.element, let access = form.container, writing.levels.hasOne else { return false }
        let (start, count) = unsafe access.elements(at: place)
        guard beginArray(.array, count: count) else { return false }
        writing.levels.left &-= 1
        let isShared = unsafe isShared || !Self.isUnique(place)
        // Code of the program's might change the array meanwhile.
        let kept = unsafe writing.runsCode ? Self.retain(place) : nil
        defer { unsafe kept?.release() }
        let stride = element.stride
        if let start = unsafe start {
            let table = element.kind == .object ? element.table : nil
            for index in 0..<count {
                self.element(isFirst: index == 0)
                let value = unsafe start + index &* stride
                if let table {
                    writing.values &-= 1
                    guard writing.values >= 0 || writing.passCheckpoint(),
                        unsafe writeObject(value, table, isShared: isShared, &writing)
                    else {
                        return writing.fail(.index(index))
                    }
                } else {
                    guard unsafe write(value, element, isShared: isShared, &writing) else {
                        return writing.fail(.index(index))
                    }
                }
            }
        }
        writing.levels.left &+= 1
        endArray(isEmpty: count == 0)
        return true
    }

    /// True if the reference at an address is the only one to its object.
    @inlinable
    @inline(__always)
    static func isUnique(_ place: UnsafeRawPointer) -> Bool {
        // The standard library asks for a variable. Other threads may read the one in memory, so this is another, which retains nothing.
        var reference = unsafe place.load(as: UnsafeRawPointer.self)
        return unsafe withUnsafeMutablePointer(to: &reference) { pointer in
            unsafe isKnownUniquelyReferenced(
                &UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: AnyObject.self).pointee)
        }
    }

    /// Retains the object to which the reference at an address leads.
    @inlinable
    @inline(__always)
    static func retain(_ place: UnsafeRawPointer) -> Unmanaged<AnyObject> {
        unsafe Unmanaged<AnyObject>.fromOpaque(place.load(as: UnsafeRawPointer.self)).retain()
    }

    /// The class of the object at an address.
    @inlinable
    @inline(__always)
    static func type(of object: UnsafeRawPointer) -> AnyClass {
        unsafe Unmanaged<AnyObject>.fromOpaque(object)._withUnsafeGuaranteedRef { Swift.type(of: $0) }
    }

    /// Writes the object that the reference at an address leads to.
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

    /// Writes the object at an address, to which more than one reference may lead.
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
            refer(to: known)
            return true
        }
        // If it contains itself, the error of a document tells where.
        guard known == AddressTable.closed else { return writing.end(.cycle) }
        guard writing.hasParts, let repetition = writing.beginRepetition() else { return writing.end(.repetition) }
        unsafe writing.shared.open(object)
        guard unsafe writeOnce(object, table, &writing) else { return false }
        unsafe writing.shared.close(object)
        writing.endRepetition(repetition)
        return true
    }

    /// Writes the object at an address, and no reference to it.
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

    /// Writes the object at an address.
    ///
    /// - Parameters:
    ///   - table: The table of its class.
    ///   - expected: The table of the class that readers expect.
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
        // An object is written once: nothing leads to its memory a second time.
        return unsafe writeRows(object, table, count: count, isShared: false, &writing)
    }

    /// The number of rows that are written for the object or the struct at an address; 0 if the format doesn't need it.
    /// Nil if only code of the program's tells.
    @inlinable
    @inline(__always)
    func memberCount(
        of owner: UnsafeRawPointer, _ table: PropertyTable, _ writing: borrowing DirectWriting
    ) -> Int? {
        writing.countsMembers ? unsafe table.memberCount(in: owner, hasIdentity: writing.hasIdentity) : 0
    }

    /// Begins the object or the struct at an address, writes its rows, and ends it.
    ///
    /// - Parameters:
    ///   - count: The number of rows that are written, if the format needs it.
    ///   - isShared: True for a struct in memory that more than one reference may lead to.
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
        // Code of the program's may have changed the object meanwhile.
        guard !writing.countsMembers || members == count else { return false }
        writing.levels.left &+= 1
        end(table, isEmpty: members == 0)
        return true
    }

    /// Writes some rows of the object or the struct that was begun last.
    ///
    /// - Parameter members: The number of members that it has so far.
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

    /// Writes the key and the value of a row that may have none.
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

    /// Writes a dictionary of properties of the object at an address, unless none of them has a value.
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
        let form = unsafe row.form._withUnsafeGuaranteedRef { $0 }
        guard let element = form.element, let access = form.container else { return false }
        let value = unsafe access.elements(at: place).start
        if unsafe value == nil, row.omitsNil {
            skip(row)
            return true
        }
        key(row, isFirst: members == 0)
        members &+= 1
        guard let value = unsafe value else { return appendNil() }
        // Code of the program's might make it nil meanwhile.
        if writing.runsCode, element.kind == .record {
            return unsafe access.withCopy(of: value) {
                unsafe write($0, element.kind, Unmanaged.passUnretained(element), isShared: true, &writing)
            }
        }
        return unsafe write(value, element.kind, Unmanaged.passUnretained(element), isShared: isShared, &writing)
    }
}
