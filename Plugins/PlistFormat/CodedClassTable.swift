import ModelCore

/// The classes that a file names: one instance for each name, as the core wants it.
struct CodedClassTable {
    private var classes: [String: CodedClass] = [:]
    private var last: CodedClass?

    mutating func codedClass(named name: String) -> CodedClass {
        if let last, last.name == name { return last }
        let found = classes[name] ?? CodedClass(name: name)
        classes[name] = found
        last = found
        return found
    }
}
