import SwiftDiagnostics
import SwiftSyntax

// Edits that change as little of the source as possible: a fix-it that replaces a declaration would show all of it.

extension FixIt {
    /// Puts `text` before a node.
    static func insert(_ text: String, before node: some SyntaxProtocol, _ message: MacroMessage) -> FixIt {
        guard let token = node.firstToken(viewMode: .sourceAccurate) else {
            return FixIt(message: message, changes: [])
        }
        return rewrite(token, as: text + token.text, message)
    }

    /// Puts `text` right after a token, before the space that follows it.
    static func insert(_ text: String, after token: TokenSyntax, _ message: MacroMessage) -> FixIt {
        rewrite(token, as: token.text + text, message)
    }

    /// Removes a node and the space after it. If the node is the last one on its line, the white space before it is
    /// removed, too.
    static func remove(_ node: some SyntaxProtocol, _ message: MacroMessage) -> FixIt {
        var leading = node.leadingTrivia.pieces
        let next = node.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
        if next?.leadingTrivia.contains(where: \.isNewline) ?? false {
            while leading.last?.isWhitespace ?? false { leading.removeLast() }
        }
        return replace(
            node, by: TokenSyntax(.unknown(""), leadingTrivia: Trivia(pieces: leading), presence: .present), message)
    }

    private static func rewrite(_ token: TokenSyntax, as text: String, _ message: MacroMessage) -> FixIt {
        replace(
            token,
            by: TokenSyntax(
                .unknown(text), leadingTrivia: token.leadingTrivia, trailingTrivia: token.trailingTrivia,
                presence: .present),
            message)
    }

    /// Replaces a node with another one.
    static func replace(_ old: some SyntaxProtocol, by new: some SyntaxProtocol, _ message: MacroMessage) -> FixIt {
        FixIt(message: message, changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
    }
}
