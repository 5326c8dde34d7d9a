import Foundation
import Records

/// A store that keeps models in a database of PostgreSQL: any number of instances of each class, each with an
/// identifier, and the shared instances of classes. Any number of programs may use the database at the same time.
///
/// ```swift
/// FormatRegistry.register(
///     PostgresStore("postgresql://app@localhost/library", indexes: [.init("year"), .init("author.name", "title")]))
/// let books = ModelRecords<Book>(in: .postgres)
/// ```
///
/// A record is a row of the table `model_record`. The column `json` contains the saved text unchanged. The database
/// converts the text to `jsonb` in the column `data`, for queries and indexes. Numbers are numbers, dates are text of
/// ISO 8601 that sorts by time (`2018-03-16T16:49:14.125+00:00`), UUIDs and URLs are text, data is base64. Values
/// that JSON can't represent are treated as in JSON files: a shared object is repeated, and cycles and numbers that
/// aren't finite are errors.
///
/// Transactions are serializable. If two transactions conflict, one of them waits for the other, or the store repeats
/// it. If it has read a value that the other transaction has changed, it throws `fileChanged`.
///
/// Any thread may use the store. Each transaction and each snapshot uses a separate connection, which is later used
/// for others. If the connection is lost, the running transaction throws an error, and nothing of it is stored. If
/// the transaction was being committed, it throws ``ModelError/Code/outcomeUnknown``. The next transaction connects
/// again.
public final class PostgresStore: RecordStore {
    /// An index that an app declares, for queries that filter or sort by these key paths.
    public struct Index: Sendable, Hashable {
        /// The key paths, as ``ModelPath`` writes them, with the keys that the records contain.
        public let paths: [String]
        /// Creates an index on key paths. A query must use the first of them.
        public init(_ paths: String...) { self.paths = paths }
    }

    public let formats: [FileFormat]
    private let server: PostgresServer
    private let pool: PostgresPool
    private let tables: Swift.Result<PostgresTables, ModelError>

    /// Creates a store. It connects at its first use, and makes the tables and indexes that the database lacks.
    ///
    /// - Parameters:
    ///   - connection: The connection string, as in all programs of PostgreSQL: `postgresql://user@host/database`, or
    ///     `host=… dbname=…`. Missing values are taken from the environment (`PGHOST` …), and a missing password also
    ///     from `~/.pgpass`.
    ///   - indexes: The indexes. Other indexes of the tables are kept.
    ///   - format: The format that the store serves. For a second database, define another format.
    ///   - connections: The maximum number of connections. A thread that begins a transaction in the body of a snapshot
    ///     may use one more.
    ///   - patience: The maximum time to wait for a connection, and for a record that another transaction changes, in
    ///     seconds.
    ///   - timeout: The maximum time that a statement of SQL may take, in seconds. Making an index may take longer.
    public init(
        _ connection: String, indexes: [Index] = [], format: FileFormat = .postgres, connections: Int = 4,
        patience: Double = 10, timeout: Double = 60
    ) {
        server = PostgresServer(text: connection, patience: patience, timeout: timeout)
        pool = PostgresPool(server, limit: connections)
        tables = Swift.Result { () throws(ModelError) in try PostgresTables(indexes) }
        formats = [format]
    }

    public func transaction<Result>(
        in format: FileFormat, _ body: (any StoreTransaction) throws -> Result
    ) throws -> Result {
        guard PostgresTransaction.open(in: self)?.canWrite != true else {
            throw ModelError(.invalidCoding, "A transaction began in the body of another one.")
        }
        return try withSession(place: format.place, canWrite: true, body)
    }

    public var hasWholeTransactions: Bool { true }

    public func kept(_ document: ModelDocument, of record: StoreRecord) throws -> ModelDocument {
        let json = try RecordJSON(record.format).text(of: document, limits: record.limits)
        return try RecordJSON(record.format).document(from: Data(json.utf8), limits: record.limits)
    }

    public func snapshot<Result>(
        in format: FileFormat, _ body: (any StoreSnapshot) throws -> Result
    ) throws -> Result {
        if let open = PostgresTransaction.open(in: self) { return try body(open.at(format.place)) }
        return try withSession(place: format.place, canWrite: false, body)
    }

    /// Runs `body` in a transaction of the server, or in a snapshot.
    private func withSession<Result>(
        place: String?, canWrite: Bool, _ body: (PostgresTransaction) throws -> Result
    ) throws -> Result {
        let tables = try tables.get()
        let connection: PostgresConnection
        do {
            connection = try pool.begun(
                with: canWrite ? PostgresSession.writing : PostgresSession.reading, tables,
                isNested: PostgresTransaction.open(in: self) != nil)
        } catch let error as PostgresFailure {
            throw ModelError(error, writes: canWrite)
        }
        let session = PostgresSession(connection, canWrite: canWrite, patience: server.patience)
        let transaction = PostgresTransaction(self, session, tables, place: place, canWrite: canWrite)
        defer { pool.give(connection) }
        do {
            let result = try transaction.run(body)
            if canWrite { try session.commit() } else { connection.runLater("COMMIT") }
            return result
        } catch {
            connection.runLater("ROLLBACK")
            throw error
        }
    }
}

extension FileFormat {
    /// Records in a PostgreSQL database. The format is a store: it has no files. The program must register a
    /// ``PostgresStore`` for it.
    public static let postgres = FileFormat(store: "postgres", displayName: "PostgreSQL", library: "PostgresStore")
}
