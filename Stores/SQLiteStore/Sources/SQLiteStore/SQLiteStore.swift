import Foundation
import Records
import Synchronization

/// A store that keeps models in a file of SQLite: any number of each class, each under an identifier, and the shared
/// instances of classes. Several programs may use the file at once.
///
/// ```swift
/// FormatRegistry.register(SQLiteStore(file: "library.sqlite", indexes: [.init("year"), .init("author.name", "title")]))
/// let books = ModelRecords<Book>(in: .sqlite)
/// ```
///
/// A record is a row of the table `model_record`, with JSON as SQLite's functions read it. Numbers are numbers, dates are
/// text of ISO 8601 that sorts by time (`2018-03-16T16:49:14.125+00:00`), UUIDs and URLs are text, data is base64. What
/// JSON has no representation for is as in files of JSON: a shared object is repeated; a cycle, and a number that isn't
/// finite, are errors.
///
/// The file has a write-ahead log beside it. A transaction is on the disk when it has returned. Writers wait for each
/// other, readers for nobody: the file, and its folder, may be read-only for them.
public final class SQLiteStore: RecordStore {
    /// An index that an app declares, for queries with conditions on these key paths, or an order by them.
    public struct Index: Sendable, Hashable {
        /// The key paths, as ``ModelPath`` writes them, with the keys that records have.
        public let paths: [String]
        /// An index on key paths, the first of which a query must name.
        public init(_ paths: String...) { self.paths = paths }
    }

    public let formats: [FileFormat]
    private let file: String
    private let indexes: [Index]
    private let patience: Double
    private let known = Mutex<SQLiteDatabase?>(nil)

    /// - Parameters:
    ///   - file: The path of the file: absolute, or relative to ``BaseModel/applicationSupportDirectory``. The file and
    ///     its folder are made when they are first needed.
    ///   - indexes: The indexes. Those that the file lacks are made when it is first written, or before if nobody else
    ///     writes. Others in it stay. A key path that SQLite can't have, such as one with a double quote in a key, ends
    ///     its index: queries answer right without it.
    ///   - format: The format that the store serves. For a second file, define a format of your own.
    ///   - patience: The maximum time to wait for others that write, in seconds.
    public init(file: String, indexes: [Index] = [], format: FileFormat = .sqlite, patience: Double = 10) {
        self.file = file.hasPrefix("/") ? file : BaseModel.applicationSupportDirectory.path + "/" + file
        self.indexes = indexes
        self.patience = patience
        formats = [format]
    }

    public func transaction<Result>(
        in format: FileFormat, _ body: (any StoreTransaction) throws -> Result
    ) throws -> Result {
        guard SQLiteTransaction.open(in: self)?.canWrite != true else {
            throw ModelError(.invalidCoding, "A transaction began in the body of another one.")
        }
        var result: Swift.Result<Result, any Error>?
        do {
            let database = try database()
            try ModelError.fromSQLite(in: file, writes: true) {
                try database.writer().writeWithoutTransaction { connection in
                    let transaction = SQLiteTransaction(self, database, connection, place: format.place, canWrite: true)
                    try transaction.carryOut { transaction in
                        result = .init(catching: body, transaction)
                        _ = try result?.get()
                    }
                }
            }
        } catch {
            // The body's own error stays as it is.
            if case .failure(let failure)? = result { throw failure }
            throw error
        }
        guard let result else { throw ModelError(.underlying, "SQLite has not carried out the transaction.") }
        return try result.get()
    }

    public var hasWholeTransactions: Bool { true }

    public func kept(_ document: ModelDocument, of record: StoreRecord) throws -> ModelDocument {
        let json = try RecordJSON(record.format).text(of: document, limits: record.limits)
        return try RecordJSON(record.format).document(from: Data(json.utf8), limits: record.limits)
    }

    public func snapshot<Result>(
        in format: FileFormat, _ body: (any StoreSnapshot) throws -> Result
    ) throws -> Result {
        if let open = SQLiteTransaction.open(in: self) { return try body(open.at(format.place)) }
        var result: Swift.Result<Result, any Error>?
        let database = try database()
        try ModelError.fromSQLite(in: file, writes: false) {
            try database.reader().read { connection in
                let snapshot = SQLiteTransaction(self, database, connection, place: format.place, canWrite: false)
                snapshot.run { result = .init(catching: body, $0) }
            }
        }
        guard let result else { throw ModelError(.underlying, "SQLite has not made the snapshot.") }
        return try result.get()
    }

    private func database() throws -> SQLiteDatabase {
        try known.withLock { known in
            if let known { return known }
            let database = try SQLiteDatabase(file: file, indexes: indexes, patience: patience)
            known = database
            return database
        }
    }
}

extension FileFormat {
    /// Records in a file of SQLite: a store, not files. An ``SQLiteStore`` that the program registers serves it.
    public static let sqlite = FileFormat(store: "sqlite", displayName: "SQLite", library: "SQLiteStore")
}

extension Swift.Result where Failure == any Error {
    /// Creates the result that a function returns or throws for a value.
    fileprivate init<Value>(catching body: (Value) throws -> Success, _ value: Value) {
        self.init { try body(value) }
    }
}
