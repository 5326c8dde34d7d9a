import Foundation
import ModelCore
import Testing

/// What a file has for an object beyond what its class knows.
@Suite("Unknown keys")
struct UnknownKeyTests {
    // The classes list their properties by hand, and say that they write and read nothing else.

    final class Person: BaseModel {
        private static let known = ModelClass(Person.self, overrides: [])
        override class var modelClass: ModelClass { known }
        var name = ""
        var friend: Person?
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("name", \Person.name), ModelProperty("friend", \Person.friend)]
        }
    }

    static func document(_ values: [(String, Any?)]) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        for (key, value) in values {
            try builder.key(key)
            try builder.append(ModelDocument(encoding: value))
        }
        try builder.end()
        return try builder.finish()
    }

    @Test(
        "They are kept wherever they stand, and written behind the known ones in their order",
        arguments: [
            ["name", "x", "y"], ["x", "name", "y"], ["x", "y", "name"], ["y", "name", "friend", "x"],
            ["friend", "x", "name", "y"], ["x", "friend", "y", "name"],
        ])
    func kept(order: [String]) throws {
        let values: [String: Any?] = [
            "name": "Ada", "x": [1, 2], "y": ["z": Date(timeIntervalSinceReferenceDate: 1)], "friend": ["name": "Bob"],
        ]
        let person = try Self.document(order.map { ($0, values[$0] ?? nil) }).decode(Person.self)
        #expect(person.name == "Ada")
        #expect(person.unknownValues?.root.keys == order.filter { "xy".contains($0) })
        let written = try ModelDocument(encoding: person)
        #expect(written.root.keys == ["name"] + order.filter { $0 == "friend" } + order.filter { "xy".contains($0) })
        #expect(written["x"]?[1]?.intValue == 2)
        #expect(written[["y", "z"]]?.dateValue == Date(timeIntervalSinceReferenceDate: 1))
    }

    @Test("What an object is set with lays its unknown keys over those that are there")
    func setAgain() throws {
        let person = try Self.document([("name", "Ada"), ("theme", "dark"), ("lang", "de")]).decode(Person.self)
        for lang in ["en", "fr", "it"] {
            try person.set(withObject: Self.document([("name", "Eve"), ("lang", lang)]))
            #expect(person.name == "Eve" && person.unknownValues?["lang"]?.stringValue == lang)
            #expect(person.unknownValues?["theme"]?.stringValue == "dark")
        }
        try person.set(withObject: Self.document([("size", 1), ("theme", "light")]))
        let written = try ModelDocument(encoding: person)
        #expect(Set(written.root.keys) == ["name", "theme", "lang", "size"])
        #expect(written["theme"]?.stringValue == "light" && written["lang"]?.stringValue == "it")
        let copy = try person.copy()
        #expect(try ModelDocument(encoding: copy) == written)
    }

    @Test("Those that others have replaced are let go of")
    func letGo() throws {
        let person = Person()
        for number in 0..<10_000 {
            try person.set(withObject: Self.document([("a", number), (number.isMultiple(of: 2) ? "b" : "c", number)]))
        }
        #expect(person.unknownValues?["a"]?.intValue == 9999 && person.unknownValues?["b"]?.intValue == 9998)
        #expect(person.unknownValues?["c"]?.intValue == 9999)
    }

    @Test("An object in which all is known has none")
    func none() throws {
        let person = try Self.document([("friend", ["name": "Bob"]), ("name", "Ada")]).decode(Person.self)
        #expect(person.unknownValues == nil && person.friend?.unknownValues == nil)
    }

    @Test("More than sixty-four of them, before, between and behind the known ones")
    func many() throws {
        for places in [[0, 100], [70, 69], [63, 64], [64, 65], [65, 199], [199, 3]] {
            var values = (0..<200).map { (number: Int) -> (String, Any?) in ("k\(number)", number) }
            values[places[0]] = ("name", "Ada")
            values[places[1]] = ("friend", ["name": "Bob"])
            let person = try Self.document(values).decode(Person.self)
            #expect(person.name == "Ada" && person.friend?.name == "Bob")
            let unknown = values.map(\.0).filter { $0.hasPrefix("k") }
            #expect(person.unknownValues?.root.keys == unknown)
            #expect(try ModelDocument(encoding: person).root.keys == ["name", "friend"] + unknown)
        }
    }

    @Test("A null is kept, and a key without a value isn't")
    func nothing() throws {
        let person = try Self.document([("name", "Ada"), ("x", nil)]).decode(Person.self)
        #expect(try ModelDocument(encoding: person)["x"]?.isNull == true)
    }

    @Test("Elements of a set that differ in them alone have an order")
    func order() throws {
        let names = Array(repeating: "Ada", count: 20)
        let all = try names.indices.map { try Self.document([("name", "Ada"), ("x", $0)]).decode(Person.self) }
        let found = try ModelDocument(encoding: Set(all)).root.elements.map { $0["x"]?.intValue }
        #expect(found == names.indices.map { $0 })
    }

    // MARK: References

    /// Two objects of unknown keys that refer to one value, to models, and to each other.
    private func graph() throws -> ModelDocument {
        let type = CodedClass(name: ModelClass.of(Person.self).name)
        var builder = DocumentBuilder()
        try builder.beginObject(type, number: 0)
        try builder.key("name")
        try builder.append("Ada")
        try builder.key("boss")
        try builder.appendReference(to: 1)
        try builder.key("desk")
        try builder.beginObject(CodedClass(name: "Desk"), number: 2)
        try builder.key("owner")
        try builder.appendReference(to: 0)
        try builder.end()
        try builder.key("friend")
        try builder.beginObject(type, number: 1)
        try builder.key("name")
        try builder.append("Bob")
        try builder.key("desk")
        try builder.appendReference(to: 2)
        try builder.key("idol")
        try builder.beginObject(type, number: 3)
        try builder.key("name")
        try builder.append("Eve")
        try builder.end()
        try builder.end()
        try builder.end()
        return try builder.finish()
    }

    @Test("References among them and to models lead to the same when they are written")
    func references() throws {
        let document = try graph()
        let person = try document.decode(Person.self)
        #expect(person.friend?.name == "Bob")
        let written = try ModelDocument(encoding: person)
        #expect(written[["boss"]]?.id == written[["friend"]]?.id)
        #expect(written[["desk"]]?.id == written[["friend", "desk"]]?.id)
        #expect(written[["desk"]]?.className == "Desk")
        #expect(written[["desk", "owner"]]?.id == written.root.id)
        #expect(written[["friend", "idol", "name"]]?.stringValue == "Eve")
        #expect(written[["friend", "idol"]]?.className == ModelClass.of(Person.self).name)
        #expect(written == document)
    }

    @Test("A model that they refer to is written as it is now, also where nothing else leads to it any more")
    func changedModel() throws {
        let person = try graph().decode(Person.self)
        person.friend?.name = "Bobby"
        #expect(try ModelDocument(encoding: person)[["boss", "name"]]?.stringValue == "Bobby")
        let friend = person.friend
        person.friend = nil
        let alone = try ModelDocument(encoding: person)
        #expect(alone[["boss", "name"]]?.stringValue == "Bobby")
        #expect(alone[["boss", "desk"]]?.id == alone[["desk"]]?.id)
        withExtendedLifetime(friend) {}
    }

    @Test("They keep no model alive; what referred to one that is gone is nil")
    func goneModel() throws {
        let person = try graph().decode(Person.self)
        weak let friend = person.friend
        person.friend = nil
        #expect(friend == nil)
        #expect(try ModelDocument(encoding: person)["boss"]?.isNull == true)
        weak var gone: Person?
        do {
            let other = try graph().decode(Person.self)
            gone = other
        }
        #expect(gone == nil)
    }

    @Test("References in archives in archives lead to the same, too")
    func archives() throws {
        let type = CodedClass(name: ModelClass.of(Person.self).name)
        var builder = DocumentBuilder()
        try builder.beginObject(type, number: 0)
        try builder.key("self")
        try builder.appendReference(to: 0)
        try builder.end()
        var document = try builder.finish()
        for _ in 0..<2 {
            let data = try KeyedArchive().encode(document)
            document = try Self.document([("friend", data)])
            try document.setClass(type, at: [])
        }
        let person = try document.decode(Person.self)
        let inner = try #require(person.friend?.friend)
        inner.name = "changed"
        #expect(try ModelDocument(encoding: inner)["self"]?["name"]?.stringValue == "changed")
    }

    @Test("They show models in them")
    func shown() throws {
        let person = try graph().decode(Person.self)
        #expect(person.unknownValues?[["boss", "name"]]?.stringValue == "Bob")
        #expect(person.unknownValues?[["desk", "owner", "name"]]?.stringValue == "Ada")
    }

    // MARK: What the program says

    @Test("A copy has them; they can be removed; an object that is laid over another adds its own")
    func life() throws {
        let person = try Self.document([("name", "Ada"), ("x", 1)]).decode(Person.self)
        let copy = try person.copy()
        person.removeUnknownValues()
        #expect(person.unknownValues == nil && copy.unknownValues?["x"]?.intValue == 1)
        try copy.set(withObject: Self.document([("name", "Eve")]))
        #expect(copy.name == "Eve" && copy.unknownValues?["x"]?.intValue == 1)
        try copy.set(withObject: Self.document([("y", 2)]))
        #expect(copy.unknownValues?.root.keys == ["y", "x"])
    }

    @Test("The program's own dictionaries have none")
    func dictionaries() throws {
        let person = try #require(try Person.instance(with: ["name": "Ada", "x": 1, "friend": ["y": 1]] as [String: Any]))
        #expect(person.unknownValues == nil && person.friend?.unknownValues == nil)
    }

    final class Careless: BaseModel {
        private static let known = ModelClass(Careless.self, overrides: [])
        override class var modelClass: ModelClass { known }
        var name = ""
        override class var unknownKeys: UnknownKeys { .ignore }
        override class var modelProperties: [ModelProperty] { [ModelProperty("name", \Careless.name)] }
    }

    final class Strict: BaseModel {
        private static let known = ModelClass(Strict.self, overrides: [])
        override class var modelClass: ModelClass { known }
        var name = ""
        var city = ""
        var next: Strict?
        override class var unknownKeys: UnknownKeys { .refuse }
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("name", \Strict.name, key: PropertyKey("full_name", aliases: ["called"])),
                ModelProperty("city", \Strict.city, key: PropertyKey(path: "address.city")),
                ModelProperty("next", \Strict.next),
            ]
        }
    }

    @Test("A class may pass them over")
    func ignored() throws {
        let model = try Self.document([("x", 1), ("name", "Ada")]).decode(Careless.self)
        #expect(model.name == "Ada" && model.unknownValues == nil)
    }

    @Test(
        "A class may refuse them, and the error names the nearest known key",
        arguments: [
            ("full_nmae", "full_name"), ("Full_Name", "full_name"), ("address.ctiy", "city"), ("zebra", nil),
            // The property's name, and no key of files.
            ("name", "full_name"), ("next.name", "full_name"),
            ("next.next.caled", "called"), ("next.adress", "address"),
        ] as [(String, String?)])
    func refused(path: String, nearest: String?) throws {
        var value: Any = 1
        for key in path.split(separator: ".").reversed() { value = [String(key): value] as [String: Any] }
        var document = try Self.document([("full_name", "Ada"), ("called", "Ada")])
        for (key, value) in try #require(value as? [String: Any]) { try document.set(ModelDocument(encoding: value), at: [.key(key)]) }
        #expect {
            try document.decode(Strict.self)
        } throws: { error in
            guard let error = error as? ModelError else { return false }
            #expect(error.code == .unknownKey && error.path.description == path)
            #expect(error.reason.contains("did you mean " + (nearest ?? "")) == (nearest != nil))
            return true
        }
    }

    @Test("An alias and a constant aren't unknown")
    func known() throws {
        let model = try Self.document([("called", "Ada"), ("full_name", "Eve")]).decode(Strict.self)
        #expect(model.name == "Eve")
        #expect(try ModelDocument(encoding: model).root.keys == ["full_name", "address"])
    }

    // MARK: Ways

    final class Account: BaseModel {
        private static let known = ModelClass(Account.self, overrides: [])
        override class var modelClass: ModelClass { known }
        var first = ""
        var city: String?
        var zip: String?
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("first", \Account.first, key: "first_name"),
                ModelProperty("city", \Account.city, key: PropertyKey(path: "user.address.city")),
                ModelProperty("zip", \Account.zip, key: PropertyKey(path: "user.address.zip", aliases: ["user.code"])),
            ]
        }
    }

    final class Accounts: BaseModel {
        private static let known = ModelClass(Accounts.self, overrides: [])
        override class var modelClass: ModelClass { known }
        var all: [Account] = []
        override class var modelProperties: [ModelProperty] { [ModelProperty("all", \Accounts.all)] }
    }

    @Test("Those in dictionaries on the way are kept where only some objects have them")
    func someWays() throws {
        let users: [[String: Any]] = [
            ["address": ["city": "Rome"]], ["address": ["city": "Oslo", "street": "Gate"]], ["address": ["city": "Bern"]],
            ["address": ["city": "Kyiv"], "id": 5],
        ]
        let list = try Self.document([("all", users.map { ["user": $0] })]).decode(Accounts.self)
        #expect(list.all.map(\.city) == ["Rome", "Oslo", "Bern", "Kyiv"])
        #expect(list.all[1].unknownValues?[["user", "address", "street"]]?.stringValue == "Gate")
        #expect(list.all[3].unknownValues?[["user", "id"]]?.intValue == 5)
        #expect(list.all[0].unknownValues == nil && list.all[2].unknownValues == nil)
    }

    @Test("Those in dictionaries on the way are kept there")
    func ways() throws {
        let user: [String: Any] = [
            "id": 5, "code": "1", "address": ["city": "Rome", "street": ["name": "Via"]] as [String: Any],
        ]
        let document = try Self.document([("user", user), ("first_name", "Ada"), ("rest", [1]), ("\0a\0b", 3)])
        let account = try document.decode(Account.self)
        #expect(account.city == "Rome" && account.zip == "1")
        #expect(account.unknownValues?[["user", "id"]]?.intValue == 5)
        #expect(account.unknownValues?[["user", "code"]] == nil)
        let written = try ModelDocument(encoding: account)
        #expect(written.root.keys == ["first_name", "user", "rest", "\0a\0b"])
        #expect(written[["user", "id"]]?.intValue == 5)
        #expect(written[["user", "address", "city"]]?.stringValue == "Rome")
        #expect(written[["user", "address", "zip"]]?.stringValue == "1")
        #expect(written[["user", "address", "street", "name"]]?.stringValue == "Via")
        #expect(written["\0a\0b"]?.intValue == 3)
        // Nothing of the class's own is there: what is on the way to nothing stays.
        account.city = nil
        account.zip = nil
        #expect(try ModelDocument(encoding: account)[["user", "address"]]?.keys == ["street"])
    }

    final class Author: BaseModel {
        private static let known = ModelClass(Author.self, overrides: [])
        override class var modelClass: ModelClass { known }
        var born = 0
        override class var modelProperties: [ModelProperty] { [ModelProperty("born", \Author.born)] }
    }

    final class Book: BaseModel {
        private static let known = ModelClass(Book.self, overrides: [])
        override class var modelClass: ModelClass { known }
        var author: Author?
        var authorName: String?
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("author", \Book.author),
                ModelProperty("authorName", \Book.authorName, key: PropertyKey(path: "author.name")),
            ]
        }
    }

    @Test("A value in a model that is another's property isn't written as the model's unknown one")
    func flattened() throws {
        let document = try Self.document([("author", ["born": 1815, "name": "Ada", "x": 1] as [String: Any])])
        let book = try document.decode(Book.self)
        #expect(book.authorName == "Ada" && book.author?.born == 1815)
        book.authorName = "Augusta"
        let written = try ModelDocument(encoding: book)
        #expect(written[["author", "name"]]?.stringValue == "Augusta")
        #expect(written[["author", "x"]]?.intValue == 1)
        book.authorName = nil
        #expect(try ModelDocument(encoding: book)[["author"]]?.keys == ["born", "x"])
    }
}
