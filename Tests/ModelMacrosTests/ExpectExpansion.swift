#if Macros
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import ModelMacros

/// Checks everything that the macros make of a source: the expanded text, the messages, and what the fix-its lead to.
func expectExpansion(
    _ source: String,
    _ expanded: String,
    diagnostics: [DiagnosticSpec] = [],
    fixed: String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) {
    assertMacroExpansion(
        source, expandedSource: expanded, diagnostics: diagnostics,
        macroSpecs: macroSpecs,
        fixedSource: fixed,
        failureHandler: { failure in
            let place = failure.location
            Issue.record(
                "\(failure.message)",
                sourceLocation: SourceLocation(
                    fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column))
        },
        fileID: fileID, filePath: filePath, line: line, column: column)
}

private let macroSpecs: [String: MacroSpec] = [
    "Model": MacroSpec(type: ModelMacro.self, conformances: ["ModelValue"]),
    "Transient": MacroSpec(type: TransientMacro.self),
    "Key": MacroSpec(type: KeyMacro.self),
    "Transform": MacroSpec(type: FormMacro.self),
    "Unknown": MacroSpec(type: UnknownMacro.self),
    "Lenient": MacroSpec(type: FormMacro.self),
    "Default": MacroSpec(type: FormMacro.self),
    "Relationship": MacroSpec(type: RelationshipMacro.self),
    "FormatPlugin": MacroSpec(type: FormatPluginMacro.self),
]

/// A source with what the macros make of it.
func expansion(of source: String) -> String { expand(source).text }

/// The arguments of the rows that @Model writes for the properties of a class, in their order.
func rows(of source: String) -> [String] {
    expansion(of: source).matches(of: #/properties\.append\(ModelCore\.ModelProperty\((.*)\)\)/#)
        .map { String($0.output.1) }
}

/// A source that was expanded, and the context in which that was done.
private func expand(
    _ source: String, file path: String = "test.swift"
) -> (text: String, context: BasicMacroExpansionContext) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(sourceFiles: [file: .init(moduleName: "Test", fullFilePath: path)])
    let expanded = file.expand(macroSpecs: macroSpecs) {
        BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
    }
    return (expanded.description, context)
}

/// What the macros have to say of a source: each message with its place, and its fix-its in brackets.
func diagnostics(of source: String, file: String = "test.swift") -> [String] {
    let context = expand(source, file: file).context
    return context.diagnostics.map { diagnostic in
        let place = context.location(of: diagnostic.node, at: .afterLeadingTrivia, filePathMode: .filePath)
        let (line, column) = (place?.line.trimmedDescription ?? "", place?.column.trimmedDescription ?? "")
        return (["\(line):\(column) \(diagnostic.message)"] + diagnostic.fixIts.map { "[\($0.message.message)]" })
            .joined(separator: " ")
    }
}

/// The lines that make a class known, indented as in a class at the top of a file.
func classMembers(_ type: String, name: String? = nil, overrides: String = "", access: String = "") -> String {
    """
        private static let __macro_local_10modelClassfMu_ = ModelCore.ModelClass(\(type).self, name: "\(name ?? type)", overrides: [\(overrides)])

        \(access)override class var modelClass: ModelCore.ModelClass { __macro_local_10modelClassfMu_ }
    """
}

/// The lines that register something when the program is loaded.
func registration(_ call: String, of module: String = "ModelCore") -> String {
    """
        #if objectFormat(MachO)
        @section("__DATA,__mod_init_func")
        #else
        @section(".init_array")
        #endif
        @used private static let __macro_local_8registerfMu_: @convention(c) () -> Void = {
            \(module).\(call)
        }
    """
}
#endif
