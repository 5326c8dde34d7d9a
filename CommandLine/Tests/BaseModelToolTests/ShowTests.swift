import Foundation
import ModelCore
import Testing

@Suite struct ShowTests {
    @Test("A tree with classes, types and references, and no colours in a pipe")
    func tree() throws {
        let tool = try Tool()
        try tool.write(todoList(), to: "todo.plist", as: .keyedArchive)
        let result = try tool.run("show", "todo.plist")
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(
            result.lines == [
                "TodoList",
                "  items: array of 2",
                "    [0]: TodoItem #1",
                "      title: \"Buy milk\"",
                "      due: date 2001-01-01T00:16:40.000Z",
                "    [1]: Reminder",
                "      title: \"Feed the cat\"",
                "      tags: set of 1",
                "        [0]: \"home\"",
                "  next: → #1",
                "  icon: data of 3 bytes 0102ff",
            ])
    }

    @Test(
        "The same tree from every format that keeps all",
        arguments: [FileFormat.keyedArchive, .fastCoding, .hrCodedJSON, .hrCodedXML, .hrCodedBinary])
    func formats(_ format: FileFormat) throws {
        let tool = try Tool()
        try tool.write(todoList(), to: "todo", as: format)
        try tool.write(todoList(), to: "archive", as: .keyedArchive)
        let result = try tool.run("show", "-", input: Data(contentsOf: tool.file("todo")))
        #expect(result.text == (try tool.run("show", "archive")).text)
    }

    @Test("A long text is shown whole, and no character is torn")
    func longText() throws {
        let tool = try Tool()
        for start in 0..<4 {
            func long(_ part: String) -> String {
                String(repeating: "-", count: start) + String(repeating: part, count: 15_000)
            }
            let text = long("é漢🙂\u{1B}\"\u{301}\\")
            try tool.write(ModelDocument(encoding: [text, "short"]), to: "long.json", as: .json)
            let tree = ["array of 2", "  [0]: \"\(long(#"é漢🙂\u{1B}\""# + "\u{301}" + #"\\"#))\"", "  [1]: \"short\""]
            let isShown = try tool.run("show", "long.json").lines == tree
            #expect(isShown)
        }
    }

    @Test("Dictionaries of archives, whose keys may be anything")
    func keys() throws {
        let tool = try Tool()
        var builder = DocumentBuilder()
        try builder.beginValueDictionary()
        try builder.append("a b")
        try builder.append("text")
        try builder.append("n")
        try builder.beginValueDictionary()
        try builder.append(Int64(1))
        try builder.append("one")
        try builder.append("key 2")
        try builder.beginArray()
        try builder.append(true)
        try builder.end()
        try builder.end()
        try builder.append("empty")
        try builder.beginValueDictionary()
        try builder.end()
        try builder.end()
        try tool.write(builder.finish(), to: "a.plist", as: .keyedArchive)
        #expect(
            try tool.run("show", "a.plist").lines == [
                "dictionary of 3", "  \"a b\": \"text\"", "  n: dictionary of 2", "    key 1: 1",
                "    value 1: \"one\"",
                "    key 2: \"key 2\"", "    value 2: array of 1", "      [0]: true", "  empty: dictionary of 0",
            ])
        try tool.write(#"{"key 1": 1}"#, to: "a.json")
        #expect(try tool.run("show", "a.json").lines == ["dictionary of 1", "  \"key 1\": 1"])
    }

    @Test func part() throws {
        let tool = try Tool()
        try tool.write(todoList(), to: "todo.plist", as: .keyedArchive)
        #expect(try tool.run("show", "todo.plist", "--path", "items[1].title").text == "\"Feed the cat\"\n")
        // Through the reference.
        #expect(try tool.run("show", "todo.plist", "--path", "next.title").text == "\"Buy milk\"\n")
        #expect(
            try tool.run("show", "todo.plist", "--depth", "1").lines == [
                "TodoList", "  items: array of 2 …", "  next: TodoItem #1 …", "  icon: data of 3 bytes 0102ff",
            ])
        let missing = try tool.run("show", "todo.plist", "--path", "items[1].due")
        #expect(missing.status == 2 && missing.output.isEmpty)
        #expect(
            missing.errors
                == "basemodel: File todo.plist, items[1].due: There is nothing here: items[1] is Reminder with 2 values.\n"
        )
        #expect(try tool.run("show", "todo.plist", "--path", "items[").status == 64)
    }

    @Test func json() throws {
        let tool = try Tool()
        try tool.write(todoList(), to: "todo.plist", as: .keyedArchive)
        let result = try tool.run("show", "todo.plist", "--json")
        let document = try FormatRegistry.default.document(from: result.output)
        #expect(try document == todoList())
        try tool.write(#"{"a": "\u009b31m\u202e"}"#, to: "a.json")
        let hostile = try tool.run("show", "a.json", "--json")
        #expect(hostile.text.unicodeScalars.allSatisfy { $0.isASCII })
        #expect(try FormatRegistry.default.document(from: hostile.output)["a"]?.stringValue == "\u{9B}31m\u{202E}")
    }

    @Test(
        "A value alone, as a script wants it",
        arguments: [
            ("text", "a \"b\"\n\t\u{1B}é\\"), ("empty", ""), ("one", "1"), ("half", "0.5"), ("whole", "1.0"),
            ("large", "18446744073709551615"), ("yes", "true"), ("nothing", "null"),
            ("due", "2001-01-01T00:16:40.000Z"), ("data", "AQL/"), ("list", "[\n  1,\n  \"x\"\n]"), ("more", "{}"),
        ])
    func raw(_ key: String, _ wanted: String) throws {
        let tool = try Tool()
        let values: [String: Any] = [
            "text": "a \"b\"\n\t\u{1B}é\\", "empty": "", "one": 1, "half": 0.5, "whole": 1.0, "large": UInt64.max,
            "yes": true,
            "nothing": AnyValue.Null(), "due": Date(timeIntervalSinceReferenceDate: 1000), "data": Data([1, 2, 255]),
            "list": [1, "x"] as [Any], "more": [:] as [String: Any],
        ]
        try tool.write(ModelDocument(encoding: values), to: "a", as: .fastCoding)
        let result = try tool.run("show", "a", "--path", key, "--raw")
        #expect(result.status == 0 && result.text == wanted + "\n", "\(result.text)\(result.errors)")
        #expect(try tool.run("show", "a", "--raw", "--json").status == 64)
        #expect(try tool.run("show", "a", "--raw", "--depth", "1").status == 64)
    }

    @Test("Nothing in a file reaches the terminal but text", arguments: ["show", "stats", "graph", "mermaid", "diff"])
    func hostileText(_ command: String) throws {
        let tool = try Tool()
        let text = "\u{1B}]0;title\u{7}\u{9B}31m\u{7F}\u{202E}\r"
        var builder = DocumentBuilder()
        try builder.beginObject(named: "A" + text)
        try builder.key("k" + text)
        try builder.append("v" + text)
        try builder.end()
        let name = "f\u{1B}[31m"
        try tool.write(builder.finish(), to: name, as: .keyedArchive)
        try tool.write("{}", to: "other.json")
        let result =
            switch command {
            case "diff": try tool.run("diff", name, "other.json")
            case "mermaid": try tool.run("graph", name, "--as", "mermaid")
            default: try tool.run(command, name, environment: ["NO_COLOR": "1"])
            }
        #expect(["A\\u{1B}", "A\\\\u{1B}", "A#92;u"].contains { result.text.contains($0) }, "\(result.text)")
        for scalar in (result.text + result.errors).unicodeScalars {
            #expect(
                scalar == "\n"
                    || (scalar.value >= 0x20 && scalar.value != 0x7F && !(0x80...0x9F).contains(scalar.value)))
        }
        let missing = try tool.run(command == "mermaid" ? "show" : command, "gone" + name, "gone")
        #expect(missing.status != 0 && !missing.errors.contains("\u{1B}"))
    }

    @Test func errors() throws {
        let tool = try Tool()
        try tool.write(#"{"a": [1, 2,, 3]}"#, to: "bad.json")
        let bad = try tool.run("show", "bad.json")
        #expect(bad.status == 2 && bad.output.isEmpty)
        #expect(bad.errors.hasPrefix("basemodel: JSON file bad.json, a[2] (line 1, column 13): "), "\(bad.errors)")
        #expect(bad.errors.filter { $0 == "\n" }.count == 1)
        #expect(try tool.run("show", "gone").errors == "basemodel: File gone: There is no such file.\n")
        #expect(try tool.run("show", ".").status == 2)
        #expect(try tool.run("show", "").errors == "basemodel: File \"\": No file can have that path.\n")
        #expect(try tool.run("check", "").text == "\"\": No file can have that path.\n")
        #expect(try tool.run("generate", "").errors == "basemodel: File \"\": No file can have that path.\n")
        #expect(try tool.run("show", "--depth", "-1", "bad.json").status == 64)
        let full = try tool.run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", "echo 1 | '\(Tool.program.path)' show > /dev/full"])
        #expect(full.status == 2 && full.errors == "basemodel: The output can't be written.\n", "\(full.errors)")
    }

    @Test("A document that is nested a hundred thousand times")
    func deep() throws {
        let tool = try Tool()
        let depth = 100_000
        try tool.write(
            String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth), to: "deep.json")
        #expect(try tool.run("show", "deep.json").status == 2)
        let result = try tool.run("show", "deep.json", "--max-depth", "\(depth)")
        #expect(result.status == 0 && result.lines.count == depth + 1, "\(result.errors)")
        #expect(
            try tool.run("stats", "deep.json", "--max-depth", "\(depth)").text.contains(
                "depth               \(depth + 1)\n"))
        #expect(try tool.run("diff", "deep.json", "deep.json", "--max-depth", "\(depth)").status == 0)
        #expect(try tool.run("convert", "deep.json", "d.fast", "--max-depth", "\(depth)").status == 0)
    }
}
