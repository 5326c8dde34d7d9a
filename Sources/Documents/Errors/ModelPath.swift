/// The way from the root of a file to one of its values: `items[3].due`, which is `["items", 3, "due"]` in a program.
public struct ModelPath: Sendable, Hashable, CustomStringConvertible {
    /// One step of the way.
    public enum Component: Sendable, Hashable {
        /// To the value of a key.
        case key(String)
        /// To an element, counted from 0.
        case index(Int)
    }

    /// The steps, the outermost first.
    public var components: [Component]

    /// A path of these steps; by default the root.
    public init(_ components: [Component] = []) {
        self.components = components
    }

    /// The keys of a way that leads through dictionaries alone, at least one; nil for any other.
    public var keys: [String]? {
        var keys: [String] = []
        for component in components {
            guard case .key(let key) = component else { return nil }
            keys.append(key)
        }
        return keys.isEmpty ? nil : keys
    }

    /// The text in one line, of a long path without its middle, `[0][0][0] … (9990 more) … [0][0]`; so too of a key.
    package var abridged: String {
        let (first, last) = (8, 4)
        guard components.count > 2 * (first + last) else { return Self.inOneLine(components[...]) }
        let left = components.count - first - last
        return
            "\(Self.inOneLine(components.prefix(first))) … (\(left) more) … \(Self.inOneLine(components.suffix(last)))"
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
            case .key(let key) where key.isEmpty || key.unicodeScalars.contains(where: Self.isSign):
                // Other ends of a line stand as they are.
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

    /// True for what a key can't have outside of quotes. A character may be more, as with an accent behind it.
    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ".", "[", "]", "\"": true
        default: Character(scalar).isNewline
        }
    }
}

extension ModelPath {
    /// The path that is written so, as ``description`` writes it; nil where the text is none.
    ///
    /// A key with a dot, a bracket or a quote in it stands in brackets and quotes: `user["first.name"].tags[0]`.
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
            let key = rest.prefix { !Self.isSign($0) }
            guard !key.isEmpty else { return nil }
            components.append(.key(String(Substring(key))))
            rest = rest[key.endIndex...]
        }
    }

    /// The index or the key that stands in brackets at the beginning, which is removed.
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
