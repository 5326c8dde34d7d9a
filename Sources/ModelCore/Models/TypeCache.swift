/// What is known of one type.
protocol TypeEntry: AnyObject {
    var id: ObjectIdentifier { get }
}

/// What both encoding and decoding ask of a model class for each object.
///
/// Its subclasses are the entries of caches, and it isn't: they are final, so that no lookup calls through a protocol.
class ClassEntry {
    final let type: BaseModel.Type
    /// Under which keys the file has its properties; nil where each has its own name.
    final let keys: PropertyKeys?
    /// False where all properties are known to be the macro's.
    final let mayList: Bool
    /// Where objects' values stand in memory; nil where that isn't known, or the class codes itself.
    private var layout: StoredLayout?
    private var isLayoutOpen: Bool
    private let modelClass: ModelClass

    final var id: ObjectIdentifier { ObjectIdentifier(type) }

    /// - Parameter codesItself: True where its values can't be read or written where they stand.
    init(_ modelClass: ModelClass, _ keys: PropertyKeys?, codesItself: Bool) {
        self.modelClass = modelClass
        self.keys = keys
        type = modelClass.type
        mayList = !modelClass.listedProperties.isEmpty
        isLayoutOpen = !codesItself
    }

    /// Where the values of an object stand in memory.
    @inline(__always)
    final func layout(of object: BaseModel) -> StoredLayout? { isLayoutOpen ? findLayout(of: object) : layout }

    @inline(never)
    private func findLayout(of object: BaseModel) -> StoredLayout? {
        (layout, isLayoutOpen) = StoredLayout.find(of: object, modelClass)
        return layout
    }
}

/// What is known of each type that was met.
struct TypeCache<Entry: TypeEntry> {
    private var known: [ObjectIdentifier: Entry] = [:]
    /// Those of them that were asked for last, each in the place that its address says: a lookup without a hash.
    private var latest: ContiguousArray<Entry?> = ContiguousArray(repeating: nil, count: 16)

    @inline(__always)
    private static func slot(of id: ObjectIdentifier) -> Int {
        // Metadata is aligned to eight bytes, and larger than that.
        Int(truncatingIfNeeded: UInt(bitPattern: id) >> 4) & 15
    }

    @inline(__always)
    func recent(_ id: ObjectIdentifier) -> Entry? {
        if let found = latest[Self.slot(of: id)], found.id == id { found } else { nil }
    }

    /// The entry, which is the one that was asked for last from here on.
    mutating func find(_ id: ObjectIdentifier) -> Entry? {
        guard let found = known[id] else { return nil }
        latest[Self.slot(of: id)] = found
        return found
    }

    mutating func keep(_ entry: Entry) {
        known[entry.id] = entry
        latest[Self.slot(of: entry.id)] = entry
    }
}
