/// The facts about a class that decoding needs for each object.
final class DecodedClass: ClassEntry, TypeEntry {
    /// The overridden methods and the other features that change how its objects are read.
    let overrides: ModelClass.Overrides

    /// The value of a property in an object of the file, also under an alias, or a key that resembles one; nil if the
    /// object lacks it.
    func value(of property: ModelProperty, in object: ModelDocument.Value) -> ModelDocument.Value? {
        let entry = keys?.entry(named: property.name)
        let ways = [entry?.place ?? [property.name]] + (entry?.aliases ?? [])
        if let found = ways.lazy.compactMap({ way in way.reduce(object) { $0?[$1] } }).first { return found }
        guard let entry, entry.isLoose, let known = keys?.known else { return nil }
        return ways.lazy.compactMap { known.value(at: $0[...], in: object) }.first
    }

    fileprivate init(
        _ modelClass: ModelClass, _ keys: PropertyKeys?, _ mapped: MappedClass?, _ overrides: ModelClass.Overrides
    ) {
        self.overrides = overrides
        super.init(modelClass, keys, mapped)
    }
}

extension DecodingContext {
    /// The facts about a class, which are found once. To be called after an instance was made, because only that shows
    /// whether the resource file can be used: this throws the file's error.
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
        if modelClass.notesAbsent { overrides.insert(.sparse) }
        if !modelClass.hashedNames.isEmpty { overrides.insert(.hashed) }
        let mapped = conventions.mapped(modelClass)
        if mapped != nil { overrides.insert(.mapped) }
        let made = DecodedClass(modelClass, try keys(of: type), mapped, overrides)
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
