import Foundation

/// Files that others wrote, which aren't part of the package: `shared/fixtures`, beside the package or beside a folder
/// that it lies in. Tests that read them say that they skip them elsewhere.
public enum SharedFixtures {
    /// The folder, or where it would be.
    public static let folder: URL = {
        var parent = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { parent.deleteLastPathComponent() }
        let candidates = (0..<3).map { _ in
            parent.deleteLastPathComponent()
            return parent.appendingPathComponent("shared/fixtures")
        }
        return candidates.first { FileManager.default.fileExists(atPath: $0.path) } ?? candidates[0]
    }()

    /// Public files.
    public static let corpora = folder.appendingPathComponent("corpora")

    /// True where they can be read.
    public static let arePresent = FileManager.default.fileExists(
        atPath: corpora.appendingPathComponent("INDEX.tsv").path)

    /// A public file, as the index has it.
    public struct Entry: Sendable {
        /// Below ``SharedFixtures/corpora``.
        public let path: String
        public let format: String
        /// `valid`, `invalid` or `unknown`.
        public let expected: String
        /// Which other readers were tried, and what they said.
        public let readers: String

        /// What the file holds.
        public var content: Data {
            get throws { try Data(contentsOf: SharedFixtures.corpora.appendingPathComponent(path)) }
        }
    }

    /// The index of all public files; nothing where they aren't.
    public static let entries: [Entry] = {
        let index = try? String(contentsOf: corpora.appendingPathComponent("INDEX.tsv"), encoding: .utf8)
        return (index ?? "").split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count > 9 else { return nil }
            return Entry(path: fields[0], format: fields[1], expected: fields[6], readers: fields[9])
        }
    }()

    /// Those whose paths begin so.
    public static func entries(under prefix: String) -> [Entry] { entries.filter { $0.path.hasPrefix(prefix) } }

    /// The paths of all files below a folder, sorted.
    public static func files(below folder: URL) -> [String] {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { !isFolder(folder.appendingPathComponent($0)) }.sorted()
    }

    private static func isFolder(_ url: URL) -> Bool {
        (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
    }
}
