import Foundation
import ModelCore

/// Graphs with values of every type, inheritance, shared parts, and cycles through arrays, dictionaries and objects.
///
/// Equal seeds make equal graphs. A graph may hold itself: ``empty()`` takes it apart.
///
/// ```swift
/// var random = RandomGraph(seed: 5)
/// let graph = random.node()
/// defer { random.empty() }
/// ```
public struct RandomGraph {
    private var generator: SeededGenerator
    private var arrays: [ArrayNode] = []
    private var dictionaries: [DictionaryNode] = []
    private var objects: [ObjectNode] = []
    private let classes = [
        CodedClass(name: "RandomListed", propertyNames: ["a", "b", "c"]),
        CodedClass(name: "RandomChild", superclassNames: ["RandomListed", "NSObject"], propertyNames: ["d", "a", "b", "c"]),
        CodedClass(name: "RandomCoded"), CodedClass(name: "RandomEmpty", propertyNames: []),
    ]
    /// Keys that text formats stumble over.
    private static let awkwardKeys = ["", "a.b", "$class", "$alias", "$root", "0", "é日本😀", "$$key"]

    /// The graph of a seed, of which ``node()`` makes the root.
    public init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Empties all arrays, dictionaries and objects, so that the graph can go.
    public func empty() {
        for array in arrays { array.elements = [] }
        for dictionary in dictionaries { dictionary.entries = [] }
        for object in objects { object.properties = [] }
    }

    /// A graph. Each call makes another one, which may share parts with those before.
    public mutating func node() -> ModelNode { node(depth: 0) }

    private mutating func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    private mutating func node(depth: Int) -> ModelNode {
        switch next(depth > 5 ? 8 : 16) {
        case 0..<6: return .scalar(scalar())
        case 6:
            let known: [ModelNode] =
                arrays.map { .array($0) } + dictionaries.map { .dictionary($0) } + objects.map { .object($0) }
            return known.isEmpty ? .null : known[next(known.count)]
        case 7: return .scalar(.string("shared \(next(4))"))
        case 8..<11:
            let array = ArrayNode(kind: ModelArrayKind.allCases[next(3)])
            arrays.append(array)
            for _ in 0..<next(5) { array.elements.append(node(depth: depth + 1)) }
            return .array(array)
        case 11..<13: return .dictionary(dictionary(depth: depth))
        default: return .object(object(depth: depth))
        }
    }

    private mutating func dictionary(depth: Int) -> DictionaryNode {
        let dictionary = DictionaryNode()
        dictionaries.append(dictionary)
        let hasTextKeys = next(3) > 0
        var keys: Set<String> = []
        for index in 0..<next(4) {
            let text = next(4) == 0 ? Self.awkwardKeys[next(Self.awkwardKeys.count)] : "key \(index)"
            let key: ModelNode = hasTextKeys ? .scalar(.string(text)) : node(depth: depth + 3)
            // No key twice.
            guard keys.insert(Fingerprint.text(of: key)).inserted else { continue }
            dictionary.entries.append((key, node(depth: depth + 1)))
        }
        return dictionary
    }

    private mutating func object(depth: Int) -> ObjectNode {
        let object = ObjectNode(classes[next(classes.count)])
        objects.append(object)
        for name in object.codedClass.propertyNames ?? ["k", "l", "m\0"] where next(4) > 0 {
            object.properties.append((name, node(depth: depth + 1)))
        }
        if next(10) == 0 { object.properties.append(("more \(next(2))", .scalar(.bool(true)))) }
        return object
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
            // A NaN's other bits aren't part of what formats promise.
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
        case 12: return .geometry(.point(CGPoint(x: Double(bits % 9), y: -0.0)))
        case 13: return .geometry(.range(NSRange(location: next(1 << 34), length: next(9))))
        case 14: return .geometry(.indexSet(IndexSet([next(9), next(99), next(1 << 33)])))
        case 15:
            return .geometry(.transform(AffineTransform(m11: 1, m12: 2, m21: 3, m22: Double(bits % 5), tX: 5, tY: 6)))
        default: return .geometry(.rect(CGRect(x: 1, y: 2, width: Double(bits % 7), height: 4)))
        }
    }
}
