#if Macros
import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("@Key")
struct KeyMacroTests {
    @Test("Names, aliases, ways, formats, the class's style, computed properties")
    func document() throws {
        let account = KeyedAccount()
        account.firstName = "Ada"
        account.rating = 4
        let document = try ModelDocument(encoding: account)
        #expect(document.root.keys == ["first_name", "ISBN", "address", "home_page", "rating", "kept", "last_seen"])
        #expect(document[["address"]]?.keys == ["city", "zip"])
        #expect(document[["rating"]]?.intValue == 4)
        let back = try document.decode(KeyedAccount.self)
        #expect(back.firstName == "Ada" && back.rating == 4 && back.stars == "****")
    }

    @Test("A subclass adds to the dictionaries of its superclass, and has a style of its own")
    func subclass() throws {
        let account = KeyedSubaccount()
        account.street = "Main"
        account.lastLogin = 3
        let document = try ModelDocument(encoding: account)
        #expect(document[["address"]]?.keys == ["city", "zip", "street"])
        #expect(document[["last-login"]]?.intValue == 3)
        #expect(document[["home_page"]] != nil)
        let back = try document.decode(KeyedSubaccount.self)
        #expect(back.street == "Main" && back.lastLogin == 3)
    }

    @Test("Errors name the place in the file")
    func errors() throws {
        let values: [String: Any] = ["address": ["zip": "x"]]
        let error = try #require(throws: ModelError.self) {
            try ModelDocument(encoding: values as Any?).decode(KeyedAccount.self)
        }
        #expect(error.path == ["address", "zip"])
        let account = KeyedAccount()
        account.unsaveable = Unsaveable()
        let writing = try #require(throws: ModelError.self) { try ModelDocument(encoding: [account]) }
        #expect(writing.path == [0, "kept"])
    }

    @Model final class Scaled: BaseModel {
        var unit = 1
        @Transient var total = 0
        @Key var length: Int {
            get { total / unit }
            set { total = newValue * unit }
        }
    }

    @Test("A setter finds the properties that are declared before it set, whatever the file's order")
    func setterOrder() throws {
        var builder = DocumentBuilder()
        try builder.beginArray()
        for keys in [["unit", "length"], ["length", "unit"], ["length", "unit"]] {
            try builder.beginDictionary()
            for key in keys {
                try builder.key(key)
                try builder.append(10 as Int64)
            }
            try builder.end()
        }
        try builder.end()
        #expect(try builder.finish().decode([Scaled].self).map(\.total) == [100, 100, 100])
    }

    @Test("Overrides know the properties by their names, and keys of their own as they are")
    func overrides() throws {
        let model = KeyedByHand()
        model.firstName = "Ada"
        let document = try ModelDocument(encoding: model)
        #expect(document.root.keys == ["first_name", "own_key", "ownKey"])
        let back = try document.decode(KeyedByHand.self)
        #expect(back.firstName == "Ada!" && back.seen == ["first_name", "own_key", "ownKey"])
    }
}

struct Unsaveable {}

@Model(keys: .snakeCase)
class KeyedAccount: BaseModel {
    @Key(aliases: ["forename"]) var firstName = ""
    @Key("ISBN") @Key("isbn13", for: [.json]) var isbn = "x"
    @Key(path: "address.city") var city = "Rom"
    var homePage: String? = "none"
    @Key(path: "address.zip") var zip = 1
    @Transient var stars = ""
    @Key var rating: Int {
        get { stars.count }
        set { stars = String(repeating: "*", count: newValue) }
    }
    @Key("kept") var unsaveable: Any = 1
    let lastSeen = 5
}

@Model(keys: .kebabCase)
final class KeyedSubaccount: KeyedAccount {
    var lastLogin = 0
    @Key(path: "address.street") var street = ""
}

@Model
final class KeyedByHand: BaseModel {
    @Key("first_name") var firstName = ""
    @Transient var seen: [String] = []

    override func encode(with encoder: ModelEncoder) throws {
        try super.encode(with: encoder)
        try encoder.encode(1, forKey: "own_key")
        try encoder.encode(2, forKey: "ownKey")
    }

    override func set(with decoder: ModelDecoder) throws {
        try super.set(with: decoder)
        seen = try decoder.objectKeys()
        if let name = try decoder.decode(String.self, forKey: "firstName") { firstName = name + "!" }
    }
}
#endif
