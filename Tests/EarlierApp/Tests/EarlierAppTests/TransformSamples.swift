#if Macros
// snippet.forms
import Foundation
// snippet.end
import JSONFormat
// snippet.forms
import ModelCore
// snippet.end
import Testing

// snippet.own
struct Price: Equatable {
    var cents: Int
}

extension ModelTransform where Value == Price {
    static let cents = ModelTransform(encode: { $0.cents }, decode: { (cents: Int) in Price(cents: cents) })
}

@Model final class Article: BaseModel {
    @Transform(.cents) var price = Price(cents: 0)
    @Transform(.each(.cents)) var offers: [Price] = []
}
// snippet.end

// snippet.none
@Model final class Owner: BaseModel {
    var name = ""
}

@Model final class Household: BaseModel {
    @Transform(.older { (none: [Int]) -> Owner? in nil }) var owner: Owner?
    @Transform(.link) var page: URL?
}

extension ModelTransform where Value == URL {
    static let link = ModelTransform(
        encode: { $0.absoluteString }, decode: { (text: String) in text.isEmpty ? nil : URL(string: text) })
}
// snippet.end

// snippet.generic
extension ModelTransform where Value: Codable {
    static var jsonText: ModelTransform {
        ModelTransform(
            encode: { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) },
            decode: { (text: String) in try JSONDecoder().decode(Value.self, from: Data(text.utf8)) })
    }
}

struct PixelSize: Codable, Equatable {
    var width = 0
    var height = 0
}

@Model final class Photo: BaseModel {
    @Transform(.jsonText) var size = PixelSize()
    @Transform(.jsonText) var thumbnail: PixelSize?
}
// snippet.end

@Suite("Samples: transforms")
struct TransformSamples {
    // snippet.forms
    enum Status: String {
        case open, closed, other
    }

    @Model final class Order: BaseModel {
        @Transform(.date(.secondsSince1970)) var placed = Date()
        @Transform(.date(.day)) var delivery: Date?
        @Transform(.unknown(Status.other)) var status = Status.open
        @Transform(.text(of: Int.self)) var number = 0
        @Transform(.separated(by: ",")) var tags: [String] = []
        @Transform(.hex) var checksum = Data()
    }
    // snippet.end

    // snippet.kinds
    @Model final class Product: BaseModel {
        @Transform(.oneOrMany()) var tags: [String] = []
        var stock = 0
        @Transform(.date(.iso8601.or(.secondsSince1970))) var updated = Date(timeIntervalSince1970: 0)
        @Transform(.shorthand { (photo: Photograph) in photo.onlyURL } from: { (url: String) in Photograph(url: url) })
        var photo = Photograph()
        @Transform(.emptyIsNil()) var discount: Double?
        var authors: OneOrMany<String> = []
        var supplier: Expandable<Supplier>?
    }

    @Model struct Photograph {
        var url = ""
        var width: Int?
        /// The URL, if there is nothing else.
        var onlyURL: String? { width == nil ? url : nil }
    }

    @Model final class Supplier: BaseModel, Identifiable {
        var id = ""
        var name = ""
    }
    // snippet.end

    @Test("Values of several kinds")
    func kinds() throws {
        let text = #"{"tags":"new","stock":"5","updated":0,"photo":"p.png","discount":"","authors":"Ann","supplier":"s1"}"#
        let product = try JSONFormat().decode(Product.self, from: Data(text.utf8))
        let written = String(decoding: try JSONFormat().encode(product), as: UTF8.self)
        #expect(
            written
                == #"{"tags":["new"],"stock":5,"updated":"1970-01-01T00:00:00Z","photo":"p.png","authors":"Ann","supplier":"s1"}"#
        )
    }

    // snippet.older
    @Model final class Guest: BaseModel {
        @Transform(.older { (age: String) -> Int? in Int(age) }) var age = 0
    }
    // snippet.end

    // snippet.lenient
    @Model final class Offer: BaseModel {
        var title = ""
        var price = 0.0
    }

    enum Size: String, ModelValue {
        case small, large
    }

    @Model final class Feed: BaseModel {
        @Lenient var offers: [Offer] = []
        @Lenient var stock: [Size: Int] = [:]
    }
    // snippet.end

    @Model final class StrictFeed: BaseModel {
        var stock: [Size: Int] = [:]
    }

    // snippet.listed
    final class Parcel: BaseModel {
        var sent = Date(timeIntervalSince1970: 0)
        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [ModelProperty("sent", \Parcel.sent, with: .date(.iso8601))]
        }
    }
    // snippet.end

    private func text(_ model: some BaseModel) throws -> String {
        String(decoding: try JSONFormat().encode(model), as: UTF8.self)
    }

    @Test("Ready-made forms")
    func forms() throws {
        let wanted = """
            {"placed":1700000000,"delivery":"2023-11-20","status":"open","number":"17","tags":"new,large","checksum":"00ff"}
            """
        let order = try JSONFormat().decode(Order.self, from: Data(wanted.utf8))
        #expect(order.number == 17 && order.tags == ["new", "large"] && order.checksum == Data([0, 255]))
        #expect(try text(order) == wanted)
    }

    @Test("A value that stands for none, and one for many types")
    func noneAndGeneric() throws {
        // As in the files of a service: an empty array in place of an object.
        let file = Data(#"{"owner":[],"page":""}"#.utf8)
        let household = try JSONFormat().decode(Household.self, from: file)
        #expect(household.owner == nil && household.page == nil)
        let photo = Photo()
        photo.size = PixelSize(width: 4, height: 3)
        let written = try JSONFormat().encode(photo)
        let wanted = #"""
            {"size":"{\"width\":4,\"height\":3}"}
            """#
        // Foundation's order of keys varies from run to run.
        let turned = #"{"size":"{\"height\":3,\"width\":4}"}"#
        #expect([wanted, turned].contains(String(decoding: written, as: UTF8.self)))
        let back = try JSONFormat().decode(Photo.self, from: written)
        #expect(back.size == photo.size && back.thumbnail == nil)
    }

    @Test("Elements that are left out")
    func lenient() throws {
        let answer = Data(#"{"offers":[{"title":"a","price":1},{"title":"b","price":"free"}],"stock":{"large":3}}"#.utf8)
        // snippet.report
        let (feed, report) = try DecodingReport.collecting {
            try JSONFormat().decode(Feed.self, from: answer)
        }
        for error in report.skipped { print(error) }
        // snippet.end
        #expect(feed.offers.map(\.title) == ["a"] && report.skipped.map(\.path.description) == ["offers[1].price"])
        #expect(report.skipped[0].location?.column == 57 && report.skipped[0].format == .json)
        #expect(feed.stock == [.large: 3])
        #expect(try JSONFormat().decode(StrictFeed.self, from: Data(#"{"stock":{"large":3}}"#.utf8)).stock == feed.stock)
    }

    @Test("Own ones, older ones, by hand, and a format's")
    func others() throws {
        let article = Article()
        article.offers = [Price(cents: 5)]
        #expect(try text(article) == #"{"price":0,"offers":[5]}"#)
        #expect(try JSONFormat().decode(Guest.self, from: Data(#"{"age":"36"}"#.utf8)).age == 36)
        #expect(try text(Parcel()) == #"{"sent":"1970-01-01T00:00:00Z"}"#)
        // snippet.format
        let service = JSONFormat(dates: .secondsSince1970)
        let content = try service.encode([Date(timeIntervalSince1970: 0)])
        // snippet.end
        #expect(String(decoding: content, as: UTF8.self) == "[0]")
    }
}
#endif
