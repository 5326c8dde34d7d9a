import Foundation
import GRDB
import Records
import SQLiteStore

// The properties of all models are listed, so that the tests are built without swift-syntax.

class Book: BaseModel {
    var title = ""
    var year: Int?
    var isRead = false
    var price: Decimal?
    var bought: Date?
    var author = ""
    var tags: [String] = []
    var number = UUID()
    var kind = Kind.novel

    enum Kind: String, ModelValue {
        case novel, stories
    }

    convenience init(_ title: String, _ year: Int? = nil, by author: String = "") {
        self.init()
        (self.title, self.year, self.author) = (title, year, author)
    }

    private static let rows = [
        ModelProperty("title", \Book.title), ModelProperty("year", \Book.year), ModelProperty("isRead", \Book.isRead),
        ModelProperty("price", \Book.price), ModelProperty("bought", \Book.bought, key: "bought_on"),
        ModelProperty("author", \Book.author, key: PropertyKey(path: "author.name")), ModelProperty("tags", \Book.tags),
        ModelProperty("number", \Book.number), ModelProperty("kind", \Book.kind),
    ]
    private static let known = ModelClass(Book.self, name: "Book", overrides: [])
    override class var modelClass: ModelClass { known }
    override class var modelProperties: [ModelProperty] { rows }
}

final class AudioBook: Book {
    var minutes = 0.0

    private static let known = ModelClass(AudioBook.self, name: "AudioBook", overrides: [])
    override class var modelClass: ModelClass { known }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("minutes", \AudioBook.minutes)]
    }
}

final class Shelf: BaseModel {
    var length = 0

    private static let known = ModelClass(Shelf.self, name: "Shelf", overrides: [])
    override class var modelClass: ModelClass { known }
    override class var modelProperties: [ModelProperty] { [ModelProperty("length", \Shelf.length)] }
}

/// A store in a folder of a test's own.
final class Library {
    let folder: String
    let file: String
    let store: SQLiteStore
    let books = ModelRecords<Book>(in: .sqlite)

    convenience init(_ indexes: SQLiteStore.Index...) throws { try self.init(indexes) }

    init(_ indexes: [SQLiteStore.Index]) throws {
        for type in [Book.self, AudioBook.self, Shelf.self] as [BaseModel.Type] { ClassRegistry.register(type) }
        folder = NSTemporaryDirectory() + "SQLiteStoreTests-" + UUID().uuidString
        file = folder + "/library.sqlite"
        store = SQLiteStore(file: file, indexes: indexes)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Runs `body` in a program that has this store and no other.
    func use<Result>(_ body: () throws -> Result) rethrows -> Result {
        try FormatRegistry.withFormats(FormatRegistry(stores: [store]), body)
    }

    /// Fetches values as another program does.
    func fetch<Value: DatabaseValueConvertible>(_ sql: String, _ type: Value.Type = Value.self) throws -> [Value] {
        try DatabaseQueue(path: file).read { try Value.fetchAll($0, sql: sql) }
    }

    /// Changes the file as another program does.
    func execute(_ sql: String) throws { try DatabaseQueue(path: file).write { try $0.execute(sql: sql) } }
}

/// The code of the error that `body` throws; nil where it throws none.
func errorCode(_ body: () throws -> Void) -> ModelError.Code? {
    do {
        try body()
        return nil
    } catch {
        return ModelError(wrapping: error).code
    }
}
