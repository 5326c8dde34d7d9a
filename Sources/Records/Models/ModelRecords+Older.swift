import FormatSupport
import Synchronization

// Records that older versions of a class have saved. A store finds them by the values in the file, and not by the
// values that the class makes of these.

extension ModelRecords {
    /// Saves again all records that the class would now write differently. These are records of older versions of the
    /// class, records with keys that are now aliases, and records under former names of the class. Afterwards,
    /// queries use the store's indexes: see ``ModelQuery``.
    ///
    /// Each transaction changes a few records, so that other programs can read and save meanwhile. If the call is
    /// interrupted, call the method again: it skips records that are up to date. Reads all records.
    ///
    /// - Parameter count: The maximum number of records in a transaction.
    /// - Returns: The number of records that were saved again.
    /// - Throws: The error for a record that can't be read or saved. The records before this record are up to date
    ///   then.
    @discardableResult
    public func bringUpToDate(inTransactionsOf count: Int = 100) throws -> Int {
        try LongWork.run {
            var checkpoints = LongWork.Checkpoints()
            let identifiers = try identifiers()
            var changed = 0
            for start in stride(from: 0, to: identifiers.count, by: max(count, 1)) {
                guard checkpoints.mayGoOn() else { throw CancellationError() }
                changed += try transaction {
                    try identifiers[start...].prefix(max(count, 1)).filter { try bringUpToDate($0) }.count
                }
            }
            PresentRecords.all.insert(
                place("", in: try StoreRecord(of: Model.self, format: format)), of: try OpenTransaction.store(for: format))
            return changed
        }
    }

    /// Saves a record again if the class would now write it differently. Returns false if the record is up to date,
    /// or if there is no such record.
    private func bringUpToDate(_ id: String) throws -> Bool {
        var isChanged = false
        try changing(id) { transaction, record, open in
            guard let found = try transaction.record(id, of: record) else { return }
            let model = try model(of: found, in: record, keepsSecrets: open.store.keepsSecrets, for: .comparison)
            let present = try document(of: model, in: record)
            let hasFormerName = try !record.formerClassNames.isEmpty && isUnderFormerName(id, record, transaction)
            guard try hasFormerName || open.store.kept(present, of: record) != found.document else { return }
            _ = try transaction.save(present, id: id, of: record, expecting: .version(found.version))
            isChanged = true
        }
        return isChanged
    }

    private func isUnderFormerName(
        _ id: String, _ record: StoreRecord, _ transaction: any StoreTransaction
    ) throws -> Bool {
        let own = StoreRecord(format: record.format, className: record.className)
        return try transaction.record(id, of: own) == nil
    }

    /// Calls `body` with the records that a query finds, including older records.
    func forEachRecord(
        _ query: StoreQuery, in snapshot: any StoreSnapshot, of store: any RecordStore, _ record: StoreRecord,
        _ body: (StoredRecord) throws -> Void
    ) throws {
        try query.requireAnswerable()
        let asksForValues = !query.conditions.isEmpty || !query.order.isEmpty
        guard asksForValues, ModelClass.of(Model.self).mayHaveOlderValues,
            !PresentRecords.all.contain(place("", in: record), of: store)
        else { return try snapshot.forEachRecord(of: record, matching: query, body) }
        // The store answers by the values in the file. So each record is read by the class, and the query tests the
        // result. If no record is older, this isn't repeated.
        var hasOlder = false
        var asked: [StoredRecord] = []
        var originals: [ExactText: StoredRecord] = [:]
        try snapshot.forEachRecord(of: record, matching: StoreQuery()) { found in
            let present = try presentRecord(of: found, in: record, of: store)
            if present.fault != nil || present.document != found.document { hasOlder = true }
            guard query.matches(present) else { return }
            asked.append(present)
            originals[ExactText(found.id)] = found
        }
        if !hasOlder { PresentRecords.all.insert(place("", in: record), of: store) }
        for found in query.selection(from: asked) {
            if let original = originals[ExactText(found.id)] { try body(original) }
        }
    }

    /// The record that the store would return after the class has saved the record again. If saving would fail, the
    /// result has a fault.
    private func presentRecord(
        of found: StoredRecord, in record: StoreRecord, of store: any RecordStore
    ) throws -> StoredRecord {
        do {
            let model = try model(of: found, in: record, keepsSecrets: store.keepsSecrets, for: .comparison)
            let document = try store.kept(try document(of: model, in: record), of: record)
            return StoredRecord(id: found.id, version: found.version, document: document)
        } catch let error as CancellationError {
            throw error
        } catch {
            return StoredRecord(id: found.id, version: found.version, fault: ModelError(wrapping: error))
        }
    }
}

/// The stores and classes of which this program has found all records to be up to date.
private final class PresentRecords: Sendable {
    static let all = PresentRecords()
    private let stores = Mutex<[RecordVersions.Place: Store]>([:])

    private struct Store {
        /// The store, if it is an object. Nil for a store that is a value, because two such stores can't be
        /// distinguished.
        weak var instance: AnyObject?
        let isInstance: Bool

        init(_ store: any RecordStore) {
            isInstance = type(of: store) is AnyClass
            instance = isInstance ? store as AnyObject : nil
        }

        func isSame(as other: Store) -> Bool {
            isInstance == other.isInstance && instance === other.instance && (instance != nil || !isInstance)
        }
    }

    func contain(_ place: RecordVersions.Place, of store: any RecordStore) -> Bool {
        stores.withLock { $0[place]?.isSame(as: Store(store)) ?? false }
    }

    func insert(_ place: RecordVersions.Place, of store: any RecordStore) {
        stores.withLock { $0[place] = Store(store) }
    }
}
