/// The way from the root of a file to one of its values: `items[3].due`.
public struct ModelPath: Sendable, Hashable, CustomStringConvertible {
    /// One step of the way.
    public enum Component: Sendable, Hashable {
        case key(String)
        case index(Int)
    }

    public var components: [Component]

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
