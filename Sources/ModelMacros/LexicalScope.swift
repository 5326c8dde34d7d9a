import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The declarations around the declaration that a macro is attached to.
struct LexicalScope {
    /// The names of the enclosing types, the outermost first. Types around an enclosing function aren't included: they
    /// are no part of the name in the core either.
    let typeNames: [String]
    /// True if one of the enclosing declarations has generic parameters, as far as the macro can see.
    let isGeneric: Bool
    /// The access level that an enclosing extension gives to its members, if overrides must repeat it; nil otherwise.
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

    /// Warns of an attribute that no `@Model` reads, because it is in a type without `@Model` or in an extension.
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

    /// True for a declaration with generic parameters, and for an extension with a `where` clause. Swift allows no
    /// types in generic functions.
    fileprivate var isGeneric: Bool {
        if let extended = self.as(ExtensionDeclSyntax.self) { return extended.genericWhereClause != nil }
        return self.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
    }
}

extension TypeSyntax {
    /// The parts of a type name: A and B for `A.B`.
    fileprivate var nameParts: [String] {
        if let member = self.as(MemberTypeSyntax.self) { return member.baseType.nameParts + [member.name.plainName] }
        if let identifier = self.as(IdentifierTypeSyntax.self) { return [identifier.name.plainName] }
        return []
    }
}
