import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Relationship`: adds an observer that updates the inverse when the property is set.
struct RelationshipMacro: AccessorMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard RelationshipAttribute.check(node, on: declaration, in: context),
            let variable = declaration.as(VariableDeclSyntax.self),
            let name = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier
        else { return [] }
        let key = StringLiteralExprSyntax(content: name.plainName)
        return ["didSet { updateInverse(of: \(key), from: oldValue, to: \(name.trimmed)) }"]
    }
}

/// The argument of `@Relationship`, and the checks of its use.
enum RelationshipAttribute {
    /// The inverse property, as a `RelationshipInverse`; nil if the attribute doesn't name it. A key path is in a
    /// separate statement, so that the compiler shows one error here for a property that doesn't exist.
    static func inverse(of variable: VariableDeclSyntax) -> String? {
        variable.attributes.first(named: "Relationship").flatMap(inverse).map {
            let text = $0.trimmedDescription
            return $0.is(StringLiteralExprSyntax.self)
                ? ".property(named: \(text))" : "{ let inverse = \(text); return .init(inverse) }()"
        }
    }

    private static func inverse(_ attribute: AttributeSyntax) -> ExprSyntax? {
        guard case .argumentList(let arguments) = attribute.arguments, let inverse = arguments.first?.expression,
            !inverse.isNil
        else { return nil }
        return inverse
    }

    /// Diagnoses an attribute that can't be used.
    ///
    /// - Returns: True if the property can have an observer.
    static func check(
        _ node: AttributeSyntax, on declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) -> Bool {
        let attribute = declaration.inPlace(node)
        let removal = [FixIt.remove(attribute, .removeAttribute("Relationship"))]
        func refuse(_ message: MacroMessage, at place: some SyntaxProtocol, fixIts: [FixIt]) -> Bool {
            context.diagnose(message, at: place, fixIts: fixIts)
            return false
        }
        guard let variable = declaration.as(VariableDeclSyntax.self), variable.isInstanceProperty,
            let binding = variable.bindings.first
        else { return refuse(.relationshipNotStored, at: attribute, fixIts: removal) }
        if context.lexicalContext.first?.is(StructDeclSyntax.self) == true {
            return refuse(.relationshipOfStruct, at: attribute, fixIts: removal)
        }
        // No fix-it: for a property with a getter, a macro gets a copy, which has other locations.
        guard binding.isStored else { return refuse(.relationshipNotStored, at: attribute, fixIts: []) }
        if variable.isConstant { return refuse(.relationshipConstant, at: attribute, fixIts: removal) }
        if let transient = variable.attributes.first(named: "Transient") {
            return refuse(
                .relationshipTransient, at: attribute, fixIts: [.remove(transient, .removeTransient)] + removal)
        }
        if let form = variable.attributes.all.first(where: { $0.names("Transform") || $0.names("Lenient") }) {
            let name = form.names("Lenient") ? "Lenient" : "Transform"
            return refuse(.relationshipInForm, at: form, fixIts: [.remove(form, .removeAttribute(name))])
        }
        if let observers = binding.accessorBlock { return refuse(.relationshipObserved, at: observers, fixIts: []) }
        if let inverse = inverse(attribute), !inverse.namesProperty {
            return refuse(.inverseNotProperty, at: inverse, fixIts: [])
        }
        if let (type, place) = binding.typeWithoutModels {
            return refuse(.relationshipToNoModel(type), at: place, fixIts: removal)
        }
        return true
    }
}

extension PatternBindingSyntax {
    /// The type of a property that certainly holds no models, or holds them in a dictionary or a set, and the node
    /// that shows this. Nil for any other property.
    fileprivate var typeWithoutModels: (String, Syntax)? {
        if let type = writtenType {
            let text = type.trimmedDescription
            let isKeyed = type.is(DictionaryTypeSyntax.self) || text.hasPrefix("Set<") || text.hasPrefix("Dictionary<")
            let element = text.filter { !"[]?!".contains($0) }
            return isKeyed || TypeShape.singleTypes.contains(element) || element == "Any" ? (text, Syntax(type)) : nil
        }
        guard let value = initializer?.value, let type = value.literalType else { return nil }
        return (type, Syntax(value))
    }
}

extension ExprSyntax {
    /// True for `\Type.property`, and for a string literal that isn't empty.
    fileprivate var namesProperty: Bool {
        if let text = self.as(StringLiteralExprSyntax.self) { return text.representedLiteralValue?.isEmpty == false }
        guard let path = self.as(KeyPathExprSyntax.self), path.root != nil, path.components.count == 1 else {
            return false
        }
        return path.components.first?.component.is(KeyPathPropertyComponentSyntax.self) == true
    }
}
