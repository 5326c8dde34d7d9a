import Foundation
import ModelCore
import Testing

/// A way that leads into what another property holds: Modelmatic's flattened attributes.
@Suite("A way into a model that another property holds")
struct SharedWayTests {
    final class Pricing: BaseModel {
        var retailPrice: Double?
        var currency = "EUR"
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("retailPrice", \Pricing.retailPrice), ModelProperty("currency", \Pricing.currency)]
        }
    }

    final class Book: BaseModel {
        var price: Double?
        var note: String?
        var pricing: Pricing?
        var other: Pricing?
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("price", \Book.price, key: PropertyKey(path: "pricing.retailPrice")),
                ModelProperty("note", \Book.note, key: PropertyKey(path: "pricing.text.note")),
                ModelProperty("pricing", \Book.pricing),
                ModelProperty("other", \Book.other),
            ]
        }
    }

    final class Journal: BaseModel {
        var settings: [String: Int]? = [:]
        var deep = 1
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("settings", \Journal.settings),
                ModelProperty("deep", \Journal.deep, key: PropertyKey(path: "settings.deep.x")),
            ]
        }
    }

    @Test("None leads through a dictionary's single values")
    func dictionaries() throws {
        #expect { try ModelDocument(encoding: Journal()) } throws: { ($0 as? ModelError)?.code == .invalidKey }
        #expect { try ModelDocument(encoding: ["settings": ["a": 1]] as Any?).decode(Journal.self) } throws: {
            ($0 as? ModelError)?.code == .invalidKey
        }
    }

    @Test("Both are read from it")
    func reading() throws {
        let book = try ModelDocument(
            encoding: ["pricing": ["retailPrice": 12.5, "text": ["note": "cheap"]] as [String: Any]] as Any?
        ).decode(Book.self)
        #expect(book.price == 12.5 && book.pricing?.retailPrice == 12.5 && book.note == "cheap")
    }

    @Test("What the model writes itself is written once, and the rest is added")
    func writing() throws {
        let book = Book()
        book.note = "n"
        book.pricing = Pricing()
        book.pricing?.retailPrice = 2
        let document = try ModelDocument(encoding: book)
        #expect(document.root.keys == ["pricing"])
        #expect(document[["pricing"]]?.keys == ["retailPrice", "currency", "text"])
        #expect(document[["pricing", "retailPrice"]]?.doubleValue == 2)
        #expect(document[["pricing", "text", "note"]]?.stringValue == "n")
        #expect(document[["pricing"]]?.className?.hasSuffix("Pricing") ?? false)
        let back = try document.decode(Book.self)
        #expect(back.price == 2 && back.note == "n" && back.pricing?.currency == "EUR")
    }

    @Test("What an archive has at the end of a way that the model in it doesn't know is written back")
    func archived() throws {
        let book = Book()
        book.note = "n"
        book.pricing = Pricing()
        let archive = try KeyedArchive().encode(book)
        let again = try KeyedArchive().encode(KeyedArchive().decode(Book.self, from: archive))
        let back = try KeyedArchive().decode(Book.self, from: again)
        #expect(back.note == "n" && back.pricing?.currency == "EUR")
        #expect(try ModelDocument(encoding: back)[["pricing", "text", "note"]]?.stringValue == "n")
    }

    @Test("A value that the model doesn't have is put into it; without a model, into a dictionary")
    func adding() throws {
        let book = Book()
        book.price = 3
        var document = try ModelDocument(encoding: book)
        #expect(document[["pricing"]]?.keys == ["retailPrice"] && document[["pricing"]]?.className == nil)
        book.pricing = Pricing()
        document = try ModelDocument(encoding: book)
        #expect(document[["pricing", "retailPrice"]]?.doubleValue == 3)
        #expect(document[["pricing", "currency"]]?.stringValue == "EUR")
    }

    @Test("A model that is written elsewhere can't take anything; one that comes elsewhere later can")
    func shared() throws {
        let book = Book()
        book.pricing = Pricing()
        book.other = book.pricing
        book.price = 4
        let document = try ModelDocument(encoding: book)
        #expect(document[["other", "retailPrice"]]?.doubleValue == 4)
        let back = try document.decode(Book.self)
        #expect(back.other === back.pricing && back.pricing?.retailPrice == 4)

        // It would be lost here, so that is said.
        let shelf = [book.pricing as Any, book]
        let error = try #require(throws: ModelError.self) { try ModelDocument(encoding: shelf as Any?) }
        #expect(error.code == .unrepresentableValue)
        book.price = 5
        book.pricing?.retailPrice = 5
        #expect(try ModelDocument(encoding: shelf as Any?).root.elements.count == 2)
    }

    @Test("What is no dictionary can't take anything")
    func scalar() throws {
        final class Odd: BaseModel {
            var user = "text"
            var city = "x"
            override class var modelProperties: [ModelProperty] {
                [ModelProperty("user", \Odd.user), ModelProperty("city", \Odd.city, key: PropertyKey(path: "user.city"))]
            }
        }
        let error = try #require(throws: ModelError.self) { try ModelDocument(encoding: [Odd()]) }
        #expect(error.code == .typeMismatch && error.path == [0, "user"], "\(error)")
        final class Holder: BaseModel {
            var odd = Odd()
            override class var modelProperties: [ModelProperty] {
                [ModelProperty("odd", \Holder.odd, key: PropertyKey(path: "a.b"))]
            }
        }
        let deeper = try #require(throws: ModelError.self) { try ModelDocument(encoding: Holder()) }
        #expect(deeper.path == ["a", "b", "user"], "\(deeper)")
    }

    @Test("References that lead around go on leading there")
    func cycles() throws {
        final class Knot: BaseModel {
            var first: Knot?
            var back: Knot?
            weak var outside: Knot?
            override class var modelProperties: [ModelProperty] {
                [
                    ModelProperty("back", \Knot.back, key: PropertyKey(path: "ways.back")),
                    ModelProperty("first", \Knot.first, key: PropertyKey(path: "ways.first")),
                ]
            }
        }
        let knot = Knot()
        knot.first = Knot()
        knot.first?.back = knot
        knot.first?.first = knot.first
        defer {
            knot.first?.back = nil
            knot.first?.first = nil
        }
        let back = try ModelDocument(encoding: knot).decode(Knot.self)
        #expect(back.first?.back === back && back.first?.first === back.first)
        back.first?.back = nil
        back.first?.first = nil
    }

    @Test("A weak reference to what isn't there leads nowhere")
    func weakReferences() throws {
        final class Friend: BaseModel {}
        final class Meeting: BaseModel {
            weak var outside: Friend?
            var friends: [Friend] = []
            var city = "Rom"
            override class var modelProperties: [ModelProperty] {
                [ModelProperty("friends", \Meeting.friends), ModelProperty("city", \Meeting.city, key: PropertyKey(path: "a.city"))]
            }
            override func encode(with encoder: ModelEncoder) throws {
                try encoder.encodeWeak(outside, forKey: "outside")
                try super.encode(with: encoder)
            }
            override func set(with decoder: ModelDecoder) throws {
                outside = try decoder.decode(Friend.self, forKey: "outside")
                try super.set(with: decoder)
            }
        }
        let (meeting, gone) = (Meeting(), Friend())
        meeting.outside = gone
        let friends = [Friend(), Friend(), Friend()]
        meeting.friends = friends + friends
        let document = try ModelDocument(encoding: meeting)
        #expect(document[["outside"]] == nil)
        let back = try document.decode(Meeting.self)
        #expect(back.outside == nil && back.friends.count == 6 && back.friends[0] === back.friends[3])
    }

    @Test("A way into a dictionary that the model makes itself for a way of its own")
    func waysInBoth() throws {
        final class Inner: BaseModel {
            var a = 1
            override class var modelProperties: [ModelProperty] {
                [ModelProperty("a", \Inner.a, key: PropertyKey(path: "deep.a"))]
            }
        }
        final class Outer: BaseModel {
            var b = 2
            var inner: Inner? = Inner()
            var a = 3
            override class var modelProperties: [ModelProperty] {
                [
                    ModelProperty("b", \Outer.b, key: PropertyKey(path: "inner.deep.b")),
                    ModelProperty("inner", \Outer.inner),
                    ModelProperty("a", \Outer.a, key: PropertyKey(path: "inner.deep.a")),
                ]
            }
        }
        let document = try ModelDocument(encoding: Outer())
        #expect(document[["inner", "deep"]]?.keys == ["a", "b"])
        #expect(document[["inner", "deep", "a"]]?.intValue == 1)
        let back = try document.decode(Outer.self)
        #expect(back.b == 2 && back.inner?.a == 1 && back.a == 1)
    }
}
