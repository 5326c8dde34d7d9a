import FormatSupport

/// The models of a class that a store keeps, each under an identifier, for several programs at once.
///
/// ```swift
/// let books = ModelRecords<Book>(in: .sqlite)
/// try books.save(book, id: "earthsea")
/// try books.update(id: "earthsea") { $0.copies += 1 }
/// let old = try books.load(.all.where(\.year, in: ..<1970).sorted(by: \.title))
/// ```
///
/// Each save gives a record a new version. While an instance exists, its version when it was last loaded or saved is
/// remembered. So a save never overwrites a record that another program has saved meanwhile.
///
/// Records are stored under the name of the class `Model`. A model of a subclass is stored under the same name, and
/// keeps its class. A record of an older version of the class is migrated when it is read. In the store it stays
/// unchanged until it is saved.
///
/// A value of this type has no state, and may be made whenever it is needed. Errors of all functions have a path that
/// begins with the class's name and the identifier. The errors include `requisiteLibraryMissing`, and `notSaveable`
/// for a format whose store keeps no records.
public struct ModelRecords<Model: BaseModel>: Sendable {
    /// The format of the store, with the location in the store, such as a database file.
    public let format: FileFormat

    /// The models of the class in a store.
    public init(in format: FileFormat) { self.format = format }

    // MARK: One record

    /// Saves a model under an identifier.
    ///
    /// - Parameters:
    ///   - model: The model. If this instance was loaded from this record or saved as this record before, the record
    ///     must not have changed since. Otherwise there must be no record under the identifier.
    ///   - id: The identifier: any text that isn't empty, without a NUL.
    ///   - overwritingChanges: True to overwrite any record under the identifier, unless the class can't read that
    ///     record.
    /// - Throws: `fileChanged` if the stored record isn't the expected record; `fileUnreadable` if the record to
    ///   overwrite can't be read; `invalidKey` for the identifier; the error for a value that the store can't keep,
    ///   with its path.
    public func save(_ model: Model, id: String, overwritingChanges: Bool = false) throws {
        try changing(id) { transaction, record, open in
            let document = try document(of: model, in: record)
            let place = place(id, in: record)
            var expected = open.version(of: model, at: place).map { StoreExpectation.version($0) } ?? .nothing
            if overwritingChanges {
                try requireReadable(id, of: record, in: open)
                expected = .anything
            }
            let version = try transaction.save(document, id: id, of: record, expecting: expected)
            open.noteSaved(model, at: place, version)
        }
    }

    /// Makes a new instance from the record under an identifier. The instance may be of a subclass.
    ///
    /// - Throws: `fileMissing` if there is no record; the errors for a record that can't be read.
    public func load(id: String) throws -> Model {
        try reading(id) { snapshot, record, store in
            guard let found = try snapshot.record(id, of: record) else {
                throw ModelError(.fileMissing, "There is no such record.")
            }
            return try model(of: found, in: record, keepsSecrets: store.keepsSecrets)
        }
    }

    /// Removes the record under an identifier, even if another program has changed it. Does nothing if there is no
    /// record.
    public func remove(id: String) throws {
        try changing(id) { transaction, record, _ in try transaction.remove(id, of: record, expecting: .anything) }
    }

    /// Loads a record, changes it, and saves it. If another program has saved the record meanwhile, loads, changes
    /// and saves it again, so that no change is lost.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - makesMissing: True to begin with a new instance if there is no record.
    ///   - change: Changes the model, which is a new instance each time. `change` may be called several times.
    /// - Returns: The result of the last call of `change`.
    /// - Throws: `fileMissing` if there is no record; the errors of `change`, ``load(id:)`` and
    ///   ``save(_:id:overwritingChanges:)``; `fileChanged` after a thousand attempts.
    @discardableResult
    public func update<Result>(
        id: String, makesMissing: Bool = false, _ change: (Model) throws -> Result
    ) throws -> Result {
        for attempt in 1...1000 {
            let model: Model
            do { model = try load(id: id) } catch let error as ModelError
                where error.code == .fileMissing && makesMissing
            {
                model = try Model.instance()
            }
            let result = try change(model)
            do {
                try save(model, id: id)
                return result
            } catch let error as ModelError where error.code == .fileChanged {
                // Inside a transaction nothing else can have changed the record, so that a new attempt would fail
                // again.
                if OpenTransaction.current(in: format) != nil || attempt == 1000 { throw error }
            }
            // After several failed attempts, a program waits for a random time, so that other programs don't win each
            // time.
            if attempt > 4 { usleep(.random(in: 0...1000) * UInt32(min(attempt, 50))) }
        }
        throw StoreRecord.changed()
    }

    /// The identifier under which an instance was last loaded from this store or saved to it. Nil if it was neither
    /// loaded nor saved.
    public func id(of model: Model) -> String? {
        RecordVersions.shared.id(of: model, ModelClass.of(Model.self).name, in: format)
    }

    // MARK: Many records

    /// The identifiers of all records, in the order of their bytes.
    public func identifiers() throws -> [String] {
        try reading { snapshot, record, _ in try snapshot.identifiers(of: record) }
    }

    /// Makes new instances of the records that a query finds, in the order of the query. By default, all records in
    /// the order of their identifiers.
    ///
    /// - Parameters:
    ///   - query: The query. A record that can't be read is found by every query.
    ///   - skip: Called with the identifier of each record that can't be read, and with the record's error. Nil: the
    ///     first such error is thrown, and nothing is loaded.
    /// - Throws: The error for a record that can't be read; the errors of ``ModelQuery``; `outOfRange` for a query
    ///   with more conditions or orders than stores answer.
    public func load(
        _ query: ModelQuery<Model> = .all, skippingUnreadable skip: ((_ id: String, _ error: ModelError) -> Void)? = nil
    ) throws -> [Model] {
        var found: [Model] = []
        try forEach(query, skippingUnreadable: skip) { found.append($1) }
        return found
    }

    /// Calls `body` with the identifier and a new instance of each record that a query finds, one after the other, so
    /// that not all instances are in memory at once. An error of `body` ends the calls.
    ///
    /// - Parameters: The parameters of ``load(_:skippingUnreadable:)``.
    /// - Throws: The errors of ``load(_:skippingUnreadable:)``; the errors of `body`.
    public func forEach(
        _ query: ModelQuery<Model> = .all,
        skippingUnreadable skip: ((_ id: String, _ error: ModelError) -> Void)? = nil,
        _ body: (_ id: String, _ model: Model) throws -> Void
    ) throws {
        try LongWork.run {
            var checkpoints = LongWork.Checkpoints()
            var thrown: (any Error)?
            do {
                try reading { snapshot, record, store in
                    try forEachRecord(try query.query(for: format), in: snapshot, of: store, record) { found in
                        guard checkpoints.mayGoOn() else { throw CancellationError() }
                        let model: Model
                        do { model = try self.model(of: found, in: record, keepsSecrets: store.keepsSecrets) } catch {
                            let named = ModelError.prefixing(.key(found.id), to: error)
                            guard let skip, !(error is CancellationError) else { throw named }
                            skip(found.id, ModelError.prefixing(.key(record.className), to: named).in(format))
                            return
                        }
                        do { try body(found.id, model) } catch {
                            thrown = error
                            throw error
                        }
                    }
                }
            } catch {
                // The body's own error stays as it is.
                throw thrown ?? error
            }
        }
    }

    // MARK: Transactions

    /// Runs `body` in a transaction of the store. When `body` returns, all of its saves and removals take effect as a
    /// whole. If `body` throws, none takes effect. All `ModelRecords` take part, of any class, if their format has
    /// the same location. Other programs see no changes before the end. Changes in another location don't belong to
    /// the transaction: databases refuse them, and other stores make them at once.
    ///
    /// Inside another transaction of the same location, `body` becomes a part of the outer transaction. If `body`
    /// throws, the outer transaction fails, too, even if its own body catches the error.
    ///
    /// ```swift
    /// try books.transaction {
    ///     try books.save(book, id: "earthsea")
    ///     try authors.update(id: "le-guin") { $0.books += 1 }
    /// }
    /// ```
    ///
    /// - Throws: The errors of `body` and of the store.
    public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        if let open = OpenTransaction.current(in: format) { return try open.takingPart(body) }
        do {
            return try OpenTransaction.run(in: format) { _ in try body() }
        } catch let error as ModelError {
            throw error.in(format)
        }
    }

    // MARK: Steps

    func place(_ id: String, in record: StoreRecord) -> RecordVersions.Place {
        RecordVersions.Place(
            format: format.rawValue, place: format.place, className: record.className, id: ExactText(id))
    }

    func changing(
        _ id: String, _ body: (any StoreTransaction, StoreRecord, OpenTransaction) throws -> Void
    ) throws {
        try prefixingErrors(id) { record in
            func change(_ open: OpenTransaction) throws {
                try ModelError.withoutContent(where: open.store.keepsSecrets) {
                    try body(open.transaction, record, open)
                }
            }
            if let open = OpenTransaction.current(in: format) { return try change(open) }
            try OpenTransaction.run(in: format, change)
        }
    }

    func reading<Result>(
        _ id: String? = nil, _ body: (any StoreSnapshot, StoreRecord, any RecordStore) throws -> Result
    ) throws -> Result {
        try prefixingErrors(id) { record in
            if let open = OpenTransaction.current(in: format) {
                return try body(open.transaction, record, open.store)
            }
            let store = try OpenTransaction.store(for: format)
            return try store.snapshot(in: format) { try body($0, record, store) }
        }
    }

    private func prefixingErrors<Result>(_ id: String?, _ body: (StoreRecord) throws -> Result) throws -> Result {
        try Model.requireUsable()
        let record = try StoreRecord(of: Model.self, format: format)
        do {
            if let id { try record.requireIdentifier(id) }
            return try body(record)
        } catch let error as ModelError where error.code == .requisiteLibraryMissing || error.code == .duplicateFormat {
            throw error.in(format)
        } catch {
            let error = id.map { ModelError.prefixing(.key($0), to: error) } ?? ModelError(wrapping: error)
            throw ModelError.prefixing(.key(record.className), to: error).in(format)
        }
    }

    /// Makes an instance of a record.
    func model(
        of found: StoredRecord, in record: StoreRecord, keepsSecrets: Bool, for purpose: FileConventions.Purpose = .use
    ) throws -> Model {
        let model = try ModelError.withoutContent(where: keepsSecrets) {
            var conventions = FileConventions()
            conventions.reading.format = record.format
            conventions.reading.purpose = purpose
            conventions.reading.isConfidential = keepsSecrets
            if let fault = found.fault { throw fault }
            return try found.document.decode(Model.self, as: conventions, record.limits)
        }
        guard purpose == .use else { return model }
        let place = place(found.id, in: record)
        if let open = OpenTransaction.current(in: format) {
            open.noteLoaded(model, at: place, found.version)
        } else {
            RecordVersions.shared.note(model, at: place, found.version)
        }
        return model
    }

    /// The document of a model, as records contain it.
    func document(of model: Model, in record: StoreRecord) throws -> ModelDocument {
        try ModelDocument(of: model, expected: Model.self, format: record.format, limits: record.limits)
    }

    /// Throws `fileUnreadable` if the class can't read the record under an identifier.
    private func requireReadable(_ id: String, of record: StoreRecord, in open: OpenTransaction) throws {
        do {
            guard let found = try open.transaction.record(id, of: record) else { return }
            _ = try model(of: found, in: record, keepsSecrets: open.store.keepsSecrets, for: .comparison)
        } catch {
            throw BaseModel.refusal(of: error)
        }
    }
}
