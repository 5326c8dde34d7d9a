import SwiftSyntax
import SwiftSyntaxMacros

/// The facts about a declaration that `@Model` needs.
struct ModelDeclaration {
    /// The name as the declaration writes it.
    let identifier: String
    /// The name in files if the attribute has no name: the Swift name with the types around it, such as `Outer.Item`.
    let codedName: String
    /// True if the class, or a declaration around it, has generic parameters.
    let isGeneric: Bool
    /// The access level and a space, such as `public ` or `open `, if overrides must repeat it; otherwise empty.
    let access: String
    /// True if the class overrides `set(with:)` for a dictionary.
    let setsWithDictionary: Bool
    /// True if the class overrides `set(with:)` for a decoder.
    let setsWithDecoder: Bool
    /// True if the class overrides `awakeAfterDecoding()`, which may replace an instance that was read.
    let awakes: Bool
    /// True if the keys that the class writes may not be those of its stored properties: it declares `encode(with:)` or
    /// `modelProperties`.
    let encodesItself: Bool
    /// The names of the superclasses' properties that the class overrides, also in an `#if`. Nil if the class
    /// overrides no members of superclasses: the core finds this out without a list.
    let overriddenProperties: [String]?
    /// True if no attribute of the class may change how properties are stored.
    let hasPlainStorage: Bool
    /// The names of overridden functions and properties, and of static functions. Other members don't count.
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
        let members = declaration.memberBlock.members.map(\.decl)
        let functions = declaration.memberBlock.members.withConditional.compactMap { $0.as(FunctionDeclSyntax.self) }
        setsWithDictionary = functions.contains { $0.sets(with: ["[String:Any]", "Dictionary<String,Any>"]) }
        setsWithDecoder = functions.contains { $0.sets(with: ["ModelDecoder", "ModelCore.ModelDecoder"]) }
        awakes = functions.contains { $0.name.text == "awakeAfterDecoding" && $0.modifiers.contains(.override) }
        let overrides = declaration.memberBlock.members.withConditional.filter(\.overridesMember)
        overriddenProperties = overrides.isEmpty ? nil : overrides.flatMap(\.propertyNames)
        hasPlainStorage = declaration.attributes.allSatisfy(\.leavesStorage)
        memberNames = Set(members.flatMap(\.declaredNames))
        encodesItself = functions.contains(where: \.encodesWithEncoder) || memberNames.contains("modelProperties")
    }

    /// True if the type declares the member itself, so that the macro must not add it.
    func declares(_ member: String) -> Bool {
        memberNames.contains(member)
    }

    private static func access(_ declaration: some DeclGroupSyntax, in scope: LexicalScope) -> String {
        let own = declaration.modifiers.first { $0.detail == nil && $0.name.isAccess }
        switch (own ?? scope.defaultAccess)?.name.tokenKind {
        // A member that is only `public` can't be overridden in another module.
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
    /// True if a function of that name is among the members, also in an `#if`.
    func declareFunction(_ name: String) -> Bool {
        withConditional.contains { $0.as(FunctionDeclSyntax.self)?.name.text == name }
    }

    /// All members, including those in an `#if`, whose condition a macro can't know.
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
        // Only overrides and static functions count: a property of an instance may have the same name as another
        // member.
        if let function = self.as(FunctionDeclSyntax.self) {
            return function.modifiers.contains(.override, .static) ? [function.name.text] : []
        }
        guard let variable = self.as(VariableDeclSyntax.self), variable.modifiers.contains(.override) else { return [] }
        return variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text }
    }
}

extension DeclSyntax {
    /// The functions of `BaseModel`. The core finds their overrides.
    private static let functionsOfBaseModel = [
        "awakeAfterDecoding", "encode", "hash", "isEqual", "mergeValues", "save", "set", "setUp", "tearDown",
    ]

    /// True for an override of a member of instances, or of an initializer. False for the functions of `BaseModel`,
    /// whose overrides the core finds.
    fileprivate var overridesMember: Bool {
        if let function = self.as(FunctionDeclSyntax.self), Self.functionsOfBaseModel.contains(function.name.text) {
            return false
        }
        guard let modifiers = asProtocol((any WithModifiersSyntax).self)?.modifiers else { return false }
        return modifiers.contains(.override) && !modifiers.contains(.class, .static)
    }

    /// The names of the properties that the declaration declares.
    fileprivate var propertyNames: [String] {
        self.as(VariableDeclSyntax.self)?.bindings.compactMap {
            $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName
        } ?? []
    }
}

extension FunctionDeclSyntax {
    /// True for `override func set(with …)` if its parameter has one of these types, which are written without spaces.
    fileprivate func sets(with types: [String]) -> Bool {
        guard name.text == "set", modifiers.contains(.override), signature.parameterClause.parameters.count == 1,
            let parameter = signature.parameterClause.parameters.first, parameter.firstName.text == "with"
        else { return false }
        return types.contains(parameter.type.trimmedDescription.filter { !$0.isWhitespace })
    }

    /// True for `override func encode(with …)`. The type of the parameter isn't compared.
    fileprivate var encodesWithEncoder: Bool {
        let parameters = signature.parameterClause.parameters
        return name.text == "encode" && modifiers.contains(.override) && parameters.count == 1
            && parameters.first?.firstName.text == "with"
    }
}
