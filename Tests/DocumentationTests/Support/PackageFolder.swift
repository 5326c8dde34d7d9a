import Foundation

/// The package that these tests belong to.
enum PackageFolder {
    static let path = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .path

    static func text(_ file: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
    }

    /// All files below a folder whose name ends so, relative to the package, sorted.
    static func files(below folder: String, suffix: String) -> [String] {
        guard let names = FileManager.default.enumerator(atPath: "\(path)/\(folder)") else { return [] }
        return names.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }.sorted()
    }

    /// The Markdown files that are checked.
    static let documents =
        ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
        + ["Sources", "Plugins"].flatMap { files(below: $0, suffix: ".md") }.filter { $0.contains(".docc/") }
}
