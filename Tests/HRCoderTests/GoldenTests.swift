import Foundation
import HRCoder
import ModelCore
import ModelTesting
import TestSupport
import Testing

@Suite("Files that the original wrote")
struct GoldenTests {
    private static func format(_ path: String) -> FileFormat {
        path.hasSuffix(".json") ? .hrCodedJSON : path.contains("xml") ? .hrCodedXML : .hrCodedBinary
    }

    private static func node(_ path: String) throws -> ModelNode {
        try HRCoder().decode(ModelNode.self, from: Fixtures.goldenData(path), as: format(path))
    }

    @Test("All of them are here")
    func count() {
        #expect(Fixtures.golden.count > 90)
    }

    @Test("They are read as what was written, or as the original read them", arguments: Fixtures.golden)
    func reads(_ path: String) throws {
        let node = try Self.node(path)
        let name = path.split(separator: ".").dropLast().joined(separator: ".")
        let differences = try ExpectedGraph.differences(node, from: Fixtures.goldenData(name + ".expected.json"))
        #expect(differences.isEmpty, "\(differences.joined(separator: "; "))")
    }

    @Test(
        "Read and written again in any form they are the same, to the original's reader too", arguments: Fixtures.golden
    )
    func writes(_ path: String) throws {
        let node = try Self.node(path)
        for format in forms {
            let written = try HRCoder().encode(node, as: format)
            let back = try HRCoder().decode(ModelNode.self, from: written, as: format)
            #expect(Fingerprint.text(of: back) == Fingerprint.text(of: node))
            #expect(try HRCoder().encode(back, as: format) == written)
            #expect(Fingerprint.text(of: try OriginalReader.node(written, format)) == Fingerprint.text(of: node))
        }
    }

    @Test("A file with a class at its root is told from plain ones", arguments: Fixtures.golden)
    func detection(_ path: String) throws {
        let data = try Fixtures.goldenData(path)
        guard case .object = try Self.node(path) else {
            // An alias beside a named class tells an array in JSON.
            let isMarked = ["set_", "mutable", "objects_shared_json"].contains(where: path.contains)
            #expect(HRCoder().detect(data) == nil || isMarked)
            return
        }
        #expect(HRCoder().detect(data) == .certain(Self.format(path)))
    }
}
