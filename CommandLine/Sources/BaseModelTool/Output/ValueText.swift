import Foundation
import ModelCore

/// Values in a few words.
enum ValueText {
    /// A scalar with its type, where its text doesn't tell.
    static func scalar(_ value: ModelDocument.Value) -> String {
        switch value.scalar {
        case .string(let text): quoted(text)
        case .float(let number): "float \(number)"
        case .data(let data): "data of \(count(data.count, "byte"))" + (data.isEmpty ? "" : " \(digits(data))")
        default: value.description
        }
    }

    /// Text in quotes. What is no text for a terminal is escaped where it is painted.
    static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

    /// Text as it stands within quotes.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x5C }) else { return text }
        var result: [UInt8] = []
        for byte in text.utf8 {
            if byte == 0x22 || byte == 0x5C { result.append(0x5C) }
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// How many characters are shown of a name that very many values may share: a class's, or a key's in a path.
    static let longestName = 200

    /// An object's class, a long name shortened; nil for what is no object.
    static func className(_ value: ModelDocument.Value) -> String? {
        value.className.map { shortened($0, longestName) }
    }

    /// A container's class or kind, and how many values are in it.
    static func container(_ value: ModelDocument.Value) -> String {
        switch value.kind {
        case .object: className(value) ?? ""
        case .dictionary: "dictionary of \(value.count)"
        case .set: "set of \(value.count)"
        case .orderedSet: "ordered set of \(value.count)"
        default: "array of \(value.count)"
        }
    }

    /// Any value in a line, a long text shortened.
    static func summary(_ value: ModelDocument.Value, limit: Int = 60) -> String {
        guard value.scalar != nil else {
            return value.kind == .object
                ? "\(container(value)) with \(count(value.count, "value"))" : container(value)
        }
        // The omitted part of a long text isn't examined.
        if let text = value.stringValue { return shortened(quoted(shortened(text, limit)), limit) }
        return shortened(scalar(value), limit)
    }

    /// A text of at most so many characters, and of no more than four scalars for each.
    static func shortened(_ text: String, _ limit: Int) -> String {
        // Counting characters takes time in the length of the whole.
        guard text.utf8.count > limit else { return text }
        // One character may be as long as the whole.
        let head = Substring(text.unicodeScalars.prefix(4 * limit)).prefix(limit)
        return head.endIndex == text.endIndex ? text : head + "…"
    }

    /// A file's name in a message, where an empty one would be missed.
    static func file(_ name: String) -> String { name.isEmpty ? "\"\"" : name }

    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private static func digits(_ data: Data) -> String {
        let shown = data.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return shown + (data.count > 16 ? "…" : "")
    }
}
