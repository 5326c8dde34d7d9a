import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Transient`: adds nothing, and tells `@Model` to leave a property out.
struct TransientMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let attribute = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes.first(named: "Transient")
        let fixIts = attribute.map { [FixIt.remove($0, .removeTransient)] } ?? []
        if let variable = declaration.as(VariableDeclSyntax.self) {
            if !variable.isInstanceProperty || !variable.bindings.contains(where: \.isStored) {
                context.diagnose(.transientNotStored, at: attribute ?? node, fixIts: fixIts)
            } else {
                context.requireModel(for: attribute ?? node, "Transient")
            }
        } else {
            context.diagnose(.transientNotProperty, at: attribute ?? node, fixIts: fixIts)
        }
        return []
    }
}
