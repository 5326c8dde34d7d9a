import FormatSupport

/// A mapping applied to one class.
final class MappedClass: Sendable {
    /// The mappings of its properties, by name.
    let properties: [String: PropertyMapping]
    private let leavesOthersOut: Bool
    /// The properties that files contain, each in the form that the mapping or else the class sets.
    let rows: PropertyRows
    let modelClass: ModelClass
    let parts = ClassParts()
    private let keys = PropertyKeysCache()

    init(_ modelClass: ModelClass, _ properties: [String: PropertyMapping], leavesOthersOut: Bool) {
        self.modelClass = modelClass
        self.properties = properties
        self.leavesOthersOut = leavesOthersOut
        rows = PropertyRows(
            of: modelClass.type,
            modelClass.properties.filter { !leavesOthersOut || properties[$0.name] != nil }.map { property in
                properties[property.name].map { property.mapped(by: $0) } ?? property
            })
    }

    func keys(
        of modelClass: ModelClass, format: FileFormat, style: KeyStyle?
    ) throws(ModelError) -> PropertyKeys {
        try keys.keys(of: modelClass, format: format, style: style, mapped: self)
    }

    /// Returns true if files don't contain a property.
    func leavesOut(_ name: String) -> Bool { leavesOthersOut && properties[name] == nil }

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

/// A mapping of classes, as the conventions of a file have it.
protocol ClassMapping: AnyObject, Sendable {
    /// The mapping of a class, together with those of its superclasses; nil if there is none.
    func mapped(_ modelClass: ModelClass) -> MappedClass?
}

extension FileConventions {
    /// The mapping of a class in the file; nil if there is none.
    func mapped(_ modelClass: ModelClass) -> MappedClass? { (classMapping as? any ClassMapping)?.mapped(modelClass) }
}
