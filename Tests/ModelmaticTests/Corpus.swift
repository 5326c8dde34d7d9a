import Foundation
import TestSupport

/// The public model files beside the package, where they are.
enum Corpus {
    static let folder = SharedFixtures.corpora.path

    /// All files and folders below it, by their paths in it.
    static let files = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).sorted()

    /// Models in XML, as they are in their folders and elsewhere.
    static var xml: [String] {
        files.filter { $0.hasPrefix("xcdatamodel/") && ($0.hasSuffix("/contents") || $0.hasSuffix(".xml")) }
    }
    /// Compiled models, and those of Xcode 3.
    static var archives: [String] { files.filter { $0.hasSuffix(".mom") || $0.hasSuffix("/elements") } }
    /// Folders of versions.
    static var folders: [String] {
        files.filter { $0.hasPrefix("xcdatamodel/") && $0.hasSuffix(".xcdatamodeld") || $0.hasSuffix(".momd") }
    }
}
