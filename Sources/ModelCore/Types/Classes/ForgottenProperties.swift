/// The stored properties of a class that has no description and lists no properties. They are saved only if the
/// class's own code saves them.
struct ForgottenProperties {
    let className: String
    let names: [String]

    var error: ModelError {
        ModelError(.notAModel, "The class \(className) has stored properties that nothing lists: add @Model to it.")
    }
}

extension BaseModel {
    /// The forgotten properties of the nearest class that has any; nil if there are none. Linear in the number of the
    /// classes' properties.
    var forgotten: ForgottenProperties? {
        guard ModelClass.of(type(of: self)).mayForget else { return nil }
        var next: Mirror? = Mirror(reflecting: self)
        while let level = next, let type = level.subjectType as? BaseModel.Type, type != BaseModel.self {
            next = level.superclassMirror
            let modelClass = ModelClass.of(type)
            guard modelClass.listsNothing, !level.children.isEmpty else { continue }
            return ForgottenProperties(className: modelClass.name, names: level.children.compactMap(\.label))
        }
        return nil
    }
}

extension ModelClass {
    /// True if the class or a superclass may have forgotten properties. Then each object is checked.
    var mayForget: Bool {
        listsNothing && StoredFields.mayHave(type) || superclass?.mayForget ?? false
    }

    /// True if the class has no description, and lists no properties besides its superclass's properties.
    fileprivate var listsNothing: Bool {
        !isDescribed && properties.count == superclass?.properties.count ?? 0
    }
}

extension ModelEncoder {
    /// Throws an error if a class of the model that is being encoded has forgotten properties, and the class's own
    /// `encode(with:)` hasn't written them either.
    @inline(never)
    func requireProperties(of object: BaseModel) throws {
        guard let forgotten = object.forgotten,
            case let modelClass = ModelClass.of(type(of: object)),
            // The version is a key, too.
            builder.keyCount <= modelClass.properties.count + (modelClass.versionedClasses.isEmpty ? 0 : 1)
        else { return }
        throw forgotten.error
    }
}

extension DocumentBuilder {
    /// The number of keys of the object that was begun last.
    fileprivate var keyCount: Int { document.shapes.count(of: frame.shape) }
}
