import FormatSupport

/// The values of a file in one piece of memory: what stands between models and a format's bytes.
///
/// ```swift
/// let document = try FormatRegistry.current.document(from: content)
/// document["items"]?[0]?["title"]?.stringValue
/// ```
///
/// It needs no classes of the program. It may be shared between threads, compared, described and edited.
public struct ModelDocument: Sendable {
    /// Shared by all values and copies, until one is edited.
    package private(set) var content: Content
    /// Where the root stands: a document may be a part of another.
    package var rootIndex: Int

    /// The content, to be changed: a copy where it is shared. To be asked for once in a statement: who holds it shares
    /// it.
    package var ownContent: Content {
        mutating get {
            if !content.isOnlyAppended, !isKnownUniquelyReferenced(&content) { content = content.copy() }
            content.limits = nil
            content.hasClassKey = true
            // Edits may write as much again as there was.
            if content.mostWords == nil { content.mostWords = 2 * content.words.count + 4096 }
            return content
        }
    }

    package init(_ content: Content) { self.init(content, root: content.root) }

    package init(_ content: Content, root: Int) {
        self.content = content
        rootIndex = root
    }

    /// The document of one scalar.
    public init(_ scalar: ModelScalar) {
        self.init(Content())
        content.append(scalar, flags: DocumentWord.mark)
    }

    /// The value that all others are in.
    public var root: Value { Value(document: self, index: rootIndex) }

    /// The root's value for a key: see ``Value/subscript(_:)-(String)``.
    public subscript(key: String) -> Value? { root[key] }

    /// The root's element: see ``Value/subscript(_:)-(Int)``.
    public subscript(index: Int) -> Value? { root[index] }

    /// The value at a path; nil where there is none.
    public subscript(path: ModelPath) -> Value? {
        path.components.reduce(root) { $0?[$1] }
    }

    /// All keys of objects and of dictionaries with text keys, each once. At most linear in their number.
    public var allKeys: ContiguousArray<String> {
        let keys = content.shapes.keys
        return content.hasClassKey ? keys : ContiguousArray(keys.lazy.filter { $0 != ClassKey.text })
    }

    /// All classes of objects, each once. Constant time.
    public var allClasses: ContiguousArray<CodedClass> { content.shapes.classes }

    /// The document of a value and of all that it leads to. It shares the memory of the whole.
    public init(_ value: Value) { self.init(value.content, root: value.index) }

    /// How the file that it was read from says what it holds. Parts and copies have the same.
    public var conventions: FileConventions { content.conventions }

    /// What the scalars may stand for besides themselves.
    public var scalars: DocumentBuilder.Scalars {
        get { content.conventions.scalars }
        set { if newValue != scalars { ownContent.conventions.scalars = newValue } }
    }

    /// False where archives in data come from anywhere: then only those that hold a single value are opened.
    public var trustsArchives: Bool {
        get { content.conventions.trustsArchives }
        set { if newValue != trustsArchives { ownContent.conventions.trustsArchives = newValue } }
    }

    /// The text in which values have their offsets; nil where the source is no text, or there is none.
    public var source: ByteSource? { content.source }

    /// How many bytes of memory the values take, without long ones that stay in a file's memory.
    public var byteCount: Int { content.words.count * 8 + content.targets.count * 8 }
}
