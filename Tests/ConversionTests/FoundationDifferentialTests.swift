import Foundation
import JSONFormat
import ModelCore
import PlistFormat
import Testing

/// Types made at random, whose code uses coders in every way that there is, against Foundation's coders: what one
/// writes the other reads as the same, and what doesn't fit a type is an error for both.
@Suite("Codable types and Foundation's coders")
struct FoundationDifferentialTests {
    /// The structure of a generated type.
    indirect enum Shape: Sendable {
        case bool, int, int8, uint16, int64, uint64, float, double, string, data, date, url, uuid, decimal
        case optional(Shape)
        case array(Shape)
        /// By `encodeIfPresent`, by `encode`, in a nested container, or by an encoder for a superclass.
        case keyed([(key: String, shape: Shape, way: Way)])
        case unkeyed([(shape: Shape, way: Way)])
        /// In a container for a single value.
        case single(Shape)
        case stringKeys(Shape)
        case intKeys(Shape)
    }

    enum Way: CaseIterable, Sendable { case encode, ifPresent, nested, superclass }

    /// A value of a shape.
    indirect enum Tree: Equatable, Sendable {
        case bool(Bool), int(Int), int8(Int8), uint16(UInt16), int64(Int64), uint64(UInt64), float(Float), double(
            Double)
        case string(String), data(Data), date(Date), url(URL), uuid(UUID), decimal(Decimal)
        case none
        case list([Tree])
        case strings([String: Tree])
        case ints([Int: Tree])
    }

    /// Makes shapes and values, always the same ones for a seed.
    struct Maker {
        private var state: UInt64
        /// Without what property lists have in another way: null, URLs, decimals and fractions of a second.
        private let isPlain: Bool

        init(seed: Int, isPlain: Bool = false) {
            state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
            self.isPlain = isPlain
        }

        /// Below a bound.
        mutating func number(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }

        mutating func one<Element>(of all: [Element]) -> Element { all[number(all.count)] }

        static let names = ["a", "b", "$class", "", "x.y", "é", "key with spaces", "1", "super", "$ref"]

        mutating func keyed(_ depth: Int) -> Shape {
            var names = Self.names
            return .keyed(
                (0..<1 + number(5)).map { _ in
                    (names.remove(at: number(names.count)), shape(depth - 1), one(of: Way.allCases))
                })
        }

        mutating func shape(_ depth: Int) -> Shape {
            guard depth > 0, number(3) > 0 else { return scalar() }
            switch number(8) {
            case 0, 1: return keyed(depth)
            case 2: return .unkeyed((0..<number(4)).map { _ in (shape(depth - 1), one(of: Way.allCases)) })
            case 3: return .array(shape(depth - 1))
            case 4: return .optional(one(of: [scalar(), keyed(depth)]))
            case 5: return .stringKeys(shape(depth - 1))
            case 6: return .intKeys(shape(depth - 1))
            default: return .single(shape(depth - 1))
            }
        }

        mutating func scalar() -> Shape {
            let all: [Shape] = [
                .bool, .int, .int8, .uint16, .int64, .uint64, .float, .double, .string, .data, .date, .uuid, .url,
                .decimal,
            ]
            return all[number(isPlain ? all.count - 2 : all.count)]
        }

        mutating func tree(_ shape: Shape) -> Tree {
            switch shape {
            case .bool: .bool(number(2) == 0)
            case .int: .int(one(of: [0, 1, -1, 42, .max, .min]))
            case .int8: .int8(one(of: [0, -128, 127]))
            case .uint16: .uint16(one(of: [0, 65_535, 300]))
            case .int64: .int64(one(of: [0, .max, .min, 1 << 53 + 1]))
            case .uint64: .uint64(one(of: [0, .max, 1 << 63]))
            case .float: .float(one(of: [0, 0.1, -1.5, .greatestFiniteMagnitude, .leastNonzeroMagnitude]))
            case .double: .double(one(of: [0, 0.1, -2, 1e300, 1e-300, 123_456_789.123_456_78]))
            case .string: .string(one(of: ["", "a", "true", "12", "é\u{1F600}\n\"\\", "2001-01-01T00:00:00Z"]))
            case .data: .data(Data((0..<number(5)).map { UInt8($0 * 60) }))
            case .date: .date(Date(timeIntervalSinceReferenceDate: one(of: [0, 543e6, -1, isPlain ? 5 : 0.125])))
            case .url:
                one(
                    of: ["https://example.org/a?b=c#d", "mailto:a@example.org"].compactMap { URL(string: $0) }.map(
                        Tree.url))
            case .uuid: .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(number(200)))))
            case .decimal:
                .decimal(
                    one(of: ["0", "-1.5", "12345678901234567", "0.1234567890123"].compactMap { Decimal(string: $0) }))
            case .optional(let shape): !isPlain && number(3) == 0 ? .none : tree(shape)
            case .array(let shape): .list((0..<number(4)).map { _ in tree(shape) })
            case .keyed(let members): .list(members.map { tree($0.shape) })
            case .unkeyed(let members): .list(members.map { tree($0.shape) })
            case .single(let shape): tree(shape)
            case .stringKeys(let shape):
                .strings(Dictionary((0..<number(4)).map { _ in (one(of: Self.names), tree(shape)) }) { $1 })
            case .intKeys(let shape):
                .ints(Dictionary((0..<number(4)).map { _ in (one(of: [0, -5, .max, 17]), tree(shape)) }) { $1 })
            }
        }
    }

    struct Key: CodingKey {
        let stringValue: String
        let intValue: Int?
        init(_ text: String) { (stringValue, intValue) = (text, nil) }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
    }

    @Test("JSON, both directions, 400 types")
    func json() throws {
        let format = JSONFormat(dates: .secondsSince2001)
        for seed in 0..<400 {
            var maker = Maker(seed: seed)
            let made = { Made($0, maker.tree($0)) }(maker.keyed(3))
            try Made.$shape.withValue(made.shape) {
                let theirs = try JSONEncoder().encode(made)
                let ours = try format.encode(made)
                #expect(try format.decode(Made.self, from: theirs).tree == made.tree, "\(seed)")
                #expect(try JSONDecoder().decode(Made.self, from: ours).tree == made.tree, "\(seed)")
                #expect(try format.decode(Made.self, from: ours).tree == made.tree, "\(seed)")
            }
        }
    }

    @Test("Property lists, both directions, 200 types", arguments: [FileFormat.xmlPropertyList, .binaryPropertyList])
    func propertyLists(_ format: FileFormat) throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format == .xmlPropertyList ? .xml : .binary
        for seed in 0..<200 {
            // Some values have a form of Foundation's own in property lists. Its files with them are only read.
            for isPlain in [true, false] {
                var maker = Maker(seed: seed, isPlain: isPlain)
                let made = { Made($0, maker.tree($0)) }(maker.keyed(3))
                try Made.$shape.withValue(made.shape) {
                    let theirs = try encoder.encode(made)
                    let ours = try PlistFormat().encode(made, as: format)
                    if isPlain || format == .binaryPropertyList {
                        #expect(try PlistFormat().decode(Made.self, from: theirs).tree == made.tree, "\(seed)")
                    }
                    if isPlain {
                        let tree = try PropertyListDecoder().decode(Made.self, from: ours).tree
                        #expect(tree == made.tree, "\(seed)")
                    }
                    #expect(try PlistFormat().decode(Made.self, from: ours).tree == made.tree, "\(seed)")
                }
            }
        }
    }

    @Test("A value of one type as another one is the same for both, or an error for both")
    func misfits() throws {
        let format = JSONFormat(dates: .secondsSince2001)
        var counts = (same: 0, errors: 0)
        for seed in 0..<400 {
            var maker = Maker(seed: seed)
            let (first, second) = (maker.shape(2), maker.shape(2))
            let data = try Made.$shape.withValue(first) { try JSONEncoder().encode([Made(first, maker.tree(first))]) }
            Made.$shape.withValue(second) {
                let theirs = Result { try JSONDecoder().decode([Made].self, from: data)[0].tree }
                let ours = Result { try format.decode([Made].self, from: data)[0].tree }
                switch (theirs, ours) {
                case (.success(let theirs), .success(let ours)):
                    counts.same += 1
                    #expect(theirs == ours, "\(seed)")
                case (.failure, .failure): counts.errors += 1
                case (.success, .failure(let error)): Issue.record("\(seed) \(first) \(second): \(error)")
                // Base64 without padding and in the other alphabet, such as a UUID's text, is data here.
                case (.failure(let error), .success) where "\(error)".contains("not valid Base64"): counts.errors += 1
                case (.failure(let error), .success): Issue.record("\(seed) \(first) \(second): \(error)")
                }
            }
        }
        #expect(counts.same > 20 && counts.errors > 100, "\(counts)")
    }

    /// A value whose type is known while it is decoded.
    struct Made: Codable {
        @TaskLocal static var shape = Shape.bool
        let shape: Shape
        let tree: Tree

        init(_ shape: Shape, _ tree: Tree) { (self.shape, self.tree) = (shape, tree) }

        init(from decoder: any Decoder) throws {
            shape = Self.shape
            tree = try Self.decode(shape, from: decoder)
        }

        func encode(to encoder: any Encoder) throws { try Self.encode(shape, tree, to: encoder) }

        // MARK: Encoding

        static func encode(_ shape: Shape, _ tree: Tree, to encoder: any Encoder) throws {
            switch (shape, tree) {
            case (.optional(let shape), _):
                try encodeOne(tree == .none ? nil as Made? : Made(shape, tree), encoder)
            case (.array(let shape), .list(let trees)): try trees.map { Made(shape, $0) }.encode(to: encoder)
            case (.stringKeys(let shape), .strings(let trees)):
                try trees.mapValues { Made(shape, $0) }.encode(to: encoder)
            case (.intKeys(let shape), .ints(let trees)): try trees.mapValues { Made(shape, $0) }.encode(to: encoder)
            case (.keyed(let members), .list(let trees)):
                try encode(members, trees, to: encoder.container(keyedBy: Key.self))
            case (.unkeyed(let members), .list(let trees)):
                try encode(members, trees, to: encoder.unkeyedContainer())
            case (.single(let shape), _):
                var single = encoder.singleValueContainer()
                try single.encode(Made(shape, tree))
            case (_, .bool(let value)): try encodeOne(value, encoder)
            case (_, .int(let value)): try encodeOne(value, encoder)
            case (_, .int8(let value)): try encodeOne(value, encoder)
            case (_, .uint16(let value)): try encodeOne(value, encoder)
            case (_, .int64(let value)): try encodeOne(value, encoder)
            case (_, .uint64(let value)): try encodeOne(value, encoder)
            case (_, .float(let value)): try encodeOne(value, encoder)
            case (_, .double(let value)): try encodeOne(value, encoder)
            case (_, .string(let value)): try encodeOne(value, encoder)
            case (_, .data(let value)): try encodeOne(value, encoder)
            case (_, .date(let value)): try encodeOne(value, encoder)
            case (_, .url(let value)): try encodeOne(value, encoder)
            case (_, .uuid(let value)): try encodeOne(value, encoder)
            case (_, .decimal(let value)): try encodeOne(value, encoder)
            default: break
            }
        }

        private static func encodeOne(_ value: some Encodable, _ encoder: any Encoder) throws {
            var single = encoder.singleValueContainer()
            try single.encode(value)
        }

        private static func encode(
            _ members: [(key: String, shape: Shape, way: Way)], _ trees: [Tree],
            to container: KeyedEncodingContainer<Key>
        ) throws {
            var container = container
            for ((name, shape, way), tree) in zip(members, trees) {
                let key = Key(name)
                switch (way, shape, tree) {
                case (.ifPresent, .optional(let shape), _):
                    try container.encodeIfPresent(tree == .none ? nil : Made(shape, tree), forKey: key)
                case (.nested, .keyed(let inner), .list(let trees)):
                    // In two halves, with a container each.
                    let half = inner.count / 2
                    let first = container.nestedContainer(keyedBy: Key.self, forKey: key)
                    try encode(Array(inner[..<half]), Array(trees[..<half]), to: first)
                    let second = container.nestedContainer(keyedBy: Key.self, forKey: key)
                    try encode(Array(inner[half...]), Array(trees[half...]), to: second)
                case (.nested, .unkeyed(let inner), .list(let trees)):
                    let half = inner.count / 2
                    let first = container.nestedUnkeyedContainer(forKey: key)
                    try encode(Array(inner[..<half]), Array(trees[..<half]), to: first)
                    let second = container.nestedUnkeyedContainer(forKey: key)
                    try encode(Array(inner[half...]), Array(trees[half...]), to: second)
                case (.superclass, _, _): try encode(shape, tree, to: container.superEncoder(forKey: key))
                default: try container.encode(Made(shape, tree), forKey: key)
                }
            }
        }

        private static func encode(
            _ members: [(shape: Shape, way: Way)], _ trees: [Tree], to container: any UnkeyedEncodingContainer
        ) throws {
            var container = container
            for ((shape, way), tree) in zip(members, trees) {
                switch (way, shape, tree) {
                case (.nested, .keyed(let inner), .list(let trees)):
                    try encode(inner, trees, to: container.nestedContainer(keyedBy: Key.self))
                case (.nested, .unkeyed(let inner), .list(let trees)):
                    try encode(inner, trees, to: container.nestedUnkeyedContainer())
                case (.superclass, _, _): try encode(shape, tree, to: container.superEncoder())
                default: try container.encode(Made(shape, tree))
                }
            }
        }

        // MARK: Decoding

        private static func made(_ shape: Shape, _ body: () throws -> Made) rethrows -> Tree {
            try $shape.withValue(shape) { try body().tree }
        }

        static func decode(_ shape: Shape, from decoder: any Decoder) throws -> Tree {
            switch shape {
            case .optional(let shape):
                return try $shape.withValue(shape) { try (one(decoder) as Made?)?.tree ?? .none }
            case .array(let shape):
                return try $shape.withValue(shape) { .list(try [Made](from: decoder).map(\.tree)) }
            case .stringKeys(let shape):
                return try $shape.withValue(shape) { .strings(try [String: Made](from: decoder).mapValues(\.tree)) }
            case .intKeys(let shape):
                return try $shape.withValue(shape) { .ints(try [Int: Made](from: decoder).mapValues(\.tree)) }
            case .keyed(let members): return try decode(members, from: decoder.container(keyedBy: Key.self))
            case .unkeyed(let members): return try decode(members, from: decoder.unkeyedContainer())
            case .single(let shape):
                let single = try decoder.singleValueContainer()
                return try made(shape) { try single.decode(Made.self) }
            case .bool: return .bool(try one(decoder))
            case .int: return .int(try one(decoder))
            case .int8: return .int8(try one(decoder))
            case .uint16: return .uint16(try one(decoder))
            case .int64: return .int64(try one(decoder))
            case .uint64: return .uint64(try one(decoder))
            case .float: return .float(try one(decoder))
            case .double: return .double(try one(decoder))
            case .string: return .string(try one(decoder))
            case .data: return .data(try one(decoder))
            case .date: return .date(try one(decoder))
            case .url: return .url(try one(decoder))
            case .uuid: return .uuid(try one(decoder))
            case .decimal: return .decimal(try one(decoder))
            }
        }

        private static func one<Value: Decodable>(_ decoder: any Decoder) throws -> Value {
            try decoder.singleValueContainer().decode(Value.self)
        }

        private static func decode(
            _ members: [(key: String, shape: Shape, way: Way)], from container: KeyedDecodingContainer<Key>
        ) throws -> Tree {
            .list(
                try members.map { name, shape, way in
                    let key = Key(name)
                    switch (way, shape) {
                    case (.ifPresent, .optional(let shape)):
                        return try $shape.withValue(shape) {
                            try container.decodeIfPresent(Made.self, forKey: key)?.tree ?? .none
                        }
                    case (.nested, .keyed(let inner)):
                        return try decode(inner, from: container.nestedContainer(keyedBy: Key.self, forKey: key))
                    case (.nested, .unkeyed(let inner)):
                        return try decode(inner, from: container.nestedUnkeyedContainer(forKey: key))
                    case (.superclass, _): return try decode(shape, from: container.superDecoder(forKey: key))
                    default: return try made(shape) { try container.decode(Made.self, forKey: key) }
                    }
                })
        }

        private static func decode(
            _ members: [(shape: Shape, way: Way)], from container: any UnkeyedDecodingContainer
        ) throws -> Tree {
            var container = container
            return .list(
                try members.map { shape, way in
                    switch (way, shape) {
                    case (.nested, .keyed(let inner)):
                        return try decode(inner, from: container.nestedContainer(keyedBy: Key.self))
                    case (.nested, .unkeyed(let inner)):
                        return try decode(inner, from: container.nestedUnkeyedContainer())
                    case (.superclass, _): return try decode(shape, from: container.superDecoder())
                    default: return try made(shape) { try container.decode(Made.self) }
                    }
                })
        }
    }
}
