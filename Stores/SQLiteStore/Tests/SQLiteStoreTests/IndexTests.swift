import Foundation
import GRDB
import Records
import Testing

@testable import SQLiteStore

@Suite("Indexes in SQLite")
struct IndexTests {
    /// How SQLite carries out a query of books by these indexes.
    private func plan(_ query: StoreQuery, _ library: Library, indexes: [ModelPath]) throws -> String {
        let translated = SQLiteQuery(
            query, place: "", className: "Book", indexedPaths: Set(indexes), leavesOutAwkward: false)
        #expect(translated.isOrdered)
        return try DatabaseQueue(path: library.file).read {
            let arguments = StatementArguments(translated.arguments)
            let rows = try Row.fetchAll($0, sql: "EXPLAIN QUERY PLAN " + translated.sql, arguments: arguments)
            return rows.map { $0["detail"] as String }.joined(separator: "; ")
        }
    }

    private static let names =
        "SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE '% for %' ORDER BY name"

    @Test("An index that the app declares is used, for conditions and for an order")
    func used() throws {
        let library = try Library(.init("year"), .init("author.name", "title"))
        try library.use { try library.books.save(Book("a", 1), id: "a") }
        #expect(
            try library.fetch(Self.names, String.self) == [
                "model_record for author.name, title", "model_record for year",
            ])
        let indexes: [ModelPath] = [["year"], ["author", "name"], ["title"]]
        for isDescending in [false, true] {
            var query = StoreQuery()
            query.order = [.init(["year"], isDescending: isDescending)]
            let sorted = try plan(query, library, indexes: indexes)
            #expect(sorted.contains("for year"))
            // The records of one year are in ascending order of their identifiers in both cases.
            #expect(sorted.contains("TEMP B-TREE FOR RIGHT PART") == isDescending, "\(sorted)")
            for test: StoreQuery.Test in [
                .isAtLeast(.int64(3)), .isBelow(.double(3)), .isOneOf([.int64(1), .int64(2)]), .isOneOf([.null]),
                .isAtMost(.string("x")),
            ] {
                query.conditions = [.init(["year"], test)]
                let found = try plan(query, library, indexes: indexes)
                #expect(found.contains("for year (place=? AND class=? AND <expr>"), "\(test): \(found)")
            }
        }
        var query = StoreQuery()
        query.conditions = [.init(["author", "name"], .isOneOf([.string("A")]))]
        query.order = [.init(["title"])]
        #expect(
            try plan(query, library, indexes: indexes).contains(
                "for author.name, title (place=? AND class=? AND <expr>=?)"))
        let awkward = try DatabaseQueue(path: library.file).read {
            try Row.fetchAll($0, sql: "EXPLAIN QUERY PLAN " + SQLiteQuery.awkward, arguments: ["", "Book"])
        }
        #expect(
            awkward.map { $0["detail"] as String } == [
                "SEARCH model_record USING INDEX model_record awkward (place=? AND class=?)"
            ])
    }

    @Test("Paths that SQLite can't have end an index, and texts that are no paths are errors")
    func paths() throws {
        let quoted = "a[\"\\\"\"]"
        let library = try Library(
            .init(quoted), .init("year", quoted), .init("tags[4294967296]"), .init("tags[2147483648]"),
            .init(ModelPath([.key("a\0b")]).description), .init("$class"))
        try library.use {
            try library.books.save(Book("a", 1), id: "a")
            for path in [quoted, "tags[4294967296]", ModelPath([.key("a\0b")]).description] {
                #expect(
                    try library.books.load(.all.where(path, equals: Int?.none).sorted(by: path)).map(\.title) == ["a"])
                #expect(try library.books.load(.all.where(path, in: 0...).sorted(by: path)).isEmpty)
            }
        }
        #expect(try library.fetch(Self.names, String.self) == ["model_record for year"])
        for path in ["a\"b", "", "[", "a..b"] {
            let other = SQLiteStore(file: library.file, indexes: [.init(path)])
            #expect(errorCode { try other.snapshot(in: .sqlite) { _ in } } == .invalidKey, "\(path)")
            #expect(errorCode { try other.transaction(in: .sqlite) { _ in } } == .invalidKey, "\(path)")
        }
    }

    @Test("Indexes on paths with all other characters are several, and are made once")
    func oddPaths() throws {
        let keys = [
            "it's", "it", "its", "b c", "b c's", "é", "e", "e\u{301}", "a.b", "Year", "year", "YEAR", "^Year", "^",
            "^^", "a, b",
            "a", "b", "😀", "%", "%_", ";", "'; DROP TABLE model_record; --", "$k", "$", "[0]", "[", "?", "?1", ":a",
            "@a", "\\", "\n",
            "#", "*", "/", "--", "\u{7F}", " ",
        ]
        let paths = keys.map { ModelPath([.key($0)]) } + [["a", "b"], ["list", 1], ["list", 11], ["", "x"], [""]]
        let library = try Library()
        for order in [paths, paths.reversed()] {
            for path in order {
                let text = path.description
                let store = SQLiteStore(file: library.file, indexes: [.init(text), .init("isRead", text)])
                try FormatRegistry.withFormats(FormatRegistry(stores: [store])) { () throws in
                    try library.books.update(id: "a", makesMissing: true) { $0.title += "." }
                    let query = ModelQuery<Book>.all.where(text, equals: Int?.none).sorted(by: text)
                    #expect(try library.books.load(query).count == 1, "\(text)")
                    #expect(try library.books.load(.all.where(text, in: 0...)).isEmpty, "\(text)")
                }
            }
            let names = try library.fetch(Self.names, String.self)
            #expect(names.count == 2 * paths.count, "\(names)")
        }
        #expect(try library.use { try library.books.load(id: "a").title.count } == 2 * paths.count)
    }

    @Test("Indexes on Year and on year are two, and each finds its values")
    func cases() throws {
        let record = StoreRecord(format: .sqlite, className: "Cased")
        let library = try Library(.init("year"), .init("Year"))
        try library.store.transaction(in: .sqlite) { transaction in
            for number in 0..<20 {
                let document = try ModelDocument(encoding: ["year": number, "Year": 19 - number])
                _ = try transaction.save(document, id: "\(number)", of: record, expecting: .nothing)
            }
        }
        #expect(try library.fetch(Self.names, String.self) == ["model_record for ^Year", "model_record for year"])
        try library.store.snapshot(in: .sqlite) { snapshot throws in
            for (key, wanted) in [("year", ["18", "19"]), ("Year", ["1", "0"])] {
                var query = StoreQuery()
                query.conditions = [.init([.key(key)], .isAtLeast(.int64(18)))]
                query.order = [.init([.key(key)])]
                #expect(try snapshot.records(of: record, matching: query).map(\.id) == wanted)
            }
        }
    }

    @Test("A record with malformed JSON fails no other one, and is passed with its fault", arguments: [false, true])
    func malformed(_ hasIndexes: Bool) throws {
        let record = StoreRecord(format: .sqlite, className: "Book")
        let library = try Library(hasIndexes ? [.init("year"), .init("title", "year")] : [])
        try library.use {
            for (place, year) in [(FileFormat.sqlite, 1), (.sqlite.at("other"), 2)] {
                let books = ModelRecords<Book>(in: place)
                for id in ["a", "c", "e"] { try books.save(Book("Title \(id)", year), id: id) }
            }
            // Another program may put it there in spite of the indexes, or before there are any.
            for (id, json) in [("b", "{\"title\":"), ("d", "")] {
                try library.execute("INSERT INTO model_record VALUES ('other', 'Book', '\(id)', 900, '\(json)')")
            }
            let later = SQLiteStore(file: library.file, indexes: [.init("isRead")])
            try later.transaction(in: .sqlite) { _ in }
            var query = StoreQuery()
            query.conditions = [.init(["year"], .isAtLeast(.int64(2)))]
            func found(_ query: StoreQuery, _ place: FileFormat) throws -> [StoredRecord] {
                try library.store.snapshot(in: place) { try $0.records(of: record, matching: query) }
            }
            #expect(try found(query, .sqlite).isEmpty)
            let all = try found(query, .sqlite.at("other"))
            #expect(all.map(\.id) == ["a", "b", "c", "d", "e"])
            #expect(all.map { $0.fault?.code } == [nil, .corruptData, nil, .corruptData, nil])
            #expect(all[1].version == StoreVersion(900))
            query.order = [.init(["year"]), .init(["title"], isDescending: true)]
            #expect(try found(query, .sqlite.at("other")).map(\.id) == ["b", "d", "e", "c", "a"])
            query.order[0].isDescending = true
            #expect(try found(query, .sqlite.at("other")).map(\.id) == ["e", "c", "a", "b", "d"])
            (query.offset, query.limit) = (2, 2)
            #expect(try found(query, .sqlite.at("other")).map(\.id) == ["a", "b"])
            let books = ModelRecords<Book>(in: .sqlite.at("other"))
            #expect(errorCode { _ = try books.load(id: "b") } == .corruptData)
            #expect(errorCode { try books.save(Book(), id: "b", overwritingChanges: true) } == .fileUnreadable)
            #expect(try books.load(id: "c").title == "Title c")
            try books.remove(id: "b")
            try books.remove(id: "d")
            #expect(try books.load().count == 3)
        }
    }

    @Test("What SQLite's functions read otherwise is found and sorted, also as other programs write it")
    func awkward() throws {
        let record = StoreRecord(format: .sqlite, className: "Awkward")
        let library = try Library(.init("n"), .init("é"), .init("a/b"))
        try library.store.transaction(in: .sqlite) { _ in }
        let json = [
            #"{"n":9007199254740992}"#, #"{"n":9007199254740993.0}"#, #"{"n":9007199254740994}"#,
            #"{"n":18446744073709550593}"#,
            #"{"n":18446744073709551615}"#, #"{"\u006e":9007199254740993}"#, #"{"n":"a\u0000b"}"#, #"{"n":"a"}"#,
            #"{"n":"a\u0001"}"#,
            #"{"n":"\u0061\u0000"}"#, #"{"\u00e9":1}"#, #"{"é":2,"n":true}"#, #"{"a\/b":1,"n":1e0}"#,
            #"{"a/b":2,"n":1.0}"#,
            #" { "n" : 12345678901234567e2 } "#, #"{"n":9007199254740993.0000000000000000000001}"#,
            "{\"n\":\n-9007199254740993.0}", "{\"n\" :\t18446744073709550593 }",
            "{\"é\":[1],\"n\":-18446744073709550593}",
            "9007199254740993.0", "18446744073709550593", "[18446744073709550593]",
        ]
        for (index, json) in json.enumerated() {
            try library.execute("INSERT INTO model_record VALUES ('', 'Awkward', '\(10 + index)', 1, '\(json)')")
        }
        let paths: [ModelPath] = [["n"], ["é"], ["a/b"], ["e\u{301}"], [], [0]]
        let scalars: [ModelScalar] = [
            .int64(9_007_199_254_740_993), .int64(9_007_199_254_740_992), .uint64(.max), .double(0x1p64), .string("a"),
            .string("a\0"),
            .string("a\0b"), .int64(1), .int64(2), .null, .int64(1_234_567_890_123_456_700),
        ]
        try library.store.snapshot(in: .sqlite) { snapshot throws in
            let all = try snapshot.records(of: record)
            #expect(all.count == json.count)
            for path in paths {
                for isDescending in [false, true] {
                    for scalar in scalars {
                        for test: StoreQuery.Test? in [
                            nil, .isOneOf([scalar]), .isAtLeast(scalar), .isAtMost(scalar), .isAbove(scalar),
                            .isBelow(scalar),
                        ] {
                            var query = StoreQuery()
                            if let test { query.conditions = [.init(path, test)] }
                            query.order = [.init(path, isDescending: isDescending)]
                            let found = try snapshot.records(of: record, matching: query).map(\.id)
                            #expect(found == query.selection(from: all).map(\.id), "\(query)")
                        }
                    }
                }
            }
        }
    }

    @Test("As many conditions, orders and values are answered as stores answer, and no more", arguments: [false, true])
    func many(_ hasIndexes: Bool) throws {
        let record = StoreRecord(format: .sqlite, className: "Many")
        let keys = (0..<StoreQuery.mostConditions).map { "k\($0)" }
        let library = try Library(hasIndexes ? keys.prefix(20).map { .init($0) } : [])
        try library.store.transaction(in: .sqlite) { transaction in
            for number in 0..<6 {
                let values = Dictionary(uniqueKeysWithValues: keys.map { ($0, number % 3) })
                _ = try transaction.save(
                    try ModelDocument(encoding: values), id: "\(number)", of: record, expecting: .nothing)
            }
        }
        try library.store.snapshot(in: .sqlite) { snapshot throws in
            var query = StoreQuery()
            query.conditions = keys.map { .init([.key($0)], .isOneOf([.int64(1), .null, .string("'"), .double(0.5)])) }
            query.order = keys.prefix(StoreQuery.mostOrders).map { .init([.key($0)], isDescending: true) }
            #expect(try snapshot.records(of: record, matching: query).map(\.id) == ["1", "4"])
            let values = (1..<100_000).map { ModelScalar.int64(Int64($0)) } + [.string("\"\\\n"), .double(0.1)]
            query.conditions[0] = .init(["k0"], .isOneOf(values))
            #expect(try snapshot.records(of: record, matching: query).map(\.id) == ["1", "4"])
            query.conditions.removeLast(190)
            query.conditions[0] = .init(["k0"], .isOneOf(values.map { $0 == .int64(1) ? .int64(-1) : $0 }))
            #expect(try snapshot.records(of: record, matching: query).isEmpty)
            query.conditions = keys.map { .init([.key($0)], .isAtLeast(.int64(1))) }
            #expect(try snapshot.records(of: record, matching: query).map(\.id) == ["2", "5", "1", "4"])
            query.conditions.append(query.conditions[0])
            #expect(errorCode { _ = try snapshot.records(of: record, matching: query) } == .outOfRange)
            query.conditions = []
            query.order.append(.init(["k0"]))
            #expect(errorCode { _ = try snapshot.records(of: record, matching: query) } == .outOfRange)
        }
    }
}
