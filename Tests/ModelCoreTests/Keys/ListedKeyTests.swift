import Foundation
import ModelCore
import Testing

@Suite("Keys of properties")
struct ListedKeyTests {
    final class Contact: BaseModel {
        var firstName = ""
        var city = "nowhere"
        var zip: Int?
        var age = 0
        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [
                ModelProperty("firstName", \Contact.firstName, key: PropertyKey("first_name", aliases: ["forename"])),
                ModelProperty("city", \Contact.city, key: PropertyKey(path: "address.city", aliases: ["town", "home.town"])),
                ModelProperty("age", \Contact.age),
                ModelProperty("zip", \Contact.zip, key: PropertyKey(path: #"address["zip.code"]"#)),
            ]
        }
    }

    private func contact() -> Contact {
        let contact = Contact()
        contact.firstName = "Ada"
        contact.city = "London"
        contact.zip = 7
        contact.age = 36
        return contact
    }

    private func decoded(_ properties: [String: Any]) throws -> Contact {
        try ModelDocument(encoding: properties as Any?).decode(Contact.self)
    }

    @Test("They are written and read; those whose ways begin alike share the dictionaries")
    func roundTrip() throws {
        let document = try ModelDocument(encoding: contact())
        #expect(document.root.keys == ["first_name", "address", "age"])
        #expect(document[["address"]]?.keys == ["city", "zip.code"])
        #expect(document[["address", "city"]]?.stringValue == "London")
        #expect(document[["address", "zip.code"]]?.intValue == 7)
        #expect(document[["address"]]?.className == nil)
        let copy = try document.decode(Contact.self)
        #expect(copy.dictionaryRepresentation as NSDictionary == contact().dictionaryRepresentation as NSDictionary)
    }

    @Test("In the program, properties have their own names")
    func names() throws {
        let contact = contact()
        #expect(contact.dictionaryRepresentation.keys.sorted() == ["age", "city", "firstName", "zip"])
        #expect(Contact.allPropertyKeys == ["firstName", "city", "age", "zip"])
        #expect(try contact.value(forKey: "city") as? String == "London")
        try contact.setValue("8", forKey: "zip")
        #expect(contact.zip == 8)
        #expect(throws: ModelError.self) { try contact.value(forKey: "first_name") }
        #expect(contact.debugDescription.contains("firstName"))
        let other = Contact()
        try other.mergeValues(from: contact)
        #expect(other.firstName == "Ada" && other.city == "London")
    }

    @Test("What nothing is in isn't written: no empty dictionary on the way")
    func nothingInside() throws {
        final class Empty: BaseModel {
            var city: String?
            var zip: Int?
            override class var modelProperties: [ModelProperty] {
                [
                    ModelProperty("city", \Empty.city, key: PropertyKey(path: "a.b.city")),
                    ModelProperty("zip", \Empty.zip, key: PropertyKey(path: "a.c")),
                ]
            }
        }
        let empty = Empty()
        #expect(try ModelDocument(encoding: empty).root.keys == [])
        empty.zip = 3
        let document = try ModelDocument(encoding: empty)
        #expect(document[["a"]]?.keys == ["c"])
        empty.city = ""
        #expect(try ModelDocument(encoding: empty)[["a"]]?.keys == ["b", "c"])
    }

    @Test("Older keys are read where the first is missing, in their order")
    func aliases() throws {
        #expect(try decoded(["forename": "Old"]).firstName == "Old")
        #expect(try decoded(["forename": "Old", "first_name": "New"]).firstName == "New")
        #expect(try decoded(["firstName": "Own name"]).firstName == "")
        #expect(try decoded(["town": "Ulm"]).city == "Ulm")
        #expect(try decoded(["home": ["town": "Bonn"]]).city == "Bonn")
        #expect(try decoded(["home": ["town": "Bonn"], "town": "Ulm"]).city == "Ulm")
        #expect(try decoded(["town": "Ulm", "address": ["zip.code": 5]]).city == "Ulm")
        #expect(try decoded(["town": "Ulm", "address": ["city": "Rom", "zip.code": 5]]).city == "Rom")
    }

    @Test("Missing or null on the way is missing")
    func missing() throws {
        let none: [String: Any] = [:]
        for way: [String: Any] in [["age": 1], ["address": NSNull(), "age": 1], ["address": none, "age": 1]] {
            let contact = try decoded(way)
            #expect(contact.city == "nowhere" && contact.zip == nil && contact.age == 1)
        }
    }

    @Test("Anything else on the way is an error that says where")
    func noDictionary() throws {
        let error = try #require(throws: ModelError.self) { try decoded(["address": "London"]) }
        #expect(error.code == .typeMismatch)
        #expect(error.description.contains("Expected a dictionary at address, found string"))
        #expect(error.path == ["address", "city"])
        let inner = try #require(throws: ModelError.self) { try decoded(["address": ["zip.code": "seven"]]) }
        #expect(inner.path == ["address", "zip.code"], "\(inner)")
    }

    @Test("A dictionary of the program's, a document, and a class that looks at the dictionary first")
    func settings() throws {
        let values: [String: Any] = ["first_name": "Ada", "address": ["city": "London"]]
        let contact = try #require(try Contact.instance(with: values))
        #expect(contact.firstName == "Ada" && contact.city == "London")
        final class Looking: Contact2 {
            var seen: [String] = []
            override func set(with dictionary: [String: Any]) throws {
                seen = dictionary.keys.sorted()
                try super.set(with: dictionary)
            }
        }
        let looking = try ModelDocument(encoding: values as Any?).decode(Looking.self)
        #expect(looking.seen == ["address", "first_name"])
        #expect(looking.firstName == "Ada" && looking.city == "London")
    }

    final class Priced: BaseModel {
        var price = 0
        var note: String?
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty(
                    "price", \Priced.price, key: PropertyKey("cost", aliases: ["old"], for: [.json]),
                    PropertyKey("amount", aliases: ["sum"], for: [.keyedArchive])),
                ModelProperty("note", \Priced.note, key: PropertyKey(aliases: ["remark"], for: [.json])),
            ]
        }
    }

    @Test("A dictionary of the program's may have any format's keys, also the earlier ones")
    func keysOfFormats() throws {
        for key in ["price", "cost", "old", "amount", "sum"] {
            #expect(try Priced.instance(with: [key: 5])?.price == 5, "\(key)")
        }
        for key in ["note", "remark"] { #expect(try Priced.instance(with: [key: "n"])?.note == "n", "\(key)") }
        // A file has its own format's keys.
        for (key, price) in [("amount", 5), ("sum", 5), ("cost", 0), ("old", 0), ("price", 0)] {
            // With none of its keys, the file would be another class's.
            let archive = try KeyedArchive().encode(ModelDocument(encoding: ["note": "n", key: 5] as [String: Any]))
            #expect(try KeyedArchive().decode(Priced.self, from: archive).price == price, "\(key)")
        }
    }

    class Contact2: BaseModel {
        var firstName = ""
        var city = ""
        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [
                ModelProperty("firstName", \Contact2.firstName, key: "first_name"),
                ModelProperty("city", \Contact2.city, key: PropertyKey(path: "address.city")),
            ]
        }
    }

    @Test("Two properties that swap their names")
    func swapped() throws {
        final class Swapped: BaseModel {
            var a = 1
            var b = 2
            override class var modelProperties: [ModelProperty] {
                [ModelProperty("a", \Swapped.a, key: "b"), ModelProperty("b", \Swapped.b, key: "a")]
            }
        }
        let document = try ModelDocument(encoding: Swapped())
        #expect(document[["b"]]?.intValue == 1 && document[["a"]]?.intValue == 2)
        let back = try document.decode(Swapped.self)
        #expect(back.a == 1 && back.b == 2)
        #expect(try Swapped.instance(with: ["a": 5])?.b == 5)
    }

    @Test("One dictionary's keys are read by two classes")
    func twoClasses() throws {
        final class Plain: BaseModel {
            var b = 0
            override class var modelProperties: [ModelProperty] { [ModelProperty("b", \Plain.b)] }
        }
        final class Renamed: BaseModel {
            var a = 0
            var b = 7
            override class var modelProperties: [ModelProperty] {
                [ModelProperty("a", \Renamed.a, key: "b"), ModelProperty("b", \Renamed.b, key: "c")]
            }
        }
        final class Both: BaseModel {
            var plain: [Plain] = []
            var renamed: [Renamed] = []
            override class var modelProperties: [ModelProperty] {
                [ModelProperty("plain", \Both.plain), ModelProperty("renamed", \Both.renamed)]
            }
        }
        let one = ["b": 1]
        let both = try ModelDocument(encoding: ["plain": [one], "renamed": [one]] as Any?).decode(Both.self)
        #expect(both.plain[0].b == 1 && both.renamed[0].a == 1 && both.renamed[0].b == 7)
    }

    @Test("Two properties with one key are an error when the class is first used, and so is what is no path, and the key of versions")
    func mistakes() throws {
        final class Twice: BaseModel {
            var a = 1
            var b = 2
            override class var modelProperties: [ModelProperty] {
                [ModelProperty("a", \Twice.a, key: PropertyKey(path: "x.y")), ModelProperty("b", \Twice.b, key: PropertyKey(path: "x.y"))]
            }
        }
        final class Broken: BaseModel {
            var a = 1
            override class var modelProperties: [ModelProperty] {
                [ModelProperty("a", \Broken.a, key: PropertyKey(path: "x..y"))]
            }
        }
        final class Alias: BaseModel {
            var a = 1
            var b = 2
            override class var modelProperties: [ModelProperty] {
                [ModelProperty("a", \Alias.a), ModelProperty("b", \Alias.b, key: PropertyKey(aliases: ["a"]))]
            }
        }
        class Versions: BaseModel {
            var a = "1.0"
            override class var modelProperties: [ModelProperty] {
                [ModelProperty("a", \Versions.a, key: PropertyKey("b", aliases: ["$version"]))]
            }
        }
        final class OtherVersions: Versions {
            override class var modelProperties: [ModelProperty] { [ModelProperty("$version", \OtherVersions.a)] }
        }
        func codes(_ type: (some BaseModel).Type) -> [ModelError.Code?] {
            [
                #expect(throws: ModelError.self) { try ModelDocument(encoding: type.init()) }?.code,
                #expect(throws: ModelError.self) { try ModelDocument(encoding: ["q": 1] as Any?).decode(type) }?.code,
                #expect(throws: ModelError.self) { try type.instance(with: ["q": 1]) }?.code,
            ]
        }
        #expect(codes(Twice.self) == [.duplicateKey, .duplicateKey, .duplicateKey])
        #expect(codes(Broken.self) == [.invalidKey, .invalidKey, .invalidKey])
        #expect(codes(Alias.self) == [.duplicateKey, .duplicateKey, .duplicateKey])
        #expect(codes(Versions.self) == [.invalidKey, .invalidKey, .invalidKey])
        #expect(codes(OtherVersions.self) == [.invalidKey, .invalidKey, .invalidKey])
        let record = ModelType("class Versions", [ModelProperty("a", \Versions.a, key: PropertyKey(path: "$version.a"))]) { _ in
            Versions()
        }
        #expect(throws: ModelError.self) { try record.properties(in: .json) }
    }
}
