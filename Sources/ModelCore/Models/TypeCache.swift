/// What is known of one type.
protocol TypeEntry: AnyObject {
    var id: ObjectIdentifier { get }
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

    mutating func keep(_ entry: Entry, _ id: ObjectIdentifier) {
        known[id] = entry
        latest[Self.slot(of: id)] = entry
    }
}
