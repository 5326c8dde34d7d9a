import Foundation
import GRDB
import Records
import SQLiteStore
import Testing

@Suite("Records in SQLite")
struct RecordTests {
    @Test("They are data that SQLite's own queries can use")
    func data() throws {
        let library = try Library()
        try library.use {
            let book = Book("The Tombs of Atuan", 1971, by: "Le Guin")
            book.price = Decimal(string: "7.25")
            book.bought = Date(timeIntervalSinceReferenceDate: 0.5)
            book.tags = ["fantasy"]
            try library.books.save(book, id: "atuan")
            let audio = AudioBook("Tehanu", 1990)
            audio.bought = Date(timeIntervalSinceReferenceDate: 86400)
            try library.books.save(audio, id: "tehanu")
        }
        func json(_ path: String) -> String {
            "SELECT json_extract(json, '\(path)') FROM model_record WHERE id = 'atuan'"
        }
        #expect(try library.fetch(json("$.year"), Int.self) == [1971])
        #expect(try library.fetch(json("$.author.name"), String.self) == ["Le Guin"])
        #expect(try library.fetch(json("$.price"), Double.self) == [7.25])
        #expect(try library.fetch(json("$.bought_on"), String.self) == ["2001-01-01T00:00:00.500+00:00"])
        #expect(try library.fetch(json("$.kind"), String.self) == ["novel"])
        #expect(try library.fetch("SELECT class FROM model_record", String.self) == ["Book", "Book"])
        #expect(
            try library.fetch(
                "SELECT id FROM model_record WHERE json_extract(json, '$.\"$class\"') = 'AudioBook'", String.self)
                == ["tehanu"])
        let days =
            "SELECT CAST(julianday(json_extract(json, '$.bought_on')) - julianday('2001-01-01') AS INTEGER) FROM model_record ORDER BY id"
        #expect(try library.fetch(days, Int.self) == [0, 1])
    }

    @Test("Queries name properties by key paths, and find by time, number, text and case")
    func queries() throws {
        let library = try Library(.init("year"))
        try library.use {
            let books = library.books
            for number in 0..<20 {
                let book = number % 5 == 0 ? AudioBook() : Book()
                (book.title, book.year, book.author) = (
                    "Book \(number)", number == 7 ? nil : 1960 + number, "A\(number % 3)"
                )
                book.bought = Date(timeIntervalSinceReferenceDate: Double(number) / 4)
                book.kind = number > 15 ? .stories : .novel
                book.number = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
                try books.save(book, id: "\(number)")
            }
            func years(_ query: ModelQuery<Book>) throws -> [Int?] { try books.load(query).map(\.year) }
            #expect(try years(.all.where(\.year, in: 1962..<1965).sorted(by: \.year)) == [1962, 1963, 1964])
            #expect(try years(.all.where(\.year, in: ...1961).sorted(by: \.year, descending: true)) == [1961, 1960])
            #expect(try years(.all.where(\.year, equals: nil)) == [nil])
            #expect(
                try years(.all.where(\.author, equals: "A1").sorted(by: \.year).limited(to: 2, from: 1)) == [
                    1961, 1964,
                ])
            #expect(
                try years(
                    .all.where("author.name", isOneOf: ["A1", "A2"]).where(\.year, in: 1975...).sorted(by: "year")) == [
                        1976, 1977, 1979,
                    ])
            let half = Date(timeIntervalSinceReferenceDate: 0.5)
            #expect(
                try years(.all.where(\.bought, in: half...half.addingTimeInterval(0.25)).sorted(by: \.bought)) == [
                    1962, 1963,
                ])
            #expect(try years(.all.where(\.bought, equals: half)) == [1962])
            #expect(try years(.all.where(\.kind, equals: .stories).sorted(by: \.year)) == [1976, 1977, 1978, 1979])
            #expect(
                try years(.all.where(\.number, equals: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3))))
                    == [1963])
            #expect(try books.load(.all.where(\.year, in: 1965...1966)).map { $0 is AudioBook } == [true, false])
            #expect(errorCode { _ = try books.load(.all.where("a..b", equals: 1)) } == .invalidKey)
            #expect(errorCode { _ = try books.load(.all.where(\.tags, equals: ["a"])) } == .typeMismatch)
        }
    }

    @Test("Texts in identifiers, paths and values are never statements")
    func injection() throws {
        let library = try Library()
        try library.use {
            let books = library.books
            let evil = [
                "'; DROP TABLE model_record; --", "\" OR 1=1 --", "?", "%", "a' || 'b", "\\", "$.year", "x') OR (1=1",
            ]
            for text in evil { try books.save(Book(text), id: text) }
            for text in evil {
                #expect(try books.load(id: text).title == text)
                #expect(try books.load(.all.where(\.title, equals: text)).map(\.title) == [text])
                var path = ModelPath([.key(text)])
                #expect(try books.load(.all.where(path.description, equals: 1).sorted(by: path.description)).isEmpty)
                path.components.append(.key("year"))
                #expect(try books.load(.all.where(path.description, equals: Int?.none)).count == evil.count)
            }
            try books.remove(id: evil[0])
            #expect(try books.identifiers().count == evil.count - 1)
        }
    }

    @Test("A text with a NUL, and a number of all kinds, comes back and is found")
    func awkwardValues() throws {
        let library = try Library()
        try library.use {
            let books = library.books
            try books.save(Book("a\0b"), id: "1")
            try books.save(Book("a\0c"), id: "2")
            try books.save(Book("a"), id: "3")
            #expect(try books.load(id: "1").title == "a\0b")
            #expect(try books.load(.all.where(\.title, equals: "a\0c")).map(\.title) == ["a\0c"])
            #expect(try books.load(.all.where(\.title, equals: "a")).map(\.title) == ["a"])
            #expect(try books.load(.all.where(\.title, in: "a\0c"...)).map(\.title) == ["a\0c"])
        }
    }

    @Test("What a program does in the body of a walk or a transaction doesn't stop it")
    func nesting() throws {
        let library = try Library()
        try library.use {
            let books = library.books
            for number in 0..<50 { try books.save(Book("\(number)"), id: "\(number)") }
            try books.forEach { id, book in
                #expect(try books.load(id: id).title == book.title)
                try books.forEach(.all.limited(to: 1)) { _, _ in }
                book.isRead = true
                try books.save(book, id: id)
            }
            try books.transaction {
                try books.forEach { id, book in
                    #expect(book.isRead)
                    book.year = 1
                    try books.save(book, id: id)
                }
                let shared = Shelf()
                shared.length = 3
                try shared.write(toStore: .sqlite)
                #expect(try Shelf.load(fromStore: .sqlite).length == 3)
            }
            #expect(try books.load(.all.where(\.year, equals: 1)).count == 50)
            #expect(
                errorCode {
                    try library.store.transaction(in: .sqlite) { _ in
                        try library.store.transaction(in: .sqlite) { _ in }
                    }
                } == .invalidCoding)
            var kept: (any StoreTransaction)?
            try library.store.transaction(in: .sqlite) { kept = $0 }
            let record = StoreRecord(format: .sqlite, className: "Book")
            #expect(errorCode { _ = try kept?.identifiers(of: record) } == .invalidCoding)
        }
    }

    @Test("Damage is an error, and is left alone")
    func damage() throws {
        let library = try Library()
        try library.use {
            let books = library.books
            try books.save(Book("a"), id: "a")
            try books.save(Book("b"), id: "b")
            try library.execute("UPDATE model_record SET json = '{\"title\":' WHERE id = 'a'")
            #expect { try books.load(id: "a") } throws: {
                let error = $0 as? ModelError
                return error?.code == .corruptData && error?.path.description == "Book.a.title"
                    && error?.format == .sqlite
            }
            #expect(errorCode { _ = try books.load() } == .corruptData)
            #expect(errorCode { _ = try books.load(.all.where(\.title, equals: "b")) } == .corruptData)
            #expect(errorCode { try books.save(Book("c"), id: "a") } == .fileChanged)
            #expect(errorCode { try books.save(Book("c"), id: "a", overwritingChanges: true) } == .fileUnreadable)
            try library.execute("UPDATE model_record SET json = '{\"year\":\"many\"}' WHERE id = 'a'")
            #expect(errorCode { _ = try books.load(id: "a") } == .typeMismatch)
            #expect(try books.load(id: "b").title == "b")
            // Values of types that the columns don't have.
            for change in [
                "version = 'x'", "json = 5", "json = x'00FF'", "json = 'null'", "version = 1.5", "id = x'FF'",
                "class = x'00'",
            ] {
                try library.execute("UPDATE model_record SET \(change) WHERE json != '' AND id != 'b'")
                _ = errorCode { _ = try books.load() }
                _ = errorCode { _ = try books.load(.all.where(\.title, equals: "b")) }
                _ = errorCode { try books.update(id: "a") { $0.year = 1 } }
                _ = errorCode { _ = try books.identifiers() }
            }
            try library.execute("DELETE FROM model_record WHERE id != 'b'")
            #expect(try books.load().count == 1)
            try library.execute("UPDATE model_store SET layout = 2")
            let newer = SQLiteStore(file: library.file)
            #expect(errorCode { try newer.snapshot(in: .sqlite) { _ in } } == .newerVersion)
        }
    }

    @Test("A file that is no database, and one that can't be made, are errors, and the file stays")
    func noDatabase() throws {
        let library = try Library()
        try FileManager.default.createDirectory(atPath: library.folder, withIntermediateDirectories: true)
        let text = Data(String(repeating: "This is no database. ", count: 100).utf8)
        try text.write(to: URL(filePath: library.file))
        library.use {
            #expect(errorCode { _ = try library.books.identifiers() } == .fileUnreadable)
            #expect(errorCode { try library.books.save(Book(), id: "a") } == .fileUnreadable)
        }
        #expect(try Data(contentsOf: URL(filePath: library.file)) == text)
        let inFile = SQLiteStore(file: library.file + "/x.sqlite")
        #expect(errorCode { try inFile.snapshot(in: .sqlite) { _ in } } != nil)
    }

    @Test("Every byte of a database may be wrong")
    func wrongBytes() throws {
        let library = try Library(.init("year"))
        try library.use { for number in 0..<30 { try library.books.save(Book("\(number)", number), id: "\(number)") } }
        try DatabaseQueue(path: library.file).writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        let good = try Data(contentsOf: URL(filePath: library.file))
        for number in 0..<120 {
            var bad = good
            for step in 0..<8 {
                bad[(number * 7919 + step * 104_729) % good.count] = UInt8(truncatingIfNeeded: number &* 31 &+ step)
            }
            let file = library.folder + "/bad.sqlite"
            for name in [file, file + "-wal", file + "-shm"] { try? FileManager.default.removeItem(atPath: name) }
            try bad.write(to: URL(filePath: file))
            let store = SQLiteStore(file: file, patience: 1)
            // An answer or an error, and nothing else.
            FormatRegistry.withFormats(FormatRegistry(stores: [store])) {
                do {
                    _ = try library.books.load(.all.where(\.year, in: 3...).sorted(by: \.title))
                    try library.books.update(id: "3") { $0.title = "new" }
                } catch {
                    #expect(error is ModelError)
                }
            }
        }
    }
}
