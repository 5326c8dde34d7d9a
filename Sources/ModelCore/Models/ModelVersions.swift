/// The versions that a file's object has of its class and of its superclasses.
struct ModelVersions {
    /// The key of an object's version: a number where its own class alone has one, else a dictionary of numbers by the
    /// names of the class and its superclasses.
    static let key: ModelKey = "$version"
    static let keyText = "$version"

    /// By the class, where they are told.
    var numbers: [ObjectIdentifier: Int] = [:]

    /// What tells no version has the first.
    func of(_ type: any KeyedType) -> Int { numbers[ObjectIdentifier(type)] ?? 1 }
}

extension ModelClass {
    /// The class and its superclasses, those of them that say a version, the superclasses first.
    var versionedClasses: [ModelClass] {
        (superclass?.versionedClasses ?? []) + (version == nil ? [] : [self])
    }
}

extension ModelEncoder {
    /// Encodes the versions of an object's class and of its superclasses.
    func encodeVersions(_ classes: [ModelClass], of type: BaseModel.Type) throws {
        try build { (builder) throws(ModelError) in try builder.key(ModelVersions.key) }
        if classes.count == 1, let version = classes[0].version, classes[0].type == type {
            return try encode(Int64(version))
        }
        try beginDictionary()
        for modelClass in classes {
            try encodeKey(modelClass.name)
            try encode(Int64(modelClass.version ?? 1))
        }
        try end()
    }
}
