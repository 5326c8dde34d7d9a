#if Macros
import Foundation
import JSONFormat
// snippet.names
import ModelCore
// snippet.end
import Testing

@Suite("Samples: keys and key paths")
struct KeySamples {
    // snippet.names
    @Model final class Customer: BaseModel {
        @Key("customer_id") var id = 0
        @Key("full_name", aliases: ["name", "display_name"]) var name = ""
        @Key(aliases: ["e-mail"]) var email = ""
    }
    // snippet.end

    // snippet.formats
    @Model final class Edition: BaseModel {
        @Key("ISBN") @Key("isbn13", for: [.json]) var isbn = ""
    }
    // snippet.end

    // snippet.style
    @Model(keys: .snakeCase) final class Profile: BaseModel {
        var firstName = ""
        var imageURL: URL?
        @Key("motto") var favouriteQuote = ""
    }
    // snippet.end

    // snippet.paths
    @Model final class Visitor: BaseModel {
        @Key("login") var name = ""
        @Key(path: "user.address.city") var city = ""
        @Key(path: #"user.address["postal.code"]"#) var postalCode: String?
    }
    // snippet.end

    // snippet.models
    @Model final class Pricing: BaseModel {
        var retailPrice: Double?
        var currency = "EUR"
    }

    @Model final class Book: BaseModel {
        var title = ""
        @Key(path: "pricing.retailPrice") var price: Double?
        var pricing: Pricing?
    }
    // snippet.end

    // snippet.computed
    @Model final class Review: BaseModel {
        @Transient var stars = ""
        @Key var rating: Int {
            get { stars.count }
            set { stars = String(repeating: "*", count: max(newValue, 0)) }
        }
    }
    // snippet.end

    // snippet.listed
    final class Station: BaseModel {
        var name = ""
        var city = ""

        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [
                ModelProperty("name", \Station.name, key: PropertyKey("station_name", aliases: ["name"])),
                ModelProperty("city", \Station.city, key: PropertyKey(path: "place.city"), PropertyKey("town", for: [.json])),
            ]
        }
    }
    // snippet.end

    @Model final class Track: BaseModel {
        var trackTitle = "t"
    }

    private func text(_ model: some BaseModel, _ format: JSONFormat = JSONFormat()) throws -> String {
        String(decoding: try format.encode(model), as: UTF8.self)
    }

    /// Of somebody else's.
    @Model final class Shipment: BaseModel {
        var name = ""
        var sent: Date?
    }

    @Test("Mappings")
    func mappings() throws {
        let data = Data(#"{"title":"Books","dates":{"sent":"2026-11-23"}}"#.utf8)
        // snippet.mapping
        var mapping = ModelMapping()
        try mapping.map(
            Shipment.self,
            [
                PropertyMapping("name", key: "title"),
                PropertyMapping("sent", key: PropertyKey(path: "dates.sent"), with: .date(.day)),
            ])
        let web = JSONFormat().mapped(by: mapping)
        let shipment = try web.decode(Shipment.self, from: data)
        // snippet.end
        #expect(shipment.name == "Books" && shipment.sent != nil)
        #expect(try web.encode(shipment) == data)
    }

    @Test("Names, aliases, formats")
    func names() throws {
        let customer = try #require(try Customer.instance(with: ["customer_id": 3, "display_name": "Ada", "e-mail": "a@b"]))
        #expect(try text(customer) == #"{"customer_id":3,"full_name":"Ada","email":"a@b"}"#)
        #expect(try text(Edition()) == #"{"isbn13":""}"#)
        #expect(try ModelDocument(encoding: Edition()).root.keys == ["ISBN"])
    }

    @Test("Styles")
    func styles() throws {
        let profile = Profile()
        profile.imageURL = URL(string: "a:b")
        #expect(try text(profile) == #"{"first_name":"","image_url":"a:b","motto":""}"#)
        let track = Track()
        // snippet.service
        let service = JSONFormat(keys: .snakeCase)
        let content = try service.encode(track)
        let back = try service.decode(Track.self, from: content)
        // snippet.end
        #expect(String(decoding: content, as: UTF8.self) == #"{"track_title":"t"}"# && back.trackTitle == "t")
    }

    @Test("Paths")
    func paths() throws {
        let visitor = Visitor()
        (visitor.name, visitor.city, visitor.postalCode) = ("ada", "London", "W1")
        let wanted = #"""
            {"login":"ada","user":{"address":{"city":"London","postal.code":"W1"}}}
            """#
        #expect(try text(visitor) == wanted)
        #expect(try JSONFormat().decode(Visitor.self, from: Data(wanted.utf8)).postalCode == "W1")
        let book = Book()
        book.price = 3
        book.pricing = Pricing()
        #expect(try text(book) == #"{"title":"","pricing":{"retailPrice":3.0,"currency":"EUR"}}"#)
        let review = try JSONFormat().decode(Review.self, from: Data(#"{"rating":2}"#.utf8))
        #expect(review.stars == "**")
        #expect(try text(Station()) == #"{"station_name":"","town":""}"#)
        #expect(try ModelDocument(encoding: Station()).root.keys == ["station_name", "place"])
    }
}
#endif
