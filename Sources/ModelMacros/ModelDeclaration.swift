import SwiftSyntax
import SwiftSyntaxMacros

/// What `@Model` has to know of the declaration that it is attached to.
struct ModelDeclaration {
    /// The name as the declaration itself writes it.
    let identifier: String
    /// The name in files where none was given.
    let codedName: String
    /// True where the class, or a declaration around it, has generic parameters.
    let isGeneric: Bool
    /// `public ` or `open ` where overrides must say it.
    let access: String
    /// True where there is a superclass with properties of its own.
    let hasModelSuperclass: Bool
    /// True where the class is to be given a dictionary instead of a decoder.
    let setsWithDictionary: Bool
    /// True where the class reads from a decoder itself.
    let setsWithDecoder: Bool
    /// True where the class may put another instance in the place of one that was read.
    let awakes: Bool
    /// True where the keys that the class writes aren't those of its stored properties.
    let encodesItself: Bool
    /// True where nothing can override a property.
    let isFinal: Bool
    /// True where no attribute may change how properties are kept.
    let hasPlainStorage: Bool
    /// The members that the class writes itself.
    private let memberNames: Set<String>

    init(
        _ declaration: some DeclGroupSyntax & NamedDeclSyntax & WithGenericParametersSyntax,
        in context: some MacroExpansionContext
    ) {
        let scope = LexicalScope(context)
        identifier = declaration.name.text
        codedName = (scope.typeNames + [declaration.name.plainName]).joined(separator: ".")
        isGeneric = scope.isGeneric || declaration.genericParameterClause != nil
        access = Self.access(declaration, in: scope)
        let superclass = declaration.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
        hasModelSuperclass = superclass != "BaseModel" && superclass != "ModelCore.BaseModel"
        let members = declaration.memberBlock.members.map(\.decl)
        let functions = declaration.memberBlock.members.withConditional.compactMap { $0.as(FunctionDeclSyntax.self) }
        setsWithDictionary = functions.contains { $0.sets(with: ["[String:Any]", "Dictionary<String,Any>"]) }
        setsWithDecoder = functions.contains { $0.sets(with: ["ModelDecoder", "ModelCore.ModelDecoder"]) }
        awakes = functions.contains { $0.name.text == "awakeAfterDecoding" && $0.modifiers.contains(.override) }
        isFinal = declaration.modifiers.contains(.final)
        hasPlainStorage = declaration.attributes.allSatisfy(\.leavesStorage)
        memberNames = Set(members.flatMap(\.declaredNames))
        encodesItself =
            functions.contains(where: \.encodesWithEncoder)
            || memberNames.contains("encodeProperties") || memberNames.contains("modelProperties")
    }

    /// True where the class writes the member itself, so that the macro must not.
    func declares(_ member: String) -> Bool {
        memberNames.contains(member)
    }

    private static func access(_ declaration: some DeclGroupSyntax, in scope: LexicalScope) -> String {
        let own = declaration.modifiers.first { $0.detail == nil && $0.name.isAccess }
        switch (own ?? scope.defaultAccess)?.name.tokenKind {
        // What is only public can't be overridden in another module.
        case .keyword(.open): return "open "
        case .keyword(.public): return "public "
        case .keyword(.package): return "package "
        default: return ""
        }
    }
}

extension TokenSyntax {
    fileprivate var isAccess: Bool {
        let narrow: [TokenKind] = [.keyword(.internal), .keyword(.fileprivate), .keyword(.private)]
        return isWideAccess || narrow.contains(tokenKind)
    }
}

extension MemberBlockItemListSyntax {
    /// All members, also those under an `#if`, whose conditions a macro can't know.
    fileprivate var withConditional: [DeclSyntax] {
        flatMap { member -> [DeclSyntax] in
            guard let conditional = member.decl.as(IfConfigDeclSyntax.self) else { return [member.decl] }
            return conditional.clauses.flatMap { clause -> [DeclSyntax] in
                guard case .decls(let members)? = clause.elements else { return [] }
                return members.withConditional
            }
        }
    }
}

extension DeclSyntax {
    fileprivate var declaredNames: [String] {
        // A property of an instance may have any of these names.
        if let function = self.as(FunctionDeclSyntax.self) {
            return function.modifiers.contains(.override, .static) ? [function.name.text] : []
        }
        guard let variable = self.as(VariableDeclSyntax.self), variable.modifiers.contains(.override) else { return [] }
        return variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text }
    }
}

extension FunctionDeclSyntax {
    /// `override func set(with …)` for a value of one of these types, written without spaces.
    fileprivate func sets(with types: [String]) -> Bool {
        guard name.text == "set", modifiers.contains(.override), signature.parameterClause.parameters.count == 1,
            let parameter = signature.parameterClause.parameters.first, parameter.firstName.text == "with"
        else { return false }
        return types.contains(parameter.type.trimmedDescription.filter { !$0.isWhitespace })
    }

    /// `override func encode(with …: ModelEncoder)`.
    fileprivate var encodesWithEncoder: Bool {
        let parameters = signature.parameterClause.parameters
        return name.text == "encode" && modifiers.contains(.override) && parameters.count == 1
            && parameters.first?.firstName.text == "with"
    }
}
