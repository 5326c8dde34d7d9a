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
}

private func == (result: Tool.Result, wanted: (Int32, String)) -> Bool {
    result.status == wanted.0 && result.text == wanted.1 && result.errors.isEmpty
}
