import Foundation
import ModelCore
import TestSupport
import Testing

@Suite(.enabled(if: SharedFixtures.arePresent, "The fixtures aren't here."))
struct ArchiveCorpusTests {
    /// Their readers want the root to be called `root`; one value under any other name is as good.
    private static let merelyNamedOtherwise = ["missingRoot.bin.plist", "missingRoot.xml.plist", "no_root_archive.plist"]

    @Test(arguments: ArchiveFixtures.corpus)
    func opensWhatIsValidAndRefusesWhatIsNot(_ entry: ArchiveFixtures.Entry) throws {
        let data = try ArchiveFixtures.corpusData(entry)
        let mayOpen = entry.expected != "invalid" || Self.merelyNamedOtherwise.contains { entry.path.hasSuffix($0) }
        do {
            let node = try KeyedArchive().decode(ModelNode.self, from: data)
            #expect(mayOpen, "opened as \(node.kind)")
            #expect(KeyedArchive().detect(data) == .certain(.keyedArchive))
        } catch {
            #expect(entry.expected != "valid", "\(error)")
        }
    }
}
