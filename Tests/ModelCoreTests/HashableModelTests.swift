#if Macros
import Foundation
import ModelCore
import Testing

@Suite("Models that are equal")
struct HashableModelTests {
    @Model class HashedPlain: BaseModel {
        var name = ""
    }
    @Model(hashable: ["isbn", "edition"]) class HashedBook: BaseModel {
        var isbn = ""
        var edition = 1
        var title = ""
        convenience init(_ isbn: String, _ title: String = "") {
            self.init()
            (self.isbn, self.title) = (isbn, title)
        }
    }
    @Model(hashable: ["isbn", "year"]) final class HashedReprint: HashedBook {
        var year = 0
    }
    @Model final class HashedShelf: BaseModel {
        var books: Set<HashedBook> = []
        var counts: [HashedBook: Int] = [:]
        var plain: Set<HashedPlain> = []
    }

    @Test("Each is equal to itself alone, unless the class says by what")
    func equality() {
        let (first, second) = (HashedPlain(), HashedPlain())
        #expect(first == first && first != second && Set([first, second, first]).count == 2)
        #expect(HashedBook("1", "a") == HashedBook("1", "b") && HashedBook("1") != HashedBook("2"))
        #expect(Set([HashedBook("1"), HashedBook("1"), HashedBook("2")]).count == 2)
        let (old, new) = (HashedReprint("1"), HashedReprint("1"))
        #expect(old == new && old != HashedBook("1") && HashedBook("1") != old)
        new.year = 7
        #expect(old != new)
    }

    @Test("Sets and keys of them come back")
    func sets() throws {
        let shelf = HashedShelf()
        shelf.books = [HashedBook("1", "a"), HashedBook("2", "b"), HashedReprint("1")]
        shelf.counts = [HashedBook("3"): 4]
        shelf.plain = [HashedPlain(), HashedPlain()]
        let back = try KeyedArchive().decode(HashedShelf.self, from: KeyedArchive().encode(shelf))
        #expect(back.books == shelf.books && back.counts[HashedBook("3")] == 4 && back.plain.count == 2)
    }
}
#endif
