#if Macros
import Foundation

/// The compiler, with the module and the plugin that this test run was built with.
struct Compiler {
    private let executable: URL
    private let arguments: [String]

    /// Nil where one of them isn't where SwiftPM puts it on Linux.
    static let found = Compiler()

    private init?() {
        let files = FileManager.default
        let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        // Beside the macros' own tests, all tests are built as tools are: for the machine that compiles. What was built
        // last counts.
        func age(_ folder: URL) -> TimeInterval? {
            let path = folder.appendingPathComponent("ModelCore.swiftmodule").path
            return ((try? files.attributesOfItem(atPath: path))?[.modificationDate] as? Date).map { -$0.timeIntervalSinceNow }
        }
        let modules = ["Modules-tool", "Modules"].map { products.appendingPathComponent($0) }
            .filter { age($0) != nil }.min { (age($0) ?? 0) < (age($1) ?? 0) }
        let plugin = products.appendingPathComponent("ModelMacros-tool").path
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
        let compiler = folders.map { $0 + "/swiftc" }.first { files.isExecutableFile(atPath: $0) }
        guard let modules, let compiler, files.isExecutableFile(atPath: plugin) else { return nil }
        executable = URL(fileURLWithPath: compiler)
        let suffix = modules.lastPathComponent == "Modules" ? "" : "-tool"
        arguments = [
            "-typecheck", "-swift-version", "6", "-strict-memory-safety", "-diagnostic-style", "llvm",
            "-I", modules.path, "-load-plugin-executable", plugin + "#ModelMacros",
            "-Xcc", "-fmodule-map-file=\(products.path)/CBaseModel\(suffix).build/module.modulemap",
        ]
    }

    /// What the compiler says of a source: its errors and warnings, each as `line: error: message`.
    func messages(for source: String, _ options: String...) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("Source.swift")
        try source.write(to: file, atomically: true, encoding: .utf8)

        let process = Process()
        let output = Pipe()
        process.executableURL = executable
        process.arguments = arguments + options + [file.path]
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").compactMap { line in
            guard line.contains(": error: ") || line.contains(": warning: ") else { return nil }
            // An error elsewhere, in the macro's text say, stays with its file.
            guard line.hasPrefix(file.path + ":") else { return String(line) }
            let parts = line.dropFirst(file.path.count + 1).split(separator: ":", maxSplits: 2)
            return parts.count == 3 ? "\(parts[0]):\(parts[2])" : String(line)
        }
    }
}
#endif
