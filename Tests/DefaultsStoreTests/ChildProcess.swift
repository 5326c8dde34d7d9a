import Foundation
import Testing

/// Runs one of ``DefaultsChildTests`` in a process of its own, with a folder of its own for its defaults: Foundation goes by the environment that a
/// process was started with.
struct ChildProcess {
    static let variable = "BASEMODEL_DEFAULTS_CHILD"

    /// What the parent asks for; nil in a process that isn't a child.
    static var argument: String? { ProcessInfo.processInfo.environment[variable] }

    let process = Process()
    private let output = Pipe()

    init(_ test: String, folder: String, argument: String = "") throws {
        process.executableURL = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
        process.arguments = ["--testing-library", "swift-testing", "--filter", "DefaultsChildTests/\(test)\\("]
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["XDG_CONFIG_HOME": folder, Self.variable: argument], uniquingKeysWith: { $1 })
        process.standardOutput = output
        process.standardError = output
        try process.run()
    }

    /// Waits for the end. Returns how it ended and what it said.
    func wait() -> (status: Int32, reason: Process.TerminationReason, output: String) {
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, process.terminationReason, String(decoding: data, as: UTF8.self))
    }

    /// Waits for the end, and checks that the test ran and passed.
    func expectSuccess(sourceLocation: SourceLocation = #_sourceLocation) {
        let (status, _, output) = wait()
        #expect(status == 0 && output.contains("Test run with 1 test"), "\(output)", sourceLocation: sourceLocation)
    }
}
