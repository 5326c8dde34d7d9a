#if Macros
import Testing

/// A constant is written, and keeps its own value when an object is read.
@Suite("Constants with an initial value")
struct ConstantTests {
    private static let message =
        "The constant 'id' is saved, but has a new value after each load: make it a 'var', or @Transient "
        + "[Replace 'let' by 'var'] [Insert '@Transient']"

    @Test(
        "One that is made anew for each instance is warned of",
        arguments: [
            "UUID()", "UUID().uuidString", "Date()", "Date.now", ".now", "Page()", "Int.random(in: 0..<5)", "makeID()",
            "{ 5 }()", "\"a\\(UUID())\"", "[UUID()]", "[\"a\": Date()]", "5 * next()", "URL(string: name())!",
            "Date(timeIntervalSinceNow: 5)", "UUID() as UUID?", "try! load()", "(1, next())", "a ? UUID() : b",
        ])
    func varying(_ value: String) {
        for type in ["class A: BaseModel", "struct A"] {
            #expect(diagnostics(of: "@Model \(type) {\n    let id = \(value)\n}") == ["2:9 \(Self.message)"])
        }
        #expect(diagnostics(of: "@Model class A: BaseModel {\n@Key(\"i\") final let id: Any = \(value)\n}").count == 1)
    }

    @Test(
        "One that is always the same isn't",
        arguments: [
            "\"x\"", "5", "-5", "0.5", "true", "nil", "[]", "[:]", "[1, 2]", "[\"a\": 1]", ".red", "Kind.book", "name",
            "[String]()", "[String: Int]()", "Set<Int>()", "String()", "Decimal(5)", "URL(string: \"https://a.org\")!",
            "Date(timeIntervalSince1970: 0)", "60 * 60", "\"a\\(5)\"", "(1, 2)",
            "UUID(uuidString: \"00000000-0000-0000-0000-000000000000\")!", "{ $0 + next() }",
        ])
    func same(_ value: String) {
        #expect(diagnostics(of: "@Model class A: BaseModel {\nlet id = \(value)\n}") == [])
    }

    @Test("A variable, a transient or static constant, and one of another type aren't")
    func others() {
        for property in ["var id = UUID()", "@Transient let id = UUID()", "static let id = UUID()", "var id: UUID { UUID() }"] {
            #expect(diagnostics(of: "@Model class A: BaseModel {\n\(property)\n}") == [], "\(property)")
        }
        #expect(diagnostics(of: "@Model class A: BaseModel { struct B { let id = UUID() } }") == [])
    }
}
#endif
