import CryptoCoder
import Foundation
import ModelCore
import Testing

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
