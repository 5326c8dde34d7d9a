#if Macros
import Foundation
import ModelCore
import Records
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

    // snippet.subclass
    @Model class Observation: BaseModel {
        var species = ""
    }

    @Model final class BirdObservation: Observation {
        var isSinging = false
    }
    // snippet.end

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
            let record = StoreRecord(format: .sqlite, className: ModelClass.of(Book.self).name)
            let store = try #require(try FormatRegistry.current.store(for: .sqlite) as? any RecordStore)
            let version = try store.snapshot(in: .sqlite) { try $0.record("atuan", of: record)?.version }
            #expect(version == StoreVersion(2))
            // snippet.listed
            let identifiers = try books.identifiers()
            try books.remove(id: "atuan")
            // snippet.end
            #expect(identifiers == ["atuan"])
            try books.remove(id: "atuan")
            let error = #expect(throws: ModelError.self) { try books.load(id: "atuan") }
            #expect(error?.code == .fileMissing)
        }
    }

    @Test("The class of the records counts, and inherited properties are named by their keys")
    func subclasses() throws {
        try FormatRegistry.withFormats(FormatRegistry(stores: [ArrayStore()])) {
            func bird(_ species: String) -> BirdObservation {
                let bird = BirdObservation()
                (bird.species, bird.isSinging) = (species, true)
                return bird
            }
            let observations = ModelRecords<Observation>(in: .sqlite)
            try observations.save(bird("Owl"), id: "owl")
            #expect(try observations.load(id: "owl") is BirdObservation)
            for species in ["Wren", "Robin"] {
                try ModelRecords<BirdObservation>(in: .sqlite).save(bird(species), id: species)
            }
            // snippet.birds
            let birds = ModelRecords<BirdObservation>(in: .sqlite)
            let singing = try birds.load(.all.where(\.isSinging, equals: true).sorted(by: "species"))
            // snippet.end
            #expect(singing.map(\.species) == ["Robin", "Wren"])
            #expect(try observations.identifiers() == ["owl"])
            let error = #expect(throws: ModelError.self) { try birds.load(.all.sorted(by: \.species)) }
            #expect(error?.code == .unknownProperty)
        }
    }

    @Test("Texts are in the order of their bytes")
    func texts() throws {
        try FormatRegistry.withFormats(FormatRegistry(stores: [ArrayStore()])) {
            let books = ModelRecords<Book>(in: .sqlite)
            for title in ["apple", "Äpfel", "Zoo"] { try books.save(Book(title, 1, by: ""), id: title) }
            let query = ModelQuery<Book>.all.sorted(by: \.title)
            #expect(try books.load(query).map(\.title) == ["Zoo", "apple", "Äpfel"])
            // snippet.people
            let sorted = try books.load(query).sorted { $0.title.localizedStandardCompare($1.title) == .orderedAscending }
            // snippet.end
            #expect(sorted.map(\.title) == ["Äpfel", "apple", "Zoo"])
        }
    }

    @Test("What the body of a transaction throws isn't wrapped")
    func bodyErrors() {
        FormatRegistry.withFormats(FormatRegistry(stores: [ArrayStore()])) {
            let books = ModelRecords<Book>(in: .sqlite)
            #expect(throws: CocoaError.self) {
                try books.transaction { throw CocoaError(.featureUnsupported) }
            }
            #expect(throws: CocoaError.self) {
                try books.update(id: "a", makesMissing: true) { _ in throw CocoaError(.featureUnsupported) }
            }
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
                .where(\.copies, isOneOf: [0, 1])
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
