/// The lines of a function that has a statement for each member, in the same `#if`s as the members.
struct StatementLines<Member: KeyedMember> {
    /// True if errors in a statement are shown at its member.
    private let isLocating: Bool
    private let statement: (Member) -> String?
    private var lines: [String] = []
    private var isLocated = false
    /// True if at least one member has a statement.
    private(set) var hasStatements = false

    init(_ members: [MemberTree<Member>], locating: Bool, _ statement: @escaping (Member) -> String?) {
        isLocating = locating
        self.statement = statement
        add(members)
    }

    /// The lines, indented as in a function.
    var text: String { unindented.indented }

    var unindented: String { lines.joined(separator: "\n") }

    private mutating func add(_ members: [MemberTree<Member>]) {
        for member in members {
            switch member {
            case .member(let member):
                guard let text = statement(member) else { continue }
                locate(member)
                lines.append(text)
                hasStatements = true
            case .conditional(let clauses):
                endLocation()
                for clause in clauses {
                    lines.append(clause.head)
                    add(clause.contents)
                }
                lines.append("#endif")
            }
        }
        // Each branch ends its directive itself, because the branch may not be compiled.
        endLocation()
    }

    private mutating func locate(_ member: Member) {
        guard isLocating, let locating = member.locating else { return }
        lines.append(locating)
        isLocated = true
    }

    private mutating func endLocation() {
        if isLocated { lines.append("#sourceLocation()") }
        isLocated = false
    }
}

extension Array {
    /// A computed variable with a list, to which a statement adds an element for each member. It comes after the
    /// modifiers.
    ///
    /// - Parameters:
    ///   - name: The name of the variable, after the prefix `model`.
    ///   - type: The elements' type.
    ///   - initial: The list to which the elements are added, as source; nil for an empty one.
    ///   - locating: True if errors in an element are shown at its member.
    ///   - arguments: Returns the arguments of an element's initializer, if the member has an element.
    func list<Member>(
        _ name: String, of type: String, behind initial: String? = nil, locating: Bool,
        _ element: @escaping (Member) -> String?
    ) -> String where Element == MemberTree<Member> {
        let list = name.lowercased()
        let statements = StatementLines(self, locating: locating) { member in
            element(member).map { "\(list).append(\($0))" }
        }
        // The compiler would warn of a variable that no compiled branch of an #if changes.
        let isChanged = contains { if case .member(let member) = $0 { element(member) != nil } else { false } }
        let always = isChanged ? "" : "\n    \(list) += []"
        return """
            var model\(name): [ModelCore.\(type)] {
                var \(list)\(initial.map { " = \($0)" } ?? ": [ModelCore.\(type)] = []")\(always)
            \(statements.text)
                return \(list)
            }
            """
    }
}
