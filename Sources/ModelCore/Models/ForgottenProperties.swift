/// Stored properties of a class that nobody described, and that lists none of its own: unless its code takes care of
/// them, nothing does.
struct ForgottenProperties {
    let className: String
    let names: [String]

    var error: ModelError {
        ModelError(.notAModel, "The class \(className) has stored properties that nothing lists: add @Model to it.")
    }
}

extension BaseModel {
    /// Those of the nearest class that has any; nil where none has. Linear in the number of its classes' properties.
    var forgotten: ForgottenProperties? {
        guard !ModelClass.of(type(of: self)).isDescribedThroughout else { return nil }
        var next: Mirror? = Mirror(reflecting: self)
        while let level = next, let type = level.subjectType as? BaseModel.Type, type != BaseModel.self {
            next = level.superclassMirror
            let modelClass = ModelClass.of(type)
            guard !modelClass.isDescribed, !level.children.isEmpty,
                modelClass.properties.count == modelClass.superclass?.properties.count ?? 0
            else { continue }
            return ForgottenProperties(className: modelClass.name, names: level.children.compactMap(\.label))
        }
        return nil
    }
}

extension ModelClass {
    /// True where the class and all its superclasses say what they have.
    var isDescribedThroughout: Bool { isDescribed && superclass?.isDescribedThroughout ?? true }
}

extension ModelEncoder {
    /// Throws where a class of the model that was encoded last, and isn't ended, has stored properties that nothing
    /// lists, and that its own code hasn't written either.
    @inline(never)
    func requireProperties(of object: BaseModel) throws {
        guard let forgotten = object.forgotten,
            builder.keyCount <= ModelClass.of(type(of: object)).properties.count
        else { return }
        throw forgotten.error
    }
}

extension ModelDecoder {
    /// Throws where the object that was entered last has values that nobody asked for, under the names of stored
    /// properties that nothing lists: they would be lost.
    func requireProperties(of object: BaseModel) throws {
        guard let forgotten = object.forgotten else { return }
        let names = Set(forgotten.names)
        if try cursor.unknownMembers(beyond: KnownKeys([])).contains(where: { $0.way.first.map(names.contains) == true }
        ) {
            throw forgotten.error
        }
    }
}

extension DocumentBuilder {
    /// How many keys the object has that was begun last.
    fileprivate var keyCount: Int { document.shapes.count(of: frame.shape) }
}
