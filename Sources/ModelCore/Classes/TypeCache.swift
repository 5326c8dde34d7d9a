/// The facts about one type, in a cache.
protocol TypeEntry: AnyObject {
    var id: ObjectIdentifier { get }
}

/// The facts about a model class that both encoding and decoding need for each object.
///
/// Only its subclasses are entries of caches: they are final, so that no lookup calls through a protocol.
class ClassEntry {
    final let type: BaseModel.Type
    /// The keys of its properties in the file; nil if each key is the property's name.
    final let keys: PropertyKeys?
    /// False if the class lists no property by hand.
    final let mayHaveListedProperties: Bool
    /// The memory layout of its objects; nil if that isn't known, or the class codes itself.
    private var layout: StoredLayout?
    private var isLayoutOpen: Bool
    private let modelClass: ModelClass

    final var id: ObjectIdentifier { ObjectIdentifier(type) }

    /// - Parameter codesItself: True if its values can't be read or written in place.
    init(_ modelClass: ModelClass, _ keys: PropertyKeys?, codesItself: Bool) {
        self.modelClass = modelClass
        self.keys = keys
        type = modelClass.type
        mayHaveListedProperties = !modelClass.listedProperties.isEmpty
        isLayoutOpen = !codesItself
    }

    /// The memory layout of an object; nil if there is none, or it isn't known yet.
    @inline(__always)
    final func layout(of object: BaseModel) -> StoredLayout? { isLayoutOpen ? findLayout(of: object) : layout }

    @inline(never)
    private func findLayout(of object: BaseModel) -> StoredLayout? {
        (layout, isLayoutOpen) = StoredLayout.find(of: object, modelClass)
        return layout
    }
}

/// Facts about types: one entry for each type that was met.
struct TypeCache<Entry: TypeEntry> {
    private var known: [ObjectIdentifier: Entry] = [:]
    /// The entries that were used last, each at an index that its type's address determines: found without a hash.
    private var latest: ContiguousArray<Entry?> = ContiguousArray(repeating: nil, count: 16)

    @inline(__always)
    private static func slot(of id: ObjectIdentifier) -> Int {
        // Type metadata is aligned to eight bytes, and larger than that.
        Int(truncatingIfNeeded: UInt(bitPattern: id) >> 4) & 15
    }

    @inline(__always)
    func recent(_ id: ObjectIdentifier) -> Entry? {
        if let found = latest[Self.slot(of: id)], found.id == id { found } else { nil }
    }

    /// The entry for a type, which is among those that were used last from now on.
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
