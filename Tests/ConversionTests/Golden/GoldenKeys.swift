import Foundation
import JSONFormat
import ModelCore

#if Macros
    /// A class whose keys have a style.
    @Model(keys: .snakeCase) class GoldenStyledKeys: BaseModel {
        var firstName = ""
        var imageURL: URL?
        var genreIDs: [Int] = []
        @Key("motto") var favouriteQuote = ""
    }

    /// A class with keys, aliases and key paths, below one with a style.
    @Model final class GoldenKeys: GoldenStyledKeys {
        @Key("customer_id") var id = 0
        @Key("full_name", aliases: ["name", "display_name"]) var name = ""
        @Key(aliases: ["e-mail"]) var email = ""
        @Key("ISBN") @Key("isbn13", for: [.json]) var isbn = ""
        @Key(path: "user.address.city") var city = ""
        @Key(path: "user.address.zip", aliases: ["zip"]) var zip: Int?
        @Key(path: #"user["first.name"]"#) var dotted = ""
        @Key(path: "user.parts") var parts: [GoldenItem] = []
        @Key(path: "elsewhere.unset") var unset: String?
        @Transient var stars = ""
        @Key var rating: Int {
            get { stars.count }
            set { stars = String(repeating: "*", count: max(newValue, 0)) }
        }
        @Transient var hidden = 1
        let constant = "fixed"
        var iOSVersion = ""
        var inner: GoldenKeys?

        static func sample() -> GoldenKeys {
            let (sample, inner) = (GoldenKeys(), GoldenKeys())
            for keys in [sample, inner] {
                (keys.firstName, keys.genreIDs, keys.favouriteQuote) = ("Ada", [1, 2], "q")
                keys.imageURL = GoldenIdentifiers.url("https://example.org/i.png")
                (keys.id, keys.name, keys.email, keys.isbn) = (7, "Ada L.", "a@example.org", "978")
                (keys.city, keys.zip, keys.dotted, keys.rating, keys.iOSVersion) = ("Paris", 75001, "dot", 3, "17")
            }
            sample.parts = [GoldenItem("part")]
            (inner.city, inner.zip, inner.rating) = ("", nil, 0)
            sample.inner = inner
            return sample
        }
    }

    /// An older state of ``GoldenKeys``, which isn't registered.
    final class GoldenOlderKeys: BaseModel {
        private static let known = ModelClass(GoldenOlderKeys.self, name: "GoldenKeys", overrides: [])
        override class var modelClass: ModelClass { known }

        var firstName = "f"
        var name = "n"
        var email = "e"
        var zip = 5

        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("firstName", \GoldenOlderKeys.firstName), ModelProperty("name", \GoldenOlderKeys.name),
                ModelProperty("email", \GoldenOlderKeys.email, key: "e-mail"), ModelProperty("zip", \GoldenOlderKeys.zip),
            ]
        }
    }

    /// A class with another name in files, and an older one.
    @Model("GoldenNote", aliases: ["GoldenMemo"]) final class GoldenNoteModel: BaseModel {
        var text = ""
        var next: GoldenNoteModel?

        static func sample() -> GoldenNoteModel {
            let (sample, next) = (GoldenNoteModel(), GoldenNoteModel())
            (sample.text, next.text, sample.next) = ("one", "two", next)
            return sample
        }
    }

    /// The same class under its older name. It isn't registered.
    final class GoldenMemo: BaseModel {
        private static let known = ModelClass(GoldenMemo.self, name: "GoldenMemo", overrides: [])
        override class var modelClass: ModelClass { known }

        var text = ""
        var next: GoldenMemo?

        override class var modelProperties: [ModelProperty] {
            [ModelProperty("text", \GoldenMemo.text), ModelProperty("next", \GoldenMemo.next)]
        }

        static func sample() -> GoldenMemo {
            let (sample, next) = (GoldenMemo(), GoldenMemo())
            (sample.text, next.text, sample.next) = ("one", "two", next)
            return sample
        }
    }

    /// A model whose properties also lie in another model.
    @Model final class GoldenOffer: BaseModel {
        var title = ""
        @Key(path: "item.count") var count: Int?
        @Key(path: "item.extra") var extra: String?
        var item: GoldenItem?

        static func sample() -> GoldenOffer {
            let sample = GoldenOffer()
            (sample.title, sample.count, sample.extra, sample.item) = ("t", 9, "more", GoldenItem("i", 0))
            return sample
        }
    }

    /// A class whose properties a mapping stores otherwise.
    @Model final class GoldenShipment: BaseModel {
        var name = ""
        var sent = Date(timeIntervalSinceReferenceDate: 7)
        var weight = 0.0
        var items: [GoldenItem] = []

        static func sample() -> GoldenShipment {
            let sample = GoldenShipment()
            (sample.name, sample.weight) = ("n", 1.5)
            sample.sent = Date(timeIntervalSince1970: 86_400 * 20_000)
            sample.items = [GoldenItem("a", 2)]
            return sample
        }

        static func mapping() throws -> ModelMapping {
            var mapping = ModelMapping()
            try mapping.map(
                GoldenShipment.self,
                [
                    PropertyMapping("name", key: "title"),
                    PropertyMapping("sent", key: PropertyKey(path: "dates.sent"), with: .date(.day)),
                ])
            return mapping
        }
    }
#endif
