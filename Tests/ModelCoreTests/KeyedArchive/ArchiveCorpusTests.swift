import Foundation
import ModelCore
import Testing

@Suite(.enabled(if: ArchiveFixtures.areAvailable, "The fixtures aren't here."))
struct ArchiveCorpusTests {
    @Test(arguments: ArchiveFixtures.corpus)
    func opensWhatIsValidAndRefusesWhatIsNot(_ entry: ArchiveFixtures.Entry) throws {
        let data = try ArchiveFixtures.corpusData(entry)
        do {
            let node = try KeyedArchive().decode(ModelNode.self, from: data)
            #expect(entry.expected != "invalid", "opened as \(node.kind)")
        } catch {
            #expect(entry.expected != "valid", "\(error)")
        }
    }
}
