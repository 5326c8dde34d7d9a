import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Transform`, `@Lenient` and `@Default`: add no code. They tell `@Model` the encoded form of a property, and how its
/// default is written.
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

    /// The call that adds the arguments of `@Default` to a property; empty without that attribute.
    static func defaults(of variable: VariableDeclSyntax) -> String {
        guard case .argumentList(let arguments) = variable.attributes.first(named: "Default")?.arguments else {
            return ""
        }
        return ".withDefault(\(arguments.trimmedDescription))"
    }

    /// Diagnoses an attribute that can't be used.
    static func check(
        _ node: AttributeSyntax, on declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) {
        let name = ["Lenient", "Default"].first { node.names($0) } ?? "Transform"
        let attribute = declaration.inPlace(node)
        let removal = [FixIt.remove(attribute, .removeAttribute(name))]
        guard let variable = declaration.as(VariableDeclSyntax.self), variable.isInstanceProperty else {
            return context.diagnose(.formNotOfProperty(name), at: attribute, fixIts: removal)
        }
        let attributes = variable.attributes
        let first = attributes.all.first { $0.names("Transform") || $0.names("Lenient") }
        if attributes.first(named: "Transient") != nil {
            context.diagnose(.formOfTransient(name), at: attribute, fixIts: removal)
        } else if name == "Default", context.lexicalContext.first?.is(StructDeclSyntax.self) == true,
            let written = attribute.argument("written")
        {
            context.diagnose(.defaultsOfRecord, at: written)
        } else if name != "Default", let first, attribute.trimmedDescription != first.trimmedDescription {
            context.diagnose(.formTwice, at: attribute, fixIts: removal)
        } else if name != "Default", variable.modifiers.contains(.weak) {
            context.diagnose(.formOfWeak, at: attribute, fixIts: removal)
        } else if attributes.first(named: "Key") == nil, !variable.bindings.contains(where: \.isStored) {
            context.diagnose(
                .formOfComputed(name), at: attribute, fixIts: [.insert("@Key ", before: variable, .insertKey)])
        } else {
            context.requireModel(for: attribute, name)
        }
    }
}
