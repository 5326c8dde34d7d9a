import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Transient`: adds no code. It tells `@Model` to omit a property.
struct TransientMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        if context.isCopied(node) { return [] }
        let attribute = declaration.inPlace(node)
        let fixIts = [FixIt.remove(attribute, .removeTransient)]
        if let variable = declaration.as(VariableDeclSyntax.self) {
            if !variable.isInstanceProperty || !variable.bindings.contains(where: \.isStored) {
                context.diagnose(.transientNotStored, at: attribute, fixIts: fixIts)
            } else {
                context.requireModel(for: attribute, "Transient")
            }
        } else {
            context.diagnose(.transientNotProperty, at: attribute, fixIts: fixIts)
        }
        return []
    }
}
