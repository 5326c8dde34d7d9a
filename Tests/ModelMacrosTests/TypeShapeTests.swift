#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder
import Testing

@testable import ModelMacros

@Suite("What a written type tells")
struct TypeShapeTests {
    @Test(
        "It holds Any",
        arguments: [
            "Any", "Any?", "Any!", "(Any)", "[Any]", "[Any]?", "[Any?]", "[String: Any]", "[AnyHashable: Any]", "[[String: Any]]",
            "Array<Any>", "Dictionary<String, Any>", "Optional<[Any]>", "Swift.Array<Any>", "Swift.Optional<Any>",
        ])
    func holdsAny(_ type: String) {
        #expect(TypeShape("\(raw: type)").holdsAny)
    }

    @Test(
        "It doesn't",
        arguments: [
            "AnyHashable", "any Shape", "[any Shape]", "AnyObject", "Box<Any>", "MyModule.Any2", "Set<AnyHashable>", "Any.Type",
            "(Any) -> Void", "(Any, Int)", "some Any",
        ])
    func holdsNoAny(_ type: String) {
        #expect(!TypeShape("\(raw: type)").holdsAny)
    }

    @Test("It is of whole Foundation", arguments: ["CGPoint", "IndexSet?", "[CGRect]", "[String: NSRange]?", "Set<IndexSet>", "(CGFloat)"])
    func ofFoundation(_ type: String) {
        #expect(TypeShape("\(raw: type)").isOfFoundation)
    }

    @Test("It isn't", arguments: ["Double", "Point", "MyModule.CGPoint", "Range<Int>", "(CGPoint) -> Void", "Date"])
    func notOfFoundation(_ type: String) {
        #expect(!TypeShape("\(raw: type)").isOfFoundation)
    }

    @Test("It is optional", arguments: ["Int?", "Int!", "Optional<Int>", "Swift.Optional<Int>", "Int??", "(Int?)", "[Int]?"])
    func optional(_ type: String) {
        #expect(TypeShape("\(raw: type)").isOptional)
    }

    @Test("It isn't optional", arguments: ["Int", "[Int?]", "Box<Int?>", "Array<Int?>"])
    func notOptional(_ type: String) {
        #expect(!TypeShape("\(raw: type)").isOptional)
    }

    @Test(
        "It can't be saved",
        arguments: [
            ("() -> Void", TypeShape.Unsaveable.function), ("(() -> Void)?", .function), ("@Sendable () -> Void", .function),
            ("[(Int) -> Int]", .function), ("(Int, Int)", .tuple), ("(x: Int, y: Int)?", .tuple), ("[String: (Int, Int)]", .tuple),
            ("()", .tuple),
        ])
    func unsaveable(_ type: String, _ expected: TypeShape.Unsaveable) {
        #expect(TypeShape("\(raw: type)").unsaveable == expected)
    }

    @Test("An initial value holds Any", arguments: ["[String: Any]()", "[Any]()", "Array<Any>()", "x as [Any]", "[:] as [String: Any]"])
    func valueHoldsAny(_ value: String) {
        let value: ExprSyntax = "\(raw: value)"
        #expect(value.makesAny)
    }

    @Test("An initial value doesn't hold Any", arguments: ["[String: Int]()", "[]", "f()", "AnyHashable(1)", "x as? Int"])
    func valueHoldsNoAny(_ value: String) {
        let value: ExprSyntax = "\(raw: value)"
        #expect(!value.makesAny)
    }
}
#endif
