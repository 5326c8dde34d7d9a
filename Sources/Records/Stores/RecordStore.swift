/// A store that keeps any number of records of a class, each under an identifier, for several programs at once: a
/// database. A store that only conforms to `StoreProvider` keeps one set of values for each class, and no such
/// records.
///
/// Everything happens in transactions. ``ModelRecords`` offers them for models.
///
/// Beside what every `StoreProvider` promises, a record store promises:
/// - **All or nothing.** When ``transaction(in:_:)`` returns, all changes of its body are stored so that they outlast
///   the process. When it throws, no change is stored.
/// - **One after the other.** A transaction sees no changes that other transactions make meanwhile. No change is
///   lost: if two transactions can't be carried out as if one came after the other, one of them waits, or throws
///   `fileChanged`.
/// - **Each save is a version.** A version that a record has had never comes back, not even after a removal.
/// - **Equal answers.** A query finds the records for which ``StoreQuery/matches(_:)-(ModelDocument)`` is true, in
///   the order of ``StoreQuery/areInOrder(_:_:)``. A store without indexes answers by reading: see
///   ``StoreQuery/selection(from:)``.
/// - **Records stay data.** The database's own queries see the values that ``StoreQuery/Value`` makes.
/// - **Earlier names of a class count.** Records under `StoreRecord.formerClassNames` are found. They stay under
///   these names until they are saved or removed. If the class's own name has a record with the same identifier, only
///   that record counts.
/// - **Identifiers are texts**, compared by their bytes, neither empty nor with a NUL: see
///   `StoreRecord.requireIdentifier(_:)`.
public protocol RecordStore: StoreProvider {
    /// Runs `body` with all records of a format's location. `body` may read and change them.
    ///
    /// `body` runs once. It must not begin another transaction in the same location. It may begin a transaction in
    /// another location, unless the store has ``hasWholeTransactions``: the store then throws `invalidCoding`, because
    /// the inner transaction would wait for the outer one.
    ///
    /// - Throws: The errors of `body`; `fileChanged` for a conflict; the errors of the store.
    func transaction<Result>(
        in format: FileFormat, _ body: (any StoreTransaction) throws -> Result
    ) throws -> Result

    /// Runs `body` with all records of a format's location, as they are at one moment. Writers don't wait for the end
    /// of `body` if the store can avoid it.
    ///
    /// `body` may begin a transaction, whose changes it doesn't see, and further snapshots. The body of a transaction
    /// may begin a snapshot, too. That snapshot may show the state inside the transaction or the state before the
    /// transaction.
    ///
    /// - Throws: The errors of `body`; the errors of the store.
    func snapshot<Result>(in format: FileFormat, _ body: (any StoreSnapshot) throws -> Result) throws -> Result

    /// The document that the store would return for a model after saving it. It is used for comparisons, and by a
    /// store that replaces this store in tests. Nothing is read or written. By default the unchanged document.
    ///
    /// - Throws: The error for a value that the store can't keep, with its path.
    func kept(_ document: ModelDocument, of record: StoreRecord) throws -> ModelDocument

    /// True if a transaction includes all locations of the store, as in databases. No other transaction can then begin
    /// in its body. The transaction also includes the values that the store keeps once for a class: if the body
    /// throws, they are restored, too. By default false.
    var hasWholeTransactions: Bool { get }
}

extension RecordStore {
    public func kept(_ document: ModelDocument, of record: StoreRecord) throws -> ModelDocument { document }
    public var hasWholeTransactions: Bool { false }
}

/// The records of a store at one moment. A snapshot may only be used in the closure that gets it, on the same thread.
public protocol StoreSnapshot {
    /// The record under an identifier. Nil if there is no such record.
    func record(_ id: String, of record: StoreRecord) throws -> StoredRecord?

    /// The identifiers of all records of a class, in the order of their bytes.
    func identifiers(of record: StoreRecord) throws -> [String]

    /// Calls `body` with each record that a query finds, in the query's order. If `body` throws, no more records
    /// follow.
    ///
    /// Every query also finds the records that the store can't read, with the error as ``StoredRecord/fault``. For the
    /// order, their values count as missing.
    func forEachRecord(
        of record: StoreRecord, matching query: StoreQuery, _ body: (StoredRecord) throws -> Void
    ) throws
}

extension StoreSnapshot {
    /// Returns the records of a class that a query finds, in the query's order. By default, returns all records of the
    /// class.
    public func records(of record: StoreRecord, matching query: StoreQuery = StoreQuery()) throws -> [StoredRecord] {
        var found: [StoredRecord] = []
        try forEachRecord(of: record, matching: query) { found.append($0) }
        return found
    }
}

/// The records of a store, to be read and changed.
public protocol StoreTransaction: StoreSnapshot {
    /// Saves a record, and returns its new version.
    ///
    /// - Parameters:
    ///   - document: The model. The root's class is marked as expected if it is the record's class. A store whose
    ///     objects name their classes names the root's class like any other class (`FormatCapabilities.rootClass`).
    ///   - id: The identifier.
    ///   - record: The class that the record belongs to.
    ///   - expected: The record that must be stored under the identifier before the save.
    /// - Throws: `fileChanged` if the stored record isn't the expected record; `invalidKey` for an identifier that no
    ///   record may have; the error for a value that the store can't keep, with its path.
    func save(
        _ document: ModelDocument, id: String, of record: StoreRecord, expecting expected: StoreExpectation
    ) throws -> StoreVersion

    /// Removes a record. Does nothing if there is no record, and no record is expected.
    ///
    /// - Throws: `fileChanged` if the stored record isn't the expected record.
    func remove(_ id: String, of record: StoreRecord, expecting expected: StoreExpectation) throws
}

extension StoreRecord {
    /// Throws `invalidKey` if an identifier is empty or contains a NUL, which databases take for the end of the text.
    public func requireIdentifier(_ id: String) throws(ModelError) {
        guard id.isEmpty || id.utf8.contains(0) else { return }
        throw ModelError(.invalidKey, "The identifier of a record is a text that isn't empty, without a NUL.")
    }

    /// The error for a stored record that isn't the expected record.
    package static func changed() -> ModelError {
        ModelError(.fileChanged, "The record isn't the one that was last loaded or saved.")
    }
}
