import Foundation
import ModelCore

extension ContractCheck {
    /// The check of arrays, dictionaries and sets: empty, nested, with keys of several types.
    package static let collections = ContractCheck(
        "collections", "Collections come back with every element, in order where they have one."
    ) { run in
        run.expectRoundTrip([Int](), "an empty array")
        run.expectRoundTrip([String: Int](), "an empty dictionary")
        run.expectRoundTrip(Set<Int>(), "an empty set")
        run.expectRoundTrip([[Int]](), "an empty array of arrays")
        run.expectRoundTrip([[[Int]]]([[], [[]], [[1], [], [2, 3]]]), "nested arrays")
        run.expectRoundTrip(["a": ["b": ["c": [1, 2]], "": [:]]], "nested dictionaries")
        run.expectRoundTrip([Set([1, 2]), [], [3]], "sets in an array")
        run.expectRoundTrip(Set([[1, 2], [], [3]]), "arrays in a set")
        run.expectRoundTrip(Set(["", "a", "A", "é", "$null"]), "a set of text")
        run.expectRoundTrip(Set([0.5, -0.0, 1e300]), "a set of doubles")
        run.expectRoundTrip([true, false, true], "booleans")
        run.expectRoundTrip([1.0, 0, -0.0, 2], "doubles that are whole")
        run.expectRoundTrip([Data(), Data([0])], "data")
        run.expectRoundTrip([Date(timeIntervalSinceReferenceDate: 0)], "dates")
        run.expectRoundTrip(Array(0..<300), "300 integers")
        for count in [14, 15, 16, 17, 255, 256, 257] {
            run.expectRoundTrip(Array(repeating: "x", count: count), "\(count) elements")
            run.expectRoundTrip(
                Dictionary(uniqueKeysWithValues: (0..<count).map { ("key \($0)", $0) }), "\(count) entries")
        }
        // Counts that a format may store in 16 bits.
        for count in [65_535, 65_536, 65_537] {
            let holder = ContractHolder([true] + [Bool](repeating: false, count: count - 2) + [true])
            run.attempt("\(count) booleans") {
                let back = try run.decode(ContractHolder<[Bool]>.self, from: run.encode(holder))
                run.expect(
                    back.value == holder.value, "\(count) booleans", expected: "the same",
                    found: "\(back.value?.count ?? 0), or others")
            }
        }
        run.expectRoundTrip([1: "one", -2: "two", Int.max: "max", 0: ""], "integers as keys")
        run.expectRoundTrip([UInt8(1): [UInt8(2): "x"]], "bytes as keys")
        run.expectRoundTrip([UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)): 1], "UUIDs as keys")
        run.expectRoundTrip([ContractLevel.low: 1, .highest: 2, .zero: 3], "enum cases as keys")
        run.expectRoundTrip([true: "yes", false: "no"], "booleans as keys")
        run.expectRoundTrip([0.5: "half", 1: "one", -1e300: "less"], "doubles as keys")
        run.expectRoundTrip(
            [Date(timeIntervalSinceReferenceDate: 0.5): 1], "dates as keys",
            mayRefuse: !run.capabilities.contains(.valueKeys))
    }
}
