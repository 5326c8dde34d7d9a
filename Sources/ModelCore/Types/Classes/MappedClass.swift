import FormatSupport

/// A mapping applied to one class.
final class MappedClass: Sendable {
    /// The mappings of the class's properties, by name.
    let properties: [String: PropertyMapping]
    /// The names of the properties that files don't contain.
    private let leftOut: Set<String>
    /// The properties that files contain, each in its encoded form: the form that the mapping sets, or the form that
    /// the class declares.
    let rows: PropertyRows
    let modelClass: ModelClass
    let parts = ClassParts()
    private let keys = PropertyKeysCache()

    init(_ modelClass: ModelClass, _ properties: [String: PropertyMapping], leavesOthersOut: Bool) {
        self.modelClass = modelClass
        // Without its tag, a class couldn't be read again.
        let tags = modelClass.properties.filter { $0.tagKey != nil }.map(\.name)
        self.properties = properties.filter { !tags.contains($0.key) }
        let mapped = self.properties
        let others = modelClass.properties.filter { mapped[$0.name] == nil && $0.tagKey == nil }.map(\.name)
        leftOut = leavesOthersOut ? Set(others) : []
        rows = PropertyRows(
            of: modelClass.type,
            modelClass.properties.filter { [leftOut] in !leftOut.contains($0.name) }.map { property in
                mapped[property.name].map { property.mapped(by: $0) } ?? property
            })
    }

    func keys(
        of modelClass: ModelClass, format: FileFormat, style: KeyStyle?
    ) throws(ModelError) -> PropertyKeys {
        try keys.keys(of: modelClass, format: format, style: style, mapped: self)
    }

    /// Returns true if files don't contain a property.
    func leavesOut(_ name: String) -> Bool { leftOut.contains(name) }

    /// A key path that no file contains.
    static func unusedKeyPath(_ name: String) -> [String] { ["\0" + name] }
}

extension ModelProperty {
    /// The property as a mapping stores it.
    fileprivate func mapped(by mapping: PropertyMapping) -> ModelProperty {
        if let form = mapping.form { return coded(in: form) }
        return mapping.inverse == nil ? self : related()
    }
}

/// A mapping of classes, as it is stored in the conventions of a file.
protocol ClassMapping: AnyObject, Sendable {
    /// The mapping of a class, together with the mappings of its superclasses. Nil if no mapping applies to the
    /// class.
    func mapped(_ modelClass: ModelClass) -> MappedClass?
}

extension FileConventions {
    /// The mapping of a class in the file; nil if no mapping applies to the class.
    func mapped(_ modelClass: ModelClass) -> MappedClass? { (classMapping as? any ClassMapping)?.mapped(modelClass) }
}
