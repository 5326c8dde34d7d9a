#if Macros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("@Key")
struct KeyTests {
    struct Case: CustomTestStringConvertible {
        let property: String
        let left: String
        let message: String
        let column: Int
        /// True where a fix-it takes the attribute away.
        var isRemovable = false
        var testDescription: String { property }
    }

    static let cases = [
        Case(
            property: #"@Key("a") static var count = 0"#, left: "static var count = 0",
            message: "@Key belongs on a property of an instance", column: 5, isRemovable: true),
        Case(
            property: #"@Key("a") func draw() {}"#, left: "func draw() {}",
            message: "@Key belongs on a property of an instance", column: 5, isRemovable: true),
        Case(
            property: #"@Key("a") var area: Int { 1 }"#, left: "var area: Int { 1 }",
            message: "A computed property with @Key needs a setter, with which it is read from files", column: 5,
            isRemovable: true),
        Case(
            property: #"@Key("") var a = 0"#, left: "var a = 0", message: "A key can't be empty", column: 10),
        Case(
            property: #"@Key("x", aliases: [""]) var a = 0"#, left: "var a = 0", message: "A key can't be empty", column: 25),
        Case(
            property: #"@Key(path: "a..b") var a = 0"#, left: "var a = 0",
            message: #""a..b" is no path: write keys with dots between them, and a key that has a dot as ["a.b"]"#, column: 16),
        Case(
            property: #"@Key(path: "a.b", aliases: ["c["]) var a = 0"#, left: "var a = 0",
            message: #""c[" is no path: write keys with dots between them, and a key that has a dot as ["a.b"]"#, column: 33),
    ] + versions

    /// The key of an object's version, in each way to write it.
    private static let versions = [
        (#"@Key("$version") var a = 0"#, 10), (#"@Key("a", aliases: ["b", "$version"]) var a = 0"#, 30),
        (#"@Key(path: "$version") var a = 0"#, 16), (#"@Key(path: "$version.a") var a = 0"#, 16),
        (##"@Key(path: "a.b", aliases: [#"["$version"].b"#]) var a = 0"##, 33),
        (##"@Key(path: #"["$version"]["a"]"#) var a = 0"##, 16),
    ].map { property, column in
        Case(
            property: property, left: "var a = 0",
            message: #"Files have the version of an object under the key "$version": choose another"#, column: column)
    }

    @Test("No struct and no case has the key of the version; others may look like it, and deeper ones may be it")
    func version() {
        let message = #"2:6 Files have the version of an object under the key "$version": choose another"#
        #expect(diagnostics(of: "@Model struct Shape {\n@Key(\"$version\") var a = 0\n}") == [message])
        #expect(diagnostics(of: "@Model enum Shape {\n@Key(\"$version\") case a(Int)\n}") == [message])
        let other = #"2:6 Files have the class of an object under the key "$class": choose another"#
        #expect(diagnostics(of: "@Model struct Shape {\n@Key(\"$class\") var a = 0\n}") == [other])
        #expect(diagnostics(of: "@Model class Shape: BaseModel {\n@Key(path: \"$class.a\") var a = 0\n}").count == 1)
        for key in ["\"version\"", "\"$$class\"", "\"$classes\"", "path: \"a.$class\"", "\"$versions\"", "\"$version.a\"", "path: \"a.$version\"", "path: \"$versions.a\""] {
            #expect(diagnostics(of: "@Model class Shape: BaseModel {\n    @Key(\(key)) var a = 0\n}") == [])
        }
    }

    @Test("What is wrong with one is said where it stands", arguments: cases)
    func refused(_ example: Case) {
        expectExpansion(
            "class Shape {\n    \(example.property)\n}", "class Shape {\n    \(example.left)\n}",
            diagnostics: [
                DiagnosticSpec(message: example.message, line: 2, column: example.column,
                    fixIts: example.isRemovable ? [FixItSpec(message: "Remove '@Key'")] : [])
            ],
            fixed: example.isRemovable ? "class Shape {\n    \(example.left)\n}" : nil)
    }

    @Test("Two properties with one key")
    func twice() {
        expectExpansion(
            """
            @Model
            class Shape: BaseModel {
                @Key("b") var a = 0
                var b = 0
            }
            """,
            #"""
            class Shape: BaseModel {
                var a = 0
                var b = 0

            \#(classMembers("Shape"))

                override class var modelProperties: [ModelCore.ModelProperty] {
                    var properties = super.modelProperties
                    #sourceLocation(file: "test.swift", line: 3)
                    properties.append(ModelCore.ModelProperty("a", \Shape.a, key: ModelCore.PropertyKey("b"), isStored: true))
                    #sourceLocation(file: "test.swift", line: 4)
                    properties.append(ModelCore.ModelProperty("b", \Shape.b, isStored: true))
                    #sourceLocation()
                    return properties
                }

            \#(registration("ClassRegistry.register(Shape.self, name: \"Shape\")"))
            }
            """#,
            diagnostics: [
                DiagnosticSpec(message: "The property 'a' has the key \"b\", too", line: 4, column: 9)
            ])
    }
}
#endif
