import FormatSupport

// The forms of values that the direct way between memory and files knows.

/// The types that most properties have. They are compared with a property's type before the runtime is asked for
/// conformances: its first answers take longer than encoding a small object.
enum FrequentTypes {
    private static let scalars: [any FormedScalar.Type] = [String.self, Int.self, Double.self, Bool.self, Date.self]

    /// A type as one whose values may have a form: a scalar, an optional or an array of one. Nil for any other type,
    /// which may have a form too.
    static func type(_ type: Any.Type) -> (any FormedValue.Type)? {
        if let model = type as? BaseModel.Type { return model }
        for scalar in scalars { if let found = scalar.same(as: type) { return found } }
        return nil
    }
}

extension FormedScalar {
    fileprivate static func same(as type: Any.Type) -> (any FormedValue.Type)? {
        type == Self.self ? Self.self : type == Self?.self ? Self?.self : type == [Self].self ? [Self].self : nil
    }
}

/// A type whose values may have a form.
package protocol FormedValue: ModelValue {
    /// The form of the values in the files that `forms` is for; nil if they have none.
    static func form(in forms: ValueForms) -> ValueForm?
}

/// Makes the forms of types for the files of one format, and the tables of the classes in them.
package final class ValueForms {
    let conventions: FileConventions
    let capabilities: FormatCapabilities
    /// True if each object names its class.
    private var namesClasses: Bool { capabilities.contains(.everyClass) }
    /// False if scalars that aren't plain are objects in files, as dates are.
    var hasScalars: Bool { !conventions.hasDatesAsObjects }
    /// The tables that were made, by class. A class may refer to itself.
    var tables: [ObjectIdentifier: PropertyTable] = [:]
    /// Tells whether code of the program's may run when a value is written or read.
    private let code = ProgramCode()
    /// True if single values may be coded through a separate document.
    private var hasParts: Bool { capabilities.haveParts }
    /// The classes of `tables`.
    var models: [BaseModel.Type] = []
    /// The forms of structs, by type. A struct may contain an array of itself.
    var records: [ObjectIdentifier: ValueForm?] = [:]
    /// True if the table of a class that others may contain can't be made.
    private var isBroken = false
    /// The first reason for which a table can't be made.
    private var refusal: DocumentReason?

    private init(_ conventions: FileConventions, _ capabilities: FormatCapabilities) {
        // A form is made once, whatever limits the first file has.
        var conventions = conventions
        conventions.limits = .standard
        self.conventions = conventions
        self.capabilities = capabilities
    }

    /// The facts that the form of a type depends on. Two providers of one format may differ in them.
    private struct Use: Hashable {
        let type: ObjectIdentifier
        /// The format's identifier.
        let format: String
        let style: String?
        let hasDatesAsObjects: Bool
        let hasDateStyle: Bool
        let writtenDefaults: WrittenDefaults
        let capabilities: FormatCapabilities
        let isMarked: Bool
    }

    /// A form, or the reason for which there is none.
    private enum Answer {
        case known(Known), none(DocumentReason)
    }

    /// A form, and the classes in it by their names.
    struct Known {
        let form: ValueForm
        /// Tells whether code of the program's may run when a value is written or read.
        let code: ProgramCode
        fileprivate let classes: [(name: String, type: BaseModel.Type)]
    }

    private static let known = ConcurrentCache<Use, Answer>()

    /// The form of a type in files with these conventions. Made once for the program.
    ///
    /// - Parameter isMarked: True for the objects of a class that name it, in a format in which others don't.
    private static func entry(
        for type: any ModelValue.Type, in conventions: FileConventions, _ capabilities: FormatCapabilities,
        isMarked: Bool = false
    ) -> Answer {
        // With a folder of the task's, a class may have another resource file than the table is made for.
        if conventions.classMapping != nil { return .none(DocumentReason(.file, .mapping)) }
        if ResourceFolder.current != nil { return .none(DocumentReason(.file, .resourceFolder)) }
        let use = Use(
            type: ObjectIdentifier(type), format: conventions.format.rawValue, style: conventions.keyStyle?.name,
            hasDatesAsObjects: conventions.hasDatesAsObjects, hasDateStyle: conventions.dateStyle != nil,
            writtenDefaults: conventions.writtenDefaults, capabilities: capabilities, isMarked: isMarked)
        return known.value(for: use) {
            let forms = ValueForms(conventions, capabilities)
            let marked = isMarked ? type as? BaseModel.Type : nil
            guard let form = marked.map({ forms.markedForm(of: $0) }) ?? forms.form(of: type), !forms.isBroken else {
                forms.removeRows()
                return .none(forms.refusal ?? DocumentReason(.file, .noForm, of: "\(type)"))
            }
            return .known(Known(form: form, code: forms.code, classes: forms.classes))
        }
    }

    /// The form of a type in files with these conventions; nil if there is none. Also nil if the name of a class in it
    /// means another class, or two, in the registry in use.
    ///
    /// - Parameter reasons: Gets the reason for which there is no form.
    static func known(
        of type: any ModelValue.Type, in conventions: FileConventions, _ capabilities: FormatCapabilities,
        reasons: DocumentReasons? = nil
    ) -> Known? {
        let known: Known
        switch entry(for: type, in: conventions, capabilities) {
        case .known(let found): known = found
        case .none(let reason):
            reasons?.add(reason)
            return nil
        }
        guard capabilities.contains(.classes) || capabilities.contains(.everyClass) else { return known }
        let registry = ClassRegistry.current
        let areOwn = known.classes.allSatisfy { name, type in
            guard let found = try? Optional(registry.type(named: name)) else { return false }
            return found == nil || found == type
        }
        if !areOwn { reasons?.add(DocumentReason(.file, .otherClass)) }
        return areOwn ? known : nil
    }

    /// Notes why a table can't be made. Returns nil.
    private func refuse<Value>(_ cause: DocumentReason.Cause, _ subject: String) -> Value? {
        if refusal == nil { refusal = DocumentReason(.file, cause, of: subject) }
        return nil
    }

    /// The classes of the tables, by their names.
    private var classes: [(name: String, type: BaseModel.Type)] {
        models.map { ModelClass.of($0) }.map { ($0.name, $0.type) }
    }

    /// Empties all tables, because they aren't used. Otherwise, tables that refer to each other would stay in memory.
    private func removeRows() {
        for table in tables.values { table.removeRows() }
        for record in records.values { record?.table?.removeRows() }
    }

    /// The form of a type; nil if there is none.
    func form(of type: Any.Type) -> ValueForm? {
        if type == Date.self, conventions.hasDatesAsObjects { return dateObject() }
        if let frequent = FrequentTypes.type(type) { return frequent.form(in: self) }
        if let formed = type as? any FormedValue.Type { return formed.form(in: self) }
        if let raw = type as? any (ModelValue & RawRepresentable).Type { return self.raw(coded: raw) }
        if let choice = type as? any (ModelValue & CaseIterable).Type { return self.choice(choice) }
        if let record = type as? any ModelRecord.Type { return self.record(record) }
        return nil
    }

    /// The code of a type, for elements that aren't as their form has them. Nil if they can't be read by themselves: a
    /// model keeps the value of a property as a whole.
    func code<Value: ModelValue>(of type: Value.Type) -> (any OwnCode)? {
        hasParts && !ValueContents.mayTell(type) ? ValueOwnCode<Value>() : nil
    }

    /// The form of a date as the object that Foundation codes it as. In memory, a date is the number of its seconds.
    private func dateObject() -> ValueForm? {
        guard conventions.dateStyle == nil, MemoryLayout<Date>.size == MemoryLayout<Double>.size,
            let seconds = ValueForm(scalar: Double.self)
        else { return nil }
        let table = PropertyTable(
            CodedClass(name: "NSDate"),
            [ClassKey.text, "NS.time"].map { PropertyTable.Property(key: $0, offset: 0, omitsNil: false) },
            namesClass: true)
        table.fill([ValueForm(constant: table.name), seconds])
        return ValueForm(record: table, Date.self)
    }

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

    /// Finds the tables of the subclasses of a class. In a format without classes, each object of a subclass names its
    /// class.
    private func subclasses(of type: BaseModel.Type) -> PropertyTable.Subclasses {
        let (conventions, capabilities, code) = (conventions, capabilities, code)
        let isTagged = !ModelClass.of(type).tags.isEmpty
        @Sendable func table(of subclass: BaseModel.Type, isMarked: Bool, isReading: Bool = true) -> PropertyTable? {
            guard subclass != type, ModelClass.of(subclass).inherits(from: type),
                case .known(let known) = Self.entry(for: subclass, in: conventions, capabilities, isMarked: isMarked)
            else { return nil }
            guard known.code.mayRun, !code.mayRun else { return known.form.table }
            code.note()
            // A writer keeps objects from the beginning, where such code may run. Of skipped elements, only the
            // document's way knows the paths.
            return isReading && DecodingReport.collector == nil ? known.form.table : nil
        }
        let isMarked = capabilities.isDisjoint(with: [.classes])
        return PropertyTable.Subclasses(
            ofType: { subclass in
                guard let subclass = subclass as? BaseModel.Type else { return nil }
                let own = ModelClass.of(subclass)
                // A file that another class of that name would read isn't written.
                let found =
                    isTagged ? ClassRegistry.current.taggedClasses.only(own) : ClassRegistry.current.only(own)
                return found ? table(of: subclass, isMarked: isMarked && !isTagged, isReading: false) : nil
            },
            named: { name in
                // An alias isn't what the table has.
                guard let found = try? ClassRegistry.current.type(named: name), ModelClass.of(found).name == name else {
                    return nil
                }
                return table(of: found, isMarked: isMarked)
            },
            tagged: { text in
                guard let root = ModelClass.of(type).tags.last?.root,
                    let found = try? ClassRegistry.current.taggedClasses.modelClass(tagged: text, in: root),
                    found.tags.contains(where: { $0.root == root && $0.text == text })
                else { return nil }
                return table(of: found.type, isMarked: false)
            })
    }

    /// The form of the objects of a class that name it; nil if they need more than their properties.
    private func markedForm(of type: BaseModel.Type) -> ValueForm? {
        makeTable(of: type, isMarked: true) { _ in }.map { ValueForm(object: $0) }
    }

    /// The table of a class; nil if its objects need more than their properties.
    func table(of type: BaseModel.Type) -> PropertyTable? {
        tables[ObjectIdentifier(type)] ?? makeTable(of: type) { tables[ObjectIdentifier(type)] = $0 }
    }

    /// - Parameter keep: Gets the table before it is filled: its forms may refer to the table.
    private func makeTable(
        of type: BaseModel.Type, isMarked: Bool = false, _ keep: (PropertyTable) -> Void
    ) -> PropertyTable? {
        let modelClass = ModelClass.of(type)
        let isRelated = BaseModel.relations.haveInverses(modelClass)
        if isRelated, !mayRelate(modelClass) {
            isBroken = true
            return refuse(.relationships, modelClass.name)
        }
        // A table without a name is that of a dictionary.
        guard type != BaseModel.self, !modelClass.name.isEmpty, (try? modelClass.checkDeclaration()) != nil,
            let keys = try? modelClass.keys(by: conventions).map({ Optional($0) }) ?? .some(nil),
            let extras = StoredFields.offsetOfExtras
        else { return refuse(.declaration, modelClass.name) }
        let notes = formNotes(modelClass, keys)
        var part = instancePart(modelClass, notes)
        guard hasParts || !(part.encodes || part.decodes || part.awakes) else {
            return refuse(.marks, modelClass.name)
        }
        // Another model's property may write into the values of a model.
        if capabilities.contains(.identity), keys?.overlaps.isEmpty == false {
            isBroken = true
            return refuse(.overlap, modelClass.name)
        }
        if part.encodes || part.decodes || part.awakes { code.note() }
        // The code's own keys may lie in the dictionaries on key paths.
        if keys?.hasKeyPaths == true { (part.encodesMembers, part.decodesMembers) = (false, false) }
        // A key of the code's own may resemble that of a property.
        if keys?.known.isLoose == true { part.decodesMembers = false }
        let subclasses = subclasses(of: type)
        func made(_ properties: ContiguousArray<ModelProperty>) -> (PropertyTable, [Content])? {
            let instances = PropertyTable.Instances(
                of: type, extrasOffset: extras, make: { type.toRead(isRelated: isRelated) }, code: part,
                subclasses: subclasses,
                unknown: BaseModel.evolution.unknownMembers(of: type, beyond: keys?.known ?? modelClass.knownKeys))
            var steps = modelClass.rows.steps.makeIterator()
            let members = members(keys, properties, isOfModel: true, formRows: notes?.rows) { _ in
                steps.next().flatMap { $0.offset < 0 ? nil : $0.offset }
            }
            return table(
                members, modelClass.codedClass, instances, isMarked: isMarked, version: modelClass.version,
                tagged: modelClass)
        }
        let hasRows = !part.encodes || !part.decodes || part.encodesMembers || part.decodesMembers
        var found = hasRows ? made(modelClass.rows.properties) : nil
        if found == nil, part.encodes, part.decodes {
            // The code of the class alone reads and writes its objects.
            (part.encodesMembers, part.decodesMembers) = (false, false)
            found = made([])
        }
        guard let (table, contents) = found else { return refuse(.key, modelClass.name) }
        notes?.use(contents)
        keep(table)
        models.append(type)
        if fill(table, contents) { return table }
        isBroken = true
        return nil
    }

    /// True for a stored property that is set to a text without its own code.
    private func isSetByText(_ property: ModelProperty) -> Bool {
        let form = property.isStored && property.form == nil ? property.makeForm(self) : nil
        return form?.kind == .text || form?.kind == .choice
    }

    /// True if the objects of a class with inverses don't depend on all of the file.
    private func mayRelate(_ modelClass: ModelClass) -> Bool {
        // The models around a replaced one refer to it.
        hasParts && !modelClass.overrides.contains(.awakeAfterDecoding)
            && (capabilities.contains(.identity) || !BaseModel.relations.dependOnWhole(modelClass))
    }

    /// The parts of coding a class's objects that the program's own code may do.
    ///
    /// - Parameter notes: The notes of forms that are made without a document; nil if there are none.
    private func instancePart(_ modelClass: ModelClass, _ notes: FormNotes?) -> PropertyTable.InstanceCode {
        // Only a document does what such classes need beyond their properties.
        let special = Self.causes([
            (modelClass.hasResource, .resource), (modelClass.mayForget, .forgetting),
            (modelClass.superclass?.versionedClasses.isEmpty == false, .versionedSuperclass),
            (modelClass.tags.contains { $0.texts.isEmpty }, .openTag),
        ])
        let isSpecial = !special.isEmpty
        let omitsDefaults = conventions.writtenDefaults == .omitted || modelClass.omitsDefaults
        let notesForms = conventions.writtenDefaults == .asRead || modelClass.notesForms
        let overrides = modelClass.overrides
        // A class may declare more overrides than it has, or only that it overrides some methods.
        let methods = MethodTable.overrides(of: modelClass.type) ?? (overrides.isEmpty ? [] : .all)
        let isRelated = BaseModel.relations.haveInverses(modelClass)
        let setsTags = modelClass.rows.properties.allSatisfy { $0.tagKey == nil || $0.isReadOnly || isSetByText($0) }
        var causes = PropertyTable.InstanceCode.Causes()
        causes.encoding =
            special
            + Self.causes([
                (omitsDefaults, .omittedDefaults),
                (overrides.intersection(methods).contains(.encodeWithEncoder), .overrides),
            ])
        causes.decoding =
            special
            + Self.causes([
                (!setsTags, .tagSetter), (notesForms && notes == nil, .formsAsRead),
                (!overrides.isEmpty && !methods.isDisjoint(with: [.setWithDictionary, .setWithDecoder]), .overrides),
            ])
        return PropertyTable.InstanceCode(
            own: hasParts ? ClassOwnCode(modelClass.type) : nil, causes: causes,
            awakes: overrides.contains(.awakeAfterDecoding) || isRelated, isRelated: isRelated,
            encodesMembers: !isSpecial && !omitsDefaults,
            decodesMembers: !isSpecial && setsTags && !notesForms && !isRelated
                && !methods.contains(.setWithDictionary),
            mayRun: code, rowForms: notes)
    }

    /// The causes whose conditions hold.
    private static func causes(_ conditions: [(Bool, DocumentReason.Cause)]) -> [DocumentReason.Cause] {
        conditions.compactMap { $0.0 ? $0.1 : nil }
    }

    /// The notes of the forms of a class's objects that are read without a document. Nil if there are none.
    private func formNotes(_ modelClass: ModelClass, _ keys: PropertyKeys?) -> FormNotes? {
        guard conventions.writtenDefaults == .asRead || modelClass.notesForms, hasParts,
            !capabilities.contains(.identity), keys?.hasKeyPaths != true, modelClass.rows.areStored,
            // The name of the class, its version and its tags have rows, too.
            modelClass.rows.properties.count < PropertyTable.wordRows - 4
        else { return nil }
        return FormNotes(modelClass, conventions, capabilities)
    }

    /// The form of a type with raw values, which only the library's code writes and reads. Nil if these are neither texts
    /// nor integers.
    func raw<Value: RawRepresentable>(
        _ type: Value.Type, isCoded: (@Sendable (Value) -> Bool)? = nil
    ) -> ValueForm? {
        guard _isPOD(type) else { return nil }
        if Value.RawValue.self == String.self { return ValueForm(rawTexts: type, isCoded: isCoded) }
        guard let integer = Value.RawValue.self as? any FixedWidthInteger.Type else { return nil }
        return ValueForm(rawIntegers: type, integer, isCoded: isCoded)
    }

    /// The form of a type with raw values that may implement coding itself.
    private func raw<Value: ModelValue & RawRepresentable>(coded type: Value.Type) -> ValueForm? {
        guard let empty = Self.emptyDictionary, LibraryCoding.reads(type, from: empty) else { return nil }
        return raw(type) { !Value.isNil($0) && LibraryCoding.writes($0) }
    }

    /// The form of an enum that doesn't implement coding itself, and whose cases are stored as different texts.
    private func choice<Choice: ModelValue & CaseIterable>(_ type: Choice.Type) -> ValueForm? {
        let cases = Array(type.allCases.prefix(257))
        guard _isPOD(type), cases.count <= 256, let first = cases.first, LibraryCoding.writes(first),
            !cases.contains(where: { type.isNil($0) })
        else { return nil }
        var choices: [(text: String, value: Choice)] = []
        for value in cases {
            guard let document = try? ModelEncoder.document(as: conventions, { try $0.encodeValue(value) }),
                case .string(let text)? = document.root.scalar, !choices.contains(where: { $0.text == text }),
                LibraryCoding.reads(type, from: document),
                // A raw value may be that of another case.
                let back = try? document.decode(type, as: conventions, conventions.limits),
                Self.bytes(of: back) == Self.bytes(of: value)
            else { return nil }
            choices.append((text, value))
        }
        return ValueForm(choices: choices)
    }

    /// An empty dictionary, made without an encoder, which needs more stack: a thread with a small stack
    /// may be the first to need a form.
    static let emptyDictionary: ModelDocument? = {
        var builder = DocumentBuilder()
        try? builder.beginDictionary()
        try? builder.end()
        return try? builder.finish()
    }()

    private static func bytes<Value>(of value: Value) -> [UInt8] {
        unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
    }
}
