#if Macros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("Where @Model is wrong")
struct ModelDiagnosticTests {
    @Test("It belongs on a class, a struct or an enum", arguments: ["actor", "protocol", "extension"])
    func notAClass(_ keyword: String) {
        expectExpansion(
            "@Model \(keyword) Item {}",
            "\(keyword) Item {}",
            diagnostics: [
                DiagnosticSpec(
                    message: "@Model belongs on a class that inherits from BaseModel, a struct or an enum", line: 1,
                    column: 1)
            ])
    }

    @Test("The class must inherit", arguments: ["Item", "Item<Value>"])
    func noSuperclass(_ name: String) {
        expectExpansion(
            "@Model final class \(name) {}",
            "final class \(name) {}",
            diagnostics: [
                DiagnosticSpec(
                    message: "A class with @Model must inherit from BaseModel", line: 1, column: 20,
                    fixIts: [FixItSpec(message: "Inherit from BaseModel")])
            ],
            fixed: "@Model final class \(name): BaseModel {}")
    }

    @Test(
        "The name must be a literal that isn't empty",
        arguments: [
            ("\"\"", "A class's name in files can't be empty"),
            ("name", "A class's name in files must be a plain string literal, because it is registered before the program runs"),
            (
                "\"A\\(1)\"",
                "A class's name in files must be a plain string literal, because it is registered before the program runs"
            ),
        ])
    func name(_ argument: String, _ message: String) {
        expectExpansion(
            "@Model(\(argument)) class Item: BaseModel {}",
            "class Item: BaseModel {}",
            diagnostics: [DiagnosticSpec(message: message, line: 1, column: 8)])
        expectExpansion(
            "@Model(aliases: [\(argument)]) class Item: BaseModel {}",
            "class Item: BaseModel {}",
            diagnostics: [DiagnosticSpec(message: message, line: 1, column: 18)])
    }

    @Test("Aliases are written as an array")
    func aliases() {
        expectExpansion(
            "@Model(aliases: old) class Item: BaseModel {}",
            "class Item: BaseModel {}",
            diagnostics: [
                DiagnosticSpec(message: "The aliases must be written as an array of string literals", line: 1, column: 17)
            ])
    }

    @Test("No name is given twice")
    func repeatedAlias() {
        expectExpansion(
            #"@Model("A", aliases: ["B", "A", "B"]) class Item: BaseModel {}"#,
            "class Item: BaseModel {}",
            diagnostics: [
                DiagnosticSpec(
                    message: "The name \"A\" is given twice", line: 1, column: 28, fixIts: [FixItSpec(message: "Remove it")]),
                DiagnosticSpec(
                    message: "The name \"B\" is given twice", line: 1, column: 33, fixIts: [FixItSpec(message: "Remove it")]),
            ],
            fixed: #"@Model("A", aliases: ["B", ]) class Item: BaseModel {}"#)
    }

    @Test("A generic class has no use for a name")
    func genericName() {
        expectExpansion(
            #"@Model("A") class Item<Value>: BaseModel {}"#,
            "class Item<Value>: BaseModel {}",
            diagnostics: [
                DiagnosticSpec(
                    message: """
                        The name has no effect: a generic class isn't registered, because each of its specialisations is a class
                        """,
                    line: 1, column: 1, severity: .warning, fixIts: [FixItSpec(message: "Remove the arguments")])
            ],
            fixed: "@Model class Item<Value>: BaseModel {}")
    }
}
#endif
