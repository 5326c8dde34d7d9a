import SwiftSyntax
import SwiftSyntaxMacros

/// The lines of a function that has a statement for each property.
struct StatementLines {
    /// Where it is known, the compiler shows errors in a statement at its property.
    private let context: (any MacroExpansionContext)?
    private var lines: [String] = []
    private var isLocated = false

    /// - Parameter context: Knows where properties are. Nil for statements that can't be wrong.
    init(locating context: (any MacroExpansionContext)?) {
        self.context = context
    }

    var text: String { lines.map { "    " + $0 }.joined(separator: "\n") }

    /// The lines with a statement for each property, in the `#if`s that the properties stand in.
    func adding(_ properties: [PropertyTree], _ statement: (StoredProperty) -> String?) -> StatementLines {
        var copy = self
        copy.add(properties, statement)
        return copy
    }

    private mutating func add(_ properties: [PropertyTree], _ statement: (StoredProperty) -> String?) {
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
                    add(clause.contents, statement)
                }
                lines.append("#endif")
            }
        }
        // A branch that isn't compiled may have begun it.
        endLocation()
    }

    private mutating func locate(_ property: StoredProperty) {
        guard let place = context?.location(of: property.identifier, at: .afterLeadingTrivia, filePathMode: .filePath) else {
            return
        }
        lines.append("#sourceLocation(file: \(place.file), line: \(place.line))")
        isLocated = true
    }

    private mutating func endLocation() {
        if isLocated { lines.append("#sourceLocation()") }
        isLocated = false
    }
}
