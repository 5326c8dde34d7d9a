import Documents

extension ChunkType {
    /// True if the chunk's length, or its index in a cache, depends on the writer of the file.
    var hasDialect: Bool { isStructure || self == .decimal || self == .keyedArchive }

    /// Returns true if only the whole file tells the chunk's length and its indexes in the caches.
    ///
    /// Files that are read without a document are expected to have the layout that this library writes, in which
    /// structures have no indexes. At the end, the count of objects in the header has to agree with that.
    func needsFile(in extent: ChunkScanner.Extent) -> Bool {
        switch extent {
        case .file: false
        case .value: hasDialect
        case .part: self == .affineTransform || self == .keyedArchive
        }
    }

    /// True if the container must be scanned before it is read: its keys come after their values, or its layout or
    /// index depends on the writer of the file.
    var needsScan: Bool {
        switch self {
        case .dictionary, .mutableDictionary, .codedObject, .transform3D: true
        default: false
        }
    }

    /// True if the chunk is an object of a class, or a value that is written as one.
    var isCoded: Bool { isObject || self == .codedObject }

    /// True if the container takes its index of the object cache when it ends: it is immutable, and therefore made
    /// from its elements.
    var isIndexedAtEnd: Bool {
        switch self {
        case .array, .set, .orderedSet: true
        default: false
        }
    }

    /// The kind of an array or a set.
    var arrayKind: ModelArrayKind {
        switch self {
        case .set, .mutableSet: .set
        case .orderedSet, .mutableOrderedSet: .orderedSet
        default: .array
        }
    }
}
