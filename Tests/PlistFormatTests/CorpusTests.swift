import Foundation
import ModelCore
import TestSupport
import Testing

@testable import PlistFormat

/// Public files that nobody here wrote.
@Suite(.enabled(if: SharedFixtures.arePresent, "The corpora lie beside the package"))
struct CorpusTests {
    /// Files where our answer differs from the index's, and why.
    static let exceptions: [String: String] = [:]

    @Test(.enabled(if: Python.path != nil, "Python is needed"), arguments: ["plist-xml", "plist-bin"])
    func readsWhatPythonReads(format: String) throws {
        let entries = SharedFixtures.entries.filter { $0.format == format && $0.expected == "valid" && $0.readers.contains("plistlib=ok") }
        let lines = try Python.read(entries.map { SharedFixtures.corpora.appendingPathComponent($0.path).path })
        #expect(lines.count == entries.count)
        var wrong: [String] = []
        for (entry, line) in zip(entries, lines) where !line.hasPrefix("error") {
            guard Self.exceptions[entry.path] == nil, let node = try? plist.decode(ModelNode.self, from: entry.content) else { continue }
            let own = pythonText(node)
            if own != line { wrong.append("\(entry.path): \(own.prefix(200)) / \(line.prefix(200))") }
        }
        #expect(wrong == [])
    }
}
