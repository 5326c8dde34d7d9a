/// What decoding asks of a class for each object.
final class DecodedClass: ClassEntry, TypeEntry {
    /// Which methods of its own it reads with.
    let overrides: ModelClass.Overrides

    fileprivate init(_ modelClass: ModelClass, _ keys: PropertyKeys?, _ overrides: ModelClass.Overrides) {
        self.overrides = overrides
        super.init(
            modelClass, keys, codesItself: !overrides.isSubset(of: [.awakeAfterDecoding, .encodeWithEncoder, .hashed]))
    }
}

extension DecodingContext {
    /// What is known of a class. Asked after an instance was made: that makes what is wrong with a resource file known,
    /// which this throws. Each class is looked up once.
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
        if !awakes { overrides.remove(.awakeAfterDecoding) }
        try modelClass.checkDeclaration()
        if !modelClass.inverted.isEmpty { overrides.insert(.relationships) }
        if !modelClass.hashedNames.isEmpty { overrides.insert(.hashed) }
        if conventions.mapping?.mapped(modelClass) != nil { overrides.insert(.mapped) }
        let made = DecodedClass(modelClass, try keys(of: type), overrides)
        modelClasses.keep(made)
        return made
    }

    /// False where all properties of a class are known to be the macro's. Asked for each object.
    @inline(__always)
    func mayList(_ type: BaseModel.Type) -> Bool {
        if let known = modelClasses.recent(ObjectIdentifier(type)) { known.mayList } else { ModelClass.mayList(type) }
    }

    /// Under which keys the file has a class's properties; nil where each has its own name.
    ///
    /// - Throws: `duplicateKey` where two of them share one; `invalidKey`.
    func keys(of type: BaseModel.Type) throws(ModelError) -> PropertyKeys? {
        try ModelClass.of(type).keys(by: conventions)
    }
}
