#if Macros
import Foundation
import JSONFormat
import ModelCore
import ModelTesting
import Testing

@Suite("Samples: concurrency", .sandboxed)
struct ConcurrencySamples {
    @Model final class Book: BaseModel {
        var title = ""
        var next: Book?
    }

    // snippet.rule
    @Model final class Settings: BaseModel, MainActorShared {
        var theme = "light"
    }

    @MainActor func choose(theme: String) throws {
        let settings = try Settings.shared
        settings.theme = theme
        try settings.save()
    }

    func currentTheme() async throws -> String {
        try await MainActor.run { try Settings.shared.theme }
    }
    // snippet.end

    // snippet.loading
    @MainActor final class Reader {
        var book: Book?
        var shelf: [Book] = []

        func open() async throws {
            book = try await Book.loadInBackground(fromFile: "book.json")
            shelf = try await Book.loadInBackground(fromFiles: ["a.json", "b.json", "c.json"])
        }
        // snippet.end

        // snippet.saving
        func keep() async throws {
            try await book?.writeInBackground(toFile: "book.json")
        }
        // snippet.end

        // snippet.protected
        func keepAtLast() async throws {
            guard let copy = try book?.deepCopy() else { return }
            try await Task { try await copy.writeInBackground(toFile: "book.json") }.value
        }
        // snippet.end
        // snippet.loading
    }
    // snippet.end

    // snippet.cancelling
    @MainActor final class Search {
        private(set) var found: [Book] = []
        private var task: Task<Void, any Error>?

        func begin(_ paths: [String]) {
            task?.cancel()
            task = Task { found = try await Book.loadInBackground(fromFiles: paths) }
        }
    }
    // snippet.end

    // snippet.actor
    actor Library {
        private var books: [String: Book] = [:]

        func add(_ book: sending Book, id: String) {
            books[id] = book
        }

        func book(_ id: String) throws -> sending Book? {
            guard let book = books[id] else { return nil }
            return try book.deepCopy()
        }
    }
    // snippet.end

    private static func make(_ title: String) -> Book {
        let book = Book()
        (book.title, book.next) = (title, Book())
        return book
    }

    @MainActor
    @Test("Files")
    func files() async throws {
        for name in ["book", "a", "b", "c"] { try Self.make(name).write(toFile: "\(name).json") }
        let reader = Reader()
        try await reader.open()
        #expect(reader.book?.title == "book" && reader.shelf.map(\.title) == ["a", "b", "c"])
        reader.book?.title = "changed"
        try await reader.keep()
        #expect(try Book.load(fromFile: "book.json").title == "changed")
    }

    @MainActor
    @Test("A shared instance, and a file that is written at last")
    func shared() async throws {
        try choose(theme: "dark")
        #expect(try await currentTheme() == "dark")
        let reader = Reader()
        reader.book = Self.make("last")
        try await reader.keepAtLast()
        #expect(try Book.load(fromFile: "book.json").title == "last")
    }

    @Test("An actor")
    func actor() async throws {
        let library = Library()
        await library.add(Self.make("one"), id: "1")
        let (first, second) = (try await library.book("1"), try await library.book("1"))
        #expect(first?.title == "one" && first !== second && first?.next !== second?.next && second?.next != nil)
        #expect(try await library.book("2") == nil)
    }
}
#endif
