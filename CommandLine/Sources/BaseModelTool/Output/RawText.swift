import ModelCore

/// The text of a value without its type, as `--raw` prints it.
enum RawText {
    /// Returns a string unchanged, and any other scalar in the form that `edit` accepts. Returns nil for a container,
    /// and for a scalar without a text.
    static func scalar(_ value: ModelDocument.Value) -> String? {
        guard let scalar = value.scalar else { return nil }
        if case .null = scalar { return "null" }
        return value.stringValue ?? value.numeral ?? ScalarConversion.keyText(scalar)
    }
}
