import FormatSupport

/// A transaction of a store whose body is running. ``ModelRecords`` finds the transaction with ``current(in:)``, so
/// that no parameter has to pass it.
final class OpenTransaction: @unchecked Sendable {
    @TaskLocal private static var open: [OpenTransaction] = []

    // The thread that runs the body is the only user of everything here, until the body ends: `current(in:)` ensures
    // it.
    let store: any RecordStore
    let transaction: any StoreTransaction
    private let format: FileFormat
    private let thread = ThreadIdentity.current
    private var isOver = false
    /// The error of a part of the body that has failed; nil if no part has failed.
    private var failure: (any Error)?
    /// The versions that saves of the transaction have given to models. They become valid when the transaction has
    /// succeeded.
    private var noted: [Key: Noted] = [:]
    private var given: Set<StoreVersion> = []

    private struct Key: Hashable {
        let model: ObjectIdentifier
        let place: RecordVersions.Place
    }

    private struct Noted {
        let model: BaseModel
        let version: StoreVersion
        /// The number of versions that were noted before this version.
        let order: Int
    }

    /// The number of versions that were noted so far.
    private var count = 0

    private init(_ store: any RecordStore, _ transaction: any StoreTransaction, _ format: FileFormat) {
        self.store = store
        self.transaction = transaction
        self.format = format
    }

    /// The store of a format, which must be a ``RecordStore``.
    static func store(for format: FileFormat) throws -> any RecordStore {
        let store = try FormatRegistry.current.store(for: format)
        guard let store = store as? any RecordStore else {
            throw ModelError(.notSaveable, "It keeps one record of a class. Use write(toStore:).").in(format)
        }
        return store
    }

    /// The transaction whose body runs on this thread, for the location of a format. Nil if no transaction's body
    /// runs. A task that the body has started runs on another thread, and isn't part of the transaction.
    static func current(in format: FileFormat) -> OpenTransaction? {
        open.last {
            $0.format == format && $0.format.place == format.place && !$0.isOver && $0.thread == ThreadIdentity.current
                && $0.isOfServingStore
        }
    }

    /// True if the transaction's store still serves the format. False inside a sandbox that the body runs, if the
    /// sandbox has another store.
    private var isOfServingStore: Bool {
        guard let serving = try? FormatRegistry.current.store(for: format), type(of: serving) == type(of: store) else {
            return false
        }
        // Two stores of the same value type can't be told apart: they count as the same store.
        return !(type(of: store) is AnyClass) || serving as AnyObject === store as AnyObject
    }

    /// Runs `body` in a new transaction.
    static func run<Result>(
        in format: FileFormat, _ body: (OpenTransaction) throws -> Result
    ) throws -> Result {
        let store = try store(for: format)
        var done: OpenTransaction?
        let result = try store.transaction(in: format) { transaction in
            let open = OpenTransaction(store, transaction, format)
            defer { open.isOver = true }
            done = open
            let result = try $open.withValue(self.open + [open]) { try body(open) }
            if let failure = open.failure { throw failure }
            return result
        }
        done?.noteVersions()
        return result
    }

    /// Runs a part of the body. If the part throws, the whole transaction fails.
    func takingPart<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            if failure == nil { failure = error }
            throw error
        }
    }

    /// The version of the record that an instance was last loaded with or saved as.
    func version(of model: BaseModel, at place: RecordVersions.Place) -> StoreVersion? {
        noted[Key(model: ObjectIdentifier(model), place: place)]?.version
            ?? RecordVersions.shared.version(of: model, at: place)
    }

    /// Remembers the version of an instance that was saved, until the transaction has succeeded.
    func noteSaved(_ model: BaseModel, at place: RecordVersions.Place, _ version: StoreVersion) {
        given.insert(version)
        note(model, at: place, version)
    }

    /// Remembers the version of an instance that was loaded. A version that this transaction has made belongs to no
    /// record if the transaction fails.
    func noteLoaded(_ model: BaseModel, at place: RecordVersions.Place, _ version: StoreVersion) {
        guard given.contains(version) else { return RecordVersions.shared.note(model, at: place, version) }
        note(model, at: place, version)
    }

    private func note(_ model: BaseModel, at place: RecordVersions.Place, _ version: StoreVersion) {
        noted[Key(model: ObjectIdentifier(model), place: place)] = Noted(model: model, version: version, order: count)
        count += 1
    }

    private func noteVersions() {
        for (key, noted) in noted.sorted(by: { $0.value.order < $1.value.order }) {
            RecordVersions.shared.note(noted.model, at: key.place, noted.version)
        }
    }
}
