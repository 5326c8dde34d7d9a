#if Macros
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import Testing

/// `PropertyListEncoder` writes the text `$null` for nil.
@Suite("The text $null")
struct NullTextTests {
    enum Kind: String { case open, other }
    @Model struct Point: Equatable {
        var x = 1
        var y: Int? = 2
        @Transform(.date(.secondsSince1970)) var when = Date(timeIntervalSince1970: 3)
    }
    @Model struct Strict: Equatable {
        var z: Int
    }
    @Model final class Values: BaseModel {
        var number = 5
        var flag = true
        var text = "t"
        var maybe: String? = "m"
        var list = [1]
        var table = ["a": 1]
        var date = Date(timeIntervalSince1970: 5)
        var kind = Kind.open
        var point = Point()
        var strict: Strict?
        var other: Values?
        var codable = Place()
        var any: Any? = 1
        @Transform(.hex) var token = Data([1])
        @Transform(.hex) var some: Data? = Data([2])
        @Transform(.date(.secondsSince1970)) var day: Date? = Date(timeIntervalSince1970: 7)
        @Transform(.older { (old: [Int]) -> Int? in old.first }) var older = 6
        @Transform(.older { (old: [Int]) -> Int? in old.first }) var olderOne: Int? = 6
        @Transform(.unknown(Kind.other)) var unknown = Kind.open
        @Transform(.unknown(Kind.other)) var unknownOne: Kind? = Kind.open
        @Transform(.each(.date(.secondsSince1970))) var days = [Date(timeIntervalSince1970: 8)]
        @Transform(.separated(by: ",")) var words = ["w"]
        @Lenient var numbers = [9]
    }
    struct Place: Codable, Equatable { var name = "n" }
    @Model final class Deep: BaseModel {
        @Key(path: "a.n") var n: Int? = 5
        @Key(path: "a.b.c") var c = 6
        var x = 1
    }
    @Model final class ByHand: BaseModel {
        var number = 5
        var date = Date(timeIntervalSince1970: 5)
        override func set(with decoder: ModelDecoder) throws {
            number = try decoder.decode(Int.self, forKey: "number") ?? 7
            date = try decoder.decode(forKey: "date", with: .date(.secondsSince1970)) ?? date
        }
    }

    static let formats: [FileFormat] = [.xmlPropertyList, .binaryPropertyList]
    static let keys = [
        "number", "flag", "list", "table", "date", "kind", "point", "strict", "other", "codable", "token", "some", "day",
        "older", "olderOne", "unknown", "unknownOne", "days", "numbers",
    ]

    private func file(_ object: [String: Any], _ format: FileFormat) throws -> Data {
        try PropertyListSerialization.data(
            fromPropertyList: object, format: format == .xmlPropertyList ? .xml : .binary, options: 0)
    }

    @Test("A property that can't be nil keeps its value, and any other is nil", arguments: formats)
    func rule(_ format: FileFormat) throws {
        let data = try file(Dictionary(uniqueKeysWithValues: Self.keys.map { ($0, "$null") }), format)
        func check(_ read: Values) {
            #expect(read.number == 5 && read.flag && read.list == [1] && read.table == ["a": 1])
            #expect(read.date == Date(timeIntervalSince1970: 5) && read.kind == .open && read.point == Point())
            #expect(read.strict == nil && read.other == nil && read.codable == Place())
            #expect(read.token == Data([1]) && read.some == nil && read.day == nil)
            #expect(read.older == 6 && read.olderOne == nil && read.unknown == .open && read.unknownOne == nil)
            #expect(read.days == [Date(timeIntervalSince1970: 8)] && read.numbers == [9])
        }
        check(try PlistFormat().decode(Values.self, from: data, as: format))
        check(try HRCoder().decode(
            Values.self, from: data, as: format == .xmlPropertyList ? .hrCodedXML : .hrCodedBinary))
        // One key alone, between others.
        for key in Self.keys {
            let data = try file(["any": 2, key: "$null", "text": "x"], format)
            let read = try PlistFormat().decode(Values.self, from: data, as: format)
            #expect(read.text == "x" && read.any as? Int == 2, "\(key)")
        }
        // What a property that is set again has is what it keeps.
        let values = Values()
        values.number = 8
        values.some = Data([5])
        try values.set(withObject: PlistFormat().document(from: data, as: format))
        #expect(values.number == 8 && values.some == nil)
    }

    @Test("Where the value may be text, it is that text", arguments: formats)
    func texts(_ format: FileFormat) throws {
        let data = try file(["text": "$null", "maybe": "$null", "words": "$null", "any": "$null"], format)
        let read = try PlistFormat().decode(Values.self, from: data, as: format)
        #expect(read.text == "$null" && read.maybe == "$null" && read.words == ["$null"] && read.any as? String == "$null")
        let again = try PlistFormat().decode(Values.self, from: PlistFormat().encode(read, as: format), as: format)
        #expect(again.text == "$null" && again.maybe == "$null" && again.words == ["$null"])
    }

    @Test("Other texts, other values and other formats are as they were", arguments: formats)
    func others(_ format: FileFormat) throws {
        for text in ["$nul", "$nulL", "$null ", ""] {
            let data = try file(["number": text], format)
            #expect(throws: ModelError.self) { try PlistFormat().decode(Values.self, from: data, as: format) }
        }
        for key in ["number", "token", "day"] {
            #expect(throws: ModelError.self) {
                try JSONFormat().decode(Values.self, from: Data(#"{"\#(key)":"$null"}"#.utf8))
            }
        }
        for object in [["list": ["$null"]], ["table": ["a": "$null"]], ["strict": ["z": "$null"]]] as [[String: Any]] {
            let data = try file(object, format)
            #expect(throws: ModelError.self) { try PlistFormat().decode(Values.self, from: data, as: format) }
        }
        let struct0 = try file(["point": ["x": "$null", "y": "$null", "when": "$null"]], format)
        #expect(try PlistFormat().decode(Values.self, from: struct0, as: format).point == Point(x: 1, y: nil))
    }

    @Test("Code that asks for a key gets no value", arguments: formats)
    func byHand(_ format: FileFormat) throws {
        let data = try file(["number": "$null", "date": "$null"], format)
        let read = try PlistFormat().decode(ByHand.self, from: data, as: format)
        #expect(read.number == 7 && read.date == Date(timeIntervalSince1970: 5))
    }

    @Test("A key path through a null is one through nothing, in every format")
    func keyPaths() throws {
        for text in [#"{"a":null,"x":2}"#, #"{"x":2,"a":{"n":null,"b":null}}"#, #"{"a":{"b":{"c":null}},"x":2}"#] {
            let document = try JSONFormat().document(from: Data(text.utf8))
            let isNil = text.contains(#""n":null"#)
            for (format, name) in NilTests.formats {
                func check(_ format: some FormatProvider) throws {
                    let data = try format.encode(document, as: name)
                    let read = try format.decode(Deep.self, from: data, as: name)
                    #expect(read.n == (isNil ? nil : 5) && read.c == 6 && read.x == 2, "\(name.displayName) \(text)")
                }
                try check(format)
            }
        }
        for format in Self.formats {
            for object in [["a": "$null", "x": 2], ["a": ["b": "$null"], "x": 2]] as [[String: Any]] {
                let read = try PlistFormat().decode(Deep.self, from: file(object, format), as: format)
                #expect(read.n == 5 && read.c == 6 && read.x == 2)
                let kept = try PlistFormat().document(from: PlistFormat().encode(read, as: format), as: format)
                #expect(kept["a"]?["n"]?.intValue == 5)
            }
            #expect(throws: ModelError.self) {
                try PlistFormat().decode(Deep.self, from: file(["a": "text"], format), as: format)
            }
        }
        #expect(throws: ModelError.self) { try JSONFormat().decode(Deep.self, from: Data(#"{"a":"$null"}"#.utf8)) }
        let model = Deep()
        try model.set(with: ["a": NSNull()])
        #expect(model.n == 5)
    }
}
#endif
