import Foundation
import GRDB
import KeyedArchive
import ModelCore
import SQLiteStore
import Testing

/// A database that an earlier state of this package wrote, with the text of what that state read from it.
struct OlderDatabase: CustomTestStringConvertible, Sendable {
    let folder: URL

    var testDescription: String { folder.lastPathComponent }
    var database: URL { folder.appending(path: "library.sqlite") }
    var text: String { get throws { try String(contentsOf: folder.appending(path: "library.txt"), encoding: .utf8) } }

    /// By the day on which their folder was written.
    static let all: [OlderDatabase] = {
        guard let folder = Bundle.module.resourceURL?.appending(path: "Fixtures"),
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        else { return [] }
        return names.sorted().map { OlderDatabase(folder: folder.appending(path: $0)) }
    }()
}

@Suite("Databases that earlier states of this package wrote")
struct OlderFilesTests {
    private static let places: [FileFormat] = [.sqlite, .sqlite.at("archive")]
    private static let indexes: [SQLiteStore.Index] = [.init("year"), .init("author.name", "title"), .init("bought_on")]

    /// Runs `body` in a program that keeps its records in a file.
    private func use<Result>(
        _ file: URL, _ indexes: [SQLiteStore.Index] = Self.indexes, _ body: (OlderLibrary) throws -> Result
    ) throws -> Result {
        let store = SQLiteStore(file: file.path, indexes: indexes)
        return try FormatRegistry.withFormats(FormatRegistry(stores: [store])) { try body(OlderLibrary(in: Self.places, zero: -0.0)) }
    }

    /// Runs `body` with a file in a folder that is removed afterwards.
    private func withFile(_ body: (URL) throws -> Void) throws {
        let folder = URL.temporaryDirectory.appending(path: "SQLiteStoreTests-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appending(path: "library.sqlite"))
    }

    private func schema(_ file: URL) throws -> [String] {
        try DatabaseQueue(path: file.path).read {
            try String.fetchAll($0, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
        }
    }

    @Test("There is one, and what is written today is read as it")
    func today() throws {
        let older = try #require(OlderDatabase.all.last)
        try withFile { file in
            try use(file) { library in
                try library.fill()
                #expect(try library.text() == older.text)
            }
        }
    }

    @Test("It is read as that state read it, with and without its indexes, and again after it was saved", arguments: OlderDatabase.all)
    func read(_ older: OlderDatabase) throws {
        let text = try older.text
        try withFile { file in
            try FileManager.default.copyItem(at: older.database, to: file)
            let schema = try schema(file)
            #expect(try use(file, []) { try $0.text() } == text)
            try use(file) { library in
                #expect(try library.text() == text)
                try library.saveAgain()
                #expect(try library.text() == text)
            }
            #expect(try use(file) { try $0.text() } == text)
            // Indexes that a later state declares otherwise are added, and change nothing of what was there.
            #expect(try Set(schema).isSubset(of: self.schema(file)))
            #expect(try DatabaseQueue(path: file.path).read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
        }
    }

    @Test("Its rows are where SQLite's own queries find them", arguments: OlderDatabase.all)
    func rows(_ older: OlderDatabase) throws {
        try withFile { file in
            try FileManager.default.copyItem(at: older.database, to: file)
            try use(file) { try $0.saveAgain() }
            let rows = try DatabaseQueue(path: file.path).read { connection in
                try String.fetchAll(
                    connection,
                    sql: """
                        SELECT place || '/' || class || '/' || id || ' ' || json_extract(json, '$.title') FROM model_record
                        WHERE class = 'LibraryItem' AND json_extract(json, '$.year') = 1962 ORDER BY place
                        """)
            }
            #expect(rows == ["/LibraryItem/item2 Tape 2", "archive/LibraryItem/item2 Tape 2"])
        }
    }

    /// The folder that today's database is to be kept in, for later states to read.
    private static let kept = ProcessInfo.processInfo.environment["KEEP_FILES"].map { URL(filePath: $0) }

    @Test("What is written today is kept where KEEP_FILES says", .enabled(if: kept != nil))
    func keep() throws {
        let older = OlderDatabase(folder: try #require(Self.kept))
        try FileManager.default.createDirectory(at: older.folder, withIntermediateDirectories: true)
        try withFile { file in
            try use(file) { library in
                try library.fill()
                try Data(library.text().utf8).write(to: older.folder.appending(path: "library.txt"))
            }
            // One file, without its log.
            try DatabaseQueue(path: file.path).writeWithoutTransaction {
                _ = try Row.fetchAll($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            try FileManager.default.copyItem(at: file, to: older.database)
        }
    }
}
