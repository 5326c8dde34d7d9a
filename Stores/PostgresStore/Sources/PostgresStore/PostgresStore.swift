import Foundation
import Records

/// A store that keeps models in a database of PostgreSQL: any number of each class, each under an identifier, and the
/// shared instances of classes. Any number of programs may use the database at once.
///
/// ```swift
/// FormatRegistry.register(
///     PostgresStore("postgresql://app@localhost/library", indexes: [.init("year"), .init("author.name", "title")]))
/// let books = ModelRecords<Book>(in: .postgres)
/// ```
///
/// A record is a row of the table `model_record`. Its column `json` has the text, with every bit as it was saved. The
/// database makes `jsonb` of that in the column `data`, for queries and indexes. Numbers are numbers, dates are text of
/// ISO 8601 that sorts by time (`2018-03-16T16:49:14.125+00:00`), UUIDs and URLs are text, data is base64. What JSON has no
/// representation for is as in files of JSON: a shared object is repeated; a cycle, and a number that isn't finite, are
/// errors.
///
/// Transactions are serializable. One that conflicts with another one waits for it or is repeated by the store. If it has
/// read something that the other one has changed, it throws `fileChanged`.
///
/// Any thread may use the store. Each transaction and each snapshot has a connection for itself, which other ones use
/// later. A lost connection is an error of the transaction that runs, of which nothing is stored then, or
/// ``ModelError/Code/outcomeUnknown`` if that was being committed. The next transaction connects again.
public final class PostgresStore: RecordStore {
    /// An index that an app declares, for queries with conditions on these key paths, or an order by them.
    public struct Index: Sendable, Hashable {
        /// The key paths, as ``ModelPath`` writes them, with the keys that records have.
        public let paths: [String]
        /// An index on key paths, the first of which a query must name.
        public init(_ paths: String...) { self.paths = paths }
    }

    public let formats: [FileFormat]
    private let server: PostgresServer
    private let pool: PostgresPool
    private let tables: Swift.Result<PostgresTables, ModelError>

    /// A store. It connects when it is first used, and makes the tables and indexes that the database lacks.
    ///
    /// - Parameters:
    ///   - connection: The connection string, as all programs of PostgreSQL take it: `postgresql://user@host/database`, or
    ///     `host=… dbname=…`. What it doesn't say is taken from the environment (`PGHOST` …), and the password also from
    ///     `~/.pgpass`.
    ///   - indexes: The indexes. Others that the tables have stay.
    ///   - format: The format that the store serves. For a second database, define a format of your own.
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

    /// Runs `body` in a transaction of the server, or a snapshot.
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
    /// Records in a database of PostgreSQL: a store, not files. A ``PostgresStore`` that the program registers serves it.
    public static let postgres = FileFormat(store: "postgres", displayName: "PostgreSQL", library: "PostgresStore")
}
