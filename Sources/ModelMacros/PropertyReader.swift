import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Finds the properties of a class or a struct that are saved, and diagnoses those that can't be.
struct PropertyReader {
    let context: any MacroExpansionContext
    /// True if the class's `init()` or `setUp()` may give optional properties a value that their declarations don't
    /// show.
    let initAssigns: Bool
    /// True in a struct: a property that isn't read from files needs a default value.
    let isStruct: Bool
    /// True in a class without an initializer that sets properties: all its properties need default values.
    let needsDefaults: Bool
    /// The class's name; nil in a struct.
    private let className: String?
    private let lines: SourceLines

    init(_ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
        self.context = context
        lines = SourceLines(declaration, in: context)
        className = declaration.as(ClassDeclSyntax.self)?.name.plainName
        isStruct = declaration.is(StructDeclSyntax.self)
        needsDefaults = !isStruct && !declaration.memberBlock.members.contains { $0.decl.isDesignated }
        initAssigns = !isStruct && declaration.memberBlock.members.contains { $0.decl.mayAssignDefaults }
    }

    func properties(in members: MemberBlockItemListSyntax) -> [PropertyTree] {
        PropertyTree.all(in: members) { declaration in
            declaration.as(VariableDeclSyntax.self).map(properties(of:)) ?? []
        }
    }

    private func properties(of variable: VariableDeclSyntax) -> [StoredProperty] {
        guard variable.isInstanceProperty else { return [] }
        if let transient = variable.attributes.first(named: "Transient") {
            if isStruct { requireDefaults(of: variable, transient) }
            if needsDefaults { requireValues(of: variable) }
            return []
        }
        let isKeyed = variable.attributes.first(named: "Key") != nil
        // An array, because the elements of a filtered syntax collection have lost their location in the source.
        let stored = Array(variable.bindings).filter { $0.isStored || isKeyed }
        guard !stored.isEmpty, isSaveable(variable) else { return [] }
        if needsDefaults { requireValues(of: variable) }
        return stored.compactMap { binding in
            guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
                if !binding.pattern.is(MissingPatternSyntax.self) {
                    refuse(binding.pattern, .tuplePattern, in: variable)
                }
                return nil
            }
            context.requireUsable(pattern.identifier, in: className)
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
        if variable.isConstant, let value = binding.initializer?.value, value.mayVary {
            warn(identifier, ofConstant: variable)
        }
        let isWeak = variable.modifiers.contains(.weak)
        let holdsAny = form == nil && (shape?.holdsAny ?? binding.initializer?.value.makesAny ?? false)
        let isRelationship = variable.attributes.first(named: "Relationship") != nil
        let isOfFoundation = form == nil && !isRelationship && shape?.isOfFoundation ?? false
        return StoredProperty(
            identifier: identifier, kind: isWeak ? .weak : holdsAny ? .any : isOfFoundation ? .foundation : .ordinary,
            isConstant: variable.isConstant, mayDefaultToValue: mayDefaultToValue(shape, binding, of: variable),
            keys: variable.attributes.all.filter { $0.names("Key") }.map(KeyAttribute.init),
            form: form, defaults: FormAttribute.defaults(of: variable),
            inverse: RelationshipAttribute.inverse(of: variable),
            isRelationship: isRelationship,
            singleType: form == nil ? binding.singleType : nil, locating: lines.locating(identifier),
            hasDefault: hasDefault(shape, binding, of: variable),
            isPlain: !isWeak && !holdsAny && binding.accessorBlock == nil
                && variable.attributes.allSatisfy(\.leavesStorage),
            isAssignable: !variable.isConstant && !variable.isWrapped,
            isSetLate: !binding.isStored || (binding.initializer != nil && variable.isWrapped))
    }

    private func hasDefault(
        _ shape: TypeShape?, _ binding: PatternBindingSyntax, of variable: VariableDeclSyntax
    ) -> Bool {
        if binding.initializer != nil || !binding.isStored || variable.modifiers.contains(.weak) { return true }
        return !variable.isConstant && !variable.isWrapped && shape?.isOptional == true
    }

    /// Diagnoses `@Transient` properties of a struct that would have no value.
    private func requireDefaults(of variable: VariableDeclSyntax, _ transient: AttributeSyntax) {
        for binding in variable.bindings where binding.isStored {
            guard !hasDefault(binding.writtenType.map { TypeShape($0) }, binding, of: variable), !variable.isWrapped
            else { continue }
            context.diagnose(
                .transientWithoutDefault, at: binding.pattern, fixIts: [.remove(transient, .removeTransient)])
        }
    }

    /// Diagnoses properties without a default value, in a class without an initializer that sets properties.
    private func requireValues(of variable: VariableDeclSyntax) {
        for binding in variable.bindings where binding.isStored && !variable.isWrapped {
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
                let type = binding.writtenType, let last = type.lastToken(viewMode: .sourceAccurate),
                !hasDefault(TypeShape(type), binding, of: variable), !variable.modifiers.contains(.lazy)
            else { continue }
            let value = " = " + (type.plainValue ?? "<#value#>")
            context.diagnose(
                .withoutValue(name.text), at: name, fixIts: [.insert(value, after: last, .insertValue(value))])
        }
    }

    /// True if nil has to be written, because a missing key would leave another value in the property.
    private func mayDefaultToValue(
        _ shape: TypeShape?, _ binding: PatternBindingSyntax, of variable: VariableDeclSyntax
    ) -> Bool {
        if variable.isConstant || variable.modifiers.contains(.weak) { return false }
        if let shape {
            guard shape.isOptional else { return false }
            return initAssigns || !binding.isStored || variable.isWrapped
                || !(binding.initializer?.value.isNil ?? true)
        }
        // If no type is written, the value of `= URL(string: "…")` may be an optional or not.
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

    /// Warns of a constant that is written and never read back, because its value is different for each instance.
    private func warn(_ name: TokenSyntax, ofConstant variable: VariableDeclSyntax) {
        let keyword = variable.bindingSpecifier
        context.diagnose(
            .constantVaries(name.plainName), at: name,
            fixIts: [
                .replace(
                    keyword, by: keyword.with(\.tokenKind, .keyword(.var)), .makeVariable),
                .insert("@Transient ", before: variable, .insertTransient),
            ])
    }

    private func refuse(_ node: some SyntaxProtocol, _ message: MacroMessage, in variable: VariableDeclSyntax) {
        context.diagnose(
            message, at: node, fixIts: [.insert("@Transient ", before: variable, .insertTransient)])
    }
}

extension MacroExpansionContext {
    /// Diagnoses names that the generated code can't use: those of the module and of the class, and `Type`, the name of
    /// metatypes.
    func requireUsable(_ identifier: TokenSyntax, in className: String? = nil) {
        let name = identifier.plainName
        if ["ModelCore", "Type", className].contains(name) { diagnose(.unusableName(name), at: identifier) }
    }
}

extension DeclSyntax {
    /// True for an `init()` with a body, and for `setUp()`: both run before the values of a file are set.
    fileprivate var mayAssignDefaults: Bool {
        if let initializer = self.as(InitializerDeclSyntax.self) {
            return initializer.signature.parameterClause.parameters.isEmpty
                && initializer.body?.statements.isEmpty == false
        }
        guard let function = self.as(FunctionDeclSyntax.self) else { return false }
        return function.name.text == "setUp" && function.modifiers.contains(.override)
    }

    /// True for an initializer that sets properties itself, and for an `#if`, which may contain one.
    fileprivate var isDesignated: Bool {
        self.as(InitializerDeclSyntax.self).map { !$0.modifiers.contains(.convenience) }
            ?? self.is(IfConfigDeclSyntax.self)
    }
}

extension TypeSyntax {
    /// The value that most properties of the type begin with; nil if there is none.
    fileprivate var plainValue: String? {
        switch trimmedDescription {
        case "String": "\"\""
        case "Bool": "false"
        case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64": "0"
        case "Double", "Float", "CGFloat", "Decimal": "0"
        case "Date", "Data", "UUID", "URLComponents", "IndexSet": trimmedDescription + "()"
        default: self.is(ArrayTypeSyntax.self) ? "[]" : self.is(DictionaryTypeSyntax.self) ? "[:]" : nil
        }
    }
}

extension VariableDeclSyntax {
    /// True if a property wrapper may contain the value.
    fileprivate var isWrapped: Bool { attributes.all.contains(where: \.mayWrap) }
}
