import Foundation
import Testing

@Suite("Manifests in the documentation")
struct ManifestTests {
    /// All parts of manifests, each with the place where it stands.
    static let blocks = PackageFolder.documents.flatMap { file in
        ((try? PackageFolder.text(file)).map { CodeBlock.all(in: $0, file: file) } ?? []).filter(\.isManifest)
    }

    @Test("SwiftPM accepts every manifest", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/env")))
    func manifests() throws {
        #expect(!Self.blocks.isEmpty)
        for block in Self.blocks {
            let (status, output) = try Self.dump(block.lines)
            #expect(status == 0, "\(block.file):\(block.line): \(output)")
        }
    }

    @Test("A wrong manifest is found")
    func wrongManifest() throws {
        let lines = ["// Package.swift", "dependencies: [.package(uri: \"x\")],", "targets: []"]
        #expect(try Self.dump(lines).status != 0)
    }

    /// What `swift package dump-package` says to the fragment in a manifest around it.
    private static func dump(_ lines: [String]) throws -> (status: Int32, output: String) {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let head = "// swift-tools-version: 6.2\nimport PackageDescription\n"
        let body = lines.dropFirst().joined(separator: "\n")
        let manifest = body.contains("Package(") ? head + body : head + "let package = Package(name: \"App\",\n\(body)\n)\n"
        try manifest.write(toFile: folder.path + "/Package.swift", atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swift", "package", "--package-path", folder.path, "dump-package"]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
