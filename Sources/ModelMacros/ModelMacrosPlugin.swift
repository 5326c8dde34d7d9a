import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct ModelMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        ModelMacro.self, TransientMacro.self, KeyMacro.self, FormMacro.self, RelationshipMacro.self,
        FormatPluginMacro.self, UnknownMacro.self,
    ]
}
