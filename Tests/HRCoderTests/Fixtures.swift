import Foundation

/// Files that the original library wrote, and files of apps that used it.
enum Fixtures {
    private static let folder = Bundle.module.resourceURL?.appendingPathComponent("Fixtures")

    /// The paths of the golden files, below their folder.
    static let golden: [String] = files(below: folder, suffix: "")

    static func goldenData(_ path: String) throws -> Data {
        try Data(contentsOf: (folder ?? URL(fileURLWithPath: "/")).appendingPathComponent(path))
    }

    private static let corpora = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/fixtures/corpora")

    static let hasCorpora = FileManager.default.fileExists(atPath: corpora.path)

    /// The paths of the apps' files, below the corpora.
    static let corpus: [String] = files(below: corpora.appendingPathComponent("hrcoder"), suffix: "").map {
        "hrcoder/" + $0
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
            if !path.hasSuffix(".expected.json"), !isFolder.boolValue { found.append(path) }
        }
        return found.sorted()
    }
}
