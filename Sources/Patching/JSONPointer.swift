import Documents
import FormatSupport

/// The path to a value in a JSON document, as text: `/items/3/due`. A JSON Pointer, RFC 6901.
///
/// A token is a key if the container is an object, and an index if it is an array.
public struct JSONPointer: Sendable, Hashable, LosslessStringConvertible, ExpressibleByStringLiteral {
    /// The keys and indexes, the outermost first; empty for the root.
    public var tokens: [String]

    /// Creates a pointer of these tokens.
    public init(_ tokens: [String]) { self.tokens = tokens }

    /// Creates the pointer that corresponds to a path.
    public init(_ path: ModelPath) {
        tokens = path.components.map { component in
            switch component {
            case .key(let key): key
            case .index(let index): "\(index)"
            }
        }
    }

    /// Creates a pointer from its text. Returns nil if the text isn't a pointer: it is neither empty nor begins with
    /// a slash, or it has a `~` that isn't followed by 0 or 1.
    public init?(_ description: String) {
        guard description.isEmpty || description.utf8.first == UInt8(ascii: "/") else { return nil }
        tokens = []
        // Splits Unicode scalars, because a slash and a combining accent after it are one character.
        for part in description.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            guard let token = Self.unescaped(part) else { return nil }
            tokens.append(token)
        }
    }

    /// The pointer of a literal. Stops the program if the literal is no pointer.
    public init(stringLiteral text: String) {
        guard let pointer = JSONPointer(text) else {
            preconditionFailure("\(text.debugDescription) is no JSON pointer.")
        }
        self = pointer
    }

    private static func unescaped(_ part: Substring.UnicodeScalarView) -> String? {
        var token = String.UnicodeScalarView()
        var rest = part[...]
        while let next = rest.popFirst() {
            guard next == "~" else {
                token.append(next)
                continue
            }
            switch rest.popFirst() {
            case "0"?: token.append("~")
            case "1"?: token.append("/")
            default: return nil
            }
        }
        return String(token)
    }

    public var description: String {
        tokens.map { token in
            let escaped = token.unicodeScalars.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }
            return "/" + escaped.joined()
        }.joined()
    }

    /// Compares bytes: keys that only look alike are different.
    public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
        left.tokens.count == right.tokens.count && left.starts(with: right)
    }

    public func hash(into hasher: inout Hasher) {
        for token in tokens { hasher.combine(ExactText(token)) }
    }

    /// True if the pointer is equal to another pointer, or begins with it.
    func starts(with other: JSONPointer) -> Bool {
        tokens.lazy.map { ExactText($0) }.starts(with: other.tokens.lazy.map { ExactText($0) })
    }

    /// The array index that a token represents: digits without leading zeros. Returns nil for any other token.
    static func index(_ token: String) -> Int? {
        let digits = token.utf8
        guard let first = digits.first, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            first != UInt8(ascii: "0") || digits.count == 1
        else { return nil }
        return Int(token)
    }
}
