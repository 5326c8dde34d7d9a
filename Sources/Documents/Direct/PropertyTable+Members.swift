import FormatSupport

// The members of objects and structs in memory.

extension PropertyTable {
    /// Returns true if the value of a row's property is an optional scalar.
    @usableFromInline
    func holdsScalar(_ row: Int) -> Bool {
        let form = forms[row].kind == .accessed ? forms[row].element : forms[row]
        return form?.element?.kind.isScalar ?? false
    }

    /// Returns true if the table has a row with this key.
    @usableFromInline
    func hasRow(_ key: String) -> Bool {
        key.withStoredUTF8 { bytes in (0..<count).contains { self[$0].key.equals(bytes) } }
            ?? properties.contains { ExactText($0.key) == ExactText(key) }
    }

    /// Returns true if the table has a row with this key, or a row whose property had the key in older files.
    @usableFromInline
    func reads(_ key: String) -> Bool { hasRow(key) || row(ofAlias: key) != nil }

    /// Returns the row of the property that had a key in older files. Returns nil if no property had the key.
    @usableFromInline
    func row(ofAlias key: String) -> Int? { aliases.isEmpty ? nil : aliases[ExactText(key)] }

    /// Returns true for an instance of the table's class or of a subclass.
    @usableFromInline
    func accepts(_ object: AnyObject) -> Bool {
        var next: AnyClass? = Swift.type(of: object)
        while let type = next, type != self.type { next = _getSuperclass(type) }
        return next != nil
    }

    /// Destroys the values of those rows of the struct at an address whose bits are set.
    @unsafe
    @usableFromInline
    func deinitialize(_ place: UnsafeMutableRawPointer, _ met: UInt64) {
        for row in 0..<count where met & 1 << UInt64(row) != 0 {
            unsafe forms[row].deinitialize(place + rows[row].offset)
        }
    }

    /// Returns true if the object or the struct at an address has a value for at least one of the rows.
    @unsafe
    @usableFromInline
    func hasValue(in owner: UnsafeRawPointer) -> Bool {
        (0..<count).contains { index in
            let row = rows[index]
            switch row.kind {
            case .optional where row.omitsNil:
                return unsafe forms[index].container?.elements(at: owner + row.offset).start != nil
            case .group: return unsafe forms[index].table?.hasValue(in: owner) ?? false
            default: return true
            }
        }
    }

    /// Returns the number of members to write for the object or the struct at an address: the rows that aren't
    /// omitted. Returns nil if only a getter or a property's own code can tell whether a row is omitted.
    ///
    /// - Parameter hasIdentity: False if the format has no references. Weak references are then omitted.
    @unsafe
    @usableFromInline
    func memberCount(in owner: UnsafeRawPointer, hasIdentity: Bool) -> Int? {
        var members = 0
        for index in 0..<count {
            let (row, form) = (rows[index], forms[index])
            switch row.kind {
            case .optional where row.omitsNil:
                if unsafe form.container?.elements(at: owner + row.offset).start == nil { continue }
            case .group:
                guard let table = form.table, unsafe table.memberCount(in: owner, hasIdentity: hasIdentity) != nil else {
                    return nil
                }
                if unsafe !table.hasValue(in: owner) { continue }
            case .accessed where form.isWeak:
                guard !hasIdentity, row.omitsNil else { return nil }
                continue
            case .accessed where form.element?.kind == .optional && row.omitsNil: return nil
            case .own: return nil
            default: break
            }
            members += 1
        }
        return members
    }
}
