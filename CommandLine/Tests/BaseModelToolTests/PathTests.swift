import Foundation
import ModelCore
import Testing

@Suite struct PathTests {
    private static let list = """
        {"items": [{"title": "a", "due": 1, "tags": ["x", "y"]}, {"title": "b", "tags": []}, {"title": "c", "due": 3}],
        "none": [], "by": {"0": "zero", "[*]": "star"}, "n": 5}
        """

    private func tool() throws -> Tool {
        let tool = try Tool()
        try tool.write(Self.list, to: "a.json")
        return tool
    }

    @Test(
        "Every element, and elements counted from the end",
        arguments: [
            ("items[*].title", "a\nb\nc\n"), ("items[*].due", "1\n3\n"), ("items[-1].title", "c\n"),
            ("items[-3].title", "a\n"), ("items[*].tags[-1]", "y\n"), ("items[*].tags[*]", "x\ny\n"), ("none[*]", ""),
            ("none[*].x", ""), ("by[\"[*]\"]", "star\n"), ("by.0", "zero\n"), ("items[1][\"title\"]", "b\n"),
        ])
    func show(_ path: String, _ wanted: String) throws {
        let result = try tool().run("show", "a.json", "--path", path, "--raw")
        #expect(result.status == 0 && result.text == wanted, "\(result.text)\(result.errors)")
    }

    @Test("Each value is shown as a tree, and as JSON")
    func several() throws {
        let tool = try tool()
        #expect(try tool.run("show", "a.json", "--path", "items[*].title").text == "\"a\"\n\"b\"\n\"c\"\n")
        #expect(
            try tool.run("show", "a.json", "--path", "items[*].tags").lines == [
                "array of 2", "  [0]: \"x\"", "  [1]: \"y\"", "array of 0",
            ])
        #expect(try tool.run("show", "a.json", "--path", "items[*].due", "--json").text == "1\n3\n")
    }

    @Test(
        "What leads nowhere is told, with the path that is meant by that of another tool",
        arguments: [
            ("items[-4]", "File a.json: items[-4]: There is nothing here: items is array of 3."),
            ("none[-1]", "File a.json: none[-1]: There is nothing here: none is array of 0."),
            ("items[*].x", "File a.json: items[*].x: There is nothing here: items[0] is dictionary of 3."),
            ("by[*]", "File a.json: by[*]: There is nothing here: by is dictionary of 2."),
            (
                "items.0.title",
                "File a.json, items.0.title: There is nothing here: items is array of 3. Write items[0].title instead."
            ),
            (
                "/items/0",
                "File a.json, /items/0: There is nothing here: the root is dictionary of 4. Write items[0] instead."
            ),
            (
                "/by/0", "File a.json, /by/0: There is nothing here: the root is dictionary of 4. Write by.0 instead."
            ),
            (
                "$.items[0]",
                "File a.json, $.items[0]: There is nothing here: the root is dictionary of 4. Write items[0] instead."
            ),
            ("by.1", "File a.json, by.1: There is nothing here: by is dictionary of 2."),
        ])
    func missing(_ path: String, _ message: String) throws {
        let result = try tool().run("show", "a.json", "--path", path)
        #expect(result.status == 2 && result.errors == "basemodel: \(message)\n", "\(result.errors)")
    }

    @Test(
        "What is no path is told, with what to write",
        arguments: [
            (".items[0]", ".items[0] is no path: write items[0] instead."),
            (".items[].title", ".items[].title is no path: write items[*].title instead."),
            ("items[]", "items[] is no path: write items[*] instead. That is every element. A new one is appended"),
            (".a.items[]", "the index behind the last one's: a.items[3] if there are three."),
            (".items.0", ".items.0 is no path: write items[0] instead."), (".", "The root needs no path."),
            ("items[", "items[ is no path, such as items[3].due or user[\"first.name\"]."),
            ("items[-0]", "items[-0] is no path, such as"), ("items[-1]x", "items[-1]x is no path, such as"),
        ])
    func noPath(_ path: String, _ message: String) throws {
        let tool = try tool()
        for arguments in [["show", "a.json", "--path", path], ["edit", "a.json", path, "1"]] {
            let result = try tool.run(Tool.program, arguments)
            #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
        }
    }

    @Test("A key that looks like the path of another tool is found")
    func keys() throws {
        let tool = try Tool()
        try tool.write(#"{"/items/0": 1, "$": {"a": 2}, "a": [{"0": 3}]}"#, to: "a.json")
        for (path, wanted) in [("/items/0", "1\n"), ("$.a", "2\n"), ("a[0].0", "3\n")] {
            #expect(try tool.run("show", "a.json", "--path", path).text == wanted)
        }
        #expect(try tool.run("edit", "a.json", "/items/0", "7").status == 0)
        #expect(try tool.run("show", "a.json", "--path", "/items/0").text == "7\n")
        for command in [["diff", "a.json", "a.json", "--path", "a[*]"], ["graph", "a.json", "--path", "a[*]"]] {
            let result = try tool.run(Tool.program, command)
            #expect(result.status == 64 && result.errors.contains("without [*]"), "\(result.errors)")
        }
    }

    @Test("A new element is appended with the index behind the last one")
    func append() throws {
        let tool = try tool()
        #expect(try tool.run("edit", "a.json", "items[3]", #"{"title": "d"}"#, "--type", "json").status == 0)
        #expect(try tool.run("edit", "a.json", "items[4].title", "e").status != 0)
        #expect(try tool.run("show", "a.json", "--path", "items[*].title").text == "\"a\"\n\"b\"\n\"c\"\n\"d\"\n")
    }

    @Test(
        "The names that show --json has for elements of sets are paths",
        arguments: [
            ("tags.NS.object.1.a", "tags[1].a"), (#"tags["NS.object.1"].a"#, "tags[1].a"),
            ("more[1].NS.object.0.a", "more[1][0].a"), ("more[*].NS.object.0.a", "more[*][0].a"),
            ("NS.object.0", "NS.object.0"), (#"["NS.object.0"]"#, #"["NS.object.0"]"#),
        ])
    func elementsOfSets(_ name: String, _ path: String) throws {
        let tool = try Tool()
        let set = #"{"$class": "NSSet", "NS.object.0": {"a": 1}, "NS.object.1": {"a": 2}}"#
        let others = #""NS": {"object": {"0": 5}}, "NS.object.0": 6"#
        try tool.write(#"{"$class": "L", "tags": \#(set), "more": [\#(set), \#(set)], \#(others)}"#, to: "a.json")
        #expect(try tool.run("show", "a.json", "--json").text.contains("\"NS.object.1\""))
        let shown = try tool.run("show", "a.json", "--path", path)
        #expect(shown.status == 0 && !shown.text.isEmpty, "\(shown.errors)")
        #expect(try tool.run("show", "a.json", "--path", name).text == shown.text)
        let edited = try tool.run("edit", "a.json", name, "9")
        #expect(edited.status == 0, "\(edited.errors)")
        #expect(try tool.run("show", "a.json", "--path", path).lines.allSatisfy { $0 == "9" })
        for missing in ["tags.NS.object.7.a", "tags.NS.object.x", "tags.NS.object"] {
            #expect(try tool.run("edit", "a.json", missing, "9").status != 0, "\(missing)")
        }
    }

    @Test(
        "An edit is made for every element",
        arguments: [
            (["items[*].title", "z"], "items[*].title", "z\nz\nz\n"),
            (["items[*].due", "9"], "items[*].due", "9\n9\n9\n"),
            (["items[*].done", "true"], "items[*].done", "true\ntrue\ntrue\n"),
            (["items[*].due", "--delete"], "items[*].title", "a\nb\nc\n"),
            (["items[*]", "--delete"], "items[*]", ""), (["items[-1]", "--delete"], "items[*].title", "a\nb\n"),
            (["items[-1].title", "z"], "items[*].title", "a\nb\nz\n"),
            (["items[0].tags[*]", "z"], "items[*].tags[*]", "z\nz\n"),
            (["items[0].tags[-1]", "z", "--insert"], "items[*].tags[*]", "x\nz\ny\n"),
            (["none[*].x", "1"], "none[*]", ""), (["none[*]", "--delete"], "none[*]", ""),
        ])
    func edit(_ arguments: [String], _ path: String, _ wanted: String) throws {
        let tool = try tool()
        let result = try tool.run(Tool.program, ["edit", "a.json"] + arguments)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(try tool.run("show", "a.json", "--path", path, "--raw").text == wanted)
        #expect(
            try tool.text(of: "a.json").hasSuffix(
                "\n\"none\": [], \"by\": {\"0\": \"zero\", \"[*]\": \"star\"}, \"n\": 5}"))
    }

    @Test(
        "An edit that can't be made for all elements is made for none",
        arguments: [
            (["items[*].tags[0]", "z"], 2, "File a.json: items[*].tags[0]: There is nothing here: items[2] is "),
            (["items[*].due", "x"], 2, "File a.json, items[2].due: Expected integer"),
            (["items[*].x", "--delete"], 2, "The document has no such place."), (["n[*]", "1"], 2, "n is 5."),
            (["items[-4]", "1"], 2, "File a.json: items[-4]: There is nothing here"),
            (["items[*]", "1", "--insert"], 64, "--insert needs one element"),
            (["items.0", "x"], 2, "Write items[0] instead."), (["items.0", "--delete"], 2, "Write items[0] instead."),
            (["/n", "1"], 2, "Write n instead. A key of that name is [\"/n\"]."),
            (["$.n", "1"], 2, "Write n instead."),
        ])
    func refusedEdit(_ arguments: [String], _ status: Int32, _ message: String) throws {
        let tool = try tool()
        let result = try tool.run(Tool.program, ["edit", "a.json"] + arguments)
        #expect(result.status == status && result.errors.contains(message), "\(result.status) \(result.errors)")
        #expect(try tool.text(of: "a.json") == Self.list)
    }

    @Test("An object that several elements are is changed once")
    func shared() throws {
        let tool = try Tool()
        var builder = DocumentBuilder()
        try builder.beginArray()
        try builder.beginObject(named: "Item", number: 1)
        try builder.key("due")
        try builder.append(Int64(1))
        try builder.end()
        try builder.appendReference(to: 1)
        try builder.end()
        try tool.write(builder.finish(), to: "a", as: .keyedArchive)
        let result = try tool.run("edit", "a", "[*].due", "--delete")
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(try tool.run("show", "a").lines == ["array of 2", "  [0]: Item #1", "  [1]: → #1"])
    }
}
