/// The versions of a file's object: that of its class, and those of its superclasses.
struct ModelVersions {
    /// The versions by class, as far as the file has them.
    var numbers: [ObjectIdentifier: Int] = [:]

    /// The version for a class: 1 if the file has none.
    func of(_ type: any KeyedType) -> Int { numbers[ObjectIdentifier(type)] ?? 1 }
}
