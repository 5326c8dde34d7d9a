#if Tests
import Foundation
import PostgresStore
import Records
import Testing

@Suite("Records in PostgreSQL", .needsServer)
struct RecordTests {
    @Test("They are data that the database's own queries can use")
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
        func value(_ path: String) throws -> [String] {
            try library.query("SELECT data #>> '{\(path)}' FROM model_record WHERE id = 'atuan'")
        }
        #expect(try value("year") == ["1971"])
        #expect(try value("author,name") == ["Le Guin"])
        #expect(try value("price") == ["7.25"])
        #expect(try value("bought_on") == ["2001-01-01T00:00:00.500+00:00"])
        #expect(try value("kind") == ["novel"])
        #expect(try library.query("SELECT class FROM model_record") == ["Book", "Book"])
        #expect(try library.query("SELECT id FROM model_record WHERE data ->> '$class' = 'AudioBook'") == ["tehanu"])
        #expect(try library.query("SELECT id FROM model_record WHERE data @> '{\"tags\": [\"fantasy\"]}'") == ["atuan"])
        let days =
            "SELECT extract(day FROM (data ->> 'bought_on')::timestamptz - '2001-01-01Z') FROM model_record ORDER BY id"
        #expect(try library.query(days) == ["0", "1"])
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

    @Test("An index that the app declares is used")
    func indexes() throws {
        let long = String(repeating: "long", count: 20)
        let library = try Library(.init("year"), .init("author.name", "title"), .init(long + "1"), .init(long + "2"))
        try library.use {
            try library.books.transaction {
                for number in 0..<2000 {
                    try library.books.save(Book("\(number % 10)", number, by: "\(number / 10)"), id: "\(number)")
                }
            }
        }
        let names = try library.query(
            "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema() AND indexname LIKE 'model_record by %' ORDER BY indexname COLLATE \"C\""
        )
        #expect(
            names.count == 4 && names[0] == "model_record by author.name, title" && names[3] == "model_record by year")
        try library.query("ANALYZE model_record")
        // The plan of the statement that the store has for a query.
        func plan(_ query: ModelQuery<Book>, _ parameters: String) throws -> String {
            var statement = ""
            try library.use {
                try library.books.forEach(query.limited(to: 5)) { _, _ in
                    statement = try #require(
                        try library.statements().first { $0.hasPrefix("SELECT id, version, json") })
                }
            }
            return try library.query("PREPARE plan AS \(statement); EXPLAIN EXECUTE plan('', 'Book', \(parameters))")
                .joined(separator: "\n")
        }
        for (query, parameters) in [
            (ModelQuery<Book>.all.where(\.year, in: 1000...1005), "1000, 1005"),
            (.all.where(\.year, isOneOf: [3, 4, nil]), "'{3,4}'"),
            (.all.where(\.year, in: 1000...).sorted(by: \.year), "1000"),
        ] {
            let plan = try plan(query, parameters)
            #expect(plan.contains("\"model_record by year\""), "\(plan)")
        }
        for query in [
            ModelQuery<Book>.all.where(\.author, equals: "7"),
            .all.where("author.name", equals: "7").sorted(by: \.title),
        ] {
            let plan = try plan(query, "'{7}'")
            #expect(plan.contains("\"model_record by author.name, title\""), "\(plan)")
        }
        for path in ["", "[", "$x", "a.$x", "a[-1]"] {
            let other = library.another(.init(path))
            #expect(errorCode { try other.snapshot(in: .postgres) { _ in } } == .invalidKey, "\(path)")
        }
    }

    @Test("Records are found by identifiers and by indexes, also before the database has statistics")
    func withoutStatistics() throws {
        let library = try Library(.init("year"))
        try library.use {
            let books = library.books
            try books.transaction { for number in 0..<1000 { try books.save(Book("a", number), id: "\(number)") } }
            for number in 0..<100 { #expect(try books.load(id: "\(number)").year == number) }
            for number in 0..<100 { #expect(try books.load(.all.where(\.year, equals: number)).count == 1) }
        }
        // The counts are there when the connections have ended.
        try library.endConnections()
        for index in ["model_record_pkey", "\"model_record by year\""] {
            let read = try library.query(
                "SELECT idx_tup_read FROM pg_stat_user_indexes WHERE indexrelid = '\(index)'::regclass")
            #expect(Int(read.first ?? "").map { $0 < 10_000 } == true, "\(index): \(read)")
        }
    }

    @Test("A long text may be in an index, and all of it counts")
    func longTexts() throws {
        let library = try Library(.init("title"))
        try library.use {
            var random = SystemRandomNumberGenerator()
            let start = String(
                (0..<20_000).map { _ in Character(Unicode.Scalar(UInt8.random(in: 33...126, using: &random))) })
            for end in ["c", "a", "b"] { try library.books.save(Book(start + end), id: end) }
            #expect(try library.books.load(.all.where(\.title, equals: start + "b")).map(\.title) == [start + "b"])
            #expect(try library.books.load(.all.where(\.title, in: (start + "b")...)).count == 2)
            let sorted = try library.books.load(.all.sorted(by: \.title)).map(\.title.last)
            #expect(sorted == ["a", "b", "c"])
            let last = try library.books.load(.all.sorted(by: \.title, descending: true).limited(to: 2)).map(
                \.title.last)
            #expect(last == ["c", "b"])
        }
    }

    @Test("More records than are in memory at once are found in their order")
    func many() throws {
        let library = try Library()
        try library.use {
            let books = library.books
            try books.transaction {
                for number in 0..<1000 { try books.save(Book("\(number % 7)", number), id: "\(number)") }
            }
            var years: [Int?] = []
            try books.forEach(.all.sorted(by: \.title).sorted(by: \.year, descending: true)) { id, book in
                years.append(book.year)
                if book.year == 700 { try books.forEach(.all.limited(to: 500, from: 100)) { _, _ in } }
            }
            let wanted = (0..<1000).sorted { ($0 % 7, -$0) < ($1 % 7, -$1) }
            #expect(years == wanted)
            #expect(try books.load(.all.sorted(by: \.year).limited(to: 300, from: 450)).map(\.year) == Array(450..<750))
            #expect(try books.load(.all.limited(to: 0)).isEmpty)
            #expect(try books.load(.all.limited(to: 5, from: .max)).isEmpty)
            // A walk in a transaction finds the records as they were.
            try books.transaction {
                var count = 0
                try books.forEach(.all.sorted(by: \.year)) { id, book in
                    count += 1
                    book.year = (book.year ?? 0) + 10_000
                    try books.save(book, id: id)
                }
                #expect(count == 1000)
            }
            #expect(try books.load(.all.where(\.year, in: 10_000...)).count == 1000)
        }
    }

    @Test("Texts in identifiers, paths and values are never statements")
    func injection() throws {
        let evil = [
            "'; DROP TABLE model_record; --", "\" OR 1=1 --", "?", "%", "a' || 'b", "\\", "$1", "x') OR (1=1",
            "'\u{301}; --",
            "$$", "{a,b}", "\\' OR 1=1 --", "a\u{1}b",
        ]
        let indexes = evil.filter { !$0.hasPrefix("$") }.map {
            PostgresStore.Index(ModelPath([.key("x"), .key($0)]).description)
        }
        let library = try Library()
        let store = PostgresStore(library.url, indexes: indexes)
        try FormatRegistry.withFormats(FormatRegistry(stores: [store])) {
            let books = library.books
            for text in evil { try books.save(Book(text), id: text) }
            for text in evil {
                #expect(try books.load(id: text).title == text)
                #expect(try books.load(.all.where(\.title, equals: text)).map(\.title) == [text])
                #expect(try books.load(.all.where(\.title, isOneOf: [text, "a,b"])).map(\.title) == [text])
                var path = ModelPath([.key(text)])
                #expect(try books.load(.all.where(path.description, equals: 1).sorted(by: path.description)).isEmpty)
                path.components.append(.key("year"))
                #expect(try books.load(.all.where(path.description, equals: Int?.none)).count == evil.count)
                path = ModelPath([.key("x"), .key(text)])
                #expect(try books.load(.all.where(path.description, equals: 1).sorted(by: path.description)).isEmpty)
            }
            try books.remove(id: evil[0])
            #expect(try books.identifiers().count == evil.count - 1)
        }
    }

    @Test("Values that jsonb changes or refuses come back as they were, and are found")
    func awkwardValues() throws {
        let library = try Library(.init("title"))
        let record = StoreRecord(format: .postgres, className: "Awkward")
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        for (key, value) in [
            ("zz", .double(-0.0)), ("a", .int64(.min)), ("mmm", .uint64(.max)), ("b\0", .string("\0\u{1}\\u0000\\\0")),
            ("B", .double(.leastNonzeroMagnitude)), ("1", .double(1e300)),
            ("0", .decimal(Decimal(string: "12345678901234567890.5") ?? 0)),
            ("", .bool(true)),
        ] as [(String, ModelScalar)] {
            try builder.key(key)
            try builder.append(value)
        }
        try builder.end()
        let document = try builder.finish()
        try library.store.transaction(in: .postgres) {
            _ = try $0.save(document, id: "1", of: record, expecting: .nothing)
            let found = try #require(try $0.record("1", of: record)).document
            #expect(found.root.properties.map(\.key) == document.root.properties.map(\.key))
            #expect(found["zz"]?.doubleValue?.sign == .minus)
            #expect(found["b\0"]?.stringValue == "\0\u{1}\\u0000\\\0")
            _ = try $0.save(found, id: "2", of: record, expecting: .nothing)
        }
        #expect(try library.query("SELECT count(DISTINCT json) FROM model_record") == ["1"])
        #expect(try library.query("SELECT data ->> 'mmm' FROM model_record WHERE id = '1'") == ["18446744073709551615"])
        try library.use {
            let books = library.books
            let titles = [
                "a", "a\0", "a\0\0", "a\0\u{1}", "a\0b", "a\u{1}", "a\u{1}\0", "a\u{1}\u{2}", "a\u{2}", "a\\u0000",
                "ab",
            ]
            for (number, title) in titles.enumerated() { try books.save(Book(title, number), id: "\(99 - number)") }
            #expect(try books.load(.all.sorted(by: \.title)).map(\.year) == Array(0..<titles.count))
            for (number, title) in titles.enumerated() {
                #expect(try books.load(.all.where(\.title, equals: title)).map(\.year) == [number])
                #expect(try books.load(.all.where(\.title, in: title...)).count == titles.count - number)
                #expect(try books.load(.all.where(\.title, in: ..<title)).count == number)
            }
        }
    }

    @Test("Numbers that differ by less than doubles do are in order")
    func numbers() throws {
        for library in [try Library(), try Library(.init("n"))] {
            let record = StoreRecord(format: .postgres, className: "Number")
            let numerals = [
                "-1e400", "-9223372036854775809", "-9223372036854775808", "-9223372036854775807", "-2.5", "-1e-400",
                "0.1",
                "0.10000000000000000001", "9007199254740992", "9007199254740993", "9223372036854775806",
                "9223372036854775807",
                "9223372036854775808", "18446744073709551615", "1e300", "1e400",
            ]
            try library.store.snapshot(in: .postgres) { _ in }
            for (number, numeral) in numerals.enumerated() {
                // The other way round, so that the identifiers don't give the order.
                try library.query(
                    """
                    INSERT INTO model_record (place, class, id, version, json)
                    VALUES ('', 'Number', '\(99 - number)', nextval('model_version'), '{"n":\(numeral)}')
                    """)
            }
            try library.store.snapshot(in: .postgres) { snapshot in
                // Numerals that no number is for may be refused by the reader, as a whole.
                guard let all = try? snapshot.records(of: record) else { return }
                for test: StoreQuery.Test in [
                    .isAtLeast(.int64(.max)), .isBelow(.int64(.max)), .isAbove(.int64(9_007_199_254_740_992)),
                    .isOneOf([.double(0.1)]), .isOneOf([.double(0x1p63)]), .isAtMost(.int64(.min)),
                ] {
                    var query = StoreQuery()
                    query.conditions = [.init(["n"], test)]
                    for isDescending in [false, true] {
                        query.order = [.init(["n"], isDescending: isDescending)]
                        let found = try snapshot.records(of: record, matching: query)
                        #expect(found.map(\.id) == query.selection(from: all).map(\.id), "\(test)")
                    }
                }
            }
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
                try shared.write(toStore: .postgres)
                #expect(try Shelf.load(fromStore: .postgres).length == 3)
            }
            #expect(try books.load(.all.where(\.year, equals: 1)).count == 50)
            #expect(
                errorCode {
                    try library.store.transaction(in: .postgres) { _ in
                        try library.store.transaction(in: .postgres) { _ in }
                    }
                } == .invalidCoding)
            var kept: (any StoreTransaction)?
            try library.store.transaction(in: .postgres) { kept = $0 }
            let record = StoreRecord(format: .postgres, className: "Book")
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
            // The database itself refuses what is no JSON.
            #expect(throws: Library.QueryError.self) {
                try library.query("UPDATE model_record SET json = '{\"title\":' WHERE id = 'a'")
            }
            try library.query("UPDATE model_record SET json = '{\"year\":\"many\"}' WHERE id = 'a'")
            #expect {
                _ = try books.load(id: "a")
            } throws: {
                let error = $0 as? ModelError
                return error?.code == .typeMismatch && error?.path.description == "Book.a.year"
                    && error?.format == .postgres
            }
            #expect(errorCode { _ = try books.load() } == .typeMismatch)
            #expect(errorCode { try books.save(Book("c"), id: "a") } == .fileChanged)
            #expect(errorCode { try books.save(Book("c"), id: "a", overwritingChanges: true) } == .fileUnreadable)
            for json in ["null", "5", "[]", "{\"title\":{}}", "\"\"", "{\"title\":1e999999}"] {
                _ = try? library.query("UPDATE model_record SET json = '\(json)' WHERE id = 'a'")
                _ = errorCode { _ = try books.load() }
                _ = errorCode { _ = try books.load(.all.where(\.title, equals: "b").sorted(by: \.title)) }
                _ = errorCode { try books.update(id: "a") { $0.year = 1 } }
            }
            #expect(try books.load(id: "b").title == "b")
            try library.query("DELETE FROM model_record WHERE id = 'a'")
            #expect(try books.load().count == 1)
            try library.query("UPDATE model_store SET layout = 2")
            let newer = library.another()
            #expect(errorCode { try newer.snapshot(in: .postgres) { _ in } } == .newerVersion)
        }
    }

    @Test("A change by SQL is seen, as README.md describes it")
    func changesBySQL() throws {
        let library = try Library()
        try library.use {
            try library.books.save(Book("a", 1), id: "a")
            let book = try library.books.load(id: "a")
            try library.query(
                """
                UPDATE model_record SET json = jsonb_set(json::jsonb, '{year}', '1975')::text, version = nextval('model_version')
                WHERE class = 'Book' AND id = 'a'
                """)
            #expect(errorCode { try library.books.save(book, id: "a") } == .fileChanged)
            #expect(try library.books.load(.all.where(\.year, equals: 1975)).map(\.title) == ["a"])
        }
    }

    @Test("What an identifier, a class or a place can't be is an error, and the transaction fails")
    func refusals() throws {
        let library = try Library()
        let record = StoreRecord(format: .postgres, className: "a\0b")
        #expect(
            errorCode { _ = try library.store.snapshot(in: .postgres) { try $0.identifiers(of: record) } }
                == .invalidKey)
        var random = SystemRandomNumberGenerator()
        let long = String((0..<9000).map { _ in Character(Unicode.Scalar(UInt8.random(in: 33...126, using: &random))) })
        try library.use {
            #expect(errorCode { try library.books.save(Book(), id: long) } == .bytesExceeded)
            // Also if the body goes on.
            let code = errorCode {
                try library.books.transaction {
                    try library.books.save(Book(), id: "a")
                    #expect(errorCode { try library.books.save(Book(), id: long) } == .bytesExceeded)
                    #expect(errorCode { try library.books.save(Book(), id: "b") } == .bytesExceeded)
                }
            }
            #expect(code == .bytesExceeded)
            let left = try library.books.identifiers()
            #expect(left.isEmpty)
        }
    }
}
#endif
