import FastCoder
import Foundation
import ModelCore
import ModelTesting
import TestSupport
import Testing

@Suite("Random graphs")
struct RandomGraphTests {
    @Test("1,000 graphs are written so that the original reads them, or refuses a chunk that it doesn't know")
    func compatibility() throws {
        var compatible = 0
        for seed in 1...1000 {
            let graph = try RandomGraph.document(seed: UInt64(seed))
            let data = try FastCoder().encode(graph)
            try OriginalReader.check(data)
            if (try? OriginalReader.check(data, allowsExtensions: false)) != nil { compatible += 1 }
        }
        #expect(compatible > 300)
    }

    @Test("Changed at random, a file is read or refused, and nothing else", .endsAtLast)
    func mutations() throws {
        var random = SeededGenerator(seed: 5)
        for path in Fixtures.golden where !path.contains("32.fast") && !path.contains("16.fast") {
            let original = try Fixtures.goldenData(path)
            for _ in 0..<60 {
                var data = original
                for _ in 0...Int.random(in: 0...2, using: &random) {
                    data[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                _ = try? FastCoder().decode(from: data) { try AnyValue.decode(from: $0) }
                _ = try? FastCoder().decode(from: data) { try $0.skipValue() }
                if let node = try? FastCoder().decode(ModelNode.self, from: data) { _ = try? FastCoder().encode(node) }
            }
        }
    }
}
