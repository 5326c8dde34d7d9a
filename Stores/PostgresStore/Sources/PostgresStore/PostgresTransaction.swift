import FormatSupport
import Foundation
import Records

/// A transaction or a snapshot whose body is running.
final class PostgresTransaction: StoreTransaction, @unchecked Sendable {
    @TaskLocal private static var open: [PostgresTransaction] = []

    // Only the thread that runs the body uses it: `session()` and `open(in:)` see to it.
    private let store: PostgresStore
    private let current: PostgresSession
    private let tables: PostgresTables
    private let place: String
    let canWrite: Bool
    private let thread = Thread.current
    private var isOver = false
    /// The version number of the records that this transaction saves. Nil if it has saved nothing yet.
    private var version: Int64?
    /// The number of cursors that were opened.
    private var cursors = 0
    /// The transaction that this instance represents at another place. Nil for the transaction itself.
    private let whole: PostgresTransaction?

    init(
        _ store: PostgresStore, _ session: PostgresSession, _ tables: PostgresTables, place: String?, canWrite: Bool
    ) {
        (self.store, self.canWrite, current, self.tables) = (store, canWrite, session, tables)
        self.place = place ?? ""
        whole = nil
    }

    private init(_ whole: PostgresTransaction, at place: String) {
        (store, canWrite, current, tables) = (whole.store, whole.canWrite, whole.current, whole.tables)
        self.place = place
        self.whole = whole
    }

    /// Returns the same transaction at another place.
    func at(_ place: String?) -> PostgresTransaction {
        (place ?? "") == self.place ? self : PostgresTransaction(whole ?? self, at: place ?? "")
    }

    /// Returns the innermost open transaction of a store on this thread. Returns nil if there is none.
    static func open(in store: PostgresStore) -> PostgresTransaction? {
        open.last { $0.store === store && !$0.isOver && $0.thread === Thread.current }
    }

    /// Runs the body. Afterwards the transaction can't be used any more.
    func run<Result>(_ body: (PostgresTransaction) throws -> Result) throws -> Result {
        defer { isOver = true }
        return try Self.$open.withValue(Self.open + [self]) { try body(self) }
    }

    /// Returns the transaction of the server.
    ///
    /// - Throws: `invalidCoding` if the transaction is over, or if it belongs to another thread.
    private func session() throws -> PostgresSession {
        guard !(whole ?? self).isOver, thread === Thread.current else {
            throw ModelError(.invalidCoding, "A transaction was used outside of its body, or by another thread.")
        }
        return current
    }

    // MARK: Reading

    /// The SQL clause that locks a record that a transaction reads. Other transactions that read the record then
    /// wait, so that a body that changes a value after reading it needn't fail.
    private var lock: String { canWrite ? " FOR UPDATE" : "" }

    func record(_ id: String, of record: StoreRecord) throws -> StoredRecord? {
        for name in [record.className] + record.formerClassNames {
            let found = try session().run(
                PostgresStatement(
                    sql: "SELECT version, json FROM model_record WHERE place = $1 AND class = $2 AND id = $3" + lock,
                    parameters: [.text(place), .text(name), .text(id)], isPrepared: true, takesRecords: canWrite),
                ignoring: 1)
            if found.count > 0 { return try stored(id, found.number(0, 0), found.data(0, 1), of: record) }
        }
        return nil
    }

    /// Returns the version of a record. Returns nil if the record doesn't exist.
    private func version(of id: String, _ record: StoreRecord) throws -> StoreVersion? {
        for name in [record.className] + record.formerClassNames {
            let found = try session().run(
                PostgresStatement(
                    sql: "SELECT version FROM model_record WHERE place = $1 AND class = $2 AND id = $3" + lock,
                    parameters: [.text(place), .text(name), .text(id)], isPrepared: true, takesRecords: canWrite))
            if found.count > 0 { return StoreVersion(found.number(0, 0)) }
        }
        return nil
    }

    func identifiers(of record: StoreRecord) throws -> [String] {
        var found: [[String]] = []
        for name in [record.className] + record.formerClassNames {
            let rows = try session().run(
                PostgresStatement(
                    sql: "SELECT id FROM model_record WHERE place = $1 AND class = $2 ORDER BY id",
                    parameters: [.text(place), .text(name)]))
            found.append((0..<rows.count).map { rows.text($0, 0) })
        }
        guard found.dropFirst().contains(where: { !$0.isEmpty }) else { return found[0] }
        return Set(found.joined().map { ExactText($0) }).sorted().map(\.text)
    }

    func forEachRecord(
        of record: StoreRecord, matching query: StoreQuery, _ body: (StoredRecord) throws -> Void
    ) throws {
        try query.requireAnswerable()
        let hasFormerNames = try hasFormerNames(record)
        if !hasFormerNames, let translated = statement(query, record.className),
            try forEachRecord(of: record, translated, matching: query, body)
        {
            return
        }
        // The database can't have the order, or can't tell which one of several names counts.
        let names = [record.className] + (hasFormerNames ? record.formerClassNames : [])
        var conditions = StoreQuery()
        if !hasFormerNames { conditions.conditions = query.conditions }
        var seen: Set<ExactText> = []
        var all: [StoredRecord] = []
        for name in names {
            guard let translated = statement(conditions, name) else { continue }
            _ = try forEachRecord(of: record, translated, matching: StoreQuery()) { found in
                if seen.insert(ExactText(found.id)).inserted, query.matches(found) { all.append(found) }
            }
        }
        try query.selection(from: all).forEach(body)
    }

    private func statement(_ query: StoreQuery, _ className: String) -> PostgresQuery? {
        PostgresQuery(query, place: place, className: className, indexedPaths: tables.indexedPaths)
    }

    /// The number of rows that are in memory at the same time.
    private static let batch = 200

    /// Calls `body` with the records that a statement finds, if they match the query.
    ///
    /// - Returns: False if the database can't have the order, because one of the first records can't be read. Then `body`
    ///   wasn't called.
    private func forEachRecord(
        of record: StoreRecord, _ statement: PostgresQuery, matching query: StoreQuery,
        _ body: (StoredRecord) throws -> Void
    ) throws -> Bool {
        let first = max(query.offset, 0)
        let (sum, isBeyond) = first.addingReportingOverflow(max(query.limit ?? .max, 0))
        let end = isBeyond ? .max : sum
        var count = 0
        var hasFault = false
        // The matching records of some rows, without the records before the query's offset and after its limit.
        func taken(_ rows: PostgresResult) throws -> [StoredRecord] {
            var taken: [StoredRecord] = []
            for row in 0..<rows.count where count < end {
                let found = try foundRecord(rows.text(row, 0), rows.number(row, 1), rows.data(row, 2), of: record)
                guard query.matches(found) else { continue }
                if found.fault != nil { hasFault = true }
                count += 1
                if count > first { taken.append(found) }
            }
            return taken
        }
        let session = try session()
        guard first < end else { return true }
        let batch = min(Self.batch, end)
        var rows = try session.run(
            PostgresStatement(sql: statement.sql + " LIMIT \(batch)", parameters: statement.parameters), ignoring: 2)
        var found = try taken(rows)
        if hasFault, !query.order.isEmpty { return false }
        guard rows.count == batch, count < end else {
            try found.forEach(body)
            return true
        }
        // The cursor is opened before the body runs, which may change records: it finds them as they were.
        let whole = whole ?? self
        whole.cursors += 1
        let cursor = "model_cursor_\(whole.cursors)"
        let sql = "DECLARE \(cursor) NO SCROLL CURSOR FOR \(statement.sql) OFFSET \(batch)"
        _ = try session.run(PostgresStatement(sql: sql, parameters: statement.parameters))
        while true {
            try found.forEach(body)
            guard count < end, rows.count > 0 else { break }
            rows = try session.run(PostgresStatement(sql: "FETCH \(Self.batch) FROM \(cursor)"), ignoring: 2)
            found = try taken(rows)
        }
        _ = try session.run(PostgresStatement(sql: "CLOSE \(cursor)"))
        return true
    }

    /// Returns true if there are records under an earlier name of the class.
    private func hasFormerNames(_ record: StoreRecord) throws -> Bool {
        try record.formerClassNames.contains { name in
            try session().run(
                PostgresStatement(
                    sql: "SELECT EXISTS (SELECT 1 FROM model_record WHERE place = $1 AND class = $2)",
                    parameters: [.text(place), .text(name)], isPrepared: true)
            ).bool(0, 0)
        }
    }

    private func stored(_ id: String, _ version: Int64, _ json: Data, of record: StoreRecord) throws -> StoredRecord {
        let document = try RecordJSON(record.format).document(from: json, limits: record.limits)
        return StoredRecord(id: id, version: StoreVersion(version), document: document)
    }

    /// Returns a record. Returns a record with a fault if it can't be read: this is no error for other records.
    private func foundRecord(
        _ id: String, _ version: Int64, _ json: Data, of record: StoreRecord
    ) throws -> StoredRecord {
        do {
            return try stored(id, version, json, of: record)
        } catch let error as CancellationError {
            throw error
        } catch {
            return StoredRecord(id: id, version: StoreVersion(version), fault: ModelError(wrapping: error))
        }
    }

    // MARK: Writing

    func save(
        _ document: ModelDocument, id: String, of record: StoreRecord, expecting expected: StoreExpectation
    ) throws -> StoreVersion {
        try record.requireIdentifier(id)
        let json = try RecordJSON(record.format).text(of: document, limits: record.limits)
        var expected = expected
        if !record.formerClassNames.isEmpty {
            try require(expected, id, record)
            for name in record.formerClassNames { try remove(id, name) }
            expected = .anything
        }
        let whole = whole ?? self
        let (sql, last) = Self.saving(expected)
        func statement(_ version: Int64?) -> PostgresStatement {
            let number = version.map { PostgresParameter.number($0) } ?? .null
            return PostgresStatement(
                sql: sql, parameters: [.text(place), .text(record.className), .text(id), number, .text(json)] + last,
                isPrepared: true)
        }
        // A transaction that has to be repeated keeps the number that its body knows.
        let saved = try session().change(statement(whole.version)) { statement($0.count > 0 ? $0.number(0, 0) : nil) }
        guard saved.count > 0 else { throw Self.changed() }
        whole.version = saved.number(0, 0)
        return StoreVersion(saved.number(0, 0))
    }

    /// Returns the statement that saves a record if the stored record is the expected one, and the statement's last
    /// parameters. The statement's answer is the version: the transaction's version, or the next version if the
    /// transaction has none yet.
    private static func saving(_ expected: StoreExpectation) -> (sql: String, last: [PostgresParameter]) {
        let version = "coalesce($4::bigint, nextval('model_version'))"
        let insert =
            "INSERT INTO model_record (place, class, id, version, json) VALUES ($1, $2, $3, \(version), $5) ON CONFLICT (place, class, id) DO "
        switch expected {
        case .nothing: return (insert + "NOTHING RETURNING version", [])
        case .anything:
            return (insert + "UPDATE SET version = excluded.version, json = excluded.json RETURNING version", [])
        case .version(let known):
            let sql =
                "UPDATE model_record SET version = \(version), json = $5 WHERE place = $1 AND class = $2 AND id = $3 AND version = $6 RETURNING version"
            return (sql, [Int64(known.rawValue).map { .number($0) } ?? .null])
        }
    }

    private static func changed() -> ModelError {
        ModelError(.fileChanged, "The record isn't the one that was last loaded or saved.")
    }

    /// Throws `fileChanged` if the stored record isn't the expected record.
    private func require(_ expected: StoreExpectation, _ id: String, _ record: StoreRecord) throws {
        if expected != .anything { try expected.require(try version(of: id, record)) }
    }

    func remove(_ id: String, of record: StoreRecord, expecting expected: StoreExpectation) throws {
        try require(expected, id, record)
        for name in [record.className] + record.formerClassNames { try remove(id, name) }
    }

    private func remove(_ id: String, _ className: String) throws {
        _ = try session().change(
            PostgresStatement(
                sql: "DELETE FROM model_record WHERE place = $1 AND class = $2 AND id = $3",
                parameters: [.text(place), .text(className), .text(id)], isPrepared: true))
    }

    // MARK: Shared instances

    /// Returns the values of the shared instance of a class. Returns nil if there are none.
    func shared(of record: StoreRecord) throws -> Data? {
        for name in [record.className] + record.formerClassNames {
            let found = try session().run(
                PostgresStatement(
                    sql: "SELECT json FROM model_shared WHERE place = $1 AND class = $2" + lock,
                    parameters: [.text(place), .text(name)], isPrepared: true, takesRecords: canWrite))
            if found.count > 0 { return found.data(0, 0) }
        }
        return nil
    }

    /// Replaces the values of the shared instance of a class. Nil removes them.
    func setShared(_ json: String?, of record: StoreRecord) throws {
        for name in (json == nil ? [record.className] : []) + record.formerClassNames {
            _ = try session().change(
                PostgresStatement(
                    sql: "DELETE FROM model_shared WHERE place = $1 AND class = $2",
                    parameters: [.text(place), .text(name)], isPrepared: true))
        }
        guard let json else { return }
        _ = try session().change(
            PostgresStatement(
                sql: """
                    INSERT INTO model_shared (place, class, json) VALUES ($1, $2, $3)
                    ON CONFLICT (place, class) DO UPDATE SET json = excluded.json
                    """, parameters: [.text(place), .text(record.className), .text(json)], isPrepared: true))
    }
}
