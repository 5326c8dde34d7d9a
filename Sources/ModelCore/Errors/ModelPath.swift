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

    public var description: String {
        var text = ""
        for component in components {
            switch component {
            case .index(let index):
                text += "[\(index)]"
            case .key(let key) where key.isEmpty || key.contains(where: { ".[]\"".contains($0) || $0.isNewline }):
                text += "[\"\(key.map { $0.isNewline ? "\\n" : $0 == "\"" ? "\\\"" : String($0) }.joined())\"]"
            case .key(let key):
                text += text.isEmpty ? key : "." + key
            }
        }
        return text
    }
}

extension ModelPath: ExpressibleByArrayLiteral {
    public init(arrayLiteral components: Component...) { self.init(components) }
}

extension ModelPath.Component: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral key: String) { self = .key(key) }
    public init(integerLiteral index: Int) { self = .index(index) }
}
