import Foundation
import Records
import Synchronization

/// A store for a check that uses two locations of the checked store. The check itself uses only the first location,
/// and the neighbour is the second location.
///
/// After each save of the check, this store saves other values under the same names in the second location, or removes
/// them there. At each call of the check, it compares the values in the second location with the values that were last
/// saved there. So a store that confuses its two locations fails every check.
class NeighbourStore: StoreProvider, @unchecked Sendable {
    private let store: any StoreProvider
    fileprivate let format: FileFormat
    private let check: String
    private let collector = FailureCollector()
    /// A lock for the thread that uses the second location. A thread that can't get the lock doesn't use the second
    /// location: it may be in a transaction, and the thread with the lock may wait for the end of this transaction.
    private let turn = NSLock()

    // Everything below is only touched by the thread that has the turn.
    fileprivate var saved: [String: [String: String]] = [:]
    fileprivate var records: [RecordName: (version: StoreVersion, text: String)] = [:]
    /// The number of times that the second location was used so far.
    private var count = 0
    /// The number of calls so far that have changed the store.
    fileprivate var changes = 0
    /// True if the store has refused the second location.
    private var isOff = false

    fileprivate init(_ store: any StoreProvider, _ format: FileFormat, check: String) {
        (self.store, self.format, self.check) = (store, format, check)
    }

    /// Makes a store that also uses a second location of the given store. `format` is the store's format with the
    /// second location.
    static func beside(_ store: any StoreProvider, _ format: FileFormat, check: String) -> NeighbourStore {
        if let store = store as? any RecordStore { return NeighbourRecordStore(store, format, check: check) }
        return NeighbourStore(store, format, check: check)
    }

    /// The failures so far. They are collected, because a thread of a check belongs to no test.
    var failures: [ContractFailure] { collector.failures }

    var formats: [FileFormat] { store.formats }
    var keepsSecrets: Bool { store.keepsSecrets }

    // MARK: The second location

    /// The record of the same class in the second location.
    fileprivate func beside(_ record: StoreRecord) -> StoreRecord {
        StoreRecord(
            format: format, className: record.className, formerClassNames: record.formerClassNames,
            propertyNames: record.propertyNames, limits: record.limits, isKnownClass: record.isKnownClass)
    }

    fileprivate func fail(_ subject: String, expected: String, found: String) {
        collector.report(
            ContractFailure(
                check: check, subject: "another place of the store: \(subject)",
                expected: ContractRun.shortened(expected), found: ContractRun.shortened(found)))
    }

    /// Uses the second location, unless another thread uses it, or the store has no second location.
    fileprivate func visit(_ body: () throws -> Void) {
        guard turn.try() else { return }
        defer { turn.unlock() }
        // Writers beside each other have enough conflicts without further writes.
        guard !isOff, check != "recordIncrements" else { return }
        do {
            try body()
            count += 1
        } catch {
            // A store with only one location refuses any other location from the beginning.
            isOff = true
            if count > 0 || !(error is ModelError) {
                fail("a call beside the check's", expected: "no error", found: "\(error)")
            }
        }
    }

    private func expectSaved(_ record: StoreRecord) throws {
        let names = [record.className] + record.formerClassNames
        // Values that are saved under several names aren't compared: a check may use any of the names.
        let known = names.compactMap { saved[$0] }
        guard known.count < 2 else { return }
        let document: ModelDocument?
        do { document = try store.document(for: beside(record)) } catch let error as ModelError
            where error.code == .duplicateKey && known.isEmpty
        {
            // A class other than the record's has a value under one of the keys.
            return
        }
        let found = document.map { document in
            document.root.properties.reduce(into: [:]) { $0[$1.key] = $1.value.stringValue ?? "no text" }
        }
        if found != known.first {
            fail(
                "the values of \(record.className)", expected: Fingerprint.text(of: known.first),
                found: Fingerprint.text(of: found))
        }
    }

    // MARK: Values that are kept once

    func save(_ values: [(key: String, value: ModelDocument)], in record: StoreRecord) throws {
        try store.save(values, in: record)
        visit {
            try expectSaved(record)
            let number = changes
            changes += 1
            for name in [record.className] + record.formerClassNames { saved[name] = nil }
            if number % 3 == 2 {
                try store.removeValues(in: beside(record))
            } else {
                let keys = values.dropFirst(number % 2).map(\.key)
                let texts = keys.enumerated().map { (key: $1, value: "beside \(number).\($0)") }
                // A store may not distinguish a record without values from a record that isn't saved.
                guard !texts.isEmpty else { return try store.removeValues(in: beside(record)) }
                try store.save(
                    texts.map { (key: $0.key, value: ModelDocument(.string($0.value))) }, in: beside(record))
                saved[record.className] = Dictionary(uniqueKeysWithValues: texts)
            }
            try expectSaved(record)
        }
    }

    func document(for record: StoreRecord) throws -> ModelDocument? {
        visit { try expectSaved(record) }
        return try store.document(for: record)
    }

    func removeValues(in record: StoreRecord) throws {
        try store.removeValues(in: record)
        visit {
            try expectSaved(record)
            changes += 1
            // A store of values without classes may refuse a class's key until the class is gone.
            guard changes % 2 == 1 || !record.formerClassNames.isEmpty else { return }
            try store.removeValues(in: beside(record))
            for name in [record.className] + record.formerClassNames { saved[name] = nil }
        }
    }

    /// Removes all values in the second location.
    func clear() {
        visit {
            for name in saved.keys { try store.removeValues(in: StoreRecord(format: format, className: name)) }
            saved = [:]
            try clearRecords()
        }
    }

    fileprivate func clearRecords() throws {}
}

/// A record store in which a second location changes at the same time.
private final class NeighbourRecordStore: NeighbourStore, RecordStore, @unchecked Sendable {
    private let store: any RecordStore

    init(_ store: any RecordStore, _ format: FileFormat, check: String) {
        self.store = store
        super.init(store, format, check: check)
    }

    var hasWholeTransactions: Bool { store.hasWholeTransactions }

    func kept(_ document: ModelDocument, of record: StoreRecord) throws -> ModelDocument {
        try store.kept(document, of: record)
    }

    func transaction<Result>(
        in format: FileFormat, _ body: (any StoreTransaction) throws -> Result
    ) throws -> Result {
        var touched: [(id: String, record: StoreRecord)] = []
        var before: [String: [String: String]]?
        visit { before = saved }
        let result: Result
        do {
            result = try store.transaction(in: format) { transaction in
                let beside = NeighbourTransaction(transaction, self)
                defer { touched = beside.touched }
                return try body(beside)
            }
        } catch {
            // The values in the second location are a part of a whole transaction, too: they are undone.
            if store.hasWholeTransactions, let before { visit { saved = before } }
            throw error
        }
        if !touched.isEmpty { visit { try change(touched) } }
        return result
    }

    func snapshot<Result>(in format: FileFormat, _ body: (any StoreSnapshot) throws -> Result) throws -> Result {
        try store.snapshot(in: format) { snapshot in
            guard let transaction = snapshot as? any StoreTransaction else { return try body(snapshot) }
            return try body(NeighbourTransaction(transaction, self))
        }
    }

    /// Saves other records in the second location, under the same identifiers and one more identifier, or removes
    /// them.
    private func change(_ touched: [(id: String, record: StoreRecord)]) throws {
        let number = changes
        changes += 1
        var new = records
        try store.transaction(in: format) { transaction in
            for (id, record) in touched + [("beside", touched[0].record)] {
                let name = RecordName(className: record.className, id: id)
                // Another name of the class may have the identifier.
                let names = record.formerClassNames.map { RecordName(className: $0, id: id) }
                guard names.allSatisfy({ new[$0] == nil }) else { continue }
                let expected = new[name].map { StoreExpectation.version($0.version) } ?? .nothing
                if number % 3 == 2 {
                    try transaction.remove(id, of: beside(record), expecting: expected)
                    new[name] = nil
                } else {
                    let text = "beside \(number)"
                    let document = try ModelDocument(encoding: ["n": text, "first": text])
                    let version = try transaction.save(document, id: id, of: beside(record), expecting: expected)
                    new[name] = (version, text)
                }
            }
        }
        records = new
    }

    /// Compares the records of a class in the second location with the records that were saved there.
    func expectRecords(of record: StoreRecord) {
        guard record.formerClassNames.isEmpty else { return }
        visit {
            let known = records.filter { Array($0.key.className.utf8) == Array(record.className.utf8) }
            let wanted = Dictionary(uniqueKeysWithValues: known.map { ($0.key.text, $0.value.text) })
            let found = try store.snapshot(in: format) { snapshot in
                try snapshot.records(of: beside(record)).map { found in
                    let name = RecordName(className: record.className, id: found.id)
                    return (name.text, found.document["n"]?.stringValue ?? "another record")
                }
            }
            let texts = Dictionary(found) { first, _ in first + ", twice" }
            if texts != wanted {
                fail("the records of \(record.className)", expected: "\(wanted)", found: "\(texts)")
            }
        }
    }

    override func clearRecords() throws {
        try store.transaction(in: format) { transaction in
            for name in records.keys {
                try transaction.remove(
                    name.id, of: StoreRecord(format: format, className: name.className), expecting: .anything)
            }
        }
        records = [:]
    }
}

/// A transaction of a check. Its calls also check the second location.
private final class NeighbourTransaction: StoreTransaction {
    private let transaction: any StoreTransaction
    private let store: NeighbourRecordStore
    /// The records that the transaction has saved or removed, and for which other records are changed in the second
    /// location: at most `most`.
    private(set) var touched: [(id: String, record: StoreRecord)] = []
    private var changes = 0

    /// The maximum number of records in a transaction for which other records are changed in the second location.
    private static let most = 12

    init(_ transaction: any StoreTransaction, _ store: NeighbourRecordStore) {
        (self.transaction, self.store) = (transaction, store)
    }

    private func note(_ id: String, _ record: StoreRecord) {
        changes += 1
        if changes == 1 || changes == Self.most { store.expectRecords(of: record) }
        guard touched.count < Self.most, !touched.contains(where: { $0.id == id }) else { return }
        touched.append((id, record))
    }

    func record(_ id: String, of record: StoreRecord) throws -> StoredRecord? {
        try transaction.record(id, of: record)
    }

    func identifiers(of record: StoreRecord) throws -> [String] { try transaction.identifiers(of: record) }

    func forEachRecord(
        of record: StoreRecord, matching query: StoreQuery, _ body: (StoredRecord) throws -> Void
    ) throws {
        var isFirst = true
        try transaction.forEachRecord(of: record, matching: query) { found in
            // Runs a loop in the second location, inside the check's loop.
            if isFirst, query == StoreQuery() { store.expectRecords(of: record) }
            isFirst = false
            try body(found)
        }
    }

    func save(
        _ document: ModelDocument, id: String, of record: StoreRecord, expecting expected: StoreExpectation
    ) throws -> StoreVersion {
        let version = try transaction.save(document, id: id, of: record, expecting: expected)
        note(id, record)
        return version
    }

    func remove(_ id: String, of record: StoreRecord, expecting expected: StoreExpectation) throws {
        try transaction.remove(id, of: record, expecting: expected)
        note(id, record)
    }
}
