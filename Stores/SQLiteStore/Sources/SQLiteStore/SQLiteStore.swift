import Foundation
import GRDB
import ModelCore
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
/// other, readers for nobody.
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
    private let database = Mutex<SQLiteDatabase?>(nil)

    /// - Parameters:
    ///   - file: The path of the file: absolute, or relative to ``BaseModel/applicationSupportDirectory``. The file and
    ///     its folder are made when they are first needed.
    ///   - indexes: The indexes. Those that the file lacks are made when it is opened. Others in it stay.
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
        return try run(writes: true) { database in
            var result: Result?
            try database.pool.writeWithoutTransaction { connection in
                try connection.inTransaction(.immediate) {
                    let transaction = SQLiteTransaction(self, database, connection, place: format.place, canWrite: true)
                    result = try transaction.run { try body($0) }
                    return .commit
                }
            }
            guard let result else { throw ModelError(.underlying, "SQLite has not carried out the transaction.") }
            return result
        }
    }

    public func snapshot<Result>(
        in format: FileFormat, _ body: (any StoreSnapshot) throws -> Result
    ) throws -> Result {
        if let open = SQLiteTransaction.open(in: self) { return try body(open.at(format.place)) }
        return try run(writes: false) { database in
            try database.pool.read { connection in
                let snapshot = SQLiteTransaction(self, database, connection, place: format.place, canWrite: false)
                return try snapshot.run { try body($0) }
            }
        }
    }

    /// Runs `body` with the database. Errors of SQLite become those of this library.
    private func run<Result>(writes: Bool, _ body: (SQLiteDatabase) throws -> Result) throws -> Result {
        do {
            let database = try database.withLock { known in
                if let known { return known }
                let opened = try SQLiteDatabase(file: file, indexes: indexes, patience: patience)
                known = opened
                return opened
            }
            return try body(database)
        } catch let error as DatabaseError {
            throw ModelError(error, writes: writes).inFile(file)
        }
    }
}

extension FileFormat {
    /// Records in a file of SQLite: a store, not files. An ``SQLiteStore`` that the program registers serves it.
    public static let sqlite = FileFormat(store: "sqlite", displayName: "SQLite", library: "SQLiteStore")
}

extension ModelError {
    /// The error of SQLite in terms of this library.
    init(_ error: DatabaseError, writes: Bool) {
        let code: Code =
            switch error.resultCode {
            case .SQLITE_NOTADB, .SQLITE_CORRUPT: .fileUnreadable
            case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_PERM, .SQLITE_PROTOCOL:
                writes ? .fileUnwritable : .fileUnreadable
            case .SQLITE_READONLY, .SQLITE_FULL: .fileUnwritable
            case .SQLITE_TOOBIG: .bytesExceeded
            case .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH: .corruptData
            default: .underlying
            }
        self.init(code, "SQLite: \(error.message ?? "error \(error.resultCode.rawValue)").")
    }
}
