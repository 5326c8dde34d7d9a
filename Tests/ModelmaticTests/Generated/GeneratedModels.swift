// swift-format-ignore-file
#if Macros
// Made of Generated.xcdatamodel by `basemodel generate`.

import Foundation
import ModelCore

@Model final class GeneratedLibrary: BaseModel {
    var name = "The \"Main\" \\(x)"
    @Key("description") var kvc_description: String?
    var `default`: Bool?
    var size = 7
    var shelves = 0
    var ratio = 0.5
    var weight: Float = 0.25
    var fee: Decimal = Decimal(string: "1.25") ?? 0
    var opened = Date(timeIntervalSinceReferenceDate: 1000.0)
    var isOpen = true
    var seal = Data()
    var code = UUID(uuidString: "12345678-1234-1234-1234-123456789ABC") ?? UUID()
    var site: URL?
    @Transform(.named("GeneratedTags", of: [String].self)) var tags: [String]?
    // Whatever files have, since nothing says what GeneratedColour makes of it.
    var colour: Any?
    var notes: [Any]?
    @Transient var selected: Bool?
    @Key(path: "place.city") var city: String?
    @Key("library_id") var number = 0
    @Relationship(inverse: \GeneratedBook.library) var books: [GeneratedBook] = []
    @Relationship(inverse: \GeneratedCard.library) var card: GeneratedCard?
    @Relationship(inverse: "partner") var partner: GeneratedLibrary?
    @Transient var visited: [GeneratedBook] = []
}

/// Abstract: its subclasses alone have objects.
@Model class GeneratedItem: BaseModel {
    var price: Decimal? = Decimal(string: "9.99") ?? 0
    var title = ""
}

@Model final class GeneratedBook: GeneratedItem {
    // The model has title here anew: the superclass's stands for it.
    var `in`: Int? = 3
    @Relationship weak var library: GeneratedLibrary?
    @Relationship(inverse: \GeneratedAuthor.books) var authors: [GeneratedAuthor] = []
    @Relationship(inverse: \GeneratedBook.whole) var parts: [GeneratedBook] = []
    @Relationship weak var whole: GeneratedBook?
}

@Model final class GeneratedAuthor: BaseModel {
    var name: String?
    @Relationship var books: [GeneratedBook] = []
}

@Model final class GeneratedCard: BaseModel {
    var count = -2
    @Relationship weak var library: GeneratedLibrary?
}

@Model("Protocol") final class ProtocolObject: BaseModel {
    @Key("first-line") var line: String?
}
#endif
