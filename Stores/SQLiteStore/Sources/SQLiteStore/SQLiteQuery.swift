import FormatSupport
import Foundation
import GRDB
import ModelCore

/// A query as a statement of SQL. The statement finds all records that the query does, and a few more where SQLite reads
/// numbers and texts less exactly, or has no words for a condition: `StoreQuery.matches` decides.
struct SQLiteQuery {
    let sql: String
    let arguments: StatementArguments

    /// The statement for a query. Nil if SQLite can't have its order.
    init?(_ query: StoreQuery, place: String, className: String, indexedPaths: Set<ModelPath>) {
        var text = "SELECT id, version, json FROM model_record WHERE place = ? AND class = ?"
        var arguments: [(any DatabaseValueConvertible)?] = [place, className]
        for condition in query.conditions {
            guard let value = Value(condition.path, indexedPaths),
                let test = Self.sql(condition.test, value, &arguments)
            else { continue }
            text += " AND " + test
        }
        text += " ORDER BY "
        for order in query.order {
            guard let value = Value(order.path, indexedPaths) else { return nil }
            text += value.sql + (order.isDescending ? " DESC, " : ", ")
            arguments += value.arguments
        }
        sql = text + "id"
        self.arguments = StatementArguments(arguments)
    }

    // MARK: Values

    /// The text of the path to a value as SQLite has it. Nil for a path with keys that SQLite might take for other ones:
    /// it compares them with the text of the JSON, in which some characters are escaped.
    static func text(of path: ModelPath) -> String? {
        var text = "$"
        for component in path.components {
            switch component {
            case .index(let index): text += "[\(index)]"
            case .key(let key):
                guard !key.isEmpty, key.first != "$", key.unicodeScalars.allSatisfy(isPlain) else { return nil }
                text += ".\"\(key)\""
            }
        }
        return path.components.isEmpty ? nil : text
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "_", "-", ".", " ", "'", "$", ":", "0"..."9", "A"..."Z", "a"..."z": true
        default: scalar.value >= 0xA0 && scalar.properties.isAlphabetic
        }
    }

    /// The value at a path, for an index. An index is only used by statements with the very same text.
    static func value(literally path: ModelPath) -> String {
        value("'" + (text(of: path) ?? "").replacing("'", with: "''") + "'")
    }

    /// The value at a path: a number, a text, or NULL, which a container is, too.
    private static func value(_ path: String) -> String {
        "CASE WHEN json_type(json, \(path)) IN ('array', 'object') THEN NULL ELSE json_extract(json, \(path)) END"
    }

    /// The value at a path, in a statement. Only paths of indexes are in the text.
    private struct Value {
        let sql: String
        let arguments: [(any DatabaseValueConvertible)?]

        init?(_ path: ModelPath, _ indexedPaths: Set<ModelPath>) {
            guard let text = SQLiteQuery.text(of: path) else { return nil }
            let isIndexed = indexedPaths.contains(path)
            sql = "(" + (isIndexed ? SQLiteQuery.value(literally: path) : SQLiteQuery.value("?")) + ")"
            arguments = isIndexed ? [] : [text, text]
        }
    }

    // MARK: Conditions

    /// More values than that are left to the reader: a statement has a greatest number of parameters.
    private static let mostValues = 500

    private static func sql(
        _ test: StoreQuery.Test, _ value: Value, _ arguments: inout [(any DatabaseValueConvertible)?]
    ) -> String? {
        var bounds = Bounds(value)
        switch test {
        case .isOneOf(let scalars):
            guard scalars.count <= mostValues else { return nil }
            var tests: [String] = []
            for wanted in Set(scalars.map { StoreQuery.Value($0) }) {
                if wanted == .missing {
                    tests.append("\(value.sql) IS NULL")
                    bounds.arguments += value.arguments
                } else {
                    tests.append(bounds.between(wanted, wanted))
                }
            }
            arguments += bounds.arguments
            return tests.isEmpty ? "FALSE" : "(" + tests.joined(separator: " OR ") + ")"
        case .isAtLeast(let limit), .isAbove(let limit):
            let sql = bounds.between(StoreQuery.Value(limit), nil)
            arguments += bounds.arguments
            return sql
        case .isAtMost(let limit), .isBelow(let limit):
            let sql = bounds.between(nil, StoreQuery.Value(limit))
            arguments += bounds.arguments
            return sql
        }
    }

    /// Conditions with limits, and the arguments for them.
    private struct Bounds {
        private let value: Value
        var arguments: [(any DatabaseValueConvertible)?] = []

        init(_ value: Value) { self.value = value }

        /// The condition that a value is between two of the same kind, which are included.
        mutating func between(_ lower: StoreQuery.Value?, _ upper: StoreQuery.Value?) -> String {
            switch lower ?? upper ?? .missing {
            case .missing: return "FALSE"
            case .text where lower == upper: return compare("=", lower)
            // All texts are greater than all numbers, and none is less than the empty one.
            case .text:
                return compare(">=", lower ?? .text(ExactText(""))) + (upper.map { " AND " + compare("<=", $0) } ?? "")
            case .integer where lower == upper: return compare("=", lower)
            case .integer, .real:
                return (lower.map { compare(">=", $0) + " AND " } ?? "")
                    + (upper.map { compare("<=", $0) } ?? compare("<", .text(ExactText(""))))
            }
        }

        private mutating func compare(_ sign: String, _ limit: StoreQuery.Value?) -> String {
            arguments += value.arguments
            switch limit {
            case .integer(let number): arguments.append(number)
            // SQLite may read the numeral of a double as the next one.
            case .real(let number):
                arguments.append(sign == ">=" ? number.nextDown.nextDown : number.nextUp.nextUp)
            // SQLite's text ends at a NUL.
            case .text(let text): arguments.append(String(text.text.unicodeScalars.prefix { $0 != "\0" }))
            case .missing, nil: arguments.append(DatabaseValue.null)
            }
            return "\(value.sql) \(sign) ?"
        }
    }
}
