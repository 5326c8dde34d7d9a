import FormatSupport
import Records

/// A query as a statement of SQL. The statement finds all records that match the query, and a few more, because
/// numbers are compared as doubles, and texts by their beginnings. `StoreQuery.matches` then checks each record. The
/// order is exact.
struct PostgresQuery {
    private(set) var sql: String
    private(set) var parameters: [PostgresParameter]

    /// Creates the statement for a query. Returns nil if the database can't sort records in the query's order.
    init?(_ query: StoreQuery, place: String, className: String, indexedPaths: Set<ModelPath>) {
        parameters = [.text(place), .text(className)]
        let paths = query.conditions.map(\.path) + query.order.map(\.path)
        let isIndexed = paths.contains { indexedPaths.contains($0) }
        sql = "SELECT id, version, json FROM model_record WHERE "
        sql += isIndexed ? Self.indexedKind + " = ARRAY[$1::text, $2::text]" : "place = $1 AND class = $2"
        for condition in query.conditions where parameters.count < Self.mostParameters {
            let count = parameters.count
            guard let value = value(at: condition.path, indexedPaths) else { continue }
            let test = test(condition.test, value)
            sql += " AND " + test
            // The database refuses a parameter to which nothing refers.
            if test == Self.never { parameters.removeLast(parameters.count - count) }
        }
        sql += " ORDER BY "
        for order in query.order {
            guard parameters.count < Self.mostParameters, let value = value(at: order.path, indexedPaths) else {
                return nil
            }
            sql += value.order(isDescending: order.isDescending) + ", "
        }
        sql += "id"
    }

    /// The greatest number of parameters for conditions. Further conditions are checked by the reader, because the
    /// number of parameters of a statement is limited.
    private static let mostParameters = 10_000
    /// The greatest number of components of a path in a statement. Conditions on longer paths are checked by the
    /// reader, because the server's stack is limited.
    private static let mostComponents = 100

    /// The place and the class of a record, as the first column of declared indexes. It isn't the columns of the
    /// primary key, because a planner without statistics uses any index with the columns of a condition, and might
    /// read all records of the class.
    static let indexedKind = "(ARRAY[place, class])"

    // MARK: Values

    /// A value as the database compares it, in several SQL expressions.
    private struct Value {
        /// The number that is nearest to the value. A text is represented by NaN, which is greater than all numbers.
        /// NULL if the value is missing.
        let number: String
        /// The beginning of the text, which fits into an index. NULL if the value is no text.
        let start: String
        /// The integer, if it isn't the only integer with its nearest double. NULL for any other value.
        let integer: String
        /// The whole text.
        let text: String

        /// - Parameters:
        ///   - json: The value in the column `data`.
        ///   - numeral: The value as a text of JSON, with the digits as they were saved.
        init(_ json: String, numeral: String) {
            let number = "(\(json))::numeric"
            self.number = """
                (CASE jsonb_typeof(\(json)) WHEN 'number' THEN CASE \
                WHEN abs(\(number)) BETWEEN 2.5e-324 AND 1.7976931348623157e308 THEN \(number)::float8 \
                WHEN abs(\(number)) < 1 THEN 0 ELSE sign(\(number))::float8 * 'Infinity'::float8 END \
                WHEN 'boolean' THEN CASE WHEN (\(json)) = 'true'::jsonb THEN 1 ELSE 0 END WHEN 'string' THEN 'NaN' END)
                """
            // The double 2^60 is written as 1.152921504606847e+18, which `jsonb` has as another integer. So a numeral with a
            // point or an exponent is a double if no shorter one is nearest to that. PostgreSQL doesn't shorten a numeral
            // to one in the middle of two doubles.
            let shortest = "\(number)::float8::text::numeric"
            func digits(_ number: String) -> String { "length(rtrim(trunc(\(number))::text, '0'))" }
            let isDouble = """
                (\(numeral) ~ '[.eE]' AND (\(number) = \(shortest) \
                OR (\(number) - 0.25)::float8 <> (\(number) + 0.25)::float8 AND \(digits(number)) < \(digits(shortest))))
                """
            integer = """
                (CASE jsonb_typeof(\(json)) WHEN 'number' THEN CASE \
                WHEN abs(\(number)) NOT BETWEEN 9007199254740990 AND 9300000000000000000 THEN NULL \
                WHEN abs(\(number)::float8) < 9007199254740992 THEN NULL \
                WHEN \(number) BETWEEN -9223372036854775808 AND 9223372036854775807 \
                AND \(number) = trunc(\(number)) AND NOT \(isDouble) THEN \(number)::int8 \
                WHEN \(number)::float8 >= -9223372036854775808 AND \(number)::float8 < 9223372036854775808 \
                THEN \(number)::float8::int8 END END)
                """
            text = "(CASE jsonb_typeof(\(json)) WHEN 'string' THEN (\(json)) #>> '{}' END COLLATE \"C\")"
            start =
                "(CASE jsonb_typeof(\(json)) WHEN 'string' THEN left((\(json)) #>> '{}', \(Value.length)) END COLLATE \"C\")"
        }

        /// The number of characters of the beginning of a text that indexes contain.
        static let length = 64

        func order(isDescending: Bool) -> String {
            isDescending
                ? "\(number) DESC NULLS LAST, \(start) DESC, \(integer) DESC, \(text) DESC"
                : "\(number) NULLS FIRST, \(start), \(integer), \(text)"
        }
    }

    /// Returns false for a path at which the database can't find the value: the path of the whole record, and a path
    /// with a key that JSON reserves.
    static func canRead(_ path: ModelPath) -> Bool {
        (1...mostComponents).contains(path.components.count)
            && path.components.allSatisfy { component in
                switch component {
                case .key(let key): key.unicodeScalars.first != "$"
                case .index(let index): index >= 0
                }
            }
    }

    /// Returns the value at a path, in a statement. Only the paths of indexes are written into the statement's text,
    /// because the server uses an index only for the same text. Other paths are parameters.
    private mutating func value(at path: ModelPath, _ indexedPaths: Set<ModelPath>) -> Value? {
        guard Self.canRead(path) else { return nil }
        if indexedPaths.contains(path) { return Self.value(at: path) { Self.literal($0) } }
        var references: [String] = []
        for case .key(let key) in path.components { references.append(parameter(.text(Self.kept(key))) + "::text") }
        return Self.value(at: path) { _ in references.removeFirst() }
    }

    /// - Parameter reference: Returns the SQL expression for a key.
    private static func value(at path: ModelPath, _ reference: (String) -> String) -> Value {
        var (json, numeral) = ("data", PostgresTables.jsonForFunctions + "::json")
        for component in path.components {
            switch component {
            case .key(let key):
                let key = reference(key)
                json += " -> \(key)"
                numeral += " -> \(key)"
            case .index(let index):
                json = element(index, of: json)
                // If the index is greater, there is no such element.
                numeral += " -> \(Int32(clamping: index))"
            }
        }
        return Value(json, numeral: "(\(numeral))::text")
    }

    /// Returns the element of a list. PostgreSQL's operator `->` treats a single value as a list that contains the
    /// value, and its indexes have 32 bits.
    private static func element(_ index: Int, of json: String) -> String {
        guard needsJSONPath(index) else { return json + " -> \(index)" }
        return "jsonb_path_query_first(\(json), 'strict $[\(index)]', '{}', true)"
    }

    private static func needsJSONPath(_ index: Int) -> Bool { index == 0 || Int32(exactly: index) == nil }

    /// Returns true if earlier versions of this package used another expression for an index on a path.
    static func isIndexedOtherwise(_ path: ModelPath) -> Bool {
        path.components.contains { if case .index(let index) = $0 { needsJSONPath(index) } else { false } }
    }

    private static func literal(_ key: String) -> String { PostgresTables.quoted(kept(key), by: "'") }

    /// Returns the columns of an index on the value at a path.
    static func indexed(_ path: ModelPath) -> String {
        let value = value(at: path) { literal($0) }
        return "\(value.number) NULLS FIRST, \(value.start)"
    }

    /// Returns a text as the column `data` contains it: with the escapes that `PostgresTables` describes.
    static func kept(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 2 }) else { return text }
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\0": kept.append(contentsOf: ["\u{1}", "\u{1}"])
            case "\u{1}": kept.append(contentsOf: ["\u{1}", "\u{2}"])
            default: kept.append(scalar)
            }
        }
        return String(kept)
    }

    /// Returns the beginning of a text as the database stores it.
    private static func start(of text: ExactText) -> String {
        String(kept(text.text).unicodeScalars.prefix(Value.length))
    }

    // MARK: Conditions

    /// A condition that is false for each record.
    private static let never = "FALSE"

    /// Adds the value of a parameter, and returns the SQL that refers to the parameter.
    private mutating func parameter(_ value: PostgresParameter) -> String {
        parameters.append(value)
        return "$\(parameters.count)"
    }

    private mutating func test(_ test: StoreQuery.Test, _ value: Value) -> String {
        switch test {
        case .isOneOf(let scalars): return isOneOf(Set(scalars.map { StoreQuery.Value($0) }), value)
        case .isAtLeast(let limit), .isAbove(let limit): return compare(value, ">=", StoreQuery.Value(limit))
        case .isAtMost(let limit), .isBelow(let limit): return compare(value, "<=", StoreQuery.Value(limit))
        }
    }

    private mutating func isOneOf(_ wanted: Set<StoreQuery.Value>, _ value: Value) -> String {
        var numbers: [Double] = []
        var texts: [String] = []
        for wanted in wanted {
            switch wanted {
            case .missing: break
            case .integer(let number): numbers.append(Double(number))
            case .real(let number): numbers.append(number)
            case .text(let text): texts.append(Self.start(of: text))
            }
        }
        var tests: [String] = []
        if wanted.contains(.missing) { tests.append("\(value.number) IS NULL") }
        if !numbers.isEmpty { tests.append("\(value.number) = ANY(\(parameter(.array(numbers)))::float8[])") }
        if !texts.isEmpty {
            tests.append("\(value.number) = 'NaN' AND \(value.start) = ANY(\(parameter(.array(texts)))::text[])")
        }
        return tests.isEmpty ? Self.never : "(" + tests.joined(separator: " OR ") + ")"
    }

    private mutating func compare(_ value: Value, _ sign: String, _ limit: StoreQuery.Value) -> String {
        let number: Double
        switch limit {
        case .missing: return Self.never
        case .text(let text):
            let start = parameter(.text(Self.start(of: text)))
            return "\(value.number) = 'NaN' AND \(value.start) \(sign) \(start)::text"
        case .integer(let integer): number = Double(integer)
        case .real(let real): number = real
        }
        return "\(value.number) \(sign) \(parameter(.number(number)))::float8 AND \(value.number) < 'NaN'"
    }
}
