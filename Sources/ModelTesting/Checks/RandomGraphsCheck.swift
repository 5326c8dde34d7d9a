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
        guard run.capabilities.isSuperset(of: .all), run.capabilities.allowsRoot(.object) else { return }
        for offset in 0..<UInt64(max(run.options.randomGraphs, 0)) {
            let seed = run.options.seed &+ offset
            run.attempt("the random graph of seed \(seed)") {
                let graph = try RandomGraph.document(seed: seed)
                guard run.capabilities.allowsRoot(graph.root.kind) else { return }
                let content = try run.encode(graph)
                let back = try run.decode(ModelDocument.self, from: content)
                run.expectEqual(
                    Fingerprint.text(of: back), Fingerprint.text(of: graph), "the random graph of seed \(seed)")
                try run.expectSameBytes(
                    run.encode(back), content, "the random graph of seed \(seed), read and written again")
            }
        }
    }

    /// The check of random graphs of models, which coding directly and coding through a document must treat alike.
    package static let randomModels = ContractCheck(
        "randomModels",
        """
        Random graphs of models that share objects and arrays come back as they were, where a format keeps identity; \
        and an object of another class behind a reference is an error.
        """
    ) { run in
        for offset in 0..<UInt64(max(run.options.randomGraphs, 0)) {
            let seed = run.options.seed &+ offset
            let net = RandomModels.net(seed: seed, hasNulls: run.capabilities.contains(.null))
            run.attempt("the random models of seed \(seed)") {
                try run.readBack(net, "the random models of seed \(seed)")
                if let knot = net.knot { try run.readBack(knot, "the random knots of seed \(seed)") }
            }
            guard run.capabilities.isSuperset(of: [.identity, .classes]) else { continue }
            run.attempt("random references of seed \(seed)") {
                let content = try run.encode(RandomModels.document(seed: seed))
                do {
                    _ = try run.decode(ContractKnot.self, from: content)
                } catch is ModelError {
                    // A reference has pointed to a value of another class or kind.
                }
            }
        }
    }
}
