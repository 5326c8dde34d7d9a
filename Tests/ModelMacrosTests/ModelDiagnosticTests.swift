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

    @Test("A class of another kind is one error", arguments: ["NSObject", "Foundation.NSObject", "UIView"])
    func otherSuperclass(_ name: String) {
        expectExpansion(
            "@Model final class Item: \(name), Codable {}",
            "final class Item: \(name), Codable {}",
            diagnostics: [
                DiagnosticSpec(
                    message: "A class with @Model must inherit from BaseModel, and \(name) doesn't", line: 1, column: 26,
                    fixIts: [FixItSpec(message: "Inherit from BaseModel instead")])
            ],
            fixed: "@Model final class Item: BaseModel, Codable {}")
    }

    @Test("Protocols are no superclass", arguments: ["Codable", "Sendable, Hashable"])
    func protocols(_ names: String) {
        expectExpansion(
            "@Model final class Item: \(names) {}",
            "final class Item: \(names) {}",
            diagnostics: [
                DiagnosticSpec(
                    message: "A class with @Model must inherit from BaseModel", line: 1, column: 26,
                    fixIts: [FixItSpec(message: "Inherit from BaseModel")])
            ],
            fixed: "@Model final class Item: BaseModel, \(names) {}")
    }

    @Test("The class is no actor's")
    func mainActor() {
        expectExpansion(
            "@MainActor @Model final class Item: BaseModel {}",
            "@MainActor final class Item: BaseModel {}",
            diagnostics: [
                DiagnosticSpec(
                    message: "A model may be read and written on any thread, so its class can't be the main actor's", line: 1,
                    column: 1, fixIts: [FixItSpec(message: "Remove '@MainActor'")])
            ],
            fixed: "@Model final class Item: BaseModel {}")
    }

    @Test("Names for equality are those of properties, if only BaseModel is above the class")
    func hashable() {
        func said(_ names: String, _ head: String = "class Item: BaseModel") -> [String] {
            diagnostics(of: "@Model(hashable: [\(names)]) \(head) {\n    var isbn = 1\n    #if X\n    var size = 1\n    #endif\n}")
        }
        #expect(said("\"isbn\", \"size\"") == [])
        #expect(said("\"isnb\"") == ["1:19 Item declares no property 'isnb'. Is it 'isbn'?"])
        #expect(said("\"isbn\", \"x\"") == ["1:27 Item declares no property 'x': declare it in the class itself"])
        #expect(said("\"x\"", "class Item: Other") == [])
    }

    @Test(
        "A property has a value, unless an initializer gives it one",
        arguments: [
            ("String", " = \"\""), ("Int", " = 0"), ("[Shape]", " = []"), ("[String: Int]", " = [:]"), ("Bool", " = false"),
            ("Date", " = Date()"), ("Place", " = <#value#>"),
        ])
    func withoutValue(_ type: String, _ value: String) {
        func said(_ property: String, _ rest: String = "") -> [String] {
            diagnostics(of: "@Model class Item: BaseModel {\n    \(property)\(rest)\n}")
        }
        let message = "Give name a value: it stands where a file has none [Insert '\(value)']"
        #expect(said("var name: \(type)") == ["2:9 " + message])
        #expect(said("@Transient let name: \(type)") == ["2:20 " + message])
        for other in ["var name: \(type)?", "@Wrapped var name: \(type)", "weak var name: \(type)?", "static let name: \(type)"] {
            #expect(said(other) == [])
        }
        #expect(said("let name: \(type)", "\n    required init() {}") == [])
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
