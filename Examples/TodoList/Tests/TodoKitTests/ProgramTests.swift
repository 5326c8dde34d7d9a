import Foundation
import Testing

/// The program itself: what it prints, and how it ends.
@Suite struct ProgramTests {
    static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("todo")

    func run(_ arguments: [String] = []) throws -> (output: String, errors: String, status: Int32) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("todo-program-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = Self.program
        process.arguments = arguments
        let own = ["XDG_DATA_HOME": folder.path, "XDG_CONFIG_HOME": folder.path]
        process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let errorText = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (text, errorText, process.terminationStatus)
    }

    @Test func list() throws {
        let (output, errors, status) = try run()
        #expect(output.hasPrefix("Things to do:\n1. [ ] Feed the cat\n"))
        #expect(errors.isEmpty && status == 0)
    }

    @Test("The demo's last line counts the formats")
    func demo() throws {
        let (output, errors, status) = try run(["demo"])
        #expect(errors.isEmpty && status == 0, "\(output)\(errors)")
        let last = try #require(output.split(separator: "\n").last)
        let count = try #require(last.wholeMatch(of: /(\d+) formats, (\d+) equal/))
        #expect(count.1 == count.2 && Int(count.1) ?? 0 >= 5)
    }

    @Test("Demos that run at the same time don't meet")
    func demos() async throws {
        try await withThrowingTaskGroup(of: (output: String, errors: String, status: Int32).self) { group in
            for _ in 0..<3 { group.addTask { try run(["demo"]) } }
            for try await (output, errors, status) in group { #expect(status == 0, "\(output)\(errors)") }
        }
    }

    @Test(
        "An error is one line, and the status isn't 0",
        arguments: [["done", "7"], ["add", "x", "--format", "bogus"], ["list", "--file", "/"]])
    func errors(_ arguments: [String]) throws {
        let (output, errors, status) = try run(arguments)
        #expect(output.isEmpty && status != 0)
        #expect(errors.hasPrefix("Error: ") && errors.filter { $0 == "\n" }.count == 1, "\(errors)")
    }
}
