import SwiftSyntax
import SwiftSyntaxMacros

/// The lines of a declaration in the file of the program. They are counted from the declaration's own, because the
/// context makes expressions of each location that it is asked for, which takes much longer.
struct SourceLines {
    private let converter: SourceLocationConverter
    /// The text of the file's path as a literal, and the number of lines before the declaration's tree; nil if the
    /// declaration's location isn't known.
    private let start: (file: String, lines: Int)?

    init(_ declaration: some SyntaxProtocol, in context: some MacroExpansionContext) {
        converter = SourceLocationConverter(fileName: "", tree: declaration.root)
        let place = context.location(of: declaration, at: .afterLeadingTrivia, filePathMode: .filePath)
        let line = place?.line.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue
        let own = converter.location(for: declaration.positionAfterSkippingLeadingTrivia).line
        start = place.flatMap { place in line.map { (place.file.description, $0 - own) } }
    }

    /// The directive that makes the compiler show errors at a token of the declaration; nil if its location isn't
    /// known.
    func locating(_ token: TokenSyntax) -> String? {
        guard let start else { return nil }
        let line = start.lines + converter.location(for: token.positionAfterSkippingLeadingTrivia).line
        return "#sourceLocation(file: \(start.file), line: \(line))"
    }
}
