import Foundation
import ModelCore

extension ContractCheck {
    /// The check of each kind of value under the key of each property.
    package static let wrongTypes = ContractCheck(
        "wrongTypes",
        """
        A value of another type is an error with its path, or an exact conversion; never another value. A null leaves \
        the default.
        """
    ) { run in
        let keys = ContractValues.codablePropertyKeys
        run.expect(keys.count > 30, "the suite", expected: "properties of every type", found: "\(keys)")
        let kinds = ModelSamples.kinds
        for (name, value) in kinds {
            for key in keys {
                let subject = "\(name) read as \(ContractValues.codableProperties[key].map { "\($0)" } ?? key)"
                let file = SampleValue.object("ContractValues", [(key, value)])
                let content: Data
                do {
                    content = try run.encode(file)
                } catch let error as ModelError where error.code == .unrepresentableValue {
                    continue
                }
                run.checkWrongType(content, key: key, try value.document().root, subject)
            }
        }
    }
}

extension ContractRun {
    fileprivate func checkWrongType(_ content: Data, key: String, _ written: ModelDocument.Value, _ subject: String) {
        do {
            let model = try decode(ContractValues.self, from: content)
            let value = try model.value(forKey: key)
            let plain = (value as? any RawRepresentable)?.rawValue ?? value
            let read = try ModelDocument(encoding: plain).root
            let isDefault = try written.isNull && fingerprint(value) == fingerprint(ContractValues().value(forKey: key))
            let exact = isDefault || ExactConversion(capabilities: capabilities).holds(from: written, to: read)
            expect(exact, subject, expected: "an error, or the value itself", found: fingerprint(value))
        } catch {
            guard let path = expectNamed(error, subject, reading: content)?.path.description else { return }
            expect(
                path == key || path.hasPrefix(key + "[") || path.hasPrefix(key + "."), subject,
                expected: "an error at \(key)", found: "\(error)")
        }
    }
}
