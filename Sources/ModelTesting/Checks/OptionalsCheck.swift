import Foundation
import ModelCore

extension ContractCheck {
    /// The check of nil, and of missing keys.
    package static let optionals = ContractCheck(
        "optionals", "Nil comes back as nil, though the default isn't; a missing key leaves the default."
    ) { run in
        let hasNull = run.capabilities.contains(.null)
        run.checkBack(ContractOptionals(), "all defaults", mayRefuse: false)
        let given = ContractOptionals()
        given.plain = 0
        given.number = -1
        given.text = ""
        given.date = Date(timeIntervalSinceReferenceDate: 99)
        given.list = []
        given.shape = ContractCircle()
        given.shape?.name = "given"
        run.checkBack(given, "all given", mayRefuse: false, classes: run.capabilities.contains(.classes))
        let clearings: [(String, (ContractOptionals) -> Void)] = [
            ("number", { $0.number = nil }), ("text", { $0.text = nil }), ("date", { $0.date = nil }),
            ("list", { $0.list = nil }), ("shape", { $0.shape = nil }),
        ]
        for (key, clear) in clearings {
            let cleared = ContractOptionals()
            clear(cleared)
            run.checkBack(cleared, "\(key) set to nil", mayRefuse: !hasNull)
        }
        let holes = ContractOptionals()
        holes.holes = [nil, 1, nil, nil, 0]
        run.checkBack(holes, "nil in an array", mayRefuse: !hasNull)
        run.checkAbsentKeys()
    }
}

extension ContractRun {
    fileprivate func checkBack(_ model: ContractOptionals, _ subject: String, mayRefuse: Bool, classes: Bool = true) {
        do {
            let content = try encode(model)
            let back = try decode(ContractOptionals.self, from: content)
            if !classes, let shape = back.shape, let original = model.shape {
                expectEqual(shape.name, original.name, "\(subject): the superclass's part")
                (back.shape, model.shape) = (nil, nil)
            }
            expectEqual(fingerprint(back), fingerprint(model), subject)
        } catch let error as ModelError where mayRefuse && error.code == .unrepresentableValue {
        } catch {
            fail(subject, expected: "no error", found: "\(error)")
        }
    }

    /// Checks files with only some of the keys, and files with unknown keys.
    fileprivate func checkAbsentKeys() {
        let defaults = ContractOptionals()
        for count in 0...3 {
            let entries: [(String, SampleValue)] = [
                ("required", 9), ("unknown", .array(["x", 1])), ("z", .dictionary([("number", 3)])),
            ]
            let object = SampleValue.object("ContractOptionals", Array(entries.prefix(count)))
            attempt("a file with \(count) keys") {
                let back = try decode(ContractOptionals.self, from: encode(object))
                defaults.required = count >= 1 ? 9 : 5
                expectEqual(fingerprint(back), fingerprint(defaults), "a file with \(count) keys")
            }
        }
        // A null for a type that has no nil leaves the default, and isn't read as zero. Among elements it is an error.
        guard capabilities.contains(.null) else { return }
        let null = SampleValue.object("ContractOptionals", [("required", nil)])
        attempt("null for an Int") {
            let back = try decode(ContractOptionals.self, from: encode(null))
            defaults.required = 5
            expectEqual(fingerprint(back), fingerprint(defaults), "null for an Int")
        }
        attempt("null for an Int in an array") {
            let content = try encode(SampleValue.array([1, nil]))
            expectError("null for an Int in an array", codes: [.typeMismatch], path: "[1]") {
                try decode([Int].self, from: content)
            }
        }
    }
}
