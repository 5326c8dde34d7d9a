import Documents

/// What unquoted text means in YAML 1.2's core schema.
enum YAMLScalar {
    static func meaning(of text: String) -> ModelScalar {
        switch text {
        case "", "~", "null", "Null", "NULL": .null
        case "true", "True", "TRUE": .bool(true)
        case "false", "False", "FALSE": .bool(false)
        default: number(text) ?? .string(text)
        }
    }

    private static func number(_ text: String) -> ModelScalar? {
        // Swift also reads numbers as words and in hexadecimal, which YAML writes otherwise.
        guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
        if let value = Int64(text) { return .int64(value) }
        if let value = UInt64(text) { return .uint64(value) }
        return Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    }
}
