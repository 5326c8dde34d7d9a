import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Key`: adds nothing, and tells `@Model` where files have a property.
struct KeyMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        // The node of an expansion stands alone; a fix-it needs the one in its place.
        let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes.all ?? []
        let attribute = attributes.first { $0.names("Key") && $0.trimmedDescription == node.trimmedDescription } ?? node
        let removal = [FixIt.remove(attribute, .removeKey)]
        if declaration.is(EnumCaseDeclSyntax.self) {
            if KeyAttribute(attribute).hasPath { context.diagnose(.pathOfCase, at: attribute, fixIts: removal) }
            checkLiterals(of: attribute, in: context)
            return []
        }
        guard let variable = declaration.as(VariableDeclSyntax.self), variable.isInstanceProperty else {
            context.diagnose(.keyNotProperty, at: attribute, fixIts: removal)
            return []
        }
        if let transient = attributes.first(where: { $0.names("Transient") }) {
            context.diagnose(.keyOfTransient, at: attribute, fixIts: [.remove(transient, .removeTransient)] + removal)
        } else if let computed = variable.bindings.first(where: { !$0.isStored }), !computed.isSettable {
            context.diagnose(.keyNotSettable, at: attribute, fixIts: removal)
        }
        checkLiterals(of: attribute, in: context)
        return []
    }

    private static func checkLiterals(of attribute: AttributeSyntax, in context: some MacroExpansionContext) {
        for key in KeyAttribute(attribute).literals {
            if key.text.isEmpty {
                context.diagnose(.keyEmpty, at: key.node)
            } else if key.isPath, !KeyAttribute.isPath(key.text) {
                context.diagnose(.notAPath(key.text), at: key.node)
            } else if key.isVersion {
                context.diagnose(.keyOfVersion, at: key.node)
            }
        }
    }
}

/// What one `@Key` says.
struct KeyAttribute {
    let attribute: AttributeSyntax

    init(_ attribute: AttributeSyntax) { self.attribute = attribute }

    private var arguments: LabeledExprListSyntax? {
        if case .argumentList(let arguments) = attribute.arguments { arguments } else { nil }
    }

    /// What makes the same at run time; nil where it has no arguments.
    var source: String? {
        guard let arguments, !arguments.isEmpty else { return nil }
        return "ModelCore.PropertyKey(\(arguments.trimmedDescription))"
    }

    var hasPath: Bool { arguments?.contains { $0.label?.text == "path" } ?? false }

    /// A key or a path, and the formats for which it holds.
    struct Place: Hashable {
        let text: String
        let isPath: Bool
        let formats: String

        /// The key alone, for all formats.
        init(name: String) { (text, isPath, formats) = (name, false, "") }

        init(_ literal: Literal, formats: String) {
            text = literal.text
            isPath = literal.isPath && literal.text.contains { ".[".contains($0) }
            self.formats = formats
        }
    }

    /// Where files have the property; nil where that isn't said, or in no literal.
    var place: Place? {
        guard let first = literals.first, first.isPrimary else { return nil }
        let formats = arguments?.first { $0.label?.text == "for" }?.expression.trimmedDescription
        return Place(first, formats: formats ?? "")
    }

    struct Literal {
        let node: ExprSyntax
        let text: String
        let isPath: Bool
        /// False for an alias.
        let isPrimary: Bool

        /// True where it is, or leads through, the key under which files have an object's version.
        var isVersion: Bool {
            guard isPath else { return text == "$version" }
            return text.prefixMatch(of: #/(\$version|\["\$version"\])([.\[]|$)/#) != nil
        }
    }

    /// All keys and paths that are literals.
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

    /// True for keys with dots between them, of which those with dots or brackets stand in brackets and quotes.
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
