import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// An error or a warning of a macro, or the title of a fix-it.
struct MacroMessage: DiagnosticMessage, FixItMessage {
    let message: String
    let severity: DiagnosticSeverity
    private let id: String

    /// - Parameters:
    ///   - id: A name that stays the same while the wording changes.
    ///   - message: The sentence that is shown, without a full stop.
    init(_ id: String, _ message: String, severity: DiagnosticSeverity = .error) {
        self.id = id
        self.message = message
        self.severity = severity
    }

    var diagnosticID: MessageID { MessageID(domain: "ModelMacros", id: id) }
    var fixItID: MessageID { diagnosticID }
}

extension MacroExpansionContext {
    /// Shows a message at a node.
    func diagnose(_ message: MacroMessage, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
        diagnose(Diagnostic(node: Syntax(node), message: message, fixIts: fixIts))
    }
}
