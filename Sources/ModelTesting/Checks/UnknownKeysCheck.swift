import Foundation
import ModelCore

extension ContractCheck {
    /// The check of keys that a newer program has written.
    package static let unknownKeys = ContractCheck(
        "unknownKeys", "What a class doesn't know is kept with its objects, and written back behind what it knows."
    ) { run in
        let newer = ContractNewer.sample()
        newer.pair = ContractPair(3)
        let content = try run.encode(newer)
        let model = try run.decode(ContractOpen.self, from: content)
        run.expectEqual(
            model.unknownValues?.root.keys.sorted().joined(separator: ", ") ?? "nothing", "numbers, pair, text",
            "the keys that a class doesn't know")
        run.expectEqual(
            model.next?.unknownValues?["text"]?.stringValue ?? "nothing", "inner", "an unknown value further in")

        model.name = "changed"
        newer.name = "changed"
        let back = try run.decode(ContractNewer.self, from: run.encode(model))
        run.expectEqual(run.fingerprint(back), run.fingerprint(newer), "a model that an older program has changed")

        run.checkExactKeys()

        guard run.capabilities.contains(.identity) else { return }
        let holder = SampleValue.object("Holder", [("k", .shared(1, .array([1, "x"])))])
        let graph = SampleValue.object(
            "ContractOpen",
            [
                ("first", .shared(2, holder)), ("name", "n"),
                ("next", .object("ContractOpen", [("second", .shared(2, holder)), ("third", .shared(1, .array([])))])),
            ])
        let read = try run.decode(ContractOpen.self, from: run.encode(graph))
        let kept = try run.decode(ModelDocument.self, from: run.encode(read))
        run.expectEqual(kept["first"]?.className ?? "nothing", "Holder", "the class of an unknown object")
        let pairs: [(ModelPath, ModelPath)] = [(["first"], ["next", "second"]), (["first", "k"], ["next", "third"])]
        for (one, other) in pairs {
            run.expect(
                kept[one] != nil && kept[one]?.id == kept[other]?.id,
                "unknown values that are shared", expected: "\(one) and \(other) are one", found: "\(kept)")
        }
    }
}

extension ContractRun {
    /// Checks that keys that look like other keys are kept with exactly their text, each with its own value.
    fileprivate func checkExactKeys() {
        attempt("unknown keys that look alike") {
            let keys = ContractAsking.keys
            let members = keys.enumerated().map { ($1, SampleValue.scalar(.int64(Int64($0)))) }
            let content = try encode(SampleValue.object("ContractOpen", [("name", "n")] + members))
            let kept = try decode(ContractOpen.self, from: content).unknownValues?.root
            expectEqual(
                (kept?.keys ?? []).map { Fingerprint.escaped($0) }.sorted().joined(separator: ", "),
                keys.map { Fingerprint.escaped($0) }.sorted().joined(separator: ", "), "unknown keys that look alike")
            for (index, key) in keys.enumerated() {
                expectEqual(
                    fingerprint(kept?[key]), "Int64 \(index)",
                    "the value of the unknown key \(Fingerprint.escaped(key))")
            }
            // Each key is alone in a file. In a file with all keys, a key that was read wrongly might be equal to
            // another key of the object, and wouldn't be noticed.
            for (key, value) in members {
                let content = try encode(SampleValue.object("ContractOpen", [("name", "n"), (key, value)]))
                let alone = try decode(ContractOpen.self, from: content).unknownValues?.root.keys ?? []
                expectEqual(
                    alone.map { Fingerprint.escaped($0) }.joined(separator: ", "), Fingerprint.escaped(key),
                    "an unknown key alone")
            }
        }
    }
}
