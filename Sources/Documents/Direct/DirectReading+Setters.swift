import FormatSupport

// Values that wait for their setters, and rows beyond the 64 bits of the mask.

extension DirectReading {
    /// Begins an object whose table has rows beyond the bit mask.
    @usableFromInline
    mutating func beginWide(_ table: PropertyTable) {
        beyond.append([UInt64](repeating: 0, count: table.count / PropertyTable.wordRows + 1))
    }

    /// Ends the object that ``beginWide(_:)`` began.
    @usableFromInline
    mutating func endWide() { beyond.removeLast() }

    /// Notes that a row beyond the bit mask is read. Returns false if it was read before.
    @usableFromInline
    @inline(never)
    mutating func meets(_ row: Int) -> Bool {
        let (last, word, bit) = (
            beyond.count - 1, row / PropertyTable.wordRows, UInt64(1) << UInt64(row % PropertyTable.wordRows)
        )
        guard last >= 0, beyond[last][word] & bit == 0 else { return false }
        beyond[last][word] |= bit
        return true
    }

    /// True if a row beyond the bit mask was read.
    @usableFromInline var hasMetBeyond: Bool { beyond.last?.contains { $0 != 0 } ?? false }

    /// Returns true if all rows before a row beyond the bit mask were read.
    private func hasMetAll(before row: Int, _ met: UInt64) -> Bool {
        guard met == .max, let words = beyond.last else { return false }
        return (PropertyTable.wordRows..<row).allSatisfy {
            words[$0 / PropertyTable.wordRows] & 1 << UInt64($0 % PropertyTable.wordRows) != 0
        }
    }

    /// Returns true if the setter of a row's property may be called: all properties that are declared before it have
    /// their values. A property that isn't set through its setter needn't wait.
    ///
    /// - Parameter met: The bits of the rows that were read, and of this one.
    @usableFromInline
    func isReady(_ table: PropertyTable, _ row: Int, _ met: UInt64) -> Bool {
        guard table.hasAccessors, table.code(row)?.isAccessor == true else { return true }
        // The bit of a waiting row is set already, but its property isn't. A dictionary on a key path doesn't know
        // the rows around it.
        guard !table.isDictionary, waiting.last?.values.isEmpty == true else { return false }
        guard row < PropertyTable.wordRows else { return hasMetAll(before: row, met) }
        let before = UInt64(1) << UInt64(row) &- 1
        return met & before == before
    }

    /// Begins an object whose class has accessors.
    @usableFromInline
    mutating func beginSetters(of owner: UnsafeMutableRawPointer) { waiting.append(unsafe WaitingSetters(owner)) }

    /// Ends the innermost object whose class has accessors. If the object was read, calls its waiting setters in the
    /// order of their declaration. Otherwise drops them.
    ///
    /// - Returns: False if a setter fails.
    @usableFromInline
    @inline(never)
    mutating func endSetters(_ table: PropertyTable, isRead: Bool) -> Bool {
        // The waiting values come before a value that has failed. In a format with references, their errors could
        // lack a location.
        guard let own = waiting.popLast(), isRead || failure != nil && !hasIdentity else { return false }
        // If several setters fail, the error is that of the first value in the file.
        var first = Int.max
        for value in own.values.sorted(by: { $0.order < $1.order }) where value.offset < first {
            guard let code = value.table.code(value.row) else { return false }
            runs += 1
            guard case .document(let index, let depth) = value.content else {
                guard case .memory(let kept) = value.content, unsafe kept.set(by: code, of: own.owner) else {
                    return false
                }
                continue
            }
            guard nesting < parts.count else { return false }
            let decoder = parts[nesting].decoder
            do {
                try unsafe decoder.set(code, in: own.owner, to: index, depth: depth)
            } catch {
                if decoder.needsWhole { return false }
                first = value.offset
                failure = error
                for key in table.path(to: value.table, value.row).reversed() { _ = fail(.key(key)) }
            }
        }
        return isRead && failure == nil
    }

    /// Calls the setter of a row with the value at an address, which moves.
    @usableFromInline
    mutating func set(
        _ owner: UnsafeMutableRawPointer, _ table: PropertyTable, _ row: Int, moving value: UnsafeMutableRawPointer
    ) -> Bool {
        runs += 1
        return unsafe table.code(row)?.set(moving: value, of: owner) ?? false
    }

    /// True if values of the object at an address may wait.
    @usableFromInline
    func mayWait(for owner: UnsafeMutableRawPointer) -> Bool { unsafe waiting.last?.owner == owner }

    /// Keeps a value that was read until the setter of its property may be called.
    ///
    /// - Parameter offset: The offset of the value in the file.
    @usableFromInline
    mutating func keep(_ value: KeptValue, of table: PropertyTable, _ row: Int, at offset: Int) {
        value.hasValue = true
        waiting[waiting.count - 1].values.append(
            WaitingSetters.Value(
                table: table, row: row, order: table.order(of: row), offset: offset, content: .memory(value)))
    }

    /// Decodes the value of a row's property through a document, and sets the property.
    ///
    /// - Parameters:
    ///   - owner: The address of the object or the struct.
    ///   - offset: The offset of the value in the file.
    ///   - isReady: False if the code has to wait until the object was read.
    ///   - runs: The value of ``runs`` before the value was read.
    ///   - parse: Parses the value.
    @usableFromInline
    @inline(never)
    mutating func set(
        _ owner: UnsafeMutableRawPointer, _ table: PropertyTable, _ row: Int, at offset: Int, isReady: Bool, runs: Int,
        _ parse: (inout DocumentBuilder) throws -> Void
    ) -> Bool {
        guard failure == nil, runs == self.runs, let code = table.code(row), levels.haveRoomForCode else {
            return false
        }
        guard isReady else {
            let last = waiting.count - 1
            // A waiting value is kept only for the object that it belongs to.
            guard last >= 0, unsafe waiting[last].owner == owner, let (index, depth) = parsed(code, parse, { ($1, $2) })
            else {
                return false
            }
            waiting[last].values.append(
                WaitingSetters.Value(
                    table: table, row: row, order: table.order(of: row), offset: offset,
                    content: .document(index: index, depth: depth)))
            return true
        }
        return parsed(code, parse) { (decoder, index, depth) throws(ModelError) in
            try unsafe decoder.set(code, in: owner, to: index, depth: depth)
            return true
        } ?? false
    }
}
