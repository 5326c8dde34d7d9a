import Foundation
import JSONFormat
import ModelCore
import Testing

#if Macros
    @Suite("Values of each kind, in each kind of container, on both ways")
    struct DirectKindTests {
        /// A kind of values: the texts that both ways read and write again, others that mean one of these, and those
        /// that are no value of the kind.
        struct Kind: CustomTestStringConvertible, Sendable {
            let name: String
            let run: @Sendable () -> Void
            var testDescription: String { name }

            init<Value: ModelValue>(
                _ type: Value.Type, _ good: [String], also: [(String, String)] = [],
                bad: [(text: String, error: String)] = [], isDirect: Bool? = true
            ) {
                name = "\(type)"
                run = {
                    for text in good {
                        Self.expect(type, text, isDirect: isDirect)
                        for other in good { Self.expectPair(type, text, other, isDirect: isDirect) }
                    }
                    let first = good[0]
                    for (text, meant) in also {
                        BothWays().expect([Value].self, "[\(first),\(text),\(first)]", "[\(first),\(meant),\(first)]")
                        BothWays().expect([WayHolder<Value>].self, #"[{"v":\#(text)}]"#, #"[{"v":\#(meant)}]"#)
                        BothWays().expect(
                            [WayPair<Value>].self, #"[{"b":\#(first),"a":\#(text)}]"#,
                            #"[{"a":\#(meant),"b":\#(first)}]"#)
                        BothWays().expect(
                            [WayKeeper<Value>].self, #"[{"v":\#(text),"after":1}]"#, #"[{"v":\#(meant),"after":1}]"#)
                    }
                    for (text, error) in bad {
                        // The path of the error goes on from the value's place.
                        let parts = error.split(separator: " ", maxSplits: 1)
                        let (code, path) = (parts[0], parts.count > 1 ? parts[1] : "")
                        BothWays().expect([Value].self, "[\(first),\(text)]", "\(code) at [1]\(path)")
                        BothWays().expect([[Value]].self, "[[],[\(first),\(first),\(text)]]", "\(code) at [1][2]\(path)")
                        BothWays().expect(
                            [String: Value].self, #"{"a":\#(first),"b":\#(text)}"#, "\(code) at b\(path)")
                        BothWays().expect([WayHolder<Value>].self, #"[{"v":\#(text)}]"#, "\(code) at [0].v\(path)")
                        BothWays().expect(
                            [WayPair<Value>].self, #"[{"a":\#(first),"b":\#(text)}]"#, "\(code) at [0].b\(path)")
                        BothWays().expect(
                            [WayKeeper<Value>].self, #"[{"v":\#(first)},{"v":\#(text)}]"#, "\(code) at [1].v\(path)")
                    }
                }
            }

            private static func expect<Value: ModelValue>(_ type: Value.Type, _ text: String, isDirect: Bool?) {
                BothWays().expectBack([Value].self, "[\(text)]", isDirect: isDirect)
                BothWays().expectBack([String: Value].self, #"{"a":\#(text)}"#, isDirect: isDirect)
                BothWays().expectBack([WayHolder<Value>].self, #"[{"v":\#(text)}]"#, isDirect: isDirect)
                BothWays().expectBack([WayKeeper<Value>].self, #"[{"v":\#(text),"after":1}]"#, isDirect: nil)
            }

            /// The second of two values is read as it is alone, and in place of the first.
            private static func expectPair<Value: ModelValue>(
                _ type: Value.Type, _ first: String, _ second: String, isDirect: Bool?
            ) {
                BothWays().expectBack([[Value]].self, "[[\(first),\(second)],[],[\(second)]]", isDirect: isDirect)
                BothWays().expectBack(
                    [WayPair<Value>].self, #"[{"a":\#(first),"b":\#(second)},{"a":\#(second),"b":\#(first)}]"#,
                    isDirect: isDirect)
                BothWays().expect(
                    [WayKeeper<Value>].self, #"[{"v":\#(first),"v":\#(second)}]"#, "duplicateKey at [0]")
            }
        }

        static let long = #"""# + String(repeating: "long ", count: 20) + #"""#

        static let kinds: [Kind] = [
            Kind(
                Bool.self, ["true", "false"], also: [("0", "false"), ("1", "true")],
                bad: [("2", "typeMismatch"), ("[]", "typeMismatch")]),
            Kind(Int8.self, ["-128", "0", "127"], bad: [("128", "outOfRange"), ("-129", "outOfRange"), ("1.5", "typeMismatch")]),
            Kind(UInt8.self, ["255", "0"], bad: [("256", "outOfRange"), ("-1", "outOfRange"), ("{}", "typeMismatch")]),
            Kind(Int16.self, ["-32768", "32767"], bad: [("32768", "outOfRange"), ("-32769", "outOfRange")]),
            Kind(UInt16.self, ["65535", "0"], bad: [("65536", "outOfRange"), ("-1", "outOfRange")]),
            Kind(Int32.self, ["-2147483648", "2147483647"], bad: [("2147483648", "outOfRange"), ("-2147483649", "outOfRange")]),
            Kind(UInt32.self, ["4294967295", "0"], bad: [("4294967296", "outOfRange"), ("-1", "outOfRange")]),
            Kind(
                Int64.self, ["-9223372036854775808", "9223372036854775807"], also: [("2e3", "2000"), ("5.0", "5")],
                bad: [("9223372036854775808", "outOfRange"), ("true", "typeMismatch")]),
            Kind(Int.self, ["-1", "0", "255", "256"], bad: [("0.5", "typeMismatch"), ("[1]", "typeMismatch")]),
            Kind(
                UInt64.self, ["0", "9223372036854775807"], also: [("18446744073709551615", "18446744073709551615")],
                bad: [("-1", "outOfRange")]),
            Kind(Double.self, ["0.5", "-1.25"], also: [("3", "3.0")], bad: [("true", "typeMismatch"), ("{}", "typeMismatch")]),
            Kind(Float.self, ["0.1", "-0.5"], bad: [("1e39", "outOfRange"), ("[]", "typeMismatch")]),
            Kind(String.self, [#""""#, #""a""#, #""é \"\n""#, long], bad: [("[]", "typeMismatch"), ("{}", "typeMismatch")]),
            Kind(
                Date.self, [#""2001-01-01T00:00:00.000Z""#, #""1969-12-31T23:59:59.500Z""#],
                also: [(#""2001-01-01T01:00:00+01:00""#, #""2001-01-01T00:00:00.000Z""#)],
                bad: [(#""yesterday""#, "typeMismatch"), ("5", "typeMismatch")]),
            Kind(Data.self, [#""""#, #""AAEC""#], bad: [(#""?""#, "typeMismatch"), ("1", "typeMismatch")]),
            Kind(UUID.self, [#""00112233-4455-6677-8899-AABBCCDDEEFF""#], bad: [(#""0011""#, "typeMismatch"), ("1", "typeMismatch")]),
            Kind(URL.self, [#""http://a.b/c?d""#, #""x:""#], bad: [("1", "typeMismatch")]),
            Kind(
                Decimal.self, ["0.1", "-3"], also: [("12345678901234567890.5", "12345678901234567890.5")], bad: [("true", "typeMismatch")]),
            Kind(
                WayColour.self, [#""red""#, #""green""#],
                bad: [(#""blue""#, "typeMismatch"), ("1", "typeMismatch"), (#""""#, "typeMismatch")]),
            Kind(WayLevel.self, ["1", "300"], bad: [("2", "typeMismatch"), (#""low""#, "typeMismatch")]),
            Kind([Int].self, ["[]", "[1,2]"], bad: [(#"[1,"x"]"#, "typeMismatch [1]"), ("{}", "typeMismatch")]),
            Kind([String].self, ["[]", #"["a","b"]"#], bad: [(#"["a",[]]"#, "typeMismatch [1]"), (#""a""#, "typeMismatch")]),
            Kind([Bool].self, ["[true]"], bad: [("[true,[]]", "typeMismatch [1]")]),
            Kind(
                [String: Int].self, ["{}", #"{"a":1,"b":2}"#], also: [(#"{"b":2,"a":1}"#, #"{"a":1,"b":2}"#)],
                bad: [(#"{"a":1,"b":"x"}"#, "typeMismatch .b"), ("[]", "typeMismatch")]),
            Kind([String: [String]].self, ["{}", #"{"a":[],"b":["x"]}"#], bad: [(#"{"a":[[]]}"#, "typeMismatch .a[0]")]),
            Kind([Int: String].self, ["{}", #"{"1":"a","2":"b"}"#, #"{"-1":"","10":"x"}"#], bad: [(#"{"x":"a"}"#, "typeMismatch .x")]),
            Kind(Set<Int>.self, ["[]", "[1]", "[1,2]", "[3,4,5]"], bad: [(#"[1,"x"]"#, "typeMismatch [1]")]),
            Kind(Set<String>.self, ["[]", #"["a"]"#, #"["a","b"]"#], bad: [("[[]]", "typeMismatch [0]")]),
            Kind([Int?].self, ["[null,1]", "[null]"], bad: [(#"[null,"x"]"#, "typeMismatch [1]")]),
            Kind(
                WaySpot.self, [#"{"x":1,"note":"n","z":2}"#, #"{"x":-1,"z":3}"#],
                also: [(#"{"z":5,"note":null,"x":2}"#, #"{"x":2,"z":5}"#)],
                bad: [
                    ("{}", "missingValue .x"), (#"{"x":"?"}"#, "typeMismatch .x"), (#"{"x":1,"note":[]}"#, "typeMismatch .note"),
                    ("[]", "typeMismatch"), (#"{"x":1,"x":2}"#, "duplicateKey"),
                ]),
            Kind(
                WayHolder<[WaySpot]>.self, [#"{"v":[]}"#, #"{"v":[{"x":1,"z":2},{"x":2,"z":1}]}"#],
                bad: [(#"{"v":[{"x":1,"z":2},{"x":true}]}"#, "typeMismatch .v[1].x")]),
            Kind(
                WayShape.self,
                [#""empty""#, #"{"circle":{"radius":0.5}}"#, #"{"label":"x"}"#, #"{"spots":[{"x":1,"z":2}]}"#],
                also: [(#"{"empty":{}}"#, #""empty""#)],
                bad: [
                    (#""square""#, "typeMismatch"), (#"{"label":[]}"#, "typeMismatch .label"), ("{}", "typeMismatch"),
                    (#"{"label":"x","circle":{"radius":1}}"#, "typeMismatch"), (#"{"circle":{}}"#, "missingValue .circle.radius"),
                    (#"{"spots":[{"x":1},{"x":[]}]}"#, "typeMismatch .spots[1].x"), (#"{"label":"x","label":"y"}"#, "duplicateKey"),
                ]),
            Kind(
                WayPayment.self, [#"{"type":"cash"}"#, #"{"type":"card","number":"4","count":1}"#],
                also: [(#"{"count":2,"type":"card","number":"5"}"#, #"{"type":"card","number":"5","count":2}"#)],
                bad: [
                    (#"{"type":"coin"}"#, "typeMismatch .type"), ("{}", "missingValue"), (#""cash""#, "typeMismatch"),
                    (#"{"type":"card","number":"4","count":"x"}"#, "typeMismatch .count"),
                    (#"{"type":"card","number":"4"}"#, "missingValue .count"),
                ]),
            Kind(
                WayEvent.self, [#"{"t":"quit"}"#, #"{"t":"move","c":{"x":1,"y":2}}"#, #"{"t":"text","c":"x"}"#],
                also: [(#"{"c":"x","t":"text"}"#, #"{"t":"text","c":"x"}"#)],
                bad: [(#"{"t":"move","c":{"x":1}}"#, "missingValue .c.y"), (#"{"t":"text","c":[]}"#, "typeMismatch .c")]),
            Kind(
                WayLength.self,
                [#""auto""#, "true", "1", "1.5", #""x""#, #"{"x":1,"z":2}"#, "[1,2]"], bad: [(#"["x"]"#, "typeMismatch")],
                isDirect: nil),
        ]

        @Test("Each is read and written again, and what isn't one of them is the same error", arguments: kinds)
        func values(_ kind: Kind) { kind.run() }

        @Test("A set is in the same order, whatever the order of its elements in memory")
        func sets() {
            for number in 0..<40 {
                BothWays().expectWritten(Set([number, number + 1]), "[\(number),\(number + 1)]", isDirect: true)
                BothWays().expectWritten(Set(["b\(number)", "a\(number)"]), #"["a\#(number)","b\#(number)"]"#, isDirect: true)
            }
        }

        @Test("An optional that a file has a null for is nil, whatever it was before")
        func nulls() {
            let spot = #""spot":{"x":0,"note":"old","z":1}"#
            BothWays().expect(
                [WayPlain].self, #"[{"limit":null,"count":1}]"#, #"[{"count":1,"name":"","texts":[],\#(spot),"limit":null}]"#,
                isDirect: true)
            BothWays().expect(
                [WayPlain].self, #"[{"count":1}]"#, #"[{"count":1,"name":"","texts":[],\#(spot),"limit":5}]"#, isDirect: true)
            // A null for any other property leaves it as it is.
            BothWays().expect(
                [WayPlain].self, #"[{"count":null,"name":null,"texts":null,"spot":null,"limit":7}]"#,
                #"[{"count":0,"name":"","texts":[],\#(spot),"limit":7}]"#)
        }

        @Test("Dictionaries on key paths are there if one of their properties has a value, however deep it lies")
        func groups() {
            for text in [
                #"{"a":{"b":1},"last":4}"#, #"{"a":{"b":1,"c":{"d":2}},"last":4}"#, #"{"a":{"b":1},"e":{"f":{"g":3}},"last":4}"#,
            ] {
                BothWays().expectBack([WayGroup].self, "[\(text),\(text)]")
            }
            for (text, meant) in [
                (#"{"last":4,"e":{},"a":{"c":{}}}"#, #"{"a":{"b":0},"last":4}"#),
                (#"{"e":{"f":null},"a":{"b":5}}"#, #"{"a":{"b":5},"last":0}"#),
                (#"{"a":null,"e":null}"#, #"{"a":{"b":0},"last":0}"#), ("{}", #"{"a":{"b":0},"last":0}"#),
            ] {
                BothWays().expect([WayGroup].self, "[\(text),\(text)]", "[\(meant),\(meant)]")
            }
            BothWays().expect([WayGroup].self, #"[{"a":{"b":"x"}}]"#, "typeMismatch at [0].a.b")
            BothWays().expect([WayGroup].self, #"[{"a":{"c":{"d":[]}}}]"#, "typeMismatch at [0].a.c.d")
        }

        @Test("Nothing of the struct that was in a place stays there")
        func structs() {
            func expected(_ spot: String) -> String { #"[{"count":0,"name":"","texts":[],"spot":\#(spot),"limit":5}]"# }
            let ways = BothWays()
            ways.expect([WayPlain].self, #"[{"spot":{"x":7}}]"#, expected(#"{"x":7,"z":3}"#))
            ways.expect([WayPlain].self, #"[{"spot":{"x":7,"z":null}}]"#, expected(#"{"x":7,"z":null}"#))
            ways.expect([WayPlain].self, #"[{"spot":{"x":7,"z":8}}]"#, expected(#"{"x":7,"z":8}"#), isDirect: true)
            ways.expect([WayPlain].self, #"[{"spot":{"note":"n","x":7,"z":8}}]"#, expected(#"{"x":7,"note":"n","z":8}"#), isDirect: true)
        }

        @Test("A class that refuses nulls refuses each for what can't be nil", arguments: ["number", "text", "list", "spot"])
        func refused(_ key: String) {
            BothWays().expect([WayRefusing].self, #"[{"\#(key)":null}]"#, "typeMismatch at [0].\(key)")
            BothWays().expect([WayRefusing].self, #"[{"loose":null,"maybe":null},{"\#(key)":null}]"#, "typeMismatch at [1].\(key)")
        }

        @Test(
            "Objects of an older version are migrated, wherever their version stands, and others aren't",
            arguments: [
                (#"{"$version":2,"a":1}"#, "1"), (#"{"a":1,"$version":2}"#, "1"), (#"{"a":1}"#, "1"), (#"{"before":3}"#, "30"),
                (#"{"$version":1,"before":3}"#, "30"), (#"{"$version":2,"before":3,"a":1}"#, "1"), (#"{"a":7,"before":3}"#, "30"),
                (#"{"$version":2,"a":1,"inner":{"before":4}}"#, "1 40"), (#"{"before":4,"inner":{"a":5,"$version":2}}"#, "40 5"),
                (#"{"$version":3,"a":1}"#, "newerVersion at [0]"), (#"{"$version":2,"u":1}"#, "0"),
                (#"{"u":1}"#, "0"),
            ])
        func versions(_ text: String, _ expected: String) {
            func numbers(_ object: WayVersioned) -> String { "\(object.a)" + (object.inner.map { " " + numbers($0) } ?? "") }
            let isError = expected.contains(" at ")
            BothWays().expect([WayVersioned].self, "[\(text),\(text)]", isError ? expected : "\(expected),\(expected)") {
                $0.map(numbers).joined(separator: ",")
            }
        }
    }
#endif
