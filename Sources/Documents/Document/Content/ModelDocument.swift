import FormatSupport

/// The values of a file, in one piece of memory: the step between models and the bytes of a format.
///
/// ```swift
/// let document = try FormatRegistry.current.document(from: content)
/// document["items"]?[0]?["title"]?.stringValue
/// ```
///
/// It needs no classes of the program. It may be shared between threads, compared, described and edited.
public struct ModelDocument: Sendable {
    /// The content. All values and copies share it, until one of them is edited.
    package private(set) var content: Content
    /// The index of the root in the content. A document may be a part of another one.
    package var rootIndex: Int

    /// The content, to be changed. It is copied first if it is shared. Use this property only once in a statement:
    /// while its result is held, the content is shared, and would be copied again.
    var ownContent: Content {
        mutating get {
            if !content.isEditedWhileShared, !isKnownUniquelyReferenced(&content) { content = content.copy() }
            content.limits = nil
            content.hasClassKey = true
            content.index.withLock { $0.ways = nil }
            // Edits may append as many words as there were before replaced values are dropped.
            if content.mostWords == nil { content.mostWords = 2 * content.words.count + 4096 }
            return content
        }
    }

    package init(_ content: Content) { self.init(content, root: content.root) }

    package init(_ content: Content, root: Int) {
        self.content = content
        rootIndex = root
    }

    /// Creates the document of one scalar.
    public init(_ scalar: ModelScalar) {
        self.init(Content())
        content.append(scalar, flags: DocumentWord.mark)
    }

    /// The value that contains all others.
    public var root: Value { Value(document: self, index: rootIndex) }

    /// The root's value for a key: see ``Value/subscript(_:)-(String)``.
    public subscript(key: String) -> Value? { root[key] }

    /// The root's element: see ``Value/subscript(_:)-(Int)``.
    public subscript(index: Int) -> Value? { root[index] }

    /// The value at a path; nil if there is none.
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

    /// Creates the document of a value and of everything in it. It shares the memory of the value's document.
    public init(_ value: Value) { self.init(value.content, root: value.index) }

    /// The conventions of the file that the document was read from. Parts and copies have the same.
    public var conventions: FileConventions { content.conventions }

    /// The coercions that apply to the document's scalars.
    public var scalars: FileConventions.Scalars {
        get { content.conventions.scalars }
        set { if newValue != scalars { ownContent.conventions.scalars = newValue } }
    }

    /// False if archives in data may come from an untrusted source: then only those that contain a single value are
    /// opened.
    public var trustsArchives: Bool {
        get { content.conventions.trustsArchives }
        set { if newValue != trustsArchives { ownContent.conventions.trustsArchives = newValue } }
    }

    /// The text to which the values' offsets refer; nil if the source is no text, or if there is none.
    public var source: ByteSource? { content.source }

    /// The size of the values in memory, in bytes, without long texts and data that stay in the memory of a file.
    public var byteCount: Int { content.words.count * 8 + content.targets.count * 8 }
}
