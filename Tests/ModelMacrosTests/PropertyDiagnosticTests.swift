#if Macros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("Properties that can't be saved")
struct PropertyDiagnosticTests {
    struct Case: CustomTestStringConvertible {
        let property: String
        let message: String
        let column: Int
        var testDescription: String { property }
    }

    static let cases = [
        Case(
            property: "lazy var area = width * height",
            message: "A lazy property can't be saved: saving would compute it. Mark it @Transient", column: 5),
        Case(
            property: "private unowned var owner: Shape",
            message: "An unowned property can't be saved. Make it weak, or mark it @Transient", column: 13),
        Case(
            property: "unowned(unsafe) let owner: Shape",
            message: "An unowned property can't be saved. Make it weak, or mark it @Transient", column: 5),
        Case(
            property: "var (width, height) = (1, 2)",
            message: "Properties that are declared as a tuple can't be saved. Declare each by itself, or mark them @Transient",
            column: 9),
        Case(
            property: "var onChange: (() -> Void)?",
            message: "A function can't be saved. Give the property another type, or mark it @Transient", column: 19),
        Case(
            property: "@Wrapped var place: (x: Int, y: Int) = (0, 0)",
            message: "A tuple can't be saved. Give the property another type, or mark it @Transient", column: 25),
    ]

    @Test("An error with a fix-it, and the rest is written all the same", arguments: cases)
    func refused(_ example: Case) {
        expectExpansion(
            """
            @Model
            final class Shape: BaseModel {
                /// Told by its comment.
                \(example.property)
            }
            """,
            """
            final class Shape: BaseModel {
                /// Told by its comment.
                \(example.property)

            \(classMembers("Shape"))

            \(registration("ClassRegistry.register(Shape.self, name: \"Shape\")"))
            }
            """,
            diagnostics: [
                DiagnosticSpec(
                    message: example.message, line: 4, column: example.column,
                    fixIts: [FixItSpec(message: "Insert '@Transient'")])
            ],
            fixed: """
                @Model
                final class Shape: BaseModel {
                    /// Told by its comment.
                    @Transient \(example.property)
                }
                """)
    }
}
#endif
