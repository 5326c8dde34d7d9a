import Foundation
import TestSupport
import Testing

@testable import Documents
@testable import ModelCore

/// Foundation stops the program where a date that is no number is described.
@Suite("Values that can't be described")
struct PrintingTests {
    struct Span: Hashable, Codable {
        var from: Date?
        var dates: [Date] = []
    }

    enum Mark: Hashable {
        case none
        case at(Date, name: String)
    }

    struct Stamp: RawRepresentable, ModelValue {
        let rawValue: Date
        init?(rawValue: Date) {
            if rawValue.timeIntervalSinceReferenceDate.isNaN { return nil }
            self.rawValue = rawValue
        }
    }

    private let none = Date(timeIntervalSinceReferenceDate: .nan)

    #if Macros
        @Model("PrintedHolder") final class Holder: BaseModel {
            var due: Date?
            var dates: [Date] = []
            var named: [Date: Int] = [:]
            var set: Set<Date> = []
            var any: Any?
        }

        @Test("A model with a date that is no number", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e20])
        func model(_ seconds: Double) {
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            let holder = Holder()
            holder.due = date
            holder.dates = [date, Date(timeIntervalSinceReferenceDate: 0)]
            holder.named = [date: 1]
            holder.set = [date]
            let values: [Any] = [
                date, [date], ["a": date], Set([date]), Span(from: date, dates: [date]), Mark.at(date, name: "x"),
                Mark.none, (1, date), date..<date, DateInterval(start: date, duration: 1), [[date]: date],
                AnyHashable(date),
                Optional<Any>.some(date) as Any,
            ]
            for value in values {
                holder.any = value
                let text = "\(holder)"
                #expect(text.contains("due = ") && text.contains("2001-01-01"), "\(text)")
                if seconds.isNaN { #expect(text.contains("nan")) }
            }
        }
    #endif

    @Test("The property list of the bug report")
    func document() throws {
        let scalar = ModelScalar.date(none)
        #expect("\(scalar)" == "date(no date (nan))")
        #expect("\([scalar])".contains("nan"))
        #expect("\(ModelDocument(scalar))".contains("nan"))
    }

    @Test("Errors about such a date: of a key, of a raw value, and of a transform")
    func errors() throws {
        var builder = DocumentBuilder()
        try builder.beginValueDictionary()
        try builder.append(none)
        try builder.append("text")
        try builder.end()
        let archive = try KeyedArchive().encode(try builder.finish())
        #expect(errorCode { try KeyedArchive().decode([Date: Int].self, from: archive) } == .typeMismatch)
        let dated = try KeyedArchive().encode(ModelDocument(.date(none)))
        #expect(errorCode { try KeyedArchive().decode(Stamp.self, from: dated) } == .typeMismatch)
        let transform = ModelTransform<Int>(encode: { _ in Date() }, decode: { (_: Date) in nil })
        #expect(errorCode { try transform.decode(ModelDecoder(ModelDocument(.date(none)))) } == .typeMismatch)
    }

    /// Content for which Foundation's own code stops the program.
    @Test("Codable types of Foundation", arguments: [
        ["indexes": [["location": 5, "length": -3]]], ["indexes": [["location": Int.max, "length": 1]]],
        ["indexes": [["location": -1, "length": 1]]],
    ] as [[String: [[String: Int]]]])
    func indexSets(_ content: [String: [[String: Int]]]) throws {
        struct Indexes: Codable { var set: IndexSet }
        #expect(errorCode { try read(Indexes.self, ["set": content]) } == .typeMismatch)
    }

    @Test("Codable types of Foundation that are read")
    func foundationTypes() throws {
        struct Parts: Codable { var parts: URLComponents }
        struct Characters: Codable { var set: CharacterSet }
        struct Indexes: Codable, Equatable { var set: IndexSet }
        for scheme in ["1!", "", "a:b", "é"] {
            #expect(errorCode { try read(Parts.self, ["parts": ["scheme": scheme, "path": ""]]) } == .typeMismatch)
        }
        #expect(errorCode { try read(Parts.self, ["parts": ["port": -5, "path": ""]]) } == .typeMismatch)
        let url = try #require(URLComponents(string: "web+app.x://me@host:80/a?b#c"))
        #expect(try copy(Parts(parts: url)).parts == url)
        #expect(errorCode { try read(Characters.self, ["set": ["bitmap": Data()]]) } == .typeMismatch)
        #expect(try copy(Characters(set: CharacterSet(charactersIn: "a"))).set.contains("a"))
        let set = Indexes(set: IndexSet([1, 2, 9]))
        #expect(try copy(set) == set)
    }

    private func read<Value: Codable>(_ type: Value.Type, _ content: Any) throws -> Value {
        try ModelDocument(encoding: content).decode(CodableBox<Value>.self).value
    }

    private func copy<Value: Codable>(_ value: Value) throws -> Value {
        try ModelDocument(encoding: CodableBox(value: value)).decode(CodableBox<Value>.self).value
    }
}
