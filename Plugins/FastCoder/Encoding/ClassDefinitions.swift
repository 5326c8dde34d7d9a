import Documents
import FormatSupport

/// The class definitions of a file, and the form in which each object of a document is written.
struct ClassDefinitions: ~Copyable {
    /// The form of an object in the file: how its keys are written. All objects with the same class and the same keys
    /// have the same form.
    enum Form: BitwiseCopyable {
        /// The object refers to the class definition at an index.
        case defined(Int)
        /// The object is a coded object, which contains its own keys.
        case coded
    }

    /// A class name and keys. They identify a class definition.
    private struct Definition: Hashable {
        let className: String
        let names: [String]
    }

    /// The forms of objects, by the numbers of their shapes.
    private var forms = KeyTable<Form>()
    private var definitions: [Definition: Int] = [:]
    /// For each class, by its identity: a table of the class, and the index of the class's definition. The key isn't
    /// the table, because each root type has separate tables.
    private var tables: [ObjectIdentifier: (table: PropertyTable, index: Int)] = [:]

    init() {}

    /// Forgets the numbers of shapes, because another document follows.
    mutating func forgetShapes() { forms = KeyTable() }

    /// Returns the form of the objects with a shape. If the objects need a new definition, writes the definition.
    /// Returns ``Form/coded`` if the class's keys aren't known, or if no definition can contain them.
    mutating func form(
        _ codedClass: CodedClass, shape: Int?, _ keys: () -> [String], _ output: inout FastOutput
    ) -> Form {
        guard let shape else { return .coded }
        if let known = forms[shape] { return known }
        let form = definition(codedClass, keys(), &output).map { Form.defined($0) } ?? .coded
        forms[shape] = form
        return form
    }

    private mutating func definition(
        _ codedClass: CodedClass, _ keys: [String], _ output: inout FastOutput
    ) -> Int? {
        if codedClass.propertyNames == nil {
            // If a class lists its properties by hand, an object with other keys is a coded object.
            guard let listed = codedClass.listedNames, Set(keys).isSubset(of: listed) else { return nil }
        }
        return index(codedClass.name, keys, &output)
    }

    /// Returns the index of a class definition with these keys. A new definition is written. Returns nil if no
    /// definition can contain the keys.
    private mutating func index(_ className: String, _ keys: [String], _ output: inout FastOutput) -> Int? {
        let definition = Definition(className: className, names: keys)
        if let known = definitions[definition] ?? index(ofTableWith: definition) { return known }
        let index = output.define(className, keys)
        definitions[definition] = index
        return index
    }

    private func index(ofTableWith definition: Definition) -> Int? {
        tables.values.first { table, _ in
            table.name == definition.className && table.count == definition.names.count
                && definition.names.indices.allSatisfy { unsafe definition.names[$0].utf8.elementsEqual(table[$0].key) }
        }?.index
    }

    /// Returns the index of the definition of a table's class. A new definition is written. Returns nil if no
    /// definition can contain the table's keys.
    @inline(never)
    mutating func index(of table: PropertyTable, _ output: inout FastOutput) -> Int? {
        if let known = tables[ObjectIdentifier(table.codedClass)] { return known.index }
        let found =
            definitions.isEmpty
            ? output.define(table) : index(table.name, (0..<table.count).map { table[$0].key.text }, &output)
        if let found { tables[ObjectIdentifier(table.codedClass)] = (table, found) }
        return found
    }
}
