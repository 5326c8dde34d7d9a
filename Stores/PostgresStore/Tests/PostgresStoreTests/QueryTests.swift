#if Tests
import Foundation
import PostgresStore
import Records
import Testing

@Suite("Queries in PostgreSQL", .needsServer)
struct QueryTests {
    private static let places: [FileFormat] = [.postgres, .postgres.at("beside")]

    private static func record(in format: FileFormat) -> StoreRecord {
        StoreRecord(format: format, className: "Sample")
    }

    /// Saves records of these texts of JSON in both places, those of the second one in the reverse order.
    private func fill(_ library: Library, _ texts: [String]) throws {
        try library.store.snapshot(in: .postgres) { _ in }
        for (place, texts) in [("", texts), ("beside", texts.reversed())] {
            for (number, json) in texts.enumerated() {
                try library.query(
                    """
                    INSERT INTO model_record (place, class, id, version, json)
                    VALUES ('\(place)', 'Sample', '\(number)', nextval('model_version'), '\(json)')
                    """)
            }
        }
    }

    /// Compares the answers in both places with those that all records give.
    private func compare(_ library: Library, _ query: StoreQuery, _ comment: Comment? = nil) throws {
        for format in Self.places {
            try library.store.snapshot(in: format) { snapshot in
                let wanted = query.selection(from: try snapshot.records(of: Self.record(in: format))).map(\.id)
                let found = try snapshot.records(of: Self.record(in: format), matching: query).map(\.id)
                #expect(found == wanted, comment)
            }
        }
    }

    @Test("A limit and an offset may be as great as they can")
    func limits() throws {
        let library = try Library()
        try fill(library, (0..<300).map { "{\"n\":\($0)}" })
        for (limit, offset) in [(.max, 3), (.max, .max), (3, .max), (.max, 0), (0, 3), (-1, -1), (250, 40)] as [(Int, Int)] {
            var query = StoreQuery()
            (query.limit, query.offset) = (limit, offset)
            try compare(library, query, "\(limit) from \(offset)")
        }
        try library.use {
            for title in ["a", "b", "c", "d"] { try library.books.save(Book(title), id: title) }
            #expect(try library.books.load(.all.limited(to: .max, from: 3)).map(\.title) == ["d"])
        }
    }

    @Test("Whole decimals, doubles and integers beyond 2^53 are in order", arguments: [false, true])
    func wholeNumbers(_ isIndexed: Bool) throws {
        let library = isIndexed ? try Library(.init("n")) : try Library()
        let numerals = [
            "9007199254740992", "9007199254740993.0", "9007199254740993", "9007199254740992.0", "9007199254740994.0",
            "9007199254740992.5", "9007199254740990.9999", "9007199254740991", "1.152921504606847e+18",
            "1152921504606846980", "1152921504606847000", "1152921504606847000.0", "1152921504606846976", "18014398509481990.0",
            "18014398509481990", "18014398509481994.0", "18014398509481994", "1.801439850948199e16", "-9007199254740993.0",
            "-9007199254740993", "-9007199254740994", "9223372036854775807.0", "9223372036854775807", "9223372036854775808",
        ]
        try fill(library, numerals.map { "{\"n\":\($0)}" })
        var query = StoreQuery()
        for isDescending in [false, true] {
            query.order = [.init(["n"], isDescending: isDescending)]
            try compare(library, query)
        }
        for numeral in ["9007199254740993", "1152921504606847000", "18014398509481990"] {
            let decimal = ModelScalar.decimal(try #require(Decimal(string: numeral)))
            for test: StoreQuery.Test in [.isOneOf([decimal]), .isAbove(decimal), .isAtMost(decimal)] {
                query.conditions = [.init(["n"], test)]
                try compare(library, query, "\(test)")
            }
        }
    }

    @Test("A single value isn't a list, and no list has elements beyond 32 bits", arguments: [false, true])
    func elements(_ isIndexed: Bool) throws {
        let texts = ["[0]", "[0][0]", "[1]", "[4294967296]", "[9223372036854775807]"].map { "tags" + $0 }
        let settings = "%20-cenable_seqscan%3Doff%20-cenable_sort%3Doff"
        let library = try Library(settings: settings)
        let store = isIndexed ? library.another(.init(texts[0]), .init(texts[1]), .init(texts[3])) : library.store
        try store.snapshot(in: .postgres) { _ in }
        let values = ["\"a\"", "[\"a\"]", "[[\"a\"]]", "7", "[7]", "null", "[]", "{\"0\":\"a\"}", "[null,\"a\"]", "true"]
        try fill(library, values.map { "{\"tags\":\($0)}" })
        for path in try texts.map({ try #require(ModelPath($0)) }) {
            for test: StoreQuery.Test in [.isOneOf([.string("a")]), .isOneOf([.null]), .isAtLeast(.int64(1))] {
                var query = StoreQuery()
                query.conditions = [.init(path, test)]
                query.order = [.init(path, isDescending: true)]
                try compare(library, query, "\(path) \(test)")
            }
        }
    }

    @Test("An index on any path is made, and is used")
    func paths() throws {
        let keys = [
            "😀", "%", ";", "a;b", "%s", "'", "\"", "\\", "$1", "a, b", "é", "e\u{301}", "a\0b", "\u{1}", "", " ", "Year", "year",
            "YEAR", "--", "/*", String(repeating: "😀", count: 40), "0", "-1", "[0]", "a.b", "\n", "{}",
        ].filter { !$0.hasPrefix("$") }
        let paths = keys.map { ModelPath([.key($0)]) } + [["a", "b"], ["list", 0], ["list", 1], ["list", 4_294_967_296]]
        let settings = "%20-cenable_seqscan%3Doff%20-cenable_bitmapscan%3Doff"
        let library = try Library(settings: settings)
        let indexes = paths.map { PostgresStore.Index($0.description) } + [.init("a", "b")]
        let store = PostgresStore(library.url, indexes: indexes)
        func names() throws -> [String] {
            try library.query(
                """
                SELECT indexname FROM pg_indexes
                WHERE schemaname = current_schema() AND indexname LIKE 'model_record by %' ORDER BY 1
                """)
        }
        try store.snapshot(in: .postgres) { _ in }
        let made = try names()
        #expect(made.count == indexes.count)
        // A second program makes none.
        try PostgresStore(library.url, indexes: indexes).snapshot(in: .postgres) { _ in }
        #expect(try names() == made)
        for format in Self.places {
            try store.transaction(in: format) { transaction in
                for (number, path) in paths.enumerated() {
                    var builder = DocumentBuilder()
                    try builder.beginDictionary()
                    guard case .key(let key) = path.components[0], path.components.count == 1 else { continue }
                    try builder.key(key)
                    try builder.append(ModelScalar.int64(Int64(number)))
                    try builder.end()
                    _ = try transaction.save(
                        try builder.finish(), id: "\(number)", of: Self.record(in: format), expecting: .nothing)
                }
            }
        }
        for (number, path) in paths.enumerated() where path.components.count == 1 {
            var query = StoreQuery()
            query.conditions = [.init(path, .isAtLeast(.int64(0)))]
            for format in Self.places {
                let found = try store.snapshot(in: format) { snapshot in
                    try snapshot.records(of: Self.record(in: format), matching: query).map(\.id)
                }
                #expect(found == ["\(number)"], "\(path)")
            }
        }
        // The counts are there when the connections have ended.
        try library.endConnections()
        let unused = try library.query(
            """
            SELECT indexrelname FROM pg_stat_user_indexes WHERE schemaname = current_schema() AND idx_scan = 0
            AND indexrelname LIKE 'model_record by %' AND indexrelname NOT LIKE '%list%' AND indexrelname NOT LIKE '%a.b'
            AND indexrelname <> 'model_record by a, b'
            """)
        #expect(unused.isEmpty)
    }

    @Test("A database with an index of an earlier state gets today's, and keeps the other one")
    func olderIndex() throws {
        let library = try Library()
        try library.store.snapshot(in: .postgres) { _ in }
        // So it was in the beginning, except that the expression is shortened.
        try library.query("CREATE INDEX \"model_record by tags[0]\" ON model_record ((ARRAY[place, class]), (data -> 'tags' -> 0))")
        try fill(library, ["{\"tags\":\"a\"}", "{\"tags\":[\"a\"]}"])
        let names = "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema() AND indexname LIKE '% by %' ORDER BY 1"
        var query = StoreQuery()
        query.conditions = [.init(["tags", 0], .isOneOf([.string("a")]))]
        func find(_ store: PostgresStore) throws -> [String] {
            try store.snapshot(in: .postgres) {
                try $0.records(of: Self.record(in: .postgres), matching: query).map(\.id)
            }
        }
        // A user who may not make indexes works without.
        let role = library.schema
        try library.query(
            """
            CREATE ROLE \(role) LOGIN PASSWORD 'secret';
            GRANT USAGE ON SCHEMA \(library.schema) TO \(role);
            GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(library.schema) TO \(role);
            GRANT USAGE ON ALL SEQUENCES IN SCHEMA \(library.schema) TO \(role)
            """)
        var parts = try #require(URLComponents(string: library.url))
        (parts.user, parts.password) = (role, "secret")
        #expect(try find(PostgresStore(try #require(parts.string), indexes: [.init("tags[0]")])) == ["1"])
        #expect(try library.query(names) == ["model_record by tags[0]"])
        #expect(try find(library.another(.init("tags[0]"))) == ["1"])
        #expect(try library.query(names) == ["model_record by tags[0]", "model_record by tags[0] (2)"])
        try library.query("DROP OWNED BY \(role); DROP ROLE \(role)")
    }

    @Test("200 conditions with any number of values, and 50 orders are answered, and no more")
    func many() throws {
        let library = try Library(.init("n"))
        try fill(library, (0..<20).map { "{\"n\":\($0 % 5),\"t\":\"\($0)\",\"deep\":{\"n\":\(-$0)}}" })
        let long = ModelPath((0..<150).map { .key("\($0)") })
        let paths: [ModelPath] = [["n"], ["t"], ["deep", "n"], long, ["$k"]]
        var query = StoreQuery()
        for number in 0..<StoreQuery.mostConditions {
            var values: [ModelScalar] = [.int64(1), .int64(-1), .string("1"), .string("6"), .null]
            if number % 40 == 0 { for value in 0..<2000 { values += [.int64(Int64(value)), .string("\(value)")] } }
            query.conditions.append(.init(paths[number % paths.count], .isOneOf(values)))
        }
        for number in 0..<StoreQuery.mostOrders {
            query.order.append(.init(paths[number % 4], isDescending: number % 3 == 0))
        }
        try compare(library, query)
        // Without the path that is left to the reader, the order is the database's.
        query.order = query.order.map { $0.path == long ? .init(["none", "x"], isDescending: true) : $0 }
        try compare(library, query)
        query.conditions.append(.init(["n"], .isOneOf([.null])))
        #expect(errorCode { try compare(library, query) } == .outOfRange)
        query.conditions = []
        query.order.append(.init(["n"]))
        #expect(errorCode { try compare(library, query) } == .outOfRange)
    }
}
#endif
