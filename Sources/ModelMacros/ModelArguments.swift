import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The arguments of `@Model`: the class's name in files, its former names, the style of its keys, the policy on unknown
/// keys, its version, and the properties for equality.
struct ModelArguments {
    private(set) var name: String?
    private(set) var aliases: [String] = []
    /// The style of the properties' keys, as source.
    private(set) var keys: String?
    /// The policy on unknown keys, as an expression.
    private(set) var unknownKeys: ExprSyntax?
    /// The version of the class's objects, as an expression.
    private(set) var version: ExprSyntax?
    /// The names of the properties that must be equal for two objects to be equal.
    private(set) var hashable: [String] = []

    /// Reads the arguments. Nil if one of them is wrong, which is then diagnosed.
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
    /// True for a literal that isn't a number from 1 on. The value of any other expression is known only at run time.
    fileprivate var isNumberBelowOne: Bool {
        if let literal = self.as(IntegerLiteralExprSyntax.self) { return literal.representedLiteralValue ?? 1 < 1 }
        return self.is(PrefixOperatorExprSyntax.self)
    }
}
