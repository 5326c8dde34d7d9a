#if Macros
import Foundation
import ModelCore
import Testing

@Suite("Names that a step of a migration uses")
struct MigratedNameTests {
    @Model("MigratedBook", version: 2) final class Book: BaseModel {
        @Key("t") var title = ""
        var pages = 0

        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            if object["name"] != nil { try object.renameKey(at: ["name"], to: "title") }
        }
    }

    private func book(_ values: [String: Any]) throws -> Book {
        try ModelDocument(encoding: values as Any?).decode(Book.self)
    }

    @Test("What a step puts under a property's name is stored at its key")
    func named() throws {
        let book = try book(["name": "Emma", "pages": 5])
        #expect(book.title == "Emma" && book.pages == 5 && book.unknownValues == nil)
    }

    @Test("An unknown key of the file stays unknown, though a property has that name")
    func unknown() throws {
        let book = try book(["title": "unknown", "pages": 5])
        #expect(book.title == "" && book.unknownValues?["title"]?.stringValue == "unknown")
        let both = try self.book(["title": "unknown", "t": "Emma"])
        #expect(both.title == "Emma" && both.unknownValues?["title"]?.stringValue == "unknown")
        #expect(try ModelDocument(encoding: both)["title"]?.stringValue == "unknown")
    }
}
#endif
