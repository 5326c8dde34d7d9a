import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Relationship`: has the inverse follow when the property is set.
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

/// What `@Relationship` says.
enum RelationshipAttribute {
    /// The property that leads back, as `RelationshipInverse.property` wants it; nil where it isn't said here.
    static func inverse(of variable: VariableDeclSyntax) -> String? {
        variable.attributes.first(named: "Relationship").flatMap(inverse).map {
            ($0.is(StringLiteralExprSyntax.self) ? "named: " : "") + $0.trimmedDescription
        }
    }

    private static func inverse(_ attribute: AttributeSyntax) -> ExprSyntax? {
        guard case .argumentList(let arguments) = attribute.arguments, let inverse = arguments.first?.expression,
            !inverse.isNil
        else { return nil }
        return inverse
    }

    private static let scalars: Set<String> = [
        "Bool", "Int", "Float", "Double", "String", "Data", "Date", "URL", "UUID", "Decimal", "Any",
    ]

    /// Says what is wrong with one.
    ///
    /// - Returns: True where the property can have an observer.
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
        // Without a fix-it: of a property with a getter, a macro is given a copy, with other places.
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
        if let type = binding.writtenType, scalars.contains(type.trimmedDescription.filter { !"[]?!".contains($0) }) {
            return refuse(.relationshipToNoModel(type.trimmedDescription), at: type, fixIts: removal)
        }
        return true
    }
}

extension ExprSyntax {
    /// `\Type.property`, or a plain text.
    fileprivate var namesProperty: Bool {
        if let text = self.as(StringLiteralExprSyntax.self) { return text.representedLiteralValue?.isEmpty == false }
        guard let path = self.as(KeyPathExprSyntax.self), path.root != nil, path.components.count == 1 else {
            return false
        }
        return path.components.first?.component.is(KeyPathPropertyComponentSyntax.self) == true
    }
}
