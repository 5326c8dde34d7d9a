import Foundation
import Testing

@testable import Documents
@testable import ModelCore

/// However a type uses its encoder, the document is what the last values for its keys make.
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

    private struct Tables: Codable, ModelValue {
        struct Place: Codable, Hashable { var x: Int }
        var names: [String: Int] = [:]
        var numbers: [Int: [String: Bool]] = [:]
        var places: [Place: Int] = [:]
        var all: Set<Place> = []
    }

    @Test("Equal tables are encoded alike, whatever order they have in memory")
    func tables() throws {
        var (first, second) = (Tables(), Tables())
        for (index, number) in (Array(0..<40) + (0..<40).reversed()).enumerated() {
            var tables = index < 40 ? first : second
            if index == 40 {
                tables.names.reserveCapacity(1000)
                tables.numbers.reserveCapacity(1000)
                tables.places.reserveCapacity(1000)
                tables.all.reserveCapacity(1000)
            }
            tables.names["\(number)"] = number
            tables.numbers[number] = ["a": true, "b": false]
            tables.places[Tables.Place(x: number)] = number
            tables.all.insert(Tables.Place(x: number))
            if index < 40 { first = tables } else { second = tables }
        }
        #expect(first.names.map(\.key) != second.names.map(\.key))
        let archive = try KeyedArchive().encode(first)
        #expect(try KeyedArchive().encode(second) == archive)
        let read = try KeyedArchive().decode(Tables.self, from: archive)
        #expect(read.names == first.names && read.numbers == first.numbers)
        #expect(read.places == first.places && read.all == first.all)
        let names = try #require(try ModelDocument(encoding: first)["names"])
        #expect(names.keys == names.keys.sorted())
    }

    /// Dictionaries whose keys are no texts, alone and in collections.
    private struct Nested: Codable, ModelValue {
        var alone = [id: 1]
        var array = [[id: 1]]
        var byName = ["a": [id: 1]]
        var byID = [id: [id: 1]]
        var optional: [UUID: Int]? = [id: 1]
        var arrays = [[[id: 1]]]
        private static let id = UUID()
    }

    @Test("A type's code makes keys and values in turn of a dictionary whose keys are no texts, as Foundation does")
    func keysAndValues() throws {
        let nested = Nested()
        let document = try ModelDocument(encoding: nested)
        #expect(document["byName"]?.keys == ["a"])
        for path in ["alone", "array[0]", "byName.a", "byID[1]", "optional", "arrays[0][0]"] {
            let value = document[try #require(ModelPath(path))]
            #expect(value?.kind == .array && value?.count == 2 && value?[1]?.intValue == 1, "\(path)")
        }
        #expect(document["byID"]?.kind == .array && document["byID"]?.count == 2)
        let read = try document.decode(Nested.self)
        #expect(read.array == nested.array && read.byID == nested.byID && read.arrays == nested.arrays)
    }

    private struct Refused: Error {}

    /// With the document's description, on one line.
    static let cases: [(name: String, document: String, code: @Sendable (any Encoder) throws -> Void)] = [
        ("nothing", "{}", { _ in }),
        ("an empty dictionary", "{}", { _ = $0.container(keyedBy: Key.self) }),
        ("an empty array", "[]", { _ = $0.unkeyedContainer() }),
        ("a scalar", "3", { var single = $0.singleValueContainer(); try single.encode(3) }),
        ("a null", "null", { var single = $0.singleValueContainer(); try single.encodeNil() }),
        ("a value in a value", #"{ 1: "a" }"#, { var single = $0.singleValueContainer(); try single.encode([1: "a"]) }),
        (
            "one after the other",
            "{ a: 1 b: [ 1.5 ] c: date 2001-01-01T00:00:00.250Z d: null }",
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
            #"{ a: { a: "x" b: [ true { c: 3 } null ] c: uuid 01020304-0506-0708-090A-0B0C0D0E0F10 } b: decimal 5 }"#,
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
            #"{ a: [ 1 2 ] b: "between" }"#,
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
            "{ a: { a: 1 } b: { a: 2 } }",
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
            "{ a: 3 b: 2 }",
            {
                var keyed = $0.container(keyedBy: Key.self)
                try keyed.encode(1, forKey: .a)
                try keyed.encode(2, forKey: .b)
                try keyed.encode(3, forKey: .a)
            }
        ),
        (
            "the same container asked for twice",
            "{ a: [ 1 ] b: 2 c: 3 }",
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
            #"{ super: "super" base: [ 1 2 ] a: 1 b: [ 5 ] }"#,
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
            "{ a: 1 c: 2 }",
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
            #"{ b: "outer" a: "inner" }"#,
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
        ("a scalar twice", "2", { var single = $0.singleValueContainer(); try single.encode(1); try single.encode(2) }),
        (
            "a class below a class",
            "{ a: 1 b: 2 c: 3 }",
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

    @Test("As the root, and within another value", arguments: cases.indices)
    func same(_ index: Int) throws {
        let (name, expected, code) = Self.cases[index]
        let odd = Odd(code)
        let root = try KeyedArchive().document(from: KeyedArchive().encode(odd))
        let line = root.description.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(line == expected, "\(name)")
        let data = try KeyedArchive().encode { encoder in
            try encoder.beginArray()
            try CodableBox.encode(CodableBox(value: odd), to: encoder)
            try encoder.end()
        }
        let element = try #require(try KeyedArchive().document(from: data)[0])
        #expect(root == ModelDocument(element), "\(name)")
    }

    @Test("A type's code is run once")
    func once() throws {
        final class Counter: @unchecked Sendable { var runs = 0 }
        let counter = Counter()
        let odd = Odd {
            counter.runs += 1
            var keyed = $0.container(keyedBy: Key.self)
            var first = keyed.nestedUnkeyedContainer(forKey: .a)
            try keyed.encode("between", forKey: .b)
            try first.encode(2)
        }
        _ = try KeyedArchive().encode(odd)
        #expect(counter.runs == 1)
    }

    @Test("An error says where, in containers within containers, too")
    func places() {
        let odd = Odd {
            var keyed = $0.container(keyedBy: Key.self)
            var list = keyed.nestedUnkeyedContainer(forKey: .a)
            try list.encode(1)
            var inner = list.nestedContainer(keyedBy: Key.self)
            try inner.encode(["x": [Odd { _ in throw Refused() }]], forKey: .b)
        }
        #expect { try KeyedArchive().encode(odd) } throws: { "\(($0 as? ModelError)?.path ?? [])" == "a[1].b.x[0]" }
    }

    @Test("Containers in containers without end are an error")
    func endless() {
        let odd = Odd {
            var list = $0.unkeyedContainer()
            for _ in 0..<100_000 { list = list.nestedUnkeyedContainer() }
        }
        #expect { try KeyedArchive().encode(odd) } throws: { ($0 as? ModelError)?.code == .depthExceeded }
    }

    @Test("Very many keys, some of them twice")
    func manyKeys() throws {
        struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        let odd = Odd {
            var keyed = $0.container(keyedBy: Name.self)
            for index in 0..<5_000 { try keyed.encode(index, forKey: Name(stringValue: "\(index % 4_000)")) }
        }
        let document = try KeyedArchive().document(from: KeyedArchive().encode(odd))
        #expect(document.root.count == 4_000)
        #expect(document["0"]?.intValue == 4_000)
        #expect(document["1000"]?.intValue == 1_000)
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
                    try encoder.end()
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
