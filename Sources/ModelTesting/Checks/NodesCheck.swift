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
        run.checkUnknownObjects()
        if run.capabilities.contains(.null) {
            let nothing = ContractOptionals()
            nothing.number = nil
            nothing.text = nil
            run.checkThroughNodes(nothing, "nil where it isn't the default")
        }
    }
}

extension ContractRun {
    /// What the program has no class and no property for is kept in a tree.
    fileprivate func checkUnknownObjects() {
        let names = ["zeta", "alpha", "a key.with dots"]
        attempt("an object of an unknown class") {
            let unknown = ObjectNode(CodedClass(name: "NoSuchClass"), names.map { (key: $0, value: .scalar(.string($0))) })
            let node = try decode(ModelNode.self, from: encode(ModelNode.object(unknown)))
            for name in names {
                expectEqual(node[name]?.stringValue ?? "nothing", name, "a key of an object of an unknown class")
            }
            guard capabilities.contains(.classes) else { return }
            if case .object(let object) = node {
                expectEqual(object.codedClass.name, "NoSuchClass", "the name of an unknown class")
                expect(
                    object.properties.count == names.count, "an object of an unknown class", expected: "\(names)",
                    found: "\(object.properties.map(\.key))")
            } else {
                fail("an object of an unknown class", expected: "an object", found: "\(node.kind)")
            }
            // In Any it is kept as it is, and written back.
            let holder = ContractUntyped()
            holder.value = node
            let back = try decode(ContractUntyped.self, from: encode(holder))
            let kept = (back.value as? ModelNode)?["zeta"]?.stringValue
            expect(kept == "zeta", "an object of an unknown class in Any", expected: "a tree", found: fingerprint(back.value))
        }
    }

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
