#if Tests
import Foundation
import ModelCore
import PostgresStore
import Testing

/// The tables that an earlier state of this package made and filled, as SQL, with the text of what that state read from them.
struct OlderDatabase: CustomTestStringConvertible, Sendable {
    let folder: URL

    /// In place of the schema's name.
    static let schema = "library_schema"

    var testDescription: String { folder.lastPathComponent }
    var sql: String { get throws { try String(contentsOf: folder.appending(path: "library.sql"), encoding: .utf8) } }
    var text: String { get throws { try String(contentsOf: folder.appending(path: "library.txt"), encoding: .utf8) } }

    /// By the day on which their folder was written.
    static let all: [OlderDatabase] = {
        guard let folder = Bundle.module.resourceURL?.appending(path: "Fixtures"),
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        else { return [] }
        return names.sorted().map { OlderDatabase(folder: folder.appending(path: $0)) }
    }()

    /// Makes and fills the tables in a schema that has none.
    func restore(to library: Library) throws {
        try library.query(sql.replacingOccurrences(of: Self.schema, with: library.schema))
    }
}

@Suite("Databases that earlier states of this package wrote", .needsServer)
struct OlderFilesTests {
    private static let places: [FileFormat] = [.postgres, .postgres.at("archive")]

    private func library() throws -> Library { try Library(.init("year"), .init("author.name", "title"), .init("bought_on")) }

    private func use(_ library: Library, _ body: (OlderLibrary) throws -> Void) throws {
        try library.use { try body(OlderLibrary(in: Self.places)) }
    }

    @Test("There is one, and what is written today is read as it")
    func today() throws {
        let older = try #require(OlderDatabase.all.last)
        try use(library()) { library in
            try library.fill()
            #expect(try library.text() == older.text)
        }
    }

    @Test("It is read as that state read it, with and without its indexes, and again after it was saved", arguments: OlderDatabase.all)
    func read(_ older: OlderDatabase) throws {
        let text = try older.text
        let plain = try Library()
        try older.restore(to: plain)
        try use(plain) { library in
            let read = try library.text()
            #expect(read == text)
        }
        let library = try library()
        try older.restore(to: library)
        let indexes = "SELECT indexdef FROM pg_indexes WHERE schemaname = '\(library.schema)' ORDER BY indexname"
        let before = try library.query(indexes)
        #expect(before.count == 5)
        try use(library) {
            #expect(try $0.text() == text)
            try $0.saveAgain()
            #expect(try $0.text() == text)
        }
        // Indexes that a later state declares otherwise are added, and change nothing of what was there.
        #expect(try Set(before).isSubset(of: library.query(indexes)))
    }

    @Test("Its rows are where PostgreSQL's own queries find them", arguments: OlderDatabase.all)
    func rows(_ older: OlderDatabase) throws {
        let library = try library()
        try older.restore(to: library)
        try use(library) { try $0.saveAgain() }
        let rows = try library.query(
            """
            SELECT place || '/' || class || '/' || id || ' ' || (data ->> 'title') FROM model_record
            WHERE class = 'LibraryItem' AND data -> 'year' = '1962' ORDER BY place
            """)
        #expect(rows == ["/LibraryItem/item2 Tape 2", "archive/LibraryItem/item2 Tape 2"])
    }

    /// The folder that today's database is to be kept in, for later states to read.
    private static let kept = ProcessInfo.processInfo.environment["KEEP_FILES"].map { URL(filePath: $0) }

    @Test("What is written today is kept where KEEP_FILES says", .enabled(if: kept != nil))
    func keep() throws {
        let older = OlderDatabase(folder: try #require(Self.kept))
        try FileManager.default.createDirectory(at: older.folder, withIntermediateDirectories: true)
        let library = try library()
        try use(library) {
            try $0.fill()
            try Data($0.text().utf8).write(to: older.folder.appending(path: "library.txt"))
        }
        let dump = Process()
        let output = Pipe()
        dump.executableURL = URL(filePath: "/usr/bin/env")
        dump.arguments = [
            "pg_dump", "--inserts", "--no-owner", "--no-privileges", "--schema", library.schema, "--dbname", library.server.url,
        ]
        dump.standardOutput = output
        try dump.run()
        let sql = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        dump.waitUntilExit()
        #expect(dump.terminationStatus == 0)
        // Comments, commands of psql and settings, which servers of other versions may not have.
        let lines = sql.split(separator: "\n").filter { line in
            !["--", "\\", "SET ", "SELECT pg_catalog.set_config"].contains { line.hasPrefix($0) }
        }
        let text = lines.filter { $0 != "CREATE SCHEMA \(library.schema);" }.joined(separator: "\n") + "\n"
        try Data(text.replacingOccurrences(of: library.schema, with: OlderDatabase.schema).utf8)
            .write(to: older.folder.appending(path: "library.sql"))
    }
}
#endif
