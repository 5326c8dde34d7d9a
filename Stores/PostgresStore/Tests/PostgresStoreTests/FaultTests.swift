#if Tests
import Foundation
import PostgresStore
import Records
import Testing

@Suite("Records that can't be read, and errors", .needsServer)
struct FaultTests {
    private static let places: [FileFormat] = [.postgres, .postgres.at("beside")]

    private static func record(in format: FileFormat) -> StoreRecord {
        StoreRecord(format: format, className: "Book")
    }

    /// JSON that PostgreSQL accepts, and the library doesn't.
    private static let refused = [
        #"{"title":"b","title":"c"}"#, "{\"title\":\"b\",\"tags\":" + String(repeating: "[", count: 600)
            + String(repeating: "]", count: 600) + "}",
    ]

    private func damage(_ library: Library, _ ids: [String], _ json: String) throws {
        let list = ids.map { "'\($0)'" }.joined(separator: ",")
        try library.query("UPDATE model_record SET json = '\(json)', version = nextval('model_version') WHERE id IN (\(list))")
    }

    @Test("One is no error for others: it is passed with its error", arguments: refused)
    func faults(_ json: String) throws {
        let library = try Library(.init("year"))
        try library.use {
            for format in Self.places {
                let books = ModelRecords<Book>(in: format)
                try books.transaction {
                    for number in 0..<500 { try books.save(Book("\(number % 5)", number), id: "\(1000 + number)") }
                }
            }
            // One among the first records, one that a cursor finds, and the last one.
            let damaged = ["1003", "1250", "1499"]
            try damage(library, damaged, json)
            for format in Self.places {
                let record = Self.record(in: format)
                try library.store.transaction(in: format) { transaction in
                    let all = try transaction.records(of: record)
                    #expect(all.count == 500)
                    #expect(all.filter { $0.fault != nil }.map(\.id) == damaged)
                    #expect(Set(all.map(\.version)).count > 3)
                    var query = StoreQuery()
                    (query.offset, query.limit) = (2, 3)
                    #expect(try transaction.records(of: record, matching: query).map(\.id) == ["1002", "1003", "1004"])
                    #expect(try transaction.identifiers(of: record).count == 500)
                    #expect(errorCode { _ = try transaction.record("1003", of: record) } != nil)
                    #expect(try transaction.record("1004", of: record)?.fault == nil)
                    // The order is that of missing values.
                    query = StoreQuery()
                    query.order = [.init(["year"], isDescending: true)]
                    let last = try transaction.records(of: record, matching: query).suffix(3)
                    #expect(last.map(\.id) == damaged)
                    // A record that was passed with its error may be removed, or saved over.
                    try transaction.remove("1003", of: record, expecting: .version(all[3].version))
                    _ = try transaction.save(all[4].document, id: "1250", of: record, expecting: .version(all[250].version))
                }
                let books = ModelRecords<Book>(in: format)
                #expect(try books.load(id: "1004").year == 4)
                #expect(try books.load(.all.where(\.year, in: 5..<8)).map(\.year) == [5, 6, 7])
                #expect {
                    _ = try books.load()
                } throws: {
                    ($0 as? ModelError)?.path.description.hasPrefix("Book.1499") == true
                }
            }
        }
    }

    @Test("What a body sees are errors of the library, without statements and values")
    func errors() throws {
        let library = try Library()
        let secret = "Opensesame"
        func error(_ body: () throws -> Void) -> ModelError? {
            do {
                try body()
                return nil
            } catch {
                return error as? ModelError
            }
        }
        func expect(_ code: ModelError.Code, _ comment: Comment, _ change: (ModelRecords<Book>) throws -> Void) throws {
            for format in Self.places {
                let books = ModelRecords<Book>(in: format)
                var seen: [ModelError?] = []
                let thrown = error {
                    try books.transaction {
                        seen.append(error { try change(books) })
                        // The transaction can't go on.
                        seen.append(error { try books.save(Book(secret), id: "later") })
                    }
                }
                for error in seen + [thrown] {
                    #expect(error?.code == code, comment)
                    let text = "\(error.map { "\($0)" } ?? "")"
                    for word in [secret, "SELECT", "INSERT", "UPDATE", "DELETE", "nextval", "json"] {
                        #expect(!text.contains(word), "\(comment): \(text)")
                    }
                }
                #expect(try books.identifiers() == ["a"], comment)
            }
        }
        try library.use {
            for format in Self.places { try ModelRecords<Book>(in: format).save(Book("a"), id: "a") }
            try library.query(
                """
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
                AS 'BEGIN RAISE EXCEPTION ''not %'', NEW.json; END';
                CREATE TRIGGER refuse BEFORE INSERT ON model_record
                FOR EACH ROW WHEN (NEW.id = 'trigger') EXECUTE FUNCTION refuse();
                ALTER TABLE model_record ADD CONSTRAINT "\(secret)" CHECK (id <> 'constraint')
                """)
            try expect(.underlying, "trigger") { try $0.save(Book(secret), id: "trigger") }
            try expect(.corruptData, "constraint") { try $0.save(Book(secret), id: "constraint") }
            var random = SystemRandomNumberGenerator()
            let long = String((0..<9000).map { _ in Character(Unicode.Scalar(UInt8.random(in: 97...122, using: &random))) })
            try expect(.bytesExceeded, "identifier") { try $0.save(Book(secret), id: long) }
            try library.query("ALTER TABLE model_record ALTER version TYPE integer USING version::integer")
            try library.query("SELECT setval('model_version', 3000000000)")
            // Statements that the server keeps were made for the table as it was.
            try library.endConnections()
            try expect(.corruptData, "number") { try $0.save(Book(secret), id: "b") }
            try library.query("ALTER TABLE model_record RENAME json TO \(secret)")
            for format in Self.places {
                let books = ModelRecords<Book>(in: format)
                let thrown = error { try books.transaction { _ = try books.load() } }
                #expect(thrown?.code == .fileUnwritable)
                #expect("\(thrown.map { "\($0)" } ?? "")".contains("aren't those that the store has made"))
            }
        }
    }
}
#endif
