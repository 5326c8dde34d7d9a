import FormatSupport
import Foundation
import ModelCore
import Synchronization

/// A store in memory, for tests: it serves any formats of stores, in places of any name, and ends with the program. It keeps
/// one record of a class as `StoreProvider` has it, and any number as `RecordStore` has them.
public final class InMemoryStore: RecordStore {
    private typealias Saved = [(key: String, value: ModelDocument)]

    public let formats: [FileFormat]
    private let saved = Mutex<[String: Saved]>([:])
    private let records = Mutex(Records())
    /// Held while a transaction runs.
    private let lock = NSLock()

    /// The records by identifier, under the names that ``names(in:)`` returns.
    fileprivate struct Records {
        var all: [String: [ExactText: (version: StoreVersion, document: ModelDocument)]] = [:]
        var saves: Int64 = 0
    }

    /// Makes an empty store for these formats.
    public init(formats: [FileFormat]) { self.formats = formats }

    /// The names that the record's values are kept under, the class's own first.
    fileprivate static func names(in record: StoreRecord) -> [String] {
        ([record.className] + record.formerClassNames).map {
            "\(record.format.rawValue)/\(record.format.place ?? "")/\($0)"
        }
    }

    public func save(_ values: [(key: String, value: ModelDocument)], in record: StoreRecord) throws {
        let names = Self.names(in: record)
        saved.withLock { saved in
            for name in names { saved[name] = nil }
            saved[names[0]] = values
        }
    }

    public func document(for record: StoreRecord) throws -> ModelDocument? {
        let all = saved.withLock(\.self)
        guard let found = Self.names(in: record).lazy.compactMap({ all[$0] }).first else { return nil }
        var builder = DocumentBuilder(limits: record.limits)
        try builder.beginDictionary()
        for (key, value) in found {
            try builder.key(key)
            try builder.append(value)
        }
        try builder.end()
        return try builder.finish()
    }

    public func removeValues(in record: StoreRecord) throws {
        saved.withLock { saved in
            for name in Self.names(in: record) { saved[name] = nil }
        }
    }

    public func transaction<Result>(
        in format: FileFormat, _ body: (any StoreTransaction) throws -> Result
    ) throws -> Result {
        try lock.withLock {
            let transaction = InMemoryTransaction(records.withLock(\.self))
            let result = try body(transaction)
            records.withLock { $0 = transaction.records }
            return result
        }
    }

    public func snapshot<Result>(
        in format: FileFormat, _ body: (any StoreSnapshot) throws -> Result
    ) throws -> Result {
        try body(InMemoryTransaction(records.withLock(\.self)))
    }
}

/// A copy of a store's records, which takes their place at the end.
private final class InMemoryTransaction: StoreTransaction {
    var records: InMemoryStore.Records

    init(_ records: InMemoryStore.Records) { self.records = records }

    private func found(_ id: String, _ record: StoreRecord) -> (version: StoreVersion, document: ModelDocument)? {
        InMemoryStore.names(in: record).lazy.compactMap { self.records.all[$0]?[ExactText(id)] }.first
    }

    func record(_ id: String, of record: StoreRecord) throws -> StoredRecord? {
        found(id, record).map { StoredRecord(id: id, version: $0.version, document: $0.document) }
    }

    func identifiers(of record: StoreRecord) throws -> [String] {
        let all = InMemoryStore.names(in: record).flatMap { records.all[$0].map { Array($0.keys) } ?? [] }
        return Set(all).sorted().map(\.text)
    }

    func forEachRecord(
        of record: StoreRecord, matching query: StoreQuery, _ body: (StoredRecord) throws -> Void
    ) throws {
        let all = try identifiers(of: record).compactMap { try self.record($0, of: record) }
        try query.selection(from: all).forEach(body)
    }

    func save(
        _ document: ModelDocument, id: String, of record: StoreRecord, expecting expected: StoreExpectation
    ) throws -> StoreVersion {
        try record.requireIdentifier(id)
        try remove(id, of: record, expecting: expected)
        records.saves += 1
        let version = StoreVersion(records.saves)
        records.all[InMemoryStore.names(in: record)[0], default: [:]][ExactText(id)] = (version, document)
        return version
    }

    func remove(_ id: String, of record: StoreRecord, expecting expected: StoreExpectation) throws {
        try expected.require(found(id, record)?.version)
        for name in InMemoryStore.names(in: record) { records.all[name]?[ExactText(id)] = nil }
    }
}
