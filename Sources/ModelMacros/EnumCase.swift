import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A case of an enum that is saved.
struct EnumCase: KeyedMember {
    let identifier: TokenSyntax
    let keys: [KeyAttribute]
    let locating: String?
    /// True for the case that represents all cases that the type doesn't know.
    let isUnknown: Bool
    let values: [Value]
    /// The key of a case is never a key path, so its type doesn't matter.
    var singleType: String? { nil }

    /// An associated value of the case.
    struct Value {
        let label: TokenSyntax?
        let type: TypeSyntax
        let shape: TypeShape
        let initial: ExprSyntax?
        let locating: String?
    }

    /// The encoded form of the case's values: a dictionary with the labels as keys (nil) if at least one value has a
    /// label. Otherwise the only value itself, or a list.
    var form: String? {
        if values.contains(where: { $0.label != nil }) { return nil }
        return values.count == 1 ? "value" : "list"
    }
}

/// Finds the cases of an enum, and diagnoses those that can't be saved.
struct CaseReader {
    private let context: any MacroExpansionContext
    private let lines: SourceLines

    init(_ declaration: EnumDeclSyntax, in context: some MacroExpansionContext) {
        self.context = context
        lines = SourceLines(declaration, in: context)
    }

    func cases(in members: MemberBlockItemListSyntax) -> [MemberTree<EnumCase>] {
        let found = MemberTree.all(in: members) { declaration in
            declaration.as(EnumCaseDeclSyntax.self).map(cases(of:)) ?? []
        }
        let unknown = found.flatMap(\.members).filter(\.isUnknown)
        for second in unknown.dropFirst() { context.diagnose(.unknownTwice, at: second.identifier) }
        return found
    }

    private func cases(of declaration: EnumCaseDeclSyntax) -> [EnumCase] {
        let isUnknown = declaration.attributes.first(named: "Unknown") != nil
        // An array, because the elements of a filtered syntax collection have lost their location in the source.
        return Array(declaration.elements).map { element in
            context.requireUsable(element.name)
            return EnumCase(
                identifier: element.name,
                keys: declaration.attributes.all.filter { $0.names("Key") }.map(KeyAttribute.init),
                locating: lines.locating(element.name), isUnknown: isUnknown,
                values: element.parameterClause?.parameters.map(value) ?? [])
        }
    }

    private func value(_ parameter: EnumCaseParameterSyntax) -> EnumCase.Value {
        let shape = TypeShape(parameter.type)
        if let unsaveable = shape.unsaveable {
            context.diagnose(.unsaveableValue(unsaveable), at: parameter.type)
        }
        let label = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0 }
        return EnumCase.Value(
            label: label, type: parameter.type.trimmed, shape: shape, initial: parameter.defaultValue?.value.trimmed,
            locating: parameter.type.firstToken(viewMode: .sourceAccurate).flatMap { lines.locating($0) })
    }
}

extension MemberTree {
    /// All members, including those in an `#if`.
    var members: [Member] {
        switch self {
        case .member(let member): [member]
        case .conditional(let clauses): clauses.flatMap { $0.contents.flatMap(\.members) }
        }
    }
}

/// `@Unknown`: adds no code. It tells `@Model` which case represents all cases that an enum doesn't know.
struct UnknownMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let attribute = declaration.inPlace(node)
        let removal = [FixIt.remove(attribute, .removeAttribute("Unknown"))]
        guard let cases = declaration.as(EnumCaseDeclSyntax.self) else {
            context.diagnose(.unknownNotCase, at: attribute, fixIts: removal)
            return []
        }
        var isRight = true
        for element in cases.elements {
            let values = element.parameterClause?.parameters.map(\.type.trimmedDescription) ?? []
            if !["", "ModelDocument", "ModelCore.ModelDocument"].contains(values.joined(separator: ",")) {
                context.diagnose(.unknownWithValues, at: element.parameterClause.map(Syntax.init) ?? Syntax(element))
                isRight = false
            }
        }
        if let key = cases.attributes.first(named: "Key") {
            context.diagnose(.keyOfUnknown, at: key, fixIts: [.remove(key, .removeKey)])
            isRight = false
        }
        if isRight { context.requireModel(for: attribute, "Unknown") }
        return []
    }
}
