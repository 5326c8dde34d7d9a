import FormatSupport
import Foundation
import GRDB
import ModelCore

/// A transaction of SQLite whose body runs, or a snapshot.
final class SQLiteTransaction: StoreTransaction, @unchecked Sendable {
    @TaskLocal private static var open: [SQLiteTransaction] = []

    // Only the thread that runs the body uses it: `connection()` and `open(in:)` see to it.
    private let store: SQLiteStore
    private let database: SQLiteDatabase
    private let current: Database
    private let place: String
    let canWrite: Bool
    private let thread = Thread.current
    private var isOver = false
    /// The number of this transaction's versions; nil if it has saved nothing yet.
    private var version: Int64?
    /// The transaction that this is another place of; nil for itself.
    private let whole: SQLiteTransaction?

    init(_ store: SQLiteStore, _ database: SQLiteDatabase, _ connection: Database, place: String?, canWrite: Bool) {
        (self.store, self.database, self.canWrite, current) = (store, database, canWrite, connection)
        self.place = place ?? ""
        whole = nil
    }

    private init(_ whole: SQLiteTransaction, at place: String) {
        (store, database, canWrite, current) = (whole.store, whole.database, whole.canWrite, whole.current)
        self.place = place
        self.whole = whole
    }

    /// The transaction in another place.
    func at(_ place: String?) -> SQLiteTransaction {
        (place ?? "") == self.place ? self : SQLiteTransaction(whole ?? self, at: place ?? "")
    }

    /// The innermost transaction of a store in whose body this thread is; nil if there is none.
    static func open(in store: SQLiteStore) -> SQLiteTransaction? {
        open.last { $0.store === store && !$0.isOver && $0.thread === Thread.current }
    }

    /// Runs the body. Afterwards the transaction can't be used any more.
    func run<Result>(_ body: (SQLiteTransaction) throws -> Result) throws -> Result {
        defer { isOver = true }
        return try Self.$open.withValue(Self.open + [self]) { try body(self) }
    }

    /// The connection.
    ///
    /// - Throws: `invalidCoding` if the transaction is over, or another thread's.
    private func connection() throws -> Database {
        guard !(whole ?? self).isOver, thread === Thread.current else {
            throw ModelError(.invalidCoding, "A transaction was used outside of its body, or by another thread.")
        }
        return current
    }

    // MARK: Reading

    func record(_ id: String, of record: StoreRecord) throws -> StoredRecord? {
        try withRow(of: id, record) { try stored(id, $0[0], $0[1], of: record) }
    }

    /// The version of a record; nil if there is none.
    private func version(of id: String, _ record: StoreRecord) throws -> StoreVersion? {
        try withRow(of: id, record) { StoreVersion($0[0] ?? 0) }
    }

    /// Passes the row of a record, with its version and its JSON, under the name of the class that counts. Returns nil
    /// if there is no row.
    private func withRow<Result>(of id: String, _ record: StoreRecord, _ body: (Row) throws -> Result) throws -> Result?
    {
        let statement = try connection().cachedStatement(
            sql: "SELECT version, json FROM model_record WHERE place = ? AND class = ? AND id = ?")
        for name in [record.className] + record.formerClassNames {
            // Values are taken from the statement, where no type is a wrong one.
            let rows = try Row.fetchCursor(statement, arguments: [place, name, id])
            if let row = try rows.next() { return try body(row) }
        }
        return nil
    }

    func identifiers(of record: StoreRecord) throws -> [String] {
        let connection = try connection()
        var found: [[String]] = []
        for name in [record.className] + record.formerClassNames {
            let sql = "SELECT id FROM model_record WHERE place = ? AND class = ? ORDER BY id"
            found.append(try String.fetchAll(connection, sql: sql, arguments: [place, name]))
        }
        guard found.dropFirst().contains(where: { !$0.isEmpty }) else { return found[0] }
        return Set(found.joined().map { ExactText($0) }).sorted().map(\.text)
    }

    func forEachRecord(
        of record: StoreRecord, matching query: StoreQuery, _ body: (StoredRecord) throws -> Void
    ) throws {
        let translated = SQLiteQuery(
            query, place: place, className: record.className, indexedPaths: database.indexedPaths)
        guard let translated, try !hasFormerNames(record) else {
            var all: [StoredRecord] = []
            for id in try identifiers(of: record) {
                if let found = try self.record(id, of: record), query.matches(found.document) { all.append(found) }
            }
            return try query.selection(from: all).forEach(body)
        }
        let (first, count) = (max(query.offset, 0), max(query.limit ?? .max, 0))
        var found = 0
        // Returns false if that was all.
        func take(_ id: String, _ version: Int64?, _ json: Data?) throws -> Bool {
            guard found - first < count else { return false }
            let stored: StoredRecord
            do { stored = try self.stored(id, version, json, of: record) } catch {
                throw ModelError.prefixing(.key(id), to: error)
            }
            guard query.matches(stored.document) else { return true }
            found += 1
            if found > first { try body(stored) }
            return found - first < count
        }
        let rows = try Row.fetchCursor(try connection(), sql: translated.sql, arguments: translated.arguments)
        guard canWrite else {
            while let row = try rows.next(), try take(row[0] ?? "", row[1], row[2]) {}
            return
        }
        // The body may change records. The rows are read first, so that none is met twice.
        var all: [(id: String, version: Int64?, json: Data?)] = []
        while let row = try rows.next() { all.append((row[0] ?? "", row[1], row[2])) }
        for row in all where try !take(row.id, row.version, row.json) { return }
    }

    /// True if there are records under an earlier name of the class.
    private func hasFormerNames(_ record: StoreRecord) throws -> Bool {
        try record.formerClassNames.contains {
            let sql = "SELECT EXISTS (SELECT * FROM model_record WHERE place = ? AND class = ?)"
            return try Bool.fetchOne(try connection(), sql: sql, arguments: [place, $0]) ?? false
        }
    }

    private func stored(_ id: String, _ version: Int64?, _ json: Data?, of record: StoreRecord) throws -> StoredRecord {
        let document = try RecordJSON(record.format).document(from: json ?? Data(), limits: record.limits)
        return StoredRecord(id: id, version: StoreVersion(version ?? 0), document: document)
    }

    // MARK: Writing

    func save(
        _ document: ModelDocument, id: String, of record: StoreRecord, expecting expected: StoreExpectation
    ) throws -> StoreVersion {
        try record.requireIdentifier(id)
        let json = try RecordJSON(record.format).text(of: document, limits: record.limits)
        if expected != .anything {
            try expected.require(try version(of: id, record))
        }
        let connection = try connection()
        for name in record.formerClassNames { try remove(id, name) }
        let version = try nextVersion()
        let statement = try connection.cachedStatement(
            sql: """
                INSERT INTO model_record (place, class, id, version, json) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (place, class, id) DO UPDATE SET version = excluded.version, json = excluded.json
                """)
        try statement.execute(arguments: [place, record.className, id, version, json])
        return StoreVersion(version)
    }

    /// The version of what this transaction saves: one more than that of the transaction that has saved before it.
    private func nextVersion() throws -> Int64 {
        let whole = whole ?? self
        if let version = whole.version { return version }
        let sql = "UPDATE model_store SET version = version + 1 RETURNING version"
        guard let version = try Int64.fetchOne(try connection(), sql: sql) else {
            throw ModelError(.corruptData, "The table model_store has no row.")
        }
        whole.version = version
        return version
    }

    func remove(_ id: String, of record: StoreRecord, expecting expected: StoreExpectation) throws {
        if expected != .anything {
            try expected.require(try version(of: id, record))
        }
        for name in [record.className] + record.formerClassNames { try remove(id, name) }
    }

    private func remove(_ id: String, _ className: String) throws {
        let statement = try connection().cachedStatement(
            sql: "DELETE FROM model_record WHERE place = ? AND class = ? AND id = ?")
        try statement.execute(arguments: [place, className, id])
    }

    // MARK: Shared instances

    /// The values that are kept once of a class; nil if there are none.
    func shared(of record: StoreRecord) throws -> Data? {
        let connection = try connection()
        for name in [record.className] + record.formerClassNames {
            let sql = "SELECT json FROM model_shared WHERE place = ? AND class = ?"
            if let json = try Data.fetchOne(connection, sql: sql, arguments: [place, name]) { return json }
        }
        return nil
    }

    /// Replaces these values; nil removes them.
    func setShared(_ json: String?, of record: StoreRecord) throws {
        let connection = try connection()
        for name in [record.className] + record.formerClassNames {
            try connection.execute(
                sql: "DELETE FROM model_shared WHERE place = ? AND class = ?", arguments: [place, name])
        }
        guard let json else { return }
        try connection.execute(
            sql: "INSERT INTO model_shared (place, class, json) VALUES (?, ?, ?)",
            arguments: [place, record.className, json])
    }
}
