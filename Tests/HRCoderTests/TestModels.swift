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
        super.modelProperties + [ModelProperty(described: "title", \HRPage.title)]
    }

    override func encodeProperties(to encoder: ModelEncoder) throws {
        try super.encodeProperties(to: encoder)
        try encoder.encode(title, forKey: "title")
        try encoder.encode(ratio, forKey: "ratio")
        try encoder.encode(price, forKey: "price")
        try encoder.encode(date, forKey: "date")
        try encoder.encode(next, forKey: "next")
        try encoder.encodeWeak(book, forKey: "book")
        try encoder.encodeWeak(later, forKey: "later")
        try encoder.encodeAny(notes, forKey: "notes")
        try encoder.encode(missing, forKey: "missing", isNilDefault: false)
    }

    override func decodeProperties(from decoder: ModelDecoder) throws {
        try super.decodeProperties(from: decoder)
        if let value = try decoder.decode(forKey: "title", like: title) { title = value }
        if let value = try decoder.decode(forKey: "ratio", like: ratio) { ratio = value }
        if let value = try decoder.decode(forKey: "price", like: price) { price = value }
        if let value = try decoder.decode(forKey: "date", like: date) { date = value }
        if let value = try decoder.decode(forKey: "next", like: next) { next = value }
        if let value = try decoder.decode(forKey: "book", like: book) { book = value }
        if let value = try decoder.decode(forKey: "later", like: later) { later = value }
        if try decoder.moveToKey("notes"), let value = try AnyValue.decode(from: decoder) as? [String: Any] {
            notes = value
        }
        if let value = try decoder.decode(forKey: "missing", like: missing) { missing = value }
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

    override func encodeProperties(to encoder: ModelEncoder) throws {
        try super.encodeProperties(to: encoder)
        try encoder.encode(pixels, forKey: "pixels")
    }

    override func decodeProperties(from decoder: ModelDecoder) throws {
        try super.decodeProperties(from: decoder)
        if let value = try decoder.decode(forKey: "pixels", like: pixels) { pixels = value }
    }
}

/// A book of pages.
final class HRBook: BaseModel {
    var pages: [HRPage] = []
    var selected: HRPage?
    var index: [String: HRPage] = [:]

    private static let ownModelClass = ModelClass(HRBook.self, name: "HRBook", overrides: [])
    override class var modelClass: ModelClass { ownModelClass }

    override func encodeProperties(to encoder: ModelEncoder) throws {
        try super.encodeProperties(to: encoder)
        try encoder.encode(pages, forKey: "pages")
        try encoder.encode(selected, forKey: "selected")
        try encoder.encode(index, forKey: "index")
    }

    override func decodeProperties(from decoder: ModelDecoder) throws {
        try super.decodeProperties(from: decoder)
        if let value = try decoder.decode(forKey: "pages", like: pages) { pages = value }
        if let value = try decoder.decode(forKey: "selected", like: selected) { selected = value }
        if let value = try decoder.decode(forKey: "index", like: index) { index = value }
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
