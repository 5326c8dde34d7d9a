import Foundation
import ModelCore

/// A value in a small size and in a large one, to show that the time for it grows as the file does.
///
/// For each way in which a format may look at something more than once: nesting, width, shared values, classes, paths. One that takes time
/// by the square of anything takes several times longer a byte for the large one.
public struct GrowthSample: Sendable, CustomStringConvertible {
    /// What grows.
    public let name: String
    /// Makes the value, for sizes from 1 on.
    public let node: @Sendable (_ size: Int) -> ModelNode

    public var description: String { name }

    /// - Parameters:
    ///   - name: What grows.
    ///   - node: Makes the value, for sizes from 1 on.
    public init(_ name: String, _ node: @escaping @Sendable (_ size: Int) -> ModelNode) {
        self.name = name
        self.node = node
    }

    /// One for each way. Each makes some hundred values for a size of 1.
    public static let all = [
        GrowthSample("many elements") { size in
            array((0..<200 * size).map { .scalar(.int64(Int64($0) * 1001)) })
        },
        GrowthSample("many keys") { size in
            dictionary((0..<200 * size).map { ("key \($0)", .scalar(.int64(Int64($0)))) })
        },
        GrowthSample("many dictionaries, each with keys of its own") { size in
            array((0..<100 * size).map { dictionary([("a\($0)", text("b\($0)")), ("c\($0)", .scalar(.double(Double($0) + 0.5)))]) })
        },
        GrowthSample("deep arrays") { size in
            nested(25 * size) { array([array((0..<10).map { .scalar(.int64(Int64($0))) }), $0]) }
        },
        GrowthSample("deep dictionaries") { size in
            nested(25 * size) {
                dictionary([("next", $0), ("label", text("here")), ("more", array((0..<10).map { .scalar(.int64(Int64($0))) }))])
            }
        },
        GrowthSample("long text") { size in text(String(repeating: "line \"1\" & <2> é\n", count: 400 * size)) },
        GrowthSample("much data") { size in .scalar(.data(Data(repeating: 0xA5, count: 4000 * size))) },
        GrowthSample("one text in many places") { size in
            let shared = text(String(repeating: "shared ", count: 40))
            return array((0..<100 * size).map { dictionary([("text", shared), ("number", .scalar(.int64(Int64($0))))]) })
        },
        GrowthSample("one array in many places") { size in
            let shared = array([text("shared"), .scalar(.bool(true))])
            return array((0..<100 * size).map { _ in shared })
        },
        GrowthSample("arrays in two places each") { size in
            let shared = (0..<100 * size).map { array([.scalar(.int64(Int64($0)))]) }
            return array([array(shared), array(shared.reversed())])
        },
        GrowthSample("shared objects behind long paths") { size in
            let shared = (0..<50 * size).map { object("Shared", [("number", .scalar(.int64(Int64($0))))]) }
            let long = String(repeating: "long.key ", count: 10)
            return dictionary([
                (long, dictionary([(long, dictionary([(long, array(shared))]))])), ("again", array(shared)),
            ])
        },
        GrowthSample("many classes") { size in
            array((0..<50 * size).map { object("Class\($0)", [("number", .scalar(.int64(Int64($0)))), ("property\($0)", text("x"))]) })
        },
        GrowthSample("many objects of a class") { size in
            array((0..<100 * size).map { object("Class", [("number", .scalar(.int64(Int64($0)))), ("text", text("x\($0)"))]) })
        },
        GrowthSample("many values of Foundation's") { size in
            array(
                (0..<50 * size).map {
                    array([
                        .scalar(.date(Date(timeIntervalSinceReferenceDate: Double($0) + 0.25))),
                        .scalar(.geometry(.range(NSRange(location: $0, length: 1)))),
                        .array(ArrayNode([text("in a set")], kind: .set)),
                    ])
                })
        },
        GrowthSample("a set with many indexes") { size in
            .scalar(.geometry(.indexSet(IndexSet((0..<100 * size).map { $0 * 3 }))))
        },
    ]

    private static func text(_ text: String) -> ModelNode { .scalar(.string(text)) }
    private static func array(_ elements: [ModelNode]) -> ModelNode { .array(ArrayNode(elements)) }

    private static func dictionary(_ entries: [(String, ModelNode)]) -> ModelNode {
        .dictionary(DictionaryNode(entries.map { (key: text($0.0), value: $0.1) }))
    }

    private static func object(_ name: String, _ properties: [(String, ModelNode)]) -> ModelNode {
        .object(ObjectNode(CodedClass(name: name), properties.map { (key: $0.0, value: $0.1) }))
    }

    private static func nested(_ depth: Int, _ around: (ModelNode) -> ModelNode) -> ModelNode {
        var node = text("innermost")
        for _ in 0..<depth { node = around(node) }
        return node
    }
}
