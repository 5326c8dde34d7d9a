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

    @Model final class Feed: BaseModel {
        @Lenient var offers: [Offer] = []
    }
    // snippet.end

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

    @Test("Elements that are left out")
    func lenient() throws {
        let answer = Data(#"{"offers":[{"title":"a","price":1},{"title":"b","price":"free"}]}"#.utf8)
        // snippet.report
        let (feed, report) = try DecodingReport.collecting {
            try JSONFormat().decode(Feed.self, from: answer)
        }
        for error in report.skipped { print(error) }
        // snippet.end
        #expect(feed.offers.map(\.title) == ["a"] && report.skipped.map(\.path.description) == ["offers[1].price"])
        #expect(report.skipped[0].location?.column == 57 && report.skipped[0].format == .json)
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
