import Foundation
import ModelCore
import Testing

/// Classes that `generate` makes of samples. The root package's tests compile and use some: see `GeneratedSampleTests`
/// there.
@Suite struct GenerateSampleTests {
    /// The source of the classes of samples in JSON.
    private func classes(_ samples: String..., options: [String] = []) throws -> String {
        let tool = try Tool()
        let names = samples.indices.map { "sample\($0).json" }
        for (name, sample) in zip(names, samples) { try tool.write(sample, to: name) }
        let result = try tool.run(Tool.program, ["generate", "--name", "Root"] + options + names)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        return result.text
    }

    /// The declaration of a type in the source, without indentation.
    private func declaration(_ name: String, in text: String) -> [String] {
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let rest = lines.drop { !$0.contains("class \(name):") && !$0.contains("enum \(name) ") }
        return Array(rest.prefix { $0 != "}" })
    }

    /// The properties of the class of the elements of an array.
    private func properties(_ samples: String...) throws -> [String] {
        Array(declaration("Root", in: try classes("[\(samples.joined(separator: ", "))]")).dropFirst())
    }

    @Test(
        "Classes are what the library's tests compile",
        arguments: [
            ("SlackMessage", "Message"), ("StripeCharges", "ChargeList"), ("GitHubEvents", "Event"),
            ("Places", "Places"), ("Mixtures", "Mixture"), ("TodoList", "TodoList"), ("OddKeys", "Odd"),
        ])
    func compiled(_ sample: String, _ name: String) throws {
        let path = Tool.modelTests.appendingPathComponent("Fixtures/Samples/\(sample).json").path
        let options = ["GitHubEvents", "Mixtures"].contains(sample) ? ["--public"] : []
        let made = try Tool().run(Tool.program, ["generate", path, "--name", name] + options)
        #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
        // The package's tests have other classes with these names, so the generated classes are in a separate type.
        let parts = made.text.components(separatedBy: "import ModelCore\n")
        let text =
            "// swift-format-ignore-file\n#if Macros\n\(parts[0])import ModelCore\n\nenum \(sample)Sample {\n"
            + "\(parts[1])}\n#endif\n"
        let file = Tool.modelTests.appendingPathComponent("Generated/\(sample)Sample.swift")
        #expect(try text == String(contentsOf: file, encoding: .utf8))
    }

    @Test("The root is an object, an array or a dictionary, and the class is named after the file")
    func roots() throws {
        let tool = try Tool()
        try tool.write(#"[{"a": 1}, {"a": 2}]"#, to: "people.json")
        let people = try tool.run("generate", "people.json").text
        #expect(
            people.hasPrefix(
                "// Made of people.json by `basemodel generate`.\n// Read such a file with `try [Person].load"))
        #expect(people.hasSuffix("\n@Model final class Person: BaseModel {\n    var a = 0\n}\n"), "\(people)")
        try tool.write(#"{"a": 1}"#, to: "settings.json")
        #expect(try tool.run("generate", "settings.json").text.contains("try Settings.load(fromFile: path)"))
        try tool.write(#"{"a b.c": {"x": 1}, "1": {"x": 2}, "2/3": {"x": 3}}"#, to: "entries.json")
        #expect(try tool.run("generate", "entries.json").text.contains("try [String: Entry].load(fromFile: path)"))
        let several = try tool.run("generate", "people.json", "settings.json", "-", input: Data(#"[{"b": "x"}]"#.utf8))
            .text
        #expect(several.contains("// Made of people.json and 2 more by"), "\(several)")
        try tool.write("[1, 2]", to: "numbers.json")
        let none = try tool.run("generate", "numbers.json")
        #expect(none.status == 2 && none.errors.contains("numbers.json: There are no objects"))
        #expect(try tool.run("generate", "people.json", "--model-version", "7").status == 64)
        #expect(try tool.run("generate", "people.json", "contents").status == 64)
        #expect(try tool.run("generate", "contents", "--name", "A").status == 64)
        #expect(
            try classes(#"{"a": 1}"#, options: ["--public"]).contains(
                "public final class Root: BaseModel {\n    public var a = 0\n"))
    }

    @Test("All objects of all samples tell the types")
    func types() throws {
        let both = declaration("Root", in: try classes(#"{"a": 1, "b": "x"}"#, #"{"a": 1.5, "c": true}"#))
        #expect(both.dropFirst() == ["var a = 0.0", "var b: String?", "var c: Bool?"])
        let texts = try properties(
            #"{"a": "2023-11-14T22:13:20Z", "b": "https://a.b/c", "c": "2023-11-14", "d": "2023-11-14T22:13:20.5Z", "e": "x"}"#,
            #"{"a": "2023-11-14T22:13:21Z", "b": "http://a.b", "c": "2023-11-14T22:13:20Z", "d": "2023-11-14T22:13:20.6Z", "e": ""}"#
        )
        #expect(
            texts == [
                "@Transform(.date(.iso8601)) var a = Date(timeIntervalSinceReferenceDate: 0)", "var b: URL?",
                #"var c = """#,
                "@Transform(.date(.iso8601(fractionDigits: 1))) var d = Date(timeIntervalSinceReferenceDate: 0)",
                #"var e = """#,
            ], "\(texts)")
        let guesses = try properties(#"{"a": null, "b": [], "c": {}, "d": [null], "e": [[]]}"#)
        #expect(
            guesses == [
                "// A guess: it is null in all samples.", "var a: Any?", "// A guess: it is empty in all samples.",
                "var b: [Any] = []", "// A guess: it is empty in all samples.", "var c: [String: Any] = [:]",
                "// A guess: it is null in all samples.", "var d: [ModelDocument?] = []",
                "// A guess: it is empty in all samples.", "var e: [[ModelDocument]] = []",
            ], "\(guesses)")
    }

    @Test("Values of several kinds")
    func mixtures() throws {
        let found = try properties(
            #"{"a": "x", "b": [1], "c": 1, "d": "", "e": false, "f": {"id": "1"}, "g": 1, "h": "x", "i": true}"#,
            #"{"a": ["x", "y"], "b": 2, "c": "2", "d": 1.5, "e": {"x": 1}, "f": "2", "g": "1 m", "h": [], "i": 1}"#)
        #expect(
            found == [
                "@Transform(.oneOrMany(writesOne: true)) var a: [String] = []", "var b: OneOrMany<Int> = []",
                "var c = 0", "@Transform(.emptyIsNil()) var d: Double?", "var e: RootE?",
                "var f: Expandable<F>?", "var g: G?", "@Transform(.emptyIsNil(.array)) var h: String?", "var i: I?",
            ], "\(found)")
        let text = try classes(#"[{"a": [1, "x", {"b": 1}, [true], null]}]"#)
        #expect(text.contains("var a: [A?] = []") || text.contains("var a: [RootA?] = []"), "\(text)")
        #expect(
            text.contains("    case integer(Int)\n    case text(String)\n    case object(A)\n    case list([Bool])\n"))
    }

    @Test("Keys have a style, or each its own")
    func keys() throws {
        let snake = try classes(#"{"first_name": "", "line_2": "", "description": "", "image_url": ""}"#)
        // The style writes line2 for a property line2.
        #expect(
            snake.contains(#"@Model final class Root"#) && snake.contains(#"@Key("line_2") var line2 = """#), "\(snake)"
        )
        let styled = try classes(#"{"first_name": "", "line2": "", "description": "", "image_url": ""}"#)
        #expect(styled.contains("@Model(keys: .snakeCase) final class Root"), "\(styled)")
        #expect(styled.contains(#"    @Key("description") var kvc_description = """#))
        #expect(styled.contains(#"    var imageUrl = """#))
        #expect(try classes(#"{"first-name": "", "last-name": ""}"#).contains("keys: .kebabCase"))
        #expect(try classes(#"{"FirstName": "", "Age": 1}"#).contains("keys: .pascalCase"))
        let odd = try properties(#"{"$id": 1, "": 2, "1": 3, "class": 4, "a b": 5, "aB": 6, "a\nb": 7}"#)
        #expect(
            odd == [
                #"@Key("$id") var id = 0"#, #"@Key("1") var _1 = 0"#, "var `class` = 0",
                #"@Key("a b") var aB_ = 0"#, "var aB = 0", #"@Key("a\nb") var aB_2 = 0"#,
                "// 1 more keys remain unknown values: too many, too long, or empty.",
            ], "\(odd)")
    }

    @Test("Equal shapes under one key are one class, others have the names of what contains them")
    func names() throws {
        let text = try classes(
            #"{"boxes": [{"user": {"a": 1, "b": 2}}], "user": {"a": 1, "b": 2, "c": 3}, "data": {"user": {"x": 1, "y": 2}}}"#
        )
        #expect(declaration("RootUser", in: text).dropFirst() == ["var a = 0", "var b = 0", "var c: Int?"], "\(text)")
        #expect(declaration("DataObjectUser", in: text).dropFirst() == ["var x = 0", "var y = 0"], "\(text)")
        #expect(declaration("Box", in: text).dropFirst() == ["var user: RootUser?"])
        #expect(
            try classes(#"{"any": {"x": 1}, "data": {"x": 1}}"#).contains(
                "var any: AnyValue?\n    var data: DataObject?"))
        // A tree is one class.
        let tree = try classes(#"{"name": "", "children": [{"name": "", "children": [{"name": "", "children": []}]}]}"#)
        #expect(
            declaration("Child", in: tree).dropFirst() == [#"var name = """#, "var children: [Child] = []"], "\(tree)")
    }

    @Test("A key that tells the shape is a tag; one that doesn't is a property")
    func tags() throws {
        let text = try classes(
            #"[{"kind": "a-b", "x": 1, "n": 1}, {"kind": "c", "y": "", "n": 2}, {"kind": "a-b", "x": 2, "n": 3}]"#)
        #expect(
            text.hasSuffix(
                """
                @Model(tag: "kind") class Root: BaseModel {
                    var n = 0
                }

                @Model(tagged: "a-b") final class ABRoot: Root {
                    var x = 0
                }

                @Model(tagged: "c") final class CRoot: Root {
                    var y = ""
                }

                """), "\(text)")
        // One shape, two values without evidence, and a value that not all have.
        for sample in [
            #"{"type": "a", "x": 1}, {"type": "b", "x": 1}, {"type": "a", "x": 1}"#,
            #"{"type": "a", "x": 1}, {"type": "b", "y": 1}"#,
            #"{"type": "a", "x": 1}, {"type": "b", "y": 1}, {"x": 1}"#,
            #"{"type": "a", "x": 1}, {"type": "a", "y": 1}, {"type": "b", "x": 1}, {"type": "b", "y": 1}"#,
        ] {
            let made = try classes("[\(sample)]")
            #expect(!made.contains("tag") && made.contains("var type"), "\(made)")
        }
        // Any text tells it, if there is enough evidence: a status beside which a date is missing doesn't.
        let shapes = (0..<4).map { #"{"form": "a", "x": \#($0)}, {"form": "b", "y": \#($0)}"# }.joined(separator: ", ")
        #expect(try classes("[\(shapes)]").contains(#"@Model(tag: "form") class Root"#))
        let states = (0..<4).map { #"{"status": "on", "x": \#($0)}, {"status": "off", "x": 1, "y": \#($0)}"# }
        #expect(try !classes("[\(states.joined(separator: ", "))]").contains("tag"))
        // The values of dictionaries, and a property of many objects.
        let entries = #"{"1": {"type": "a", "x": 1}, "2": {"type": "b", "y": 1}, "3": {"type": "a", "x": 1}}"#
        #expect(try classes(entries).contains(#"@Model(tag: "type") class Root"#))
        let values = [#"{"type": "a", "x": 1}"#, #"{"type": "b", "y": 1}"#, #"{"type": "a", "x": 1}"#]
        let property = try classes("[\(values.map { #"{"v": \#($0)}"# }.joined(separator: ", "))]")
        #expect(property.contains(#"@Model(tag: "type") class V"#) && property.contains("var v: V?"), "\(property)")
    }

    @Test("Samples of other formats: archives name classes and their superclasses")
    func formats() throws {
        let tool = try Tool()
        try tool.write(todoList(), to: "todo.plist", as: .keyedArchive)
        let text = try tool.run("generate", "todo.plist").text
        #expect(text.contains("// Read such a file with `try TodoList.load(fromFile: path)`."))
        let list = declaration("TodoList", in: text).dropFirst()
        #expect(list == ["var items: [BaseModel] = []", "var next: TodoItem?", "var icon = Data()"], "\(text)")
        #expect(text.contains("class TodoItem: BaseModel") && text.contains("var tags: Set<String>"), "\(text)")
        let named = try classes(
            #"{"$class": "A", "x": [{"$class": "m.B", "t": ""}, {"$class": "C", "t": "", "u": 1}]}"#)
        #expect(declaration("A", in: named).dropFirst() == ["var x: [B] = []"], "\(named)")
        #expect(
            named.contains(#"@Model("m.B") class B: BaseModel"#)
                && named.contains("final class C: B {\n    var u = 0\n}"))
        try tool.write(
            try ModelDocument(encoding: ["at": Date(timeIntervalSince1970: 0)]), to: "a.plist", as: .xmlPropertyList)
        #expect(try tool.run("generate", "a.plist").text.contains("var at = Date("))
    }

    @Test("Hostile samples: names, sizes, depths")
    func hostile() throws {
        let evil = try classes(##"{"a\"b\n}": {"*/ import X": "\u001b[0m"}, "type": "\n}"}"##)
        #expect(evil.contains(##"@Key("a\"b\n}") var aB: AB?"##), "\(evil)")
        let start = ContinuousClock.now
        let keys = (0..<20_000).map { #""key\#($0)": \#($0 % 2 == 0 ? "1" : "\"x\"")"# }.joined(separator: ",")
        let many = try classes("{\(keys)}")
        #expect(many.contains("    // 19500 more keys remain unknown values"))
        let depth = 3000
        let chain = String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
        let lists = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let maps = (0..<depth).reduce(into: "1") { text, _ in text = #"{"1":{},"2":{},"3":\#(text)}"# }
        let deep = ["--max-depth", "100000"]
        #expect(try classes(chain, options: deep).contains("a: A?"))
        #expect(try classes(#"{"a": \#(lists), "b": \#(maps)}"#, options: deep).contains("ModelDocument"))
        let different = (0..<2000).map { #"{"type": "t\#($0)", "k\#($0)": {"x": \#($0)}}"# }.joined(separator: ",")
        #expect(try classes("[\(different),\(different)]").split(separator: "\n").count < 3000)
        let objects = Array(repeating: #"{"type": "a", "x": 1.5, "s": "2023-11-14T22:13:20Z"}"#, count: 100_000)
        #expect(try classes("[\(objects.joined(separator: ","))]").contains("var x = 0.0"))
        #expect(ContinuousClock.now - start < .seconds(60))
    }
}
