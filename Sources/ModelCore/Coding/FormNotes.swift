import Synchronization

/// The encoded forms of a class's properties, for objects that are read and written without a document.
final class FormNotes: RowForms, @unchecked Sendable {
    /// For each property of the class: its description, if objects keep the encoded form in which it was read. Nil for
    /// any other property.
    let rows: [FormRow?]
    /// The entries of ``rows`` in the order of the rows in the class's table. ``use(_:)`` sets them before anything is
    /// read.
    private var tableRows: [FormRow?] = []
    /// A bit for each entry of `tableRows` that isn't nil.
    private var bits: UInt64 = 0
    private let conventions: FileConventions
    private let capabilities: FormatCapabilities
    /// The forms of the last object. Most objects of a file lack the same properties, and can share these forms.
    private let last = Mutex<SharedForms?>(nil)

    /// The forms that several objects share. All of them lack the same properties, or have nulls for them, and have
    /// the same values in these properties.
    private final class SharedForms: Sendable {
        let missing: UInt64
        let nulls: UInt64
        let values: [(row: FormRow, read: ReadValue)]
        // Nothing changes extras that instances may share.
        nonisolated(unsafe) let extras: ModelExtras

        init(_ missing: UInt64, _ nulls: UInt64, _ values: [(row: FormRow, read: ReadValue)], _ extras: ModelExtras) {
            (self.missing, self.nulls, self.values) = (missing, nulls, values)
            unsafe self.extras = extras
        }

        /// True if an object has these values in the missing properties.
        func areValues(of object: BaseModel) -> Bool {
            let memory = unsafe UnsafeRawPointer(StoredFields.memory(of: object))
            return values.allSatisfy { unsafe $0.row.has($0.read, in: memory) }
        }
    }

    init(_ modelClass: ModelClass, _ conventions: FileConventions, _ capabilities: FormatCapabilities) {
        var rows = [FormRow?](repeating: nil, count: modelClass.rows.properties.count)
        for row in FormRow.all(of: modelClass.rows) where row.property.notesForm(in: modelClass.type, conventions) {
            rows[row.index] = row
        }
        self.rows = rows
        self.conventions = conventions
        self.capabilities = capabilities
    }

    /// Takes over the order of the rows in the class's table.
    func use(_ contents: [ValueForms.Content]) {
        tableRows = contents.map { content in
            guard case .property(let property, _, _) = content else { return nil }
            return rows.lazy.compactMap { $0 }.first { $0.property.name == property.name }
        }
        bits = tableRows.indices.reduce(0) { tableRows[$1] == nil ? $0 : $0 | 1 << UInt64($1) }
    }

    func note(_ object: AnyObject, met: UInt64, nulls: UInt64) {
        let missing = bits & (~met | nulls)
        guard missing != 0 else { return }
        // Only tables of models keep forms, so the object is a model.
        let model = unsafe unsafeDowncast(object, to: BaseModel.self)
        let isFirst = model.extras == nil
        if isFirst, let known = last.withLock({ $0 }), known.missing == missing, known.nulls == nulls & missing,
            known.areValues(of: model)
        {
            model.extras = unsafe known.extras
            return
        }
        var forms: [KeptForm] = []
        var values: [(row: FormRow, read: ReadValue)] = []
        var rest = missing
        while rest != 0 {
            let index = rest.trailingZeroBitCount
            rest &= rest - 1
            guard let row = tableRows[index], case let read = row.property.readValue(of: model), read.isKnown else {
                continue
            }
            values.append((row, read))
            forms.append(
                KeptForm(
                    property: row.property.name, file: met & (1 << UInt64(index)) == 0 ? .absent : .null, read: read,
                    isMapped: row.property.isMapped))
        }
        guard !forms.isEmpty else { return }
        model.keep { $0.forms += forms }
        guard isFirst, forms.count == missing.nonzeroBitCount, let extras = model.extras else { return }
        let known = SharedForms(missing, nulls & missing, values, extras)
        if known.areValues(of: model) { last.withLock { $0 = known } }
    }

    func kept(for object: AnyObject) -> KeptRows? {
        let model = unsafe unsafeDowncast(object, to: BaseModel.self)
        // Unknown values, tags that differ from the class's, and elements that couldn't be read are written only
        // through a document.
        guard let extras = model.extras, type(of: extras) == ModelExtras.self, let origin = extras.origin,
            origin.codedClass == nil, origin.tags.isEmpty, origin.skipped.isEmpty
        else { return nil }
        var kept = KeptRows()
        let hasNull = capabilities.contains(.null)
        if let known = last.withLock({ $0 }), unsafe known.extras === extras, hasNull || known.nulls == 0,
            known.areValues(of: model)
        {
            (kept.absent, kept.nulls) = (known.missing & ~known.nulls, known.nulls)
            return kept
        }
        var (next, found) = (0, 0)
        var rest = bits
        while rest != 0, found < origin.forms.count {
            let index = rest.trailingZeroBitCount
            let bit = rest & (~rest + 1)
            rest &= rest - 1
            guard let row = tableRows[index], let form = origin.form(of: row.property.name, near: &next) else {
                continue
            }
            found += 1
            guard form.isMapped == row.property.isMapped, form.way == nil else { return nil }
            guard row.property.readValue(of: model).isSame(as: form.read) else {
                // If only a part of the value has changed, the rest of it has to be written as it was.
                if case .value = form.file { return nil }
                continue
            }
            switch form.file {
            case .absent: kept.absent |= bit
            case .null: if hasNull { kept.nulls |= bit } else { return nil }
            case .value(let value):
                guard let found = value.value, writesAlike(value) else { return nil }
                kept.values.append((index, ModelDocument(found)))
            }
        }
        // If a form has no row, the type itself has reported it, and only a document can write it.
        return found == origin.forms.count ? kept : nil
    }

    /// True if this format writes values like the file from which a kept value was read. False if the format has a
    /// date style: providers with different styles share the table, so the object is written through a document.
    private func writesAlike(_ kept: KeptValue) -> Bool {
        conventions.dateStyle == nil && conventions.writeAlike(capabilities, kept)
    }
}

extension FileConventions {
    /// True if a file with these conventions writes values like the file from which a kept value was read: both have
    /// the same format, styles and capabilities.
    func writeAlike(_ capabilities: FormatCapabilities, _ kept: KeptValue) -> Bool {
        var own = self
        own.take(capabilities)
        // JSON5 and JSON differ only in numbers that aren't finite.
        return own.format == kept.conventions.format && own.agreeInStyle(with: kept.conventions)
            && capabilities.symmetricDifference(kept.capabilities).isSubset(of: .nonFinite)
    }
}
