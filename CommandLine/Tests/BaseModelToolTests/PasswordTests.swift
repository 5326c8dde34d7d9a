import CryptoCoder
import Foundation
import ModelCore
import Testing

@Suite struct PasswordTests {
    /// A file that is encrypted with the password "secret word", at little cost.
    private func encrypted() throws -> Tool {
        let tool = try Tool()
        let coder = CryptoCoder(CryptoPassword("secret word"), cost: ScryptCost(n: 16))
        try coder.encode(todoList(), as: .cryptoCoding).write(to: tool.file("todo.plist"))
        return tool
    }

    @Test func environment() throws {
        let tool = try encrypted()
        let shown = try tool.run("show", "todo.plist", environment: ["BASEMODEL_PASSWORD": "secret word"])
        #expect(shown.status == 0 && shown.text.hasPrefix("TodoList\n  items: array of 2\n"), "\(shown.errors)")
        let other = try tool.run("show", "todo.plist", "--password-env", "OTHER", environment: ["OTHER": "secret word"])
        #expect(other.text == shown.text)
        let wrong = try tool.run("show", "todo.plist", environment: ["BASEMODEL_PASSWORD": "wrong word"])
        #expect(wrong.status == 2 && wrong.output.isEmpty && !wrong.errors.contains("wrong word"), "\(wrong.errors)")
        #expect(wrong.errors.hasPrefix("basemodel: CryptoCoding file todo.plist: "))
    }

    @Test func descriptor() throws {
        let tool = try encrypted()
        let shell = URL(fileURLWithPath: "/bin/bash")
        let result = try tool.run(
            shell,
            ["-c", "'\(Tool.program.path)' show todo.plist --path items[0].title --password-fd 3 3<<<'secret word'"])
        #expect(result.text == "\"Buy milk\"\n", "\(result.errors)")
        let empty = try tool.run(shell, ["-c", "'\(Tool.program.path)' show todo.plist --password-fd 3 3</dev/null"])
        #expect(empty.status == 2 && empty.errors.contains("no password at the file descriptor 3"))
        #expect(try tool.run("show", "todo.plist", "--password-fd", "77").status == 2)
    }

    @Test("Encrypted, edited, converted back: the password stays, and so does the file's mode")
    func writing() throws {
        let tool = try encrypted()
        let password = ["BASEMODEL_PASSWORD": "secret word"]
        #expect(try tool.run("edit", "todo.plist", "items[0].title", "Tea", environment: password).status == 0)
        let mode = try FileManager.default.attributesOfItem(atPath: tool.file("todo.plist").path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(
            try tool.run("convert", "todo.plist", "plain.plist", "--to", "keyedArchive", environment: password).status
                == 0)
        #expect(try tool.run("show", "plain.plist", "--path", "next.title").text == "\"Tea\"\n")
        #expect(
            try tool.run("convert", "plain.plist", "new.plist", "--to", "cryptoCoding", environment: password).status
                == 0)
        #expect(try tool.run("diff", "new.plist", "plain.plist", "--exact", environment: password).status == 0)
        let errors = try tool.run("check", "new.plist", environment: ["BASEMODEL_PASSWORD": "x"])
        #expect(errors.status == 1 && errors.lines.count == 1)
    }

    @Test("Errors say nothing of what a confidential file holds")
    func confidential() throws {
        let tool = try encrypted()
        let result = try tool.run(
            "convert", "todo.plist", "todo.json", "--to", "json", environment: ["BASEMODEL_PASSWORD": "secret word"])
        #expect(result.status == 1 && !result.errors.contains("milk"))
    }
}
