import FormatSupport

// The rows of tables: each has the key of a property, and the form of its value.

extension ValueForms {
    /// A property of an object or a struct that is going to be a row of a table.
    struct Member {
        /// The key path to the property from the dictionary that the table describes.
        var way: ArraySlice<String>
        let property: ModelProperty
        /// The offset of the value. Nil if only the getter and the setter access the value.
        let offset: Int?
        let code: (any OwnCode)?
        /// The keys that the property had in older files, in addition to its key.
        let aliases: [String]
        /// The position of the property among the properties of its class or struct.
        let order: Int
    }

    /// The value that a row contains in files.
    enum Content {
        case className
        case version(Int)
        /// A property. `offset` is nil if only its getter and its setter access the value. `mayBeOwn` is true if the
        /// property may be encoded and decoded by its own functions through a document, because its value has no form.
        case property(ModelProperty, offset: Int?, mayBeOwn: Bool)
        /// The name of an enum's case.
        case text(String)
        /// A tag of the class: its text, the property with the tag's key, and the offset of that property.
        case tag(String, ModelProperty, offset: Int?)
        /// A dictionary that exists only on key paths, with the contents of its rows.
        case group(PropertyTable, [Content])
    }

    /// Returns the properties of a class or a struct as members of a table.
    func members(
        _ keys: PropertyKeys?, _ properties: ContiguousArray<ModelProperty>, isOfModel: Bool,
        formRows: [FormRow?]? = nil, _ offset: (ModelProperty) -> Int?
    ) -> [Member] {
        properties.enumerated().map { order, property in
            let entry = keys?.entry(named: property.name)
            let offset = offset(property)
            let aliases = entry?.place.count == 1 ? entry?.aliases.filter { $0.count == 1 }.map { $0[0] } : []
            // Only a struct's initializer can set its constant.
            let mayTell = property.form != nil || ValueContents.mayTell(property.valueType)
            let hasCode = hasParts && (isOfModel || property.decode != nil && !mayTell)
            return Member(
                way: (entry?.place ?? [property.name])[...], property: property, offset: offset,
                code: hasCode
                    ? PropertyOwnCode(property, offset, isOfModel: isOfModel, formRow: formRows?[order]) : nil,
                aliases: hasParts ? aliases ?? [] : [], order: order)
        }
    }

    /// Returns a table whose rows have no forms yet, and the contents of these rows. Returns nil if a table can't have
    /// a row for one of the keys.
    func table(
        _ members: [Member], _ codedClass: CodedClass, _ instances: PropertyTable.Instances? = nil,
        isMarked: Bool = false, version: Int? = nil, tagged: ModelClass? = nil,
        caseTag: (key: String, text: String)? = nil, isInGroup: Bool = false
    ) -> (PropertyTable, [Content])? {
        var rows = NewRows()
        let namesClass = (namesClasses || isMarked) && instances != nil
        if namesClass {
            guard isPlain(codedClass.name) else { return refuse(.key, codedClass.name) }
            rows.add(ClassKey.text, .className)
        }
        if let version { rows.add(VersionKey.text, .version(version)) }
        if let caseTag {
            rows.keys.insert(caseTag.key)
            rows.add(caseTag.key, .text(caseTag.text))
        }
        for member in members {
            let key = member.way.first ?? ""
            let isAdded: Bool
            if let tagged, let tag = member.property.tagKey.flatMap(tagged.tag(forKey:)) {
                isAdded = add(tag, of: tagged, member, to: &rows)
            } else if rows.groups.contains(key) {
                continue
            } else if member.way.count > 1 {
                isAdded = addGroup(key, members, isInGroup: hasParts && (isInGroup || instances != nil), to: &rows)
            } else {
                // A struct is made by filling its fields, so each property needs a form. A dictionary on a key path
                // isn't written if it has no value, so it must be known without code whether its properties have
                // values.
                let mayBeOwn = hasParts && instances != nil || isInGroup && !member.property.mayBeAbsent
                isAdded = add(member, key, mayBeOwn: mayBeOwn, to: &rows)
            }
            if !isAdded { return refuse(.key, "\(codedClass.name).\(key)") }
        }
        guard rows.all.count <= (instances == nil ? PropertyTable.wordRows : PropertyTable.most) else {
            return refuse(.key, codedClass.name)
        }
        let table = PropertyTable(
            codedClass, rows.all, namesClass: namesClass, version: version, tagRow: rows.tagRow, tagBits: rows.tagBits,
            instances)
        return (table, rows.contents)
    }

    /// The rows of a table that is being made.
    private struct NewRows {
        var all: [PropertyTable.Property] = []
        var contents: [Content] = []
        /// The keys of the rows. Two properties may have the same key, or a property may be in the value of another
        /// property.
        var keys: Set<String> = []
        /// The keys of the rows that are dictionaries on key paths, and not properties.
        var groups: Set<String> = []
        /// The index of the row by which readers find the object's class.
        var tagRow: Int?
        var tagBits: UInt64 = 0

        mutating func add(_ key: String, _ content: Content) {
            add(PropertyTable.Property(key: key, offset: 0, omitsNil: false), content)
        }

        mutating func add(_ row: PropertyTable.Property, _ content: Content) {
            all.append(row)
            contents.append(content)
        }
    }

    /// Adds the row of a tag. Returns false if a table can't have a row for its key.
    private func add(_ tag: ClassTag, of tagged: ModelClass, _ member: Member, to rows: inout NewRows) -> Bool {
        guard member.way.count == 1, member.way.first == tag.key, isPlain(tag.key), isPlain(tag.text),
            rows.keys.insert(tag.key).inserted, rows.all.count < PropertyTable.wordRows
        else { return false }
        // Older files may lack the tag in a format that names the class.
        let isOnlyName = capabilities.isDisjoint(with: [.classes, .everyClass])
        // An object without a tag is written without a tag.
        if isOnlyName || tag.isUntagged { rows.tagBits |= 1 << UInt64(rows.all.count) }
        // A class without subclasses needs only the text of its tag.
        if isOnlyName, ClassRegistry.current.taggedClasses.hasSubclasses(tagged) { rows.tagRow = rows.all.count }
        rows.add(
            PropertyTable.Property(key: tag.key, offset: member.offset ?? 0, omitsNil: false),
            .tag(tag.text, member.property, offset: member.offset))
        return true
    }

    /// Adds the row of a property. Returns false if a table can't have a row for its key.
    private func add(_ member: Member, _ key: String, mayBeOwn: Bool, to rows: inout NewRows) -> Bool {
        guard !member.way.isEmpty, isRowKey(key), rows.keys.insert(key).inserted else { return false }
        let property = member.property
        rows.add(
            PropertyTable.Property(
                key: key, offset: member.offset ?? 0, omitsNil: property.isNilDefault, code: member.code,
                aliases: member.aliases, refusesNull: property.refusesNull, order: member.order),
            .property(property, offset: member.offset, mayBeOwn: mayBeOwn))
        return true
    }

    /// Adds the row of a dictionary on key paths. It contains the members whose key paths begin with a key. Returns
    /// false if a table can't have a row for one of the keys.
    private func addGroup(_ key: String, _ members: [Member], isInGroup: Bool, to rows: inout NewRows) -> Bool {
        guard isRowKey(key), rows.keys.insert(key).inserted else { return false }
        rows.groups.insert(key)
        var inside = members.filter { $0.way.first == key }
        guard inside.allSatisfy({ $0.way.count > 1 }) else { return false }
        for index in inside.indices { inside[index].way.removeFirst() }
        guard let (table, contents) = table(inside, CodedClass(name: ""), isInGroup: isInGroup) else { return false }
        rows.add(PropertyTable.Property(key: key, offset: 0, omitsNil: true, group: table), .group(table, contents))
        return true
    }

    private func isRowKey(_ key: String) -> Bool { key.utf8.count < PropertyTable.longKey && isPlain(key) }

    /// Adds the rows to a table. Returns false if a property's value has no form, and the property mustn't be encoded
    /// and decoded by its own functions either.
    func fill(_ table: PropertyTable, _ contents: [Content]) -> Bool {
        var forms: [ValueForm] = []
        for content in contents {
            switch content {
            case .className: forms.append(ValueForm(constant: table.name))
            case .version(let version): forms.append(ValueForm(version: Int64(version)))
            case .text(let text): forms.append(ValueForm(constant: text))
            case .tag(let text, let property, let offset):
                let form = offset == nil || property.isReadOnly ? nil : property.makeForm(self)
                forms.append(ValueForm(constant: text, settingTo: form))
            case .property(let property, let offset, let mayBeOwn):
                let hasForm = property.form == nil && !property.hasDefaultForNull
                let form = hasForm ? property.makeForm(self) : nil
                if let form, offset != nil, !property.isReadOnly, !property.isWeak {
                    forms.append(form)
                    continue
                }
                guard mayBeOwn else {
                    return refuse(.readOnlyProperty, "\(table.name).\(property.name)") ?? false
                }
                code.note()
                forms.append(form.map { ValueForm(accessed: $0, isWeak: property.isWeak) } ?? .own)
            case .group(let group, let inside):
                guard fill(group, inside) else { return false }
                forms.append(ValueForm(group: group))
            }
        }
        table.fill(forms)
        return true
    }

    /// False for a text that may be mistaken for a special key such as `$class`. In formats in which each object names
    /// its class, also false for a text with control characters.
    func isPlain(_ key: String) -> Bool {
        !ClassKey.mayBeMark(key)
            && !(namesClasses && key.unicodeScalars.contains { $0.value < 0x20 || $0.value | 1 == 0xFFFF })
    }
}
