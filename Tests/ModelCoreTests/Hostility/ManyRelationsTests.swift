#if Macros
import Foundation
import ModelCore
import TestSupport
import Testing

/// A list at the other end of very many relationships mustn't be gone through for each of them.
@Suite("Very many relationships in a file")
struct ManyRelationsTests {
    private static let count = 30_000
    private static let author = CodedClass(name: "ManyRelationsAuthor")
    private static let book = CodedClass(name: "ManyRelationsBook")

    /// Both ends are strong: the tests take the circles apart.
    @Model("ManyRelationsAuthor") final class Author: BaseModel {
        var first: Author?
        @Relationship(inverse: \Book.author) var books: [Book] = []
        var last: Author?
    }

    @Model("ManyRelationsBook") final class Book: BaseModel {
        @Relationship var author: Author?
    }

    @Model("ManyRelationsLibrary") final class Library: BaseModel {
        var authors: [Author] = []
    }

    @Model("ManyRelationsShelf") final class Shelf: BaseModel {
        var books: [Book] = []
    }

    // MARK: Models that others take

    /// One author has all books, and then others one each.
    private static func appendTaken(to builder: inout DocumentBuilder) throws {
        try builder.beginArray()
        for number in -1..<count {
            try builder.beginObject(author)
            try builder.key("books")
            try builder.beginArray()
            if number >= 0 {
                try builder.appendReference(to: number)
            } else {
                for number in 0..<count {
                    try builder.beginObject(book, number: number)
                    try builder.end()
                }
            }
            try builder.end()
            try builder.end()
        }
        try builder.end()
    }

    private static func expectTaken(_ authors: [Author]) {
        #expect(authors.count == count + 1 && authors[0].books.isEmpty)
        #expect(authors.dropFirst().allSatisfy { $0.books.count == 1 && $0.books[0].author === $0 })
        for author in authors { author.books = [] }
    }

    @Test("Of an author who has all books, others take one each", .endsAtLast)
    func taken() throws {
        var builder = DocumentBuilder()
        try Self.appendTaken(to: &builder)
        let document = try builder.finish()
        var authors: [Author] = []
        let seconds = try threadSeconds { authors = try document.decode([Author].self) }
        #expect(seconds < 5)
        Self.expectTaken(authors)
    }

    @Test("The same in a document that a model is set with", .endsAtLast)
    func takenInDocument() throws {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key("authors")
        try Self.appendTaken(to: &builder)
        try builder.end()
        let document = try builder.finish()
        let library = Library()
        let seconds = try threadSeconds { try library.set(withObject: document) }
        #expect(seconds < 5)
        Self.expectTaken(library.authors)
    }

    /// Appends the list of an author who has one book, which says that it is that of number 0.
    private static func appendBooks(to builder: inout DocumentBuilder, isKnown: Bool) throws {
        try builder.key("books")
        try builder.beginArray()
        if isKnown {
            try builder.appendReference(to: 1)
        } else {
            try builder.beginObject(book, number: 1)
            try builder.key("author")
            try builder.appendReference(to: 0)
            try builder.end()
        }
        try builder.end()
    }

    @Test("An author within another one is read before it, or after its list", arguments: ["first", "last"])
    func within(key: String) throws {
        var builder = DocumentBuilder()
        try builder.beginObject(Self.author, number: 0)
        if key == "last" { try Self.appendBooks(to: &builder, isKnown: false) }
        try builder.key(key)
        try builder.beginObject(Self.author)
        try Self.appendBooks(to: &builder, isKnown: key == "last")
        try builder.end()
        if key == "first" { try Self.appendBooks(to: &builder, isKnown: true) }
        try builder.end()
        let outer = try builder.finish().decode(Author.self)
        let inner = try #require(outer.first ?? outer.last)
        let (winner, loser) = key == "last" ? (inner, outer) : (outer, inner)
        #expect(winner.books.count == 1 && loser.books.isEmpty)
        #expect(winner.books.first?.author === winner)
        for author in [outer, inner] { author.books = [] }
    }

    // MARK: Archives in data

    /// An archive of books of one author, whose list isn't in it.
    private static func archive(of count: Int) throws -> Data {
        var builder = DocumentBuilder()
        try builder.beginArray()
        for number in 0..<count {
            try builder.beginObject(book)
            try builder.key("author")
            if number == 0 {
                try builder.beginObject(author, number: 0)
                try builder.end()
            } else {
                try builder.appendReference(to: 0)
            }
            try builder.end()
        }
        try builder.end()
        return try KeyedArchive().encode(builder.finish())
    }

    @Test("An archive in a file has books of one author", .endsAtLast)
    func archived() throws {
        let document = try ModelDocument(encoding: [Self.archive(of: Self.count)])
        var lists: [[Book]] = []
        let seconds = try threadSeconds { lists = try document.decode([[Book]].self) }
        #expect(seconds < 5)
        let author = try #require(lists.first?.first?.author)
        #expect(author.books.count == Self.count)
        #expect(zip(author.books, lists[0]).allSatisfy { $0 === $1 })
        author.books = []
    }

    @Test("What a program sets is linked at once: nobody says when all is there")
    func set() throws {
        let shelf = try #require(try Shelf.instance(with: ["books": Self.archive(of: 3)]))
        let author = try #require(shelf.books.first?.author)
        #expect(shelf.books.count == 3 && author.books.count == 3)
        #expect(zip(author.books, shelf.books).allSatisfy { $0 === $1 })
        author.books = []
    }
}
#endif
