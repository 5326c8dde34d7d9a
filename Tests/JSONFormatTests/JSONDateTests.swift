import Foundation
import JSONFormat
import ModelCore
import Testing

/// Dates in a form that a service wants.
@Suite("Dates in JSON")
struct JSONDateTests {
    struct Stay: Codable, Equatable, ModelValue { var from: Date }

    final class Visit: BaseModel {
        var begin = Date(timeIntervalSince1970: 0)
        var end: Date?
        var days: [Date] = []
        var stay = Stay(from: Date(timeIntervalSince1970: 1))
        var anything: [Date: Int] = [:]
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("begin", \Visit.begin), ModelProperty("end", \Visit.end),
                ModelProperty("days", \Visit.days),
                ModelProperty("stay", \Visit.stay), ModelProperty("anything", \Visit.anything),
            ]
        }
    }

    final class Trip: BaseModel {
        private static let known = ModelClass(Trip.self, overrides: [])
        override class var modelClass: ModelClass { known }
        var begin = Date(timeIntervalSince1970: 0)
        var end: Date?
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("begin", \Trip.begin), ModelProperty("end", \Trip.end)]
        }
    }

    private let visit: Visit = {
        let visit = Visit()
        visit.begin = Date(timeIntervalSince1970: 86_400)
        visit.end = Date(timeIntervalSince1970: 172_800)
        visit.days = [Date(timeIntervalSince1970: 0)]
        return visit
    }()

    @Test("The zero time of other languages, and all of the year 0, are text")
    func firstYears() throws {
        for text in ["0001-01-01T00:00:00.000Z", "0000-12-30T00:00:00.000Z", "0000-01-01T00:00:00.000Z"] {
            let json = #"{"begin":"\#(text)"}"#
            let trip = try JSONFormat().decode(Trip.self, from: Data(json.utf8))
            #expect(String(decoding: try JSONFormat().encode(trip), as: UTF8.self) == json)
        }
        let trip = Trip()
        trip.begin = .distantPast
        let json = try JSONFormat(dates: .iso8601).encode(trip)
        #expect(String(decoding: json, as: UTF8.self) == #"{"begin":"0000-12-30T00:00:00Z"}"#)
        #expect(try JSONFormat(dates: .iso8601).decode(Trip.self, from: json).begin == .distantPast)
        trip.begin = Date(timeIntervalSinceReferenceDate: -63_145_526_400.5)
        #expect(try JSONFormat().decode(Trip.self, from: JSONFormat().encode(trip)).begin == trip.begin)
    }

    @Test(
        "In each style, in models, arrays and Codable values",
        arguments: [
            (
                .secondsSince1970,
                #"{"begin":86400,"end":172800,"days":[0],"stay":{"from":1},"anything":{}}"#
            ),
            (
                .iso8601,
                #"""
                {"begin":"1970-01-02T00:00:00Z","end":"1970-01-03T00:00:00Z","days":["1970-01-01T00:00:00Z"],\#
                "stay":{"from":"1970-01-01T00:00:01Z"},"anything":{}}
                """#
            ),
        ] as [(DateStyle, String)])
    func styles(style: DateStyle, text: String) throws {
        let format = JSONFormat(dates: style)
        #expect(String(decoding: try format.encode(visit), as: UTF8.self) == text)
        let back = try format.decode(Visit.self, from: Data(text.utf8))
        #expect(back.begin == visit.begin && back.end == visit.end && back.days == visit.days)
        #expect(back.stay == visit.stay)
        #expect(try format.decode([Date].self, from: format.encode(visit.days)) == visit.days)
    }

    @Test(
        "As JSONEncoder writes dates by default, in both directions",
        arguments: [0, -1, 0.125, -63_114_076_800, 1e9 + 0.1])
    func defaultDates(_ seconds: Double) throws {
        let stay = Stay(from: Date(timeIntervalSinceReferenceDate: seconds))
        let format = JSONFormat(dates: .secondsSince2001)
        #expect(try format.decode(Stay.self, from: JSONEncoder().encode(stay)) == stay)
        #expect(try JSONDecoder().decode(Stay.self, from: format.encode(stay)) == stay)
    }

    @Test(
        "Text as services and databases write it",
        arguments: [
            "2018-03-16T16:49:14Z", "2018-03-16T17:49:14+01", "2018-03-16T17:49:14+0100", "2018-03-16T17:49:14+01:00",
            "2018-03-16 16:49:14+00", "2018-03-16 13:19:14.000-03:30", "2018-03-16 16:49:14 +0000",
        ])
    func text(_ text: String) throws {
        let trip = try JSONFormat().decode(Trip.self, from: Data(#"{"begin":"\#(text)"}"#.utf8))
        #expect(trip.begin == Date(timeIntervalSince1970: 1_521_218_954))
    }

    @Test("24:00 is the end of a day, and no other time of a 25th hour is one")
    func endOfDay() throws {
        func read(_ text: String) throws -> Date {
            try JSONFormat().decode(Trip.self, from: Data(#"{"begin":"\#(text)"}"#.utf8)).begin
        }
        #expect(try read("2018-12-31T24:00:00Z") == read("2019-01-01T00:00:00Z"))
        #expect(try read("1999-12-31T24:00:00.000+01") == read("1999-12-31T23:00:00Z"))
        for text in ["2018-12-31T24:00:01Z", "2018-12-31T24:01:00Z", "2018-12-31T24:00:00.5Z", "2018-12-31T25:00:00Z"] {
            #expect(throws: ModelError.self) { try read(text) }
        }
        for text in ["2018-12-31T23:00:00", "2018-12-31  23:00:00Z", "2018-12-31T23:00:00+1", "2018-12-31T23:00:00+24"]
        {
            #expect(throws: ModelError.self) { try read(text) }
        }
    }

    @Test("What has another form is an error with its place, and one beyond the form can't be written")
    func errors() throws {
        let error = #expect(throws: ModelError.self) {
            try JSONFormat(dates: .secondsSince1970).decode(
                Trip.self, from: Data("{\"begin\":1,\n \"end\":\"1970-01-03T00:00:00Z\"}".utf8))
        }
        #expect(error?.code == .typeMismatch && error?.path.description == "end" && error?.location?.line == 2)
        #expect {
            try JSONFormat(dates: .iso8601).encode([Date(timeIntervalSinceReferenceDate: 1e15)])
        } throws: {
            ($0 as? ModelError)?.code == .unrepresentableValue && ($0 as? ModelError)?.path.description == "[0]"
        }
    }

    @Test("A document has what the file has, and knows in which form dates are")
    func documents() throws {
        let document = try JSONFormat(dates: .secondsSince1970).document(from: Data(#"{"begin":86400}"#.utf8))
        #expect(document["begin"]?.intValue == 86_400)
        #expect(try document.decode(Visit.self).begin == visit.begin)
    }
}
