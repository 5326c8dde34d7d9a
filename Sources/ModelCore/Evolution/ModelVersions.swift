/// The versions of a file's object: that of its class, and those of its superclasses.
struct ModelVersions {
    /// The key of an object's version. The value is a number if only the object's own class has a version, else a
    /// dictionary of numbers by the names of the class and its superclasses.
    static let key: ModelKey = "$version"
    static let keyText = "$version"

    /// The versions by class, as far as the file has them.
    var numbers: [ObjectIdentifier: Int] = [:]

    /// The version for a class: 1 if the file has none.
    func of(_ type: any KeyedType) -> Int { numbers[ObjectIdentifier(type)] ?? 1 }
}

extension ModelClass {
    /// The class and its superclasses, as far as they have a version, superclasses first.
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
