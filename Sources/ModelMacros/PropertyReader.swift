import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Finds the properties of a class that are saved, and complains about those that can't be.
struct PropertyReader {
    let context: any MacroExpansionContext
    /// True where the class's `init()` may give optional properties a value that their declarations don't show.
    let initAssigns: Bool

    init(_ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
        self.context = context
        initAssigns = declaration.memberBlock.members.contains { $0.decl.mayAssignDefaults }
    }

    func properties(in members: MemberBlockItemListSyntax) -> [PropertyTree] {
        members.flatMap { member -> [PropertyTree] in
            if let variable = member.decl.as(VariableDeclSyntax.self) {
                return properties(of: variable).map { .property($0) }
            }
            guard let conditional = member.decl.as(IfConfigDeclSyntax.self) else { return [] }
            let clauses = conditional.clauses.map { clause in
                PropertyTree.Clause(head: clause.head, contents: clause.members.map(properties(in:)) ?? [])
            }
            return clauses.contains { !$0.contents.isEmpty } ? [.conditional(clauses)] : []
        }
    }

    private func properties(of variable: VariableDeclSyntax) -> [StoredProperty] {
        guard variable.isInstanceProperty, variable.attributes.first(named: "Transient") == nil else { return [] }
        let isKeyed = variable.attributes.first(named: "Key") != nil
        // An array: a filtered syntax collection has lost its place in the source.
        let stored = Array(variable.bindings).filter { $0.isStored || isKeyed }
        guard !stored.isEmpty, isSaveable(variable) else { return [] }
        return stored.compactMap { binding in
            guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
                if !binding.pattern.is(MissingPatternSyntax.self) {
                    refuse(binding.pattern, .tuplePattern, in: variable)
                }
                return nil
            }
            return property(pattern.identifier, binding, of: variable)
        }
    }

    private func property(
        _ identifier: TokenSyntax, _ binding: PatternBindingSyntax, of variable: VariableDeclSyntax
    ) -> StoredProperty? {
        let type = binding.writtenType
        let shape = type.map { TypeShape($0) }
        let form = FormAttribute.form(of: variable)
        if let type, let unsaveable = shape?.unsaveable, form == nil {
            refuse(type, .unsaveableType(unsaveable), in: variable)
            return nil
        }
        let isWeak = variable.modifiers.contains(.weak)
        let holdsAny = form == nil && (shape?.holdsAny ?? binding.initializer?.value.makesAny ?? false)
        return StoredProperty(
            identifier: identifier, kind: isWeak ? .weak : holdsAny ? .any : .ordinary,
            isConstant: variable.isConstant, mayDefaultToValue: mayDefaultToValue(shape, binding, of: variable),
            keys: variable.attributes.all.filter { $0.names("Key") }.map(KeyAttribute.init),
            form: form,
            inverse: RelationshipAttribute.inverse(of: variable),
            isRelationship: variable.attributes.first(named: "Relationship") != nil,
            locating: locating(identifier))
    }

    private func locating(_ identifier: TokenSyntax) -> String? {
        context.location(of: identifier, at: .afterLeadingTrivia, filePathMode: .filePath).map {
            "#sourceLocation(file: \($0.file), line: \($0.line))"
        }
    }

    /// Whether nil has to be written, because a missing key would leave something else.
    private func mayDefaultToValue(
        _ shape: TypeShape?, _ binding: PatternBindingSyntax, of variable: VariableDeclSyntax
    ) -> Bool {
        if variable.isConstant || variable.modifiers.contains(.weak) { return false }
        if let shape {
            guard shape.isOptional else { return false }
            return initAssigns || !binding.isStored || variable.attributes.all.contains(where: \.mayWrap)
                || !(binding.initializer?.value.isNil ?? true)
        }
        // Without a type, `= URL(string: "…")` may be an optional as well as not.
        return !(binding.initializer?.value.isPlainlyNotOptional ?? true)
    }

    private func isSaveable(_ variable: VariableDeclSyntax) -> Bool {
        if let lazy = variable.modifiers.first(.lazy) {
            refuse(lazy, .lazyProperty, in: variable)
        } else if let unowned = variable.modifiers.first(.unowned) {
            refuse(unowned, .unownedProperty, in: variable)
        } else {
            return true
        }
        return false
    }

    private func refuse(_ node: some SyntaxProtocol, _ message: MacroMessage, in variable: VariableDeclSyntax) {
        context.diagnose(
            message, at: node, fixIts: [.insert("@Transient ", before: variable, .insertTransient)])
    }
}

extension DeclSyntax {
    /// True for an `init()` with a body, and for `setUp()`: what runs before a file's values are set.
    fileprivate var mayAssignDefaults: Bool {
        if let initializer = self.as(InitializerDeclSyntax.self) {
            return initializer.signature.parameterClause.parameters.isEmpty
                && initializer.body?.statements.isEmpty == false
        }
        guard let function = self.as(FunctionDeclSyntax.self) else { return false }
        return function.name.text == "setUp" && function.modifiers.contains(.override)
    }
}

extension IfConfigClauseSyntax {
    fileprivate var head: String {
        [poundKeyword.text, condition?.trimmedDescription].compactMap { $0 }.joined(separator: " ")
    }

    fileprivate var members: MemberBlockItemListSyntax? {
        if case .decls(let members) = elements { members } else { nil }
    }
}
