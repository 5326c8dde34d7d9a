import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@FormatPlugin`: registers a format or a store in every program that links the library in which it is declared.
struct FormatPluginMacro: MemberMacro {
    /// The code that it writes is formatted already.
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let named = declaration.asProtocol((any NamedDeclSyntax).self),
            let type = declaration.asProtocol((any WithGenericParametersSyntax).self)
        else {
            context.diagnose(.pluginNotAType, at: node)
            return []
        }
        guard !LexicalScope(context).isGeneric, type.genericParameterClause == nil else {
            context.diagnose(.pluginGeneric, at: node)
            return []
        }
        let call = "Documents.FormatRegistry.register(\(named.name.text)())"
        return [DeclSyntax(text: Registration.declaration(call, in: context))]
    }
}

extension MacroMessage {
    static let pluginNotAType = MacroMessage(
        "pluginNotAType",
        "@FormatPlugin belongs on the declaration of a type that conforms to FormatProvider or StoreProvider")
    static let pluginGeneric = MacroMessage(
        "pluginGeneric", "@FormatPlugin can't be used on a generic type: there would be no one provider to register")
}
