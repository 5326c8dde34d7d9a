import Foundation
import ModelCore
import Testing

@Suite struct ConvertTests {
    @Test("What would be lost is told, and nothing is written; --lossy writes it")
    func losses() throws {
        let tool = try Tool()
        try tool.write(todoList(), to: "todo.plist", as: .keyedArchive)
        let refused = try tool.run("convert", "todo.plist", "todo.json")
        #expect(refused.status == 1 && refused.output.isEmpty)
        #expect(
            refused.errors.split(separator: "\n") == [
                "basemodel: todo.json: Would be lost: the class TodoList isn't named: the root.",
                "basemodel: todo.json: Would be lost: a shared object becomes a copy: next.",
                "basemodel: todo.json: JSON can't hold all of it, and nothing was written. --lossy writes it all the same.",
            ])
        #expect(!FileManager.default.fileExists(atPath: tool.file("todo.json").path))

        let done = try tool.run("convert", "todo.plist", "todo.json", "--lossy")
        #expect(done.status == 0)
        let dates = "basemodel: todo.json: In other terms: a date becomes text: items[0].due, and 1 more.\n"
        #expect(done.errors.contains(dates))
        #expect(done.errors.contains("basemodel: todo.json: In other terms: a set becomes an array: items[1].tags.\n"))
        #expect(
            try FormatRegistry.default.document(from: Data(contentsOf: tool.file("todo.json")))["icon"]?.stringValue
                == "AQL/")
        // People read it.
        #expect(try tool.text(of: "todo.json").contains("\n  \"items\": [\n"))
        #expect(try tool.run("convert", "todo.plist", "-", "--to", "json", "--lossy", "--compact").lines.isEmpty)
    }

    @Test("Keys that aren't text become text, and nothing is lost")
    func keys() throws {
        let tool = try Tool()
        let text = #"{"$class":"NSDictionary","NS.key.0":5,"NS.object.0":"s","NS.key.1":true,"NS.object.1":{"x":1}}"#
        try tool.write("{\"$class\":\"Q\",\"m\":\(text)}", to: "a.json")
        let done = try tool.run("convert", "a.json", "b.plist", "--to", "hrCodedXML")
        #expect(done.status == 0 && done.errors.isEmpty)
        let plain = try tool.run("convert", "a.json", "c.json", "--to", "json", "--lossy")
        #expect(
            plain.errors.split(separator: "\n") == [
                "basemodel: c.json: Lost: the class Q isn't named: the root.",
                "basemodel: c.json: In other terms: an integer becomes text: m.5.",
                "basemodel: c.json: In other terms: a boolean becomes text: m.true.",
            ])
        #expect(try tool.text(of: "c.json").contains("\"5\": \"s\""))
    }

    @Test(
        "Formats that keep all give and take the same",
        arguments: [FileFormat.keyedArchive, .fastCoding, .hrCodedJSON, .hrCodedXML, .hrCodedBinary])
    func all(_ format: FileFormat) throws {
        let tool = try Tool()
        try tool.write(todoList(), to: "a.plist", as: .keyedArchive)
        let there = try tool.run("convert", "a.plist", "b", "--to", format.rawValue)
        #expect(there.status == 0 && there.errors.isEmpty, "\(there.errors)")
        let back = try tool.run("convert", "b", "-", "--to", "KEYEDARCHIVE")
        let document = try KeyedArchive().document(from: back.output)
        #expect(try document == todoList())
    }

    @Test("What a format can't hold at all is left out, where that is wanted")
    func cycle() throws {
        let tool = try Tool()
        var builder = DocumentBuilder()
        try builder.beginDictionary(number: 1)
        try builder.key("me")
        try builder.appendReference(to: 1)
        try builder.key("list")
        try builder.beginArray()
        try builder.append(Double.nan)
        try builder.append(2.5)
        try builder.end()
        try builder.end()
        try tool.write(builder.finish(), to: "a.fast", as: .fastCoding)
        let refused = try tool.run("convert", "a.fast", "a.json")
        #expect(refused.status == 1)
        #expect(refused.errors.hasPrefix("basemodel: File a.fast, me: "), "\(refused.errors)")
        #expect(refused.errors.hasSuffix(" JSON has no form for it: --lossy leaves it out.\n"))
        let done = try tool.run("convert", "a.fast", "a.json", "--lossy")
        #expect(done.status == 0 && done.errors.contains("Lost: a dictionary is left out: me."), "\(done.errors)")
        #expect(done.errors.contains("Lost: a double becomes null: list[0]."))
        let document = try FormatRegistry.default.document(from: Data(contentsOf: tool.file("a.json")))
        #expect(document["me"] == nil && document["list"]?[1]?.doubleValue == 2.5)
    }

    @Test("Thousands of cycles, and keys that no text stands for, in one pass")
    func cycles() throws {
        let tool = try Tool()
        var builder = DocumentBuilder()
        try builder.beginArray(number: 0)
        for number in 1...5000 {
            try builder.beginObject(named: "Node", number: number)
            try builder.key("parent")
            try builder.appendReference(to: 0)
            try builder.key("n")
            try builder.append(Int64(number))
            try builder.end()
        }
        try builder.beginValueDictionary()
        try builder.beginArray()
        try builder.end()
        try builder.append("x")
        try builder.end()
        try builder.end()
        try tool.write(builder.finish(), to: "a.plist", as: .keyedArchive)
        #expect(try tool.run("convert", "a.plist", "a.json").status == 1)
        let done = try tool.run("convert", "a.plist", "a.json", "--lossy", "--compact")
        #expect(done.status == 0 && done.errors.contains("Lost: an array is left out: [0].parent, and 4999 more."))
        #expect(done.errors.contains("Lost: a dictionary becomes an array: [5000]."), "\(done.errors)")
        let text = try tool.text(of: "a.json")
        #expect(text.hasPrefix(#"[{"$class":"Node","n":1},{"#) && text.hasSuffix(#"},[[],"x"]]"#))
    }

    @Test("A file of which nothing tells the format is told")
    func untold() throws {
        let tool = try Tool()
        try tool.write(
            ModelDocument(encoding: ["data": Data([1, 2])] as [String: Any]), to: "a.plist", as: .keyedArchive)
        let there = try tool.run("convert", "a.plist", "b.json", "--to", "hrCodedJSON")
        #expect(there.status == 0 && there.errors.contains("name the format when it is read"), "\(there.errors)")
        let back = try tool.run("convert", "b.json", "c.plist", "--from", "hrCodedJSON", "--to", "keyedArchive")
        #expect(back.status == 0 && back.errors.isEmpty, "\(back.errors)")
        #expect(try tool.run("diff", "a.plist", "c.plist").status == 0)
    }

    @Test("What has a form is kept to the bit, whatever it is")
    func terms() throws {
        let tool = try Tool()
        try tool.write(#"{"a": [null, 1.0, 18446744073709551615, -0.0, "\u0000"], "u": "x"}"#, to: "a.json")
        // Nulls as small archives, which nobody else's reading opens.
        let refused = try tool.run("convert", "a.json", "a.plist", "--to", "xmlPropertyList")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("Would be lost: null becomes a small archive: a[0]."))
        let result = try tool.run("convert", "a.json", "a.plist", "--to", "xmlPropertyList", "--lossy")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try tool.run("diff", "a.json", "a.plist", "--exact").status == 0)
        try tool.write(
            ModelDocument(.date(Date(timeIntervalSinceReferenceDate: 0.1))), to: "date", as: .fastCoding)
        let date = try tool.run("convert", "date", "-", "--to", "json", "--compact")
        let told = "basemodel: standard output: In other terms: a date becomes text: the root.\n"
        #expect(date.status == 0 && date.errors == told)
        #expect(try tool.run("convert", "date", "-", "--to", "json", "-q").errors.isEmpty)
    }

    @Test func arguments() throws {
        let tool = try Tool()
        try tool.write("[1]", to: "a.json")
        #expect(try tool.run("convert", "a.json", "a.plist").status == 64)
        #expect(try tool.run("convert", "a.json", "-").status == 64)
        #expect(try tool.run("convert", "a.json", "b", "--to", "nothing").status == 64)
        #expect(try tool.run("convert", "gone.json", "b", "--to", "json").status == 2)
        #expect(try tool.run("convert", "a.json", "/proc/b", "--to", "json").status == 2)
        #expect(
            try tool.run("convert", "-", "-", "--to", "fastCoding", input: Data("[1]".utf8)).output.starts(
                with: Data("TSAF".utf8)))
        // A file may be its own new one.
        #expect(try tool.run("convert", "a.json", "a.json", "--to", "hrCodedJSON").status == 0)
    }

    @Test("Files and folders go into a folder, with the paths that they have")
    func many() throws {
        let tool = try Tool()
        func folder(_ name: String) throws {
            try FileManager.default.createDirectory(at: tool.file(name), withIntermediateDirectories: true)
        }
        try folder("Lists/deep/er")
        try tool.write(todoList(), to: "Lists/todo.plist", as: .keyedArchive)
        try tool.write(todoList(), to: "Lists/deep/er/todo.fast", as: .fastCoding)
        try tool.write("[1, // one\n]", to: "Lists/deep/list.json5")
        try tool.write(todoList(), to: "Lists/deep/unnamed", as: .keyedArchive)
        try tool.write("{ a = b; }", to: "v1.2")
        try tool.write("[", to: "Lists/.hidden.json")
        try tool.write("\u{1}\u{2}", to: "Lists/picture.png")
        try FileManager.default.createSymbolicLink(
            atPath: tool.file("Lists/deep/again").path, withDestinationPath: tool.file("Lists").path)
        let arguments = ["convert", "Lists", "v1.2", "--into", "new/out", "--to", "hrCodedJSON"]
        let result = try tool.run(Tool.program, arguments)
        #expect(result.status == 0 && result.text == "5 converted, 1 of no format.\n", "\(result.text)\(result.errors)")
        let made = try FileManager.default.subpathsOfDirectory(atPath: tool.file("new/out").path).sorted()
        #expect(
            made == [
                "deep", "deep/er", "deep/er/todo.json", "deep/list.json", "deep/unnamed.json", "todo.json", "v1.2.json",
            ])
        #expect(try tool.run("diff", "Lists/todo.plist", "new/out/todo.json", "--exact").status == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: tool.file("new/out/deep").path)
        #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o500 } == 0o500)

        // Nothing is replaced unless that is wanted.
        try tool.write("old", to: "new/out/todo.json")
        let again = try tool.run(Tool.program, arguments)
        #expect(again.status == 2 && again.text == "0 converted, 5 failed, 1 of no format.\n", "\(again.text)")
        #expect(
            again.errors.contains(
                "basemodel: File new/out/todo.json: There is a file already: --overwrite replaces it.\n"))
        #expect(try tool.text(of: "new/out/todo.json") == "old")
        let replaced = try tool.run(Tool.program, arguments + ["--overwrite", "-q"])
        #expect(replaced.status == 0 && replaced.text.isEmpty && replaced.errors.isEmpty)
        #expect(try tool.run("diff", "Lists/todo.plist", "new/out/todo.json", "--exact").status == 0)
    }

    @Test("A folder named ~ is none but itself")
    func tilde() throws {
        let tool = try Tool()
        try FileManager.default.createDirectory(at: tool.file("lists/~"), withIntermediateDirectories: true)
        try tool.write("[1]", to: "lists/~/a.json")
        let result = try tool.run("convert", "lists", "--into", "new", "--to", "fastCoding")
        #expect(result.status == 0 && result.text == "1 converted.\n", "\(result.text)\(result.errors)")
        #expect(try tool.run("convert", "new/~/a.fast", "~/b/a.json").status == 0)
        for path in ["new/~/a.fast", "~/b/a.json"] {
            #expect(FileManager.default.fileExists(atPath: tool.file(path).path), "\(path)")
        }
    }

    @Test("A file that can't be converted doesn't keep the others from it")
    func manyWithErrors() throws {
        let tool = try Tool()
        try FileManager.default.createDirectory(at: tool.file("a/out"), withIntermediateDirectories: true)
        try tool.write("[1]", to: "a/good.json")
        try tool.write("[1,,", to: "a/bad.json")
        try tool.write("[null]", to: "a/null.json")
        try tool.write("[2]", to: "good.json")
        try tool.write("", to: "a/empty.json")
        let result = try tool.run("convert", "a", "good.json", "gone.json", "--into", "a/out", "--to", "xml")
        #expect(result.status == 2 && result.text == "1 converted, 5 failed.\n", "\(result.text)\(result.errors)")
        #expect(
            result.errors.contains(
                "basemodel: File good.json: The new file would be a/out/good.plist, which a/good.json becomes.\n"))
        #expect(result.errors.contains("basemodel: JSON file a/bad.json, [1] (line 1"), "\(result.errors)")
        #expect(
            result.errors.contains("basemodel: a/out/null.plist: Would be lost: null becomes a small archive: [0].\n"))
        #expect(result.errors.contains("basemodel: File gone.json: There is no such file.\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: tool.file("a/out").path) == ["good.plist"])
        // A loss alone is the status 1, and no trouble.
        let lossy = try tool.run("convert", "a/null.json", "--into", "b", "--to", "xml")
        #expect(lossy.status == 1 && lossy.text == "0 converted, 1 failed.\n")
        #expect(try tool.run("convert", "a/null.json", "--into", "b", "--to", "xml", "--lossy").status == 0)
        // In the folder itself, what was made isn't read again.
        #expect(try tool.run("convert", "good.json", "--into", ".", "--to", "xml").status == 0)
        for arguments in [
            ["good.json"], ["good.json", "a", "b"], ["a", "b", "--to", "xml"], ["a", "--into", "b"],
            ["-", "--into", "b", "--to", "xml"], ["good.json", "b.json", "--overwrite"],
        ] {
            #expect(try tool.run(Tool.program, ["convert"] + arguments).status == 64, "\(arguments)")
        }
    }
}
