#if Macros
import Testing

/// The values of an enum's cases: one alone, a list, or a dictionary if at least one has a label.
@Suite("Values of cases")
struct CaseValuesTests {
    @Test(
        "A label, wherever it is, makes a dictionary of the values",
        arguments: [
            ("a", nil), ("a(Int)", "value"), ("a(_: Int)", "value"), ("a(Int = 1)", "value"), ("a([Int])", "value"),
            ("a((Int?))", "value"), ("a(Int, String)", "list"), ("a(_: Int, String)", "list"),
            ("a(_: Int, _: String)", "list"), ("a(Int, String, Bool)", "list"), ("a(x: Int)", "keys"),
            ("a(x: Int, String)", "keys"), ("a(Int, y: String)", "keys"), ("a(x: Int, y: String)", "keys"),
            ("a(_: Int, y: String)", "keys"), ("a(Int, String, z: Bool)", "keys"), ("a(Int, y: String, Bool)", "keys"),
        ] as [(String, String?)])
    func forms(_ declaration: String, _ wanted: String?) {
        // Alone, before and behind another case, and in one declaration with it.
        for source in [
            "case \(declaration)", "case \(declaration)\ncase b(Int)", "case b(x: Int, y: Int)\ncase \(declaration)",
            "case b(Int, Int), \(declaration)", "case \(declaration), b(z: Int)",
        ] {
            let text = expansion(of: "@Model enum Shape {\n\(source)\n}")
            let found = text.firstMatch(of: #/ModelType\("case Shape\.a", modelProperties(, form: \.(\w+))?\)/#)
            #expect(found.map { $0.output.2.map(String.init) ?? "keys" } == wanted, "\(source)\n\(text)")
        }
    }

    @Test("The labels are the keys, and values without one are numbered")
    func keys() {
        let text = expansion(of: "@Model enum Shape {\ncase a(x: Int, String, z: Bool = true)\n}")
        #expect(text.contains(#"make: { Self.a(x: $0.`x`, $0._1, z: $0.`z`) }"#), "\(text)")
        let names = rows(of: "@Model enum Shape {\ncase a(x: Int, String, z: Bool = true)\n}").map { $0.prefix { $0 != "," } }
        #expect(names == ["\"x\"", "\"_1\"", "\"z\""], "\(names)")
    }
}
#endif
