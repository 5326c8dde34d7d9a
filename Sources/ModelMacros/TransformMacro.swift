import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Transform`: adds nothing, and tells `@Model` in which form files hold a property.
public struct TransformMacro: PeerMacro {
    public static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        // The node of an expansion stands alone; a fix-it needs the one in its place.
        let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes.all ?? []
        let own = attributes.filter { $0.names("Transform") }
        let attribute = own.first { $0.trimmedDescription == node.trimmedDescription } ?? node
        let removal = [FixIt.remove(attribute, .removeTransform)]
        guard let variable = declaration.as(VariableDeclSyntax.self), variable.isInstanceProperty else {
            context.diagnose(.transformNotProperty, at: attribute, fixIts: removal)
            return []
        }
        if attributes.contains(where: { $0.names("Transient") }) {
            context.diagnose(.transformOfTransient, at: attribute, fixIts: removal)
        } else if own.count > 1, attribute.trimmedDescription != own[0].trimmedDescription {
            context.diagnose(.transformTwice, at: attribute, fixIts: removal)
        } else if variable.modifiers.contains(.weak) {
            context.diagnose(.transformOfWeak, at: attribute, fixIts: removal)
        } else if !attributes.contains(where: { $0.names("Key") }), !variable.bindings.contains(where: \.isStored) {
            context.diagnose(
                .transformOfComputed, at: attribute, fixIts: [.insert("@Key ", before: variable, .insertKey)])
        }
        return []
    }

    /// The form that an attribute names, as it has it; nil where it has none.
    static func transform(_ attribute: AttributeSyntax) -> String? {
        guard case .argumentList(let arguments) = attribute.arguments else { return nil }
        return arguments.first?.expression.trimmedDescription
    }
}
