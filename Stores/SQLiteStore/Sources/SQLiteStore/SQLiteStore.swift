import Foundation
import Records
import Synchronization

/// A store that keeps models in a file of SQLite: any number of instances of each class, each with an identifier, and
/// the shared instances of classes. Several programs may use the file at the same time.
///
/// ```swift
/// FormatRegistry.register(SQLiteStore(file: "library.sqlite", indexes: [.init("year"), .init("author.name", "title")]))
/// let books = ModelRecords<Book>(in: .sqlite)
/// ```
///
/// A record is a row of the table `model_record`, with JSON that SQLite's functions can read. Numbers are numbers,
/// dates are text of ISO 8601 that sorts by time (`2018-03-16T16:49:14.125+00:00`), UUIDs and URLs are text, data is
/// base64. Values that JSON can't represent are treated as in JSON files: a shared object is repeated, and cycles and
/// numbers that aren't finite are errors.
///
/// The file has a write-ahead log next to it. When a transaction has returned, it is on the disk. Writers wait for
/// each other. Readers never wait, and the file and its folder may be read-only for readers.
public final class SQLiteStore: RecordStore {
    /// An index that an app declares, for queries that filter or sort by these key paths.
    public struct Index: Sendable, Hashable {
        /// The key paths, as ``ModelPath`` writes them, with the keys that the records contain.
        public let paths: [String]
        /// Creates an index on key paths. A query must use the first of them.
        public init(_ paths: String...) { self.paths = paths }
    }

    public let formats: [FileFormat]
    private let file: String
    private let indexes: [Index]
    private let patience: Double
    private let known = Mutex<SQLiteDatabase?>(nil)

    /// - Parameters:
    ///   - file: The path of the file: absolute, or relative to ``BaseModel/applicationSupportDirectory``. The file
    ///     and its folder are made at their first use.
    ///   - indexes: The indexes. Missing indexes are made when the file is first written, or earlier if no other
    ///     connection is writing. Other indexes in the file are kept. If SQLite can't express a key path, for example
    ///     because a key contains a double quote, the index ends before this key path. Queries have the same results
    ///     without it.
    ///   - format: The format that the store serves. For a second file, define another format.
    ///   - patience: The maximum time to wait for other writers, in seconds.
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
    /// Records in an SQLite file. The format is a store: each record is a row, and not a separate file. The program
    /// must register an ``SQLiteStore`` for it.
    public static let sqlite = FileFormat(store: "sqlite", displayName: "SQLite", library: "SQLiteStore")
}

extension Swift.Result where Failure == any Error {
    /// Creates the result that a function returns or throws for a value.
    fileprivate init<Value>(catching body: (Value) throws -> Success, _ value: Value) {
        self.init { try body(value) }
    }
}
