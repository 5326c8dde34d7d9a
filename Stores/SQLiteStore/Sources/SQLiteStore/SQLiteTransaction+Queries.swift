import FormatSupport
import Foundation
import GRDB
import Records

extension SQLiteTransaction {
    func forEachRecord(
        of record: StoreRecord, matching query: StoreQuery, _ body: (StoredRecord) throws -> Void
    ) throws {
        try query.requireAnswerable()
        if try hasFormerNames(record) { return try query.selection(from: all(of: record)).forEach(body) }
        let awkward = try reading { connection in
            let statement = try connection.cachedStatement(sql: SQLiteQuery.awkward)
            return try rows(Row.fetchCursor(statement, arguments: [place, record.className]))
        }
        let translated = SQLiteQuery(
            query, place: place, className: record.className, indexedPaths: database.indexedPaths,
            leavesOutAwkward: !awkward.isEmpty)
        var others = try awkward.map { try stored($0, of: record) }
        guard translated.isOrdered else {
            others += try rows(translated.sql, translated.arguments).map { try stored($0, of: record) }
            return try query.selection(from: others).forEach(body)
        }
        var whole = query
        (whole.offset, whole.limit) = (0, nil)
        var answer = Answer(query, others: whole.selection(from: others))
        try forEachRow(translated) { row in
            guard answer.isIncomplete else { return false }
            let stored = try stored(row, of: record)
            if query.matches(stored) { try answer.append(stored, body) }
            return answer.isIncomplete
        }
        try answer.finish(body)
    }

    /// The answer to a query. It merges two sequences, both in the query's order: the records that SQLite finds, and
    /// the other records.
    private struct Answer {
        private let query: StoreQuery
        private var others: ArraySlice<StoredRecord>
        private var left: Int
        private var skipped: Int

        init(_ query: StoreQuery, others: [StoredRecord]) {
            self.query = query
            self.others = others[...]
            skipped = max(query.offset, 0)
            left = max(query.limit ?? .max, 0)
        }

        var isIncomplete: Bool { left > 0 }

        /// Passes a record to `body`, after the other records that come before it.
        mutating func append(_ record: StoredRecord, _ body: (StoredRecord) throws -> Void) throws {
            while let other = others.first, query.areInOrder(other, record) {
                others.removeFirst()
                try pass(other, body)
            }
            try pass(record, body)
        }

        /// Passes the rest of the other records to `body`.
        mutating func finish(_ body: (StoredRecord) throws -> Void) throws {
            while isIncomplete, let other = others.popFirst() { try pass(other, body) }
        }

        private mutating func pass(_ record: StoredRecord, _ body: (StoredRecord) throws -> Void) throws {
            guard isIncomplete else { return }
            guard skipped == 0 else {
                skipped -= 1
                return
            }
            left -= 1
            try body(record)
        }
    }

    // MARK: Rows

    private typealias Values = (id: String, version: Int64, json: Data)

    private func values(_ row: Row) -> Values { (row[0] ?? "", row[1] ?? 0, row[2] ?? Data()) }

    private func rows(_ cursor: RowCursor) throws -> [Values] {
        var found: [Values] = []
        while let row = try cursor.next() { found.append(values(row)) }
        return found
    }

    private func rows(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?]) throws -> [Values] {
        try reading { try rows(Row.fetchCursor($0, sql: sql, arguments: StatementArguments(arguments))) }
    }

    /// Calls `body` with each row until it returns false. In a transaction, the body may change records. Therefore
    /// all rows are read first, so that no row is passed twice.
    private func forEachRow(_ query: SQLiteQuery, _ body: (Values) throws -> Bool) throws {
        guard !canWrite else {
            for row in try rows(query.sql, query.arguments) where try !body(row) { return }
            return
        }
        let rows = try reading {
            try Row.fetchCursor($0, sql: query.sql, arguments: StatementArguments(query.arguments))
        }
        while let row = try reading({ _ in try rows.next().map { values($0) } }), try body(row) {}
    }

    /// Returns the record of a row. Returns a record with a fault if the library can't read it.
    private func stored(_ row: Values, of record: StoreRecord) throws -> StoredRecord {
        let version = StoreVersion(row.version)
        do {
            return StoredRecord(id: row.id, version: version, document: try document(row.json, record))
        } catch {
            let fault = ModelError(wrapping: error)
            if fault.underlyingError is CancellationError { throw error }
            return StoredRecord(id: row.id, version: version, fault: fault)
        }
    }

    // MARK: Former names

    /// Returns true if there are records under an earlier name of the class.
    private func hasFormerNames(_ record: StoreRecord) throws -> Bool {
        try reading { connection in
            try record.formerClassNames.contains {
                let sql = "SELECT EXISTS (SELECT * FROM model_record WHERE place = ? AND class = ?)"
                return try Bool.fetchOne(connection, sql: sql, arguments: [place, $0]) ?? false
            }
        }
    }

    /// Returns all records of a class, under all of its names.
    private func all(of record: StoreRecord) throws -> [StoredRecord] {
        var known: Set<ExactText> = []
        var found: [StoredRecord] = []
        for name in [record.className] + record.formerClassNames {
            let sql = "SELECT id, version, json FROM model_record WHERE place = ? AND class = ?"
            for row in try rows(sql, [place, name]) where known.insert(ExactText(row.id)).inserted {
                found.append(try stored(row, of: record))
            }
        }
        return found
    }
}
