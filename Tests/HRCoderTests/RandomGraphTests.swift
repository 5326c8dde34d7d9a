import Foundation
import ModelCore
import ModelTesting
import Testing

@testable import HRCoder

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

    @Test("Where classes are the only marks, the bytes are those of the writer that makes all of them", arguments: forms)
    func classesAlone(_ format: FileFormat) throws {
        let provider = try HRCoder().provider(format)
        let capabilities = provider.base.capabilities(of: provider.plain).subtracting(.archives)
        var compared = 0
        for seed in 1...400 {
            let graph = try RandomGraph.document(seed: UInt64(seed))
            // As a file has it: dictionaries with text keys are known by them.
            let read = try HRCoder().document(from: HRCoder().encode(graph, as: format), as: format)
            for part in Self.containers(in: read.root) where provider.needsClassesAlone(part, capabilities) {
                var walker = DocumentWalker(part, for: provider.capabilities(of: format))
                var writer = HRWriter(capabilities, limits: .standard) { _ in true }
                let made = try provider.serialize(
                    writer.document(&walker), capabilities.union(.classes), walker.conventions,
                    FormatContext(format: format))
                #expect(try HRCoder().encode(part, as: format) == made, "seed \(seed)")
                compared += 1
            }
        }
        #expect(compared > 80)
    }

    /// The containers of a graph, each once.
    private static func containers(in root: ModelDocument.Value) -> [ModelDocument] {
        var found: [ModelDocument] = []
        var seen: Set<Int> = []
        var waiting = [root]
        while let value = waiting.popLast() {
            guard value.scalar == nil, seen.insert(value.id).inserted else { continue }
            found.append(ModelDocument(value))
            waiting += value.elements + value.properties.map(\.value)
        }
        return found
    }
}
