import Foundation
import TestSupport
import Testing

@testable import Documents
@testable import ModelCore

/// The values of one type over its whole range, to be written and read in one format.
struct RangeCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let run: @Sendable (RangeFormat) -> Outcome

    /// What became of the values.
    struct Outcome {
        var trials = 0
        var refused: [String] = []
        var lost: [String] = []
    }

    private struct Box<Value: Codable>: Codable { var value: Value }

    init<Value: ModelValue & Hashable & Codable & Sendable & SendableMetatype>(_ values: [Value]) {
        testDescription = "\(Value.self)"
        run = { format in
            var outcome = Outcome()
            for form in Self.forms(of: Value.self) {
                Self.attempt(values[...], form, format, &outcome)
            }
            let root = Form<Value>(name: "root") { try Self.back($0[0], as: Value.self, $1) { $0 } }
            for value in values.prefix(24) { Self.attempt(value, root, format, &outcome) }
            return outcome
        }
    }

    /// A way to put values into a file, and whether they come back from there to the bit.
    private struct Form<Value> {
        let name: String
        let isSame: (_ values: [Value], _ format: RangeFormat) throws -> Bool
    }

    /// All at once, which is quick; where that fails, one half after the other.
    private static func attempt<Value>(
        _ values: ArraySlice<Value>, _ form: Form<Value>, _ format: RangeFormat, _ outcome: inout Outcome
    ) {
        if values.count == 1 { return attempt(values[values.startIndex], form, format, &outcome) }
        if (try? form.isSame(Array(values), format)) == true {
            outcome.trials += values.count
        } else {
            let middle = (values.startIndex + values.endIndex) / 2
            attempt(values[..<middle], form, format, &outcome)
            attempt(values[middle...], form, format, &outcome)
        }
    }

    private static func attempt<Value>(
        _ value: Value, _ form: Form<Value>, _ format: RangeFormat, _ outcome: inout Outcome
    ) {
        outcome.trials += 1
        let text = "\(form.name): \(RangeBits.text(value, payloads: true).prefix(100))"
        do {
            if try !form.isSame([value], format) { outcome.lost.append("\(text) came back as another value") }
        } catch let error as Refused {
            outcome.refused.append("\(text): \(error.error)")
        } catch {
            outcome.lost.append("\(text): \(error)")
        }
    }

    /// What a writer said no to.
    private struct Refused: Error { let error: ModelError }

    private static func forms<Value: ModelValue & Hashable & Codable & SendableMetatype>(of type: Value.Type) -> [Form<
        Value
    >] {
        [
            Form(name: "element") { try back($0, as: [Value].self, $1) { $0 } },
            Form(name: "nested") { try back($0.map { [$0] }, as: [[Value]].self, $1) { $0.map { $0[0] } } },
            Form(name: "property") { values, format in
                let holders = values.map { value in
                    let holder = RangeHolder<Value>()
                    holder.value = value
                    return holder
                }
                return try back(holders, as: [RangeHolder<Value>].self, format) { $0.map(\.value) }
            },
            Form(name: "any") { values, format in
                let holders = values.map { value in
                    let holder = UntypedHolder()
                    holder.value = value
                    return holder
                }
                let data = try written(holders, format)
                let declared = try format.decode([RangeHolder<Value>].self, data)
                guard same(declared.map(\.value), values, format) else { return false }
                guard format.keepsTypes else { return true }
                let untyped = try format.decode([UntypedHolder].self, data).map(\.value)
                // Integers are `Int` where they fit, and `Range<Int>` is an `NSRange`.
                if untyped.first is any FixedWidthInteger || untyped.first is NSRange { return true }
                return same(untyped, values, format)
            },
            Form(name: "dictionary") { values, format in
                try back(values.map { ["key": $0] }, as: [[String: Value]].self, format) { $0.map { $0["key"] } }
            },
            Form(name: "key") { values, format in
                try back(values.map { [$0: 1] }, as: [[Value: Int]].self, format) { $0.map(\.keys.first) }
            },
            Form(name: "set") { values, format in
                try back(values.map { Set([$0]) }, as: [Set<Value>].self, format) { $0.map(\.first) }
            },
            Form(name: "Codable") { values, format in
                try back(values.map { CodableBox(value: Box(value: $0)) }, as: [CodableBox<Box<Value>>].self, format) {
                    $0.map(\.value.value)
                }
            },
            // As files are converted.
            Form(name: "tree") { values, format in
                let tree = try format.decode(ModelNode.self, written(values, format))
                return same(try format.decode([Value].self, written(tree, format)), values, format)
            },
        ]
    }

    private static func written<Whole: ModelValue>(_ value: Whole, _ format: RangeFormat) throws -> Data {
        do {
            return try format.encode(value)
        } catch let error as ModelError where error.code == .unrepresentableValue {
            throw Refused(error: error)
        }
    }

    private static func back<Whole: ModelValue>(
        _ value: Whole, as type: Whole.Type, _ format: RangeFormat, _ part: (Whole) -> Any
    ) throws -> Bool {
        same(part(try format.decode(type, written(value, format))), part(value), format)
    }

    private static func same(_ found: Any, _ wanted: Any, _ format: RangeFormat) -> Bool {
        let payloads = !format.gaps.contains(.payloads)
        return RangeBits.text(found, payloads: payloads) == RangeBits.text(wanted, payloads: payloads)
    }
}
