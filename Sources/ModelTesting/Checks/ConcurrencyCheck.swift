import Foundation
import ModelCore

extension ContractCheck {
    /// The check of many tasks that encode and decode at once.
    package static let concurrency = ContractCheck(
        "concurrency", "Many tasks encode and decode at once, the same model and different ones."
    ) { run in
        let shared = UnchangedModel(model: ContractDrawing.sample())
        let file = try run.encode(shared.model)
        let expected = try run.options.comparablePart(file)
        let fingerprint = run.fingerprint(try run.decode(ContractDrawing.self, from: file))
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<run.options.tasks {
                group.addTask {
                    for round in 0..<4 {
                        let subject = "task \(task), round \(round)"
                        run.attempt(subject) {
                            run.expect(
                                try run.comparableBytes(shared.model) == expected, "\(subject): the same model",
                                expected: "the same bytes", found: "others")
                            let back = try run.decode(ContractDrawing.self, from: file)
                            run.expectEqual(run.fingerprint(back), fingerprint, "\(subject): the same file")
                            let own = ContractLink("task \(task)")
                            own.others = (0..<round).map { ContractLink("\(task) \($0)") }
                            try run.readBack(own, "\(subject): a model of its own")
                        }
                    }
                }
            }
        }
    }
}

/// A model that several tasks read. No task changes the model, so sharing it is safe.
private struct UnchangedModel: @unchecked Sendable {
    let model: ContractDrawing
}
