import FormatSupport
import ModelCore

/// Values as Swift source.
enum SwiftLiteral {
    /// Returns a text as a string literal. Quotes, backslashes and line breaks in it are escaped, so that it can't
    /// end the literal early.
    static func text(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\" + String(scalar)
            case "\n": literal += "\\n"
            case "\t": literal += "\\t"
            default:
                let isPlain = PrintableText.isHarmless(String(scalar)) && scalar.value >= 0x20
                literal += isPlain ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return literal + "\""
    }

    /// Returns a scalar as an expression of its type. Returns nil if no expression has the value.
    static func value(_ scalar: ModelScalar) -> String? {
        switch scalar {
        case .bool(let value): "\(value)"
        case .int64(let value): "\(value)"
        case .uint64(let value): "\(value)"
        case .uid(let value): "\(value)"
        case .float(let value): value.isFinite ? "\(value)" : nil
        case .double(let value): value.isFinite ? "\(value)" : nil
        case .decimal(let value): value.isNaN ? nil : "Decimal(string: \"\(value)\") ?? 0"
        case .string(let value): text(value)
        case .data(let value): "Data([\(value.map { "\($0)" }.joined(separator: ", "))])"
        case .date(let value):
            value.timeIntervalSinceReferenceDate.isFinite
                ? "Date(timeIntervalSinceReferenceDate: \(value.timeIntervalSinceReferenceDate))" : nil
        case .url(let value): "URL(string: \(text(value.absoluteString)))"
        case .uuid(let value): "UUID(uuidString: \"\(value.uuidString)\") ?? UUID()"
        case .null, .geometry: nil
        }
    }
}
