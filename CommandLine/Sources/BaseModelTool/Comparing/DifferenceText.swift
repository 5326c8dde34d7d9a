import ModelCore

/// Differences for people: a line each, which begins with +, - or ~ and the path.
enum DifferenceText {
    static func line(_ difference: Difference, _ painter: Painter) -> String {
        let path = difference.path.components.isEmpty ? "the root" : difference.path.description
        let left = difference.left.map { ValueText.summary($0) } ?? ""
        let right = difference.right.map { ValueText.summary($0) } ?? ""
        return switch difference.kind {
        case .added: painter.paint("+ \(path): \(right)", .added)
        case .removed: painter.paint("- \(path): \(left)", .removed)
        case .changed: painter.paint("~ \(path): \(left) → \(right)", .changed)
        case .restated: painter.paint("~ \(path): \(left) → \(right), in other terms", .changed)
        case .classChanged:
            painter.paint("~ \(path): \(className(difference.left)) → \(className(difference.right))", .changed)
        case .sharing: painter.paint("~ \(path): \(sharing(difference))", .changed)
        }
    }

    static func className(_ value: ModelDocument.Value?) -> String {
        value?.className.map { "class \($0)" } ?? "no class"
    }

    private static func sharing(_ difference: Difference) -> String {
        let isShared = (difference.left?.identity != nil, difference.right?.identity != nil)
        return switch isShared {
        case (true, false): "stands elsewhere, too → a copy"
        case (false, true): "a copy → stands elsewhere, too"
        default: "stands in other places, too"
        }
    }
}
