#if Tests
import CLibpq
import Foundation
import PostgresStore
import Records
import Testing

@Model class Book: BaseModel {
    var title = ""
    var year: Int?
    var isRead = false
    var price: Decimal?
    @Key("bought_on") var bought: Date?
    @Key(path: "author.name") var author = ""
    var tags: [String] = []
    var number = UUID()
    var kind = Kind.novel

    enum Kind: String, Codable {
        case novel, stories
    }

    convenience init(_ title: String, _ year: Int? = nil, by author: String = "") {
        self.init()
        (self.title, self.year, self.author) = (title, year, author)
    }
}

@Model final class AudioBook: Book {
    var minutes = 0.0
}

@Model final class Shelf: BaseModel {
    var length = 0
}

/// A store with tables of a test's own.
final class Library: Sendable {
    let server: Server
    let schema: String
    /// The connection string.
    let url: String
    let store: PostgresStore
    let books = ModelRecords<Book>(in: .postgres)

    init(
        _ indexes: PostgresStore.Index..., server: Server? = .shared, settings: String = "", patience: Double = 10,
        timeout: Double = 60
    ) throws {
        self.server = try #require(server)
        schema = "test_" + UUID().uuidString.lowercased().filter { $0 != "-" }
        try Self.query(self.server.url, "CREATE SCHEMA \(schema)")
        url = self.server.url + "?application_name=\(schema)&options=-csearch_path%3D\(schema)\(settings)"
        store = PostgresStore(url, indexes: indexes, patience: patience, timeout: timeout)
    }

    deinit { _ = try? Self.query(server.url, "DROP SCHEMA \(schema) CASCADE") }

    /// Another store with the same tables.
    func another(_ indexes: PostgresStore.Index..., patience: Double = 10) -> PostgresStore {
        PostgresStore(url, indexes: indexes, patience: patience)
    }

    /// Runs `body` in a program that has this store and no other.
    func use<Result>(_ body: () throws -> Result) rethrows -> Result {
        try FormatRegistry.withFormats(FormatRegistry(stores: [store]), body)
    }

    /// The first column that another program gets.
    @discardableResult
    func query(_ sql: String) throws -> [String] { try Self.query(url, sql) }

    /// The statements that the store's connections have carried out last.
    func statements() throws -> [String] {
        try query(
            "SELECT query FROM pg_stat_activity WHERE application_name = '\(schema)' AND pid <> pg_backend_pid()")
    }

    /// True if a connection of the store waits in `pg_sleep`.
    func isAsleep() throws -> Bool {
        let sql =
            "SELECT count(*) > 0 FROM pg_stat_activity WHERE application_name = '\(schema)' AND wait_event = 'PgSleep'"
        return try query(sql) == ["t"]
    }

    /// The server's processes for the store's connections.
    func processes() throws -> [Int32] {
        try query("SELECT pid FROM pg_stat_activity WHERE application_name = '\(schema)' AND pid <> pg_backend_pid()")
            .compactMap { Int32($0) }
    }

    /// Ends the connections of the store.
    func endConnections() throws {
        try query(
            """
            SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
            WHERE application_name = '\(schema)' AND pid <> pg_backend_pid()
            """)
    }

    struct QueryError: Error { let message: String }

    @discardableResult
    private static func query(_ url: String, _ sql: String) throws -> [String] {
        var connection = unsafe PQconnectdb(url)
        defer { unsafe PQfinish(connection) }
        // A server that was stopped at once may still be starting.
        let end = Date.now + 30
        while unsafe PQstatus(connection) != CONNECTION_OK, Date.now < end {
            unsafe PQfinish(connection)
            usleep(100_000)
            unsafe connection = PQconnectdb(url)
        }
        _ = unsafe PQsetNoticeReceiver(connection, { _, _ in }, nil)
        let result = unsafe PQexec(connection, sql)
        defer { unsafe PQclear(result) }
        let status = unsafe PQresultStatus(result)
        guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK else {
            throw QueryError(message: unsafe String(cString: PQerrorMessage(connection)))
        }
        return (0..<(unsafe PQntuples(result))).map { unsafe String(cString: PQgetvalue(result, $0, 0)) }
    }
}

/// The code of the error that `body` throws; nil where it throws none.
func errorCode(_ body: () throws -> Void) -> ModelError.Code? {
    do {
        try body()
        return nil
    } catch {
        return ModelError(wrapping: error).code
    }
}
#endif
