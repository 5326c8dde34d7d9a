import Foundation
import ModelCore
import ModelTesting
import Synchronization
import TestSupport
import Testing

@Suite("The contract of stores")
struct StoreContractTests {
    @Test("A store in memory keeps it", arguments: StoreContract.checks)
    func memory(_ check: StoreCheck) {
        StoreContract(MemoryStore(), MemoryStore.format).check(check)
    }

    @Test("Each check notices what it is for", arguments: BrokenStore.Defect.allCases)
    func defects(_ defect: BrokenStore.Defect) {
        let contract = StoreContract(BrokenStore(defect), MemoryStore.format)
        let found = StoreContract.checks.filter { !contract.failures(of: $0).isEmpty }.map(\.name)
        #expect(found.contains(defect.check), "\(defect): \(found)")
    }

    @Test("There is a defect for each check", arguments: StoreContract.checks)
    func checkCanFail(_ check: StoreCheck) {
        #expect(BrokenStore.Defect.allCases.contains { $0.check == check.name })
    }
}

/// A store in memory that does one thing wrong.
final class BrokenStore: RecordStore {
    enum Defect: CaseIterable {
        case findsSomething, losesText, keepsOldKeys, mergesKeys, empties, keepsRemoved, savesAtOnce, savesBitByBit,
            losesDictionaries, losesAccents, losesVersions, lowersKeys, ignoresPlaces, ignoresFormerNames,
            keepsFormerNames,
            removesNoFormerNames, losesRecords, mixesIdentifiers, mixesClasses, expectsNothing, runsBeside, keepsHalf,
            keepsRemovedRecords, losesRecordVersions, forgetsFormerNames, ordersNothing

        /// The check that has to notice it.
        var check: String {
            switch self {
            case .findsSomething: "nothingSaved"
            case .losesText: "roundTrip"
            case .keepsOldKeys: "nilProperties"
            case .mergesKeys: "wholeRecords"
            case .empties: "foreignRecords"
            case .keepsRemoved: "removal"
            case .savesAtOnce: "refusedValues"
            case .savesBitByBit: "wholeReads"
            case .losesDictionaries: "keys"
            case .losesAccents: "unknownKeys"
            case .losesVersions: "versions"
            case .lowersKeys: "keys"
            case .ignoresPlaces: "places"
            case .ignoresFormerNames, .keepsFormerNames, .removesNoFormerNames: "formerNames"
            case .losesRecords: "records"
            case .mixesIdentifiers: "recordIdentifiers"
            case .mixesClasses: "recordClasses"
            case .expectsNothing: "recordExpectations"
            case .runsBeside: "recordIncrements"
            case .keepsHalf: "recordTransactions"
            case .keepsRemovedRecords: "recordRemoval"
            case .losesRecordVersions: "recordVersions"
            case .forgetsFormerNames: "recordFormerNames"
            case .ordersNothing: "recordQueries"
            }
        }
    }

    fileprivate let defect: Defect
    fileprivate let store = MemoryStore()
    private let beside = BesideState()

    init(_ defect: Defect) { self.defect = defect }

    var formats: [FileFormat] { store.formats }

    func save(_ values: [(key: String, value: ModelDocument)], in record: StoreRecord) throws {
        let record = seen(record)
        switch defect {
        case .lowersKeys:
            try store.save(values.map { (key: $0.key.lowercased(), value: $0.value) }, in: record)
        case .keepsFormerNames:
            try store.save(values, in: StoreRecord(format: record.format, className: record.className))
        case .losesText:
            try store.save(values.filter { $0.value.root.kind != .array }, in: record)
        case .losesDictionaries:
            try store.save(values.filter { $0.value.root.kind != .dictionary }, in: record)
        case .losesAccents:
            try store.save(values.filter { $0.value.root.stringValue != "é" }, in: record)
        case .losesVersions:
            try store.save(values.filter { $0.key != "$version" }, in: record)
        case .keepsOldKeys, .mergesKeys:
            let old = store.values(record.className) ?? []
            try store.save(values, in: record)
            let known = Set(values.map(\.key))
            store.records.withLock { $0["/" + record.className, default: []] += old.filter { !known.contains($0.key) } }
        case .empties:
            store.records.withLock { $0 = [:] }
            try store.save(values, in: record)
        case .savesAtOnce:
            // It refuses what leads back, but too late.
            try store.removeValues(in: record)
            throw ModelError(.cycle, "It leads back.")
        case .savesBitByBit:
            for count in 1...max(values.count, 1) {
                try store.save(Array(values.prefix(count)), in: record)
                usleep(500)
            }
        default: try store.save(values, in: record)
        }
    }

    /// What the defect leaves of where to look.
    private func seen(_ record: StoreRecord) -> StoreRecord {
        StoreRecord(
            format: defect == .ignoresPlaces ? record.format.at(nil) : record.format, className: record.className,
            formerClassNames: defect == .ignoresFormerNames ? [] : record.formerClassNames)
    }

    func document(for record: StoreRecord) throws -> ModelDocument? {
        if let document = try store.document(for: seen(record)) { return document }
        guard defect == .findsSomething else { return nil }
        return try ModelDocument(encoding: [:] as [String: Int])
    }

    func removeValues(in record: StoreRecord) throws {
        switch defect {
        case .keepsRemoved: break
        case .removesNoFormerNames:
            try store.removeValues(in: StoreRecord(format: record.format, className: record.className))
        default: try store.removeValues(in: seen(record))
        }
    }

    func transaction<Result>(
        in format: FileFormat, _ body: (any StoreTransaction) throws -> Result
    ) throws -> Result {
        switch defect {
        case .runsBeside:
            // Nothing waits for another thread: the defect shows however threads are scheduled.
            let transaction = MemoryTransaction(beside.begin(store.many.withLock { $0 }))
            let result = try body(BrokenTransaction(defect, transaction))
            store.many.withLock { $0 = transaction.many }
            return result
        case .keepsHalf:
            let result = try store.transaction(in: format) { transaction in
                Swift.Result { try body(transaction) }
            }
            return try result.get()
        default: return try store.transaction(in: format) { try body(BrokenTransaction(defect, $0)) }
        }
    }
}

extension BrokenStore {
    func snapshot<Result>(
        in format: FileFormat, _ body: (any StoreSnapshot) throws -> Result
    ) throws -> Result {
        try store.snapshot(in: format) { snapshot in
            guard let transaction = snapshot as? MemoryTransaction else { return try body(snapshot) }
            return try body(BrokenTransaction(defect, transaction))
        }
    }
}

/// The records with which transactions begin if each runs beside the one before, provided that another thread ran that
/// one: both begin with the same records.
private final class BesideState: Sendable {
    private struct Begun {
        // It is kept, so that no later thread is the same object.
        let thread: Thread
        let records: MemoryStore.Many
    }

    private let last = Mutex<Begun?>(nil)

    /// The records for a transaction that begins on this thread.
    ///
    /// - Parameter current: The records that the store has.
    func begin(_ current: MemoryStore.Many) -> MemoryStore.Many {
        last.withLock { last in
            let isBeside = last.map { $0.thread !== Thread.current } ?? false
            let records = isBeside ? last?.records ?? current : current
            last = Begun(thread: Thread.current, records: records)
            return records
        }
    }
}

/// A transaction that does one thing wrong.
private final class BrokenTransaction: StoreTransaction {
    private let defect: BrokenStore.Defect
    private let transaction: any StoreTransaction

    init(_ defect: BrokenStore.Defect, _ transaction: any StoreTransaction) {
        (self.defect, self.transaction) = (defect, transaction)
    }

    private func seen(_ id: String) -> String { defect == .mixesIdentifiers ? id.lowercased() : id }

    private func seen(_ record: StoreRecord) -> StoreRecord {
        switch defect {
        case .mixesClasses: StoreRecord(format: record.format, className: "Any")
        case .forgetsFormerNames: StoreRecord(format: record.format, className: record.className)
        default: record
        }
    }

    func record(_ id: String, of record: StoreRecord) throws -> StoredRecord? {
        try transaction.record(seen(id), of: seen(record))
    }

    func identifiers(of record: StoreRecord) throws -> [String] { try transaction.identifiers(of: seen(record)) }

    func forEachRecord(
        of record: StoreRecord, matching query: StoreQuery, _ body: (StoredRecord) throws -> Void
    ) throws {
        var query = query
        if defect == .ordersNothing { query.order = [] }
        try transaction.forEachRecord(of: seen(record), matching: query, body)
    }

    func save(
        _ document: ModelDocument, id: String, of record: StoreRecord, expecting expected: StoreExpectation
    ) throws -> StoreVersion {
        var document = document
        if defect == .losesRecords, document["title"] != nil { try document.removeValue(at: ["title"]) }
        if defect == .losesRecordVersions, document["$version"] != nil { try document.removeValue(at: ["$version"]) }
        return try transaction.save(
            document, id: seen(id), of: seen(record),
            expecting: defect == .expectsNothing || defect == .runsBeside ? .anything : expected)
    }

    func remove(_ id: String, of record: StoreRecord, expecting expected: StoreExpectation) throws {
        if defect != .keepsRemovedRecords { try transaction.remove(seen(id), of: seen(record), expecting: expected) }
    }
}
