import Foundation
import Testing

/// CLibsecret declares what it takes of libsecret and GLib. A compiler compares that with the installed headers.
@Suite("Declarations of libsecret and GLib", .enabled(if: InstalledHeaders.flags != nil, "libsecret-1-dev isn't installed"))
struct HeaderTests {
    @Test("They are the installed headers'")
    func same() throws {
        let (status, output) = try InstalledHeaders.compare(with: InstalledHeaders.own)
        #expect(status == 0, "\(output)")
    }

    @Test(
        "One that differs is found",
        arguments: [
            ("int g_variant_get_boolean(", "long g_variant_get_boolean("), ("WRONG_ETAG = 23", "WRONG_ETAG = 22"),
            ("g_list_nth_data(GList *list,", "g_list_nth_data(GBytes *list,"),
        ])
    func different(right: String, wrong: String) throws {
        let text = try String(contentsOf: InstalledHeaders.own.appendingPathComponent("CLibsecret.h"), encoding: .utf8)
        #expect(text.contains(right))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("headers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try text.replacingOccurrences(of: right, with: wrong)
            .write(to: folder.appendingPathComponent("CLibsecret.h"), atomically: true, encoding: .utf8)
        let (status, output) = try InstalledHeaders.compare(with: folder)
        #expect(status != 0)
        #expect(output.contains("error: "))
    }
}

private enum InstalledHeaders {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static let own = package.appendingPathComponent("Sources/CLibsecret/include")

    /// Where the headers lie; nil where there are none.
    static let flags: [String]? = {
        guard let (status, output) = try? run(["pkg-config", "--cflags", "libsecret-1"]), status == 0 else { return nil }
        return output.split(whereSeparator: \.isWhitespace).map(String.init)
    }()

    /// What clang, which comes with Swift, says to our declarations beside the installed ones.
    static func compare(with folder: URL) throws -> (status: Int32, output: String) {
        let source = package.appendingPathComponent("Tests/SecretStoreTests/Headers/installed.c")
        return try run(
            ["clang", "-fsyntax-only", "-Wall", "-Werror", "-I", folder.path] + (flags ?? []) + [source.path])
    }

    private static func run(_ command: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
