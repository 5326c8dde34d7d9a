/// The facts about one type, in a cache.
protocol TypeEntry: AnyObject {
    var id: ObjectIdentifier { get }
}

/// The facts about a model class that both encoding and decoding need for each object.
///
/// Caches contain only its final subclasses, so that no lookup calls through a protocol.
class ClassEntry {
    final let type: BaseModel.Type
    /// The keys of the class's properties in the file. Nil if each key is the property's name.
    final let keys: PropertyKeys?
    /// The properties of the class in the file.
    final let rows: PropertyRows

    final var id: ObjectIdentifier { ObjectIdentifier(type) }

    init(_ modelClass: ModelClass, _ keys: PropertyKeys?, _ mapped: MappedClass?) {
        self.keys = keys
        type = modelClass.type
        rows = mapped?.rows ?? modelClass.rows
    }
}

/// Facts about types, with one entry for each type that was used.
struct TypeCache<Entry: TypeEntry> {
    private var known: [ObjectIdentifier: Entry] = [:]
    /// The entries that were used last. Each is at an index that its type's address determines, and so is found
    /// without a hash.
    private var latest: ContiguousArray<Entry?> = ContiguousArray(repeating: nil, count: 16)

    @inline(__always)
    private static func slot(of id: ObjectIdentifier) -> Int {
        // Type metadata is aligned to eight bytes, and larger than eight bytes.
        Int(truncatingIfNeeded: UInt(bitPattern: id) >> 4) & 15
    }

    @inline(__always)
    func recent(_ id: ObjectIdentifier) -> Entry? {
        if let found = latest[Self.slot(of: id)], found.id == id { found } else { nil }
    }

    /// Returns the entry for a type, and puts it among the entries that were used last.
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
