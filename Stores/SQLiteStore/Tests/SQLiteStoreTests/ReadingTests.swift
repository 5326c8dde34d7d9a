import Foundation
import GRDB
import Records
import SQLiteStore
import Testing

@Suite("Reading SQLite beside others")
struct ReadingTests {
    /// Runs `body` while another program is in a transaction that writes.
    private func whileHeld(_ library: Library, _ body: () throws -> Void) throws {
        let (input, output) = (Pipe(), Pipe())
        let process = Process()
        process.executableURL = ProcessTests.probe
        process.arguments = ["hold", library.file]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        defer { process.waitUntilExit() }
        defer { try? input.fileHandleForWriting.close() }
        #expect(output.fileHandleForReading.availableData == Data("held\n".utf8))
        let time = try ContinuousClock().measure(body)
        #expect(time < .seconds(10), "It has waited.")
        #expect(process.isRunning)
    }

    @Test(
        "A new store reads at once beside another program's writer, and writes when that is over",
        .timeLimit(.minutes(2)))
    func writer() throws {
        let library = try Library()
        try library.use {
            for number in 0..<20 { try library.books.save(Book("\(number)", number), id: "\(number)") }
        }
        // It declares an index that the file lacks.
        let store = SQLiteStore(file: library.file, indexes: [.init("year")], patience: 60)
        let names = "SELECT name FROM sqlite_master WHERE name LIKE '% for year'"
        try FormatRegistry.withFormats(FormatRegistry(stores: [store])) {
            try whileHeld(library) { () throws in
                #expect(try library.books.load(.all.where(\.year, in: 15...).sorted(by: \.year)).count == 5)
                #expect(try library.books.load(id: "3").title == "3")
                #expect(errorCode { _ = try Shelf.load(fromStore: .sqlite) } == .fileMissing)
            }
            #expect(try library.fetch(names, String.self) == [])
            try library.books.save(Book(), id: "new")
            #expect(try library.fetch(names, String.self) == ["model_record for year"])
            #expect(try library.books.identifiers().count == 21)
        }
        #expect(try library.fetch("SELECT count(*) FROM model_record WHERE class = 'Account'", Int.self) == [1])
    }

    @Test("Nor does it wait for the program that makes the file", .timeLimit(.minutes(2)))
    func maker() throws {
        let library = try Library(.init("year"))
        let store = SQLiteStore(file: library.file, patience: 60)
        try FormatRegistry.withFormats(FormatRegistry(stores: [store])) {
            try whileHeld(library) { () throws in
                #expect(try library.books.identifiers() == [])
                #expect(try library.books.load(.all.sorted(by: \.year)).isEmpty)
                #expect(errorCode { _ = try library.books.load(id: "a") } == .fileMissing)
                #expect(errorCode { _ = try Shelf.load(fromStore: .sqlite) } == .fileMissing)
            }
            // The same store sees records that are saved later.
            #expect(try ModelRecords<Shelf>(in: .sqlite).identifiers() == [])
            try library.books.save(Book("a"), id: "a")
            #expect(try library.books.load().map(\.title) == ["a"])
        }
    }

    /// Returns the output of a program that reads the accounts. Where the tests may start such a program, it runs as
    /// a user who owns nothing.
    private func read(_ library: Library) throws -> String {
        let output = Pipe()
        let process = Process()
        process.executableURL = ProcessTests.probe
        process.arguments = ["read", library.file]
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: text, as: UTF8.self)
    }

    @Test("A read-only file in a read-only folder is read, with and without a log beside it", .timeLimit(.minutes(2)))
    func readOnly() throws {
        let library = try Library()
        let manager = FileManager.default
        func protect(_ isProtected: Bool) throws {
            for name in try manager.contentsOfDirectory(atPath: library.folder) {
                try manager.setAttributes(
                    [.posixPermissions: isProtected ? 0o444 : 0o644], ofItemAtPath: library.folder + "/" + name)
            }
            try manager.setAttributes([.posixPermissions: isProtected ? 0o555 : 0o755], ofItemAtPath: library.folder)
        }
        try library.use {
            let shelves = ModelRecords<Shelf>(in: .sqlite)
            for number in 0..<3 { try shelves.save(Shelf(), id: "\(number)") }
            try library.execute("INSERT INTO model_record VALUES ('', 'Account', 'a', 1, '{\"amount\":5}')")
            try protect(true)
            // The store of this test has the file open: its log isn't empty.
            #expect(manager.fileExists(atPath: library.file + "-wal"))
            #expect(try read(library) == "read-only [5]\n")
            try protect(false)
        }
        try DatabaseQueue(path: library.file).writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        let copy = try Library()
        try manager.createDirectory(atPath: copy.folder, withIntermediateDirectories: true)
        try manager.copyItem(atPath: library.file, toPath: copy.file)
        try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: copy.file)
        try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: copy.folder)
        #expect(try read(copy) == "read-only [5]\n")
        #expect(try manager.contentsOfDirectory(atPath: copy.folder) == ["library.sqlite"])
        try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: copy.folder)
    }

    @Test(
        "A read-only file of an earlier state of this package is read, without today's indexes", .timeLimit(.minutes(2))
    )
    func readOnlyOlderFile() throws {
        let older = try #require(OlderDatabase.all.first)
        let manager = FileManager.default
        let library = try Library()
        try manager.createDirectory(atPath: library.folder, withIntermediateDirectories: true)
        try manager.copyItem(atPath: older.database.path, toPath: library.file)
        try library.execute(
            """
            INSERT INTO model_record VALUES ('', 'Account', 'a', 1, '{"amount":5}'),
            ('', 'Account', 'b', 1, '{"amount":9007199254740993.0}'),
            ('', 'Account', 'c', 1, '{"amount":9007199254740992}')
            """)
        try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: library.file)
        try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: library.folder)
        #expect(try read(library) == "read-only [5, 9007199254740992, 9007199254740993]\n")
        try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: library.folder)
        try manager.setAttributes([.posixPermissions: 0o644], ofItemAtPath: library.file)
    }

    @Test("A file without tables, or of another program, has no records, and gets the tables")
    func foreignFile() throws {
        let library = try Library()
        try FileManager.default.createDirectory(atPath: library.folder, withIntermediateDirectories: true)
        try library.execute("CREATE TABLE own (id INTEGER)")
        try library.use {
            #expect(try library.books.load(.all.sorted(by: \.year)).isEmpty)
            try library.books.save(Book("a"), id: "a")
            #expect(try library.books.identifiers() == ["a"])
        }
        #expect(try library.fetch("SELECT count(*) FROM own", Int.self) == [0])
    }
}
