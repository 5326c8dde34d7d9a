/// The lines of a function that has a statement for each property, in the `#if`s that the properties stand in.
struct StatementLines {
    /// True to have errors in a statement shown at its property.
    private let isLocating: Bool
    private let statement: (StoredProperty) -> String?
    private var lines: [String] = []
    private var isLocated = false

    init(_ properties: [PropertyTree], locating: Bool, _ statement: @escaping (StoredProperty) -> String?) {
        isLocating = locating
        self.statement = statement
        add(properties)
    }

    /// The lines, indented as in a function.
    var text: String { lines.map { "    " + $0 }.joined(separator: "\n") }

    private mutating func add(_ properties: [PropertyTree]) {
        for property in properties {
            switch property {
            case .property(let property):
                guard let text = statement(property) else { continue }
                locate(property)
                lines.append(text)
            case .conditional(let clauses):
                endLocation()
                for clause in clauses {
                    lines.append(clause.head)
                    add(clause.contents)
                }
                lines.append("#endif")
            }
        }
        // A branch that isn't compiled may have begun it.
        endLocation()
    }

    private mutating func locate(_ property: StoredProperty) {
        guard isLocating, let locating = property.locating else { return }
        lines.append(locating)
        isLocated = true
    }

    private mutating func endLocation() {
        if isLocated { lines.append("#sourceLocation()") }
        isLocated = false
    }
}
