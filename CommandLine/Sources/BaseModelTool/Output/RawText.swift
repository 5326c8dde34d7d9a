import ModelCore

/// The text of a value alone, as `--raw` prints it.
enum RawText {
    /// A string as it is, and any other scalar as `edit` takes it. Nil for a container, and for a scalar without a
    /// text.
    static func scalar(_ value: ModelDocument.Value) -> String? {
        guard let scalar = value.scalar else { return nil }
        if case .null = scalar { return "null" }
        return value.stringValue ?? value.numeral ?? ScalarConversion.keyText(scalar)
    }
}
