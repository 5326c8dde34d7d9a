import Foundation
import ModelCore
import Testing

@Suite struct CheckTests {
    @Test func files() throws {
        let tool = try Tool()
        try tool.write("[1, 2]", to: "good.json")
        try tool.write("[1,\n 2,, 3]", to: "bad.json")
        try tool.write("[1, /* two */ 2,]", to: "five.json")
        try tool.write(todoList(), to: "todo.plist", as: .keyedArchive)
        try Data(contentsOf: tool.file("todo.plist")).dropLast(3).write(to: tool.file("cut.plist"))
        #expect(try tool.run("check", "good.json", "todo.plist") == (0, ""))
        let bad = try tool.run("check", "good.json", "bad.json", "five.json", "cut.plist", "todo.plist")
        #expect(bad.status == 1 && bad.errors.isEmpty)
        #expect(bad.lines.count == 3)
        #expect(bad.lines[0].hasPrefix("bad.json: JSON, [2] (line 2, column 4): "), "\(bad.lines[0])")
        #expect(
            bad.lines[1].hasPrefix("five.json: JSON (line 1, column 5): ")
                || bad.lines[1].hasPrefix("five.json: JSON, [1] (line 1"), "\(bad.lines[1])")
        #expect(
            bad.lines[1].hasSuffix(
                "a comment, which JSON5 alone has (the reading option .json5). Here that is --json5.")
        )
        #expect(bad.lines[2].hasPrefix("cut.plist: "))
        #expect(try tool.run("check", "five.json", "--json5").status == 0)
        #expect(try tool.run("check", "good.json", "-v") == (0, "good.json: valid JSON\n"))
        #expect(
            try tool.run("check", "good.json", "--is", "hrCodedJSON")
                == (1, "good.json: It is JSON, and not HRCoded JSON.\n"))
        #expect(try tool.run("check", "bad.json", "gone.json", "-q") == (2, ""))
        #expect(try tool.run("check", "bad.json", "gone.json").lines.last == "gone.json: There is no such file.")
        #expect(try tool.run("check", "-", input: Data("{".utf8)).status == 1)
        #expect(try tool.run("check").status == 64)
    }

    @Test("A file that is a single value of JSON5, one of comments alone, and an empty list of another kind")
    func unusualFiles() throws {
        let tool = try Tool()
        for text in [".5", "+1", "'x'", "Infinity"] {
            try tool.write(text, to: "five")
            #expect(try tool.run("check", "-v", "--json5", "five") == (0, "five: valid JSON\n"))
            #expect(try tool.run("check", "five").status == 1)
        }
        try tool.write("/* No strings yet. */\n", to: "a.strings")
        try tool.write("// !$*UTF8*$!\n{\n}\n", to: "b.pbxproj")
        #expect(
            try tool.run("check", "-v", "a.strings", "b.pbxproj")
                == (0, "a.strings: valid OpenStep property list\nb.pbxproj: valid OpenStep property list\n"))
        try tool.write("<plist><dict/></plist>", to: "c.plist")
        #expect(try tool.run("check", "a.strings", "--is", "openstep").status == 0)
        #expect(
            try tool.run("check", "c.plist", "--is", "openstep")
                == (1, "c.plist: It is XML property list, and not OpenStep property list.\n"))
    }

    @Test("A key that is there twice is an error that says how to read the file all the same")
    func duplicateKeys() throws {
        let tool = try Tool()
        try tool.write("{\"a\": 1, \"b\": [0], \"a\": 2}", to: "twice.json")
        try tool.write(
            "<plist><dict><key>a</key><integer>1</integer><key>b</key><array/><key>a</key><integer>2</integer></dict></plist>",
            to: "twice.plist")
        try tool.write("{ a = 1; b = (); a = 2; }", to: "twice.strings")
        try tool.write(
            "<plist><dict><key>$class</key><string>A</string><key>a</key><integer>1</integer><key>b</key><array/><key>a</key><integer>2</integer></dict></plist>",
            to: "twice.coded")
        for file in ["twice.json", "twice.plist", "twice.strings", "twice.coded"] {
            let refused = try tool.run("check", file)
            #expect(refused.status == 1)
            #expect(refused.text.contains("twice. --duplicate-keys last takes the last value"), "\(refused.text)")
            #expect(try tool.run("check", file, "--duplicate-keys", "error").status == 1)
            #expect(try tool.run("check", file, "--duplicate-keys", "last") == (0, ""))
            #expect(
                try tool.run("show", file, "--duplicate-keys", "last", "--path", "a").text.hasSuffix("2\n")
                    || file == "twice.strings")
            #expect(try tool.run("show", file, "--duplicate-keys", "first", "--path", "a").text.contains("1"))
        }
        #expect(try tool.run("edit", "twice.json", "b[0]", "7", "--duplicate-keys", "last").status == 0)
        #expect(try tool.text(of: "twice.json") == "{\"a\": 1, \"b\": [7], \"a\": 2}")
        #expect(try tool.run("convert", "twice.plist", "one.json", "--duplicate-keys", "last").status == 0)
        #expect(try tool.run("show", "one.json", "--path", "a").text == "2\n")
    }
}

private func == (result: Tool.Result, wanted: (Int32, String)) -> Bool {
    result.status == wanted.0 && result.text == wanted.1 && result.errors.isEmpty
}
