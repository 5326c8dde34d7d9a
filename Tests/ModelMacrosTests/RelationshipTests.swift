#if Macros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("@Relationship")
struct RelationshipTests {
    struct Case: CustomTestStringConvertible {
        let property: String
        let left: String
        let message: String
        var column = 5
        var fixIts: [String] = ["Remove '@Relationship'"]
        var fixed: String?
        var testDescription: String { property }
    }

    static let cases = [
        Case(
            property: "@Relationship static var a: [Shape] = []", left: "static var a: [Shape] = []",
            message: "@Relationship belongs on a stored property of an instance"),
        Case(
            property: "@Relationship var a: Shape? { nil }", left: "var a: Shape? { nil }",
            message: "@Relationship belongs on a stored property of an instance", fixIts: [],
            fixed: "@Relationship var a: Shape? { nil }"),
        Case(
            property: "@Relationship let a = Shape()", left: "let a = Shape()",
            message: "A relationship can't be a constant: its inverse sets it"),
        Case(
            property: "@Transient @Relationship weak var a: Shape?", left: "weak var a: Shape?",
            message: "A @Transient property can't be a relationship: make it weak, and files have a reference",
            column: 16, fixIts: ["Remove '@Transient'", "Remove '@Relationship'"], fixed: "weak var a: Shape?"),
        Case(
            property: "@Lenient @Relationship var a: [Shape] = []", left: "var a: [Shape] = []",
            message: "Files hold a relationship's models themselves, and in no other form", fixIts: ["Remove '@Lenient'"],
            fixed: "@Relationship var a: [Shape] = []"),
        Case(
            property: "@Relationship var a: Shape? { didSet { draw() } }", left: "var a: Shape? { didSet { draw() } }",
            message: """
                @Relationship adds an observer, and a property has one: list the property by hand, and call \
                updateInverse(of:from:to:) in this one
                """, column: 33, fixIts: [], fixed: "@Relationship var a: Shape? { didSet { draw() } }"),
        Case(
            property: #"@Relationship(inverse: \Shape) var a: Shape?"#, left: "var a: Shape?",
            message: #"The inverse is a property of the other class, such as \Book.author, or its name as a literal"#,
            column: 28, fixIts: [], fixed: #"@Relationship(inverse: \Shape) var a: Shape?"#),
        Case(
            property: #"@Relationship(inverse: \Shape.owner.name) var a: Shape?"#, left: "var a: Shape?",
            message: #"The inverse is a property of the other class, such as \Book.author, or its name as a literal"#,
            column: 28, fixIts: [], fixed: #"@Relationship(inverse: \Shape.owner.name) var a: Shape?"#),
        Case(
            property: "@Relationship var a: [String]?", left: "var a: [String]?",
            message: "A relationship holds a model or an array of models, and not [String]?", column: 26),
        Case(
            property: "@Relationship var a: [String: Shape] = [:]", left: "var a: [String: Shape] = [:]",
            message: "A relationship holds a model or an array of models, and not [String: Shape]", column: 26),
        Case(
            property: "@Relationship var a = \"x\"", left: "var a = \"x\"",
            message: "A relationship holds a model or an array of models, and not String", column: 27),
    ]

    @Test("What is wrong with one is said where it stands", arguments: cases)
    func refused(_ example: Case) {
        // With the module before it, the attribute is there and not expanded.
        expectExpansion(
            "@ModelCore.Model class Shape {\n    \(example.property)\n}", "@ModelCore.Model class Shape {\n    \(example.left)\n}",
            diagnostics: [
                DiagnosticSpec(
                    message: example.message, line: 2, column: example.column,
                    fixIts: example.fixIts.map { FixItSpec(message: $0) })
            ],
            fixed: example.fixIts.count == 2 ? nil : "@ModelCore.Model class Shape {\n    \(example.fixed ?? example.left)\n}")
    }

    @Test("The property's row names the inverse, or tells that it is a relationship")
    func described() {
        let source = #"""
            @Model final class Shape: BaseModel {
                @Relationship(inverse: \Shape.next) var previous: Shape?
                @Relationship(inverse: "parts") var whole: Shape?
                @Relationship(inverse: nil) var other: Shape?
                @Relationship var others: [Shape] = []
                @Relationship weak var owner: Shape?
            }
            """#
        #expect(
            rows(of: source).map { $0.replacing(#/\)\.accessed\(get:.*/#, with: "") } == [
                #""previous", \Shape.previous, inverse: { let inverse = \Shape.next; return .init(inverse) }()"#,
                #""whole", \Shape.whole, inverse: .property(named: "parts")"#,
                #""other", \Shape.other, isRelated: true"#,
                #""others", \Shape.others, isRelated: true"#,
                #""owner", \Shape.owner, isRelated: true, isWeak: true"#,
            ])
    }

    @Test("It adds an observer, and tells what writes the property")
    func members() {
        expectExpansion(
            #"""
            class Shape {
                @Relationship(inverse: \Shape.next) var `previous`: Shape?
                @Relationship(inverse: nil) var other: Shape?
            }
            """#,
            """
            class Shape {
                var `previous`: Shape? {
                    didSet {
                        updateInverse(of: "previous", from: oldValue, to: `previous`)
                    }
                }
                var other: Shape? {
                    didSet {
                        updateInverse(of: "other", from: oldValue, to: other)
                    }
                }
            }
            """)
    }
}
#endif
