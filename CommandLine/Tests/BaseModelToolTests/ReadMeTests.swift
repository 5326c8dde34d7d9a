import Foundation
import ModelCore
import Testing

/// The README and the program: what one shows, the other prints.
@Suite struct ReadMeTests {
    @Test func samples() throws {
        let file = URL(fileURLWithPath: #filePath + "/../../../../README.md").standardizedFileURL
        let text = try String(contentsOf: file, encoding: .utf8)
        let block = try #require(text.firstMatch(of: /```console\n((?s).*?)```/)).1
        let tool = try Tool()
        try tool.write(Self.list(), to: "TodoList.plist", as: .keyedArchive)
        var count = 0
        for part in "\n\(block)".split(separator: "\n$ ") {
            let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            let path = Tool.program.deletingLastPathComponent().path
            let result = try tool.run(
                URL(fileURLWithPath: "/bin/sh"), ["-c", "PATH='\(path)':$PATH; \(lines[0]) 2>&1"])
            let wanted = lines.count > 1 ? lines[1].trimmingCharacters(in: .newlines) : ""
            #expect(result.text.trimmingCharacters(in: .newlines) == wanted, "\(lines[0])")
            count += 1
        }
        #expect(count == 4)
    }

    /// README's list, as its first example saves it.
    private static func list() throws -> ModelDocument {
        var builder = DocumentBuilder()
        func properties(_ text: String) throws {
            try builder.key("text")
            try builder.append(text)
            try builder.key("isDone")
            try builder.append(false)
        }
        try builder.beginObject(named: "TodoList")
        try builder.key("items")
        try builder.beginArray()
        try builder.beginObject(named: "TodoItem")
        try properties("Buy milk")
        try builder.end()
        try builder.beginObject(named: "Reminder", number: 0)
        try properties("Feed the cat")
        try builder.key("repeatsDaily")
        try builder.append(true)
        try builder.end()
        try builder.end()
        try builder.key("next")
        try builder.appendReference(to: 0)
        try builder.end()
        return try builder.finish()
    }
}
