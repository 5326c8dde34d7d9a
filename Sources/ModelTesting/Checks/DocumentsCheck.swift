import Foundation
import ModelCore

extension ContractCheck {
    /// The check of files that are read as a `ModelDocument` and written again, as when a file is converted without its
    /// classes.
    package static let documents = ContractCheck(
        "documents", "A file read as a document and written again is read as the same model."
    ) { run in
        let drawing = ContractDrawing.sample()
        drawing.anything = [1, true, "x", ["k": 0.5]] as [Any]
        if !run.capabilities.contains(.classes) {
            drawing.main = ContractShape()
            drawing.shapes = [ContractShape()]
            drawing.named = [:]
        }
        run.checkThroughDocument(drawing, "a drawing")
        run.checkThroughDocument(run.fillableValues(), "a model with every property")
        run.checkThroughDocument(ContractListed(), "a model whose properties are listed by hand")
        let list = [ContractLink("a"), ContractLink("b")]
        run.checkThroughDocument(list, "an array of models")
        run.checkThroughDocument([1: "a", 2: "b"], "a dictionary with integers as keys")
        if run.capabilities.contains(.identity) {
            let ring = ContractLink("ring")
            ring.others = [ContractLink("between"), ring]
            ring.others[0].next = ring
            defer { ring.unlink() }
            run.checkThroughDocument(ring, "a ring")
        }
        run.checkOrderedSet()
        run.checkUnknownObjects()
        if run.capabilities.contains(.null) {
            let nothing = ContractOptionals()
            nothing.number = nil
            nothing.text = nil
            run.checkThroughDocument(nothing, "nil where it isn't the default")
        }
    }
}

extension ContractRun {
    /// Checks ordered sets. No Swift type represents an ordered set, so only documents contain them.
    fileprivate func checkOrderedSet() {
        attempt("an ordered set") {
            let kind: ModelArrayKind = capabilities.contains(.sets) ? .orderedSet : .array
            let back = try decode(ModelDocument.self, from: encode(SampleValue.array([3, 1, 2], .orderedSet)))
            let wanted = try SampleValue.array([3, 1, 2], kind).document()
            expectEqual(fingerprint(back), fingerprint(wanted), "an ordered set")
        }
    }

    /// Checks that a document keeps objects and values for which the program has no class or property.
    fileprivate func checkUnknownObjects() {
        let names = ["zeta", "alpha", "a key.with dots"]
        attempt("an object of an unknown class") {
            let unknown = SampleValue.object("NoSuchClass", names.map { ($0, .scalar(.string($0))) })
            let document = try decode(ModelDocument.self, from: encode(unknown))
            for name in names {
                expectEqual(document[name]?.stringValue ?? "nothing", name, "a key of an object of an unknown class")
            }
            guard capabilities.contains(.classes) else { return }
            expectEqual(document.root.className ?? "no object", "NoSuchClass", "the name of an unknown class")
            expect(
                document.root.count == names.count, "an object of an unknown class", expected: "\(names)",
                found: "\(document.root.keys)")
            // In `Any`, the object is kept as a document, and written back.
            let holder = ContractUntyped()
            holder.value = document
            let back = try decode(ContractUntyped.self, from: encode(holder))
            let kept = (back.value as? ModelDocument)?["zeta"]?.stringValue
            expect(
                kept == "zeta", "an object of an unknown class in Any", expected: "a document",
                found: fingerprint(back.value))
        }
    }

    fileprivate func checkThroughDocument<Value: ModelValue>(_ value: Value, _ subject: String) {
        attempt(subject) {
            let document = try decode(ModelDocument.self, from: encode(value))
            let back = try decode(Value.self, from: encode(document))
            expectEqual(fingerprint(back), fingerprint(value), "\(subject), through a document")
            try readBack(value, "\(subject), without a document")
        }
    }
}
