#if Macros
import Testing

/// Keys that meet: of two properties, of two formats, and those that files have for themselves.
@Suite("Pairs of keys")
struct KeyPairTests {
    private static let reservedKeys = ["$class", "$version"]

    @Test("A key that files have for themselves is refused in each spelling, first and last", arguments: reservedKeys)
    func reserved(_ key: String) {
        let bracketed = "[\"\(key)\"]"
        for (text, isPath) in [
            (key, false), (key, true), (key + ".a", true), (key + "[\"a\"]", true), (bracketed, true), (bracketed + ".a", true),
            (bracketed + "[\"a\"]", true),
        ] {
            let literal = "#\"\(text)\"#"
            let label = isPath ? "path: " : ""
            for attribute in [
                "@Key(\(label)\(literal))", "@Key(\(label)\"x\", aliases: [\(literal)])",
                "@Key(\(label)\"x\", aliases: [\"y\", \(literal)])",
            ] {
                for declaration in ["struct Box", "final class Box: BaseModel"] {
                    let found = diagnostics(of: "@Model \(declaration) {\nvar b = 0\n\(attribute) var a = 0\n}")
                    #expect(found.count == 1 && found[0].hasPrefix("3:") && found[0].contains(key), "\(attribute) \(found)")
                }
            }
        }
        for text in ["a.\(key)", "a\(bracketed)", "[\"\(key).a\"]", "[\"\(key)a\"]", "\(key)a", "\(key)a.b"] {
            #expect(diagnostics(of: "@Model struct Box {\n@Key(path: #\"\(text)\"#) var a = 0\n}") == [], "\(text)")
        }
        // Without a path it is a key with a dot in it.
        #expect(diagnostics(of: "@Model struct Box {\n@Key(\"\(key).a\") var a = 0\n}") == [])
    }

    @Test(
        "Two properties may have one key in different formats, and in none twice",
        arguments: [
            (#"@Key("x")"#, #"@Key("x")"#, true), (#"@Key("x")"#, #"@Key("y")"#, false),
            (#"@Key("x", for: [.json])"#, #"@Key("x", for: [.json])"#, true),
            (#"@Key("x", for: [.json])"#, #"@Key("x", for: [.xmlPropertyList])"#, false),
            (#"@Key("x", for: [.json])"#, #"@Key("y", for: [.json])"#, false),
            (#"@Key(path: "x.y")"#, #"@Key(path: "x.y")"#, true), (#"@Key(path: "x.y")"#, #"@Key(path: "x.z")"#, false),
            (#"@Key(path: "x.y")"#, #"@Key("x.y")"#, false), (#"@Key(path: "x")"#, #"@Key("x")"#, true),
            (#"@Key("b")"#, "", true), ("", #"@Key("a")"#, true), (#"@Key("a")"#, "", false),
        ])
    func two(_ first: String, _ second: String, _ isTwice: Bool) {
        for declaration in ["struct Box", "final class Box: BaseModel"] {
            let found = diagnostics(of: "@Model \(declaration) {\n\(first) var a = 0\n\(second) var b = 0\n}")
            #expect(found.count == (isTwice ? 1 : 0), "\(found)")
            #expect(found.allSatisfy { $0.hasPrefix("3:") && $0.contains("'a' has the key") })
            // A third property between them changes nothing.
            let three = diagnostics(of: "@Model \(declaration) {\n\(first) var a = 0\nvar c = 0\n\(second) var b = 0\n}")
            #expect(three.count == found.count && three.allSatisfy { $0.hasPrefix("4:") })
        }
    }

    @Test(
        "A relationship holds models: of types that show that they hold none, each is refused",
        arguments: ["Bool", "Int", "Float", "Double", "String", "Data", "Date", "URL", "UUID", "Decimal", "Any"])
    func relationships(_ type: String) {
        for written in [
            type, type + "?", type + "!", "[\(type)]", "[\(type)]?", "[\(type)?]", "[\(type)?]?", "[String: \(type)]", "Set<\(type)>"] {
            let source = "@Model final class Box: BaseModel {\n@Relationship var a: \(written) = nil\n}"
            let found = diagnostics(of: source).filter { $0.contains("A relationship holds") }
            #expect(found.count == 1 && found[0].contains("and not \(written)"), "\(written) \(diagnostics(of: source))")
        }
        for written in ["Shape?", "[Shape]", "[Shape]?", "\(type)Shape?", "[Shapes.\(type)]"] {
            let source = "@Model final class Box: BaseModel {\n@Relationship var a: \(written) = nil\n}"
            #expect(diagnostics(of: source).filter { $0.contains("A relationship holds") } == [], "\(written)")
        }
    }

    @Test("What a class assigns in init() or setUp() counts, and what another function of the name does doesn't")
    func assigned() {
        for (member, isAssigned) in [
            ("override func setUp() { note = 1 }", true), ("func setUp() { note = 1 }", false),
            ("override func setDown() { note = 1 }", false), ("required init() { super.init(); note = 1 }", true),
            ("convenience init(a: Int) { self.init(); note = a }", false), ("required init() {}", false),
        ] {
            let source = "@Model final class Box: BaseModel {\nvar note: Int?\n\(member)\nvar other: Int? = 1\n}"
            let all = rows(of: source)
            #expect(all.first?.contains("isNilDefault: false") == isAssigned, "\(member) \(all)")
            #expect(all.last?.contains("isNilDefault: false") == true)
        }
    }
}
#endif
