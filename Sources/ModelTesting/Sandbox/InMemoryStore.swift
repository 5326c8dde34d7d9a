import Foundation
import Records
import Synchronization

/// A store in memory, for tests. It serves any formats of stores, with locations of any name. Its content is lost
/// when the program ends. Like every `StoreProvider` it keeps one record of a class, and as a `RecordStore` any
/// number of records.
public final class InMemoryStore: RecordStore {
    private typealias Saved = [(key: String, value: ModelDocument)]

    public let formats: [FileFormat]
    /// The store whose rules this store follows. Nil if it follows no rules of another store.
    private let original: (any RecordStore)?
    private let saved = Mutex<[String: Saved]>([:])
    /// The records of each location, under the text that ``place(_:)`` returns.
    private let records = Mutex<[String: [RecordName: StoredRecord]]>([:])
    /// Held while a transaction runs, and while values are saved.
    private let lock = NSRecursiveLock()
    /// True while a transaction runs. Only touched while the lock is held.
    private let isInTransaction = Mutex(false)

    /// Makes an empty store for these formats.
    public init(formats: [FileFormat]) { (self.formats, original) = (formats, nil) }

    /// Makes an empty store with the rules of another store. It returns and refuses the same values, and its
    /// transactions include the same changes. The other store is neither read nor written.
    public init(inPlaceOf store: any StoreProvider) {
        (formats, original) = (store.formats, store as? any RecordStore)
    }

    public var hasWholeTransactions: Bool { original?.hasWholeTransactions ?? false }
    public var keepsSecrets: Bool { original?.keepsSecrets ?? false }

    public func kept(_ document: ModelDocument, of record: StoreRecord) throws -> ModelDocument {
        try original?.kept(document, of: record) ?? document
    }

    private static func place(_ format: FileFormat) -> String { "\(format.rawValue)/\(format.place ?? "")" }

    // MARK: Values that a store keeps once for a class

    /// The names under which the record's values may be kept. The class's current name comes first.
    private static func names(in record: StoreRecord) -> [String] {
        ([record.className] + record.formerClassNames).map { "\(place(record.format))/\($0)" }
    }

    public func save(_ values: [(key: String, value: ModelDocument)], in record: StoreRecord) throws {
        var values = values
        // The replaced store may have other rules for these values than for records.
        if hasWholeTransactions {
            let kept = try kept(try Self.document(of: values, limits: record.limits), of: record)
            values = kept.root.properties.map { ($0.key, ModelDocument($0.value)) }
        }
        let names = Self.names(in: record)
        lock.withLock {
            saved.withLock { saved in
                for name in names { saved[name] = nil }
                saved[names[0]] = values
            }
        }
    }

    public func document(for record: StoreRecord) throws -> ModelDocument? {
        let all = saved.withLock(\.self)
        guard let found = Self.names(in: record).lazy.compactMap({ all[$0] }).first else { return nil }
        return try Self.document(of: found, limits: record.limits)
    }

    private static func document(of values: Saved, limits: DecodingLimits) throws -> ModelDocument {
        var builder = DocumentBuilder(limits: limits)
        try builder.beginDictionary()
        for (key, value) in values {
            try builder.key(key)
            try builder.append(value)
        }
        try builder.end()
        return try builder.finish()
    }

    public func removeValues(in record: StoreRecord) throws {
        lock.withLock {
            saved.withLock { saved in
                for name in Self.names(in: record) { saved[name] = nil }
            }
        }
    }

    // MARK: Records

    public func transaction<Result>(
        in format: FileFormat, _ body: (any StoreTransaction) throws -> Result
    ) throws -> Result {
        try lock.withLock {
            let isInner = isInTransaction.withLock { was in
                defer { was = true }
                return was
            }
            guard !isInner || !hasWholeTransactions else {
                throw ModelError(.invalidCoding, "A transaction began in the body of another one.")
            }
            defer { if !isInner { isInTransaction.withLock { $0 = false } } }
            let (table, before) = (table(of: format), saved.withLock(\.self))
            do {
                let result = try body(table)
                records.withLock { records in
                    for (name, record) in table.changes { records[Self.place(format), default: [:]][name] = record }
                }
                return result
            } catch {
                if hasWholeTransactions { saved.withLock { $0 = before } }
                throw error
            }
        }
    }

    public func snapshot<Result>(
        in format: FileFormat, _ body: (any StoreSnapshot) throws -> Result
    ) throws -> Result {
        try body(table(of: format))
    }

    private func table(of format: FileFormat) -> RecordTable<StoredRecord> {
        RecordTable(records.withLock { $0[Self.place(format)] ?? [:] }) { stored, record in
            let document = try self.kept(stored.document, of: record)
            return StoredRecord(id: stored.id, version: stored.version, document: document)
        } decode: { record, _, _ in
            record
        }
    }
}
