import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension MacroExpansionContext {
    /// Shows a message at a node.
    func diagnose(_ message: MacroMessage, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
        diagnose(Diagnostic(node: Syntax(node), message: message, fixIts: fixIts))
    }
}
