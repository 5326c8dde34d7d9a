import Foundation
import TestSupport

/// Files that the original library wrote, and files of apps that used it.
enum Fixtures {
    private static let folder = (Bundle.module.resourceURL ?? URL(fileURLWithPath: "/")).appendingPathComponent("Fixtures")

    /// The paths of the golden files, below their folder.
    static let golden = files(below: folder)

    static func goldenData(_ path: String) throws -> Data {
        try Data(contentsOf: folder.appendingPathComponent(path))
    }

    /// The paths of the apps' files, below the corpora.
    static let corpus = files(below: SharedFixtures.corpora.appendingPathComponent("hrcoder")).map { "hrcoder/" + $0 }

    static func corpusData(_ path: String) throws -> Data {
        try Data(contentsOf: SharedFixtures.corpora.appendingPathComponent(path))
    }

    private static func files(below folder: URL) -> [String] {
        SharedFixtures.files(below: folder).filter { !$0.hasSuffix(".expected.json") }
    }
}
