import Documents
import FormatSupport

/// The forms in which a document's objects are written, and the class definitions of a file.
struct ClassDefinitions: ~Copyable {
    /// The form in which objects are written. All objects with the same class and the same keys have the same form.
    enum Form: BitwiseCopyable {
        /// With the class definition that has an index.
        case defined(Int)
        /// As a coded object, which contains its own keys.
        case coded
    }

    /// The class name and the keys of a class definition, by which it is found again.
    private struct Definition: Hashable {
        let className: String
        let names: [String]
    }

    /// The forms of objects, by the numbers of their shapes.
    private var forms = KeyTable<Form>()
    private var definitions: [Definition: Int] = [:]

    init() {}

    /// Forgets what the numbers of shapes mean.
    mutating func forgetShapes() { forms = KeyTable() }

    /// The form of objects of a class whose shape has a number. A definition that is new is written now. Coded, if the
    /// class's keys aren't known, or if no definition can contain them.
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

    /// The index of a class definition with these keys, which is written now if it is new. Nil if none can contain them.
    mutating func index(_ className: String, _ keys: [String], _ output: inout FastOutput) -> Int? {
        let definition = Definition(className: className, names: keys)
        if let known = definitions[definition] { return known }
        let index = output.define(className, keys)
        definitions[definition] = index
        return index
    }
}
