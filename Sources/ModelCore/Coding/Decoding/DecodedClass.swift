import FormatSupport

/// The facts about a class that decoding needs for each object.
final class DecodedClass: ClassEntry, TypeEntry {
    /// The overridden methods and the other features that change how its objects are read.
    let overrides: ModelClass.Overrides

    /// The properties for which objects keep the file's encoded form, so that they are written as they were read.
    private(set) lazy var formRows = allFormRows.filter { $0.property.notesForm(in: type, conventions) }
    /// The properties, except tags, for which objects of an unknown class keep the file's encoded form.
    private(set) lazy var allFormRows = FormRow.all(of: rows)
    var formPlans = FormPlans()
    private let conventions: FileConventions

    /// Returns the members in which an object with these keys stores the properties: one member for each property of
    /// the class.
    func plan(for keys: [String]) -> [FormPlans.Member] {
        var positions: [ExactText: Int] = [:]
        for (position, key) in keys.enumerated() { positions[ExactText(key)] = position }
        return rows.properties.map { property in
            let entry = self.keys?.entry(named: property.name)
            let place = entry?.place ?? [property.name]
            if place.count == 1, let position = positions[ExactText(place[0])] { return .position(position) }
            let isOnly = place.count == 1 && entry?.aliases.isEmpty != false && entry?.isLoose != true
            return isOnly ? .absent : .unknown
        }
    }

    /// The value of a property in an object of the file. It is under the property's key, under an earlier key, or
    /// under a key that resembles one of these keys. Nil if the object lacks the property.
    func value(of property: ModelProperty, in object: ModelDocument.Value) -> ModelDocument.Value? {
        found(property, in: object)?.value
    }

    /// The value of a property in an object of the file. Also returns the value's key path in the object, if it isn't
    /// the key path that the property is written with.
    func found(
        _ property: ModelProperty, in object: ModelDocument.Value
    ) -> (value: ModelDocument.Value, way: [String]?)? {
        let entry = keys?.entry(named: property.name)
        let own = entry?.place ?? [property.name]
        func value(_ way: [String]) -> ModelDocument.Value? { way.reduce(object) { $0?[$1] } }
        if let found = value(own) { return (found, nil) }
        guard let entry else { return nil }
        for alias in entry.aliases { if let found = value(alias) { return (found, alias) } }
        guard entry.isLoose, let known = keys?.known else { return nil }
        for way in [own] + entry.aliases {
            if let found = known.found(at: way[...], in: object) { return found }
        }
        return nil
    }

    fileprivate init(
        _ modelClass: ModelClass, _ keys: PropertyKeys?, _ mapped: MappedClass?, _ overrides: ModelClass.Overrides,
        _ conventions: FileConventions
    ) {
        self.conventions = conventions
        self.overrides = overrides
        super.init(modelClass, keys, mapped)
    }
}

extension DecodingContext {
    /// The facts about a class, which are found once. Call this after an instance was made, because only then is it
    /// known whether the class's resource file can be used. Throws the error of the resource file.
    @inline(__always)
    func decodedClass(of type: BaseModel.Type) throws -> DecodedClass {
        if let found = modelClasses.recent(ObjectIdentifier(type)) { return found }
        return try findClass(type)
    }

    @inline(never)
    private func findClass(_ type: BaseModel.Type) throws -> DecodedClass {
        let id = ObjectIdentifier(type)
        if let found = modelClasses.find(id) { return found }
        if let error = type.resourceError { throw error }
        let modelClass = ModelClass.of(type)
        var overrides = modelClass.overrides
        if purpose == .comparison { overrides.remove(.awakeAfterDecoding) }
        try modelClass.checkDeclaration()
        if BaseModel.relations.haveInverses(modelClass) { overrides.insert(.relationships) }
        if modelClass.notesForms || conventions.writtenDefaults == .asRead { overrides.insert(.sparse) }
        if !modelClass.hashedNames.isEmpty { overrides.insert(.hashed) }
        if modelClass.tags.contains(where: \.isUntagged) { overrides.insert(.untagged) }
        let mapped = conventions.mapped(modelClass)
        if mapped != nil { overrides.insert(.mapped) }
        let made = DecodedClass(
            modelClass, try keys(of: type), mapped, overrides, conventions)
        modelClasses.keep(made)
        return made
    }

    /// The keys of a class's properties in the file; nil if each key is the property's name.
    ///
    /// - Throws: `duplicateKey` if two properties share a key; `invalidKey`.
    func keys(of type: BaseModel.Type) throws(ModelError) -> PropertyKeys? {
        try ModelClass.of(type).keys(by: conventions)
    }
}
