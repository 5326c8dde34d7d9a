import Foundation
import ModelCore

extension ContractCheck {
    /// The check of models that consist of stored properties. A format may write them straight from memory, and read
    /// them straight into memory.
    package static let storedProperties = ContractCheck(
        "storedProperties",
        """
        Models of stored properties are written and read the same way directly and by way of a document, whatever \
        their keys, their nils, their structs and their references are.
        """
    ) { run in
        for sample in ContractSample.stored(run.capabilities) { try run.checkStored(sample) }
        run.checkControls()
        run.checkForeignObjects()
        run.checkUnexpectedKeys()
    }
}

extension ContractRun {
    fileprivate func checkStored(_ sample: ContractSample) throws {
        attempt(sample.name) {
            let value = sample.make()
            defer { (value as? ContractTwins)?.unlink() }
            let back = try sample.read(encode(value, as: sample.name), provider, format, .standard)
            defer { (back as? ContractTwins)?.unlink() }
            expectEqual(fingerprint(back), fingerprint(value), sample.name)
        }
    }

    /// Checks keys with control characters, which a format may refuse.
    fileprivate func checkControls() {
        do {
            let controls = ContractControls()
            (controls.start, controls.escape, controls.line) = (10, 20, 30)
            try readBack(controls, "keys with controls")
        } catch let error as ModelError where error.code == .unrepresentableValue {
        } catch {
            fail("keys with controls", expected: "the values, or unrepresentableValue", found: "\(error)")
        }
    }

    /// Checks an object of another class in a property, and in an array.
    fileprivate func checkForeignObjects() {
        guard capabilities.contains(.classes) else { return }
        // The only key of the object is also a key of the expected class.
        let foreign = SampleValue.object("ContractShape", [("name", "n")])
        for (key, value, path) in [("best", foreign, "best"), ("others", .array([foreign]), "others[0]")] {
            attempt("an object of another class at \(path)") {
                let content = try encode(SampleValue.object("ContractPlain", [("name", "n"), (key, value)]))
                expectError(
                    "an object of another class at \(path)", codes: [.classMismatch, .typeMismatch], path: path
                ) {
                    try decode(ContractPlain.self, from: content)
                }
            }
        }
    }

    /// Checks keys that the class doesn't know, keys in another order, and keys without a value.
    fileprivate func checkUnexpectedKeys() {
        let files: [(name: String, keys: [(String, SampleValue)])] = [
            ("keys in another order", [("small", 9), ("name", "n"), ("numbers", .array([1, 2]))]),
            ("an unknown key first", [("unknown", .array([1])), ("name", "n"), ("small", 9)]),
            ("an unknown key last", [("name", "n"), ("small", 9), ("unknown", .dictionary([("k", "v")]))]),
            (
                "unknown keys that begin or end like known ones",
                [("nam", "x"), ("names", "y"), ("name", "n"), ("Name", "z")]
            ),
        ]
        attempt("an unknown long key that differs in the last byte") {
            let key = "a long key, of more than 16 bytes 3"
            let file = SampleValue.object("ContractAwkward", [(key, 3), ("1st", 4)])
            let awkward = try decode(ContractAwkward.self, from: encode(file))
            expectEqual(
                awkward.unknownValues?.root.keys.joined(separator: ", ") ?? "nothing", key,
                "an unknown long key that differs in the last byte")
        }
        for (name, keys) in files {
            attempt(name) {
                let plain = try decode(ContractPlain.self, from: encode(SampleValue.object("ContractPlain", keys)))
                let unknown = keys.map(\.0).filter { !["name", "small", "numbers"].contains($0) }
                expectEqual(plain.name, "n", name)
                expectEqual(
                    (plain.unknownValues?.root.keys ?? []).sorted().joined(separator: ", "),
                    unknown.sorted().joined(separator: ", "), "\(name): the keys that are kept")
            }
        }
    }
}
