import Foundation
import FoundationValues
import ModelCore
import Testing

/// Values that files hold in another form, by hand.
@Suite("Transforms")
struct TransformTests {
    private func coded<Value>(_ value: Value, _ transform: ModelTransform<Value>) throws -> ModelDocument.Value? {
        try Form.coded(value, transform)
    }

    private func decoded<Value>(_ scalar: ModelScalar, _ transform: ModelTransform<Value>) throws -> Value {
        try Form.decoded(ModelDocument(scalar), transform)
    }

    private static func date(_ text: String) -> Date {
        (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains(".")))) ?? .distantPast
    }

    struct Case: CustomTestStringConvertible {
        let name: String
        let style: DateStyle
        let date: String
        let coded: ModelScalar
        /// Others that are read as that date.
        var others: [ModelScalar] = []
        var testDescription: String { name }
    }

    static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    static let cases = [
        Case(name: "seconds", style: .secondsSince1970, date: "2018-03-16T16:49:14Z", coded: .int64(1_521_218_954),
             others: [.double(1_521_218_954), .uint64(1_521_218_954)]),
        Case(name: "seconds with a fraction", style: .secondsSince1970, date: "2018-03-16T16:49:14.5Z", coded: .double(1_521_218_954.5)),
        Case(name: "seconds before 1970", style: .secondsSince1970, date: "1969-12-31T23:59:59Z", coded: .int64(-1)),
        Case(name: "milliseconds", style: .millisecondsSince1970, date: "2018-03-16T16:49:14.125Z", coded: .int64(1_521_218_954_125)),
        Case(name: "seconds since 2001", style: .secondsSince2001, date: "2018-03-16T16:49:14Z", coded: .int64(542_911_754),
             others: [.double(542_911_754)]),
        Case(name: "seconds since 2001 with a fraction", style: .secondsSince2001, date: "2018-03-16T16:49:14.125Z",
             coded: .double(542_911_754.125)),
        Case(name: "ISO 8601", style: .iso8601, date: "2018-03-16T16:49:14Z", coded: .string("2018-03-16T16:49:14Z"),
             others: [
                .string("2018-03-16T17:49:14+01:00"), .string("2018-03-16T16:49:14.000Z"),
                .string("2018-03-16T17:49:14+01"), .string("2018-03-16 16:49:14+00"),
             ]),
        Case(name: "the end of a day", style: .iso8601, date: "2018-03-17T00:00:00Z", coded: .string("2018-03-17T00:00:00Z"),
             others: [.string("2018-03-16T24:00:00Z"), .string("2018-03-16T24:00:00.0+00")]),
        Case(name: "ISO 8601 in summer", style: .iso8601(fractionDigits: 3, timeZone: berlin), date: "2018-07-16T16:49:14.125Z",
             coded: .string("2018-07-16T18:49:14.125+02:00")),
        Case(name: "ISO 8601 west of Greenwich", style: .iso8601(timeZone: TimeZone(secondsFromGMT: -12_600) ?? .gmt),
             date: "2018-07-16T01:00:00Z", coded: .string("2018-07-15T21:30:00-03:30")),
        Case(name: "day", style: .day, date: "2018-03-16T00:00:00Z", coded: .string("2018-03-16")),
        Case(name: "day in summer", style: .day(in: berlin), date: "2018-07-15T22:00:00Z", coded: .string("2018-07-16")),
        // Clocks went forward at two: the day begins in winter time, and the offset at its UTC midnight is the same.
        Case(name: "day on which clocks change", style: .day(in: berlin), date: "2018-03-24T23:00:00Z", coded: .string("2018-03-25")),
        Case(name: "day on which clocks change back", style: .day(in: berlin), date: "2018-10-27T22:00:00Z", coded: .string("2018-10-28")),
        Case(name: "day without a midnight", style: .day(in: TimeZone(identifier: "America/Sao_Paulo") ?? .gmt),
             date: "2018-11-04T03:00:00Z", coded: .string("2018-11-04")),
        Case(name: "day behind two midnights", style: .day(in: TimeZone(identifier: "America/Sao_Paulo") ?? .gmt),
             date: "2018-02-18T03:00:00Z", coded: .string("2018-02-18")),
        Case(name: "a zone of old", style: .iso8601(timeZone: berlin), date: "1890-01-01T00:00:00Z",
             coded: .string("1890-01-01T00:53:00+00:53")),
        Case(name: "a format", style: .format("dd.MM.yyyy HH:mm", timeZone: berlin), date: "2018-03-16T16:49:00Z",
             coded: .string("16.03.2018 17:49")),
        Case(name: "a format with names", style: .format("EEE, d MMM yyyy HH:mm:ss zzz"), date: "2018-03-16T16:49:14Z",
             coded: .string("Fri, 16 Mar 2018 16:49:14 GMT")),
    ]

    @Test("Dates in each style, there and back", arguments: cases)
    func dates(_ example: Case) throws {
        let date = Self.date(example.date)
        #expect(try coded(date, .date(example.style))?.scalar == example.coded)
        for scalar in [example.coded] + example.others {
            #expect(abs(try decoded(scalar, .date(example.style)).timeIntervalSince(date)) < 1e-6, "\(scalar)")
        }
        // The form that dates have by themselves is read as well.
        #expect(try decoded(.date(date), .date(example.style)) == date)
    }

    @Test(
        "What stands for no date is an error that shows it",
        arguments: [
            (.iso8601, .string("yesterday")), (.iso8601, .int64(3)), (.secondsSince1970, .string("1521218954")),
            (.secondsSince1970, .bool(true)), (.secondsSince2001, .string("1")), (.secondsSince2001, .bool(true)),
            (.iso8601, .string("2018-03-16T24:00:01Z")), (.iso8601, .string("2018-03-16T24:00:00.1Z")),
            (.iso8601, .string("2018-03-16 16:49:14")), (.iso8601, .string("2018-03-16T16:49:14+1")), (.day, .string("2018-02-30")), (.day, .string("2018-3-16")),
            (.format("yyyy"), .string("MMXVIII")),
        ] as [(DateStyle, ModelScalar)])
    func wrongDates(style: DateStyle, scalar: ModelScalar) throws {
        #expect { try decoded(scalar, .date(style)) } throws: { ($0 as? ModelError)?.code == .typeMismatch }
    }

    @Test("A date that no text stands for can't be written, and one beyond all can't be so as a number")
    func unwritable() throws {
        for date in [Date(timeIntervalSinceReferenceDate: 1e12), Date(timeIntervalSinceReferenceDate: -1e12)] {
            #expect { try coded(date, .date(.iso8601)) } throws: { ($0 as? ModelError)?.code == .unrepresentableValue }
        }
        let far = Date(timeIntervalSinceReferenceDate: 1e300)
        #expect(try decoded(#require(try coded(far, .date(.secondsSince1970))?.scalar), .date(.secondsSince1970)) == far)
    }

    @Test(
        "Dates beyond all calendars are written, or are errors",
        arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e18, -1e18, 1e13, .leastNonzeroMagnitude])
    func extremes(interval: Double) throws {
        let date = Date(timeIntervalSinceReferenceDate: interval)
        let styles: [DateStyle] = [
            .secondsSince1970, .millisecondsSince1970, .iso8601, .iso8601(fractionDigits: 9, timeZone: Self.berlin), .day,
            .day(in: Self.berlin), .format("yyyy-MM-dd", timeZone: Self.berlin),
        ]
        for style in styles {
            do {
                _ = try coded(date, .date(style))
            } catch let error as ModelError {
                #expect(error.code == .unrepresentableValue)
            }
        }
        for scalar in [.double(interval), .int64(.max), .int64(.min), .uint64(.max)] as [ModelScalar] {
            _ = try? decoded(scalar, .date(.millisecondsSince1970))
        }
    }

    @Test("A style of one's own")
    func ownStyle() throws {
        let year = DateStyle {
            .int64(Int64($0.timeIntervalSinceReferenceDate / 31_557_600) + 2001)
        } read: {
            guard case .int64(let year) = $0 else { return nil }
            return Date(timeIntervalSinceReferenceDate: Double(year - 2001) * 31_557_600)
        }
        #expect(try coded(Date(timeIntervalSinceReferenceDate: 31_557_600), .date(year))?.intValue == 2002)
        #expect(try decoded(.int64(2001), .date(year)) == Date(timeIntervalSinceReferenceDate: 0))
    }

    // MARK: Others

    @Test("Data as digits")
    func data() throws {
        let data = Data([0, 0xFB, 0xFF, 0x10])
        #expect(try coded(data, .hex)?.stringValue == "00fbff10")
        #expect(try decoded(.string("00FBff10"), .hex) == data && decoded(.string(""), .hex) == Data())
        #expect(try coded(data, .base64URL)?.stringValue == "APv_EA")
        for text in ["APv_EA", "APv_EA==", "APv/EA", "APv/ EA=="] { #expect(try decoded(.string(text), .base64URL) == data) }
        for count in 0..<40 {
            let bytes = Data((0..<count).map { UInt8($0 * 37 & 255) })
            let text = try #require(coded(bytes, .base64URL)?.stringValue)
            #expect(try decoded(.string(text), .base64URL) == bytes)
        }
        for text in ["0", "0g", "é0", "00 "] {
            #expect { try decoded(.string(text), .hex) } throws: { ($0 as? ModelError)?.code == .typeMismatch }
        }
        for text in ["A", "APv_EA=", "AP*v", "é"] {
            #expect { try decoded(.string(text), .base64URL) } throws: { ($0 as? ModelError)?.code == .typeMismatch }
        }
    }

    @Test("Numbers as text, lists in one text")
    func text() throws {
        #expect(try coded(-3, .text(of: Int.self))?.stringValue == "-3")
        #expect(try decoded(.string("0.1"), .text(of: Double.self)) == 0.1)
        #expect(try coded(Decimal(string: "12345678901234567890.5") ?? 0, .text)?.stringValue == "12345678901234567890.5")
        #expect(try decoded(.string("12345678901234567890.5"), .text) == Decimal(string: "12345678901234567890.5"))
        #expect(throws: ModelError.self) { try decoded(.string("1x"), .text(of: Int.self)) }
        let tags: ModelTransform<[String]> = .separated(by: ", ")
        for list in [[], ["a"], ["a", "b c", ""], ["", ""]] {
            let text = try #require(coded(list, tags)?.stringValue)
            #expect(try decoded(.string(text), tags) == list)
        }
        #expect(try coded([1, 2], .separated(by: ";", of: Int.self))?.stringValue == "1;2")
        #expect(throws: ModelError.self) { try decoded(.string("1;x"), .separated(by: ";", of: Int.self)) }
        for list in [[""], ["a, b"]] {
            #expect { try coded(list, tags) } throws: { ($0 as? ModelError)?.code == .unrepresentableValue }
        }
    }

    enum Status: String { case open, closed, other }

    @Test("A value for what an enum doesn't know; each element in a form of its own")
    func unknown() throws {
        #expect(try decoded(.string("lost"), .unknown(Status.other)) == .other)
        #expect(try decoded(.string("open"), .unknown(Status.other)) == .open)
        #expect(try coded(Status.closed, .unknown(Status.other))?.stringValue == "closed")
        let each: ModelTransform<[Date]> = .each(.date(.secondsSince1970))
        let dates = [Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2.5)]
        let document = try #require(try coded(dates, each))
        #expect(document[1]?.doubleValue == 2.5)
        #expect(try Form.decoded(ModelDocument(document), each) == dates)
        let error = #expect(throws: ModelError.self) {
            try Form.decoded(ModelDocument(encoding: [1 as Any, "x"] as Any?), each)
        }
        #expect(error?.path.description == "value[1]")
    }

    @Test("An older type of a value")
    func older() throws {
        let age = ModelTransform<Int>.older { (text: String) -> Int? in Int(text) }
        #expect(try decoded(.int64(3), age) == 3 && decoded(.string("4"), age) == 4)
        #expect(try coded(5, age)?.scalar == .int64(5))
        for scalar in [.string("x"), .bool(true), .date(Date())] as [ModelScalar] {
            let error = #expect(throws: ModelError.self) { try decoded(scalar, age) }
            #expect(error?.expected == "Int or String" && error?.path.description == "value")
        }
        let point = ModelTransform<[Int]>.older { (old: [String: Int]) -> [Int]? in
            old["x"].flatMap { x in old["y"].map { [x, $0] } }
        }
        #expect(try Form.decoded(ModelDocument(encoding: ["x": 1, "y": 2]), point) == [1, 2])
        #expect(throws: CancellationError.self) {
            do {
                _ = try decoded(.string("x"), ModelTransform<Int>.older { (_: String) -> Int? in throw CancellationError() })
            } catch let error as ModelError {
                throw error.underlyingError ?? error
            }
        }
    }

    @Test("A form for some formats alone")
    func formats() throws {
        let transform = ModelTransform.date(.secondsSince1970).only(for: [.json])
        let date = Date(timeIntervalSince1970: 7)
        #expect(try coded(date, transform)?.dateValue == date)
        #expect(try decoded(.date(date), transform) == date)
    }

    // MARK: By name

    @Test("By name; an unknown name and a wrong type are errors that say so")
    func named() throws {
        ModelTransform<Data>.hex.register(as: "TransformTests.hex")
        #expect(try coded(Data([1]), .named("TransformTests.hex"))?.stringValue == "01")
        #expect(try decoded(.string("ff"), .named("TransformTests.hex", of: Data.self)) == Data([255]))
        for transform in [ModelTransform<Data>.named("nobody")] {
            let error = #expect(throws: ModelError.self) { try coded(Data(), transform) }
            #expect(error?.code == .unknownTransform && error?.reason.contains("nobody") ?? false)
        }
        #expect { try decoded(.string("ff"), .named("TransformTests.hex", of: Int.self)) } throws: {
            ($0 as? ModelError)?.code == .unknownTransform
        }
    }

    // MARK: Properties

    final class Event: BaseModel {
        var start = Date(timeIntervalSince1970: 0)
        var end: Date? = Date(timeIntervalSince1970: 1)
        var cover: Data?
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("start", \Event.start, key: "from", with: .date(.secondsSince1970)),
                ModelProperty("end", \Event.end, with: .date(.day), isNilDefault: false),
                ModelProperty("cover", \Event.cover, key: PropertyKey(path: "media.cover"), with: .hex),
            ]
        }
    }

    @Test("Properties with transforms, listed by hand")
    func properties() throws {
        let event = Event()
        (event.start, event.cover) = (Date(timeIntervalSince1970: 86_400), Data([1, 2]))
        event.end = nil
        let document = try ModelDocument(encoding: event)
        #expect(document["from"]?.intValue == 86_400 && document["end"]?.isNull == true)
        #expect(document[["media", "cover"]]?.stringValue == "0102")
        let back = try document.decode(Event.self)
        #expect(back.start == event.start && back.end == nil && back.cover == event.cover)
        // In the program it is what it is.
        #expect(try event.value(forKey: "start") as? Date == event.start)
        #expect(event.dictionaryRepresentation["cover"] as? Data == event.cover)
        try event.setValue(Date(timeIntervalSince1970: 5), forKey: "start")
        #expect(event.start == Date(timeIntervalSince1970: 5))
        try event.setValue(6, forKey: "start")
        #expect(event.start == Date(timeIntervalSince1970: 6))
        #expect(Event.codableProperties["start"] == Date.self)
        try event.set(with: ["from": 7, "end": "1970-01-02"])
        #expect(event.start == Date(timeIntervalSince1970: 7) && event.end == Date(timeIntervalSince1970: 86_400))
        // A dictionary of the model's own values sets it, too.
        let copy = Event()
        var values = event.dictionaryRepresentation
        values["from"] = values.removeValue(forKey: "start")
        values["media"] = ["cover": values.removeValue(forKey: "cover")]
        try copy.set(with: values)
        #expect(copy.start == event.start && copy.cover == event.cover)
    }

    @Test("Counts of milliseconds and of seconds with few digits are written as they were read")
    func counts() throws {
        for second in stride(from: -5_000_000_000.0, to: 5_000_000_000, by: 13_777_771) {
            for fraction in [0, 1, 20, 123, 500, 999] {
                let count = Int64(second) * 1000 + Int64(fraction)
                let date = try decoded(.int64(count), .date(.millisecondsSince1970))
                #expect(try coded(date, .date(.millisecondsSince1970))?.scalar == .int64(count))
                let seconds = second + Double(fraction) / 1000
                let other = try decoded(.double(seconds), .date(.secondsSince1970))
                #expect(try coded(other, .date(.secondsSince1970))?.doubleValue == seconds)
            }
        }
    }

    @Test("Lists of text with a separator come back as they were, or aren't written")
    func separatedLists() throws {
        let texts = ["", "a", "b-", "-a", "-", "\r", "\n", "\u{301}", "é", "e\u{301}", ","]
        for separator in ["--", "-", ",", "\n", "\r\n", "", "e"] {
            let transform = ModelTransform<[String]>.separated(by: separator)
            for first in texts {
                for list in [[], [first]] + texts.map({ [first, $0] }) + [["x", first, "y"]] {
                    let text: String
                    do {
                        text = try coded(list, transform)?.stringValue ?? ""
                    } catch let error as ModelError where error.code == .unrepresentableValue {
                        continue
                    }
                    let back = try decoded(.string(text), transform)
                    #expect(back.map { Array($0.utf8) } == list.map { Array($0.utf8) }, "\(separator.debugDescription) \(list)")
                }
            }
        }
        #expect(try coded(["a", "\u{301}b"], .separated(by: ","))?.stringValue == "a,\u{301}b")
    }

    @Test("Errors have the file's way")
    func errors() throws {
        let document = try ModelDocument(encoding: ["media": ["cover": "xy"]] as Any?)
        let error = #expect(throws: ModelError.self) { try document.decode(Event.self) }
        #expect(error?.code == .typeMismatch && error?.path.description == "media.cover")
        #expect(error?.reason.contains("Data") ?? false && error?.reason.contains("xy") ?? false)
    }
}

/// Has a value encoded and decoded as a property.
private enum Form {
    static func coded<Value>(_ value: Value, _ transform: ModelTransform<Value>) throws -> ModelDocument.Value? {
        let writer = FormWriter()
        writer.write = { try $0.encode(value, forKey: "value", with: transform) }
        return try ModelDocument(encoding: writer)["value"]
    }

    static func decoded<Value>(_ document: ModelDocument, _ transform: ModelTransform<Value>) throws -> Value {
        let content = try KeyedArchive().encode(ModelDocument(encoding: ["value": document] as Any?))
        return try #require(
            try KeyedArchive().decode(from: content) { decoder in
                try decoder.beginObject()
                let value = try decoder.decode(forKey: "value", with: transform)
                try decoder.endObject()
                return value
            })
    }
}

private final class FormWriter: BaseModel {
    var write: (ModelEncoder) throws -> Void = { _ in }
    override func encode(with encoder: ModelEncoder) throws { try write(encoder) }
}
