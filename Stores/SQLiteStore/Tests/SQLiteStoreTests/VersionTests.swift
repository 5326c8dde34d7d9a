import Foundation
import GRDB
import Records
import SQLiteStore
import Testing

/// An error of a test's own.
private struct Stop: Error, Equatable {}

@Suite("Versions in SQLite")
struct VersionTests {
    private static let record = StoreRecord(format: .sqlite, className: "Book")

    /// Saves in a transaction, and returns the versions. Throws at the end if it is to.
    private func save(
        _ ids: [String], in store: SQLiteStore, _ place: FileFormat = .sqlite, throwing: Bool = false
    ) -> [StoreVersion] {
        var versions: [StoreVersion] = []
        try? store.transaction(in: place) { transaction in
            for id in ids {
                let document = try ModelDocument(encoding: ["n": versions.count])
                versions.append(try transaction.save(document, id: id, of: Self.record, expecting: .anything))
            }
            if throwing { throw Stop() }
        }
        return versions
    }

    @Test("An instance that was loaded in a transaction that throws is never taken for another record")
    func lostUpdate() throws {
        let library = try Library()
        let books = library.books, others = ModelRecords<Book>(in: .sqlite.at("other"))
        try library.use {
            try books.save(Book("a", 1), id: "a")
            try others.save(Book("a", 1), id: "a")
            var kept: Book?
            #expect(throws: Stop.self) {
                try books.transaction {
                    try books.update(id: "a") { $0.year = 5 }
                    kept = try books.load(id: "a")
                    throw Stop()
                }
            }
            // As many saves as the transaction has made, here and in another place.
            try others.update(id: "a") { $0.year = 6 }
            try books.update(id: "a") { $0.year = 7 }
            let book = try #require(kept)
            book.year = 105
            #expect(errorCode { try books.save(book, id: "a") } == .fileChanged)
            #expect(try books.load(id: "a").year == 7)
            #expect(try others.load(id: "a").year == 6)
        }
    }

    @Test("An instance that was loaded between two saves of a transaction is that of the first one")
    func withinTransaction() throws {
        let library = try Library()
        let books = library.books
        try library.use {
            var kept: Book?
            try books.transaction {
                try books.save(Book("a", 1), id: "a")
                kept = try books.load(id: "a")
                try books.update(id: "a") { $0.year = 2 }
            }
            let book = try #require(kept)
            #expect(errorCode { try books.save(book, id: "a") } == .fileChanged)
            #expect(try books.load(id: "a").year == 2)
        }
    }

    @Test("No version comes back, whatever stores, places and programs save in turn, and whichever fail")
    func neverTwice() throws {
        let library = try Library()
        let stores = [library.store, SQLiteStore(file: library.file), SQLiteStore(file: library.file)]
        var random = Random(seed: 62)
        var all: [StoreVersion] = []
        for step in 0..<120 {
            let place = random.element(of: [FileFormat.sqlite, .sqlite.at("other")])
            let ids = (0..<random.number(below: 4)).map { _ in random.element(of: ["a", "b"]) }
            switch random.number(below: 8) {
            case 0 where step > 0:
                // Another program, as README.md tells.
                try library.execute("UPDATE model_store SET version = version + 1")
                all.append(StoreVersion(try library.fetch("SELECT version FROM model_store", Int64.self)[0]))
            case 1: all += save(ids, in: SQLiteStore(file: library.file), place, throwing: true)
            default: all += save(ids, in: random.element(of: stores), place, throwing: random.number(below: 2) == 0)
            }
        }
        #expect(all.count > 100)
        #expect(Set(all).count == all.count)
        let numbers = all.compactMap { Int64($0.rawValue) }
        #expect(numbers == numbers.sorted(), "They grow.")
    }

    @Test("Nor does that of a transaction that SQLite can't commit, or ends by itself")
    func refusedCommit() throws {
        let library = try Library()
        #expect(save(["a"], in: library.store).count == 1)
        try library.execute(
            """
            CREATE TABLE parent (id INTEGER PRIMARY KEY);
            CREATE TABLE child (parent INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
            CREATE TRIGGER refused AFTER INSERT ON model_record WHEN new.id = 'refused' BEGIN
                INSERT INTO child VALUES (1);
            END;
            CREATE TRIGGER ended AFTER INSERT ON model_record WHEN new.id = 'ended' BEGIN
                SELECT RAISE(ROLLBACK, 'The disk is full.');
            END;
            """)
        var all: [StoreVersion] = []
        for _ in 0..<3 {
            all += save(["b", "c", "refused"], in: library.store)
            all += save(["d"], in: SQLiteStore(file: library.file))
            all += save(["b", "c", "ended"], in: library.store)
            all += save(["d"], in: SQLiteStore(file: library.file))
        }
        // The version of the save that has failed is unknown.
        #expect(all.count == 3 * 7)
        #expect(Set(all).count == all.count)
        #expect(try library.fetch("SELECT id FROM model_record ORDER BY id", String.self) == ["a", "d"])
        let codes = ["refused", "ended"].map { id in
            errorCode { try library.use { try library.books.save(Book(), id: id) } }
        }
        #expect(codes == [.corruptData, .corruptData])
    }

    @Test("A file whose versions are used up is an error")
    func lastVersion() throws {
        let library = try Library()
        #expect(save(["a"], in: library.store).count == 1)
        try library.execute("UPDATE model_store SET version = \(Int64.max - 1)")
        #expect(save(["b"], in: library.store).map(\.rawValue) == ["\(Int64.max)"])
        #expect(errorCode { try library.use { try library.books.save(Book(), id: "c") } } == .corruptData)
        #expect(try library.use { try library.books.identifiers() } == ["a", "b"])
    }

    @Test("A transaction that throws undoes everything else")
    func undone() throws {
        let library = try Library()
        try library.use {
            let books = library.books
            #expect(throws: Stop.self) {
                try books.transaction {
                    try books.save(Book("a"), id: "a")
                    let shelf = Shelf()
                    shelf.length = 3
                    try shelf.write(toStore: .sqlite)
                    throw Stop()
                }
            }
            #expect(try books.identifiers() == [])
            #expect(errorCode { _ = try Shelf.load(fromStore: .sqlite) } == .fileMissing)
            try books.save(Book("a"), id: "a")
            #expect(throws: Stop.self) {
                try books.transaction {
                    try books.remove(id: "a")
                    throw Stop()
                }
            }
            #expect(try books.identifiers() == ["a"])
        }
    }

    @Test("Errors in the body are the library's where they arise, and the body's own stay as they are")
    func errors() throws {
        let library = try Library()
        try library.use {
            let books = library.books
            try books.save(Book("a"), id: "a")
            try library.execute(
                """
                CREATE TRIGGER no AFTER INSERT ON model_record WHEN new.id = 'no'
                BEGIN SELECT RAISE(ABORT, 'No.'); END
                """
            )
            try library.store.transaction(in: .sqlite) { transaction in
                let document = try ModelDocument(encoding: ["title": "b"])
                #expect {
                    try transaction.save(document, id: "no", of: Self.record, expecting: .nothing)
                } throws: { isPlain($0, .corruptData) }
                // The transaction goes on.
                _ = try transaction.save(document, id: "b", of: Self.record, expecting: .nothing)
            }
            #expect(try books.identifiers() == ["a", "b"])
            let own = DatabaseError(resultCode: .SQLITE_FULL, message: "mine")
            #expect { try library.store.transaction(in: .sqlite) { _ in try fail(own) } } throws: { isMine($0) }
            #expect { try library.store.snapshot(in: .sqlite) { _ in try fail(own) } } throws: { isMine($0) }
            try library.execute("ALTER TABLE model_record RENAME TO elsewhere")
            let reads: [(any StoreSnapshot) throws -> Void] = [
                { _ = try $0.record("a", of: Self.record) }, { _ = try $0.identifiers(of: Self.record) },
                { _ = try $0.records(of: Self.record) },
            ]
            for read in reads {
                try library.store.transaction(in: .sqlite) { transaction -> Void in
                    #expect { try read(transaction) } throws: { isPlain($0, .corruptData) }
                }
                try library.store.snapshot(in: .sqlite) { snapshot -> Void in
                    #expect { try read(snapshot) } throws: { isPlain($0, .corruptData) }
                }
            }
        }
    }

    private func fail(_ error: any Error) throws { throw error }

    private func isMine(_ error: any Error) -> Bool { (error as? DatabaseError)?.message == "mine" }

    /// True for an error of the library with this code, without a statement.
    private func isPlain(_ error: any Error, _ code: ModelError.Code) -> Bool {
        guard let error = error as? ModelError else { return false }
        return error.code == code && !"\(error)".contains("SELECT") && !"\(error)".contains("INSERT")
    }
}
