#if Macros
import Testing

@Suite("Arguments and attributes that would have no effect")
struct UnusedArgumentTests {
    @Test("A version without a step to it")
    func version() {
        let message = """
            Nothing leads to version 2: objects of earlier versions are read as they are. Override \
            'class func migrate(_ object: inout ModelDocument, from version: Int) throws', even if it does nothing
            """
        let step = "override class func migrate(_ object: inout ModelDocument, from version: Int) throws {}"
        #expect(diagnostics(of: "@Model(version: 2) class Item: Other {}") == ["1:17 " + message])
        #expect(diagnostics(of: "@Model(version: 1) class Item: BaseModel {}") == [])
        #expect(diagnostics(of: "@Model(version: 2) class Item: BaseModel { \(step) }") == [])
        #expect(diagnostics(of: "@Model(version: 2) class Item: BaseModel {\n#if X\n\(step)\n#endif\n}") == [])
    }

    @Test("A tag of a hierarchy that there is not")
    func tagged() {
        let message = "'tagged' has no effect: no superclass has 'tag', the key under which objects of a hierarchy name their class"
        #expect(diagnostics(of: "@Model(tagged: \"image\") class Item: BaseModel {}") == ["1:16 " + message])
        #expect(diagnostics(of: "@Model(tagged: \"image\") class Item: Block {}") == [])
        #expect(diagnostics(of: "@Model(tag: \"type\", tagged: \"image\") class Item: BaseModel {}") == [])
        #expect(diagnostics(of: "@Model(tagged: \"image\", \"picture\") class Item: Block {}") == [])
        let untagged = message.replacing("'tagged'", with: "'untagged'")
        #expect(diagnostics(of: "@Model(untagged: true) class Item: BaseModel {}") == ["1:18 " + untagged])
        #expect(diagnostics(of: "@Model(untagged: true) class Item: Block {}") == [])
        #expect(diagnostics(of: "@Model(tag: \"type\", untagged: true) class Item: BaseModel {}") == [])
    }

    @Test("Unknown keys of an enum whose values have no keys")
    func unknownKeys() {
        let message = "'unknownKeys' has no effect: no case has values with labels, which files have under keys"
        #expect(diagnostics(of: "@Model(unknownKeys: .refuse) enum Item { case a, b(Int) }") == ["1:21 " + message])
        #expect(diagnostics(of: "@Model(unknownKeys: .refuse) enum Item { case a, b(size: Int) }") == [])
        #expect(diagnostics(of: "@Model(tag: \"kind\", unknownKeys: .refuse) enum Item { case a }") == [])
    }

    @Test("@Unknown without @Model")
    func unknown() {
        let message = "2:1 @Unknown has no effect outside of a declaration with @Model [Remove '@Unknown']"
        #expect(diagnostics(of: "enum Item {\n@Unknown case other\n}") == [message])
        #expect(diagnostics(of: "@Model enum Item {\n@Unknown case other\n}") == [])
    }

    @Test("Two keys for the same formats")
    func keys() {
        func said(_ keys: String) -> [String] { diagnostics(of: "@Model class Item: BaseModel {\n\(keys) var a = 1\n}") }
        let all = """
            This key has no effect: in all formats the property has that of @Key("a"). Name the formats of this one with \
            'for', or write an earlier key as an alias [Remove '@Key']
            """
        #expect(said("@Key(\"a\") @Key(\"b\")") == ["2:11 " + all])
        #expect(said("@Key(\"a\") @Key(path: \"b.c\")") == ["2:11 " + all])
        let some = """
            This key has no effect: in these formats the property has that of @Key("a", for: [.json]). Name others [Remove \
            '@Key']
            """
        #expect(said("@Key(\"a\", for: [.json]) @Key(\"b\", for: [.json])") == ["2:25 " + some])
        #expect(said("@Key(\"a\") @Key(\"b\", for: [.json])") == [])
        #expect(said("@Key(\"a\") @Key(aliases: [\"b\"])") == [])
    }

    @Test("A key path into the value of another property, which has no keys")
    func keyPaths() {
        func said(_ rest: String, _ arguments: String = "") -> [String] {
            diagnostics(of: "@Model\(arguments) class Item: BaseModel {\n@Key(path: \"a.b\") var b = 1\n\(rest)\n}")
        }
        func message(_ name: String, _ type: String) -> [String] {
            ["2:1 \"a.b\" leads into the property '\(name)', whose type \(type) has no keys"]
        }
        #expect(said("@Key(\"a\") var n = 1") == message("n", "Int"))
        #expect(said("var a: String?") == message("a", "String"))
        #expect(said("@Key(path: \"a\") var n = 1.5") == message("n", "Double"))
        #expect(said("@Key(\"x\") @Key(\"a\", for: [.json]) var n: Date?") == message("n", "Date"))
        for other in [
            "var a: Other?", "var a: [String: Int] = [:]", "var c = 1", "@Key(\"x\") var a = 1", "@Transform(.parts) var a = 1",
            "@Transient var a = 1", "@Key(path: \"a.c\") var n = 1",
        ] {
            #expect(said(other) == [])
        }
        #expect(said("var a = 1", "(keys: .snakeCase)") == [])
        #expect(
            diagnostics(
                of: ##"""
                    @Model struct Item {
                    @Key(path: #"["x.y"].z.b"#) var b = 1
                    @Key(path: #"["x.y"]["z"]"#) var n = 1
                    }
                    """##)
                == [#"2:1 "["x.y"].z.b" leads into the property 'n', whose type Int has no keys"#])
    }
}
#endif
