import Foundation
import FoundationValues
import ModelCore

/// A generator of random graphs with values of every type, inheritance, shared parts, and cycles through arrays,
/// dictionaries and objects.
///
/// Equal seeds make equal graphs.
///
/// ```swift
/// let graph = try RandomGraph.document(seed: 5)
/// ```
public struct RandomGraph: ~Copyable {
    private var generator: SeededGenerator
    private var builder = DocumentBuilder()
    /// The number of containers that were begun.
    private var containers = 0
    private let classes = [
        CodedClass(name: "RandomListed", propertyNames: ["a", "b", Self.key(17), Self.key(17, last: "2")]),
        CodedClass(
            name: "RandomChild", superclassNames: ["RandomListed", "NSObject"],
            propertyNames: ["d", "a", "b", Self.key(17), Self.key(17, last: "2")]),
        CodedClass(name: "RandomCoded"), CodedClass(name: "RandomEmpty", propertyNames: []),
    ]
    /// Keys that text formats may handle wrongly.
    private static let awkwardKeys = ["", "a.b", "$class", "$alias", "$root", "0", "é日本😀", "$$key"]

    /// A key of `count` bytes, which differs from other keys of this length only in its last byte.
    private static func key(_ count: Int, last: String = "1") -> String {
        String(String(repeating: "long key ", count: 5).prefix(count - 1)) + last
    }

    private init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Makes the graph of a seed.
    public static func document(seed: UInt64) throws -> ModelDocument {
        var graph = RandomGraph(seed: seed)
        try graph.append(depth: 0)
        return try graph.builder.finish()
    }

    private mutating func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    private mutating func number() -> Int {
        containers += 1
        return containers - 1
    }

    private mutating func append(depth: Int) throws {
        switch next(depth > 5 ? 8 : 16) {
        case 0..<6: try builder.append(scalar(), isDeclared: false)
        case 6:
            if containers == 0 { return try builder.appendNull() }
            try builder.appendReference(to: next(containers))
        case 7: try builder.append("shared \(next(4))")
        case 8..<11:
            try builder.beginArray(ModelArrayKind.allCases[next(3)], number: number())
            for _ in 0..<next(5) { try append(depth: depth + 1) }
            try builder.end()
        case 11..<13: try appendDictionary(depth: depth)
        default: try appendObject(depth: depth)
        }
    }

    private mutating func appendDictionary(depth: Int) throws {
        try builder.beginValueDictionary(number: number())
        let hasTextKeys = next(3) > 0
        var keys: Set<String> = []
        for index in 0..<next(4) {
            let key = try key(index, isText: hasTextKeys)
            // Omits a key that the dictionary has already.
            guard keys.insert(Fingerprint.text(of: key)).inserted else { continue }
            try builder.append(key)
            try append(depth: depth + 1)
        }
        try builder.end()
    }

    private mutating func key(_ index: Int, isText: Bool) throws -> ModelDocument {
        let text = next(4) == 0 ? Self.awkwardKeys[next(Self.awkwardKeys.count)] : "key \(index)"
        if isText { return ModelDocument(.string(text)) }
        if next(3) > 0 { return ModelDocument(scalar()) }
        let elements = (0..<next(3)).map { _ in SampleValue.scalar(scalar()) }
        return try SampleValue.array(elements, ModelArrayKind.allCases[next(3)]).document()
    }

    private mutating func appendObject(depth: Int) throws {
        let codedClass = classes[next(classes.count)]
        try builder.beginObject(codedClass, number: number())
        let length = next(40) + 1
        let names = ["k", "l", "m\0"] + (length > 1 ? ["1", "2"].map { Self.key(length, last: $0) } : [])
        for name in codedClass.propertyNames ?? names where next(4) > 0 {
            try builder.key(name)
            try append(depth: depth + 1)
        }
        if next(10) == 0 {
            try builder.key("more \(next(2))")
            try builder.append(true)
        }
        try builder.end()
    }

    private mutating func scalar() -> ModelScalar {
        let bits = generator.next()
        switch next(17) {
        case 0: return .null
        case 1: return .bool(bits & 1 == 0)
        case 2: return .int64(Int64(bitPattern: bits) >> Int64(next(60)))
        case 3: return .uint64(UInt64.max - bits >> 40)
        case 4:
            let value = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
            // Formats don't promise to keep the payload bits of a NaN.
            return .float(value.isNaN ? .nan : value)
        case 5:
            let value = Double(bitPattern: next(20) == 0 ? bits | 0x7FF0 << 48 : bits)
            return .double(value.isNaN ? .nan : value)
        case 6:
            return .decimal(
                Decimal(
                    sign: bits & 1 == 0 ? .plus : .minus, exponent: next(40) - 20,
                    significand: Decimal(next(1 << 40) + 1)))
        case 7: return .string(["", "é日本😀", "a\0b", "plain \(bits % 50)"][next(4)])
        case 8: return .data(Data((0..<next(9)).map { UInt8($0) }))
        case 9: return .date(Date(timeIntervalSinceReferenceDate: Double(bits % 10_000_000) / 7))
        case 10:
            return URL(string: "a/b\(bits % 3)", relativeTo: bits & 8 == 0 ? nil : URL(string: "http://x.org/")).map {
                .url($0)
            } ?? .null
        case 11:
            return .uuid(
                UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(truncatingIfNeeded: bits))))
        case 12: return .geometry(.point(x: Double(bits % 9), y: -0.0))
        case 13: return .geometry(.range(location: next(1 << 34), length: next(9)))
        case 14: return .geometry(IndexSet([next(9), next(99), next(1 << 33)]).geometry)
        case 15:
            return .geometry(.transform(m11: 1, m12: 2, m21: 3, m22: Double(bits % 5), tX: 5, tY: 6))
        default: return .geometry(.rect(x: 1, y: 2, width: Double(bits % 7), height: 4))
        }
    }
}

/// A random number generator that gives the same numbers for the same seed: SplitMix64, by Guy Steele, Doug Lea and
/// Christine Flood (2014).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Random bytes.
    mutating func data(count: Int) -> Data { Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }) }
}
