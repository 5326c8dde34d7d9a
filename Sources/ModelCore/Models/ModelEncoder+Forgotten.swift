// Classes whose objects a file would have, and nobody could read again.

extension ModelEncoder {
    /// Throws where a class of the model that was encoded last, and isn't ended, has stored properties that nothing
    /// lists, and that its own code hasn't written either. Linear in the number of its classes' properties.
    @inline(never)
    func requireProperties(of object: BaseModel) throws {
        let propertyCount = ModelClass.of(type(of: object)).properties.count
        var next: Mirror? = Mirror(reflecting: object)
        while let level = next, let type = level.subjectType as? BaseModel.Type, type != BaseModel.self {
            next = level.superclassMirror
            let modelClass = ModelClass.of(type)
            guard !modelClass.isDescribed, !level.children.isEmpty,
                modelClass.properties.count == modelClass.superclass?.properties.count ?? 0,
                builder.keyCount <= propertyCount
            else { continue }
            throw ModelError(
                .notAModel, "The class \(modelClass.name) has stored properties that nothing lists: add @Model to it.")
        }
    }

    /// What is wrong where a file has to name a class that nobody would find.
    @inline(never)
    func unregistered(_ type: BaseModel.Type) -> ModelError {
        let name = ModelClass.of(type).name
        return ModelError(
            .unknownClass,
            name.contains("<")
                ? "The generic class \(name) has no name in files: only a property of that very type can hold it."
                : "No class is registered under the name \(name). Add @Model to it, or register it with ClassRegistry.")
    }
}

extension ModelClass {
    /// True where the class and all its superclasses say what they have.
    var isDescribedThroughout: Bool { isDescribed && superclass?.isDescribedThroughout ?? true }
}

extension DocumentBuilder {
    /// How many keys the object has that was begun last.
    fileprivate var keyCount: Int { document.shapes.count(of: frame.shape) }
}
