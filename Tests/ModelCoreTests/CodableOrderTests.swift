import Foundation
import Testing

@testable import ModelCore

/// A `Codable` root is encoded straight into the document, and another value through a tree: both give the same, however
/// the type uses its encoder.
@Suite("Codable types that encode out of order")
struct CodableOrderTests {
    enum Key: String, CodingKey { case a, b, c, d, base }

    /// What a type's code does with its encoder.
    struct Odd: Codable {
        let code: (any Encoder) throws -> Void
        init(_ code: @escaping (any Encoder) throws -> Void) { self.code = code }
        init(from decoder: any Decoder) throws { code = { _ in } }
        func encode(to encoder: any Encoder) throws { try code(encoder) }
    }

    private struct Refused: Error {}

    static let cases: [(name: String, code: @Sendable (any Encoder) throws -> Void)] = [
        ("nothing", { _ in }),
        ("an empty dictionary", { _ = $0.container(keyedBy: Key.self) }),
        ("an empty array", { _ = $0.unkeyedContainer() }),
        ("a scalar", { var single = $0.singleValueContainer(); try single.encode(3) }),
        ("a null", { var single = $0.singleValueContainer(); try single.encodeNil() }),
        ("a value in a value", { var single = $0.singleValueContainer(); try single.encode([1: "a"]) }),
        (
            "one after the other",
            {
                var keyed = $0.container(keyedBy: Key.self)
                try keyed.encode(1, forKey: .a)
                try keyed.encode([Float(1.5)], forKey: .b)
                try keyed.encode(Date(timeIntervalSinceReferenceDate: 0.25), forKey: .c)
                try keyed.encodeNil(forKey: .d)
            }
        ),
        (
            "containers in containers",
            {
                var keyed = $0.container(keyedBy: Key.self)
                var inner = keyed.nestedContainer(keyedBy: Key.self, forKey: .a)
                try inner.encode("x", forKey: .a)
                var list = inner.nestedUnkeyedContainer(forKey: .b)
                try list.encode(true)
                var deep = list.nestedContainer(keyedBy: Key.self)
                try deep.encode(UInt8(3), forKey: .c)
                try list.encodeNil()
                try inner.encode(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), forKey: .c)
                try keyed.encode(Decimal(5), forKey: .b)
            }
        ),
        (
            "an inner container after its outer one",
            {
                var keyed = $0.container(keyedBy: Key.self)
                var first = keyed.nestedUnkeyedContainer(forKey: .a)
                try first.encode(1)
                try keyed.encode("between", forKey: .b)
                try first.encode(2)
            }
        ),
        (
            "two at once",
            {
                var keyed = $0.container(keyedBy: Key.self)
                var first = keyed.nestedContainer(keyedBy: Key.self, forKey: .a)
                var second = keyed.nestedContainer(keyedBy: Key.self, forKey: .b)
                try first.encode(1, forKey: .a)
                try second.encode(2, forKey: .a)
            }
        ),
        (
            "a key twice",
            {
                var keyed = $0.container(keyedBy: Key.self)
                try keyed.encode(1, forKey: .a)
                try keyed.encode(2, forKey: .b)
                try keyed.encode(3, forKey: .a)
            }
        ),
        (
            "the same container asked for twice",
            { encoder in
                var keyed = encoder.container(keyedBy: Key.self)
                try keyed.encode([1], forKey: .a)
                var again = encoder.container(keyedBy: Key.self)
                try again.encode(2, forKey: .b)
                try keyed.encode(3, forKey: .c)
            }
        ),
        (
            "encoders for later",
            {
                var keyed = $0.container(keyedBy: Key.self)
                let base = keyed.superEncoder()
                let other = keyed.superEncoder(forKey: .base)
                try keyed.encode(1, forKey: .a)
                try [1, 2].encode(to: other)
                try "super".encode(to: base)
                var list = keyed.nestedUnkeyedContainer(forKey: .b)
                try 5.encode(to: list.superEncoder())
            }
        ),
        (
            "an error that is caught",
            {
                var keyed = $0.container(keyedBy: Key.self)
                try keyed.encode(1, forKey: .a)
                try? keyed.encode(
                    Odd {
                        var inner = $0.container(keyedBy: Key.self)
                        try inner.encode(1, forKey: .a)
                        throw Refused()
                    }, forKey: .b)
                try keyed.encode(2, forKey: .c)
            }
        ),
        (
            "an outer container from within",
            {
                var keyed = $0.container(keyedBy: Key.self)
                let outer = keyed
                try keyed.encode(
                    Odd { inner in
                        var single = inner.singleValueContainer()
                        try single.encode("inner")
                        var outer = outer
                        try outer.encode("outer", forKey: .b)
                    }, forKey: .a)
            }
        ),
        ("a scalar twice", { var single = $0.singleValueContainer(); try single.encode(1); try single.encode(2) }),
        (
            "a class below a class",
            { encoder in
                var keyed = encoder.container(keyedBy: Key.self)
                try keyed.encode(1, forKey: .a)
                try Odd {
                    var base = $0.container(keyedBy: Key.self)
                    try base.encode(2, forKey: .b)
                }.encode(to: encoder)
                try keyed.encode(3, forKey: .c)
            }
        ),
    ]

    @Test("Straight and through a tree", arguments: cases.indices)
    func same(_ index: Int) throws {
        let odd = Odd(Self.cases[index].code)
        let straight = try KeyedArchive().document(from: KeyedArchive().encode(odd))
        // Where it isn't the root.
        let data = try KeyedArchive().encode { encoder in
            try encoder.beginArray()
            try CodableBox.encode(CodableBox(odd), to: encoder)
            try encoder.endArray()
        }
        let tree = try #require(try KeyedArchive().document(from: data)[0])
        #expect(straight == ModelDocument(tree), "\(Self.cases[index].name)")
    }

    struct Path: Codable {
        var paths: [String] = []
        init() {}
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {
            var single = encoder.singleValueContainer()
            try single.encode(encoder.codingPath.map(\.stringValue).joined(separator: "/"))
        }
    }

    @Test("A type is told where it stands, and errors say it")
    func paths() throws {
        let value = ["a": [[Path()], [Path(), Path()]]]
        let document = try KeyedArchive().document(from: KeyedArchive().encode(value))
        #expect(document[["a", 1, 1]]?.stringValue == "a/1/1")

        struct Deep: Codable { var list: [[String: Int]] = [] }
        let broken = try ModelDocument(encoding: ["list": [["x": 1], ["x": "one"]] as [[String: Any]]])
        let data = try KeyedArchive().encode(broken)
        #expect { try KeyedArchive().decode(Deep.self, from: data) } throws: { error in
            (error as? ModelError).map { "\($0.path)" } == "list[1].x"
        }
    }

    @Test("Keys in any order, missing ones, and very many")
    func reading() throws {
        struct Mixed: Codable, Equatable {
            var a = 1
            var b: String?
            var c: Double?
            var d = [1: 2]
        }
        for keys in [["d", "c", "b", "a"], ["a", "b", "c", "d"], ["b", "x", "d", "y", "a"]] {
            let values: [String: Any] = ["a": 7, "b": "text", "c": 1.5, "d": ["1": 2], "x": 0, "y": [1]]
            let document = try KeyedArchive().document(
                from: KeyedArchive().encode { encoder in
                    try encoder.beginDictionary()
                    for key in keys {
                        try encoder.encodeKey(key)
                        try AnyValue.encode(try #require(values[key]), to: encoder)
                    }
                    try encoder.endDictionary()
                })
            let read = try KeyedArchive().decode(Mixed.self, from: KeyedArchive().encode(document))
            #expect(read == Mixed(a: 7, b: "text", c: keys.contains("c") ? 1.5 : nil, d: [1: 2]))
        }
        let many = Dictionary(uniqueKeysWithValues: (0..<5_000).map { ("key \($0)", $0) })
        #expect(try KeyedArchive().decode([String: Int].self, from: KeyedArchive().encode(many)) == many)
        struct Wide: Decodable {
            var sum = 0
            init(from decoder: any Decoder) throws {
                let keyed = try decoder.container(keyedBy: CodingKeyText.self)
                for index in (0..<5_000).reversed() {
                    sum += try keyed.decode(Int.self, forKey: CodingKeyText(stringValue: "key \(index)"))
                }
            }
        }
        struct CodingKeyText: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        #expect(try KeyedArchive().decode(Wide.self, from: KeyedArchive().encode(many)).sum == 12_497_500)
    }
}
