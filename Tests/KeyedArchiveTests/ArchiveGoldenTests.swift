import Foundation
import ModelCore
import TestSupport
import Testing

@Suite(.enabled(if: SharedFixtures.arePresent, "The fixtures aren't here."))
struct ArchiveGoldenTests {
    @Test(arguments: ArchiveFixtures.golden)
    func readsWhatTheOriginalsWrote(_ path: String) throws {
        let node = try KeyedArchive().decode(ModelNode.self, from: try ArchiveFixtures.goldenData(path))
        let expected = try ArchiveFixtures.goldenData(path.replacingOccurrences(of: ".plist", with: ".expected.json"))
        let differences = try ExpectedGraph.differences(node, from: expected)
        #expect(differences.isEmpty, "\(differences.joined(separator: "; "))")
    }
}
