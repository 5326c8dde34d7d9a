import DefaultsStore
import Foundation
import ModelCore
import SecretStore
import Testing

@Suite(.serialized) struct StoreTests {
    @Test("User defaults: kinds, and values only where they are wanted")
    func defaults() throws {
        let tool = try Tool()
        let store = UserDefaultsStore(folder: tool.folder.path)
        let record = StoreRecord(format: .userDefaults(suite: "org.example.todo"), className: "Settings")
        try store.save([("name", ModelDocument(.string("ada"))), ("size", ModelDocument(.int64(3)))], in: record)
        let environment = ["XDG_CONFIG_HOME": tool.folder.path]
        let arguments = ["show", "--store", "userDefaults", "--place", "org.example.todo"]
        let all = try tool.run(Tool.program, arguments, environment: environment)
        #expect(all.status == 0 && !all.text.contains("ada") && all.lines.contains("  name: string, hidden"), "\(all)")
        let revealed = try tool.run(Tool.program, arguments + ["--reveal"], environment: environment)
        #expect(revealed.lines.contains("  name: \"ada\"") && revealed.lines.contains("  size: 3"))
        let one = try tool.run(
            Tool.program, arguments + ["--class", "Settings", "--reveal"],
            environment: environment.merging(["HOME": tool.folder.path]) { $1 })
        #expect(one.lines == ["dictionary of 2", "  name: \"ada\"", "  size: 3"], "\(one)")
        // A relative folder is to be ignored.
        let config = tool.folder.appendingPathComponent(".config")
        try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: tool.folder.appendingPathComponent("org.example.todo.plist"),
            to: config.appendingPathComponent("org.example.todo.plist"))
        let home = try tool.run(
            Tool.program, arguments + ["--reveal"], environment: ["XDG_CONFIG_HOME": "conf", "HOME": tool.folder.path])
        #expect(home.lines.contains("  name: \"ada\""), "\(home)")
        let none = try tool.run(Tool.program, arguments + ["--class", "Other"], environment: environment)
        #expect(none.status == 2 && none.errors.contains("Nothing is kept there of a class Other"), "\(none.errors)")
        let elsewhere = ["show", "--store", "userDefaults", "--place", "org.example.none"]
        #expect(try tool.run(Tool.program, elsewhere, environment: environment).status == 2)
        for wrong in [["--json"], ["x.json"]] { #expect(try tool.run(Tool.program, arguments + wrong).status == 64) }
        #expect(try tool.run("show", "--store", "keychain").status == 64)
        #expect(try tool.run("show", "x", "--reveal").status == 64)
        #expect(try tool.run("show", "--store", "userDefaults", "--place", "../x").status == 64)
    }

    /// libsecret's encrypted file: it needs no service.
    @Test("Secrets: kinds, and values only where they are wanted")
    func secrets() throws {
        let tool = try Tool()
        let environment = [
            "SECRET_BACKEND": "file", "SECRET_FILE_TEST_PATH": tool.file("secrets.keyring").path,
            "SECRET_FILE_TEST_PASSWORD": "password", "XDG_RUNTIME_DIR": tool.folder.path,
        ]
        for (name, value) in environment { unsafe _ = setenv(name, value, 1) }
        defer { for name in environment.keys { unsafe _ = unsetenv(name) } }
        let secrets = SecretStore(service: "org.example.mail")
        try secrets.set("hunter2", for: "Login.password")
        try secrets.set(["a", "b"], for: "codes")
        let arguments = ["show", "--store", "keychain", "--place", "org.example.mail"]
        let all = try tool.run(Tool.program, arguments, environment: environment)
        #expect(
            all.lines == [
                "dictionary of 2", "  Login.password: string, hidden", "  codes: array of 2", "    [0]: string, hidden",
                "    [1]: string, hidden",
            ], "\(all)")
        let one = try tool.run(
            Tool.program, arguments + ["--class", "Login", "--reveal"], environment: environment)
        #expect(one.lines == ["dictionary of 1", "  password: \"hunter2\""], "\(one)")
        let json = try tool.run(
            Tool.program, arguments + ["--reveal", "--json", "--path", "codes"], environment: environment)
        #expect(json.text.contains("\"a\""), "\(json)")
        let wrong = try tool.run(
            Tool.program, arguments, environment: environment.merging(["SECRET_FILE_TEST_PASSWORD": "x"]) { $1 })
        #expect(wrong.status == 2 && wrong.output.isEmpty && !wrong.errors.contains("hunter2"))
    }
}
