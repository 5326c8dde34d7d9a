import FormatSupport

/// The values of a file, in one piece of memory: the step between models and the bytes of a format.
///
/// ```swift
/// let document = try FormatRegistry.current.document(from: content)
/// document["items"]?[0]?["title"]?.stringValue
/// ```
///
/// A document needs no classes of the program. It may be shared between threads, compared, described and edited.
public struct ModelDocument: Sendable {
    /// The content. All values and copies of the document share it, until one of them is edited.
    package private(set) var content: Content
    /// The index of the root in the content. A document may be a part of another document.
    package var rootIndex: Int

    /// The content, for changes. It is copied first if other documents or values share it. Use this property only
    /// once in a statement: while its result is held, the content is shared, and would be copied again.
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

    /// The outermost value, which contains all other values.
    public var root: Value { Value(document: self, index: rootIndex) }

    /// The value that the root has for a key, as with ``Value/subscript(_:)-(String)``.
    public subscript(key: String) -> Value? { root[key] }

    /// The element of the root at an index, as with ``Value/subscript(_:)-(Int)``.
    public subscript(index: Int) -> Value? { root[index] }

    /// The value at a path. Nil if there is no such value.
    public subscript(path: ModelPath) -> Value? {
        path.components.reduce(root) { $0?[$1] }
    }

    /// All keys of objects and of dictionaries with text keys, each key once. The time is at most linear in the
    /// number of keys.
    public var allKeys: ContiguousArray<String> {
        let keys = content.shapes.keys
        return content.hasClassKey ? keys : ContiguousArray(keys.lazy.filter { $0 != ClassKey.text })
    }

    /// All classes of objects, each class once. The time is constant.
    public var allClasses: ContiguousArray<CodedClass> { content.shapes.classes }

    /// Creates the document of a value and of everything in the value. The new document shares the memory of the
    /// value's document.
    public init(_ value: Value) { self.init(value.content, root: value.index) }

    /// The conventions of the file that the document was read from. Parts and copies of the document have the same
    /// conventions.
    public var conventions: FileConventions { content.conventions }

    /// The coercions that apply to the document's scalars.
    public var scalars: FileConventions.Scalars {
        get { content.conventions.scalars }
        set { if newValue != scalars { ownContent.conventions.scalars = newValue } }
    }

    /// True if keyed archives in data may contain any values. False if they may come from an untrusted source: an
    /// archive is then opened only if it contains a single value.
    public var trustsArchives: Bool {
        get { content.conventions.trustsArchives }
        set { if newValue != trustsArchives { ownContent.conventions.trustsArchives = newValue } }
    }

    /// The text to which the values' offsets refer. Nil if the source is no text, or if there is no source.
    public var source: ByteSource? { content.source }

    /// The size of the values in memory, in bytes, without long texts and data that stay in the memory of a file.
    public var byteCount: Int { content.words.count * 8 + content.targets.count * 8 }
}
