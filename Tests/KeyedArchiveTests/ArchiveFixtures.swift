import Foundation
import ModelCore
import TestSupport
import Testing

/// The files that others wrote, where they are at hand.
enum ArchiveFixtures {
    struct Entry: Sendable, CustomTestStringConvertible {
        var path: String
        var expected: String
        var testDescription: String { path }
    }

    /// The public keyed archives.
    static let corpus = SharedFixtures.entries.filter { $0.format == "keyedarchive" }.map {
        Entry(path: $0.path, expected: $0.expected)
    }

    static func corpusData(_ entry: Entry) throws -> Data {
        try Data(contentsOf: SharedFixtures.corpora.appendingPathComponent(entry.path))
    }

    /// The archives that the originals wrote, by their paths in `golden`.
    static let golden: [String] = {
        var found: [String] = []
        for folder in ["NSKeyedArchiver", "AutoCoding", "AutoCoding-bool", "BaseModel-BasicTodoList", "BaseModel-BasicTodoList-bool"] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: SharedFixtures.folder.appendingPathComponent("golden/\(folder)").path)) ?? []
            for name in names.sorted() where name.hasSuffix(".plist") {
                if folder == "NSKeyedArchiver" || name.contains("keyed") { found.append("\(folder)/\(name)") }
            }
        }
        return found
    }()

    static func goldenData(_ path: String) throws -> Data {
        try Data(contentsOf: SharedFixtures.folder.appendingPathComponent("golden").appendingPathComponent(path))
    }

    static func isXML(_ data: Data) -> Bool { !data.starts(with: "bplist".utf8) }
}
