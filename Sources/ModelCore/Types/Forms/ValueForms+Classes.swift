import FormatSupport

// The tables of classes.

extension ValueForms {
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
            // If the program's code may run, a writer has to keep objects from the beginning. The key paths of
            // skipped elements are known only through a document.
            return isReading && DecodingReport.collector == nil ? known.form.table : nil
        }
        let isMarked = capabilities.isDisjoint(with: [.classes])
        return PropertyTable.Subclasses(
            ofType: { subclass in
                guard let subclass = subclass as? BaseModel.Type else { return nil }
                let own = ModelClass.of(subclass)
                // If a reader would find another class with this name, the file isn't written directly.
                let found =
                    isTagged ? ClassRegistry.current.taggedClasses.only(own) : ClassRegistry.current.only(own)
                return found ? table(of: subclass, isMarked: isMarked && !isTagged, isReading: false) : nil
            },
            named: { name in
                // The table contains the class's own name, not an alias.
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

    /// Returns the form of objects that name their class. Returns nil if coding such an object needs more than its
    /// properties.
    func markedForm(of type: BaseModel.Type) -> ValueForm? {
        makeTable(of: type, isMarked: true) { _ in }.map { ValueForm(object: $0) }
    }

    /// Returns the table of a class. Returns nil if coding an object of the class needs more than its properties.
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
        // A table without a name describes a dictionary.
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
        // The keys that the class's encode function adds may be in the dictionaries on key paths.
        if keys?.hasKeyPaths == true { (part.encodesMembers, part.decodesMembers) = (false, false) }
        // A key that the class's decode function reads may resemble the key of a property.
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
            // Only the encode and decode functions of the class write and read its objects.
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

    /// True for a stored property that can be set to a text without calling its setter or a decode function.
    private func isSetByText(_ property: ModelProperty) -> Bool {
        let form = property.isStored && property.form == nil ? property.makeForm(self) : nil
        return form?.kind == .text || form?.kind == .choice
    }

    /// True if the objects of a class with inverses don't depend on the whole file.
    private func mayRelate(_ modelClass: ModelClass) -> Bool {
        // Other models refer to a model that is replaced.
        hasParts && !modelClass.overrides.contains(.awakeAfterDecoding)
            && (capabilities.contains(.identity) || !BaseModel.relations.dependOnWhole(modelClass))
    }

    /// Determines when the encode and decode functions of a class are called for its objects, and why. These functions
    /// may be the program's.
    ///
    /// - Parameter notes: Notes the encoded forms of objects that are read without a document. Nil if no forms are
    ///   noted.
    private func instancePart(_ modelClass: ModelClass, _ notes: FormNotes?) -> PropertyTable.InstanceCode {
        // Coding these classes depends on more than their properties, and only a document provides it.
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

    /// The causes whose conditions are true.
    private static func causes(_ conditions: [(Bool, DocumentReason.Cause)]) -> [DocumentReason.Cause] {
        conditions.compactMap { $0.0 ? $0.1 : nil }
    }

    /// Returns the object that notes the encoded forms of a class's objects when they are read directly. Returns nil
    /// if no forms are noted.
    private func formNotes(_ modelClass: ModelClass, _ keys: PropertyKeys?) -> FormNotes? {
        guard conventions.writtenDefaults == .asRead || modelClass.notesForms, hasParts,
            !capabilities.contains(.identity), keys?.hasKeyPaths != true, modelClass.rows.areStored,
            // The name of the class, its version and its tags have rows, too.
            modelClass.rows.properties.count < PropertyTable.wordRows - 4
        else { return nil }
        return FormNotes(modelClass, conventions, capabilities)
    }
}
