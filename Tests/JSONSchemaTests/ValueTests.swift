#if Macros
    import Foundation
import FoundationValues
    import JSONFormat
    import JSONSchema
    import ModelCore
    import TestSupport
    import Testing

    @Suite("Values of all types")
    struct ValueTests {
        enum Priority: String, CaseIterable { case low, high }
        enum Grade: Int, CaseIterable, ModelValue { case one = 1, two, three }
        enum Shade: String { case dark, light }
        struct Tag: RawRepresentable, CaseIterable, Hashable, ModelValue {
            var rawValue: String
            static let allCases = [Tag(rawValue: "known")]
        }
        struct Place: Codable { var latitude = 0.5 }
        struct Length: Codable, ModelValue, JSONSchemaValue {
            var metres = 1.0
            static var jsonSchema: JSONSchema.Part {
                ["type": "object", "properties": ["metres": ["type": "number", "minimum": 0]], "required": ["metres"]]
            }
        }

        @Model final class Everything: BaseModel {
            var flag = true
            var int = Int.min, int8 = Int8.min, int16 = Int16.max, int32 = Int32.min, int64 = Int64.max
            var uint = UInt.max, uint8 = UInt8.max, uint16 = UInt16.max, uint32 = UInt32.max, uint64 = UInt64.max
            var float: Float = 1.5, double = -1e300, decimal = Decimal(string: "12.345678901234567890")!
            var text = "ä\n"
            var date = Date(timeIntervalSince1970: 1_700_000_000.25)
            var data = Data([1, 2, 3])
            var url = URL(string: "https://example.com/a?b=c#d")!
            var id = UUID()
            var point = CGPoint(x: 1, y: 2)
            var range = 3..<7
            var priority = Priority.high
            var grades: [Grade] = [.one, .three]
            var shade = Shade.dark
            var tag = Tag(rawValue: "other")
            var place = Place()
            var anything: Any? = ["a": [1, "b"]]
            var things: [Any] = [1, "b"]
            var optional: Int?
            var optionals: [Int?] = [1, nil]
            var numbers: Set<Int> = [1, 2]
            var names: [String: Int] = ["a": 1]
            var byNumber: [Int: String] = [-1: "a"]
            var byIdentifier: [UUID: Bool] = [UUID(): true]
            var byGrade: [Grade: Double] = [.two: 2]
            var byDate: [Date: Int] = [Date(timeIntervalSince1970: 0): 1]
            var length = Length()
            var lengths: [Length]?
            let constant = "c"
        }

        @Test("What is written fits, and what can't be read doesn't")
        func everything() throws {
            let full = Everything()
            full.optional = 3
            full.lengths = [Length()]
            full.anything = nil
            try Python.check([
                .init(
                    Everything.self, [Everything(), full],
                    fitting: [
                        "{}", #"{"double": 3, "float": 0, "decimal": 7, "int": 3.0}"#,
                        #"{"optional": null, "lengths": null}"#,
                        #"{"anything": false, "place": {"latitude": 1}, "things": []}"#,
                        #"{"date": "2024-02-29T12:00:00+01:00"}"#,
                        #"{"unknown": 1, "double": 2}"#, #"{"data": "AQ ID\n"}"#,
                        #"{"byNumber": {"7": "x"}, "byGrade": {"1": 1}}"#,
                        #"{"id": "6ba7b810-9dad-11d1-80b4-00c04fd430c8"}"#,
                        #"{"tag": "unheard of"}"#,
                    ],
                    wrong: [
                        "1", "[]", "null", #"{"flag": "perhaps"}"#, #"{"int": "many"}"#, #"{"int": 1.5}"#,
                        #"{"int": 9223372036854775808}"#, #"{"int8": 128}"#, #"{"int16": -32769}"#,
                        #"{"int32": 2147483648}"#, #"{"uint": -1}"#, #"{"uint8": 256}"#, #"{"uint16": 65536}"#,
                        #"{"uint32": 4294967296}"#, #"{"uint64": 18446744073709551616}"#, #"{"double": "x"}"#,
                        #"{"text": []}"#, #"{"date": 1700000000}"#, #"{"data": "not base64!"}"#,
                        #"{"id": "x"}"#, #"{"url": 1}"#, #"{"priority": "medium"}"#,
                        #"{"grades": [4]}"#, #"{"grades": 1}"#, #"{"shade": 1}"#, #"{"optional": "x"}"#,
                        #"{"optionals": ["x"]}"#, #"{"numbers": {}}"#, #"{"names": {"a": "x"}}"#, #"{"names": []}"#,
                        #"{"byNumber": {"a": "x"}}"#, #"{"byIdentifier": {"a": true}}"#, #"{"byGrade": {"7": 1}}"#,
                        #"{"length": {}}"#, #"{"lengths": [{}]}"#,
                    ],
                    strange: [
                        #"{"flag": 1}"#, #"{"int": "1"}"#, #"{"text": 1}"#, #"{"length": {"metres": -1}}"#,
                        #"{"constant": 1}"#, #"{"int": null}"#, #"{"text": null}"#, #"{"priority": null}"#,
                    ]),
                .init([Int8].self, [[1], []], fitting: ["[-128]"], wrong: ["{}", "[200]", "[null]"]),
                .init([String: Grade?].self, [["a": .one, "b": nil]], wrong: [#"{"a": 0}"#]),
                .init(Int?.self, [nil, 1], wrong: [#""x""#]),
                .init(Bool.self, [true], wrong: ["[]"]),
            ])
        }

        @Model final class Owner: BaseModel, Identifiable {
            var id = ""
        }

        @Model final class Kinds: BaseModel {
            @Transform(.oneOrMany()) var tags: [Bool] = []
            var grades: OneOrMany<Grade> = [.one]
            var owner: Expandable<Owner>?
            @Transform(.date(.iso8601.or(.secondsSince1970))) var seen = Date(timeIntervalSince1970: 0)
            @Transform(.emptyIsNil(.text(of: Int.self), [.array, .false])) var limit: Int?
            @Transform(
                .shorthand { (grades: [Grade]) -> Grade? in
                    nil
                } from: { (grade: Grade) in
                    [grade]
                })
            var best: [Grade] = []
        }

        @Test("Values of several kinds")
        func kinds() throws {
            let model = Kinds()
            model.grades = OneOrMany(single: .two)
            model.owner = .id("x")
            try Python.check([
                .init(
                    Kinds.self, [Kinds(), model],
                    fitting: [
                        #"{"tags": true, "grades": [3], "owner": {"id": "x"}, "seen": 5.5, "limit": [], "best": 1}"#,
                        #"{"tags": [true], "grades": 3, "owner": "x", "seen": "1970-01-01T00:00:00Z", "limit": false}"#,
                        #"{"limit": "7", "owner": null}"#,
                    ],
                    wrong: [
                        #"{"tags": {}}"#, #"{"tags": ["many"]}"#, #"{"grades": 7}"#, #"{"grades": [[1]]}"#,
                        #"{"owner": []}"#,
                        #"{"seen": true}"#, #"{"limit": {}}"#, #"{"best": "x"}"#,
                    ])
            ])
        }

        @Test("Dates are what the format writes")
        func dates() throws {
            let dates = [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1.5)]
            let backwards = DateStyle(
                write: { .string(String("\($0.timeIntervalSince1970)".reversed())) },
                read: {
                    if case .string(let text) = $0 {
                        Double(String(text.reversed())).map { Date(timeIntervalSince1970: $0) }
                    } else {
                        nil
                    }
                })
            try Python.check([
                .init(
                    [Date].self, in: JSONFormat(dates: .secondsSince1970), [dates],
                    wrong: [#"["1970-01-01T00:00:00Z"]"#]),
                .init(
                    [Date].self, in: JSONFormat(dates: .millisecondsSince1970), [dates], wrong: [#"["1"]"#, "[true]"]),
                .init([Date].self, in: JSONFormat(dates: .iso8601), [dates], wrong: ["[1]"]),
                .init([Date].self, in: JSONFormat(dates: .day), [dates], wrong: ["[1]", #"["1970-01"]"#]),
                .init([Date].self, in: JSONFormat(dates: .format("dd.MM.yyyy")), [dates], wrong: ["[1]"]),
                .init([Date].self, in: JSONFormat(dates: backwards), [dates], wrong: ["[1]"]),
            ])
            #expect(JSONSchema.Part(of: Date.self, in: JSONFormat(dates: .day))["format"] == "date")
            #expect(JSONSchema.Part(of: Date.self, in: JSONFormat(dates: .iso8601))["format"] == "date-time")
            #expect(JSONSchema.Part(of: Date.self, in: JSONFormat(dates: backwards)) == ["type": "string"])
        }

        @Test("Integers have their exact ranges")
        func ranges() throws {
            #expect(JSONSchema.Part(of: Int16.self) == ["type": "integer", "minimum": -32768, "maximum": 32767])
            #expect(JSONSchema.Part(of: UInt64.self)["maximum"] == JSONSchema.Part(.uint64(.max)))
            #expect(JSONSchema.Part(of: Int?.self)["type"] == ["integer", "null"])
            #expect(JSONSchema.Part(of: Int??.self)["type"] == ["integer", "null"])
            #expect(JSONSchema.Part(of: Grade?.self) == ["anyOf": [["enum": [1, 2, 3]], ["type": "null"]]])
            #expect(JSONSchema.Part(of: Grade.self).orNull.orNull == JSONSchema.Part(of: Grade?.self))
        }
    }
#endif
