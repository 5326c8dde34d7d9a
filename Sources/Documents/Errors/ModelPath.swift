/// The path from the root of a file to one of its values: `items[3].due`, written `["items", 3, "due"]` in code.
public struct ModelPath: Sendable, Hashable, CustomStringConvertible {
    /// One step of a path.
    public enum Component: Sendable, Hashable {
        /// A step to the value of a key.
        case key(String)
        /// A step to an element of an array, by its index counted from 0.
        case index(Int)
    }

    /// The steps, beginning with the outermost step.
    public var components: [Component]

    /// Creates a path of the given steps. A path without steps is the path of the root.
    public init(_ components: [Component] = []) {
        self.components = components
    }

    /// The keys of a path that consists of keys only. Nil if a step is an index, or if there are no steps.
    public var keys: [String]? {
        var keys: [String] = []
        for component in components {
            guard case .key(let key) = component else { return nil }
            keys.append(key)
        }
        return keys.isEmpty ? nil : keys
    }

    /// The path in one line of text. The middle of a long path is omitted: `[0][0][0] … (9980 more) … [0][0]`. The
    /// first ten steps and the last ten are shown. A long key is shortened in the middle.
    var abridged: String {
        let shown = 10
        let left = components.count - 2 * shown
        guard left > 1 else { return Self.inOneLine(components[...]) }
        let (first, last) = (components.prefix(shown), components.suffix(shown))
        return "\(Self.inOneLine(first)) … (\(left) more) … \(Self.inOneLine(last))"
    }

    private static func inOneLine(_ components: ArraySlice<Component>) -> String {
        ModelPath(
            components.map { if case .key(let key) = $0 { .key(key.abridged(to: 100)) } else { $0 } }
        ).description.inOneLine()
    }

    public var description: String {
        var text = ""
        for component in components {
            switch component {
            case .index(let index):
                text += "[\(index)]"
            case .key(let key) where key.isEmpty || key.unicodeScalars.contains(where: Self.endsPlainKey):
                // Line ends other than "\n" aren't escaped.
                let escaped = key.unicodeScalars.map {
                    $0 == "\n" ? "\\n" : $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0)
                }
                text += "[\"\(escaped.joined())\"]"
            case .key(let key):
                text += text.isEmpty ? key : "." + key
            }
        }
        return text
    }

    /// Returns true for a dot, a bracket, a quote and a line end. A key that contains one of these characters is
    /// written in quotes. The function tests Unicode scalars, not characters, because a character may consist of
    /// several scalars, such as a dot and an accent.
    private static func endsPlainKey(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ".", "[", "]", "\"": true
        default: Character(scalar).isNewline
        }
    }
}

extension ModelPath {
    /// Creates a path from its text, as ``description`` writes it. Returns nil if the text isn't a path.
    ///
    /// A key that is empty, or contains a dot, a bracket, a quote or a line end, is written in brackets and quotes:
    /// `user["first.name"].tags[0]`.
    public init?(_ description: String) {
        self.init()
        var rest = Substring(description).unicodeScalars
        while let next = rest.first {
            let isFirst = components.isEmpty
            if next == "[" {
                guard let component = Self.bracketed(&rest) else { return nil }
                components.append(component)
                continue
            }
            if !isFirst, rest.removeFirst() != "." { return nil }
            let key = rest.prefix { !Self.endsPlainKey($0) }
            guard !key.isEmpty else { return nil }
            components.append(.key(String(Substring(key))))
            rest = rest[key.endIndex...]
        }
    }

    /// Removes the index or the key in brackets at the beginning of a text, and returns it. Returns nil if the text
    /// begins with neither.
    private static func bracketed(_ rest: inout Substring.UnicodeScalarView) -> Component? {
        rest.removeFirst()
        var key: String?
        if rest.first == "\"" {
            rest.removeFirst()
            var text = String.UnicodeScalarView()
            while let next = rest.popFirst(), next != "\"" {
                guard next == "\\" else {
                    text.append(next)
                    continue
                }
                guard let escaped = rest.popFirst() else { return nil }
                text.append(escaped == "n" ? "\n" : escaped)
            }
            key = String(text)
        }
        guard let end = rest.firstIndex(of: "]") else { return nil }
        let inside = rest[..<end]
        rest = rest[end...].dropFirst()
        if let key { return inside.isEmpty ? .key(key) : nil }
        guard inside.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return Int(Substring(inside)).map { .index($0) }
    }
}

extension ModelPath: ExpressibleByArrayLiteral {
    public init(arrayLiteral components: Component...) { self.init(components) }
}

extension ModelPath.Component: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral {
    public init(stringLiteral key: String) { self = .key(key) }
    public init(integerLiteral index: Int) { self = .index(index) }
}
