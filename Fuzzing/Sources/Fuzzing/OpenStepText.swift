import Foundation
import ModelCore

/// Trees as text in the old OpenStep style, which the package reads and doesn't write.
enum OpenStepText {
    static func text(of node: ModelNode) throws -> String {
        var budget = 20_000
        return try text(of: node, depth: 0, budget: &budget)
    }

    private static func text(of node: ModelNode, depth: Int, budget: inout Int) throws -> String {
        budget -= 1
        guard depth < 200, budget > 0 else { throw ModelError(.depthExceeded, "It may lead back to itself.") }
        switch node {
        case .array(let array):
            return "("
                + (try array.elements.map { try text(of: $0, depth: depth + 1, budget: &budget) }).joined(
                    separator: ", ") + ")"
        case .dictionary(let dictionary):
            return try "{"
                + dictionary.entries.map {
                    try text(of: $0.key, depth: depth + 1, budget: &budget) + " = "
                        + text(of: $0.value, depth: depth + 1, budget: &budget) + ";"
                }.joined(separator: " ") + "}"
        case .object(let object):
            return try "{"
                + object.properties.map {
                    try quoted($0.key) + " = " + text(of: $0.value, depth: depth + 1, budget: &budget) + ";"
                }
                .joined(separator: "\n") + "}"
        case .scalar(.data(let data)):
            return "<" + data.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + ">"
        case .scalar(.int64(let value)): return depth % 2 == 0 ? "\(value)" : "<*I\(value)>"
        case .scalar(.bool(let value)): return value ? "<*BY>" : "<*BN>"
        case .scalar(.double(let value)): return "<*R\(value)>"
        case .scalar(.string(let value)): return quoted(value)
        case .scalar(let scalar): return quoted(ScalarConversion.keyText(scalar) ?? "\(scalar)")
        case .model: throw ModelError(.unrepresentableValue, "A model.")
        }
    }

    private static func quoted(_ text: String) -> String {
        let plain = !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A }
        return plain ? text : "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
