import Documents
import Synchronization

/// The keys that each class has saved. They are stored in the defaults, so that two classes with a property of the
/// same name don't use each other's values.
struct DefaultsOwners {
    /// The key in the defaults under which the owners are stored. Its value is a dictionary from class names to arrays
    /// of keys.
    static let key = "BaseModel.classes"

    private(set) var keys: [String: [String]] = [:]
    /// The maximum length of a property's key, in bytes of UTF-8. A longer key is ignored, because the time to compare
    /// a long text may grow with the square of its length.
    private static let longestKey = 4096

    /// The classes that this process has loaded or saved. A class without `@Model` isn't in the class registry.
    private static let used = Mutex<Set<String>>([])

    /// Reads the keys from a file's value. Values of other types, and keys that are too long, are ignored.
    init(_ value: ModelDocument.Value?) {
        // A file may contain a long text in very many places. It is read as a key only once, because no key has two
        // owners.
        var met: Set<ModelDocument.Value.ID> = []
        for (name, keys) in value?.properties ?? [] where keys.kind == .array {
            self.keys[name] = keys.elements.filter { met.insert($0.id).inserted }.compactMap(\.stringValue)
                .filter { $0.utf8.count <= Self.longestKey }
        }
    }

    /// Returns a document with the owners as the file stores them: a dictionary whose only key is ``key``.
    func document() throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key(Self.key)
        try builder.beginDictionary()
        for (name, keys) in keys.sorted(by: { $0.key < $1.key }) {
            try builder.key(name)
            try builder.beginArray()
            for key in keys { try builder.append(key) }
            try builder.end()
        }
        try builder.end()
        try builder.end()
        return try builder.finish()
    }

    /// True if there is nothing to keep in the file.
    var isEmpty: Bool { keys.isEmpty }

    /// Returns the keys that the record's class has saved, under its name, otherwise under a former name. Returns nil
    /// if it has saved nothing yet.
    func keys(of record: StoreRecord) -> [String]? {
        ([record.className] + record.formerClassNames).lazy.compactMap { keys[$0] }.first
    }

    /// Returns the names of the other classes that have saved keys, by the keys that they have saved.
    func others(than record: StoreRecord) -> [String: String] {
        let own = [record.className] + record.formerClassNames
        var others: [String: String] = [:]
        for (name, keys) in keys where !own.contains(name) {
            for key in keys { others[key] = name }
        }
        return others
    }

    /// Throws `duplicateKey` if another class of the program has saved one of the given keys. Also records that this
    /// process uses the record's class.
    func requireNoOther(_ record: StoreRecord, keys: [String]) throws {
        Self.used.withLock { _ = $0.insert(record.className) }
        let others = others(than: record)
        for key in keys {
            guard let other = others[key], Self.isKnown(other, to: record) else { continue }
            throw ModelError.prefixing(
                .key(key),
                to: ModelError(
                    .duplicateKey,
                    """
                    The class \(other) keeps a value under the same key. Give one of the two a suite, as in \
                    .userDefaults(suite: \"\(other)\").
                    """
                ))
        }
    }

    /// Returns false for a class that the program doesn't have any more.
    private static func isKnown(_ name: String, to record: StoreRecord) -> Bool {
        used.withLock { $0.contains(name) } || record.isKnownClass(name)
    }

    /// Makes the given keys the keys of the record's class, and removes them from all other classes. Returns the
    /// previous keys of the class.
    mutating func take(_ new: [String], for record: StoreRecord) -> [String] {
        let old = remove(record)
        let taken = Set(new)
        for (name, keys) in keys {
            let rest = keys.filter { !taken.contains($0) }
            // A class is removed if all of its keys were taken over. A class that has saved an empty list of keys
            // stays.
            if rest.count < keys.count { self.keys[name] = rest.isEmpty ? nil : rest }
        }
        keys[record.className] = new
        return old
    }

    /// Removes the record's class. Returns the keys that it had.
    mutating func remove(_ record: StoreRecord) -> [String] {
        ([record.className] + record.formerClassNames).flatMap { keys.removeValue(forKey: $0) ?? [] }
    }
}
