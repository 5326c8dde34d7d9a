#if Macros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("@Transient")
struct TransientTests {
    @Test("It has no effect on what isn't stored in an instance", arguments: ["var area: Int { 1 }", "static var count = 0"])
    func superfluous(_ property: String) {
        expectExpansion(
            """
            class Shape {
                /// Told by its comment.
                @Transient \(property)
            }
            """,
            """
            class Shape {
                /// Told by its comment.
                \(property)
            }
            """,
            diagnostics: [
                DiagnosticSpec(
                    message: "@Transient has no effect here: only stored properties of an instance are saved",
                    line: 3, column: 5, severity: .warning, fixIts: [FixItSpec(message: "Remove '@Transient'")])
            ],
            fixed: """
                class Shape {
                    /// Told by its comment.
                    \(property)
                }
                """)
    }

    @Test("On a line of its own, it goes with the line")
    func ownLine() {
        expectExpansion(
            """
            class Shape {
                /// Told by its comment.
                @Transient
                func draw() {}
            }
            """,
            """
            class Shape {
                /// Told by its comment.
                func draw() {}
            }
            """,
            diagnostics: [
                DiagnosticSpec(
                    message: "@Transient belongs on a stored property", line: 3, column: 5,
                    fixIts: [FixItSpec(message: "Remove '@Transient'")])
            ],
            fixed: """
                class Shape {
                    /// Told by its comment.
                    func draw() {}
                }
                """)
    }

    @Test("With and without the module")
    func qualified() {
        expectExpansion(
            """
            @Model
            final class Shape: BaseModel {
                @ModelCore.Transient var a = 0
                @Transient lazy var b = 0
                @Transient unowned var c: Shape = .root
                @Transient var d: () -> Void = {}
            }
            """,
            """
            final class Shape: BaseModel {
                @ModelCore.Transient var a = 0
                lazy var b = 0
                unowned var c: Shape = .root
                var d: () -> Void = {}

            \(classMembers("Shape"))

            \(registration("ClassRegistry.register(Shape.self, name: \"Shape\")"))
            }
            """)
    }
}
#endif
