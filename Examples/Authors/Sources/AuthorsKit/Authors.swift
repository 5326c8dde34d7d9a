import Foundation
import ModelCore

// The classes say nothing of files: what their properties are there, the data model says. Some are of other models than
// the program's own, such as those of Modelmatic's example, whose classes have other names.

/// What a file has: the authors, with their books.
@Model public final class Catalog: BaseModel {
    public var version = 0
    public var authors: [Author] = []
}

@Model("Author", aliases: ["MDLAuthor"])
public final class Author: BaseModel {
    public var authorId: Int?
    public var externalID: Int?
    public var firstName = ""
    public var lastName = ""
    public var dateOfBirth: Date?
    public var imageURL: String?
    @Relationship(inverse: \Book.author) public var books: [Book] = []

    public var name: String { "\(firstName) \(lastName)" }
}

@Model("Book", aliases: ["MDLBook"])
public final class Book: BaseModel {
    public var bookId: Int?
    public var externalID: Int?
    public var title = ""
    public var year: String?
    public var rating: Int?
    public var favorite: Bool?
    public var tags: [String] = []
    /// Kept in the pricing's dictionary.
    public var retailPrice: Double?
    @Relationship public weak var author: Author?
    @Relationship(inverse: \Pricing.book) public var pricing: Pricing?
}

@Model("Pricing", aliases: ["MDLPricing"])
public final class Pricing: BaseModel {
    public var pricingId: Int?
    public var externalID: Int?
    public var retailPrice: Double?
    public var discountedPrice: Double?
    @Relationship public weak var book: Book?
}
