import FormatSupport
import Foundation
import GRDB
import Records

/// A transaction or a snapshot of SQLite whose body is running.
final class SQLiteTransaction: StoreTransaction, @unchecked Sendable {
    @TaskLocal private static var open: [SQLiteTransaction] = []

    // Only the thread that runs the body uses it: `connection()` and `open(in:)` see to it.
    private let store: SQLiteStore
    let database: SQLiteDatabase
    private let current: Database
    let place: String
    let canWrite: Bool
    private let thread = Thread.current
    private var isOver = false
    /// The version that this transaction has assigned last. Nil if it has saved nothing yet.
    private var version: Int64?
    /// The transaction that this instance represents at another place. Nil for the transaction itself.
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

    /// Returns the same transaction at another place.
    func at(_ place: String?) -> SQLiteTransaction {
        (place ?? "") == self.place ? self : SQLiteTransaction(whole ?? self, at: place ?? "")
    }

    /// Returns the innermost open transaction of a store on this thread. Returns nil if there is none.
    static func open(in store: SQLiteStore) -> SQLiteTransaction? {
        open.last { $0.store === store && !$0.isOver && $0.thread === Thread.current }
    }

    /// Runs the body. Afterwards the transaction can't be used any more.
    func run(_ body: (SQLiteTransaction) -> Void) {
        defer { isOver = true }
        Self.$open.withValue(Self.open + [self]) { body(self) }
    }

    /// Returns the connection.
    ///
    /// - Throws: `invalidCoding` if the transaction is over, or if it belongs to another thread.
    func connection() throws -> Database {
        guard !(whole ?? self).isOver, thread === Thread.current else {
            throw ModelError(.invalidCoding, "A transaction was used outside of its body, or by another thread.")
        }
        return current
    }

    /// Runs `body`, which calls SQLite with the connection. Errors of SQLite are converted to errors of this library
    /// at once, because the body of the transaction may catch them.
    func reading<Result>(_ body: (Database) throws -> Result) throws -> Result {
        let connection = try connection()
        return try ModelError.fromSQLite(in: database.file, writes: false) { try body(connection) }
    }

    private func writing<Result>(_ body: (Database) throws -> Result) throws -> Result {
        let connection = try connection()
        return try ModelError.fromSQLite(in: database.file, writes: true) { try body(connection) }
    }

    // MARK: Reading

    func record(_ id: String, of record: StoreRecord) throws -> StoredRecord? {
        let found: (version: Int64?, json: Data?)? = try reading { try row(of: id, record, in: $0) { ($0[0], $0[1]) } }
        return try found.map { version, json in
            StoredRecord(
                id: id, version: StoreVersion(version ?? 0), document: try document(json ?? Data(), record))
        }
    }

    /// Returns the version of a record. Returns nil if the record doesn't exist.
    private func version(of id: String, _ record: StoreRecord, in connection: Database) throws -> StoreVersion? {
        try row(of: id, record, in: connection) { StoreVersion($0[0] ?? 0) }
    }

    /// Calls a function with the row of a record, with its version and its JSON. The row is stored under the current
    /// or an earlier name of the class. Returns nil if there is no row.
    private func row<Result>(
        of id: String, _ record: StoreRecord, in connection: Database, _ body: (Row) throws -> Result
    ) throws -> Result? {
        let statement = try connection.cachedStatement(
            sql: "SELECT version, json FROM model_record WHERE place = ? AND class = ? AND id = ?")
        for name in [record.className] + record.formerClassNames {
            // Values are taken from the statement, where no type is a wrong one.
            let rows = try Row.fetchCursor(statement, arguments: [place, name, id])
            if let row = try rows.next() { return try body(row) }
        }
        return nil
    }

    func identifiers(of record: StoreRecord) throws -> [String] {
        let found = try reading { connection in
            try ([record.className] + record.formerClassNames).map { name in
                let sql = "SELECT id FROM model_record WHERE place = ? AND class = ? ORDER BY id"
                return try String.fetchAll(connection, sql: sql, arguments: [place, name])
            }
        }
        guard found.dropFirst().contains(where: { !$0.isEmpty }) else { return found[0] }
        return Set(found.joined().map { ExactText($0) }).sorted().map(\.text)
    }

    func document(_ json: Data, _ record: StoreRecord) throws -> ModelDocument {
        try RecordJSON(record.format).document(from: json, limits: record.limits)
    }

    // MARK: Writing

    func save(
        _ document: ModelDocument, id: String, of record: StoreRecord, expecting expected: StoreExpectation
    ) throws -> StoreVersion {
        try record.requireIdentifier(id)
        let json = try RecordJSON(record.format).text(of: document, limits: record.limits)
        return try writing { connection in
            if expected != .anything { try expected.require(try version(of: id, record, in: connection)) }
            for name in record.formerClassNames { try remove(id, name, in: connection) }
            let version = try nextVersion(in: connection)
            let statement = try connection.cachedStatement(
                sql: """
                    INSERT INTO model_record (place, class, id, version, json) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (place, class, id) DO UPDATE SET version = excluded.version, json = excluded.json
                    """)
            try statement.execute(arguments: [place, record.className, id, version, json])
            return StoreVersion(version)
        }
    }

    func remove(_ id: String, of record: StoreRecord, expecting expected: StoreExpectation) throws {
        try writing { connection in
            if expected != .anything { try expected.require(try version(of: id, record, in: connection)) }
            for name in [record.className] + record.formerClassNames { try remove(id, name, in: connection) }
        }
    }

    private func remove(_ id: String, _ className: String, in connection: Database) throws {
        let statement = try connection.cachedStatement(
            sql: "DELETE FROM model_record WHERE place = ? AND class = ? AND id = ?")
        try statement.execute(arguments: [place, className, id])
    }

    // MARK: Versions

    /// Returns the version for a record that is saved. It is one more than the version of the save before it, by any
    /// program and of any record.
    private func nextVersion(in connection: Database) throws -> Int64 {
        let whole = whole ?? self
        let last: Int64
        if let version = whole.version {
            last = version
        } else {
            guard let version = try Int64.fetchOne(connection, sql: "SELECT version FROM model_store") else {
                throw ModelError(.corruptData, "The table model_store has no row.").inFile(database.file)
            }
            last = max(version, database.failedVersion)
        }
        let (next, isTooLarge) = last.addingReportingOverflow(1)
        guard !isTooLarge else {
            throw ModelError(.corruptData, "The table model_store has no further version.").inFile(database.file)
        }
        whole.version = next
        return next
    }

    private func noteVersion() throws {
        guard let version else { return }
        try current.execute(sql: "UPDATE model_store SET version = ?", arguments: [version])
    }

    /// Carries out the transaction. If `body` throws, everything is undone except the assigned versions: the body may
    /// have loaded an instance with such a version, and no other record may get the version.
    func carryOut(_ body: (SQLiteTransaction) throws -> Void) throws {
        var failure: (any Error)?
        var wasIncomplete = false
        do {
            try current.inTransaction(.immediate) {
                wasIncomplete = try database.complete(in: current)
                do {
                    try current.inSavepoint {
                        run { transaction in
                            do { try body(transaction) } catch { failure = error }
                        }
                        if let failure { throw failure }
                        return .commit
                    }
                } catch {
                    failure = error
                    // For some errors, such as a full disk, SQLite ends the whole transaction.
                    guard current.isInsideTransaction else { throw error }
                    guard version != nil || wasIncomplete else { return .rollback }
                }
                try noteVersion()
                return .commit
            }
        } catch {
            if let version { keepFailed(version) }
            throw failure ?? error
        }
        if wasIncomplete { database.noteComplete() }
        if let failure { throw failure }
    }

    /// Prevents that a version is assigned again, after its transaction has failed. This program doesn't assign it
    /// again. Other programs don't either, if the file can be written now.
    private func keepFailed(_ version: Int64) {
        database.noteFailed(version)
        try? current.inTransaction(.immediate) {
            try current.execute(
                sql: "UPDATE model_store SET version = ? WHERE version < ?", arguments: [version, version])
            return .commit
        }
    }

    // MARK: Shared instances

    /// Returns the values of the shared instance of a class. Returns nil if there are none.
    func shared(of record: StoreRecord) throws -> Data? {
        try reading { connection in
            for name in [record.className] + record.formerClassNames {
                let sql = "SELECT json FROM model_shared WHERE place = ? AND class = ?"
                if let json = try Data.fetchOne(connection, sql: sql, arguments: [place, name]) { return json }
            }
            return nil
        }
    }

    /// Replaces the values of the shared instance of a class. Nil removes them.
    func setShared(_ json: String?, of record: StoreRecord) throws {
        try writing { connection in
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
}
