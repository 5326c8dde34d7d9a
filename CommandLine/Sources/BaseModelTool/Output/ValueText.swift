import FormatSupport
import ModelCore

/// Short texts for values.
enum ValueText {
    /// Returns a scalar as text, with its type if the text doesn't tell it.
    static func scalar(_ value: ModelDocument.Value) -> String {
        switch value.scalar {
        case .string(let text): quoted(text)
        case .float(let number): "float \(number)"
        case .data(let data): "data of \(count(data.count, "byte"))" + (data.isEmpty ? "" : " \(digits(data))")
        default: value.description
        }
    }

    /// Text in quotes. Characters that could control a terminal are escaped later, where the text is painted.
    static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

    /// Text for use within quotes: quotes and backslashes are escaped.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x5C }) else { return text }
        var result: [UInt8] = []
        for byte in text.utf8 {
            if byte == 0x22 || byte == 0x5C { result.append(0x5C) }
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The largest number of characters that are printed of a name that very many values may share: the name of a
    /// class, or a key in a path.
    static let longestName = 200

    /// Returns an object's class. A long name is shortened. Returns nil if the value is no object.
    static func className(_ value: ModelDocument.Value) -> String? {
        value.className.map { shortened($0, longestName) }
    }

    /// Returns an object's class, or the kind of another container and the number of values in it.
    static func container(_ value: ModelDocument.Value) -> String {
        switch value.kind {
        case .object: className(value) ?? ""
        case .dictionary: "dictionary of \(value.count)"
        case .set: "set of \(value.count)"
        case .orderedSet: "ordered set of \(value.count)"
        default: "array of \(value.count)"
        }
    }

    /// Any value in one line. Long text is shortened.
    static func summary(_ value: ModelDocument.Value, limit: Int = 60) -> String {
        if value.isNil { return "nil" }
        guard value.scalar != nil else {
            return value.kind == .object
                ? "\(container(value)) with \(count(value.count, "value"))" : container(value)
        }
        // The omitted part of a long text isn't examined.
        if let text = value.stringValue { return shortened(quoted(shortened(text, limit)), limit) }
        return shortened(scalar(value), limit)
    }

    /// Returns the text, shortened to a number of characters, and to four Unicode scalars for each character.
    static func shortened(_ text: String, _ limit: Int) -> String {
        // Counting characters takes time in the length of the whole text.
        guard text.utf8.count > limit else { return text }
        // One character may be as long as the whole text.
        let head = Substring(text.unicodeScalars.prefix(4 * limit)).prefix(limit)
        return head.endIndex == text.endIndex ? text : head + "…"
    }

    /// Returns a file's name for a message. An empty name is printed as quotes, because it would be overlooked.
    static func file(_ name: String) -> String { name.isEmpty ? "\"\"" : name }

    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private static func digits(_ data: Data) -> String {
        let shown = data.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return shown + (data.count > 16 ? "…" : "")
    }
}
