import Foundation
import ModelCore

extension ContractCheck {
    /// The check of values in `Any`: `true`, `1` and `1.0` stay three different values.
    package static let untypedValues = ContractCheck(
        "untypedValues", "In Any each value keeps its type, as far as the format's capabilities say."
    ) { run in
        let plain: [Any] = [
            true, false, 1, 0, -1, Int.max, Int.min, 1.0, 0.0, -0.0, 0.5, -1e300, UInt64.max, "", "text", "true", "1",
            "$null",
            [Any](), [String: Any](), [1, true, 1.0, "1"] as [Any],
            ["a": [true, 1] as [Any], "b": 1.0] as [String: Any],
            [[[0] as [Any]] as [Any]] as [Any],
        ]
        for value in plain { run.checkUntyped(value, keepsType: true) }
        let has = run.capabilities.contains
        run.checkUntyped(Data([1, 2, 255]), keepsType: has(.data))
        run.checkUntyped(Date(timeIntervalSinceReferenceDate: 0.5), keepsType: has(.exactDates) || has(.ordinaryDates))
        run.checkUntyped(Date(timeIntervalSinceReferenceDate: 1), keepsType: has(.wholeDates))
        // A numeral doesn't show the type of its number.
        let keeps = { has(.typedScalars) || (has($0) && !has(.numerals)) }
        run.checkUntyped(Float(0.1), keepsType: keeps(.floats))
        run.checkUntyped(Decimal(string: "0.1") ?? 0, keepsType: keeps(.decimals))
        let typed: [Any] = [
            UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
            URL(filePath: "/tmp"), CGPoint(x: 1, y: 2), CGSize(width: 1, height: 2),
            CGRect(x: 1, y: 2, width: 3, height: 4),
            NSRange(location: 1, length: 2), IndexSet([1, 5]), AffineTransform(translationByX: 1, byY: 2),
        ]
        for value in typed { run.checkUntyped(value, keepsType: has(.typedScalars)) }
        run.checkUntyped(Set<AnyHashable>([1, 2]), keepsType: has(.sets))
        run.checkUntyped([1: "a", 2: "b"] as [AnyHashable: Any], keepsType: has(.valueKeys))
        if has(.nonFinite) { run.checkUntyped(Double.infinity, keepsType: true) }
    }
}

extension ContractRun {
    fileprivate func checkUntyped(_ value: Any, keepsType: Bool) {
        let subject = "Any \(type(of: value)) \(fingerprint(value))"
        let model = ContractUntyped()
        model.value = value
        model.list = [value, value]
        model.table = ["key": value]
        do {
            let back = try decode(ContractUntyped.self, from: encode(model))
            guard keepsType else {
                expect(back.value != nil, subject, expected: "some value", found: "nil")
                return expect(back.list.count == 2, subject, expected: "two elements", found: "\(back.list.count)")
            }
            expectEqual(fingerprint(back.value), fingerprint(value), subject)
            expectEqual(fingerprint(back.list), fingerprint(model.list), "in [Any]: \(subject)")
            expectEqual(fingerprint(back.table), fingerprint(model.table), "in [String: Any]: \(subject)")
        } catch let error as ModelError where !keepsType && error.code == .unrepresentableValue {
        } catch {
            fail(subject, expected: "the value", found: "\(error)")
        }
    }
}
