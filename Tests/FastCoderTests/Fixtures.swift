import Foundation

/// Files that the original library wrote, and files of apps that used it.
enum Fixtures {
    private static let folder = Bundle.module.resourceURL?.appendingPathComponent("Fixtures")

    /// The paths of the golden files, below their folder.
    static let golden: [String] = files(below: folder, suffix: ".fast")

    static func goldenData(_ path: String) throws -> Data {
        try Data(contentsOf: (folder ?? URL(fileURLWithPath: "/")).appendingPathComponent(path))
    }

    private static let corpora: URL = {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder.appendingPathComponent("shared/fixtures/corpora")
    }()

    static let hasCorpora = FileManager.default.fileExists(atPath: corpora.path)

    /// The paths of the apps' files below the corpora, of which the index says that they are `valid`, or `invalid`.
    static func corpus(_ validity: String) -> [String] {
        guard let index = try? String(contentsOf: corpora.appendingPathComponent("INDEX.tsv"), encoding: .utf8) else { return [] }
        return index.split(separator: "\n")
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
            .filter { $0.count > 6 && $0[1] == "fastcoding" && $0[6] == validity }
            .map { $0[0] }
    }

    static func corpusData(_ path: String) throws -> Data {
        try Data(contentsOf: corpora.appendingPathComponent(path))
    }

    private static func files(below folder: URL?, suffix: String) -> [String] {
        guard let folder, let paths = FileManager.default.enumerator(atPath: folder.path) else { return [] }
        var found: [String] = []
        for case let path as String in paths {
            var isFolder: ObjCBool = false
            _ = unsafe FileManager.default.fileExists(
                atPath: folder.appendingPathComponent(path).path, isDirectory: &isFolder)
            if path.hasSuffix(suffix), !isFolder.boolValue { found.append(path) }
        }
        return found.sorted()
    }
}
