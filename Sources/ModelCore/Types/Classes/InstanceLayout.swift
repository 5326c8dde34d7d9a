/// The offsets of the properties that are read and written in the memory of a class's instances, without the program's
/// code.
///
/// Such a property is stored, has no observers and no wrapper, and the class doesn't override it. There are two ways to
/// know that:
/// - The property's key path refers to the stored value. The compiler makes such a key path only for a property
///   without accessors that is final, or whose class is final.
/// - The property is marked as stored, by `@Model` or by hand. Neither this class nor a class between it and the
///   property's class overrides the property.
struct InstanceLayout {
    private let fields: StoredFields
    /// The class and its superclasses below `BaseModel`, each with the number of its fields, including those of its
    /// superclasses. The class itself comes first.
    private let levels: [(type: BaseModel.Type, fieldCount: Int)]

    init(of type: BaseModel.Type) {
        fields = StoredFields(of: type)
        var levels = [(type, fields.count)]
        while let last = levels.last?.0, let parent = _getSuperclass(last) as? BaseModel.Type, parent != BaseModel.self
        {
            levels.append((parent, StoredFields(of: parent).count))
        }
        self.levels = levels
    }

    /// The offset of a property's value, in bytes. Nil if the property is reached by its accessors.
    func offset(of property: ModelProperty) -> Int? {
        guard let index = fields.index(of: property.name, property.valueType),
            property.isStored && !isOverridden(property.name, fieldAt: index) || property.refersToStorage
        else { return nil }
        return fields.offset(at: index)
    }

    private func isOverridden(_ name: String, fieldAt index: Int) -> Bool {
        guard levels.count > 1, let declaring = levels.lastIndex(where: { $0.fieldCount > index }) else { return false }
        return levels[..<declaring].contains { type, _ in
            ModelClass.of(type).overriddenNames?.contains(name)
                ?? MethodTable.mayOverride(type, membersOf: levels[declaring].type)
        }
    }
}

extension ModelProperty {
    /// True if the key path refers to a stored value. Only the description of a key path shows this: it contains
    /// `<computed …>` for a property with accessors.
    fileprivate var refersToStorage: Bool {
        !isWeak && String(reflecting: keyPath as AnyKeyPath) == "\\\(rootType).\(name)"
    }
}
