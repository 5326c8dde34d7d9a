#if Macros
import Foundation
import ModelCore
import ModelTesting
import Synchronization
import Testing

@Suite("Samples: records in stores", .serialized)
struct RecordSamples {
    // snippet.book
    @Model final class Book: BaseModel {
        var title = ""
        var year = 0
        var copies = 0
        @Key(path: "author.name") var author = ""

        convenience init(_ title: String, _ year: Int, by author: String) {
            self.init()
            (self.title, self.year, self.author) = (title, year, author)
        }
    }
    // snippet.end

    @Model final class Author: BaseModel {
        var books = 0
    }

    @Test("The first sample")
    func first() throws {
        try FormatRegistry.withFormats(FormatRegistry(stores: [ArrayStore()])) {
            // snippet.first
            let books = ModelRecords<Book>(in: .sqlite)
            try books.save(Book("The Tombs of Atuan", 1971, by: "Le Guin"), id: "atuan")
            let book = try books.load(id: "atuan")
            book.copies = 3
            try books.save(book, id: "atuan")
            let seventies = try books.load(.all.where(\.year, in: 1970..<1980).sorted(by: \.title))
            // snippet.end
            #expect(seventies.map(\.copies) == [3])
        }
    }

    @Test("Stores without a database")
    func withoutDatabase() throws {
        try FormatRegistry.withFormats(FormatRegistry(stores: [InMemoryStore(formats: [.userDefaults])])) {
            // snippet.recent
            let recent = ModelRecords<Book>(in: .userDefaults)
            try recent.save(Book("Tehanu", 1990, by: "Le Guin"), id: "tehanu")
            // snippet.end
            #expect(try recent.identifiers() == ["tehanu"])
        }
    }

    @Test("Changes, queries and transactions")
    func more() throws {
        try FormatRegistry.withFormats(FormatRegistry(stores: [ArrayStore()])) {
            let books = ModelRecords<Book>(in: .sqlite)
            let authors = ModelRecords<Author>(in: .sqlite)
            let book = Book("Tehanu", 1990, by: "Le Guin")
            try books.save(book, id: "tehanu")
            // snippet.update
            try books.update(id: "tehanu") { $0.copies += 1 }
            // snippet.end
            // snippet.changed
            do {
                book.copies = 7
                try books.save(book, id: "tehanu")
            } catch let error as ModelError where error.code == .fileChanged {
                let theirs = try books.load(id: "tehanu")
                print("Another program has \(theirs.copies) copies.")
            }
            // snippet.end
            #expect(try books.load(id: "tehanu").copies == 1)
            // snippet.transaction
            try books.transaction {
                try books.save(Book("The Other Wind", 2001, by: "Le Guin"), id: "wind")
                try authors.update(id: "le-guin", makesMissing: true) { $0.books += 1 }
            }
            // snippet.end
            #expect(try authors.load(id: "le-guin").books == 1)
            // snippet.query
            let query = ModelQuery<Book>.all
                .where(\.author, equals: "Le Guin")
                .where("year", in: 1968...)
                .sorted(by: \.year, descending: true)
                .limited(to: 10)
            for book in try books.load(query) { print(book.title) }
            // snippet.end
            #expect(try books.load(query).map(\.year) == [2001, 1990])
            // snippet.walk
            try books.forEach { id, book in print(id, book.title) }
            // snippet.end
        }
    }
}

extension FileFormat {
    fileprivate static let sqlite = FileFormat(store: "sqlite", displayName: "SQLite", library: "SQLiteStore")
}

/// Keeps records in memory. One transaction runs at a time.
private final class ArrayStore: RecordStore, Sendable {
    let formats = [FileFormat(store: "sqlite", displayName: "SQLite", library: "SQLiteStore")]
    private let saved = Mutex(Saved())
    private let running = NSLock()

    struct Saved {
        var records: [String: StoredRecord] = [:]
        var version: Int64 = 0
    }

    func transaction<Result>(
        in format: FileFormat, _ body: (any StoreTransaction) throws -> Result
    ) throws -> Result {
        try running.withLock {
            let transaction = Transaction(saved.withLock { $0 })
            let result = try body(transaction)
            saved.withLock { $0 = transaction.saved }
            return result
        }
    }

    func snapshot<Result>(in format: FileFormat, _ body: (any StoreSnapshot) throws -> Result) throws -> Result {
        try body(Transaction(saved.withLock { $0 }))
    }

    private final class Transaction: StoreTransaction {
        var saved: Saved

        init(_ saved: Saved) { self.saved = saved }

        private func all(_ record: StoreRecord) -> [StoredRecord] {
            let start = "\(record.format.place ?? "")/\(record.className)/"
            return saved.records.filter { $0.key.hasPrefix(start) }.map(\.value)
        }

        func record(_ id: String, of record: StoreRecord) -> StoredRecord? { all(record).first { $0.id == id } }

        func identifiers(of record: StoreRecord) -> [String] { StoreQuery().selection(from: all(record)).map(\.id) }

        func forEachRecord(
            of record: StoreRecord, matching query: StoreQuery, _ body: (StoredRecord) throws -> Void
        ) throws {
            try query.selection(from: all(record)).forEach(body)
        }

        func save(
            _ document: ModelDocument, id: String, of record: StoreRecord, expecting expected: StoreExpectation
        ) throws -> StoreVersion {
            try record.requireIdentifier(id)
            try remove(id, of: record, expecting: expected)
            saved.version += 1
            let new = StoredRecord(id: id, version: StoreVersion(saved.version), document: document)
            saved.records["\(record.format.place ?? "")/\(record.className)/\(id)"] = new
            return new.version
        }

        func remove(_ id: String, of record: StoreRecord, expecting expected: StoreExpectation) throws {
            try expected.require(self.record(id, of: record)?.version)
            saved.records["\(record.format.place ?? "")/\(record.className)/\(id)"] = nil
        }
    }
}

// The values that are kept once of a class: none here.
extension ArrayStore {
    func save(_ values: [(key: String, value: ModelDocument)], in record: StoreRecord) throws {
        throw ModelError(.notSaveable, "It keeps records only.")
    }
    func document(for record: StoreRecord) throws -> ModelDocument? { nil }
    func removeValues(in record: StoreRecord) throws {}
}
#endif
