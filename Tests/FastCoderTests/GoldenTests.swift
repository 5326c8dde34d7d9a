import FastCoder
import Foundation
import ModelCore
import ModelTesting
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

    /// Without large files, and those that may be laid out in several ways: cut at the right place, they are another whole file.
    private static let cutFiles = Fixtures.golden.filter { path in
        !["32.fast", "16.fast", "FastCoder-3.0", "gnustep"].contains { path.contains($0) }
    }

    @Test("A truncated file is refused", arguments: cutFiles)
    func truncation(_ path: String) throws {
        let data = try Fixtures.goldenData(path)
        for length in 0..<data.count {
            #expect(throws: ModelError.self) { try FastCoder().decode(ModelNode.self, from: data.prefix(length)) }
        }
    }
}
