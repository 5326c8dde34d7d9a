import Foundation
import ModelCore
import Testing

@Suite("A property inside the value of another one: the value that was set last counts")
struct OverlapTests {
    final class Pricing: BaseModel {
        var retailPrice: Double?
        var discount = 0.5
        var rates = ["eur": 1]
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("retailPrice", \Pricing.retailPrice),
                ModelProperty("discount", \Pricing.discount, key: PropertyKey(path: "terms.discount")),
                ModelProperty("rates", \Pricing.rates),
            ]
        }
    }

    /// The ways come first, and last.
    final class Book: BaseModel {
        var price: Double? = 14.99
        var pricing: Pricing?
        var discount = 0.5
        var rate = 1
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("price", \Book.price, key: PropertyKey(path: "pricing.retailPrice")),
                ModelProperty("pricing", \Book.pricing),
                ModelProperty("discount", \Book.discount, key: PropertyKey(path: "pricing.terms.discount")),
                ModelProperty("rate", \Book.rate, key: PropertyKey(path: "pricing.rates.eur")),
            ]
        }
    }

    private func read(_ pricing: [String: Any]) throws -> Book {
        try ModelDocument(encoding: ["pricing": pricing] as Any?).decode(Book.self)
    }

    private let content: [String: Any] = ["retailPrice": 14.99, "terms": ["discount": 0.1], "rates": ["eur": 2, "usd": 3]]

    /// The `pricing` that is written for a book. Checks also that a copy, read from a keyed archive, is written alike.
    private func written(_ book: Book) throws -> ModelDocument.Value? {
        let document = try ModelDocument(encoding: book)
        let back = try KeyedArchive().decode(Book.self, from: KeyedArchive().encode(book))
        #expect(try ModelDocument(encoding: back) == document)
        #expect(back.price == back.pricing?.retailPrice)
        return document["pricing"]
    }

    @Test("Of an object that was read, the one that was changed, in either place")
    func changed() throws {
        var book = try read(content)
        #expect(try written(book)?["retailPrice"]?.doubleValue == 14.99)
        book.price = 5
        #expect(try written(book)?["retailPrice"]?.doubleValue == 5)
        // Saving changes nothing in the model.
        #expect(book.pricing?.retailPrice == 14.99)
        #expect(try written(book)?["retailPrice"]?.doubleValue == 5)
        #expect(try written(book.copy())?["retailPrice"]?.doubleValue == 5)

        book = try read(content)
        book.pricing?.retailPrice = 6
        #expect(try written(book)?["retailPrice"]?.doubleValue == 6)

        book = try read(content)
        (book.discount, book.rate) = (0.2, 7)
        let pricing = try #require(try written(book))
        #expect(pricing["terms"]?["discount"]?.doubleValue == 0.2)
        #expect(pricing["rates"]?["eur"]?.intValue == 7 && pricing["rates"]?["usd"]?.intValue == 3)

        book = try read(content)
        book.pricing?.discount = 0.3
        book.pricing?.rates["eur"] = 8
        let changed = try #require(try written(book))
        #expect(changed["terms"]?["discount"]?.doubleValue == 0.3 && changed["rates"]?["eur"]?.intValue == 8)
        #expect(changed["retailPrice"]?.doubleValue == 14.99)
    }

    @Test("A nil counts as a change, and so does another object, or none")
    func removed() throws {
        var book = try read(content)
        book.price = nil
        #expect(try ModelDocument(encoding: book)["pricing"]?["retailPrice"] == nil)
        #expect(try ModelDocument(encoding: book)["pricing"]?["terms"]?["discount"]?.doubleValue == 0.1)
        book = try read(content)
        book.pricing?.retailPrice = nil
        #expect(try ModelDocument(encoding: book)["pricing"]?["retailPrice"] == nil)
        book = try read(content)
        book.pricing = Pricing()
        book.pricing?.retailPrice = 3
        #expect(try written(book)?["retailPrice"]?.doubleValue == 3)
        book = try read(content)
        book.pricing = nil
        #expect(try ModelDocument(encoding: book)["pricing"] == nil)
    }

    @Test("Two that were changed and differ are an error that says where; two that are the same aren't")
    func both() throws {
        let book = try read(content)
        book.price = 5
        book.pricing?.retailPrice = 6
        let error = #expect(throws: ModelError.self) { try ModelDocument(encoding: [book]) }
        #expect(error?.code == .unrepresentableValue && error?.path == [0, "pricing", "retailPrice"], "\(error as Any)")
        book.pricing?.retailPrice = 5
        #expect(try written(book)?["retailPrice"]?.doubleValue == 5)
    }

    @Test("Of a new object, the one that isn't the default")
    func new() throws {
        var book = Book()
        #expect(try ModelDocument(encoding: book)["pricing"]?["retailPrice"]?.doubleValue == 14.99)
        book.pricing = Pricing()
        book.discount = 0.2
        #expect(try written(book)?["terms"]?["discount"]?.doubleValue == 0.2)
        book = Book()
        book.pricing = Pricing()
        book.pricing?.discount = 0.3
        book.pricing?.retailPrice = 4
        let pricing = try #require(try written(book))
        #expect(pricing["terms"]?["discount"]?.doubleValue == 0.3 && pricing["retailPrice"]?.doubleValue == 4)
        book.price = 5
        #expect { try ModelDocument(encoding: book) } throws: { ($0 as? ModelError)?.code == .unrepresentableValue }
        // A book that was read without `pricing` gets a new object and a value.
        book = try ModelDocument(encoding: [:] as [String: Int]).decode(Book.self)
        book.pricing = Pricing()
        (book.price, book.discount) = (7, 0.7)
        #expect(try written(book)?["retailPrice"]?.doubleValue == 7)
    }

    @Test("A model that is written elsewhere already can't be changed by a property beside it, not even to nil")
    func writtenElsewhere() throws {
        let book = try read(content)
        let shelf = [book.pricing as Any, book]
        #expect(try ModelDocument(encoding: shelf as Any?).root.count == 2)
        for price in [5, nil] as [Double?] {
            book.price = price
            let error = #expect(throws: ModelError.self) { try ModelDocument(encoding: shelf as Any?) }
            #expect(error?.code == .unrepresentableValue)
        }
    }

    #if Macros
    @Model struct Price {
        var amount = 1
        var currency = "EUR"
    }

    @Model struct Offer {
        @Key(path: "price.amount") var amount: Int? = nil
        var price = Price()
    }

    @Model final class Shop: BaseModel {
        var price = Price()
        @Key(path: "price.amount") var amount = 1
    }

    @Test("In structs, which remember nothing, two that differ are an error; in a class one of both counts")
    func structs() throws {
        #expect(try ModelDocument(encoding: Offer())["price"]?["amount"]?.intValue == 1)
        #expect(try ModelDocument(encoding: Offer(amount: 1, price: Price()))["price"]?["amount"]?.intValue == 1)
        let error = #expect(throws: ModelError.self) { try ModelDocument(encoding: [Offer(amount: 2, price: Price())]) }
        #expect(error?.code == .unrepresentableValue && error?.path == [0, "price"], "\(error as Any)")
        let shop = try ModelDocument(encoding: ["price": ["amount": 3, "currency": "USD"] as [String: Any]] as Any?)
            .decode(Shop.self)
        #expect(shop.amount == 3 && shop.price.amount == 3)
        shop.amount = 4
        shop.price.currency = "CHF"
        let document = try ModelDocument(encoding: shop)
        #expect(document["price"]?["amount"]?.intValue == 4 && document["price"]?["currency"]?.stringValue == "CHF")
        shop.price.amount = 5
        #expect { try ModelDocument(encoding: shop) } throws: { ($0 as? ModelError)?.code == .unrepresentableValue }
        shop.amount = 3
        #expect(try ModelDocument(encoding: shop)["price"]?["amount"]?.intValue == 5)
    }
    #endif
}
