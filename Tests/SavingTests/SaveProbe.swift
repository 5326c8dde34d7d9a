import Foundation
import Testing

/// The program that saves while something goes wrong, in a folder of its own.
final class SaveProbe {
    let folder: String

    init() throws {
        // In memory where there is such a folder: a disk takes its time for each of some thousand saves.
        let shared = "/dev/shm"
        let parent = FileManager.default.isWritableFile(atPath: shared) ? shared : NSTemporaryDirectory()
        folder = parent + "/saving-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Beside the tests' own program.
    private static let path: String = {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return (own as NSString).deletingLastPathComponent + "/save-probe"
    }()

    /// The formats that it knows.
    static func formats() throws -> [String] { try run([], environment: [:]) }

    /// True if the session's secret service is available.
    static let hasSecretService = ["dbus-run-session", "gnome-keyring-daemon", "gdbus"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
    }

    /// The lines that it prints, without the last one, which tells that it came to its end.
    func run(_ command: String, _ format: String, _ arguments: [String] = []) throws -> [String] {
        var environment = [
            "XDG_CONFIG_HOME": folder, "XDG_RUNTIME_DIR": folder, "XDG_DATA_HOME": folder,
            "SECRET_BACKEND": "file", "SECRET_FILE_TEST_PATH": folder + "/test.keyring",
            "SECRET_FILE_TEST_PASSWORD": "x",
        ]
        let isService = format == "keychain:service"
        if isService { environment["SECRET_BACKEND"] = "service" }
        var lines = try Self.run(
            [command, format, folder] + arguments, environment: environment, withService: isService)
        #expect(lines.popLast() == "done")
        return lines
    }

    /// Has it try something, and expects that all goes as it should, and that something was tried.
    func expectNoProblem(
        _ command: String, _ format: String, _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var lines = try run(command, format, arguments)
        let problems = lines.filter { $0.hasPrefix("problem") }
        #expect(problems.isEmpty, "\(problems.prefix(5))", sourceLocation: sourceLocation)
        lines.removeAll { $0.hasPrefix("problem") }
        let counts = lines.compactMap { $0.split(separator: " ").compactMap { Int($0) }.first }
        #expect(!counts.isEmpty && counts.allSatisfy { $0 > 0 }, "\(lines)", sourceLocation: sourceLocation)
    }

    private static func run(
        _ arguments: [String], environment: [String: String], withService: Bool = false
    ) throws -> [String] {
        let process = Process()
        let root = URL(fileURLWithPath: #filePath + "/../../..").standardizedFileURL.path
        // Signals that are blocked here would be so in the session's programs, and it ends those by signals.
        let service = ["--default-signal", root + "/Scripts/with-secret-service.sh", path]
        process.executableURL = URL(fileURLWithPath: withService ? "/usr/bin/env" : path)
        process.arguments = (withService ? service : []) + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
