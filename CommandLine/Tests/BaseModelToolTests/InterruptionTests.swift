import Foundation
import ModelCore
import Testing

/// Signals, pipes whose reader goes away, and streams that are closed. Python's module starts programs without the signals
/// that this process may have blocked.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 isn't installed"))
struct InterruptionTests {
    private func python(_ tool: Tool, _ script: String, _ arguments: [String]) throws -> Tool.Result {
        try tool.run(
            URL(fileURLWithPath: "/usr/bin/python3"), ["-c", script, Tool.program.path] + arguments,
            environment: ["BASEMODEL_PASSWORD": "secret"])
    }

    /// Keeps the file locked, so that the program waits just before the new file takes its place: when that is there, the
    /// program gets the signal, twice.
    private static let interrupting = """
        import fcntl, os, signal, subprocess, sys, time
        program, number, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        signal.signal(number, signal.SIG_DFL)
        def new(): return [name for name in os.listdir(".") if name.startswith(".BaseModel.")]
        with open("target", "r+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            process = subprocess.Popen([program] + command)
            while not new() and process.poll() is None: time.sleep(0.002)
            for _ in range(2):
                process.send_signal(number)
                time.sleep(0.05)
            print("left" if process.poll() is None or not new() else "dead", flush=True)
        print(process.wait(), new())
        """

    @Test(
        "A program that is interrupted while a file is replaced leaves the old one or the new one, and no other",
        arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT],
        [["edit", "target", "a", "2"], ["convert", "source", "target", "--to", "json"]])
    func interrupted(_ number: Int32, _ command: [String]) throws {
        let tool = try Tool()
        try tool.write("{\"a\": 1}", to: "target")
        try tool.write("{\"a\": 2}", to: "source")
        let result = try python(tool, Self.interrupting, ["\(number)"] + command)
        #expect(result.lines == ["left", "\(-number) []"], "\(result.text)\(result.errors)")
        let text = try tool.text(of: "target")
        #expect(try FormatRegistry.default.document(from: Data(text.utf8))["a"]?.intValue == 2)
    }

    @Test("At any other time, too, and what is ignored stays so", arguments: [SIGINT, SIGTERM, SIGHUP])
    func anyTime(_ number: Int32) throws {
        let tool = try Tool()
        let numbers = Array(repeating: "1", count: 2000).joined(separator: ",")
        try tool.write("{\"a\": 0, \"b\": [\(numbers)]}", to: "target")
        let script = """
            import os, random, signal, subprocess, sys, time
            program, number = sys.argv[1], int(sys.argv[2])
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            signal.signal(number, signal.SIG_DFL)
            random.seed(number)
            start = time.time()
            subprocess.run([program, "edit", "target", "a", "1"])
            duration = time.time() - start
            for index in range(2, 40):
                process = subprocess.Popen([program, "edit", "target", "a", str(index)])
                time.sleep(random.random() * duration)
                process.send_signal(number)
                status = process.wait()
                if status not in (0, -number): print("status", status)
                new = [name for name in os.listdir(".") if name.startswith(".")]
                if new: print("left", new)
                if subprocess.run([program, "check", "-q", "target"]).returncode: print("not valid")
            signal.signal(number, signal.SIG_IGN)
            process = subprocess.Popen([program, "edit", "target", "a", "100"], restore_signals=False)
            process.send_signal(number)
            print(process.wait())
            """
        let result = try python(tool, script, ["\(number)"])
        #expect(result.lines == ["0"], "\(result.text)\(result.errors)")
        #expect(try tool.run("show", "target", "--path", "a").text == "100\n")
    }

    /// Runs the program with a stream that nobody reads any more.
    private static let unread = """
        import os, signal, subprocess, sys
        program, ignores, stream, command = sys.argv[1], sys.argv[2] == "ignored", sys.argv[3], sys.argv[4:]
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        signal.signal(signal.SIGPIPE, signal.SIG_IGN if ignores else signal.SIG_DFL)
        reader, writer = os.pipe()
        os.close(reader)
        result = subprocess.run([program] + command, stdin=open("a.json"), restore_signals=False, **{stream: writer})
        print(result.returncode, flush=True)
        """

    private static let printing: [[String]] = [
        ["show", "a.json"], ["show", "-", "--json"], ["stats", "a.json"], ["graph", "a.json"],
        ["graph", "a.json", "--as", "mermaid"], ["convert", "a.json", "-", "--to", "xmlPropertyList"],
        ["diff", "a.json", "b.json"], ["check", "a.json", "bad.json"], ["edit", "-", "a", "2"], ["formats"], ["manual"],
        ["--help"], ["help", "edit"], ["--version"], ["--generate-completion-script", "bash"],
        ["generate", Tool.modelTests.path + "/Fixtures/Generated.xcdatamodel"],
        ["schema", Tool.modelTests.path + "/Fixtures/Generated.xcdatamodel", "GeneratedCard"],
    ]

    @Test("Every command ends quietly when nobody reads its output", arguments: printing, ["ignored", "default"])
    func unreadOutput(_ command: [String], _ disposition: String) throws {
        let tool = try Tool()
        try tool.write("{\"a\": 1}", to: "a.json")
        try tool.write("{\"a\": 2}", to: "b.json")
        try tool.write("{", to: "bad.json")
        let result = try python(tool, Self.unread, [disposition, "stdout"] + command)
        #expect(result.lines == ["\(-SIGPIPE)"] && result.errors.isEmpty, "\(result.text)\(result.errors)")
    }

    @Test("Messages that nobody reads keep nothing from being done", arguments: ["ignored", "default"])
    func unreadMessages(_ disposition: String) throws {
        let tool = try Tool()
        try tool.write("{\"a\": 1}", to: "a.json")
        func run(_ command: String...) throws -> [String] {
            try python(tool, Self.unread, [disposition, "stderr"] + command).lines
        }
        // Each has something to tell.
        #expect(try run("edit", "a.json", "a", "https://example.org", "--type", "url") == ["0"])
        #expect(try tool.run("show", "a.json", "--path", "a").text == "\"https://example.org\"\n")
        try tool.write("{\"a\": null}", to: "a.json")
        #expect(try run("convert", "a.json", "b", "--to", "xmlPropertyList", "--lossy") == ["0"])
        #expect(try run("check", "a.json", "gone") == ["gone: There is no such file.", "2"])
        #expect(try run("show", "gone") == ["2"])
        #expect(try run("nothing") == ["64"])
    }

    @Test("Streams that are closed aren't taken for files")
    func closedStreams() throws {
        let tool = try Tool()
        func shell(_ command: String) throws -> Tool.Result {
            try tool.run(URL(fileURLWithPath: "/bin/sh"), ["-c", "'\(Tool.program.path)' \(command)"])
        }
        try tool.write("{\"a\": 1}", to: "a.json")
        #expect(try shell("edit a.json a https://example.org --type url <&- >&- 2>&-").status == 0)
        #expect(try tool.text(of: "a.json") == "{\"a\": \"https://example.org\"}")
        let unwritten = try shell("show a.json >&-")
        #expect(unwritten.status == 2 && unwritten.errors == "basemodel: The output can't be written.\n")
        #expect(try shell("show - <&-").status == 2)
    }

    @Test("Devices aren't read: they may have no end", arguments: ["/dev/full", "/dev/zero", "/dev/urandom"])
    func devices(_ device: String) throws {
        let tool = try Tool()
        try tool.write("{\"a\": 1}", to: "a.json")
        for command in [
            "show DEV", "show - < DEV", "show /dev/stdin < DEV", "stats DEV", "graph DEV", "check DEV",
            "diff a.json DEV",
            "convert DEV - --to json", "edit DEV a 1", "generate DEV", "schema DEV",
            "convert a.json DEV --to json",
        ] {
            let line = "'\(Tool.program.path)' \(command.replacing("DEV", with: device))"
            // A gigabyte is far more than they need, and less than they would read of an endless one.
            let result = try tool.run(URL(fileURLWithPath: "/bin/sh"), ["-c", "ulimit -d 1000000; \(line)"])
            #expect(result.status == 2, "\(command)")
            let told = result.errors + result.text
            #expect(told.contains("It is a device, and no file.") || told.contains("It is no regular file."), "\(told)")
        }
    }

    @Test("An interrupted installation leaves the old program or the new one", arguments: ["install", "mv"])
    func installation(_ interrupted: String) throws {
        let tool = try Tool()
        let root = Tool.modelTests.deletingLastPathComponent().deletingLastPathComponent()
        let script = root.appendingPathComponent("Scripts/install.sh").path
        let files = FileManager.default
        func make(_ name: String, _ text: String) throws {
            try files.createDirectory(
                at: tool.file(name).deletingLastPathComponent(), withIntermediateDirectories: true)
            try tool.write("#!/bin/bash\n" + text + "\n", to: name)
            try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool.file(name).path)
        }
        try make("fake/swift", "echo '\(tool.folder.path)/built'")
        try make("fake/apt-get", "exit 1")
        try make("fake/strip", "exit 0")
        try make("built/basemodel", "echo new")
        try make("to/bin/basemodel", "echo old")
        // Is interrupted with the script when half of its work is done, as by a key of the terminal.
        try make(
            "fake/\(interrupted)",
            interrupted == "mv"
                ? "kill -TERM $PPID; exec /bin/mv \"$@\""
                : """
                for last; do :; done
                [ -d "$last" ] || [[ $* == *-d* ]] && exec /usr/bin/install "$@"
                rm -f "$last"; echo half > "$last"; kill -TERM $PPID; exit 143
                """)
        let result = try tool.run(
            // A signal that is blocked here would be blocked there.
            URL(fileURLWithPath: "/usr/bin/env"), ["--default-signal", "/bin/bash", script],
            environment: [
                "PATH": tool.folder.path + "/fake:/usr/bin:/bin", "PREFIX": tool.folder.path + "/to", "DESTDIR": "",
                "TMPDIR": tool.folder.path,
            ])
        #expect(result.status == 143, "\(result.text)\(result.errors)")
        #expect(try tool.text(of: "to/bin/basemodel").hasSuffix(interrupted == "mv" ? "echo new\n" : "echo old\n"))
        #expect(try files.contentsOfDirectory(atPath: tool.file("to/bin").path) == ["basemodel"])
        #expect(try files.contentsOfDirectory(atPath: tool.folder.path).allSatisfy { !$0.hasPrefix("tmp.") })
    }

    @Test("Folders, sockets and pipes")
    func otherFiles() throws {
        let tool = try Tool()
        try tool.write("{\"a\": 1}", to: "a.json")
        let script = """
            import os, socket, subprocess, sys
            socket.socket(socket.AF_UNIX).bind("socket")
            os.mkfifo("pipe")
            os.mkdir("folder")
            for arguments in [["show", "socket"], ["show", "folder"], ["show", "/dev/null"], ["convert", "a.json", "pipe", "--to", "json"]]:
                result = subprocess.run([sys.argv[1]] + arguments, stderr=subprocess.PIPE, text=True, timeout=30)
                print(result.returncode, result.stderr.strip())
            """
        let result = try python(tool, script, [])
        #expect(
            result.lines == [
                "2 basemodel: File socket: It can't be opened.", "2 basemodel: File folder: It is no regular file.",
                "2 basemodel: File /dev/null: It is empty.", "2 basemodel: File pipe: It is no regular file.",
            ], "\(result.text)\(result.errors)")
        let piped = try tool.run(
            URL(fileURLWithPath: "/bin/bash"), ["-c", "'\(Tool.program.path)' show <(cat a.json) --path a"])
        #expect(piped.text == "1\n")
    }
}
