import SwiftSyntax

extension AttributeListSyntax {
    /// The attribute of that name, with or without the module before it.
    func first(named name: String) -> AttributeSyntax? {
        all.first { $0.names(name) }
    }

    /// All attributes, those under `#if` left aside.
    var all: [AttributeSyntax] {
        compactMap { $0.as(AttributeSyntax.self) }
    }
}

extension DeclSyntaxProtocol {
    /// All attributes of the declaration, those under `#if` left aside.
    var allAttributes: [AttributeSyntax] { asProtocol((any WithAttributesSyntax).self)?.attributes.all ?? [] }

    /// An attribute of the declaration in its place, where a fix-it needs it: the node of an expansion stands alone.
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

    /// False for our own, and for those of the language, that leave a property's value and its default alone.
    var mayWrap: Bool { !Self.plain.contains { names($0) } }

    private static let plain = [
        "available", "objc", "nonobjc", "MainActor", "IBOutlet", "IBInspectable", "GKInspectable", "usableFromInline",
        "preconcurrency", "exclusivity", "Swift.MainActor", "_spi", "unsafe", "safe",
        "Key", "Transform", "Lenient", "Relationship", "Transient",
    ]
}

extension AttributeListSyntax.Element {
    /// True for an attribute that is known to leave it to the instance to keep a property's value, or that of a class's
    /// properties, and to call nothing when it changes.
    var leavesStorage: Bool {
        guard let attribute = self.as(AttributeSyntax.self) else { return false }
        return ["Key", "Model", "available"].contains { attribute.names($0) }
    }
}

extension DeclModifierListSyntax {
    /// The modifier with that keyword.
    func first(_ keyword: Keyword) -> DeclModifierSyntax? {
        first { $0.name.tokenKind == .keyword(keyword) }
    }

    /// True where one of the keywords stands in the list.
    func contains(_ keywords: Keyword...) -> Bool {
        keywords.contains { first($0) != nil }
    }
}
