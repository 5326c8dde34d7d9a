import Foundation
import HRCoder
import ModelCore
import Testing

@Suite("Random graphs")
struct RandomGraphTests {
    @Test("1,000 graphs come back with every bit and every shared part, and the same bytes again", arguments: forms)
    func roundTrip(_ format: FileFormat) throws {
        for seed in 1...1000 {
            var made = RandomGraph(seed: UInt64(seed))
            let graph = made.node()
            defer { made.empty() }
            let data = try HRCoder().encode(graph, as: format)
            let back = try HRCoder().decode(ModelNode.self, from: data, as: format)
            #expect(GraphText.text(of: back) == GraphText.text(of: graph), "seed \(seed)")
            #expect(try HRCoder().encode(back, as: format) == data, "seed \(seed)")
        }
    }

    @Test("Through one form after the other they stay the same")
    func chain() throws {
        for seed in 1001...1200 {
            var made = RandomGraph(seed: UInt64(seed))
            let graph = made.node()
            defer { made.empty() }
            var node = graph
            for format in forms + [.keyedArchive] + forms.reversed() {
                node =
                    format == .keyedArchive
                    ? try KeyedArchive().decode(ModelNode.self, from: try KeyedArchive().encode(node))
                    : try HRCoder().decode(ModelNode.self, from: try HRCoder().encode(node, as: format), as: format)
            }
            #expect(GraphText.text(of: node) == GraphText.text(of: graph), "seed \(seed)")
        }
    }

    @Test("The original's rules make the same graph of them", arguments: forms)
    func original(_ format: FileFormat) throws {
        var same = 0
        for seed in 1...1000 {
            var made = RandomGraph(seed: UInt64(seed))
            made.isPlain = true
            let graph = made.node()
            defer { made.empty() }
            let data = try HRCoder().encode(graph, as: format)
            if GraphText.text(of: try OriginalReader.node(data, format)) == GraphText.text(of: graph) {
                same += 1
            } else {
                Issue.record("seed \(seed)")
            }
        }
        #expect(same == 1000)
    }
}
