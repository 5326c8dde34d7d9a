#if Macros
    import Foundation
    import JSONFormat
    import JSONSchema
    import ModelCore
    import TestSupport
    import Testing

    @Suite("Forms of enums")
    struct EnumFormTests {
        @Model struct Point {
            var x: Int
            var y = 0
        }
        @Model(tag: "type") enum Shape {
            case empty
            case circle(radius: Double, center: Point?)
            @Key("polygon", aliases: ["poly"]) case path(Point)
            case group(Inner)
        }
        @Model(tag: "kind") enum Inner {
            case a(size: Int)
            case b
        }
        @Model(tag: "t", content: "c", unknownKeys: .refuse) enum Event {
            case quit
            case move(x: Int, y: Int = 7)
            case text(String)
            case pair(Int, String)
        }
        @Model(untagged: true) enum Value {
            case none
            case flag(Bool)
            case text([String])
            case point(Point)
            case named(name: String, value: Int?)
        }
        @Model(tag: "type") enum Open {
            case one(x: Int)
            @Unknown case other(ModelDocument)
        }

        @Test("Each form")
        func forms() throws {
            try Python.check([
                .init(
                    [Shape].self,
                    [
                        [
                            .empty, .circle(radius: 1.5, center: Point(x: 1)), .path(Point(x: 2)), .group(.a(size: 1)),
                            .group(.b),
                        ]
                    ],
                    fitting: [#"[{"x": 1, "type": "poly"}]"#],
                    wrong: [
                        #"[{"type": "circle"}]"#, #"[{"type": "cube"}]"#, #"[{"radius": 1}]"#, #"["empty"]"#,
                        #"[{"type": "group", "kind": "c"}]"#,
                    ]),
                .init(
                    [Event].self, [[.quit, .move(x: 1), .text("a"), .pair(1, "b")]],
                    fitting: [#"[{"c": {"x": 3}, "t": "move"}]"#],
                    wrong: [
                        #"[{"t": "move"}]"#, #"[{"t": "pair", "c": [1, {}]}]"#, #"[{"t": "quit", "more": 1}]"#,
                        #"[{"c": "a"}]"#,
                    ]),
                .init(
                    [Value].self,
                    [[.none, .flag(true), .text(["a"]), .point(Point(x: 1)), .named(name: "n", value: nil)]],
                    wrong: [#"["other"]"#, "[5]", #"[{"z": 1}]"#, #"[["a", {}]]"#]),
                .init(
                    [Open].self, [[.one(x: 1)]], fitting: [#"[{"type": "two", "more": 1}]"#, #"[{"y": 1}]"#],
                    wrong: [#"[{"type": "one", "x": "a"}]"#]),
            ])
        }
    }
#endif
