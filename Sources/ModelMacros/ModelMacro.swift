import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Model`: writes the members by which a class is known to files, saved and loaded.
public struct ModelMacro: MemberMacro {
    /// What is written is laid out already, and formatting it would take as long as the rest.
    public static var formatMode: FormatMode { .disabled }

    public static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let declaration = declaration.as(ClassDeclSyntax.self) else {
            context.diagnose(.notAClass, at: node)
            return []
        }
        guard declaration.inheritanceClause != nil else {
            let name = declaration.genericParameterClause?.rightAngle ?? declaration.name
            let fixIts = [FixIt.insert(": BaseModel", after: name, .insertSuperclass)]
            context.diagnose(.noSuperclass, at: declaration.name, fixIts: fixIts)
            return []
        }
        // A wrong argument shouldn't hide what is wrong with the properties.
        let arguments = ModelArguments(node, in: context)
        let model = ModelDeclaration(declaration, in: context)
        let properties = PropertyReader(declaration, in: context).properties(in: declaration.memberBlock.members)
        PropertyTree.refuseEqualKeys(properties, in: context)
        guard let arguments else { return [] }
        if model.isGeneric, arguments.name != nil || !arguments.aliases.isEmpty {
            let bare = node.with(\.leftParen, nil).with(\.arguments, nil).with(\.rightParen, nil)
                .with(\.trailingTrivia, node.trailingTrivia)
            context.diagnose(.genericName, at: node, fixIts: [.replace(node, by: bare, .removeArguments)])
        }
        if model.isGeneric, let version = arguments.version {
            context.diagnose(.genericVersion, at: version)
            return []
        }
        return ModelMembers(model: model, arguments: arguments, properties: properties, context: context).declarations
    }
}
