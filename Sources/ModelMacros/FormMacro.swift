import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Transform` and `@Lenient`: add no code. They tell `@Model` the encoded form of a property.
struct FormMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        if !context.isCopied(node) { FormAttribute.check(node, on: declaration, in: context) }
        return []
    }
}

/// An attribute that specifies the encoded form of a property.
enum FormAttribute {
    /// The form, as an argument of `with:`; nil for the type's own.
    static func form(of variable: VariableDeclSyntax) -> String? {
        if variable.attributes.first(named: "Lenient") != nil { return ".lenient()" }
        guard case .argumentList(let arguments) = variable.attributes.first(named: "Transform")?.arguments else {
            return nil
        }
        return arguments.first?.expression.trimmedDescription
    }

    /// Diagnoses an attribute that can't be used.
    static func check(
        _ node: AttributeSyntax, on declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) {
        let name = node.names("Lenient") ? "Lenient" : "Transform"
        let attribute = declaration.inPlace(node)
        let removal = [FixIt.remove(attribute, .removeAttribute(name))]
        guard let variable = declaration.as(VariableDeclSyntax.self), variable.isInstanceProperty else {
            return context.diagnose(.formNotOfProperty(name), at: attribute, fixIts: removal)
        }
        let attributes = variable.attributes
        let first = attributes.all.first { $0.names("Transform") || $0.names("Lenient") }
        if attributes.first(named: "Transient") != nil {
            context.diagnose(.formOfTransient(name), at: attribute, fixIts: removal)
        } else if let first, attribute.trimmedDescription != first.trimmedDescription {
            context.diagnose(.formTwice, at: attribute, fixIts: removal)
        } else if variable.modifiers.contains(.weak) {
            context.diagnose(.formOfWeak, at: attribute, fixIts: removal)
        } else if attributes.first(named: "Key") == nil, !variable.bindings.contains(where: \.isStored) {
            context.diagnose(
                .formOfComputed(name), at: attribute, fixIts: [.insert("@Key ", before: variable, .insertKey)])
        } else {
            context.requireModel(for: attribute, name)
        }
    }
}
