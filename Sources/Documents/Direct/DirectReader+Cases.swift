// Enums whose cases have values, read into memory.

extension DirectReader where Self: ~Copyable {
    /// Reads a case into memory for an enum.
    ///
    /// - Parameter replacing: True if the memory has a value.
    @inlinable
    @inline(never)
    mutating func putCase(
        _ place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading, replacing: Bool
    ) -> Bool {
        guard let cases = form.cases else { return false }
        return unsafe withUnsafeTemporaryAllocation(byteCount: max(cases.size, 16), alignment: 16) { room in
            guard let values = room.baseAddress,
                let number = unsafe readCase(cases, into: values, &reading)
            else { return false }
            unsafe cases.access.put(number, moving: values, at: place, replacing: replacing)
            return true
        }
    }

    /// Reads the values of a case into memory that has no value yet, and returns the index of the case. Returns nil if
    /// the case isn't stored as a writer stores it. The memory then has no value.
    @inlinable
    mutating func readCase(
        _ cases: CaseForms, into values: UnsafeMutableRawPointer, _ reading: inout DirectReading
    ) -> Int? {
        switch cases.style {
        case .tag:
            guard let row = cases.forms.first?.table?[0], let number = text(of: row).flatMap(cases.number(of:)),
                unsafe read(into: values, cases.forms[number], &reading)
            else { return nil }
            return number
        case .key:
            let start = offset
            if let keys = cases.keys, reading.levels.hasOne, begin(keys) {
                return unsafe readKeyed(cases, keys, into: values, &reading)
            }
            guard offset == start, let number = readString().flatMap(cases.number(of:)) else { return nil }
            reading.values &-= 1
            return number
        case .untagged: return unsafe readUntagged(cases, into: values, &reading)
        }
    }

    /// Reads the case whose name is the only key of the dictionary that was entered last.
    @inlinable
    mutating func readKeyed(
        _ cases: CaseForms, _ keys: PropertyTable, into values: UnsafeMutableRawPointer, _ reading: inout DirectReading
    ) -> Int? {
        reading.levels.left &-= 1
        defer { reading.levels.left &+= 1 }
        reading.values &-= 1
        let index = knownRow(of: keys, expected: 0)
        guard index >= 0 else { return nil }
        let row = keys.rows[index]
        guard unsafe row.form._withUnsafeGuaranteedRef({ unsafe read(into: values, $0, &reading) }) else {
            _ = reading.fail(keys, index)
            return nil
        }
        if knownRow(of: keys, expected: keys.count) == -1 { return cases.casesOfKeys[index] }
        unsafe row.form._withUnsafeGuaranteedRef { unsafe $0.deinitialize(values) }
        return nil
    }

    /// Reads an enum's case without a name: the first case that can represent the scalar at the position exactly.
    @inlinable
    mutating func readUntagged(
        _ cases: CaseForms, into values: UnsafeMutableRawPointer, _ reading: inout DirectReading
    ) -> Int? {
        let start = offset
        if let text = readString() {
            reading.values &-= 1
            // The name of a case without values may come first.
            if let named = cases.number(of: text), named < cases.textTaker { return named }
            guard cases.textCase >= 0 else { return nil }
            unsafe values.assumingMemoryBound(to: String.self).initialize(to: text)
            return cases.textCase
        }
        if cases.boolCase >= 0, offset == start, let value = readBool() {
            reading.values &-= 1
            unsafe values.assumingMemoryBound(to: Bool.self).initialize(to: value)
            return cases.boolCase
        }
        guard cases.integerCase >= 0, offset == start else { return nil }
        reading.values &-= 1
        if let value = readInteger() {
            unsafe values.assumingMemoryBound(to: Int64.self).initialize(to: value)
            return cases.integerCase
        }
        // A whole number may be an integer that doesn't fit into 64 bits.
        guard cases.realCase >= 0, offset == start, let value = readDouble(), value != value.rounded() else {
            return nil
        }
        unsafe values.assumingMemoryBound(to: Double.self).initialize(to: value)
        return cases.realCase
    }
}
