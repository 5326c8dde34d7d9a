import Foundation
import Testing

/// A server of PostgreSQL that runs as long as this program, and longer in no case: its script reads from a pipe.
final class Server: Sendable {
    /// The server of most tests. Nil if the system has none.
    static let shared = Server()

    /// True if there is a server.
    static var isInstalled: Bool { shared != nil }

    /// The connection string.
    let url: String
    /// The file with the server's process.
    let pidFile: String
    private let input: Pipe

    init?() {
        let root = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL
        let options = "-c fsync=off -c max_connections=200 -c track_activity_query_size=65536"
        let script = Process()
        script.executableURL = root.appending(path: "Scripts/with-postgres.sh")
        script.arguments = ["sh", "-c", "echo \"$POSTGRES_URL\"; echo \"$POSTGRES_PID\"; exec cat"]
        script.environment = ProcessInfo.processInfo.environment.merging(["POSTGRES_OPTIONS": options]) { $1 }
        let output = Pipe()
        input = Pipe()
        script.standardInput = input
        script.standardOutput = output
        guard (try? script.run()) != nil else { return nil }
        var said = Data()
        while said.count(where: { $0 == UInt8(ascii: "\n") }) < 2 {
            let next = output.fileHandleForReading.availableData
            if next.isEmpty { break }
            said += next
        }
        let lines = String(decoding: said, as: UTF8.self).split(separator: "\n")
        guard lines.count == 2 else {
            script.waitUntilExit()
            // Without a server the tests are skipped. A server that can't be started is an error.
            if script.terminationStatus != 69 { Issue.record("The server can't be started.") }
            return nil
        }
        url = String(lines[0])
        pidFile = String(lines[1])
    }

    /// The process of the server.
    var pid: Int32? {
        let text = try? String(contentsOfFile: pidFile, encoding: .utf8)
        return (text?.split(separator: "\n").first).flatMap { Int32($0) }
    }

    /// Stops the server at once, without care for what it does. Its script starts it again.
    func stopAtOnce() { if let pid { kill(pid, SIGQUIT) } }
}

extension Trait where Self == ConditionTrait {
    /// Skips tests where the system has no server.
    static var needsServer: Self {
        .enabled(if: Server.isInstalled, "PostgreSQL's server isn't installed: apt-get install postgresql")
    }
}
