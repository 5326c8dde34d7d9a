#if Macros
    import Foundation
    import JSONFormat
    import ModelCore
    import Testing

    @Suite("Enums in enums, without tags and with tags")
    struct NestedEnumTests {
        @Model struct Spot: Equatable {
            var x: Int
            var note: String?
        }
        @Model struct Held: Equatable { var v: Int }
        @Model(untagged: true) enum Inner: Equatable { case text(String), spot(Spot), list([Int]) }
        @Model(untagged: true) enum Outer: Equatable { case list([String]), spot(Held), text(Inner), other([String: Int]) }
        @Model(untagged: true) enum Deep: Equatable { case spot(Outer), list([Outer]) }

        @Test("An enum in an enum, whose cases have the same names")
        func nested() {
            func check(_ text: String, _ expected: [Outer]) { expectJSON([Outer].self, text, "\(expected)") { "\($0)" } }
            check(#"["x"]"#, [.text(.text("x"))])
            check(#"[{"x":1}]"#, [.text(.spot(Spot(x: 1)))])
            check(#"[{"v":1}]"#, [.spot(Held(v: 1))])
            check("[[1]]", [.text(.list([1]))])
            check(#"[["a"],[],[2],["b"]]"#, [.list(["a"]), .list([]), .text(.list([2])), .list(["b"])])
            check(
                #"[{"x":1},{"v":2},{"x":3},{"q":4}]"#,
                [.text(.spot(Spot(x: 1))), .spot(Held(v: 2)), .text(.spot(Spot(x: 3))), .other(["q": 4])])
            let deep: [Deep] = [.spot(.text(.spot(Spot(x: 1)))), .list([.text(.list([1])), .list(["a"])]), .spot(.text(.list([3])))]
            expectJSON([Deep].self, #"[{"x":1},[[1],["a"]],[3]]"#, "\(deep)") { "\($0)" }
        }

        @Model struct Counted: Equatable {
            var held: Outer
            var more: Int
        }
        @Model struct Named: Equatable {
            var held: Outer
            var more: String
        }
        @Model(untagged: true) enum Top: Equatable { case counted(Counted), named(Named) }

        @Test("A value that is read once more for another case is read as it was")
        func again() {
            for (text, held) in [
                (#"{"x":1}"#, Outer.text(.spot(Spot(x: 1)))), ("[1]", .text(.list([1]))), (#"["a"]"#, .list(["a"])),
                (#"{"v":1}"#, .spot(Held(v: 1))),
            ] {
                let both: [Top] = [.named(Named(held: held, more: "m")), .counted(Counted(held: held, more: 5))]
                let json = #"[{"held":\#(text),"more":"m"},{"held":\#(text),"more":5}]"#
                expectJSON([Top].self, json, "\(both)") { "\($0)" }
            }
        }

        @Test("What fits no case is told with the reasons of this enum alone")
        func reasons() {
            func reason<Value: ModelValue>(_ type: Value.Type, _ text: String) -> String {
                do {
                    _ = try JSONFormat().decode([Value].self, from: Data(text.utf8))
                    return ""
                } catch { return ModelError(wrapping: error).reason }
            }
            let inner = reason(Inner.self, #"["x",{"x":1},true]"#)
            #expect(inner.hasPrefix("No case of the") && inner.contains("text: ") && inner.contains("spot: ") && inner.contains("list: "))
            let outer = reason(Outer.self, "[true]")
            #expect(outer.contains("list: ") && outer.contains("spot: ") && outer.contains("text: ") && outer.contains("other: "))
        }

        @Model final class Lists: BaseModel {
            @Lenient var inner: [Inner] = []
            @Lenient var outer: [Outer] = []
        }

        @Test("Each element that fits no case has its own reasons")
        func skipped() throws {
            let text = #"{"inner":[true,"x",true],"outer":[true,["a"],true]}"#
            let (lists, report) = try DecodingReport.collecting { try JSONFormat().decode(Lists.self, from: Data(text.utf8)) }
            #expect(lists.inner == [.text("x")] && lists.outer == [.list(["a"])])
            #expect(report.skippedCount == 4 && report.skipped.map(\.path) == [["inner", 0], ["inner", 2], ["outer", 0], ["outer", 2]])
            #expect(report.skipped[0].reason == report.skipped[1].reason && report.skipped[2].reason == report.skipped[3].reason)
        }

        @Model(tag: "kind", unknownKeys: .refuse) enum Payment: Equatable { case cash, card(number: String) }
        @Model(tag: "type", unknownKeys: .refuse) enum Move: Equatable { case pay(Payment), wait(seconds: Int), stop }
        @Model(tag: "t", unknownKeys: .refuse) enum Job: Equatable { case step(Move), none }

        @Test(
            "Tags of enums in one another aren't unknown keys; others are",
            arguments: [
                #"{"type":"pay","kind":"cash"}"#, #"{"type":"pay","kind":"card","number":"4"}"#, #"{"type":"wait","seconds":1}"#,
                #"{"type":"stop"}"#,
            ])
        func tags(_ text: String) {
            expectJSON([Move].self, "[\(text),\(text)]", "[\(text),\(text)]")
            let deep = #"{"t":"step",\#(text.dropFirst())"#
            expectJSON([Job].self, "[\(deep),\(deep)]", "[\(deep),\(deep)]")
            expectJSON([Move].self, "[\(text.dropLast()),\"more\":1}]", "unknownKey at [0].more")
            expectJSON([Job].self, "[\(deep.dropLast()),\"more\":1}]", "unknownKey at [0].more")
        }

        @Model enum Shape: Equatable { case empty, circle(radius: Double), label(String), pair(Int, Int) }

        @Test(
            "A dictionary of a case has one key, and what belongs to it",
            arguments: [
                (#"{"label":"x"}"#, #"{"label":"x"}"#), (#"{"empty":{}}"#, #""empty""#), (#"{"empty":null}"#, #""empty""#),
                (#"{"label":"x","more":1}"#, "typeMismatch at [0]"), (#"{"label":"x","circle":{"radius":1}}"#, "typeMismatch at [0]"),
                ("{}", "typeMismatch at [0]"), (#"{"empty":1}"#, "typeMismatch at [0].empty"),
                (#"{"empty":{"a":1}}"#, "typeMismatch at [0].empty"),
                (#"{"circle":{}}"#, "missingValue at [0].circle.radius"), (#""circle""#, "missingValue at [0].circle.radius"),
                (#"{"pair":[1]}"#, "missingValue at [0].pair[1]"), (#"{"pair":[1,2,3]}"#, "typeMismatch at [0].pair"),
                ("[]", "typeMismatch at [0]"),
            ])
        func onlyKey(_ text: String, _ expected: String) {
            let list = expected.contains(" at ") ? expected : "[\(expected)]"
            expectJSON([Shape].self, "[\(text)]", list)
        }
    }
#endif
