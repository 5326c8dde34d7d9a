import Foundation
import ModelCore

/// The tables of a store and the indexes that an app declares.
struct PostgresTables: Sendable {
    private let indexes: [Index]
    /// The key paths of the indexes.
    let indexedPaths: Set<ModelPath>

    private struct Index {
        /// The name of the index, in quotes.
        let name: String
        /// The name of the index in earlier versions of this package, which used another expression. Nil if there is
        /// no older name.
        let olderName: String?
        /// The SQL statement that makes the index.
        let sql: String
    }

    /// - Throws: `invalidKey` if the path of an index isn't a key path.
    init(_ indexes: [PostgresStore.Index]) throws(ModelError) {
        var all: [Index] = []
        var paths: Set<ModelPath> = []
        for index in indexes {
            let modelPaths = try index.modelPaths()
            paths.formUnion(modelPaths)
            let isNew = modelPaths.contains { PostgresQuery.isIndexedOtherwise($0) }
            // No path ends like this.
            let name = Self.name(of: index, isNew ? " (2)" : "")
            let values = modelPaths.map { PostgresQuery.indexed($0) }.joined(separator: ", ")
            let sql =
                "CREATE INDEX IF NOT EXISTS \(name) ON model_record (\(PostgresQuery.indexedKind), \(values))"
            all.append(Index(name: name, olderName: isNew ? Self.name(of: index) : nil, sql: sql))
        }
        self.indexes = all
        indexedPaths = paths
    }

    /// Returns the name of an index, in quotes.
    private static func name(of index: PostgresStore.Index, _ end: String = "") -> String {
        // No path begins with a quote. So two indexes of the same name have the same paths.
        let paths = index.paths.map { $0.utf8.firstRange(of: ", ".utf8) == nil ? $0 : quoted($0, by: "\"") }
        return quoted(shortened("model_record by " + PostgresQuery.kept(paths.joined(separator: ", ")) + end), by: "\"")
    }

    /// Returns the name of an index as PostgreSQL stores it. PostgreSQL cuts off names after 63 bytes.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > 63 else { return name }
        // FNV-1a.
        let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        var short = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            short.append(scalar)
            if String(short).utf8.count > 40 { break }
        }
        return String(short.dropLast()) + "… " + String(hash, radix: 16)
    }

    /// Returns a text between quotes. Each quote in the text is doubled.
    static func quoted(_ text: String, by quote: Unicode.Scalar) -> String {
        var quoted = String.UnicodeScalarView([quote])
        for scalar in text.unicodeScalars {
            if scalar == quote { quoted.append(quote) }
            quoted.append(scalar)
        }
        quoted.append(quote)
        return String(quoted)
    }

    /// Makes the tables and indexes that the database lacks. Several programs may do so at the same time.
    ///
    /// - Throws: `newerVersion` for tables of a newer version of this library.
    func make(in connection: PostgresConnection) throws {
        if try !has("model_store", connection) { try make(Self.tables, connection) }
        let layout = try connection.run(PostgresStatement(sql: "SELECT max(layout) FROM model_store")).number(0, 0)
        guard layout <= 1 else {
            throw ModelError(.newerVersion, "A newer version of the store has made the tables.")
        }
        for index in indexes where try !has(index.name, connection) { try make(index, connection) }
    }

    private func make(_ index: Index, _ connection: PostgresConnection) throws(PostgresFailure) {
        do throws(PostgresFailure) { try make(index.sql, connection) } catch {
            // A program without the right to make indexes works as well without this one as before.
            guard error.isRefusal, let olderName = index.olderName, try has(olderName, connection) else { throw error }
        }
    }

    private func has(_ name: String, _ connection: PostgresConnection) throws(PostgresFailure) -> Bool {
        let sql = "SELECT to_regclass($1::text) IS NOT NULL"
        return try connection.run(PostgresStatement(sql: sql, parameters: [.text(name)])).bool(0, 0)
    }

    /// Carries out statements that have no effect if they were carried out before. If two programs do so at the same
    /// time, one of them fails and tries again.
    private func make(_ sql: String, _ connection: PostgresConnection) throws(PostgresFailure) {
        for attempt in 1...20 {
            do throws(PostgresFailure) {
                // An index of many records takes its time.
                try connection.run(
                    PostgresStatement(sql: "BEGIN; SET LOCAL statement_timeout = 0; \(sql); COMMIT"), isUnlimited: true)
                return
            } catch {
                if !error.isLoss { try connection.run(PostgresStatement(sql: "ROLLBACK")) }
                guard error.isRace, attempt < 20 else { throw error }
            }
            Thread.sleep(forTimeInterval: .random(in: 0...0.1))
        }
    }

    /// The column `data` is a copy of `json` for the database's functions. In the copy, the character 1 is followed
    /// by the character 2, and a NUL, which PostgreSQL's texts can't contain, is replaced by two characters 1.
    /// Therefore equal texts stay equal, and the order of the bytes stays the same. Before that, each escaped
    /// backslash is written as `\u005c`, so that it can't be confused with the beginning of these escapes.
    private static let tables = #"""
        CREATE SEQUENCE IF NOT EXISTS model_version;
        CREATE TABLE IF NOT EXISTS model_store (layout integer NOT NULL);
        INSERT INTO model_store SELECT 1 WHERE NOT EXISTS (SELECT * FROM model_store);
        CREATE TABLE IF NOT EXISTS model_record (
            place text COLLATE "C" NOT NULL, class text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL,
            version bigint NOT NULL, json text NOT NULL, data jsonb GENERATED ALWAYS AS (\#(data)) STORED,
            PRIMARY KEY (place, class, id));
        CREATE TABLE IF NOT EXISTS model_shared (
            place text COLLATE "C" NOT NULL, class text COLLATE "C" NOT NULL,
            json text NOT NULL, data jsonb GENERATED ALWAYS AS (\#(data)) STORED,
            PRIMARY KEY (place, class))
        """#
    private static let data = "\(jsonForFunctions)::jsonb"
    /// The SQL expression for the text from which `data` is made.
    static let jsonForFunctions =
        #"replace(replace(replace(json, '\\', '\u005c'), '\u0001', '\u0001\u0002'), '\u0000', '\u0001\u0001')"#
}

extension PostgresStore.Index {
    /// Returns the key paths.
    fileprivate func modelPaths() throws(ModelError) -> [ModelPath] {
        guard !paths.isEmpty else { throw ModelError(.invalidKey, "An index has no key path.") }
        var found: [ModelPath] = []
        for text in paths {
            guard let path = ModelPath(text), PostgresQuery.canRead(path) else {
                throw ModelError(.invalidKey, "PostgreSQL can't have an index on \(text.debugDescription).")
            }
            found.append(path)
        }
        return found
    }
}
