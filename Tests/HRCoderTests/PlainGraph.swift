import Foundation
import FoundationValues
import ModelCore
import TestSupport

/// Random graphs of what the original can follow: no sets, no keys but text, and no types that its files don't tell.
struct PlainGraph {
    private var state: UInt64
    private var arrays: [ArrayNode] = []
    private var dictionaries: [DictionaryNode] = []
    private var objects: [ObjectNode] = []
    private let classes: [CodedClass]

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        classes = [
            CodedClass(name: "HRListed", propertyNames: ["a", "b", "c"]), CodedClass(name: "HROpen"),
            CodedClass(name: "HROther", propertyNames: ["x"]), CodedClass(name: "HREmpty", propertyNames: []),
        ]
    }

    /// All arrays, dictionaries and objects, to be emptied when the graph is done with.
    func empty() {
        for array in arrays { array.elements = [] }
        for dictionary in dictionaries { dictionary.entries = [] }
        for object in objects { object.properties = [] }
    }

    private mutating func next(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(truncatingIfNeeded: (state >> 16) % UInt64(bound))
    }

    mutating func node(depth: Int = 0) -> ModelNode {
        switch next(depth > 5 ? 8 : 16) {
        case 0..<6: return .scalar(scalar())
        case 6:
            let known: [ModelNode] =
                arrays.map { .array($0) } + dictionaries.map { .dictionary($0) } + objects.map { .object($0) }
            return known.isEmpty ? .null : known[next(known.count)]
        case 7: return .scalar(.string("shared \(next(4))"))
        case 8..<11:
            let array = ArrayNode()
            arrays.append(array)
            for _ in 0..<next(5) { array.elements.append(node(depth: depth + 1)) }
            return .array(array)
        case 11..<13:
            let dictionary = DictionaryNode()
            dictionaries.append(dictionary)
            for index in 0..<next(4) {
                dictionary.entries.append((.scalar(.string("key \(index)")), node(depth: depth + 1)))
            }
            return .dictionary(dictionary)
        default:
            let object = ObjectNode(classes[next(classes.count)])
            objects.append(object)
            for name in object.codedClass.propertyNames ?? ["k", "l", "m"] where next(4) > 0 {
                object.properties.append((name, node(depth: depth + 1)))
            }
            if next(10) == 0 { object.properties.append(("more \(next(2))", .scalar(.bool(true)))) }
            return .object(object)
        }
    }

    private mutating func scalar() -> ModelScalar {
        let bits = UInt64(truncatingIfNeeded: next(Int.max))
        switch next(17) {
        case 0: return .null
        case 1: return .bool(bits & 1 == 0)
        case 2: return .int64(Int64(bitPattern: bits) >> Int64(next(60)))
        case 3: return .uint64(UInt64.max - bits >> 40)
        case 5: return .double(Double(bitPattern: bits).isNaN ? .nan : Double(bitPattern: bits))
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
