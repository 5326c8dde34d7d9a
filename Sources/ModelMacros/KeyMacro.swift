import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Key`: adds no code. It tells `@Model` the key or key path of a property in files.
struct KeyMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        if context.isCopied(node) { return [] }
        let attribute = declaration.inPlace(node)
        let removal = [FixIt.remove(attribute, .removeKey)]
        var isRight = checkLiterals(of: attribute, in: context)
        func refuse(_ message: MacroMessage, fixIts: [FixIt] = []) {
            context.diagnose(message, at: attribute, fixIts: fixIts + removal)
            isRight = false
        }
        if declaration.is(EnumCaseDeclSyntax.self) {
            if KeyAttribute(attribute).hasPath { refuse(.pathOfCase) }
        } else if let variable = declaration.as(VariableDeclSyntax.self), variable.isInstanceProperty {
            if let transient = variable.attributes.first(named: "Transient") {
                refuse(.keyOfTransient, fixIts: [.remove(transient, .removeTransient)])
            } else if let computed = variable.bindings.first(where: { !$0.isStored }), !computed.isSettable {
                refuse(.keyNotSettable)
            }
        } else {
            refuse(.keyNotProperty)
        }
        if isRight, let other = KeyAttribute.other(of: declaration, beside: attribute) {
            refuse(.secondKey(other.written, forAll: other.formats.isEmpty))
        }
        if isRight { context.requireModel(for: attribute, "Key") }
        return []
    }

    /// Diagnoses keys and key paths that are wrong. Returns false if there are any.
    private static func checkLiterals(of attribute: AttributeSyntax, in context: some MacroExpansionContext) -> Bool {
        let wrong = KeyAttribute(attribute).literals.compactMap { key in key.mistake.map { (key.node, $0) } }
        for (node, message) in wrong { context.diagnose(message, at: node) }
        return wrong.isEmpty
    }
}

/// The arguments of a `@Key`.
struct KeyAttribute {
    let attribute: AttributeSyntax

    init(_ attribute: AttributeSyntax) { self.attribute = attribute }

    private var arguments: LabeledExprListSyntax? {
        if case .argumentList(let arguments) = attribute.arguments { arguments } else { nil }
    }

    /// The source of an expression that makes the same `PropertyKey` at run time; nil if the attribute has no
    /// arguments.
    var source: String? {
        guard let arguments, !arguments.isEmpty else { return nil }
        return "ModelCore.PropertyKey(\(arguments.trimmedDescription))"
    }

    var hasPath: Bool { arguments?.contains { $0.label?.text == "path" } ?? false }

    /// A key or a key path, and the formats for which it holds, as source; empty for all formats.
    struct Place: Hashable {
        let text: String
        let isPath: Bool
        let formats: String

        /// A key for all formats.
        init(name: String) { (text, isPath, formats) = (name, false, "") }

        /// The keys from the object to the value.
        var keys: [String] {
            guard isPath else { return [text] }
            return text.matches(of: #/([^.\[\]"\n]+)|\["((?:\\.|[^"\\])*)"\]/#).map { match in
                match.output.1.map(String.init)
                    ?? String(match.output.2 ?? "").replacing(#/\\(.)/#) { $0.output.1 }
            }
        }

        init(_ literal: Literal, formats: String) {
            text = literal.text
            isPath = literal.isPath && literal.text.contains { ".[".contains($0) }
            self.formats = formats
        }
    }

    /// The key or key path of the property; nil if the attribute has none, or none that is a literal.
    var place: Place? {
        guard let first = literals.first, first.isPrimary else { return nil }
        let formats = arguments?.first { $0.label?.text == "for" }?.expression.trimmedDescription
        return Place(first, formats: formats ?? "")
    }

    /// The formats for which the key or key path holds, as source; empty for all. Nil if the attribute has none.
    private var formats: String? {
        guard let arguments, arguments.contains(where: { ($0.label?.text ?? "path") == "path" && !$0.expression.isNil })
        else { return nil }
        return arguments.first { $0.label?.text == "for" }?.expression.trimmedDescription ?? ""
    }

    /// An earlier attribute that gives the same member a key for the same formats. Files would then contain the value
    /// under two keys. Nil if there is no such attribute.
    static func other(
        of declaration: some DeclSyntaxProtocol, beside attribute: AttributeSyntax
    ) -> (written: String, formats: String)? {
        guard let formats = KeyAttribute(attribute).formats else { return nil }
        let before = declaration.allAttributes.prefix { $0.position != attribute.position }
        let other = before.first { $0.names("Key") && KeyAttribute($0).formats == formats }
        return other.map { ($0.trimmedDescription, formats) }
    }

    struct Literal {
        let node: ExprSyntax
        let text: String
        let isPath: Bool
        /// False for an alias.
        let isPrimary: Bool

        /// The error about the literal; nil if it is valid.
        var mistake: MacroMessage? {
            if text.isEmpty { return .keyEmpty }
            if isPath, !KeyAttribute.isPath(text) { return .notAPath(text) }
            if leads(through: "$version") { return .keyOfVersion }
            return leads(through: "$class") ? .keyOfClass : nil
        }

        /// True if the literal is the given key, or a key path that begins with it.
        private func leads(through key: String) -> Bool {
            if text == key { return true }
            return isPath && ["\(key).", "\(key)[", "[\"\(key)\"]"].contains { text.hasPrefix($0) }
        }
    }

    /// All keys and key paths that are literals, including the aliases.
    var literals: [Literal] {
        guard let arguments else { return [] }
        return arguments.flatMap { argument -> [Literal] in
            let isPrimary = argument.label == nil || argument.label?.text == "path"
            guard isPrimary || argument.label?.text == "aliases" else { return [] }
            let expressions =
                argument.expression.as(ArrayExprSyntax.self)?.elements.map(\.expression)
                ?? [argument.expression]
            return expressions.compactMap { expression in
                expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue.map {
                    Literal(node: expression, text: $0, isPath: hasPath, isPrimary: isPrimary)
                }
            }
        }
    }

    /// True for a key path: keys with dots between them. A key that contains dots or brackets is written in brackets
    /// and quotes.
    static func isPath(_ text: String) -> Bool {
        let path = #/([^.\[\]"\n]+|\["(\\.|[^"\\])*"\])(\.[^.\[\]"\n]+|\["(\\.|[^"\\])*"\])*/#
        return text.wholeMatch(of: path) != nil
    }
}

extension PatternBindingSyntax {
    /// True for a computed property that can be set.
    fileprivate var isSettable: Bool {
        guard case .accessors(let accessors)? = accessorBlock?.accessors else { return false }
        return accessors.contains {
            [.keyword(.set), .keyword(._modify)].contains($0.accessorSpecifier.tokenKind)
        }
    }
}
