import FormatSupport

/// The classes that a file names: one instance for each name, as the core wants it.
public struct CodedClassTable {
    private var classes: [ExactText: CodedClass] = [:]
    private var last: CodedClass?

    /// A table without classes.
    public init() {}

    /// The class of that name, the same each time. Names that differ in Unicode's normal form are two.
    public mutating func codedClass(named name: String) -> CodedClass {
        if let last, last.name.utf8.elementsEqual(name.utf8) { return last }
        let found = classes[ExactText(name)] ?? CodedClass(name: name)
        classes[ExactText(name)] = found
        last = found
        return found
    }
}
