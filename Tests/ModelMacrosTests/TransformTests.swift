#if Macros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("@Transform")
struct TransformTests {
    struct Case: CustomTestStringConvertible {
        let property: String
        let left: String
        let message: String
        var column = 5
        var isWarning = false
        var fixIt = "Remove '@Transform'"
        var fixed: String?
        var testDescription: String { property }
    }

    static let cases = [
        Case(
            property: "@Transform(.hex) static var count = Data()", left: "static var count = Data()",
            message: "@Transform belongs on a property of an instance"),
        Case(
            property: "@Transform(.hex) func draw() {}", left: "func draw() {}",
            message: "@Transform belongs on a property of an instance"),
        Case(
            property: "@Transient @Transform(.hex) var a = Data()", left: "var a = Data()",
            message: "@Transform has no effect: files don't hold a @Transient property", column: 16, isWarning: true,
            fixed: "@Transient var a = Data()"),
        Case(
            property: "@Transform(.hex) weak var a: Shape?", left: "weak var a: Shape?",
            message: "A weak property is a reference in files, and has no other form"),
        Case(
            property: "@Transform(.hex) var a: Data { Data() }", left: "var a: Data { Data() }",
            message: "@Transform has no effect: files don't hold a computed property without @Key", isWarning: true,
            fixIt: "Add '@Key'", fixed: "@Key @Transform(.hex) var a: Data { Data() }"),
        Case(
            property: "@Transform(.hex) @Transform(.base64URL) var a = Data()", left: "var a = Data()",
            message: "A property has one form in files", column: 22, fixed: "@Transform(.hex) var a = Data()"),
        Case(
            property: "@Lenient static var a: [Int] = []", left: "static var a: [Int] = []",
            message: "@Lenient belongs on a property of an instance", fixIt: "Remove '@Lenient'"),
        Case(
            property: "@Transform(.hex) @Lenient var a: [Int] = []", left: "var a: [Int] = []",
            message: "A property has one form in files", column: 22, fixIt: "Remove '@Lenient'",
            fixed: "@Transform(.hex) var a: [Int] = []"),
    ]

    @Test("What is wrong with one is said where it stands", arguments: cases)
    func refused(_ example: Case) {
        // With the module before it, the attribute is there and not expanded.
        expectExpansion(
            "@ModelCore.Model class Shape {\n    \(example.property)\n}", "@ModelCore.Model class Shape {\n    \(example.left)\n}",
            diagnostics: [
                DiagnosticSpec(
                    message: example.message, line: 2, column: example.column,
                    severity: example.isWarning ? .warning : .error, fixIts: [FixItSpec(message: example.fixIt)])
            ],
            fixed: "@ModelCore.Model class Shape {\n    \(example.fixed ?? example.left)\n}")
    }

    @Test("The form is handed to what writes and reads the property")
    func members() {
        expectExpansion(
            """
            @Model class Item: BaseModel {
                @Transform(.date(.day)) var day: Date? = Date()
                @Transform(Money.cents) let price = Money.zero
                @Lenient var parts: [Part] = []
            }
            """,
            #"""
            class Item: BaseModel {
                var day: Date? = Date()
                let price = Money.zero
                var parts: [Part] = []

                private static let __macro_local_10modelClassfMu_ = ModelCore.ModelClass(Item.self, name: "Item", overrides: [])

                override class var modelClass: ModelCore.ModelClass { __macro_local_10modelClassfMu_ }

                override class var modelProperties: [ModelCore.ModelProperty] {
                    var properties = super.modelProperties
                    #sourceLocation(file: "test.swift", line: 2)
                    properties.append(ModelCore.ModelProperty("day", \Item.day, with: .date(.day), isNilDefault: false, isStored: true))
                    #sourceLocation(file: "test.swift", line: 3)
                    properties.append(ModelCore.ModelProperty("price", \Item.price, with: Money.cents, isStored: true))
                    #sourceLocation(file: "test.swift", line: 4)
                    properties.append(ModelCore.ModelProperty("parts", \Item.parts, with: .lenient(), isStored: true))
                    #sourceLocation()
                    return properties
                }

                #if objectFormat(MachO)
                @section("__DATA,__mod_init_func")
                #else
                @section(".init_array")
                #endif
                @used private static let __macro_local_8registerfMu_: @convention(c) () -> Void = {
                    ModelCore.ClassRegistry.register(Item.self, name: "Item")
                }
            }
            """#)
    }
}
#endif
