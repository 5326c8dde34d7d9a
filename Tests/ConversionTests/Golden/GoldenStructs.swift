import Foundation
import ModelCore

#if Macros
    /// A struct with properties that have to be there.
    @Model struct GoldenSpot: Hashable {
        let code: Int
        var name: String
        var note: String?
        @Key("numbers") var marks: [Int] = []
    }

    /// A struct with most of what structs can have.
    @Model("GoldenPlaceOfOld", keys: .snakeCase) struct GoldenSheet {
        var firstName: String
        var maybeCount: Int?
        @Key("other key", aliases: ["older"]) var renamed = 0
        @Key(path: "size.width") var width = 0.0
        @Key(path: "size.height") var height: Double?
        @Transform(.hex) var digits = Data()
        @Transform(.date(.day)) var day: Date?
        @Transient var cache = 5
        let constant = "fixed"
        var spots: [GoldenSpot] = []
        var holes: [GoldenSpot?] = []
        var named: [String: GoldenSpot] = [:]
        var inner: [GoldenSheet] = []
        var item: GoldenItem?
        var suit = GoldenSuit.hearts
        var mark = GoldenMark.empty
    }

    /// A struct with a version, and its step from the first one.
    @Model(version: 2) struct GoldenPrice {
        var cents: Int

        static func migrate(_ object: inout ModelDocument, from version: Int) throws {
            let euros = object["euros"]?.doubleValue ?? 0
            try object.set(.int64(Int64((euros * 100).rounded())), at: ["cents"])
            try object.removeValue(at: ["euros"])
        }
    }

    /// The first version of ``GoldenPrice``.
    @Model struct GoldenOldPrice {
        var euros: Double
    }

    /// A generic struct.
    @Model struct GoldenPage<Item: ModelValue> {
        var items: [Item] = []
        var next: String?
    }

    /// A `Codable` struct that conforms to `ModelValue`.
    struct GoldenPlace: Codable, ModelValue, Hashable {
        var latitude = 0.0
        var longitude = 0.0
        var lines: [String]?
        var kind: GoldenKind?
        var date: Date?
        var url: URL?
    }

    /// A `Codable` struct that doesn't conform to `ModelValue`.
    struct GoldenParty: Codable, Equatable {
        var host = GoldenPlace()
        var guests: [String: GoldenPlace] = [:]
        var date = Date(timeIntervalSinceReferenceDate: 0)
        var data = Data()
        var price = Decimal()
        var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        var numbers: [Int: Int] = [:]
        var maybe: Int?
        var holes: [Int?] = []
    }

    /// Structs in each place.
    @Model final class GoldenStructs: BaseModel {
        var spot = GoldenSpot(code: 0, name: "")
        var maybeSpot: GoldenSpot?
        var spots: [GoldenSpot] = []
        var grid: [[GoldenSpot?]] = []
        var spotSet: Set<GoldenSpot> = []
        var spotsByName: [String: GoldenSpot] = [:]
        var sheet = GoldenSheet(firstName: "")
        var price = GoldenPrice(cents: 0)
        var prices: [GoldenPrice] = []
        var page = GoldenPage<Int>()
        var itemPage = GoldenPage<GoldenItem>()
        var place = GoldenPlace()
        var maybePlace: GoldenPlace?
        var places: [GoldenPlace] = []
        var party = GoldenParty()
        var maybeParty: GoldenParty?

        static func sheet() -> GoldenSheet {
            var sheet = GoldenSheet(firstName: "Ada")
            (sheet.maybeCount, sheet.renamed, sheet.width, sheet.height) = (3, 4, 0.5, 6)
            (sheet.digits, sheet.day) = (Data([0, 255]), Date(timeIntervalSince1970: 86_400 * 20_000))
            sheet.spots = [GoldenSpot(code: 1, name: "a", note: "n", marks: [1, 2])]
            sheet.holes = [nil, GoldenSpot(code: 2, name: "b")]
            sheet.named = ["s": GoldenSpot(code: 3, name: "c")]
            sheet.inner = [GoldenSheet(firstName: "inner")]
            (sheet.item, sheet.suit, sheet.mark) = (GoldenItem("in a struct"), .none, .line(1, 2))
            return sheet
        }

        static func sample() -> GoldenStructs {
            let sample = GoldenStructs()
            let spot = GoldenSpot(code: -1, name: "é", note: "", marks: [.min, .max])
            (sample.spot, sample.maybeSpot, sample.spots) = (spot, spot, [spot, GoldenSpot(code: 5, name: "five")])
            (sample.grid, sample.spotSet, sample.spotsByName) = ([[], [nil, spot]], [spot], ["k": spot])
            (sample.sheet, sample.price, sample.prices) = (sheet(), GoldenPrice(cents: 995), [GoldenPrice(cents: -1)])
            sample.page = GoldenPage(items: [1, 2], next: "more")
            sample.itemPage = GoldenPage(items: [GoldenItem("one")])
            sample.place = GoldenPlace(latitude: 48.5, longitude: -2.25, lines: ["a", ""], kind: .plain)
            sample.maybePlace = GoldenPlace(
                date: Date(timeIntervalSinceReferenceDate: 0.5), url: GoldenIdentifiers.url("https://example.org"))
            sample.places = [GoldenPlace(), GoldenPlace(kind: .labelled("l", weight: 1))]
            sample.party.host = sample.place
            sample.party.guests = ["g": GoldenPlace(latitude: 1)]
            sample.party.date = Date(timeIntervalSince1970: 1_700_000_000)
            (sample.party.data, sample.party.price) = (Data([1, 2, 3]), Decimal(string: "1.25") ?? 0)
            (sample.party.numbers, sample.party.maybe, sample.party.holes) = ([1: 2], 3, [nil, 1])
            sample.maybeParty = GoldenParty()
            return sample
        }
    }
#endif
