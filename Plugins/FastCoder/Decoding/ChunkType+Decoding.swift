import Documents

extension ChunkType {
    /// True if the chunk's length, or its index in a cache, depends on the writer of the file.
    var hasDialect: Bool { isStructure || self == .decimal || self == .keyedArchive }

    /// True if the whole file must be scanned before the container is read: its keys come after their values, or its
    /// layout or index depends on the writer of the file.
    var needsScan: Bool {
        switch self {
        case .dictionary, .mutableDictionary, .codedObject, .transform3D: true
        default: false
        }
    }

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
