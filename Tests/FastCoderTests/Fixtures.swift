import Foundation
import TestSupport

/// Files that the original library wrote, and files of apps that used it.
enum Fixtures {
    private static let folder = (Bundle.module.resourceURL ?? URL(fileURLWithPath: "/")).appendingPathComponent("Fixtures")

    /// The paths of the golden files, below their folder.
    static let golden = SharedFixtures.files(below: folder).filter { $0.hasSuffix(".fast") }

    static func goldenData(_ path: String) throws -> Data {
        try Data(contentsOf: folder.appendingPathComponent(path))
    }

    /// The paths of the apps' files below the corpora, of which the index says that they are `valid`, or `invalid`.
    static func corpus(_ validity: String) -> [String] {
        SharedFixtures.entries.filter { $0.format == "fastcoding" && $0.expected == validity }.map(\.path)
    }

    static func corpusData(_ path: String) throws -> Data {
        try Data(contentsOf: SharedFixtures.corpora.appendingPathComponent(path))
    }
}
