import Foundation
import JSONFormat
import ModelCore
import Testing

/// Keys of properties: the class's, those for JSON alone, and the format's style.
@Suite struct JSONKeyTests {
    class Account: BaseModel {
        var firstName = "Ada"
        var imageURL: URL?
        var isbn = "1"
        var tags = ["aB": 1]
        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [
                ModelProperty("firstName", \Account.firstName),
                ModelProperty("imageURL", \Account.imageURL),
                ModelProperty("isbn", \Account.isbn, key: "ISBN", PropertyKey("isbn13", for: [.json])),
                ModelProperty("tags", \Account.tags, key: PropertyKey(path: "extra.theTags")),
            ]
        }
    }

    final class List: BaseModel {
        var allAccounts: [Account] = [Account()]
        override class var modelProperties: [ModelProperty] { [ModelProperty("allAccounts", \List.allAccounts)] }
    }

    final class Price: BaseModel {
        var inEuro = 1.0
        override class var modelProperties: [ModelProperty] { [ModelProperty("inEuro", \Price.inEuro)] }
    }

    final class Article: BaseModel {
        var itsPrice: Price? = Price()
        var retail: Double?
        var stockCount = ["aB": 1]
        var reserved = 0
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("itsPrice", \Article.itsPrice),
                ModelProperty("retail", \Article.retail, key: PropertyKey(path: "itsPrice.retailPrice")),
                ModelProperty("stockCount", \Article.stockCount),
                ModelProperty("reserved", \Article.reserved, key: PropertyKey(path: "stockCount.reserved")),
            ]
        }
    }

    @Test(
        "A way into a property goes through the key that it has in the format's style",
        arguments: [(nil, #"{"itsPrice":{"inEuro":1"#), (.snakeCase, #"{"its_price":{"in_euro":1"#)] as [(KeyStyle?, String)])
    func waysIntoProperties(_ style: KeyStyle?, _ beginning: String) throws {
        let format = JSONFormat(keys: style)
        let article = Article()
        article.retail = 9.5
        article.reserved = 3
        let text = try format.text(article)
        let back = try format.read(Article.self, text)
        #expect(back.retail == 9.5 && back.reserved == 3 && back.itsPrice?.inEuro == 1)
        #expect(try format.text(back) == text && text.hasPrefix(beginning))
    }

    @Test func keysForOneFormat() throws {
        #expect(try JSONFormat().text(Account()) == #"{"firstName":"Ada","isbn13":"1","extra":{"theTags":{"aB":1}}}"#)
        #expect(try ModelDocument(encoding: Account()).root.keys == ["firstName", "ISBN", "extra"])
        #expect(try JSONFormat().read(Account.self, #"{"isbn13":"2","ISBN":"3"}"#).isbn == "2")
        // What a program sets a model with may come from any of them.
        #expect(try Account.instance(with: ["isbn13": "4"])?.isbn == "4")
        #expect(try Account.instance(with: ["isbn13": "4", "ISBN": "5"])?.isbn == "5")
    }

    @Test func theFormatsStyle() throws {
        let snake = JSONFormat(keys: .snakeCase)
        let account = Account()
        account.imageURL = URL(string: "a:b")
        let text = try snake.text(account)
        // Keys that the class gives stay, and so do those of dictionaries.
        #expect(text == #"{"first_name":"Ada","image_url":"a:b","isbn13":"1","extra":{"theTags":{"aB":1}}}"#)
        let back = try snake.read(Account.self, text)
        #expect(back.imageURL == account.imageURL && back.tags == ["aB": 1])
        #expect(try snake.read(Account.self, #"{"firstName":"Bob"}"#).firstName == "Bob")
        #expect(try snake.text(List()) == #"{"all_accounts":[{"first_name":"Ada","isbn13":"1","extra":{"theTags":{"aB":1}}}]}"#)
        #expect(try snake.read(List.self, #"{"all_accounts":[{"first_name":"Bob"}]}"#).allAccounts[0].firstName == "Bob")
        // The document of a file has the file's keys, and keeps them.
        let document = try snake.document(from: Data(text.utf8))
        #expect(document.root.keys == ["first_name", "image_url", "isbn13", "extra"])
        #expect(try String(decoding: snake.encode(document), as: UTF8.self) == text)
        // A document of models is written in the style, and stays as it is.
        let models = try ModelDocument(encoding: List())
        #expect(try String(decoding: snake.encode(models), as: UTF8.self).hasPrefix(#"{"all_accounts""#))
        #expect(models.root.keys == ["allAccounts"])
        let sorted = JSONFormat(writing: .sortedKeys, keys: .upperSnakeCase)
        #expect(try sorted.text(List()).hasPrefix(#"{"ALL_ACCOUNTS":[{"FIRST_NAME":"Ada","extra""#))
    }

    @Test func aStyleThatMakesTwoKeysOne() throws {
        final class Close: BaseModel {
            var aB = 1
            var a_b = 2
            override class var modelProperties: [ModelProperty] {
                [ModelProperty("aB", \Close.aB), ModelProperty("a_b", \Close.a_b)]
            }
        }
        let snake = JSONFormat(keys: .snakeCase)
        let writing = #expect(throws: ModelError.self) { try snake.encode(Close()) }
        let reading = #expect(throws: ModelError.self) { try snake.read(Close.self, "{}") }
        #expect(writing?.code == .duplicateKey && reading?.code == .duplicateKey)
        #expect(try JSONFormat().text(Close()) == #"{"aB":1,"a_b":2}"#)
    }

    @Test func subclassesInAStyle() throws {
        final class Subaccount: Account {
            var lastLogin = 1
            override class var modelProperties: [ModelProperty] {
                super.modelProperties + [ModelProperty("lastLogin", \Subaccount.lastLogin)]
            }
        }
        let list = List()
        list.allAccounts = [Subaccount()]
        let snake = JSONFormat(keys: .snakeCase)
        var classes = ClassRegistry()
        classes.add(Subaccount.self)
        let text = try ClassRegistry.withClasses(classes) { try snake.text(list) }
        #expect(text.contains(#""first_name":"Ada""#) && text.contains(#""last_login":1"#) && text.contains("$class"))
        try ClassRegistry.withClasses(classes) {
            let list = try snake.read(List.self, text)
            #expect((list.allAccounts[0] as? Subaccount)?.lastLogin == 1)
        }
    }
}
