import Foundation
import ModelCore
import Testing

@testable import PlistFormat

/// Public files that nobody here wrote.
@Suite(.enabled(if: Corpus.isPresent, "The corpora lie beside the package"))
struct CorpusTests {
    /// Files where our answer differs from the index's, and why.
    static let exceptions: [String: String] = [:]

    /// Files that aren't the same as XML, and why.
    static let changedByXML = [
        "plist-bin/3breadt+dd-plist/test-files/issue16.plist":
            "a real of four bytes: in XML it has a float's digits, which without a type are read as a double's"
    ]

    @Test(arguments: ["plist-xml", "plist-bin", "plist-openstep"])
    func opensWhatIsValid(format: String) throws {
        var wrong: [String] = []
        let entries = try Corpus.entries(of: format)
        for entry in entries {
            let content = try entry.content
            var opened = true
            var reason = ""
            do {
                _ = try plist.decode(ModelNode.self, from: content)
            } catch {
                opened = false
                reason = "\(error)"
                #expect(error is ModelError)
            }
            guard entry.expected != "unknown" else { continue }
            if opened != (entry.expected == "valid"), Self.exceptions[entry.path] == nil {
                wrong.append("\(entry.path): \(opened ? "opened" : reason)")
            }
        }
        #expect(wrong == [])
        #expect(entries.count > 30)
    }

    @Test(.enabled(if: Python.path != nil, "Python is needed"), arguments: ["plist-xml", "plist-bin"])
    func readsWhatPythonReads(format: String) throws {
        let entries = try Corpus.entries(of: format).filter { $0.expected == "valid" && $0.readers.contains("plistlib=ok") }
        let lines = try Python.read(entries.map { Corpus.folder.appendingPathComponent($0.path).path })
        #expect(lines.count == entries.count)
        var wrong: [String] = []
        for (entry, line) in zip(entries, lines) where !line.hasPrefix("error") {
            guard Self.exceptions[entry.path] == nil, let node = try? plist.decode(ModelNode.self, from: entry.content) else { continue }
            let own = pythonText(node)
            if own != line { wrong.append("\(entry.path): \(own.prefix(200)) / \(line.prefix(200))") }
        }
        #expect(wrong == [])
    }

    /// Each file that opens, written in both formats, is read back as the same.
    @Test(arguments: ["plist-xml", "plist-bin", "plist-openstep"])
    func survivesRewriting(format: String) throws {
        for entry in try Corpus.entries(of: format) where entry.expected == "valid" {
            guard let node = try? plist.decode(ModelNode.self, from: entry.content) else { continue }
            for target in bothFormats {
                if target == .xmlPropertyList, Self.changedByXML[entry.path] != nil { continue }
                let rewritten = try plist.encode(node, as: target)
                #expect(pythonText(try plist.decode(ModelNode.self, from: rewritten)) == pythonText(node), "\(entry.path)")
            }
        }
    }
}
