import FormatSupport
import GRDB
import ModelCore

/// The tables and indexes that the file of a store must have.
struct SQLiteTables: Sendable {
    let indexes: [SQLiteIndex]

    private static let layout = 1
    private static let awkwardIndex = "model_record awkward"

    /// An SQL condition that is true for an awkward record. SQLite's functions may read the JSON of an awkward record
    /// differently from this library. The library reads all awkward records of a class itself, and uses SQLite to
    /// find the other records. A record is awkward if its JSON
    /// - is malformed, or no text;
    /// - has escapes by number, such as that of a NUL, where SQLite's text ends, or of a letter in a key, which SQLite
    ///   compares with the escape;
    /// - has a number that SQLite rounds differently: a number with 16 digits before a point or an exponent, a number
    ///   with 21 digits after a point, or an integer beyond `Int64`.
    static let isAwkward = {
        func digits(_ count: Int) -> String { String(repeating: "[0-9]", count: count) }
        // A pattern that begins with one character is looked for several times as fast as one that begins with a
        // choice. Few records have numbers with 16 digits before a point.
        let hasLongNumber =
            [",", "-", " ", "\n", "\t", "\r"].map { "json GLOB '*\($0)\(digits(16))*'" }
            + ["replace(json, '[', ':') GLOB '*:\(digits(16))*'", "json GLOB '\(digits(16))*'"]
        let before = "*[^0-9A-Za-z\"._]"
        let isRounded = [
            "*\(digits(16))[.eE][-+0-9]*", "\(before)9[2-9]\(digits(17))*", "\(before)\(digits(20))*",
        ].map { "' ' || json GLOB '\($0)'" }
        return """
            (CASE WHEN typeof(json) <> 'text' OR NOT json_valid(json) \
            OR instr(json, '\\u') OR instr(json, '\\/') THEN 1 \
            WHEN json GLOB '*.\(digits(21))*' THEN 1 \
            WHEN \(hasLongNumber.joined(separator: " OR ")) THEN \(isRounded.joined(separator: " OR ")) ELSE 0 END)
            """
    }()

    /// Returns true if the file has the tables.
    static func exist(in connection: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT * FROM sqlite_master WHERE type = 'table' AND name = 'model_record')"
        return try Bool.fetchOne(connection, sql: sql) ?? false
    }

    /// Returns true if the file has all tables and indexes.
    ///
    /// - Throws: `newerVersion` for a file of a newer version of this library.
    func areComplete(in connection: Database) throws -> Bool {
        let sql = "SELECT name FROM sqlite_master WHERE type IN ('table', 'index')"
        let names = Set(try String.fetchAll(connection, sql: sql).map { ExactText($0) })
        guard names.contains(ExactText("model_store")) else { return false }
        try Self.requireKnownLayout(in: connection)
        let needed = ["model_record", "model_shared", Self.awkwardIndex] + indexes.map(\.name)
        return needed.allSatisfy { names.contains(ExactText($0)) }
    }

    /// Makes the tables and indexes that the file lacks.
    ///
    /// - Throws: `newerVersion` for a file of a newer version of this library.
    func make(in connection: Database) throws {
        guard try !areComplete(in: connection) else { return }
        try connection.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS model_store (layout INTEGER NOT NULL, version INTEGER NOT NULL);
                INSERT INTO model_store SELECT \(Self.layout), 0 WHERE NOT EXISTS (SELECT * FROM model_store);
                CREATE TABLE IF NOT EXISTS model_record (
                    place TEXT NOT NULL, class TEXT NOT NULL, id TEXT NOT NULL,
                    version INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (place, class, id));
                CREATE TABLE IF NOT EXISTS model_shared (
                    place TEXT NOT NULL, class TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (place, class));
                CREATE INDEX IF NOT EXISTS "\(Self.awkwardIndex)" ON model_record (place, class, id)
                WHERE \(Self.isAwkward);
                """)
        for index in indexes { try connection.execute(sql: index.sql) }
    }

    private static func requireKnownLayout(in connection: Database) throws {
        let found = try Int.fetchOne(connection, sql: "SELECT layout FROM model_store") ?? 0
        guard found > layout else { return }
        throw ModelError(.newerVersion, "A newer version of the store has written it.")
    }
}

/// An index that an app declares, as the file contains it.
struct SQLiteIndex: Sendable {
    /// The key paths. Their expressions are also written as text in statements, because SQLite uses an index only for
    /// exactly the same text.
    let paths: [ModelPath]
    let name: String
    let sql: String

    /// Returns nil if SQLite can't express the first key path. The index ends before any later key path that SQLite
    /// can't express.
    ///
    /// - Throws: `invalidKey` for a text that is no key path.
    init?(_ index: SQLiteStore.Index) throws {
        guard !index.paths.isEmpty else { throw ModelError(.invalidKey, "An index has no key path.") }
        let all = try index.paths.map { text in
            guard let path = ModelPath(text), !path.components.isEmpty else {
                throw ModelError(.invalidKey, "\(text.debugDescription) is no key path for an index.")
            }
            return path
        }
        paths = Array(all.prefix { SQLiteIndex.value(at: $0) != nil })
        guard !paths.isEmpty else { return nil }
        name = "model_record for " + paths.map { Self.name(of: $0) }.joined(separator: ", ")
        let values = paths.compactMap { SQLiteIndex.value(at: $0) }.joined(separator: ", ")
        let quoted = name.replacing("\"", with: "\"\"")
        sql = "CREATE INDEX IF NOT EXISTS \"\(quoted)\" ON model_record (place, class, \(values), id)"
    }

    /// Returns the value at a path, as an expression in which the path is text. Returns nil if SQLite can't express
    /// the path.
    static func value(at path: ModelPath) -> String? {
        guard case .path(let text) = SQLiteLocation(path) else { return nil }
        return SQLiteLocation.value(at: SQLiteLocation.literal(text))
    }

    /// Returns a text for a path, for the name of an index. SQLite treats names as equal if they differ only in the
    /// case of ASCII letters.
    private static func name(of path: ModelPath) -> String {
        var name = String.UnicodeScalarView()
        for scalar in path.description.unicodeScalars {
            if case "A"..."Z" = scalar { name.append("^") }
            if scalar == "^" || scalar == "," { name.append("^") }
            name.append(scalar)
        }
        return String(name)
    }
}
