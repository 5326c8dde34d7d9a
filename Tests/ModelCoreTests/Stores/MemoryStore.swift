import FormatSupport
import Foundation
import Records
import Synchronization
import TestSupport

/// A store that keeps keyed archives in memory, in places of any name.
final class MemoryStore: RecordStore {
    static let format = FileFormat(store: "memory", displayName: "Memory", library: "Tests")

    typealias Saved = [(key: String, value: Data)]

    let formats: [FileFormat]
    let records = Mutex<[String: Saved]>([:])
    let failure = Mutex<ModelError?>(nil)
    /// The records by identifier, under the place and the class's name.
    let many = Mutex(Many())
    /// Held while a transaction runs.
    private let lock = NSRecursiveLock()
    private let isRunning = Mutex(false)

    struct Many {
        var records: [String: [ExactText: (version: StoreVersion, content: Data)]] = [:]
        var saves: Int64 = 0
    }

    init(_ formats: [FileFormat] = [MemoryStore.format]) { self.formats = formats }

    /// Runs `body` in a program that has this store and no other.
    func use<Result>(_ body: () throws -> Result) rethrows -> Result {
        try FormatRegistry.withFormats(FormatRegistry(stores: [self]), body)
    }

    func values(_ className: String, in place: String = "") -> Saved? {
        records.withLock { $0["\(place)/\(className)"] }
    }

    /// What the record's values are kept under, the class's own name first.
    fileprivate static func names(in record: StoreRecord) -> [String] {
        ([record.className] + record.formerClassNames).map { "\(record.format.place ?? "")/\($0)" }
    }

    func save(_ values: [(key: String, value: ModelDocument)], in record: StoreRecord) throws {
        if let failure = failure.withLock(\.self) { throw failure }
        let saved = try values.map { (key: $0.key, value: try KeyedArchive().encode($0.value)) }
        records.withLock { records in
            for name in Self.names(in: record) { records[name] = nil }
            records[Self.names(in: record)[0]] = saved
        }
    }

    func document(for record: StoreRecord) throws -> ModelDocument? {
        if let failure = failure.withLock(\.self) { throw failure }
        for name in Self.names(in: record) {
            guard let values = records.withLock({ $0[name] }) else { continue }
            var builder = DocumentBuilder(limits: record.limits)
            builder.scalars = .text
            try builder.beginDictionary()
            for (key, value) in values {
                try builder.key(key)
                try builder.append(try KeyedArchive().document(from: value))
            }
            try builder.end()
            return try builder.finish()
        }
        return nil
    }

    func removeValues(in record: StoreRecord) throws {
        records.withLock { records in
            for name in Self.names(in: record) { records[name] = nil }
        }
    }
}

extension MemoryStore {
    var hasWholeTransactions: Bool { true }

    func kept(_ document: ModelDocument, of record: StoreRecord) throws -> ModelDocument {
        try KeyedArchive().document(from: KeyedArchive().encode(document, limits: record.limits), limits: record.limits)
    }

    func transaction<Result>(
        in format: FileFormat, _ body: (any StoreTransaction) throws -> Result
    ) throws -> Result {
        if let failure = failure.withLock(\.self) { throw failure }
        return try lock.withLock {
            guard !isRunning.withLock(\.self) else {
                throw ModelError(.invalidCoding, "A transaction began in the body of another one.")
            }
            isRunning.withLock { $0 = true }
            defer { isRunning.withLock { $0 = false } }
            let transaction = MemoryTransaction(many.withLock { $0 })
            let values = records.withLock { $0 }
            do {
                let result = try body(transaction)
                many.withLock { $0 = transaction.many }
                return result
            } catch {
                // A number that was given is never given again.
                many.withLock { $0.saves = transaction.many.saves }
                records.withLock { $0 = values }
                throw error
            }
        }
    }

    func snapshot<Result>(
        in format: FileFormat, _ body: (any StoreSnapshot) throws -> Result
    ) throws -> Result {
        if let failure = failure.withLock(\.self) { throw failure }
        return try body(MemoryTransaction(many.withLock { $0 }))
    }
}

/// A copy of a store's records, which replaces them at the end.
final class MemoryTransaction: StoreTransaction {
    var many: MemoryStore.Many

    init(_ many: MemoryStore.Many) { self.many = many }

    private func found(_ id: ExactText, _ record: StoreRecord) -> (version: StoreVersion, content: Data)? {
        MemoryStore.names(in: record).lazy.compactMap { self.many.records[$0]?[id] }.first
    }

    func record(_ id: String, of record: StoreRecord) throws -> StoredRecord? {
        guard let (version, content) = found(ExactText(id), record) else { return nil }
        let document = try KeyedArchive().document(from: content, limits: record.limits)
        return StoredRecord(id: id, version: version, document: document)
    }

    func identifiers(of record: StoreRecord) throws -> [String] {
        Set(MemoryStore.names(in: record).flatMap { many.records[$0].map { Array($0.keys) } ?? [] }).sorted().map(
            \.text)
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
        let content = try KeyedArchive().encode(document, limits: record.limits)
        try remove(id, of: record, expecting: expected)
        many.saves += 1
        let version = StoreVersion(many.saves)
        many.records[MemoryStore.names(in: record)[0], default: [:]][ExactText(id)] = (version, content)
        return version
    }

    func remove(_ id: String, of record: StoreRecord, expecting expected: StoreExpectation) throws {
        try expected.require(found(ExactText(id), record)?.version)
        for name in MemoryStore.names(in: record) { many.records[name]?[ExactText(id)] = nil }
    }
}
