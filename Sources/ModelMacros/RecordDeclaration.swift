import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A struct or an enum that `@Model` is attached to, and the arguments of the attribute.
struct RecordDeclaration {
    let model: ModelDeclaration
    let arguments: ModelArguments

    /// Nil if there is an error, which is then diagnosed.
    init?(
        _ declaration: some DeclGroupSyntax & NamedDeclSyntax & WithGenericParametersSyntax, _ node: AttributeSyntax,
        in context: some MacroExpansionContext
    ) {
        guard let arguments = ModelArguments(node, in: context) else { return nil }
        self.arguments = arguments
        model = ModelDeclaration(declaration, in: context)
        let isEnum = declaration.is(EnumDeclSyntax.self)
        guard arguments.requireForms(of: isEnum ? .enum : .struct, at: node, context) else { return nil }
        if let policy = arguments.unknownKeys, policy.trimmedDescription.hasSuffix(".keep") {
            let fixIts = [FixIt.replace(policy, by: ExprSyntax(".ignore"), .ignoreUnknown)]
            context.diagnose(.keepsUnknown, at: policy, fixIts: fixIts)
            return nil
        }
        if let version = arguments.version, isEnum || !model.declares("migrate") {
            context.diagnose(isEnum ? .versionOfEnum : .versionWithoutSteps, at: version)
            return nil
        }
        if !arguments.hashable.isEmpty { context.diagnose(.hashableRecord, at: node) }
        let isNested = context.lexicalContext.first?.isProtocol((any DeclGroupSyntax).self) == true
        if isNested, let access = declaration.modifiers.first(.private) {
            let wider = access.with(\.name, .keyword(.fileprivate, trailingTrivia: access.name.trailingTrivia))
            context.diagnose(.privateRecord, at: access, fixIts: [.replace(access, by: wider, .makeFileprivate)])
            return nil
        }
    }

    /// The argument for the policy on unknown keys, after a comma; empty if the attribute has none.
    var unknownKeys: String { arguments.unknownKeys.map { ", unknownKeys: \($0.trimmedDescription)" } ?? "" }

    /// The argument for the names of classes that the type represents, after a comma; empty if the attribute has
    /// none.
    var classNames: String {
        let names = (arguments.name.map { [$0] } ?? []) + arguments.aliases
        return names.isEmpty ? "" : ", classNames: [\(names.map(\.quoted).joined(separator: ", "))]"
    }

    /// The static member that describes the type.
    ///
    /// - Parameter arguments: The source after `ModelType(`.
    func description(_ arguments: String, access: String) -> String {
        let made = "ModelCore.ModelType(\(arguments)"
        // A generic context can't have static storage: for it, the core keeps a table.
        return access
            + (model.isGeneric
                ? """
                static var modelType: ModelCore.ModelType? {
                    ModelCore.ModelType.once(for: Self.self) { \(made) }
                }
                """ : "static let modelType: ModelCore.ModelType? = \(made)")
    }
}

extension EnumDeclSyntax {
    /// True if the enum declares a raw type or raw values.
    var hasRawValues: Bool {
        let integers = ["Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64"]
        let types = Set(integers + ["String", "Character", "Float", "Double"])
        if let first = inheritanceClause?.inheritedTypes.first, types.contains(first.type.trimmedDescription) {
            return true
        }
        return memberBlock.members.contains {
            $0.decl.as(EnumCaseDeclSyntax.self)?.elements.contains { $0.rawValue != nil } ?? false
        }
    }

    /// The fix-it that replaces the attribute with a conformance to `ModelValue`. It only removes the attribute if the
    /// enum has the conformance already.
    func conformingToModelValue(without node: AttributeSyntax) -> [FixIt] {
        guard let attribute = attributes.first(named: "Model") else { return [] }
        let removal = FixIt.remove(attribute, .conformToModelValue)
        let inherited = inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
        guard !inherited.contains("ModelValue"), let last = inheritanceClause?.inheritedTypes.lastToken(viewMode: .all)
        else { return [removal] }
        let insertion = FixIt.insert(", ModelValue", after: last, .conformToModelValue)
        return [FixIt(message: MacroMessage.conformToModelValue, changes: removal.changes + insertion.changes)]
    }
}

extension String {
    /// The text with each line, except empty ones, indented by four more spaces.
    var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.isEmpty ? "" : "    " + line
        }.joined(separator: "\n")
    }
}
