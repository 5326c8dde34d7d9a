import Foundation
import ModelCore
import Testing

/// The files that others wrote, where they are at hand.
enum ArchiveFixtures {
    /// `shared/fixtures` beside the package, or beside one of the folders that it lies in.
    static let root: URL = {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        let candidates = (0..<3).map { _ in
            folder.deleteLastPathComponent()
            return folder.appendingPathComponent("shared/fixtures")
        }
        return candidates.first { FileManager.default.fileExists(atPath: $0.path) } ?? candidates[0]
    }()

    static var areAvailable: Bool { FileManager.default.fileExists(atPath: root.path) }

    struct Entry: Sendable, CustomTestStringConvertible {
        var path: String
        var expected: String
        var testDescription: String { path }
    }

    /// The lines of the index for keyed archives.
    static let corpus: [Entry] = {
        guard let text = try? String(contentsOf: root.appendingPathComponent("corpora/INDEX.tsv"), encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count > 6, fields[1] == "keyedarchive" else { return nil }
            return Entry(path: String(fields[0]), expected: String(fields[6]))
        }
    }()

    static func corpusData(_ entry: Entry) throws -> Data {
        try Data(contentsOf: root.appendingPathComponent("corpora").appendingPathComponent(entry.path))
    }

    /// The archives that the originals wrote, by their paths in `golden`.
    static let golden: [String] = {
        var found: [String] = []
        for folder in ["NSKeyedArchiver", "AutoCoding", "AutoCoding-bool", "BaseModel-BasicTodoList", "BaseModel-BasicTodoList-bool"] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("golden/\(folder)").path)) ?? []
            for name in names.sorted() where name.hasSuffix(".plist") {
                if folder == "NSKeyedArchiver" || name.contains("keyed") { found.append("\(folder)/\(name)") }
            }
        }
        return found
    }()

    static func goldenData(_ path: String) throws -> Data {
        try Data(contentsOf: root.appendingPathComponent("golden").appendingPathComponent(path))
    }

    static func isXML(_ data: Data) -> Bool { !data.starts(with: "bplist".utf8) }
}
