import Foundation
import ModelCore

/// The program as a process, in a separate folder.
final class Tool {
    static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("basemodel")
    /// The library's own tests of data models.
    static let modelTests = URL(fileURLWithPath: #filePath + "/../../../../Tests/ModelmaticTests").standardizedFileURL

    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("basemodel-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    struct Result {
        let output: Data
        let errors: String
        let status: Int32
        var text: String { String(decoding: output, as: UTF8.self) }
        var lines: [String] {
            text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        }
    }

    /// Runs the program with the folder as its current one.
    func run(
        _ arguments: String..., input: Data? = nil, environment: [String: String] = [:]
    ) throws -> Result {
        try run(Self.program, arguments, input: input, environment: environment)
    }

    /// Runs any program there.
    func run(
        _ program: URL, _ arguments: [String], input: Data? = nil, environment: [String: String] = [:]
    ) throws -> Result {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        // Files, because pipes that nobody empties stop a process that writes much.
        let (output, errors, source) = (file("output"), file("errors"), file("input"))
        for url in [output, errors] { try Data().write(to: url) }
        try (input ?? Data()).write(to: source)
        process.standardInput = try FileHandle(forReadingFrom: source)
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return Result(
            output: try Data(contentsOf: output), errors: try String(contentsOf: errors, encoding: .utf8),
            status: process.terminationStatus)
    }

    func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

    func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: file(name)) }

    func write(_ document: ModelDocument, to name: String, as format: FileFormat) throws {
        let provider = try FormatRegistry.default.provider(for: format)
        try provider.encode(document, as: format).write(to: file(name))
    }

    func text(of name: String) throws -> String { try String(contentsOf: file(name), encoding: .utf8) }
}

/// A list of things to do, as an app would write it: classes, a date, data, a set, and an object in two places.
func todoList(due: Date = Date(timeIntervalSinceReferenceDate: 1000)) throws -> ModelDocument {
    var builder = DocumentBuilder()
    try builder.beginObject(named: "TodoList")
    try builder.key("items")
    try builder.beginArray()
    try builder.beginObject(named: "TodoItem", number: 0)
    try builder.key("title")
    try builder.append("Buy milk")
    try builder.key("due")
    try builder.append(due)
    try builder.end()
    try builder.beginObject(named: "Reminder")
    try builder.key("title")
    try builder.append("Feed the cat")
    try builder.key("tags")
    try builder.beginArray(.set)
    try builder.append("home")
    try builder.end()
    try builder.end()
    try builder.end()
    try builder.key("next")
    try builder.appendReference(to: 0)
    try builder.key("icon")
    try builder.append(Data([1, 2, 255]))
    try builder.end()
    return try builder.finish()
}
