/// A property as files of a format store it, for tools that describe such files.
public struct FileProperty: Sendable {
    /// The property's name in the program.
    public let name: String
    /// The key path of the property's value in the object. The last key is the property's own key.
    public let way: [String]
    /// The key paths in older files, in the order in which they are tried.
    public let aliases: [[String]]
    /// The property's declared type.
    public let valueType: Any.Type
    /// The types that files may contain for a value that isn't nil: the declared type, or the types of another
    /// encoded form. Each value has one of these types. Empty if the types aren't known.
    public let codedTypes: [Any.Type]
    /// True for a `let`: files contain the property, but it is never read back.
    public let isReadOnly: Bool
    /// True for a weak property: it is written as a reference, if the format has references.
    public let isWeak: Bool
    /// True if a file without the property is an error: for a property of a struct that has no default and isn't
    /// optional, and for the values of an enum's case.
    public let isRequired: Bool
}

extension ModelClass {
    /// The properties in files of a format. The properties of superclasses come first.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - style: The format's style for the names of properties without a declared key.
    ///   - mapping: A mapping, which takes precedence over the classes.
    /// - Throws: `duplicateKey` if two properties share a key; `invalidKey` for text that isn't a key path.
    public func properties(
        in format: FileFormat, style: KeyStyle? = nil, mapping: ModelMapping? = nil
    ) throws(ModelError) -> [FileProperty] {
        let conventions = FileConventions(keyStyle: style, mapping: mapping).read(as: .init(format: format))
        let (keys, mapped) = (try keys(by: conventions), conventions.mapped(self))
        var found: [FileProperty] = []
        for property in properties where mapped?.leavesOut(property.name) != true {
            let form = mapped?.properties[property.name]?.form
            let entry = keys?.entry(named: property.name)
            found.append(
                FileProperty(
                    name: property.name, way: entry?.place ?? [property.name], aliases: entry?.aliases ?? [],
                    valueType: property.valueType,
                    codedTypes: (form ?? property.form)?.codedTypes ?? [property.valueType],
                    isReadOnly: property.isReadOnly, isWeak: property.isWeak, isRequired: false))
        }
        return found
    }
}

extension ModelType {
    /// The properties of a struct, or the cases of an enum, in files of a format, in the order of their declaration.
    ///
    /// The type of a case is the type of all its values together; `Void` if it has none.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - style: The format's style for names without a declared key. A case that is stored as text keeps its name.
    /// - Throws: `duplicateKey` if two properties or cases share a key; `invalidKey` for text that isn't a key path.
    public func properties(in format: FileFormat, style: KeyStyle? = nil) throws(ModelError) -> [FileProperty] {
        let keys = try keys(for: format, style: style)
        func property(
            _ name: String, _ type: Any.Type, codedTypes: [Any.Type]? = nil, isReadOnly: Bool = false, isRequired: Bool
        ) -> FileProperty {
            let entry = keys?.entry(named: name)
            return FileProperty(
                name: name, way: entry?.place ?? [name], aliases: entry?.aliases ?? [], valueType: type,
                codedTypes: codedTypes ?? [type], isReadOnly: isReadOnly, isWeak: false, isRequired: isRequired)
        }
        if isEnum { return cases.map { property($0.name, $0.valueType, isRequired: $0.isRequired) } }
        return rows.properties.map {
            property(
                $0.name, $0.valueType, codedTypes: $0.form?.codedTypes, isReadOnly: $0.isReadOnly,
                isRequired: $0.isRequired && !($0.valueType is any PresenceValue.Type))
        }
    }
}
