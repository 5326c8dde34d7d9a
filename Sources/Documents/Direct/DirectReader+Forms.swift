import FormatSupport

// Objects that keep the representation of a value in the file, if a writer would choose another representation.

extension DirectReader where Self: ~Copyable {
    /// Reads the members of the object that was entered last. If a writer would choose another representation for a
    /// value than the file's, the property's ``OwnCode`` reads the value and notes the file's representation.
    ///
    /// - Parameter start: The bits of the rows that were read before this call.
    @inlinable
    @inline(never)
    mutating func readFormedMembers(
        of object: AnyObject, _ table: PropertyTable, _ start: UInt64, _ reading: inout DirectReading
    ) -> Bool {
        let memory = unsafe Unmanaged.passUnretained(object).toOpaque()
        var (met, nulls) = (start, UInt64(0))
        var hasUnknown = false
        while true {
            let index = knownRow(of: table, expected: UInt64.bitWidth &- met.leadingZeroBitCount)
            if index == -1 { break }
            guard index >= 0 else {
                // An alias is kept as the key. The object is read through a document, which keeps the alias.
                guard let key = unknownKey(), case let start = offset, table.row(ofAlias: key) == nil,
                    reading.readUnknown(key, of: object, table, { try parse(valueAt: start, into: &$0) })
                else { return reading.fail(object, table, met, isOpen: true) }
                hasUnknown = true
                continue
            }
            let bit = UInt64(1) &<< UInt64(index)
            guard met & bit == 0 else { return reading.fail(object, table, met, isOpen: true) }
            met |= bit
            guard unsafe setFormed(memory, table, index, met, &nulls, &reading) else {
                return reading.fail(object, table, met, isOpen: true)
            }
        }
        reading.levels.left &+= 1
        guard reading.values >= 0 || reading.passCheckpoint(), met & table.needed == table.needed,
            !(hasUnknown && met & ~table.marks == 0)
        else { return reading.fail(object, table, met, isOpen: false) }
        table.rowForms?.note(object, met: met, nulls: nulls)
        return true
    }

    /// Reads the value of a row into an object.
    ///
    /// - Parameter nulls: Gets the bit of the row if the file has a null there.
    @inlinable
    mutating func setFormed(
        _ memory: UnsafeMutableRawPointer, _ table: PropertyTable, _ index: Int, _ met: UInt64, _ nulls: inout UInt64,
        _ reading: inout DirectReading
    ) -> Bool {
        let row = table.rows[index]
        let (start, runs) = (offset, reading.runs)
        if row.kind == .optional || table.passesNulls && row.kind.isScalar, skipNull() {
            reading.values &-= 1
            nulls |= UInt64(1) &<< UInt64(index)
            if row.kind == .optional {
                unsafe row.form._withUnsafeGuaranteedRef {
                    unsafe $0.container?.set(nil, count: 0, at: memory + row.offset)
                }
            }
            return true
        }
        let isSet = unsafe row.form._withUnsafeGuaranteedRef { form in
            unsafe form.isWrittenAsRead
                ? set(memory + row.offset, form, &reading) : setCompared(memory + row.offset, form, &reading)
        }
        return unsafe isSet || setOwn(of: memory, table, index, at: start, met, runs: runs, &reading)
    }

    /// Reads a date, or a scalar that formats may lower. Returns false if the value would be written differently from
    /// the file.
    @inlinable
    @inline(never)
    mutating func setCompared(
        _ place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading
    ) -> Bool {
        guard form.comparesScalars, let scalar = readScalar() else { return false }
        reading.values &-= 1
        guard form.kind == .optional, let element = form.element, let access = form.container else {
            return unsafe reading.put(scalar, at: place, form, replacing: true)
        }
        var value = DirectElements(of: element, &reading)
        guard unsafe reading.put(scalar, at: value.next(), element, replacing: false) else { return false }
        unsafe access.set(value.start, count: 1, at: place)
        value.end(&reading)
        return true
    }
}

extension DirectReading {
    /// Stores the value of a scalar at an address. Returns false if a writer would write the value as another scalar.
    /// The memory is then unchanged, or has another value.
    @usableFromInline
    func put(_ scalar: ModelScalar, at place: UnsafeMutableRawPointer, _ form: ValueForm, replacing: Bool) -> Bool {
        if form.kind == .date {
            let style = conventions.dateStyle
            guard let date = try? style?.date(of: scalar) ?? ScalarConversion.date(scalar, fromText: true),
                isWritten(.date(date), as: scalar)
            else { return false }
            unsafe place.assumingMemoryBound(to: Date.self).initialize(to: date)
            return true
        }
        guard let access = form.scalar, unsafe access.put(scalar, at: place, replacing: replacing) else { return false }
        if unsafe isWritten(access.scalar(at: place), as: scalar) { return true }
        if !replacing { unsafe access.deinitialize(place) }
        return false
    }

    private func isWritten(_ value: ModelScalar, as scalar: ModelScalar) -> Bool {
        (try? value.written(for: capabilities, by: conventions))?.isSame(as: scalar) ?? false
    }
}

extension ModelScalar {
    /// Returns the scalar that a writer with these conventions stores in a file for this scalar.
    package func written(
        for capabilities: FormatCapabilities, by conventions: FileConventions
    ) throws -> ModelScalar {
        var scalar = self
        if case .date(let date) = scalar, let style = conventions.dateStyle { scalar = try style.scalar(of: date) }
        return try scalar.plain(for: capabilities, isProperty: true)
    }

    /// Returns true if formats write both scalars alike.
    package func isSame(as found: ModelScalar) -> Bool {
        switch (self, found) {
        case (.string(let text), .string(let other)): ExactText(text) == ExactText(other)
        case (.data(let data), .data(let other)): data == other
        case (.double(let number), .int64(let other)): Double(exactly: other) == number
        case (.double(let number), .double(let other)): number == other
        case (.int64(let number), .decimal(let other)): Decimal(number) == other
        default: ExactScalar(self) == ExactScalar(found)
        }
    }
}
