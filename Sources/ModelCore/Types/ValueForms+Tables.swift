import FormatSupport

// The rows of tables: keys, and the forms of the values under them.

extension ValueForms {
    /// A property of an object or a struct.
    struct Member {
        /// The key path from the dictionary that contains it.
        var way: ArraySlice<String>
        let property: ModelProperty
        /// The offset of the value; nil if only its getter and its setter reach the value.
        let offset: Int?
        let code: (any OwnCode)?
        /// The keys that it had in older files, beside its own.
        let aliases: [String]
        /// The position of the property among all of its owner.
        let order: Int
    }

    /// The content of a row.
    enum Content {
        case className
        case version(Int)
        /// A property. The offset of its value is nil if only its getter and its setter access the value. `mayBeOwn`
        /// is true if its own code may read and write the value.
        case property(ModelProperty, offset: Int?, mayBeOwn: Bool)
        /// The name of an enum's case.
        case text(String)
        /// A tag of the class, with the property that represents it and the property's offset.
        case tag(String, ModelProperty, offset: Int?)
        /// A dictionary of properties on their key paths.
        case group(PropertyTable, [Content])
    }

    /// The members of objects or structs.
    func members(
        _ keys: PropertyKeys?, _ properties: ContiguousArray<ModelProperty>, isOfModel: Bool,
        formRows: [FormRow?]? = nil, _ offset: (ModelProperty) -> Int?
    ) -> [Member] {
        properties.enumerated().map { order, property in
            let entry = keys?.entry(named: property.name)
            let offset = offset(property)
            let aliases = entry?.place.count == 1 ? entry?.aliases.filter { $0.count == 1 }.map { $0[0] } : []
            // Only its initializer sets a struct's constant.
            let mayTell = property.form != nil || ValueContents.mayTell(property.valueType)
            let hasCode = hasParts && (isOfModel || property.decode != nil && !mayTell)
            return Member(
                way: (entry?.place ?? [property.name])[...], property: property, offset: offset,
                code: hasCode
                    ? PropertyOwnCode(property, offset, isOfModel: isOfModel, formRow: formRows?[order]) : nil,
                aliases: hasParts ? aliases ?? [] : [], order: order)
        }
    }

    /// A table without rows, and what they are for. Nil if a key needs more than a row.
    func table(
        _ members: [Member], _ codedClass: CodedClass, _ instances: PropertyTable.Instances? = nil,
        isMarked: Bool = false, version: Int? = nil, tagged: ModelClass? = nil,
        caseTag: (key: String, text: String)? = nil, isInGroup: Bool = false
    ) -> (PropertyTable, [Content])? {
        var rows: [PropertyTable.Property] = []
        var contents: [Content] = []
        func add(
            _ key: String, _ offset: Int, omitsNil: Bool, _ content: Content, _ code: (any OwnCode)? = nil,
            _ aliases: [String] = [], refusesNull: Bool = false, order: Int = 0, group: PropertyTable? = nil
        ) {
            rows.append(
                PropertyTable.Property(
                    key: key, offset: offset, omitsNil: omitsNil, code: code, aliases: aliases,
                    refusesNull: refusesNull, order: order, group: group))
            contents.append(content)
        }
        let namesClass = (namesClasses || isMarked) && instances != nil
        if namesClass {
            guard isPlain(codedClass.name) else { return refuse(.key, codedClass.name) }
            add(ClassKey.text, 0, omitsNil: false, .className)
        }
        if let version { add(VersionKey.text, 0, omitsNil: false, .version(version)) }
        var (done, groups): (Set<String>, Set<String>) = ([], [])
        if let caseTag {
            done.insert(caseTag.key)
            add(caseTag.key, 0, omitsNil: false, .text(caseTag.text))
        }
        var tagRow: Int?
        var tagBits: UInt64 = 0
        for member in members {
            let way = member.way
            if let tagged, let tag = member.property.tagKey.flatMap(tagged.tag(forKey:)) {
                guard way.count == 1, way.first == tag.key, isPlain(tag.key), isPlain(tag.text),
                    done.insert(tag.key).inserted, rows.count < PropertyTable.wordRows
                else { return refuse(.key, "\(codedClass.name).\(tag.key)") }
                // Older files may lack the tag in a format that names the class.
                let isOnlyName = capabilities.isDisjoint(with: [.classes, .everyClass])
                // An object that has no tag is written without one.
                if isOnlyName || tag.isUntagged { tagBits |= 1 << UInt64(rows.count) }
                // A class without subclasses needs only the text that it has itself.
                if isOnlyName, ClassRegistry.current.taggedClasses.hasSubclasses(tagged) { tagRow = rows.count }
                add(
                    tag.key, member.offset ?? 0, omitsNil: false, .tag(tag.text, member.property, offset: member.offset)
                )
                continue
            }
            let key = way.first ?? ""
            guard key.utf8.count < PropertyTable.longKey, isPlain(key), !way.isEmpty else {
                return refuse(.key, "\(codedClass.name).\(key)")
            }
            if groups.contains(key) { continue }
            // A property may lie in another one's value: that is a matter of the document's way.
            guard done.insert(key).inserted else { return refuse(.key, "\(codedClass.name).\(key)") }
            if way.count == 1 {
                // A struct is made from its fields. A dictionary on a key path isn't written without any value.
                let mayBeOwn = hasParts && instances != nil || isInGroup && !member.property.mayBeAbsent
                add(
                    key, member.offset ?? 0, omitsNil: member.property.isNilDefault,
                    .property(member.property, offset: member.offset, mayBeOwn: mayBeOwn), member.code,
                    member.aliases, refusesNull: member.property.refusesNull, order: member.order)
            } else {
                groups.insert(key)
                var inside = members.filter { $0.way.first == key }
                guard inside.allSatisfy({ $0.way.count > 1 }) else {
                    return refuse(.key, "\(codedClass.name).\(key)")
                }
                for index in inside.indices { inside[index].way.removeFirst() }
                guard
                    let (table, inner) = table(
                        inside, CodedClass(name: ""), isInGroup: hasParts && (isInGroup || instances != nil))
                else { return nil }
                add(key, 0, omitsNil: true, .group(table, inner), group: table)
            }
        }
        guard rows.count <= (instances == nil ? PropertyTable.wordRows : PropertyTable.most) else { return nil }
        return (
            PropertyTable(
                codedClass, rows, namesClass: namesClass, version: version, tagRow: tagRow,
                tagBits: tagBits, instances),
            contents
        )
    }

    /// Adds the rows to a table. Returns false if a property's value has no form, and its code can't take its place.
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

    /// False for a text that may be mistaken for a mark of the format, or that formats with marks have to escape.
    func isPlain(_ key: String) -> Bool {
        key.utf8.first != UInt8(ascii: "$")
            && !(namesClasses && key.unicodeScalars.contains { $0.value < 0x20 || $0.value | 1 == 0xFFFF })
    }
}
