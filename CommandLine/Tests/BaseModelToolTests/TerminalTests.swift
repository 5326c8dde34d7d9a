import CryptoCoder
import Foundation
import ModelCore
import Testing

/// The program in a terminal: Python's module makes one.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 isn't installed"))
struct TerminalTests {
    /// Runs the program in a terminal, and types an answer when a question is there.
    ///
    /// - Returns: What the terminal shows, the status, and at the end whether what is typed is shown again.
    private func run(
        _ tool: Tool, _ arguments: [String], question: String = "", answer: String = "",
        environment: [String: String] = [:]
    ) throws -> (text: String, status: Int, echoes: Bool) {
        let script = """
            import os, pty, select, signal, sys, termios
            question, answer, program = sys.argv[1].encode(), sys.argv[2].encode().decode("unicode_escape").encode(), sys.argv[3:]
            pid, terminal = pty.fork()
            if pid == 0:
                # The terminal goes with the last who has it.
                keeper = os.fork()
                if keeper == 0:
                    # Who runs tests may have blocked them.
                    signal.pthread_sigmask(signal.SIG_SETMASK, [])
                    signal.signal(signal.SIGINT, signal.SIG_DFL)
                    os.execv(program[0], program)
                signal.signal(signal.SIGINT, signal.SIG_IGN)
                _, status = os.waitpid(keeper, 0)
                echo = bool(termios.tcgetattr(0)[3] & termios.ECHO)
                code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)
                print(f"\\nEND {code} {echo}", flush=True)
                os._exit(0)
            text, left = b"", 2 if question else 0
            while True:
                if not select.select([terminal], [], [], 30)[0]: os.kill(pid, 9); break
                try: piece = os.read(terminal, 65536)
                except OSError: break
                if not piece: break
                text += piece
                if left and text.count(question) == 3 - left:
                    os.write(terminal, answer); left -= 1
            sys.stdout.buffer.write(text)
            """
        let result = try tool.run(
            URL(fileURLWithPath: "/usr/bin/python3"), ["-c", script, question, answer, Tool.program.path] + arguments,
            environment: ["TERM": "xterm", "NO_COLOR": ""].merging(environment) { $1 })
        let text = result.text.replacing("\r\n", with: "\n")
        let end = try #require(text.firstMatch(of: /\nEND (-?\d+) (True|False)\n/), "\(text)\(result.errors)")
        return (String(text[..<end.range.lowerBound]), Int(end.1) ?? -999, end.2 == "True")
    }

    @Test("Colours in a terminal, unless they aren't wanted")
    func colours() throws {
        let tool = try Tool()
        try tool.write(#"{"a": "x"}"#, to: "a.json")
        let blue = "\u{1B}[34ma\u{1B}[0m: \u{1B}[32m\"x\"\u{1B}[0m"
        #expect(try run(tool, ["show", "a.json"]).text.contains(blue))
        let plain = "dictionary of 1\n  a: \"x\"\n"
        #expect(try run(tool, ["show", "a.json"], environment: ["NO_COLOR": "1"]).text == plain)
        #expect(try run(tool, ["show", "a.json"], environment: ["TERM": "dumb"]).text == plain)
        #expect(try run(tool, ["show", "a.json", "--color", "never"]).text == plain)
        #expect(try tool.run("show", "a.json", "--color", "always").text.contains(blue))
        #expect(try tool.run("show", "a.json").text == plain)
    }

    @Test("The password is asked for, and isn't shown")
    func password() throws {
        let tool = try Tool()
        let coder = CryptoCoder(CryptoPassword("secret word"), cost: ScryptCost(n: 16))
        try coder.encode(todoList(), as: .cryptoCoding).write(to: tool.file("todo.plist"))
        let arguments = ["show", "todo.plist", "--path", "items[0].title"]
        let right = try run(tool, arguments, question: "Password for todo.plist: ", answer: "secret word\\n")
        #expect(right.status == 0 && right.text.contains("Buy milk") && !right.text.contains("secret word"), "\(right)")
        #expect(right.echoes)
        let wrong = try run(tool, arguments, question: "Password for todo.plist: ", answer: "wrong word\\n")
        #expect(wrong.status == 2 && !wrong.text.contains("wrong word") && !wrong.text.contains("milk"), "\(wrong)")
        // After the question is interrupted, the terminal shows typed text again.
        let interrupted = try run(tool, arguments, question: "Password for todo.plist: ", answer: "\\x03")
        #expect(interrupted.status == -2 && interrupted.echoes, "\(interrupted)")
        // Nothing is typed.
        let ended = try run(tool, arguments, question: "Password for todo.plist: ", answer: "\\x04")
        #expect(ended.status == 2 && ended.echoes && ended.text.contains("It is encrypted"), "\(ended)")
    }

    @Test("A new password is asked for twice")
    func newPassword() throws {
        let tool = try Tool()
        try tool.write("[1]", to: "a.json")
        let arguments = ["convert", "a.json", "a.plist", "--to", "cryptoCoding"]
        let result = try run(tool, arguments, question: ": ", answer: "new word\\n")
        #expect(result.status == 0 && result.text.contains("Again: ") && !result.text.contains("new word"), "\(result)")
        #expect(
            try tool.run("show", "a.plist", environment: ["BASEMODEL_PASSWORD": "new word"]).lines.last == "  [0]: 1")
    }

    @Test("A bar for many files, which goes again")
    func progress() throws {
        let tool = try Tool()
        let names = (0..<50).map { "\($0).json" }
        for name in names { try tool.write("[1]", to: name) }
        try tool.write("[", to: "bad.json")
        let result = try run(tool, ["check"] + names + ["bad.json"])
        #expect(result.status == 1 && result.text.contains("[                        ] 1/51 0.json"), "\(result.text)")
        #expect(result.text.contains("\r\u{1B}[Kbad.json: JSON"), "\(result.text)")
        #expect(try !tool.run(Tool.program, ["check"] + names).errors.contains("["))
        let converting = ["convert", "--into", "out", "--to", "fastCoding", "bad.json"] + names
        let converted = try run(tool, converting)
        #expect(converted.status == 2 && converted.text.contains("[                        ] 1/51 bad.json"))
        #expect(converted.text.contains("\r\u{1B}[Kbasemodel: JSON file bad.json"), "\(converted.text)")
        #expect(converted.text.contains("50 converted, 1 failed.\n"))
        #expect(try !tool.run(Tool.program, converting + ["--overwrite"]).errors.contains("1/51"))
    }

    @Test("What is no text doesn't reach a terminal, and a missing file's name isn't waited for")
    func binary() throws {
        let tool = try Tool()
        try tool.write(#"["\#u{9B}31m"]"#, to: "a.json")
        let fast = try run(tool, ["convert", "a.json", "-", "--to", "fastCoding"])
        #expect(
            fast.status == 2 && fast.text == "basemodel: FastCoding is no text for a terminal: send it to a file.\n")
        let json = try run(tool, ["convert", "a.json", "-", "--to", "json"])
        #expect(json.status == 2 && !json.text.contains("\u{9B}"))
        try tool.write("[1]", to: "b.json")
        #expect(try run(tool, ["convert", "b.json", "-", "--to", "json", "--compact"]).text == "[1]\n")
        #expect(try run(tool, ["show"]).status == 64)
        let printed = try run(tool, ["show", "a.json", "--json"])
        #expect(printed.status == 0 && printed.text.contains("\\u009b31m"), "\(printed.text)")
    }
}
