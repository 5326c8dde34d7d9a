import Foundation
import ModelCore
import TestSupport

/// A node in the words of the Python script.
func pythonText(_ node: ModelNode) -> String {
    func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    func real(_ value: Double) -> String {
        value.isNaN ? "real(nan)" : "real(\(hex((0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (56 - 8 * $0)) })))"
    }
    func entries(_ list: [(ModelNode, ModelNode)]) -> String {
        // Python sorts by code point, which for ASCII is by byte.
        "{" + list.map { pythonText($0.0) + ":" + pythonText($0.1) }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: ",") + "}"
    }
    switch node {
    case .scalar(.null): return "null"
    case .scalar(.bool(let value)): return "\(value)"
    case .scalar(.int64(let value)): return "int(\(value))"
    case .scalar(.uint64(let value)): return "int(\(value))"
    case .scalar(.double(let value)): return real(value)
    case .scalar(.float(let value)): return real(Double(value))
    case .scalar(.string(let value)): return "string(\(hex(value.utf8)))"
    case .scalar(.data(let value)): return "data(\(hex(value)))"
    case .scalar(.date(let value)): return "date(\(Int(value.timeIntervalSinceReferenceDate.rounded(.toNearestOrEven))))"
    case .scalar(let other): return "\(other)"
    case .array(let array): return "[" + array.elements.map(pythonText).joined(separator: ",") + "]"
    case .dictionary(let dictionary): return entries(dictionary.entries.map { ($0.key, $0.value) })
    case .object(let object):
        return entries(
            [(.scalar(.string("$class")), .scalar(.string(object.codedClass.name)))]
                + object.properties.map { (.scalar(.string($0.key)), $0.value) })
    case .model: return "model"
    }
}
