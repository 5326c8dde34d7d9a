import Foundation
import ModelCore

extension ContractCheck {
    /// Through a `ModelNode` and back, as when a file is converted without its classes.
    public static let nodes = ContractCheck("nodes", "A file read as a tree and written again is read as the same model.") { run in
        let drawing = ContractDrawing.sample()
        drawing.anything = [1, true, "x", ["k": 0.5]] as [Any]
        if !run.capabilities.contains(.classes) {
            drawing.main = ContractShape()
            drawing.shapes = [ContractShape()]
            drawing.named = [:]
        }
        run.checkThroughNodes(drawing, "a drawing")
        run.checkThroughNodes(run.fillableValues(), "a model with every property")
        run.checkThroughNodes(ContractListed(), "a model whose properties are listed by hand")
        let list = [ContractLink("a"), ContractLink("b")]
        run.checkThroughNodes(list, "an array of models")
        run.checkThroughNodes([1: "a", 2: "b"], "a dictionary with integers as keys")
        if run.capabilities.contains(.identity) {
            let ring = ContractLink("ring")
            ring.others = [ContractLink("between"), ring]
            ring.others[0].next = ring
            defer { ring.unlink() }
            run.checkThroughNodes(ring, "a ring")
        }
        if run.capabilities.contains(.null) {
            let nothing = ContractOptionals()
            nothing.number = nil
            nothing.text = nil
            run.checkThroughNodes(nothing, "nil where it isn't the default")
        }
    }
}

extension ContractRun {
    fileprivate func checkThroughNodes<Value: ModelValue>(_ value: Value, _ subject: String) {
        attempt(subject) {
            let content = try encode(value)
            let node = try decode(ModelNode.self, from: content)
            let again = try encode(node)
            expectEqual(fingerprint(try decode(Value.self, from: again)), fingerprint(value), "\(subject), through a tree")
            let direct = try decode(Value.self, from: content)
            expectEqual(fingerprint(direct), fingerprint(value), "\(subject), without a tree")
        }
    }
}
