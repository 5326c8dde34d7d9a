import SwiftSyntax

extension AttributeListSyntax {
    /// The first attribute of that name, with or without the module before it.
    func first(named name: String) -> AttributeSyntax? {
        all.first { $0.names(name) }
    }

    /// All attributes except those in an `#if`.
    var all: [AttributeSyntax] {
        compactMap { $0.as(AttributeSyntax.self) }
    }
}

extension DeclSyntaxProtocol {
    /// All attributes of the declaration except those in an `#if`.
    var allAttributes: [AttributeSyntax] { asProtocol((any WithAttributesSyntax).self)?.attributes.all ?? [] }

    /// The attribute as a part of the declaration, as fix-its need it: the node that an expansion gets is detached.
    func inPlace(_ node: AttributeSyntax) -> AttributeSyntax {
        allAttributes.first { $0.trimmedDescription == node.trimmedDescription } ?? node
    }
}

extension AttributeSyntax {
    /// True for `@name` and `@ModelCore.name`.
    func names(_ name: String) -> Bool {
        let written = attributeName.trimmedDescription
        return written == name || written == "ModelCore.\(name)"
    }

    /// The argument with a label; nil if there is none.
    func argument(_ label: String) -> ExprSyntax? {
        guard case .argumentList(let arguments) = arguments else { return nil }
        return arguments.first { $0.label?.text == label }?.expression
    }

    /// True if the attribute may be a property wrapper. False for the attributes of this library, and for the
    /// attributes of the language that don't change a property's value or default.
    var mayWrap: Bool { !Self.plain.contains { names($0) } }

    private static let plain = ofLanguage + ["Key", "Transform", "Lenient", "Default", "Relationship", "Transient"]

    /// The attributes of the language for properties and classes. None of them changes how a property is stored.
    fileprivate static let ofLanguage = [
        "available", "objc", "nonobjc", "MainActor", "IBOutlet", "IBInspectable", "GKInspectable", "usableFromInline",
        "preconcurrency", "exclusivity", "Swift.MainActor", "_spi", "unsafe", "safe",
        "dynamicMemberLookup", "dynamicCallable", "objcMembers", "propertyWrapper", "resultBuilder",
    ]
}

extension AttributeListSyntax.Element {
    /// True for an attribute of a property or a class that is known not to change the storage of properties: the
    /// instance stores their values, and nothing is called when they change.
    var leavesStorage: Bool {
        guard let attribute = self.as(AttributeSyntax.self) else { return false }
        return (AttributeSyntax.ofLanguage + ["Key", "Transform", "Lenient", "Default", "Model"]).contains {
            attribute.names($0)
        }
    }
}

extension DeclModifierListSyntax {
    /// The modifier with that keyword.
    func first(_ keyword: Keyword) -> DeclModifierSyntax? {
        first { $0.name.tokenKind == .keyword(keyword) }
    }

    /// True if the list contains one of the keywords.
    func contains(_ keywords: Keyword...) -> Bool {
        keywords.contains { first($0) != nil }
    }
}
