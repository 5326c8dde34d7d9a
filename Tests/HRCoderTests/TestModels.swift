import Foundation
import ModelCore

// Models as `@Model` would write them: these tests need no macro.

/// A page of a notebook, with values of many types.
class HRPage: BaseModel {
    var title = ""
    var ratio: Float = 0
    var price = Decimal(0)
    var date: Date?
    var next: HRPage?
    weak var book: HRBook?
    weak var later: HRPage?
    var notes: [String: Any] = [:]
    var missing: Int? = 5

    private static let ownModelClass = ModelClass(HRPage.self, name: "HRPage", overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("title", \HRPage.title), ModelProperty("ratio", \HRPage.ratio),
            ModelProperty("price", \HRPage.price), ModelProperty("date", \HRPage.date),
            ModelProperty("next", \HRPage.next), ModelProperty("book", \HRPage.book, isWeak: true),
            ModelProperty("later", \HRPage.later, isWeak: true), ModelProperty(any: "notes", \HRPage.notes),
            ModelProperty("missing", \HRPage.missing, isNilDefault: false),
        ]
    }

    convenience init(_ title: String) {
        self.init()
        self.title = title
    }
}

/// A page that holds a picture.
final class HRPicture: HRPage {
    var pixels = Data()

    private static let ownModelClass = ModelClass(HRPicture.self, name: "HRPicture", overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("pixels", \HRPicture.pixels)]
    }
}

/// A book of pages.
final class HRBook: BaseModel {
    var pages: [HRPage] = []
    var selected: HRPage?
    var index: [String: HRPage] = [:]

    private static let ownModelClass = ModelClass(HRBook.self, name: "HRBook", overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("pages", \HRBook.pages), ModelProperty("selected", \HRBook.selected),
            ModelProperty("index", \HRBook.index),
        ]
    }
}

extension ClassRegistry {
    /// The classes of these tests.
    static var pages: ClassRegistry {
        var classes = ClassRegistry()
        classes.add(HRPage.self, name: "HRPage")
        classes.add(HRPicture.self, name: "HRPicture")
        classes.add(HRBook.self, name: "HRBook")
        return classes
    }
}
