import FormatSupport

// The forms of structs and enums.

extension ValueForms {
    /// Returns the form of a struct or an enum. Returns nil if coding its values needs more than its properties or
    /// cases.
    func record<Record: ModelRecord>(_ type: Record.Type) -> ValueForm? {
        if let known = records[ObjectIdentifier(type)] { return known }
        guard let described = try? type.described(), let empty = Self.emptyDictionary,
            LibraryCoding.reads(type, from: empty)
        else { return nil }
        let before = (records, tables, models)
        // An enum that contains itself has no form.
        if described.isEnum { records[ObjectIdentifier(type)] = .some(nil) }
        let form = described.isEnum ? cases(type, described) : fields(type, described)
        // The forms and tables that were made meanwhile may contain the struct.
        if form == nil { (records, tables, models) = before }
        records[ObjectIdentifier(type)] = .some(form)
        return form
    }

    /// Returns the form of a struct. For the values of an enum's case, the dictionary may begin with the name of the
    /// case: `tag`.
    private func fields<Record: ModelRecord>(
        _ type: Record.Type, _ described: ModelType, tag: (key: String, text: String)? = nil
    ) -> ValueForm? {
        guard described.form == .dictionary, described.version == nil, !described.refusesUnknown,
            let keys = keys(of: described, in: conventions.keyStyle)
        else { return nil }
        let (rows, fields) = (described.rows.properties, StoredFields(of: type))
        // The struct is made by filling its fields. So each field has to be a property, and no initializer of the
        // program may be needed.
        guard fields.count == rows.count, rows.allSatisfy(\.isStored), keys?.hasKeyPaths != true else { return nil }
        let members = members(keys, rows, isOfModel: false) { fields.offset(of: $0.name, $0.valueType) }
        guard let (table, contents) = table(members, described.codedClass, caseTag: tag) else { return nil }
        let form = ValueForm(record: table, type) { LibraryCoding.writes($0) }
        if tag == nil { records[ObjectIdentifier(type)] = form }
        return fill(table, contents) ? form : nil
    }

    /// Returns the keys of a struct's properties or an enum's cases. There are two levels of nil: the inner nil means
    /// that each key is the name, the outer nil that the keys aren't valid.
    private func keys(of described: ModelType, in style: KeyStyle?) -> PropertyKeys?? {
        do { return .some(try described.keys(for: conventions.format, style: style)) } catch { return .none }
    }

    /// True for a key that a table can have a row for.
    private func isRow(_ key: String) -> Bool { isPlain(key) && key.utf8.count < PropertyTable.longKey }

    /// Returns a row whose value begins at the address of the whole dictionary's values.
    private func row(_ key: String) -> PropertyTable.Property {
        PropertyTable.Property(key: key, offset: 0, omitsNil: false)
    }

    /// The form of an enum whose cases have values.
    private func cases<Enum: ModelRecord>(_ type: Enum.Type, _ described: ModelType) -> ValueForm? {
        guard let code = described.code(of: type), !described.refusesUnknown, !described.cases.isEmpty,
            let names = keys(of: described, in: nil), let keys = keys(of: described, in: conventions.keyStyle)
        else { return nil }
        let style: CaseForms.Style
        switch described.caseForm {
        case .key: style = .key
        case .tag, .tagAndContent: style = .tag
        case .untagged: style = .untagged
        }
        // In a format with references, if a value can't be read, the whole file is read through a document.
        if described.unknownCase != nil, capabilities.contains(.identity) { return nil }
        // A name in another style may come before a text.
        if style == .untagged, conventions.keyStyle != nil || keys?.known.isLoose == true,
            described.cases.contains(where: { $0.values == nil })
        {
            return nil
        }
        var forms: [ValueForm] = []
        var texts: [(String, Int)] = []
        var keyed: (rows: [PropertyTable.Property], forms: [ValueForm], cases: [Int]) = ([], [], [])
        for (number, modelCase) in described.cases.enumerated() {
            let entry = names?.entry(named: modelCase.name)
            let text = entry?.place.first ?? modelCase.name
            guard isRow(text) else { return nil }
            if style == .tag || modelCase.values == nil {
                texts += ([[text]] + (entry?.aliases ?? [])).compactMap(\.first).map { ($0, number) }
            }
            let values = modelCase.values.flatMap { caseValues($0) }
            switch described.caseForm {
            case .key where modelCase.values == nil, .untagged where modelCase.values == nil:
                forms.append(ValueForm(constant: text))
            case .untagged:
                guard let values else { return nil }
                forms.append(values)
            case .key:
                let key = keys?.entry(named: modelCase.name)?.place.first ?? modelCase.name
                guard let values, isRow(key) else { return nil }
                let row = row(key)
                forms.append(ValueForm(dictionary: described.codedClass, [(row, values)]))
                keyed.rows.append(row)
                keyed.forms.append(values)
                keyed.cases.append(number)
            case .tag(let tag):
                guard isRow(tag), conventions.keyStyle == nil,
                    let form = taggedValues(modelCase, described, (tag, text))
                else { return nil }
                forms.append(form)
            case .tagAndContent(let tag, let content):
                guard isRow(tag), isRow(content), tag != content, conventions.keyStyle == nil,
                    modelCase.values == nil || values != nil
                else { return nil }
                let name = (row(tag), ValueForm(constant: text))
                forms.append(
                    ValueForm(dictionary: described.codedClass, [name] + (values.map { [(row(content), $0)] } ?? [])))
            }
        }
        guard keyed.rows.count <= PropertyTable.wordRows else { return nil }
        let table = keyed.rows.isEmpty ? nil : PropertyTable(described.codedClass, keyed.rows)
        table?.fill(keyed.forms)
        let caseForms = CaseForms(
            style, forms, EnumAccess(code.cases), names: texts, keys: table.map { ($0, keyed.cases) },
            code: EnumOwnCode<Enum>())
        if style == .untagged, capabilities.contains(.identity), !caseForms.areScalar { return nil }
        return ValueForm(cases: caseForms, type) { LibraryCoding.writes($0) }
    }

    /// Returns the form of the values of an enum's case. Returns nil if the values have no form, or if the only value
    /// may be nil.
    private func caseValues<Values: ModelRecord>(_ type: Values.Type) -> ValueForm? {
        guard let described = try? type.described(), MemoryLayout<Values>.alignment <= 16 else { return nil }
        switch described.form {
        case .dictionary: return record(type)
        case .list: return nil
        case .value:
            guard let property = Self.onlyField(of: type, described), let form = property.makeForm(self),
                form.kind != .optional
            else { return nil }
            return form
        }
    }

    /// Returns the only property of a struct that is stored as its value, if the struct contains nothing else in
    /// memory.
    private static func onlyField(of type: any ModelRecord.Type, _ described: ModelType) -> ModelProperty? {
        let fields = StoredFields(of: type)
        guard let property = described.rows.properties.first, property.form == nil, property.isStored,
            fields.count == 1, fields.offset(of: property.name, property.valueType) == 0
        else { return nil }
        return property
    }

    /// Returns the form of the dictionary that contains the name of an enum's case among its values.
    private func taggedValues(
        _ modelCase: ModelCase, _ described: ModelType, _ tag: (key: String, text: String)
    ) -> ValueForm? {
        guard let values = modelCase.values else {
            return ValueForm(dictionary: described.codedClass, [(row(tag.key), ValueForm(constant: tag.text))])
        }
        guard let type = modelCase.valueType as? any ModelRecord.Type, !(type is BaseModel.Type),
            let own = try? type.described(), !own.isEnum, let empty = Self.emptyDictionary,
            values.alignment <= 16, let outer = try? values.described(),
            outer.form != .value || Self.onlyField(of: values, outer) != nil
        else { return nil }
        func form<Values: ModelRecord>(_ type: Values.Type) -> ValueForm? {
            LibraryCoding.reads(type, from: empty) ? fields(type, own, tag: tag) : nil
        }
        return form(type)
    }
}

extension ModelRecord {
    /// The alignment of values in memory, in bytes.
    fileprivate static var alignment: Int { MemoryLayout<Self>.alignment }
}
