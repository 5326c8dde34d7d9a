import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What surrounds the declaration that a macro is attached to.
struct LexicalScope {
    /// The names of the types around it, the outermost first. What encloses a function is no part of the name, as in
    /// the core.
    let typeNames: [String]
    /// True where one of the declarations around it has generic parameters, as far as they can be seen from here.
    let isGeneric: Bool
    /// The access that an extension gives to its members.
    let defaultAccess: DeclModifierSyntax?

    init(_ context: some MacroExpansionContext) {
        let scopes = context.lexicalContext
        typeNames = scopes.prefix { !$0.typeNames.isEmpty }.reversed().flatMap(\.typeNames)
        isGeneric = scopes.contains(where: \.isGeneric)
        defaultAccess = scopes.first?.as(ExtensionDeclSyntax.self)?.modifiers.first { $0.name.isWideAccess }
    }
}

extension MacroExpansionContext {
    /// True if another macro wrote the declaration and gave it the attributes of the original, as `@Observable` does.
    /// Messages belong to the original.
    func isCopied(_ attribute: AttributeSyntax) -> Bool {
        guard lexicalContext.isEmpty else { return false }
        let place = location(of: attribute, at: .afterLeadingTrivia, filePathMode: .filePath)
        let file = place?.file.as(StringLiteralExprSyntax.self)?.representedLiteralValue
        return file?.hasPrefix("@__swiftmacro_") ?? false
    }

    /// Warns of an attribute that no `@Model` reads: it stands in a type without that, or in an extension.
    func requireModel(for attribute: AttributeSyntax, _ name: String) {
        let type = lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)
        guard type?.attributes.first(named: "Model") == nil else { return }
        diagnose(
            .withoutModel(name), at: attribute, fixIts: [FixIt.remove(attribute, .removeAttribute(name))])
    }
}

extension TokenSyntax {
    /// True for the access levels that an override must repeat.
    var isWideAccess: Bool {
        [.keyword(.open), .keyword(.public), .keyword(.package)].contains(tokenKind)
    }

    /// The name without backticks.
    var plainName: String { identifier?.name ?? text }
}

extension Syntax {
    fileprivate var typeNames: [String] {
        if let extended = self.as(ExtensionDeclSyntax.self)?.extendedType { return extended.nameParts }
        if self.isProtocol((any DeclGroupSyntax).self), let named = self.asProtocol((any NamedDeclSyntax).self) {
            return [named.name.plainName]
        }
        return []
    }

    /// Types in generic functions don't exist, so only types and extensions count.
    fileprivate var isGeneric: Bool {
        if let extended = self.as(ExtensionDeclSyntax.self) { return extended.genericWhereClause != nil }
        return self.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
    }
}

extension TypeSyntax {
    /// `A.B` as A and B.
    fileprivate var nameParts: [String] {
        if let member = self.as(MemberTypeSyntax.self) { return member.baseType.nameParts + [member.name.plainName] }
        if let identifier = self.as(IdentifierTypeSyntax.self) { return [identifier.name.plainName] }
        return []
    }
}
