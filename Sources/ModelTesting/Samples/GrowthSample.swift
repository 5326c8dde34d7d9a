import Foundation
import ModelCore

/// A value in a small size and in a large one, to show that the time for it grows as the file does.
///
/// For each way in which a format may look at something more than once: nesting, width, shared values, classes, paths.
/// One that takes time by the square of anything takes several times longer a byte for the large one.
public struct GrowthSample: Sendable, CustomStringConvertible {
    /// What grows.
    public let name: String
    /// Makes the value, for sizes from 1 on.
    public let document: @Sendable (_ size: Int) throws -> ModelDocument

    public var description: String { name }

    /// - Parameters:
    ///   - name: What grows.
    ///   - document: Makes the value, for sizes from 1 on.
    public init(_ name: String, _ document: @escaping @Sendable (_ size: Int) throws -> ModelDocument) {
        self.name = name
        self.document = document
    }

    private init(_ name: String, value: @escaping @Sendable (_ size: Int) -> SampleValue) {
        self.init(name) { try value($0).document(limits: DecodingLimits(depth: .max)) }
    }

    /// One for each way. Each makes some hundred values for a size of 1.
    public static let all = [
        GrowthSample(
            "many elements",
            value: { size in
                array((0..<200 * size).map { .scalar(.int64(Int64($0) * 1001)) })
            }),
        GrowthSample(
            "many keys",
            value: { size in
                dictionary((0..<200 * size).map { ("key \($0)", .scalar(.int64(Int64($0)))) })
            }),
        GrowthSample(
            "many dictionaries, each with keys of its own",
            value: { size in
                array(
                    (0..<100 * size).map {
                        dictionary([("a\($0)", text("b\($0)")), ("c\($0)", .scalar(.double(Double($0) + 0.5)))])
                    })
            }),
        GrowthSample(
            "deep arrays",
            value: { size in
                nested(25 * size) { array([array((0..<10).map { .scalar(.int64(Int64($0))) }), $0]) }
            }),
        GrowthSample(
            "deep dictionaries",
            value: { size in
                nested(25 * size) {
                    dictionary([
                        ("next", $0), ("label", text("here")),
                        ("more", array((0..<10).map { .scalar(.int64(Int64($0))) })),
                    ])
                }
            }),
        GrowthSample(
            "long text", value: { size in text(String(repeating: "line \"1\" & <2> é\n", count: 400 * size)) }),
        GrowthSample("much data", value: { size in .scalar(.data(Data(repeating: 0xA5, count: 4000 * size))) }),
        GrowthSample(
            "one text in many places",
            value: { size in
                let shared = text(String(repeating: "shared ", count: 40))
                return array(
                    (0..<100 * size).map { dictionary([("text", shared), ("number", .scalar(.int64(Int64($0))))]) })
            }),
        GrowthSample(
            "one array in many places",
            value: { size in
                let shared = SampleValue.shared(0, array([text("shared"), true]))
                return array((0..<100 * size).map { _ in shared })
            }),
        GrowthSample(
            "arrays in two places each",
            value: { size in
                let shared = (0..<100 * size).map { SampleValue.shared($0, array([.scalar(.int64(Int64($0)))])) }
                return array([array(shared), array(shared.reversed())])
            }),
        GrowthSample(
            "shared objects behind long paths",
            value: { size in
                let shared = (0..<50 * size).map {
                    SampleValue.shared($0, object("Shared", [("number", .scalar(.int64(Int64($0))))]))
                }
                let long = String(repeating: "long.key ", count: 10)
                return dictionary([
                    (long, dictionary([(long, dictionary([(long, array(shared))]))])), ("again", array(shared)),
                ])
            }),
        GrowthSample(
            "many classes",
            value: { size in
                array(
                    (0..<50 * size).map {
                        object("Class\($0)", [("number", .scalar(.int64(Int64($0)))), ("property\($0)", text("x"))])
                    })
            }),
        GrowthSample(
            "many objects of a class",
            value: { size in
                array(
                    (0..<100 * size).map {
                        object("Class", [("number", .scalar(.int64(Int64($0)))), ("text", text("x\($0)"))])
                    })
            }),
        GrowthSample(
            "many values of Foundation's",
            value: { size in
                array(
                    (0..<50 * size).map {
                        array([
                            .scalar(.date(Date(timeIntervalSinceReferenceDate: Double($0) + 0.25))),
                            .scalar(.geometry(.range(NSRange(location: $0, length: 1)))),
                            .array([text("in a set")], .set),
                        ])
                    })
            }),
        GrowthSample(
            "a set with many indexes",
            value: { size in
                .scalar(.geometry(.indexSet(IndexSet((0..<100 * size).map { $0 * 3 }))))
            }),
    ]

    private static func text(_ text: String) -> SampleValue { .scalar(.string(text)) }
    private static func array(_ elements: [SampleValue]) -> SampleValue { .array(elements) }
    private static func dictionary(_ entries: [(String, SampleValue)]) -> SampleValue { .dictionary(entries) }

    private static func object(_ name: String, _ properties: [(String, SampleValue)]) -> SampleValue {
        .object(name, properties)
    }

    private static func nested(_ depth: Int, _ around: (SampleValue) -> SampleValue) -> SampleValue {
        (0..<depth).reduce(text("innermost")) { value, _ in around(value) }
    }
}
