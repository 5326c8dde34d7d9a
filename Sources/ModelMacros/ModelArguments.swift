import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The arguments of `@Model`: the class's name in files, the names that it had before, what it says of keys, and its
/// version.
struct ModelArguments {
    private(set) var name: String?
    private(set) var aliases: [String] = []
    /// How files write the names of the properties, as the attribute has it.
    private(set) var keys: String?
    /// What becomes of unknown keys, as the attribute has it.
    private(set) var unknownKeys: ExprSyntax?
    /// The version of the class's objects, as the attribute has it.
    private(set) var version: ExprSyntax?
    /// The names of the properties by which two objects are equal.
    private(set) var hashable: [String] = []

    /// Reads them. Returns nil where one is wrong, which has then been said.
    init?(_ attribute: AttributeSyntax, in context: some MacroExpansionContext) {
        guard case .argumentList(let arguments) = attribute.arguments else { return }
        var isValid = true
        func read(_ expression: ExprSyntax) -> String? {
            let message: MacroMessage
            if let text = expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue {
                if !text.isEmpty { return text }
                message = .nameEmpty
            } else {
                message = .nameNotLiteral
            }
            context.diagnose(message, at: expression)
            isValid = false
            return nil
        }
        func argument(_ label: String?) -> ExprSyntax? {
            arguments.first { $0.label?.text == label }?.expression
        }
        name = argument(nil).flatMap(read)
        if let list = argument("aliases") {
            let elements = list.as(ArrayExprSyntax.self)?.elements
            if elements == nil {
                context.diagnose(.aliasesNotLiteral, at: list)
                isValid = false
            }
            for element in elements ?? [] {
                guard let alias = read(element.expression) else { continue }
                if alias == name || aliases.contains(alias) {
                    let fixIts = [FixIt.remove(element, MacroMessage("removeAlias", "Remove it"))]
                    context.diagnose(.aliasRepeated(alias), at: element.expression, fixIts: fixIts)
                    isValid = false
                } else {
                    aliases.append(alias)
                }
            }
        }
        if let list = argument("hashable") {
            let elements = list.as(ArrayExprSyntax.self)?.elements.map(\.expression)
            for element in elements ?? [list] {
                let name = elements == nil ? nil : element.as(StringLiteralExprSyntax.self)?.representedLiteralValue
                if let name, !name.isEmpty {
                    hashable.append(name)
                } else {
                    context.diagnose(.hashableNotLiteral, at: element)
                    isValid = false
                }
            }
        }
        keys = argument("keys")?.trimmedDescription
        unknownKeys = argument("unknownKeys")
        version = argument("version")
        if let version, version.isNumberBelowOne {
            context.diagnose(.versionBelowOne, at: version)
            isValid = false
        }
        guard isValid else { return nil }
    }
}

extension ExprSyntax {
    /// True for a literal that is no number from 1 on. What else is given is known when the program runs.
    fileprivate var isNumberBelowOne: Bool {
        if let literal = self.as(IntegerLiteralExprSyntax.self) { return literal.representedLiteralValue ?? 1 < 1 }
        return self.is(PrefixOperatorExprSyntax.self)
    }
}
