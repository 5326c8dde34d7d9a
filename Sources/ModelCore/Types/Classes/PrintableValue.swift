import FormatSupport

/// Converts values of any type to text for descriptions and errors, as `"\(value)"` does.
///
/// Describing a date whose time isn't a number stops the program, in Foundation. The standard library stops it, too,
/// for such a date inside a range, a struct or an enum.
enum PrintableValue {
    static func text(of value: Any) -> String {
        if let date = value as? Date { return date.printableText }
        if AnyValue.scalar(of: value) != nil { return "\(value)" }
        var looks = 10_000
        return hasNoDates(value, &looks, 0) ? "\(value)" : reflected(value, 0)
    }

    /// True if the value contains no date whose time isn't a number. False also for a value with very many parts.
    private static func hasNoDates(_ value: Any, _ looks: inout Int, _ depth: Int) -> Bool {
        looks -= 1
        if let date = value as? Date { return DateText.range.contains(date.timeIntervalSinceReferenceDate) }
        // A class is described by its name, or by its own code.
        if type(of: value) is AnyObject.Type || AnyValue.scalar(of: value) != nil { return true }
        guard looks > 0, depth < deepest, StackGuard.hasRoomToCode else { return false }
        for child in children(of: value) where !hasNoDates(child.value, &looks, depth + 1) { return false }
        return true
    }

    private static func children(of value: Any) -> Mirror.Children {
        Mirror(reflecting: (value as? AnyHashable)?.base ?? value).children
    }

    private static let deepest = 32

    /// The maximum number of parts of a value that are described.
    private static let most = 100

    /// The text of a value's type and its parts.
    private static func reflected(_ value: Any, _ depth: Int) -> String {
        if let date = value as? Date { return date.printableText }
        if type(of: value) is AnyObject.Type || AnyValue.scalar(of: value) != nil { return "\(value)" }
        let children = children(of: value)
        guard depth < deepest, StackGuard.hasRoomToCode else { return "…" }
        let parts = children.prefix(most).map { child in
            (child.label.map { $0 + ": " } ?? "") + reflected(child.value, depth + 1)
        }
        return "\(type(of: value))(\(parts.joined(separator: ", "))\(children.count > most ? ", …" : ""))"
    }
}
