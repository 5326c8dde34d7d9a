import Foundation
import ModelCore

extension ContractCheck {
    /// The check of random graphs of objects and values.
    package static let randomGraphs = ContractCheck(
        "randomGraphs",
        """
        Random graphs, where a format keeps all that they hold, come back with every bit, every shared part and \
        every cycle.
        """
    ) { run in
        guard run.capabilities.isSuperset(of: .all), run.capabilities.allowRoot(.object) else { return }
        for offset in 0..<UInt64(max(run.options.randomGraphs, 0)) {
            let seed = run.options.seed &+ offset
            run.attempt("the random graph of seed \(seed)") {
                let graph = try RandomGraph.document(seed: seed)
                guard run.capabilities.allowRoot(graph.root.kind) else { return }
                let content = try run.encode(graph)
                let back = try run.decode(ModelDocument.self, from: content)
                run.expectEqual(
                    Fingerprint.text(of: back), Fingerprint.text(of: graph), "the random graph of seed \(seed)")
                try run.expectSameBytes(
                    run.encode(back), content, "the random graph of seed \(seed), read and written again")
            }
        }
    }
}
