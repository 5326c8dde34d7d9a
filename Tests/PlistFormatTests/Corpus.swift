import Foundation

/// The public property lists beside the package, where they are.
enum Corpus {
    /// `shared/fixtures/corpora` beside the package, or beside a folder that the package is in.
    static let folder: URL = {
        var parent = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { parent.deleteLastPathComponent() }
        var found = parent
        for _ in 0..<3 {
            parent.deleteLastPathComponent()
            found = parent.appendingPathComponent("shared/fixtures/corpora")
            if FileManager.default.fileExists(atPath: found.path) { break }
        }
        return found
    }()

    static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.appendingPathComponent("INDEX.tsv").path) }

    struct Entry {
        let path: String
        let expected: String
        let readers: String
        var content: Data { get throws { try Data(contentsOf: Corpus.folder.appendingPathComponent(path)) } }
    }

    static func entries(of format: String) throws -> [Entry] {
        try String(contentsOf: folder.appendingPathComponent("INDEX.tsv"), encoding: .utf8).split(separator: "\n")
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
            .filter { $0.count > 9 && $0[1] == format }
            .map { Entry(path: $0[0], expected: $0[6], readers: $0[9]) }
    }
}
