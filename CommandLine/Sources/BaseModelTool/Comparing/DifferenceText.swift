import ModelCore

/// Differences as text for people. Each difference is a line that begins with +, - or ~ and the path.
enum DifferenceText {
    static func line(_ difference: Difference, _ painter: Painter) -> String {
        let path = place(difference.path)
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
        value.flatMap(ValueText.className).map { "class \($0)" } ?? "no class"
    }

    /// Returns a path as text. A long path is shortened in the middle, and long keys at the end, because very many
    /// differences may be inside one key.
    static func place(_ path: ModelPath) -> String {
        let components = path.components
        guard !components.isEmpty else { return "the root" }
        let (first, last) = (8, 4)
        guard components.count > 2 * (first + last) else { return text(components[...]) }
        let left = components.count - first - last
        return "\(text(components.prefix(first))) … (\(left) more) … \(text(components.suffix(last)))"
    }

    private static func text(_ components: ArraySlice<ModelPath.Component>) -> String {
        let short = components.map { component -> ModelPath.Component in
            guard case .key(let key) = component else { return component }
            return .key(ValueText.shortened(key, ValueText.longestName))
        }
        return ModelPath(short).description
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
