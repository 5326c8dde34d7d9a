import Foundation
import ModelCore
import Testing

@Suite struct OtherCommandTests {
    @Test func formats() throws {
        let result = try Tool().run("formats")
        #expect(result.status == 0)
        for format in FileFormat.wellKnown where !format.isStore {
            #expect(result.lines.contains { $0.hasPrefix(format.rawValue + " ") }, "\(format)")
        }
        #expect(result.lines.last == "Without files, for `show --store`: userDefaults, keychain.")
        #expect(
            result.lines.contains { $0.hasPrefix("json ") && $0.contains("not the root's  copies   yes") },
            "\(result.text)")
    }

    @Test("Short names of formats, wherever a format is named")
    func shortNames() throws {
        let tool = try Tool()
        #expect(
            try tool.run("formats").lines.contains("plist is short for xmlPropertyList, and reads binaryPropertyList."))
        try tool.write("{\"a\": 1}", to: "a.json")
        for (name, format) in [
            ("xml", FileFormat.xmlPropertyList), ("binary", .binaryPropertyList), ("plist", .xmlPropertyList),
            ("PList", .xmlPropertyList),
        ] {
            let file = name + ".plist"
            #expect(try tool.run("convert", "a.json", file, "--to", name).status == 0)
            #expect(try FormatRegistry.default.detect(Data(contentsOf: tool.file(file))) == format)
            #expect(try tool.run("show", file, "--from", name).lines == ["dictionary of 1", "  a: 1"])
            #expect(try tool.run("check", file, "--is", name).status == 0)
            #expect(try tool.run("check", file, "--is", "plist").status == 0)
            #expect(try tool.run("check", file, "--is", format == .xmlPropertyList ? "binary" : "xml").status == 1)
            #expect(try tool.run("diff", file, "a.json", "--from-old", name, "--from-new", "json").status == 0)
        }
        #expect(try tool.run("show", "binary.plist", "--from", "plist").lines == ["dictionary of 1", "  a: 1"])
        let other = try tool.run("check", "a.json", "--is", "plist")
        #expect(other.text == "a.json: It is JSON, and not XML property list or Binary property list.\n")
        let unknown = try tool.run("convert", "a.json", "b", "--to", "nothing")
        #expect(unknown.status == 64 && unknown.errors.contains("- xml\n  - binary\n  - plist\n"), "\(unknown.errors)")
    }

    @Test func statistics() throws {
        let tool = try Tool()
        try tool.write(todoList(), to: "todo.plist", as: .keyedArchive)
        let size = try Data(contentsOf: tool.file("todo.plist")).count
        let lines = try tool.run("stats", "todo.plist").lines
        let rows = Dictionary(
            uniqueKeysWithValues: lines.map { line in
                let cells = line.split(separator: "  ", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                return (cells[0], cells[1])
            })
        #expect(rows["format"] == "Keyed archive" && rows["bytes"] == "\(size)")
        #expect(
            rows["values"] == "10" && rows["depth"] == "5" && rows["shared"] == "1" && rows["references to them"] == "1"
        )
        #expect(
            rows["class TodoItem"] == "1" && rows["class Reminder"] == "1" && rows["object"] == "3"
                && rows["set"] == "1")
        let report = try tool.run("stats", "todo.plist", "--json")
        let counts = try FormatRegistry.default.document(from: report.output)
        #expect(
            counts.root.keys.elementsEqual([
                "format", "bytes", "bytesInMemory", "values", "depth", "shared", "references", "kinds", "classes",
            ]), "\(report.text)\(report.errors)")
        #expect(counts["format"]?.stringValue == "keyedArchive" && counts["bytes"]?.intValue == size)
        #expect(
            counts["values"]?.intValue == 10 && counts["depth"]?.intValue == 5 && counts["references"]?.intValue == 1)
        #expect(counts["kinds"]?["object"]?.intValue == 3 && counts["classes"]?["Reminder"]?.intValue == 1)
    }

    @Test("Objects and what leads from one to another, for Graphviz and for Mermaid")
    func graph() throws {
        let tool = try Tool()
        try tool.write(todoList(), to: "todo.plist", as: .keyedArchive)
        let dot = try tool.run("graph", "todo.plist").text
        #expect(
            dot.contains(#"n1 [label="TodoItem\ntitle: \"Buy milk\"\ldue: date 2001-01-01T00:16:40.000Z\l"];"#),
            "\(dot)")
        #expect(dot.contains("n0 -> n1 [label=\"items[0]\"];") && dot.contains("n0 -> n1 [label=\"next\"];"))
        let mermaid = try tool.run("graph", "todo.plist", "--as", "mermaid").text
        #expect(mermaid.hasPrefix("flowchart LR\n") && mermaid.contains("n0 -->|\"next\"| n1\n"))
        let cut = try tool.run("graph", "todo.plist", "--limit", "2")
        #expect(cut.status == 0 && cut.errors == "basemodel: todo.plist: There are more than 2 objects: see --limit.\n")
        #expect(!cut.text.contains("n2"))
        let svg = try tool.run("graph", "todo.plist", "--as", "svg")
        if FileManager.default.isExecutableFile(atPath: "/usr/bin/dot") {
            #expect(svg.status == 0 && svg.text.contains("<svg") && svg.text.contains("Buy milk"))
        }
        let without = try tool.run("graph", "todo.plist", "--as", "svg", environment: ["PATH": "/nowhere"])
        #expect(without.status == 2 && without.errors.contains("needs Graphviz"))
        try tool.write(#"{"a": [{"b": 1}, {"c": {"d": "\"<b>\\"}}]}"#, to: "a.json")
        let plain = try tool.run("graph", "a.json")
        #expect(plain.text.contains("n0 -> n2 [label=\"a[1]\"];") && plain.text.contains("n2 -> n3 [label=\"c\"];"))
        try tool.write(#"{"": {"": 1, "a": [{"": {}}]}}"#, to: "empty.json")
        let empty = try tool.run("graph", "empty.json").text
        #expect(empty.contains(#"n0 -> n1 [label="[\"\"]"];"#) && empty.contains(#"\n[\"\"]: 1\l"#), "\(empty)")
        #expect(empty.contains(#"n1 -> n2 [label="a[0]"];"#) && empty.contains(#"n2 -> n3 [label="[\"\"]"];"#))
    }

    /// The root package's tests compile and run what is generated: see `GeneratedTests` there.
    @Test("Classes of a data model are what the library's tests compile")
    func generate() throws {
        let tests = Tool.modelTests
        let wanted = try String(
            contentsOf: tests.appendingPathComponent("Generated/GeneratedModels.swift"), encoding: .utf8)
        let model = tests.appendingPathComponent("Fixtures/Generated.xcdatamodel").path
        let tool = try Tool()
        let made = try tool.run("generate", model, "--transform", "GeneratedTags=[String]")
        #expect(made.status == 0 && made.errors.isEmpty)
        #expect("// swift-format-ignore-file\n#if Macros\n\(made.text)#endif\n" == wanted)
        let open = try tool.run("generate", model, "--public").text
        #expect(open.contains("@Model public final class GeneratedAuthor: BaseModel {\n    public var name: String?"))
        #expect(open.contains("@Model open class GeneratedItem: BaseModel {"))
        #expect(try tool.run("generate", model, "--transform", "x").status == 64)
        #expect(try tool.run("generate", "gone").status == 2)
        #expect(try tool.run("generate", model, "--model-version", "7").status == 2)
        for version in ["A", "B"] {
            let folder = tool.file("Two.xcdatamodeld/\(version).xcdatamodel")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("<model><entity name='\(version)'/></model>".utf8).write(
                to: folder.appendingPathComponent("contents"))
        }
        try tool.write("<plist><dict/></plist>", to: "Two.xcdatamodeld/.xccurrentversion")
        let unnamed = try tool.run("generate", "Two.xcdatamodeld")
        #expect(unnamed.status == 2 && unnamed.errors.contains("There are: A, B. Name one of them as the version."))
        #expect(unnamed.errors.contains("That is --model-version."))
        #expect(try tool.run("generate", "Two.xcdatamodeld", "--model-version", "B").text.contains("class B"))
    }

    @Test func names() throws {
        let tool = try Tool()
        try tool.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <model><entity name="Date" representedClassName="A.B.Date"><attribute name="self" attributeType="String"/>
            <attribute name="1 ü" optional="YES" attributeType="String"><userInfo><entry key="jsonKeyPath" value="[&quot;x y&quot;]"/></userInfo></attribute>
            </entity><entity name="b" representedClassName="C"/><entity name="d" representedClassName="C"/>
            <entity name="ModelCore"><attribute name="Protocol" optional="YES" attributeType="String"/></entity></model>
            """, to: "contents")
        let text = try tool.run("generate", "contents").text
        #expect(text.contains("@Model(\"Date\") final class DateObject: BaseModel {"), "\(text)")
        #expect(text.contains("@Key(\"self\") var kvc_self = \"\""))
        #expect(text.contains("@Key(\"x y\") var _1_ü: String?"), "\(text)")
        #expect(text.contains("class ModelCoreObject: BaseModel {\n    @Key(\"Protocol\") var kvc_Protocol: String?"))
        #expect(text.contains("class C: BaseModel") && text.contains("class d: BaseModel"))
        try tool.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <model><entity name="A"><attribute name="a" attributeType="String"><userInfo><entry key="jsonKeyPath" value="a[0]"/></userInfo></attribute>
            </entity></model>
            """, to: "contents")
        let bad = try tool.run("generate", "contents")
        #expect(
            bad.status == 2 && bad.output.isEmpty && bad.errors.contains("A.a: \"a[0]\" is no path of keys"),
            "\(bad.errors)")
    }

    @Test func schema() throws {
        let model = Tool.modelTests.path + "/Fixtures/Generated.xcdatamodel"
        let tool = try Tool()
        let result = try tool.run("schema", model, "GeneratedCard", "--id", "https://example.org/card")
        let document = try FormatRegistry.default.document(from: result.output)
        #expect(
            document["title"]?.stringValue == "GeneratedCard"
                && document["$id"]?.stringValue == "https://example.org/card")
        #expect(document["$defs"]?["GeneratedCard"]?["properties"]?["count"]?["default"]?.intValue == -2)
        let unclear = try tool.run("schema", model)
        #expect(unclear.status == 2 && unclear.errors.contains("Which entity? GeneratedLibrary, GeneratedItem, "))
        #expect(try tool.run("schema", model, "Nobody").status == 2)
    }

    @Test("Help has examples and the exit statuses; completions know the commands")
    func help() throws {
        let tool = try Tool()
        let help = try tool.run("--help").text
        #expect(help.contains("EXAMPLES") && help.contains("EXIT STATUS") && help.contains("64"))
        for command in ["show", "convert", "diff", "check", "edit", "stats", "graph", "formats", "generate", "schema"] {
            #expect(help.contains("\n  \(command) "), "\(command)")
            #expect(try tool.run(command, "--help").status == 0)
        }
        #expect(try tool.run("--version").text.wholeMatch(of: /basemodel \d+\.\d+\.\d+\n/) != nil)
        for shell in ["bash", "zsh", "fish"] {
            let script = try tool.run("--generate-completion-script", shell).text
            #expect(script.contains("convert") && script.contains("hrCodedJSON"), "\(shell)")
        }
        #expect(try tool.run("nothing").status == 64)
    }

    @Test(
        "Output that can't be written is told",
        arguments: ["--help", "help edit", "--version", "--generate-completion-script bash", "diff a b", "manual"])
    func full(_ arguments: String) throws {
        let tool = try Tool()
        for name in ["a", "b"] { try tool.write("[\"\(name)\"]", to: name) }
        let command = "'\(Tool.program.path)' \(arguments) > /dev/full"
        let result = try tool.run(URL(fileURLWithPath: "/bin/sh"), ["-c", command])
        #expect(result.status == 2 && result.errors == "basemodel: The output can't be written.\n", "\(result)")
    }

    @Test("Completions in bash, and in fish where that is")
    func completions() throws {
        let tool = try Tool()
        for shell in ["bash", "fish"] {
            try tool.run("--generate-completion-script", shell).output.write(to: tool.file(shell))
        }
        let bash = """
            PATH="\(Tool.program.deletingLastPathComponent().path):$PATH"
            source ./bash
            COMP_WORDS=(basemodel convert a b --to hr) COMP_CWORD=5 COMP_LINE="basemodel convert a b --to hr" COMP_POINT=29
            _basemodel basemodel hr --to
            echo "${COMPREPLY[*]}"
            """
        let result = try tool.run(URL(fileURLWithPath: "/bin/bash"), ["-c", bash])
        #expect(result.text == "hrCodedXML hrCodedJSON hrCodedBinary\n", "\(result.errors)")
        let fish = URL(fileURLWithPath: "/usr/bin/fish")
        if FileManager.default.isExecutableFile(atPath: fish.path) {
            let result = try tool.run(fish, ["-c", "source ./fish; complete -C 'basemodel conv'"])
            #expect(result.text.hasPrefix("convert\t"), "\(result.text) \(result.errors)")
        }
    }

    @Test("The page of the manual has every command and option, and nothing that man stumbles over")
    func manual() throws {
        let result = try Tool().run("manual")
        #expect(result.status == 0)
        for title in ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "EXAMPLES", "EXIT STATUS", "ENVIRONMENT"] {
            #expect(result.lines.contains(".SH \(title)"))
        }
        for command in ["show", "convert", "diff", "check", "edit", "stats", "graph", "formats", "generate", "schema"] {
            #expect(result.lines.contains(".SS basemodel \(command)"))
        }
        for option in ["--lossy", "--password-fd number", "--quiet, -q", "--model-version name"] {
            #expect(result.lines.contains("\\fB\(option.replacing("-", with: "\\-"))\\fR"), "\(option)")
        }
        #expect(!result.lines.contains { $0.hasPrefix("'") || $0.isEmpty })
        let man = URL(fileURLWithPath: "/usr/bin/man")
        if FileManager.default.isExecutableFile(atPath: man.path) {
            let tool = try Tool()
            try result.output.write(to: tool.file("basemodel.1"))
            let page = try tool.run(
                man, ["--warnings", "-E", "UTF-8", "-l", "basemodel.1"], environment: ["MANWIDTH": "200"])
            #expect(page.errors.isEmpty, "\(page.errors)")
        }
    }
}
