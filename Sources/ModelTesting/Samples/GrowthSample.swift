import Foundation
import FoundationValues
import ModelCore

/// A value that can be made small or large. It shows whether the time to read and write it grows in proportion to the
/// size of the file.
///
/// There is a sample for each reason why a format may process a part of a value more than once: nesting, width,
/// shared values, classes, paths. A format that takes quadratic time takes several times longer per byte for the
/// large value.
public struct GrowthSample: Sendable, CustomStringConvertible {
    /// The name of the part that grows.
    public let name: String
    /// Makes the value, for sizes from 1 on.
    public let document: @Sendable (_ size: Int) throws -> ModelDocument

    public var description: String { name }

    private init(_ name: String, _ value: @escaping @Sendable (_ size: Int) -> SampleValue) {
        self.name = name
        document = { try value($0).document(limits: DecodingLimits(depth: .max)) }
    }

    /// One sample for each such reason: nesting, width, shared values, classes, paths. A sample of size 1 has some
    /// hundred values.
    public static let all: [GrowthSample] = [
        GrowthSample("many elements") { size in .array((0..<200 * size).map { number($0 * 1001) }) },
        GrowthSample("many keys") { size in .dictionary((0..<200 * size).map { ("key \($0)", number($0)) }) },
        GrowthSample("many dictionaries, each with keys of its own") { size in
            .array(
                (0..<100 * size).map {
                    .dictionary([("a\($0)", text("b\($0)")), ("c\($0)", .scalar(.double(Double($0) + 0.5)))])
                })
        },
        GrowthSample("deep arrays") { size in nested(25 * size) { .array([.array((0..<10).map(number)), $0]) } },
        GrowthSample("deep dictionaries") { size in
            nested(25 * size) {
                .dictionary([("next", $0), ("label", text("here")), ("more", .array((0..<10).map(number)))])
            }
        },
        GrowthSample("long text") { size in text(String(repeating: "line \"1\" & <2> é\n", count: 400 * size)) },
        GrowthSample("much data") { size in .scalar(.data(Data(repeating: 0xA5, count: 4000 * size))) },
        GrowthSample("one text in many places") { size in
            let shared = text(String(repeating: "shared ", count: 40))
            return .array((0..<100 * size).map { .dictionary([("text", shared), ("number", number($0))]) })
        },
        GrowthSample("one array in many places") { size in
            let shared = SampleValue.shared(0, .array([text("shared"), true]))
            return .array((0..<100 * size).map { _ in shared })
        },
        GrowthSample("arrays in two places each") { size in
            let shared = (0..<100 * size).map { SampleValue.shared($0, .array([number($0)])) }
            return .array([.array(shared), .array(shared.reversed())])
        },
        GrowthSample("shared objects behind long paths") { size in
            let shared = (0..<50 * size).map { SampleValue.shared($0, .object("Shared", [("number", number($0))])) }
            let long = String(repeating: "long.key ", count: 10)
            return .dictionary([
                (long, .dictionary([(long, .dictionary([(long, .array(shared))]))])), ("again", .array(shared)),
            ])
        },
        GrowthSample("many classes") { size in
            .array(
                (0..<50 * size).map {
                    .object("Class\($0)", [("number", number($0)), ("property\($0)", text("x"))])
                })
        },
        GrowthSample("many objects of a class") { size in
            .array((0..<100 * size).map { .object("Class", [("number", number($0)), ("text", text("x\($0)"))]) })
        },
        GrowthSample("many values of Foundation's") { size in
            .array(
                (0..<50 * size).map {
                    .array([
                        .scalar(.date(Date(timeIntervalSinceReferenceDate: Double($0) + 0.25))),
                        .scalar(.geometry(.range(location: $0, length: 1))),
                        .array([text("in a set")], .set),
                    ])
                })
        },
        GrowthSample("a set with many indexes") { size in
            .scalar(.geometry(IndexSet((0..<100 * size).map { $0 * 3 }).geometry))
        },
    ]

    private static func number(_ number: Int) -> SampleValue { .scalar(.int64(Int64(number))) }
    private static func text(_ text: String) -> SampleValue { .scalar(.string(text)) }

    private static func nested(_ depth: Int, _ around: (SampleValue) -> SampleValue) -> SampleValue {
        (0..<depth).reduce(text("innermost")) { value, _ in around(value) }
    }
}
