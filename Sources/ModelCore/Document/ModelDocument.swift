/// The values of a file in one piece of memory: what stands between models and a format's bytes.
///
/// ```swift
/// let document = try FormatRegistry.current.document(from: content)
/// document["items"]?[0]?["title"]?.stringValue
/// ```
///
/// It needs no classes of the program. It may be shared between threads, compared, described and edited.
public struct ModelDocument: Sendable {
    var content: Content

    init(_ content: Content) { self.content = content }

    /// The document of one scalar.
    public init(_ scalar: ModelScalar) {
        var content = Content()
        content.append(scalar)
        self.content = content
    }

    /// The value that all others are in.
    public var root: Value { Value(document: self, index: content.root) }

    /// The root's value for a key: see ``Value/subscript(_:)-(String)``.
    public subscript(key: String) -> Value? { root[key] }

    /// The root's element: see ``Value/subscript(_:)-(Int)``.
    public subscript(index: Int) -> Value? { root[index] }

    /// The value at a path; nil where there is none.
    public subscript(path: ModelPath) -> Value? {
        var value: Value? = root
        for component in path.components {
            switch component {
            case .key(let key): value = value?[key]
            case .index(let index): value = value?[index]
            }
        }
        return value
    }

    /// How many bytes of memory the values take.
    public var byteCount: Int { content.words.count * 8 + content.targets.count * 8 }
}
