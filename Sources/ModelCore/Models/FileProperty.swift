/// A property as files of a format have it: for whoever describes such files.
public struct FileProperty: Sendable {
    /// The property's name in the program.
    public let name: String
    /// Where its value stands in the object: the keys on the way, its own last.
    public let way: [String]
    /// Where older files have it, in the order in which that is looked for.
    public let aliases: [[String]]
    /// The property's declared type.
    public let valueType: Any.Type
    /// The types of what files hold of a value that isn't nil: the declared one, or those of another form; one of them
    /// for each value. Empty where nobody can tell.
    public let codedTypes: [Any.Type]
    /// True for a `let`: it is written, and never read back.
    public let isReadOnly: Bool
    /// True for a weak one: it is written as a reference, where a format can hold one.
    public let isWeak: Bool
    /// True where a file without it is an error: for a struct's property that has no default, and is no optional, and
    /// for a case's values.
    public let isRequired: Bool
}

extension ModelClass {
    /// The properties that files of a format have, superclasses' first.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - style: How it writes the names of properties for which their classes say no key.
    ///   - mapping: What it says of classes itself.
    /// - Throws: `duplicateKey` where two properties share a key; `invalidKey` for a path that is none.
    public func properties(
        in format: FileFormat, style: KeyStyle? = nil, mapping: ModelMapping? = nil
    ) throws(ModelError) -> [FileProperty] {
        let keys = try keys(by: FileConventions(keyStyle: style, mapping: mapping).read(as: .init(format: format)))
        let mapped = mapping?.mapped(self)
        var found: [FileProperty] = []
        for property in properties where mapped?.leavesOut(property.name) != true {
            let form = mapped?.properties[property.name]?.form
            let key = form == nil ? property.name : MappedClass.formKey(property.name).stringValue
            let entry = keys?.entry(named: key)
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
    /// The properties that files of a format have of a struct, or the cases of an enum, in their order.
    ///
    /// The type of a case is that of its values together; `Void` where it has none.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - style: How it writes the names of those for which the type says no key. A case that is text keeps its name.
    /// - Throws: `duplicateKey` where two share a key; `invalidKey` for a path that is none.
    public func properties(in format: FileFormat, style: KeyStyle? = nil) throws(ModelError) -> [FileProperty] {
        let keys = try keys(for: format, style: style)
        return members.map { member in
            let (name, entry) = (member.property.name, keys?.entry(named: member.property.name))
            return FileProperty(
                name: name, way: entry?.place ?? [name], aliases: entry?.aliases ?? [], valueType: member.valueType,
                codedTypes: member.codedTypes, isReadOnly: member.property.isReadOnly, isWeak: false,
                isRequired: member.isRequired)
        }
    }
}
