import Foundation
import ModelCore
import PlistFormat
import Testing

/// Edits that keep a file's text, and what is told if they can't.
@Suite struct KeptTextTests {
    private static let strings = """
        /* The menu. */
        "menu.file" = "File"; // first
        "menu.edit" = "Edit \\U00e9";

        /* In lists. */
        "list" = ("a" /* one */);
        plain = word;

        """

    private static let project = """
        // !$*UTF8*$!
        {
        \tarchiveVersion = 1;
        \tobjects = {
        \t\tAB12 /* main.swift */ = {isa = PBXFileReference; path = main.swift; };
        \t\tAB13 /* Sources */ = {
        \t\t\tisa = PBXGroup;
        \t\t\tchildren = (
        \t\t\t\tAB12 /* main.swift */,
        \t\t\t);
        \t\t};
        \t};
        }

        """

    @Test(
        "A file of strings and a project keep all but what is edited",
        arguments: [
            (strings, [#"["menu.file"]"#, "Datei"], #""File""#, #""Datei""#),
            (strings, ["plain", "two words"], "= word", #"= "two words""#),
            (strings, ["plain", "5"], "= word", "= 5"),
            (strings, ["added", "5"], "plain = word;\n", "plain = word;\nadded = 5;\n"),
            (strings, ["added", "true"], "plain = word;\n", "plain = word;\nadded = true;\n"),
            (strings, ["list[1]", "b"], "/* one */)", #"/* one */, "b")"#),
            (strings, [#"["menu.file"]"#, "--delete"], "/* The menu. */\n\"menu.file\" = \"File\"; // first\n", ""),
            (project, ["objects.AB12.path", "a b.swift"], "= main.swift", #"= "a b.swift""#),
            (
                project, ["objects.AB12.lastKnownFileType", "sourcecode.swift"], "main.swift; }",
                "main.swift; lastKnownFileType = sourcecode.swift; }"
            ),
            (
                project, ["objects.AB13.children[1]", "AB14"], "/* main.swift */,\n",
                "/* main.swift */,\n\t\t\t\tAB14,\n"
            ),
            (project, ["objects.AB13.name", "Sources"], "\t\t\t);\n", "\t\t\t);\n\t\t\tname = Sources;\n"),
            (project, ["objects.AB13.isa", "--delete"], "\t\t\tisa = PBXGroup;\n", ""),
        ])
    func edits(_ text: String, _ arguments: [String], _ old: String, _ new: String) throws {
        let tool = try Tool()
        for encoding: String.Encoding in [.utf8, .utf16] {
            try #require(text.data(using: encoding)).write(to: tool.file("a.strings"))
            let result = try tool.run(Tool.program, ["edit", "a.strings"] + arguments)
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
            #expect(
                try String(contentsOf: tool.file("a.strings"), encoding: encoding)
                    == text.replacing(old, with: new, maxReplacements: 1))
        }
    }

    @Test("A value that isn't text becomes text, which is told, and null is refused")
    func otherTypes() throws {
        let tool = try Tool()
        try tool.write("a = b; // c\n", to: "a.strings")
        let result = try tool.run("edit", "a.strings", "n", #"{"x": [1, true, 0.5, "t"]}"#, "--type", "json")
        #expect(result.status == 0)
        #expect(
            result.errors == "basemodel: a.strings: In other terms: an integer becomes text: n.x[0].\n"
                + "basemodel: a.strings: In other terms: a boolean becomes text: n.x[1].\n"
                + "basemodel: a.strings: In other terms: a double becomes text: n.x[2].\n", "\(result.errors)")
        let text = try tool.text(of: "a.strings")
        #expect(text.hasPrefix("a = b; // c\nn = {") && text.contains("x = (") && text.contains("YES"))
        let null = try tool.run("edit", "a.strings", "a", "--type", "null")
        #expect(null.status != 0 && null.errors.contains("has no null"), "\(null.errors)")
        #expect(try tool.text(of: "a.strings") == text)
    }

    @Test("Text that can't be kept is told, each time")
    func anew() throws {
        let tool = try Tool()
        func told(_ file: String, _ arguments: String...) throws -> String {
            let result = try tool.run(Tool.program, ["edit", file] + arguments)
            #expect(result.status == 0, "\(result.errors)")
            return result.errors
        }
        let latin =
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<!-- c -->"
            + "<plist><dict><key>a</key><string>x</string></dict></plist>"
        try tool.write(latin, to: "a.plist")
        #expect(try told("a.plist", "a", "é").isEmpty)
        #expect(
            try told("a.plist", "a", "€")
                == "basemodel: a.plist: Its text can't be kept, and is written anew as XML property list.\n")
        try tool.write(todoList(), to: "todo", as: .keyedArchive)
        let lists = PlistFormat()
        let archive = try lists.document(from: Data(contentsOf: tool.file("todo")), as: .binaryPropertyList)
        let xml = String(decoding: try lists.encode(archive, as: .xmlPropertyList), as: UTF8.self)
        for text in [xml, "\u{FEFF}" + xml, "\n" + xml] {
            try tool.write(text, to: "todo")
            for title in ["x", "y"] {
                let errors = try told("todo", "items[0].title", title)
                #expect(errors == "basemodel: todo: Its text can't be kept, and is written anew as Keyed archive.\n")
            }
        }
        // A single value between comments, whose format nobody could tell.
        try tool.write("// a\n{b: 1}\n", to: "a.json5")
        #expect(try told("a.json5", "b", "2").isEmpty)
        #expect(try tool.text(of: "a.json5") == "// a\n{b: 2}\n")
    }

    @Test("Comments alone are a file of strings, unless the name is another format's")
    func commentsAlone() throws {
        let tool = try Tool()
        for name in ["a.strings", "a", "a.plist"] {
            try tool.write("// none\n", to: name)
            #expect(try tool.run("edit", name, "a", "b c").errors.isEmpty)
            #expect(try tool.text(of: name) == "// none\na = \"b c\";\n")
        }
        try tool.write("// none\n", to: "a.json")
        let result = try tool.run("edit", "a.json", "a", "b")
        #expect(result.status == 2 && result.errors.contains("JSON"), "\(result.errors)")
        #expect(try tool.text(of: "a.json") == "// none\n")
        #expect(try tool.run("show", "a.json").status == 2)
    }

    @Test(
        "An error in a file of strings is the property list's",
        arguments: [
            ("\"a\" = \"b\"\n\"c\" = \"d\";\n", 2, 1), ("/* c */\n\"a\" = ;\n", 2, 7), ("{ a = b c; }", 1, 9),
            ("a = \"b\";\nc = \"d;\n", 2, 5), ("\"a\";\n\"b\" \"c\";\n", 2, 5), ("a = b;\nc\n", 3, 1),
        ])
    func errors(_ text: String, _ line: Int, _ column: Int) throws {
        let tool = try Tool()
        for encoding: String.Encoding in [.utf8, .utf16] {
            try #require(text.data(using: encoding)).write(to: tool.file("a.strings"))
            let result = try tool.run("edit", "a.strings", "a", "b")
            #expect(
                result.status == 2
                    && result.errors.hasPrefix(
                        "basemodel: OpenStep property list file a.strings (line \(line), column \(column)): "),
                "\(result.errors)")
        }
    }

    @Test("A property list is converted to OpenStep's style, and what that lacks is told")
    func conversion() throws {
        let tool = try Tool()
        try tool.write(#"{"a": 5, "b": ["x y", null], "c": {"d": true}}"#, to: "a.json")
        let refused = try tool.run("convert", "a.json", "a.strings", "--to", "openstep")
        #expect(refused.status == 1 && refused.errors.contains("--lossy"), "\(refused.errors)")
        let lossy = try tool.run("convert", "a.json", "a.strings", "--to", "openstep", "--lossy")
        #expect(lossy.status == 0 && lossy.errors.contains("Lost: null is left out: b[1]"), "\(lossy.errors)")
        #expect(
            lossy.errors.contains("In other terms: an integer becomes text: a.")
                && lossy.errors.contains("a boolean becomes text: c.d."))
        #expect(
            try tool.text(of: "a.strings")
                == "{\n\ta = 5;\n\tb = (\n\t\t\"x y\"\n\t);\n\tc = {\n\t\td = YES;\n\t};\n}\n")
        // The style that is named is written, whatever is there.
        #expect(try tool.run("convert", "a.strings", "b.plist", "--to", "xml").status == 0)
        #expect(try tool.text(of: "b.plist").hasPrefix("<?xml"))
        #expect(try tool.run("convert", "b.plist", "a.strings", "--to", "xml").status == 0)
        #expect(try tool.text(of: "a.strings").hasPrefix("<?xml"))
        #expect(try tool.run("formats").text.contains("openstep is short for OpenStep property list"))
    }
}
