import FastCoder
import Foundation
import ModelCore
import ModelTesting
import TestSupport
import Testing

@Suite("Files that the original wrote")
struct GoldenTests {
    @Test("They are read as what was written, or as the original read them", arguments: Fixtures.golden)
    func reads(_ path: String) throws {
        let data = try Fixtures.goldenData(path)
        let node = try FastCoder().decode(ModelNode.self, from: data)
        guard let expected = try? Fixtures.goldenData(path.replacingOccurrences(of: ".fast", with: ".expected.json"))
        else {
            return
        }
        let differences = try ExpectedGraph.differences(node, from: expected)
        #expect(differences.isEmpty, "\(differences.joined(separator: "; "))")
    }

    @Test(
        "What was read and written again is the same, and its bytes don't change any more", arguments: Fixtures.golden)
    func writes(_ path: String) throws {
        let node = try FastCoder().decode(ModelNode.self, from: Fixtures.goldenData(path))
        let written = try FastCoder().encode(node)
        let back = try FastCoder().decode(ModelNode.self, from: written)
        #expect(Fingerprint.text(of: back) == Fingerprint.text(of: node))
        #expect(try FastCoder().encode(back) == written)
        #expect(throws: Never.self) { try OriginalReader.check(written) }
    }

    @Test(
        "What is mutable stays so in a document that is written into its old file",
        arguments: Fixtures.golden.filter { $0.hasPrefix("FastCoder/") && $0.contains("mutable") })
    func mutable(_ path: String) throws {
        let old = try Fixtures.goldenData(path)
        var document = try FastCoder().document(from: old)
        let new = try document.data(as: .fastCoding, keepingTextOf: old)
        // The type of the root's chunk, behind the header.
        #expect(new[20] == old[20])
        var builder = DocumentBuilder()
        try builder.beginArray()
        try builder.append(document)
        try builder.append("a")
        try builder.append(document)
        try builder.end()
        // Aliases still lead to what they led to.
        document = try builder.finish()
        let both = try document.data(as: .fastCoding, keepingTextOf: old)
        #expect(try FastCoder().document(from: both) == document)
        #expect(throws: Never.self) { try OriginalReader.check(both) }
    }

    /// Without large files, and without single values that are whole files of another layout when they are cut at the right place, with the
    /// same counts.
    private static let cutFiles = Fixtures.golden.filter { path in
        let isLarge = ["32.fast", "16.fast"].contains { path.contains($0) }
        let isSingle = ["date", "range", "size", "rect", "indexset_mutable"].contains { path.hasSuffix("/\($0).fast") }
        return !isLarge && !(path.hasPrefix("FastCoder-3.0") && isSingle) && !path.contains("gnustep")
    }

    @Test("A truncated file is refused", arguments: cutFiles)
    func truncation(_ path: String) throws {
        let data = try Fixtures.goldenData(path)
        for length in 0..<data.count {
            #expect(throws: ModelError.self) { try FastCoder().decode(ModelNode.self, from: data.prefix(length)) }
        }
    }
}
