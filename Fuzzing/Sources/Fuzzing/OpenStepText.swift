import Foundation
import ModelCore

/// Trees as text in the old OpenStep style, with typed values of GNUstep, which the package reads and doesn't write.
enum OpenStepText {
    static func text(of document: ModelDocument) throws -> String {
        var budget = 20_000
        return try text(of: document.root, depth: 0, budget: &budget)
    }

    private static func text(of value: ModelDocument.Value, depth: Int, budget: inout Int) throws -> String {
        budget -= 1
        guard depth < 200, budget > 0 else { throw ModelError(.depthExceeded, "It may lead back to itself.") }
        guard let scalar = value.scalar else {
            guard value.kind == .dictionary || value.kind == .object else {
                let elements = try value.elements.map { try text(of: $0, depth: depth + 1, budget: &budget) }
                return "(" + elements.joined(separator: ", ") + ")"
            }
            let entries = try value.entries.map {
                try text(of: $0.key, depth: depth + 1, budget: &budget) + " = "
                    + text(of: $0.value, depth: depth + 1, budget: &budget) + ";"
            }
            return "{" + entries.joined(separator: value.kind == .object ? "\n" : " ") + "}"
        }
        switch scalar {
        case .data(let data):
            return "<" + data.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + ">"
        case .int64(let value): return depth % 2 == 0 ? "\(value)" : "<*I\(value)>"
        case .bool(let value): return value ? "<*BY>" : "<*BN>"
        case .double(let value): return "<*R\(value)>"
        case .string(let value): return quoted(value)
        default: return quoted(ScalarConversion.keyText(scalar) ?? "\(scalar)")
        }
    }

    private static func quoted(_ text: String) -> String {
        let plain = !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A }
        return plain ? text : "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
