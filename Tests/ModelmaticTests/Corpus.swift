import Foundation

/// The public model files beside the package, where they are.
enum Corpus {
    /// `shared/fixtures/corpora` beside the package, or beside a folder that the package is in.
    static let folder: String = {
        var parent = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { parent.deleteLastPathComponent() }
        var found = parent
        for _ in 0..<3 {
            parent.deleteLastPathComponent()
            found = parent.appendingPathComponent("shared/fixtures/corpora")
            if FileManager.default.fileExists(atPath: found.path) { break }
        }
        return found.path
    }()

    static let isPresent = FileManager.default.fileExists(atPath: folder + "/INDEX.tsv")

    /// All files below the folder, by their paths in it.
    static let files: [String] =
        isPresent
        ? (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).sorted() : []

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
