import Foundation
import JSONFormat
import ModelCore
import Testing

#if Macros
    @Suite("Enums of which files have only the values, on both ways")
    struct DirectCaseTests {
        @Model(untagged: true) enum CountFirst { case a, count(Int), share(Double), text(String), flag(Bool) }
        @Model(untagged: true) enum ShareFirst { case share(Double), count(Int), text(String), a, flag(Bool) }
        @Model(untagged: true) enum FlagFirst { case flag(Bool), text(String), a, count(Int), share(Double) }
        @Model(untagged: true) enum NameLast { case choice(WayColour), a, red, blue, other(String), count(Int) }
        @Model(untagged: true) enum ChoiceLast { case red, choice(WayColour), a, other(String), level(WayLevel), count(Int) }
        @Model(untagged: true) enum DayFirst { case day(Date), text(String), a, count(Int) }
        @Model(untagged: true) enum DayLast { case count(Int), text(String), day(Date) }
        @Model(untagged: true) enum RealAlone { case share(Double), a }
        @Model(untagged: true) enum CountAlone { case count(Int), a }
        @Model(untagged: true) enum FloatFirst { case small(Int8), float(Float), count(Int) }

        /// What stands in the file, what it can be, and the value as it is written again.
        private static let values: [(text: String, fits: Set<String>)] = [
            ("1", ["count", "share", "small", "float", "level"]), ("0", ["count", "share", "small", "float"]),
            ("-7", ["count", "share", "small", "float"]), ("300", ["count", "share", "float", "level"]),
            ("9223372036854775807", ["count", "share"]), ("1.5", ["share", "float"]), ("true", ["flag"]), ("false", ["flag"]),
            (#""a""#, ["text", "a", "other"]), (#""red""#, ["text", "red", "choice", "other"]),
            (#""green""#, ["text", "choice", "other"]), (#""blue""#, ["text", "blue", "other"]), (#""""#, ["text", "other"]),
            (#""2001-01-01T00:00:00.000Z""#, ["text", "day", "other"]),
        ]

        private func check<Value: ModelValue>(_ type: Value.Type, _ cases: [String]) {
            func name(_ value: Value) -> String { String("\(value)".prefix { $0 != "(" }) }
            for (text, fits) in Self.values {
                guard let expected = cases.first(where: fits.contains) else {
                    BothWays().expect([Value].self, "[\(text)]", "typeMismatch at [0]") { $0.map(name).joined(separator: ",") }
                    continue
                }
                BothWays().expect([Value].self, "[\(text),\(text)]", "\(expected),\(expected)") { $0.map(name).joined(separator: ",") }
                BothWays().expect([WayHolder<Value>].self, #"[{"v":\#(text)}]"#, expected) { name($0[0].v) }
                BothWays().expect([String: Value].self, #"{"k":\#(text)}"#, expected) { $0["k"].map(name) ?? "" }
                BothWays().expectBack([WayPair<Value>].self, #"[{"a":\#(text),"b":\#(text)}]"#, isDirect: nil)
            }
        }

        @Test("Of the cases that a value fits exactly, it is the first that is declared")
        func order() {
            check(CountFirst.self, ["a", "count", "share", "text", "flag"])
            check(FlagFirst.self, ["flag", "text", "a", "count", "share"])
            check(NameLast.self, ["choice", "a", "red", "blue", "other", "count"])
            check(ChoiceLast.self, ["red", "choice", "a", "other", "level", "count"])
            check(DayFirst.self, ["day", "text", "a", "count"])
            check(DayLast.self, ["count", "text", "day"])
            check(CountAlone.self, ["count", "a"])
        }

        @Test(
            "Numbers that are whole, in each spelling, are the same case on both ways",
            arguments: [
                "1.0", "2e3", "10e-1", "1E2", "-0", "-0.0", "0.0", "9223372036854775808", "1e30", "18446744073709551615", "0.1e1", "5",
            ])
        func spellings(_ number: String) {
            func same<Value: ModelValue>(_ type: Value.Type) {
                let content = Data("[\(number),\(number)]".utf8)
                let (document, direct) = BothWays().outcomes([Value].self, content) { "\($0)" }
                #expect(direct == nil || direct == document, "\(type)")
            }
            same(CountFirst.self)
            same(ShareFirst.self)
            same(FlagFirst.self)
            same(RealAlone.self)
            same(CountAlone.self)
            same(FloatFirst.self)
            same(WayLength.self)
        }

        @Test("A date that is a number comes before an integer, if it is declared so")
        func dates() {
            let ways = BothWays(provider: JSONFormat(dates: .secondsSince2001))
            func name<Value>(_ list: [Value]) -> String { String("\(list[0])".prefix { $0 != "(" }) }
            ways.expect([DayFirst].self, "[5]", "day", name)
            ways.expect([DayLast].self, "[5]", "count", name)
            ways.expect([DayFirst].self, #"["x"]"#, "text", name)
            ways.expect([DayFirst].self, #"["a"]"#, "text", name)
        }
    }
#endif
