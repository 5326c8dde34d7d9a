import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Transform` and `@Lenient`: add nothing, and tell `@Model` in which form files hold a property.
struct FormMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        FormAttribute.check(node, on: declaration, in: context)
        return []
    }
}

/// An attribute that says in which form files hold a property.
enum FormAttribute {
    /// The form, as `with:` wants it; nil for a property's own.
    static func form(of variable: VariableDeclSyntax) -> String? {
        if variable.attributes.first(named: "Lenient") != nil { return ".lenient()" }
        guard case .argumentList(let arguments) = variable.attributes.first(named: "Transform")?.arguments else {
            return nil
        }
        return arguments.first?.expression.trimmedDescription
    }

    /// Says what is wrong with one.
    static func check(
        _ node: AttributeSyntax, on declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) {
        let name = node.names("Lenient") ? "Lenient" : "Transform"
        // The node of an expansion stands alone; a fix-it needs the one in its place.
        let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes.all ?? []
        let all = attributes.filter { $0.names("Transform") || $0.names("Lenient") }
        let attribute = all.first { $0.trimmedDescription == node.trimmedDescription } ?? node
        let removal = [FixIt.remove(attribute, .removeAttribute(name))]
        guard let variable = declaration.as(VariableDeclSyntax.self), variable.isInstanceProperty else {
            return context.diagnose(.formNotOfProperty(name), at: attribute, fixIts: removal)
        }
        if attributes.contains(where: { $0.names("Transient") }) {
            context.diagnose(.formOfTransient(name), at: attribute, fixIts: removal)
        } else if all.count > 1, attribute.trimmedDescription != all[0].trimmedDescription {
            context.diagnose(.formTwice, at: attribute, fixIts: removal)
        } else if variable.modifiers.contains(.weak) {
            context.diagnose(.formOfWeak, at: attribute, fixIts: removal)
        } else if !attributes.contains(where: { $0.names("Key") }), !variable.bindings.contains(where: \.isStored) {
            context.diagnose(
                .formOfComputed(name), at: attribute, fixIts: [.insert("@Key ", before: variable, .insertKey)])
        } else {
            context.requireModel(for: attribute, name)
        }
    }
}
