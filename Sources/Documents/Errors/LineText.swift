extension String {
    /// The text as a line of a log may have it: characters that would end the line, or change what a terminal shows,
    /// are escaped as in Swift's string literals. Abridged to a thousand characters.
    package func inOneLine() -> String {
        let text = abridged(to: 1000)
        guard text.unicodeScalars.contains(where: \.isDisruptive) else { return text }
        return text.unicodeScalars.reduce(into: "") { line, scalar in
            line += scalar.isDisruptive ? scalar.escape : String(scalar)
        }
    }

    /// The text; the beginning and the end of one that has more characters than that. Linear in the limit.
    package func abridged(to limit: Int) -> String {
        // No character has fewer bytes than one.
        guard utf8.count > limit else { return self }
        let scalars = unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
            end != scalars.endIndex
        else { return self }
        let (head, tail) = (scalars.prefix(limit * 3 / 4), scalars.suffix(limit / 4))
        return "\(Substring(head)) … (\(utf8.count) bytes) … \(Substring(tail))"
    }
}

extension Unicode.Scalar {
    fileprivate var isDisruptive: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }

    fileprivate var escape: String {
        switch self {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(value, radix: 16, uppercase: true))}"
        }
    }
}
