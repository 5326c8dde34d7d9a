import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Model`: writes the members with which a class, a struct or an enum is saved and loaded, and a class is registered.
struct ModelMacro: MemberMacro {
    /// The code that it writes is formatted already. To format it again would take as long as the rest of the
    /// expansion.
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        // The members of a struct are in an extension.
        if declaration.is(StructDeclSyntax.self) { return [] }
        if let declaration = declaration.as(EnumDeclSyntax.self) { return members(of: declaration, node, in: context) }
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
        if let other = declaration.otherSuperclass {
            context.diagnose(other.message, at: other.type, fixIts: [other.fixIt])
            return []
        }
        if let actor = declaration.attributes.first(named: "MainActor") {
            context.diagnose(.actorClass, at: actor, fixIts: [.remove(actor, .removeActor)])
            return []
        }
        // The properties are checked even if an argument is wrong, so that all errors are shown.
        let arguments = ModelArguments(node, in: context)
        let model = ModelDeclaration(declaration, in: context)
        let properties = PropertyReader(declaration, in: context).properties(in: declaration.memberBlock.members)
        PropertyTree.refuseEqualKeys(properties, in: context)
        PropertyTree.refuseKeysInSingleValues(properties, style: arguments?.keys, in: context)
        if let coding = declaration.synthesizedCoding { context.diagnose(.codableClass, at: coding) }
        guard let arguments, arguments.requireHashable(in: declaration, context),
            arguments.requireForms(of: .class, at: node, context)
        else { return [] }
        for property in properties.flatMap(\.members) where property.keys.isEmpty && property.name == arguments.tag {
            context.diagnose(.standsForTag(property.name), at: property.identifier)
        }
        if model.isGeneric, arguments.name != nil || !arguments.aliases.isEmpty {
            let bare = node.with(\.leftParen, nil).with(\.arguments, nil).with(\.rightParen, nil)
                .with(\.trailingTrivia, node.trailingTrivia)
            context.diagnose(.genericName, at: node, fixIts: [.replace(node, by: bare, .removeArguments)])
        }
        if model.isGeneric, let version = arguments.version {
            context.diagnose(.genericVersion, at: version)
            return []
        }
        if arguments.tag == nil, declaration.isBelowBaseModel {
            for name in (arguments.tagged.isEmpty ? [] : ["tagged"]) + (arguments.isUntagged ? ["untagged"] : []) {
                context.diagnose(.withoutTag(name), at: node.argument(name).map(Syntax.init) ?? Syntax(node))
            }
        }
        if let version = arguments.version, version.trimmedDescription != "1",
            !declaration.memberBlock.members.declareFunction("migrate")
        {
            context.diagnose(.versionWithoutStep(version.trimmedDescription), at: version)
        }
        return ModelMembers(model: model, arguments: arguments, properties: properties, context: context)
            .declarations.map { DeclSyntax(text: $0) }
    }
}

extension ModelMacro {
    /// The members of an enum. They are in the enum itself, and not in an extension. So the compiler finds the types of
    /// the cases' values by the names that the cases use.
    private static func members(
        of declaration: EnumDeclSyntax, _ node: AttributeSyntax, in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
        guard let record = RecordDeclaration(declaration, node, in: context) else { return [] }
        if declaration.hasRawValues {
            context.diagnose(.rawEnum, at: node, fixIts: declaration.conformingToModelValue(without: node))
            return []
        }
        let cases = CaseReader(declaration, in: context).cases(in: declaration.memberBlock.members)
        if record.arguments.tag != nil, record.arguments.content == nil {
            for member in cases.flatMap(\.members)
            where member.form == "list" && !member.values.isEmpty && !member.isUnknown {
                context.diagnose(.listWithTag, at: member.identifier)
            }
        }
        MemberTree.refuseEqualKeys(cases, in: context)
        let members = cases.flatMap(\.members)
        if let policy = record.arguments.unknownKeys, record.arguments.tag == nil,
            !members.contains(where: { $0.form == nil && !$0.values.isEmpty })
        {
            context.diagnose(.unknownKeysOfEnum, at: policy)
        }
        warnOfCoding(declaration, record, members.flatMap(\.codingLosses), in: context)
        return EnumMembers(record, cases, in: context).declarations.map { DeclSyntax(text: $0) }
    }
}

/// Adds the conformance of structs and enums, and the members of a struct. They are in an extension, so that the struct
/// keeps its memberwise initializer.
extension ModelMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        if let declaration = declaration.as(EnumDeclSyntax.self), !declaration.hasRawValues, !protocols.isEmpty {
            return [.nonisolated(type, isConforming: protocols.isEmpty, [])]
        }
        guard let declaration = declaration.as(StructDeclSyntax.self),
            let record = RecordDeclaration(declaration, node, in: context)
        else { return [] }
        let properties = PropertyReader(declaration, in: context).properties(in: declaration.memberBlock.members)
        PropertyTree.refuseEqualKeys(properties, in: context)
        PropertyTree.refuseKeysInSingleValues(properties, style: record.arguments.keys, in: context)
        warnOfCoding(declaration, record, properties.flatMap(\.members).flatMap(\.codingLosses), in: context)
        let members = StructMembers(record: record, properties: properties).declarations
        return [.nonisolated(type, isConforming: protocols.isEmpty, members)]
    }
}

extension DeclSyntax {
    /// A declaration as its text, which the compiler parses. To parse it here too would take more than half of the
    /// expansion's time.
    init(text: String) { self.init(MissingDeclSyntax(placeholder: .identifier(text))) }
}

extension ExtensionDeclSyntax {
    /// - Parameters:
    ///   - isConforming: True if the type conforms to `ModelRecord` already.
    ///   - members: The texts of the members.
    fileprivate static func nonisolated(
        _ type: some TypeSyntaxProtocol, isConforming: Bool, _ members: [String]
    ) -> ExtensionDeclSyntax {
        let conformance = InheritedTypeSyntax(type: IdentifierTypeSyntax(name: "ModelCore.ModelRecord"))
        let text = "\n\(members.joined(separator: "\n\n").indented)\n"
        return ExtensionDeclSyntax(
            modifiers: [DeclModifierSyntax(name: .keyword(.nonisolated, trailingTrivia: .space))],
            extensionKeyword: .keyword(.extension, trailingTrivia: .space),
            extendedType: type.trimmed,
            inheritanceClause: isConforming
                ? nil
                : InheritanceClauseSyntax(
                    colon: .colonToken(trailingTrivia: .space), inheritedTypes: [conformance]),
            memberBlock: MemberBlockSyntax(
                leftBrace: .leftBraceToken(leadingTrivia: .space),
                members: members.isEmpty ? [] : [MemberBlockItemSyntax(decl: DeclSyntax(text: text))]))
    }
}
