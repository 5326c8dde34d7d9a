/// The versions of a file's object: a version for its class and for each of its superclasses.
struct ModelVersions {
    /// The versions that the file contains, by class.
    var numbers: [ObjectIdentifier: Int] = [:]

    /// The version for a class; 1 if the file has no version for it.
    func of(_ type: any KeyedType) -> Int { numbers[ObjectIdentifier(type)] ?? 1 }
}
