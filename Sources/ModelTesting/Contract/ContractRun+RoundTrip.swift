import Foundation
import ModelCore

extension ContractRun {
    /// Writes a value and reads it again, and expects it to be the same.
    @discardableResult
    func readBack<Value: ModelValue>(_ value: Value, _ subject: String) throws -> Value {
        let back = try decode(Value.self, from: encode(value, as: subject))
        let (found, wanted) = (fingerprint(back), fingerprint(value))
        if found != wanted { expectEqual(found, wanted, "\(subject), \(way(of: value))") }
        return back
    }

    /// Expects a value to come back to the bit: as a property, as an element, and as the root of a file.
    ///
    /// - Parameter mayRefuse: True if the format may throw `unrepresentableValue` instead.
    func expectRoundTrip<Value: ModelValue>(_ value: Value, _ subject: String? = nil, mayRefuse: Bool = false) {
        let subject = subject ?? "\(Value.self) \(Self.shortened(fingerprint(value)))"
        expectBack(ContractHolder(value), "property: \(subject)", mayRefuse: mayRefuse) { $0.value }
        expectBack([value, value], "array: \(subject)", mayRefuse: mayRefuse) { $0 }
        expectBack(value, "root: \(subject)", mayRefuse: mayRefuse) { $0 }
    }

    private func expectBack<Value: ModelValue>(
        _ value: Value, _ subject: String, mayRefuse: Bool, _ part: (Value) -> Any?
    ) {
        guard !reporter.isDone else { return }
        let content: Data
        do {
            content = try encode(value, as: subject)
        } catch let error as ModelError where mayRefuse && error.code == .unrepresentableValue {
            return
        } catch {
            return fail(subject, expected: mayRefuse ? "bytes, or unrepresentableValue" : "bytes", found: "\(error)")
        }
        attempt(subject) {
            let back = try decode(Value.self, from: content)
            let (found, wanted) = (fingerprint(part(back)), fingerprint(part(value)))
            if found != wanted { expectEqual(found, wanted, "\(subject), \(way(of: value))") }
        }
    }
}
