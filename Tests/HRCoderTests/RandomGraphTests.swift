import Foundation
import HRCoder
import ModelCore
import ModelTesting
import Testing

@Suite("Random graphs")
struct RandomGraphTests {
    @Test("The original's rules make the same graph of them", arguments: forms)
    func original(_ format: FileFormat) throws {
        var same = 0
        for seed in 1...1000 {
            var made = PlainGraph(seed: UInt64(seed))
            let graph = made.node()
            defer { made.empty() }
            let data = try HRCoder().encode(graph, as: format)
            if Fingerprint.text(of: try OriginalReader.node(data, format)) == Fingerprint.text(of: graph) {
                same += 1
            } else {
                Issue.record("seed \(seed)")
            }
        }
        #expect(same == 1000)
    }
}
