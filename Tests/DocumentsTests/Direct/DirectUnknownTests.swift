import Foundation
import JSONFormat
import ModelCore
import Testing

#if Macros
    @Suite("Members that classes don't know, on both ways")
    struct DirectUnknownTests {
        private let ways = BothWays()

        @Test("They come back in the objects whose classes keep them, behind the properties, in their order")
        func kept() {
            ways.expect([WayKeeping].self, #"[{"x":1,"a":2,"y":[3]},{"a":4},{"z":{}}]"#, #"[{"a":2,"x":1,"y":[3]},{"a":4},{"a":0,"z":{}}]"#)
            ways.expect([WayKeeping].self, #"[{"y":1,"a":2,"x":3}]"#, #"[{"a":2,"y":1,"x":3}]"#, isDirect: true)
        }

        @Test("Objects of both kinds, in either order and in one another, keep nothing of each other")
        func mixed() {
            ways.expect(
                [WayKeeping].self, #"[{"u":1,"a":1,"inner":{"v":2,"a":2,"w":3},"x":4}]"#,
                #"[{"a":1,"inner":{"a":2,"v":2,"w":3},"u":1,"x":4}]"#, isDirect: true)
            ways.expect(
                [WayKeeping].self, #"[{"a":1,"u":1,"loose":{"a":2,"v":2,"keeping":{"a":3,"w":3}},"x":4},{"a":5,"loose":{"v":1,"a":6}}]"#,
                #"[{"a":1,"loose":{"a":2,"keeping":{"a":3,"w":3}},"u":1,"x":4},{"a":5,"loose":{"a":6}}]"#, isDirect: true)
            ways.expect(
                [WayLoose].self, #"[{"a":1,"u":1,"keeping":{"a":2,"v":2,"loose":{"a":3,"w":3}},"x":4},{"a":7,"y":1}]"#,
                #"[{"a":1,"keeping":{"a":2,"loose":{"a":3},"v":2}},{"a":7}]"#, isDirect: true)
        }

        @Test(
            "A key twice is an error, however far apart the two are",
            arguments: [
                #"[{"a":1,"u":1,"u":2}]"#, #"[{"u":1,"a":1,"u":2}]"#, #"[{"u":1,"a":1,"inner":{"u":1,"a":2},"u":2}]"#,
                #"[{"u":1,"v":1,"a":1,"u":2}]"#,
            ])
        func twice(_ text: String) { ways.expect([WayKeeping].self, text, "duplicateKey at [0]") }

        @Test("The same key in several objects is none")
        func same() {
            ways.expect(
                [WayKeeping].self, #"[{"a":1,"inner":{"a":2,"u":2},"u":1},{"a":3,"u":3}]"#, isDirect: true)
        }

        @Test("A class that refuses them, and an object that has nothing else")
        func refused() {
            ways.expect([WayStrict].self, #"[{"a":1},{"a":1,"b":2}]"#, "unknownKey at [1].b")
            ways.expect([WayStrict].self, #"[{"b":2,"a":1}]"#, "unknownKey at [0].b")
            ways.expect([WayStrict].self, #"[{"a":1}]"#, isDirect: true)
            ways.expect([WayStrict].self, #"[{"odd":1}]"#, "unknownKey at [0].odd")
        }

        @Test("Values of unknown members count as others do", arguments: [0, 1, 2])
        func counted(_ less: Int) {
            let text = "[" + Array(repeating: #"{"a":1,"u":[1,2],"v":"x"}"#, count: 300).joined(separator: ",") + "]"
            // The object, its property, the array, two numbers and a text.
            let limits = DecodingLimits(nodes: 6 * 300 + 1 - less)
            let (document, direct) = BothWays(limits: limits).outcomes([WayKeeping].self, Data(text.utf8))
            #expect(document == (less == 0 ? text : "nodesExceeded at [299]\(less == 1 ? ".v" : ".u[1]")"))
            if less > 0 { #expect(direct == nil || direct?.hasPrefix("nodesExceeded") == true) }
            BothWays(limits: DecodingLimits(nodes: 40 * 300)).expect([WayKeeping].self, text, isDirect: true)
        }
    }
#endif
