import Foundation
import ModelCore
import Modelmatic
import Testing

/// Everything that the library's model says.
@Suite("A model of our own")
struct LibraryTests {
    let library: DataModel

    init() throws {
        library = try DataModel(contentsOf: Fixtures.library)
    }

    @Test("Entities stand in the file's order")
    func entities() throws {
        #expect(library.entities.map(\.name) == ["Author", "Book", "Item", "Paperback", "Shelf"])
        #expect(library.entities.map(\.className) == ["Author", "Shop.Book", nil, nil, nil])
        #expect(library.entities.map { $0.parent?.name } == [nil, "Item", nil, "Book", nil])
        #expect(library.entities.filter(\.isAbstract).map(\.name) == ["Item"])
        #expect(library["Author"]?.userInfo == ["jsonKey": "authors", "note": "a <b> & \"c\"\nd"])
        #expect(library["Book"]?.userInfo == [:])
        #expect(library["author"] == nil)
        #expect(library["Book"].map { "\($0)" } == "Book")
    }

    @Test("Inherited properties come first, the farthest ancestor's before the others'")
    func inheritance() throws {
        let book = try #require(library["Book"])
        #expect(book.attributes.map(\.name) == ["price", "sold", "pages", "title"])
        #expect(book.ownAttributes.map(\.name) == ["pages", "title"])
        #expect(book.relationships.map { "\($0)" } == ["Item.shelf", "Book.author"])
        #expect(book.ownRelationships.map(\.name) == ["author"])
        #expect(book.attribute(named: "sold")?.type == .boolean)
        #expect(book.attribute(named: "shelf") == nil)
        #expect(book.relationship(named: "shelf")?.entity == library["Item"])
        #expect(book.relationship(named: "title") == nil)

        // A property that an entity has anew is its own.
        let paperback = try #require(library["Paperback"])
        #expect(paperback.attributes.map(\.name) == ["sold", "pages", "title", "price"])
        #expect(paperback.attribute(named: "price")?.type == .float)
        #expect(paperback.attribute(named: "price")?.defaultValue == .float(0.1))
        #expect(paperback.parent?.parent?.attribute(named: "price")?.type == .decimal)
    }

    @Test("Attributes")
    func attributes() throws {
        let price = try #require(library["Item"]?.attribute(named: "price"))
        #expect(price.type == .decimal && price.isOptional && price.isTransient)
        #expect(price.defaultValue == .decimal(Decimal(string: "9.99") ?? 0))
        let sold = try #require(library["Item"]?.attribute(named: "sold"))
        #expect(!sold.isOptional && !sold.isTransient)
        #expect(sold.defaultValue == .bool(false))
        let portrait = try #require(library["Author"]?.attribute(named: "portrait"))
        #expect(portrait.type == .transformable)
        #expect(portrait.valueTransformerName == "ImageTransformer" && portrait.customClassName == "Image")
        #expect(portrait.defaultValue == nil)
        #expect(library["Author"]?.attribute(named: "name")?.defaultValue == .string("Anonymous"))
        #expect(library["Book"]?.attribute(named: "pages")?.defaultValue == .int64(0))
        #expect(library["Book"]?.attribute(named: "title")?.userInfo == ["jsonKeyPath": "book.title"])
        #expect(library["Shelf"]?.attribute(named: "size")?.type == .composite)
        // A fetched property is neither, and what it has isn't the entity's.
        #expect(library["Book"]?.attribute(named: "sameAuthor") == nil)
    }

    @Test("Relationships lead to entities and back")
    func relationships() throws {
        let books = try #require(library["Author"]?.relationship(named: "books"))
        #expect(books.isToMany && books.isOrdered && books.isOptional && !books.isTransient)
        #expect(books.minimumCount == 0 && books.maximumCount == 200)
        #expect(books.deletionRule == .cascade)
        #expect(books.userInfo == ["jsonKeyPath": "works.published"])
        #expect(books.destination == library["Book"])
        let author = try #require(books.inverse)
        #expect(author == library["Book"]?.relationship(named: "author"))
        #expect(author.inverse == books)
        #expect(!author.isToMany && !author.isOptional && author.maximumCount == 1)

        let agent = try #require(library["Author"]?.relationship(named: "agent"))
        #expect(agent.inverse == nil && agent.destination == agent.entity)
        // Without an entity, the inverse is the destination's.
        let items = try #require(library["Shelf"]?.relationship(named: "items"))
        #expect(items.inverse == library["Item"]?.relationship(named: "shelf"))
        #expect(items.minimumCount == 2 && items.maximumCount == nil && items.deletionRule == .noAction)
        // The inverse may be inherited.
        let favourites = try #require(library["Shelf"]?.relationship(named: "favourites"))
        #expect(favourites.isTransient)
        #expect(favourites.inverse.map { "\($0)" } == "Item.shelf")
        #expect(library["Item"]?.relationship(named: "shelf")?.deletionRule == .deny)
    }

    @Test("Models, entities and properties are values")
    func equality() throws {
        let same = try DataModel(data: Fixtures.libraryData())
        #expect(same == library)
        #expect(same.hashValue == library.hashValue)
        #expect(same["Book"] == library["Book"] && same["Book"] != library["Item"])
        #expect(Set(same.entities + library.entities).count == 5)
        #expect(same["Book"]?.relationships == library["Book"]?.relationships)
        let other = try DataModel(contentsOf: Fixtures.library, version: "Library")
        #expect(other != library)
        #expect(other["Book"] != library["Book"])
        #expect(other["Book"]?.model == other)
    }

    @Test("Names may be anything but empty")
    func names() throws {
        let odd = try model(
            """
            <entity name="Bücher &amp; 本.&quot;[0]" representedClassName=".">
                <attribute name=" " attributeType="Integer 128"/><attribute name="class"/>
                <attribute name="🏳️‍🌈" attributeType=""/>
                <relationship name="a.b" destinationEntity="Bücher &amp; 本.&quot;[0]"
                    inverseName="a.b" deletionRule=""/>
                <userInfo><entry key="" value="x"/><entry key="y"/></userInfo>
            </entity>
            """)
        let entity = try #require(odd.entities.first)
        #expect(entity.name == "Bücher & 本.\"[0]" && entity.className == nil)
        #expect(entity.attributes.map(\.name) == [" ", "class", "🏳️‍🌈"])
        #expect(entity.attributes.map(\.type) == [.undefined, .undefined, .undefined])
        #expect(entity.relationships.first?.inverse == entity.relationships.first)
        #expect(entity.userInfo == ["": "x", "y": ""])
    }
}
