import CryptoCoder
import Foundation
import ModelCore
import Testing

@testable import BaseModelTool

@Suite("Several programs change one file at once")
struct ConcurrentEditTests {
    private static let password = ["BASEMODEL_PASSWORD": "secret"]

    /// Runs the commands, each `count` times with the run's number as `$i`, all at once.
    ///
    /// - Returns: The messages of those that failed.
    private func run(_ tool: Tool, _ commands: [String], _ count: Int) throws -> String {
        let script = """
            basemodel='\(Tool.program.path)'
            for command in "$@"; do
                for ((i = 0; i < \(count); i++)); do
                    eval "$command" || echo "failed: $command" >&2
                done &
            done
            wait
            """
        let result = try tool.run(
            URL(fileURLWithPath: "/bin/bash"), ["-c", script, "bash"] + commands, environment: Self.password)
        return result.errors
    }

    @Test("No edit is lost, in text and in other formats", arguments: [FileFormat.json, .keyedArchive, .cryptoCoding])
    func edits(_ format: FileFormat) throws {
        let tool = try Tool()
        let count = format == .cryptoCoding ? 3 : 15
        let start = try FormatRegistry.default.document(from: Data(#"{"list": [1]}"#.utf8))
        let provider: any FormatProvider =
            try format == .cryptoCoding
            ? CryptoCoder(CryptoPassword("secret"), cost: ScryptCost(n: 16))
            : FormatRegistry.default.provider(for: format)
        try provider.encode(start, as: format).write(to: tool.file("file"))
        let commands =
            ["a", "b", "c"].map { "$basemodel edit -q file \($0)$i $i" }
            + ["$basemodel edit -q file 'list[0]' $i --insert"]
        #expect(try run(tool, commands, count).isEmpty)
        let document = try provider.document(from: Data(contentsOf: tool.file("file")), as: format)
        #expect(document.root.count == 1 + 3 * count && document["list"]?.count == 1 + count)
    }

    /// Locks the file of turns, starts editors one after the other, each when the one before it waits, and unlocks it.
    private static let queueing = """
        import fcntl, os, subprocess, sys, time
        program, count = sys.argv[1], int(sys.argv[2])
        os.environ["XDG_RUNTIME_DIR"] = os.getcwd()
        turns = open(f"basemodel-turns-{os.geteuid()}", "w")
        fcntl.lockf(turns, fcntl.LOCK_EX)
        node = f":{os.fstat(turns.fileno()).st_ino} "
        def waiting(): return sum("->" in line and node in line for line in open("/proc/locks"))
        editors = []
        for number in range(count):
            editors.append(subprocess.Popen([program, "edit", "-q", "file", "[0]", str(number), "--insert"]))
            end = time.time() + 60
            while waiting() <= number and time.time() < end: time.sleep(0.005)
        print(waiting(), flush=True)
        fcntl.lockf(turns, fcntl.LOCK_UN)
        print([editor.wait() for editor in editors])
        """

    @Test("Editors that wait get their turns in the order in which they came")
    func order() throws {
        let tool = try Tool()
        try tool.write("[]", to: "file")
        let result = try tool.run(
            URL(fileURLWithPath: "/usr/bin/python3"), ["-c", Self.queueing, Tool.program.path, "8"])
        #expect(result.lines == ["8", "[0, 0, 0, 0, 0, 0, 0, 0]"], "\(result.text)\(result.errors)")
        #expect(try tool.text(of: "file").filter { !$0.isWhitespace } == "[7,6,5,4,3,2,1,0]")
    }

    @Test("Who has the turn and does nothing is waited for only until the limit, and who changes the file longer")
    func limit() throws {
        let tool = try Tool()
        try tool.write("[]", to: "file")
        let path = tool.file("file").path
        /// Takes the turn while a program has it that writes the file a number of times, and returns the seconds.
        func wait(_ changes: Int, _ limit: Int) throws -> Double {
            let script = """
                import fcntl, os, sys, time
                turns = open(f"basemodel-turns-{os.geteuid()}", "w")
                fcntl.lockf(turns, fcntl.LOCK_EX)
                open("locked", "w").close()
                for number in range(\(changes)):
                    time.sleep(0.1)
                    open("file", "w").write(str(number))
                if \(changes) == 0: sys.stdin.read()
                """
            let holder = Process()
            holder.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
            holder.arguments = ["-c", script]
            holder.currentDirectoryURL = tool.folder
            let input = Pipe()
            holder.standardInput = input
            try holder.run()
            while !FileManager.default.fileExists(atPath: tool.file("locked").path) { usleep(1000) }
            try FileManager.default.removeItem(at: tool.file("locked"))
            let start = ContinuousClock.now
            let turn = FileTurn(of: path, limit: .milliseconds(limit), folder: tool.folder.path)
            let duration = ContinuousClock.now - start
            #expect(turn != nil)
            try input.fileHandleForWriting.close()
            holder.waitUntilExit()
            withExtendedLifetime(turn) {}
            return duration / .seconds(1)
        }
        #expect(try (0.3..<30).contains(wait(0, 300)))
        // Six times the limit, if each change is in time.
        #expect(try wait(30, 1000) >= 2)
        #expect(FileTurn(of: path, folder: "/nowhere") == nil)
    }

    @Test("A file that is converted in its place loses no edit")
    func conversion() throws {
        let tool = try Tool()
        try tool.write("{}", to: "file")
        let edits = ["a", "b"].map { "$basemodel edit -q file \($0)$i $i" }
        let conversions = ["json", "xmlPropertyList"].map { "$basemodel convert -q file file --to \($0)" }
        #expect(try run(tool, edits + conversions, 12).isEmpty)
        #expect(try FormatRegistry.default.document(from: Data(contentsOf: tool.file("file"))).root.count == 24)
    }

    @Test(
        "A file that another program has written while another one was converted stays as it is",
        arguments: [nil, "old"])
    func changedTarget(_ old: String?) throws {
        let tool = try Tool()
        try tool.write("{\"a\": 1}", to: "a.json")
        if let old { try tool.write(old, to: "target") }
        // The password is asked for when the file has been read.
        let script = """
            mkfifo pipe
            '\(Tool.program.path)' convert a.json target --to cryptoCoding --lossy --password-fd 3 3<pipe &
            sleep 0.1
            exec 4>pipe
            sleep 0.5
            echo new > other && mv other target
            echo password >&4
            wait $!
            """
        let result = try tool.run(URL(fileURLWithPath: "/bin/bash"), ["-c", script])
        #expect(result.status == 2)
        #expect(
            result.errors == "basemodel: File target: Another program has written it since it was read.\n",
            "\(result.errors)")
        #expect(try tool.text(of: "target") == "new\n")
    }
}
