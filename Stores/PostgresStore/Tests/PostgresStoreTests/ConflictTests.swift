#if Tests
import Foundation
import PostgresStore
import Records
import Testing

@Suite("Transactions beside each other", .needsServer)
struct ConflictTests {
    /// Runs `body` in another thread until its end.
    func elsewhere(_ library: Library, _ body: @escaping @Sendable () throws -> Void) {
        begin(library, body).wait()
    }

    /// Begins `body` in another thread.
    func begin(_ library: Library, _ body: @escaping @Sendable () throws -> Void) -> DispatchGroup {
        let group = DispatchGroup()
        group.enter()
        Thread {
            do { try library.use(body) } catch { Issue.record(error) }
            group.leave()
        }.start()
        return group
    }

    @Test("Two that each read what the other one adds don't both succeed")
    func skew() throws {
        let library = try Library()
        try library.use {
            let books = library.books
            try books.save(Book("a", 1), id: "a")
            let code = errorCode {
                try books.transaction {
                    let count = try books.load(.all.where(\.year, equals: 1)).count
                    elsewhere(library) {
                        try library.books.transaction {
                            #expect(try library.books.load(.all.where(\.year, equals: 1)).count == 1)
                            try library.books.save(Book("b", 1), id: "b")
                        }
                    }
                    try books.save(Book("\(count)", 1), id: "c")
                }
            }
            #expect(code == .fileChanged)
            #expect(try books.identifiers() == ["a", "b"])
        }
    }

    @Test("What the database takes for a conflict and is none is repeated")
    func falseConflict() throws {
        let library = try Library()
        try library.use {
            let books = library.books
            try books.save(Book("x", 1), id: "x")
            try books.save(Book("y", 2), id: "y")
            let saved = try books.transaction {
                let book = try #require(try books.load(.all.where(\.title, equals: "x")).first)
                elsewhere(library) {
                    try library.books.transaction {
                        _ = try library.books.load(.all.where(\.title, equals: "y"))
                        try library.books.save(Book("new"), id: "new")
                    }
                }
                try books.save(Book("other"), id: "other")
                book.year = 3
                try books.save(book, id: "x")
                return book
            }
            #expect(try books.identifiers() == ["new", "other", "x", "y"])
            // The versions that the body has seen are those in the database.
            saved.year = 4
            try books.save(saved, id: "x")
            #expect(try books.load(id: "x").year == 4)
        }
    }

    @Test("Two that wait for each other both succeed in the end", .timeLimit(.minutes(1)))
    func deadlock() throws {
        let library = try Library()
        let record = StoreRecord(format: .postgres, className: "Number")
        @Sendable func save(_ id: String, _ number: Int, in transaction: any StoreTransaction) throws {
            _ = try transaction.save(
                try ModelDocument(encoding: ["n": number]), id: id, of: record, expecting: .anything)
        }
        try library.store.transaction(in: .postgres) {
            try save("a", 0, in: $0)
            try save("b", 0, in: $0)
        }
        var other: DispatchGroup?
        try library.store.transaction(in: .postgres) {
            try save("a", 1, in: $0)
            let isHalf = DispatchSemaphore(value: 0)
            other = begin(library) {
                try library.store.transaction(in: .postgres) {
                    try save("b", 2, in: $0)
                    isHalf.signal()
                    try save("a", 2, in: $0)
                }
            }
            isHalf.wait()
            try save("b", 1, in: $0)
        }
        other?.wait()
        let numbers = try library.query("SELECT data ->> 'n' FROM model_record ORDER BY id")
        #expect(numbers == ["1", "1"] || numbers == ["2", "2"])
    }

    @Test("Two that take records in opposite order don't wait for the server to find it out", .timeLimit(.minutes(1)))
    func crossing() throws {
        let library = try Library()
        try library.use {
            let places = [ModelRecords<Book>(in: .postgres), ModelRecords<Book>(in: .postgres.at("beside"))]
            for books in places { for id in ["a", "b"] { try books.save(Book(id, 0), id: id) } }
            let start = Date.now
            let groups = places.flatMap { books in
                [["a", "b"], ["b", "a"]].map { ids in
                    begin(library) {
                        var count = 0
                        while count < 40 {
                            do {
                                try books.transaction {
                                    for id in ids { try books.update(id: id) { $0.year = ($0.year ?? 0) + 1 } }
                                }
                                count += 1
                            } catch let error as ModelError where error.code == .fileChanged {}
                        }
                    }
                }
            }
            for group in groups { group.wait() }
            for books in places { #expect(try books.load().map(\.year) == [80, 80]) }
            // Each time that the server finds such a pair takes it a second.
            #expect(Date.now.timeIntervalSince(start) < 20)
            #expect(try library.query("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()") == ["0"])
        }
    }

    @Test("A record is waited for longer if another transaction only keeps it", .timeLimit(.minutes(1)))
    func slowOnes() throws {
        let library = try Library()
        try library.use {
            let books = library.books
            for id in ["a", "b"] { try books.save(Book(id, 0), id: id) }
            let isKept = DispatchSemaphore(value: 0)
            let other = begin(library) {
                try library.books.transaction {
                    _ = try library.books.load(id: "b")
                    isKept.signal()
                    Thread.sleep(forTimeInterval: 0.7)
                }
            }
            isKept.wait()
            // This one keeps a record, too, gives it up several times, and notices nothing of it.
            try books.transaction {
                for id in ["a", "b"] { try books.update(id: id) { $0.year = 1 } }
            }
            other.wait()
            #expect(try books.load().map(\.year) == [1, 1])
        }
    }

    @Test("A record that another one keeps is waited for, and not for ever", .timeLimit(.minutes(1)))
    func patience() throws {
        let library = try Library(patience: 0.5)
        try library.use {
            try library.books.save(Book("a", 1), id: "a")
            try library.books.transaction {
                _ = try library.books.load(id: "a")
                elsewhere(library) {
                    let start = Date.now
                    #expect(errorCode { try library.books.remove(id: "a") } == .fileUnwritable)
                    #expect(Date.now.timeIntervalSince(start) < 5)
                }
            }
            try library.books.remove(id: "a")
        }
    }

    @Test("Threads wait for a connection, but not one that has one", .timeLimit(.minutes(1)))
    func connections() throws {
        let library = try Library()
        let store = PostgresStore(library.url, connections: 1, patience: 0.5)
        let record = StoreRecord(format: .postgres, className: "Number")
        try store.snapshot(in: .postgres) { _ in
            try store.transaction(in: .postgres) {
                _ = try $0.save(try ModelDocument(encoding: ["n": 1]), id: "a", of: record, expecting: .nothing)
            }
            elsewhere(library) {
                #expect(errorCode { try store.snapshot(in: .postgres) { _ in } } == .fileUnreadable)
            }
        }
        elsewhere(library) {
            let identifiers = try store.snapshot(in: .postgres) { try $0.identifiers(of: record) }
            #expect(identifiers == ["a"])
        }
    }

    @Test("Programs that make the same tables and indexes at once all succeed", .timeLimit(.minutes(1)))
    func tables() throws {
        let library = try Library()
        let groups = (0..<6).map { _ in
            begin(library) {
                let store = library.another(.init("year"), .init("title"))
                try store.snapshot(in: .postgres) { _ in }
            }
        }
        for group in groups { group.wait() }
        #expect(try library.query("SELECT count(*) FROM model_store") == ["1"])
    }
}
#endif
