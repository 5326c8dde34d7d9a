import FormatSupport
import Foundation
import GRDB
import Records

/// A query as a statement of SQL, for records that SQLite reads as this library does: see ``SQLiteTables/isAwkward``.
/// The statement finds all of these records that match the query. It finds a few more if SQL can't express a
/// condition. `StoreQuery.matches` then checks each record.
struct SQLiteQuery {
    private(set) var sql = "SELECT id, version, json FROM model_record WHERE place = ? AND class = ?"
    private(set) var arguments: [(any DatabaseValueConvertible)?]
    /// True if the statement finds records in the query's order.
    let isOrdered: Bool

    /// - Parameter leavesOutAwkward: True if there are awkward records. The statement must not find them.
    init(
        _ query: StoreQuery, place: String, className: String, indexedPaths: Set<ModelPath>, leavesOutAwkward: Bool
    ) {
        arguments = [place, className]
        var order: [(sql: String, argument: String?)] = []
        for part in query.order {
            guard let value = Value(part.path, indexedPaths) else { break }
            order.append((value.sql + (part.isDescending ? " DESC" : ""), value.argument))
        }
        isOrdered = order.count == query.order.count
        for condition in query.conditions.prefix(Self.mostConditions) {
            guard let value = Value(condition.path, indexedPaths) else { continue }
            sql += " AND " + test(condition.test, value)
        }
        if leavesOutAwkward { sql += " AND NOT \(SQLiteTables.isAwkward)" }
        guard isOrdered else { return }
        sql += " ORDER BY " + (order.map(\.sql) + ["id"]).joined(separator: ", ")
        for part in order {
            if let argument = part.argument { arguments += [argument, argument] }
        }
    }

    /// The greatest number of conditions in a statement. Further conditions are checked by the reader, because SQLite
    /// examines all combinations of conditions, and the depth of an expression is limited.
    private static let mostConditions = 40

    /// The statement that finds the awkward records of a class.
    static let awkward = """
        SELECT id, version, json FROM model_record WHERE place = ? AND class = ? AND \(SQLiteTables.isAwkward) \
        ORDER BY id
        """

    /// The value at a path, in a statement. Only the paths of indexes are written into the statement's text.
    private struct Value {
        let sql: String
        /// The path as an argument for two parameters.
        let argument: String?

        init?(_ path: ModelPath, _ indexedPaths: Set<ModelPath>) {
            switch SQLiteLocation(path) {
            case .unknown: return nil
            case .nowhere: (sql, argument) = ("NULL", nil)
            case .path(let text):
                let isIndexed = indexedPaths.contains(path)
                sql = SQLiteLocation.value(at: isIndexed ? SQLiteLocation.literal(text) : "?")
                argument = isIndexed ? nil : text
            }
        }
    }

    // MARK: Conditions

    private mutating func test(_ test: StoreQuery.Test, _ value: Value) -> String {
        switch test {
        case .isOneOf(let scalars): isOneOf(Set(scalars.map { StoreQuery.Value($0) }), value)
        case .isAtLeast(let limit), .isAbove(let limit): isAtLeast(StoreQuery.Value(limit), value)
        case .isAtMost(let limit), .isBelow(let limit): isAtMost(StoreQuery.Value(limit), value)
        }
    }

    /// Returns the SQL expression of a value, for a comparison.
    private mutating func compared(_ value: Value) -> String {
        if let argument = value.argument { arguments += [argument, argument] }
        return value.sql
    }

    /// Returns the condition that a value is at least a limit. All texts are greater than all numbers, and no text is
    /// less than the empty text.
    private mutating func isAtLeast(_ limit: StoreQuery.Value, _ value: Value) -> String {
        switch limit {
        case .missing: return "FALSE"
        case .text(let text):
            let sql = compared(value) + " >= ?"
            arguments.append(text.start)
            return sql
        case .integer, .real:
            var sql = compared(value) + " >= ?"
            arguments.append(limit.bounds.lower)
            sql += " AND " + compared(value) + " < ''"
            return sql
        }
    }

    private mutating func isAtMost(_ limit: StoreQuery.Value, _ value: Value) -> String {
        switch limit {
        case .missing: return "FALSE"
        case .text(let text):
            var sql = compared(value) + " >= ''"
            sql += " AND " + compared(value) + " <= ?"
            arguments.append(text.start)
            return sql
        case .integer, .real:
            let sql = compared(value) + " <= ?"
            arguments.append(limit.bounds.upper)
            return sql
        }
    }

    /// Returns the condition that a value is in a list. The list is one argument, because the number of a statement's
    /// arguments is limited.
    private mutating func isOneOf(_ wanted: Set<StoreQuery.Value>, _ value: Value) -> String {
        var list: [String] = []
        for value in wanted { value.appendJSON(to: &list) }
        var tests: [String] = []
        if !list.isEmpty {
            tests.append(compared(value) + " IN (SELECT value FROM json_each(?))")
            arguments.append("[" + list.joined(separator: ",") + "]")
        }
        if wanted.contains(.missing) { tests.append(compared(value) + " IS NULL") }
        return tests.isEmpty ? "FALSE" : "(" + tests.joined(separator: " OR ") + ")"
    }
}

extension ExactText {
    /// The text up to the first NUL. Texts that SQLite compares contain no NUL.
    fileprivate var start: String { String(text.unicodeScalars.prefix { $0 != "\0" }) }
}

extension StoreQuery.Value {
    /// The number, and its neighbours if SQLite may have rounded the number to them.
    fileprivate var bounds: (lower: any DatabaseValueConvertible, upper: any DatabaseValueConvertible) {
        switch self {
        case .integer(let number) where number.magnitude <= 1 << 53: return (number, number)
        case .integer(let number): return (Double(number).nextDown, Double(number).nextUp)
        case .real(let number): return (number.nextDown.nextDown, number.nextUp.nextUp)
        case .text, .missing: return (DatabaseValue.null, DatabaseValue.null)
        }
    }

    /// Appends the value as JSON, and the neighbouring numbers if SQLite may have rounded the number to them.
    fileprivate func appendJSON(to list: inout [String]) {
        switch self {
        case .missing: break
        case .integer(let number):
            list.append("\(number)")
            if number.magnitude > 1 << 53 { Self.append(around: Double(number), to: &list) }
        case .real(let number): Self.append(around: number, to: &list)
        case .text(let text):
            guard !text.text.utf8.contains(0) else { return }
            var quoted = String.UnicodeScalarView("\"".unicodeScalars)
            for scalar in text.text.unicodeScalars {
                switch scalar {
                case "\"", "\\":
                    quoted.append("\\")
                    quoted.append(scalar)
                case "\0"..<" ":
                    let digits = String(scalar.value, radix: 16)
                    quoted.append(contentsOf: ("\\u00" + (digits.count < 2 ? "0" : "") + digits).unicodeScalars)
                default: quoted.append(scalar)
                }
            }
            quoted.append("\"")
            list.append(String(quoted))
        }
    }

    private static func append(around number: Double, to list: inout [String]) {
        for number in [number.nextDown, number, number.nextUp] {
            // JSON has no infinity: SQLite reads a number that is too large as one.
            list.append(number.isFinite ? "\(number)" : number < 0 ? "-1e999" : "1e999")
        }
    }
}
