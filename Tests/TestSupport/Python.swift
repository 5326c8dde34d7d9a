import Foundation

/// Python's libraries, as a second opinion.
public enum Python {
    /// Where it is; nil where it isn't. The one that Debian's packages belong to comes first.
    public static let path: String? =
        (["/usr/bin", "/usr/local/bin"]
        + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init))
        .map { $0 + "/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    /// A script that couldn't be run to its end.
    public struct Failure: Error {
        public let status: Int32
        public let lines: [String]
    }

    /// The lines that a script prints, also the empty ones; none where there is no Python.
    public static func run(_ script: String, _ arguments: [String]) throws -> [String] {
        guard let path else { return [] }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["-c", script] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus, lines: lines) }
        return lines
    }

    /// The same with the path of a file that holds these bytes as the only argument.
    public static func run(_ script: String, on content: Data) throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("python-\(UUID().uuidString)")
        try content.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try run(script, [file.path])
    }
}
