import Foundation
import JSONFormat
import ModelCore
import Modelmatic

/// Authors and books in a JSON file, whose keys a data model says.
public struct Library {
    public let catalog: Catalog
    private let path: String

    /// Has the program read and write JSON as the model says.
    ///
    /// - Parameter modelPath: A data model; by default the program's own.
    /// - Returns: What the model says of files, for other formats.
    @discardableResult
    public static func use(modelPath: String? = nil) throws -> ModelMapping {
        ModelTransform<Date>.date(.day).register(as: "Date")
        ModelTransform<[String]>.separated(by: ",").register(as: "StringArray")
        let model = try DataModel(contentsOf: modelPath ?? resource("Authors.xcdatamodeld"))
        let mapping = try model.mapping()
        FormatRegistry.replace(with: JSONFormat(writing: .prettyPrinted).mapped(by: mapping))
        return mapping
    }

    /// Opens a file; where there is none, it begins with the authors that come with the program.
    public init(path: String) throws {
        self.path = path
        let source = Catalog.fileExists(atPath: path) ? path : Self.resource("Authors.json")
        catalog = try Catalog.load(fromFile: source)
    }

    public func save() throws { try catalog.write(toFile: path, format: .json) }

    /// Adds a book to an author's, who is made where there is none of that name.
    @discardableResult
    public func add(_ title: String, by name: String, price: Double?, tags: [String]) -> Book {
        let book = Book()
        book.title = title
        book.tags = tags
        book.bookId = 1 + (catalog.authors.flatMap(\.books).compactMap(\.bookId).max() ?? 0)
        if let price { set(price: price, of: book) }
        author(named: name).books.append(book)
        return book
    }

    public func set(price: Double, of book: Book) {
        if book.pricing == nil { book.pricing = Pricing() }
        book.retailPrice = price
    }

    public func book(titled title: String) throws(LibraryError) -> Book {
        let found = catalog.authors.flatMap(\.books).first { $0.title == title }
        guard let found else { throw LibraryError(description: "There is no book titled \(title).") }
        return found
    }

    /// Each author with the books, one a line.
    public var lines: [String] {
        catalog.authors.flatMap { author in
            ["\(author.name)" + (author.dateOfBirth.map { ", born \(Self.day($0))" } ?? "")]
                + author.books.map { book in
                    let price = book.retailPrice.map { String(format: "%.2f", $0) } ?? "-"
                    let tags = book.tags.isEmpty ? "" : " (\(book.tags.joined(separator: ", ")))"
                    return "  \(price)  \(book.title)\(tags)"
                }
        }
    }

    private func author(named name: String) -> Author {
        if let known = catalog.authors.first(where: { $0.name == name }) { return known }
        let parts = name.split(separator: " ")
        let author = Author()
        author.firstName = parts.dropLast().joined(separator: " ")
        author.lastName = parts.last.map(String.init) ?? ""
        author.authorId = 1 + (catalog.authors.compactMap(\.authorId).max() ?? 0)
        catalog.authors.append(author)
        return author
    }

    private static func day(_ date: Date) -> String {
        date.formatted(.iso8601.year().month().day())
    }

    static func resource(_ name: String) -> String { Bundle.module.bundlePath + "/Resources/" + name }
}

/// What the user asked for isn't there.
public struct LibraryError: Error, CustomStringConvertible {
    public let description: String
}
