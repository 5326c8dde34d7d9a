import Foundation
import ModelCore

#if Macros
    /// Values without a declared type.
    @Model final class GoldenAny: BaseModel {
        var value: Any?
        var other: Any = 1
        var list: [Any] = []
        var table: [String: Any] = [:]
        var document = ModelDocument(.int64(1))
        var maybeDocument: ModelDocument?
        var documents: [ModelDocument] = []

        /// Values that each format has or that text can represent.
        static func sample() -> GoldenAny {
            let sample = GoldenAny()
            sample.value = "text"
            sample.other = [1, "two", 3.5, true, [[], [1]] as [Any], ["k": -1] as [String: Any]] as [Any]
            sample.list = [
                true, false, 0, -1, Int.max, Int.min, 0.1, -0.0, 1e300, "", "17", "true", Data([1, 2, 255]),
                Date(timeIntervalSinceReferenceDate: 1), Date(timeIntervalSinceReferenceDate: 0.25), NSNull(), [] as [Any],
                [:] as [String: Any], [NSNull()] as [Any], GoldenItem("in a list"), GoldenLeaf("leaf", 1),
            ]
            sample.table = [
                "item": GoldenItem("in a table"), "deep": ["a": ["b": [1, 2] as [Any]] as [String: Any]] as [String: Any],
                "null": NSNull(), "": 5, "$class": "no class", "numbers": [1, 2.5] as [Any],
            ]
            sample.document = ["a": [1, .null, "b"], "c": ["d": true]]
            sample.maybeDocument = ModelDocument(.string("single"))
            sample.documents = [[:], [1], ModelDocument(.bool(true))]
            return sample
        }

        /// Values of every other type.
        static func everything() -> GoldenAny {
            let sample = GoldenAny()
            sample.value = [1: "one", 2: "two"] as [AnyHashable: Any]
            sample.other = GoldenSpot(code: 1, name: "a struct")
            sample.list = [
                Int8(-8), UInt64.max, Float(0.1), CGFloat(0.5), Decimal(string: "1.25") ?? 0, GoldenIdentifiers.url("https://a/b"),
                GoldenIdentifiers.url("c", "https://a/b/"), UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
                CGPoint(x: 1, y: 2), CGSize(width: 3, height: 4), CGRect(x: 1, y: 2, width: 3, height: 4),
                NSRange(location: 1, length: 2), 3..<9, IndexSet([1, 2, 5]), AffineTransform(scale: 2),
                Set([1, 2, 3]), Set(["a"]), GoldenSuit.spades, GoldenKind.labelled("l", weight: 1),
                GoldenPlace(latitude: 1, longitude: 2), [0.5: 1] as [Double: Int],
            ]
            sample.table = ["set": Set<AnyHashable>([1, "a"]), "party": GoldenParty(), "ints": [3, 4], "texts": ["a": "b"]]
            return sample
        }
    }
#endif
