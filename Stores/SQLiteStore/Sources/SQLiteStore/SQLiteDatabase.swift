import Foundation
import GRDB
import ModelCore

/// A file of SQLite that is open, with the tables of the store.
final class SQLiteDatabase: Sendable {
    let pool: DatabasePool
    /// The key paths of the indexes.
    let indexedPaths: Set<ModelPath>

    /// Opens a file, and makes what it lacks.
    ///
    /// - Throws: `newerVersion` for a file of a newer version of this library; `invalidKey` for the path of an index.
    init(file: String, indexes: [SQLiteStore.Index], patience: Double) throws {
        let all = try indexes.map { try $0.modelPaths }
        indexedPaths = Set(all.joined())
        let folder = (file as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        pool = try Self.opened(file, patience: patience)
        try pool.writeWithoutTransaction { connection in
            // A transaction is on the disk when it has returned.
            try connection.execute(sql: "PRAGMA synchronous = FULL")
            try connection.inTransaction(.immediate) {
                try Self.makeTables(of: file, in: connection)
                for (index, paths) in zip(indexes, all) { try Self.make(index, paths, in: connection) }
                return .commit
            }
        }
    }

    /// Opens the file. While another program switches it to a write-ahead log, SQLite doesn't wait by itself.
    private static func opened(_ file: String, patience: Double) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.busyMode = .timeout(patience)
        let end = Date.now.addingTimeInterval(patience)
        while true {
            do {
                return try DatabasePool(path: file, configuration: configuration)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && Date.now < end {
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
    }

    private static func makeTables(of file: String, in connection: Database) throws {
        try connection.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS model_store (layout INTEGER NOT NULL, version INTEGER NOT NULL);
                INSERT INTO model_store SELECT 1, 0 WHERE NOT EXISTS (SELECT * FROM model_store);
                CREATE TABLE IF NOT EXISTS model_record (
                    place TEXT NOT NULL, class TEXT NOT NULL, id TEXT NOT NULL,
                    version INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (place, class, id));
                CREATE TABLE IF NOT EXISTS model_shared (
                    place TEXT NOT NULL, class TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (place, class));
                """)
        let layout = try Int.fetchOne(connection, sql: "SELECT layout FROM model_store") ?? 0
        guard layout > 1 else { return }
        throw ModelError(.newerVersion, "A newer version of the store has written it.").inFile(file)
    }

    private static func make(_ index: SQLiteStore.Index, _ paths: [ModelPath], in connection: Database) throws {
        let name = ("model_record by " + index.paths.joined(separator: ", ")).replacing("\"", with: "\"\"")
        let values = paths.map { SQLiteQuery.value(literally: $0) }.joined(separator: ", ")
        try connection.execute(
            sql:
                "CREATE INDEX IF NOT EXISTS \"\(name)\" ON model_record (place, class, \(values), id)"
        )
    }
}

extension SQLiteStore.Index {
    /// The key paths.
    fileprivate var modelPaths: [ModelPath] {
        get throws {
            guard !paths.isEmpty else { throw ModelError(.invalidKey, "An index has no key path.") }
            return try paths.map { text in
                guard let path = ModelPath(text), SQLiteQuery.text(of: path) != nil else {
                    throw ModelError(.invalidKey, "SQLite can't have an index on \(text.debugDescription).")
                }
                return path
            }
        }
    }
}
