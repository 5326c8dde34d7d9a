extension String {
    /// Returns the text for one line of a log. Characters that would end the line, or change what a terminal shows,
    /// are escaped as in Swift's string literals. A text of more than 1000 Unicode scalars is abridged.
    func inOneLine() -> String {
        let text = abridged(to: 1000)
        guard text.unicodeScalars.contains(where: \.isDisruptive) else { return text }
        return text.unicodeScalars.reduce(into: "") { line, scalar in
            line += scalar.isDisruptive ? scalar.escape : String(scalar)
        }
    }

    /// Returns the text if it has at most `limit` Unicode scalars. Otherwise returns its beginning and its end, with
    /// its size in bytes between them. The time is linear in the limit.
    func abridged(to limit: Int) -> String {
        // A text has no more Unicode scalars than bytes.
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
