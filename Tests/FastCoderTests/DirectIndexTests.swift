#if Macros
    import FastCoder
    import Foundation
    import ModelCore
    import Testing

    @Suite("Places that references count, behind values of each kind")
    struct DirectIndexTests {
        @Model final class Leaf: BaseModel {
            var text = "p"
        }
        enum Colour: String, ModelValue { case p, q }

        /// A value, and behind it texts and objects that are there twice.
        @Model final class Behind<Value: ModelValue>: BaseModel {
            var values: [Value] = []
            var a = "p"
            var b = "q"
            var leaf = Leaf()
            var c = "p"
            var last: Value?
            var d = "q"
            var same: Leaf?
            var e = ["p", "q", "r"]
            var f = "r"
            var other = Leaf()
            var again: [Leaf] = []
        }
        @Model final class BehindAny: BaseModel {
            var any: Any?
            var a = "p"
            var leaf = Leaf()
            var b = "p"
            var more: Any?
            var same: Leaf?
            var c = "q"
            var list: [Leaf] = []
        }

        private func check<Value: ModelValue & Equatable>(_ values: [Value]) throws {
            let behind = (0..<2).map { _ in Behind<Value>() }
            for one in behind { (one.values, one.last, one.same, one.again) = (values, values.last, one.leaf, [one.other, one.leaf]) }
            let content = try FastCoder().encodeByDocument(behind, as: .fastCoding)
            if let direct = try FastCoder().encodeDirectly(behind, as: .fastCoding) { #expect(direct == content, "\(Value.self)") }
            for isDirect in [false, true] {
                let read =
                    isDirect
                    ? try FastCoder().decodeDirectly([Behind<Value>].self, from: content, as: .fastCoding)
                    : try FastCoder().decodeByDocument([Behind<Value>].self, from: content, as: .fastCoding)
                for one in read ?? [] {
                    #expect(one.values == values && one.last == values.last, "\(Value.self)")
                    #expect(
                        [one.a, one.b, one.c, one.d, one.f] == ["p", "q", "p", "q", "r"] && one.e == ["p", "q", "r"], "\(Value.self)")
                    #expect(one.same === one.leaf && one.again[0] === one.other && one.again[1] === one.leaf, "\(Value.self)")
                    #expect(one.leaf.text == "p" && one.leaf !== one.other, "\(Value.self)")
                }
            }
        }

        @Test("Texts and objects come back behind any value")
        func kinds() throws {
            try check([true, false])
            try check([1, -1, 1 << 40])
            try check([0.5, 1])
            try check([Float(0.1)])
            try check(["p", "x", "", String(repeating: "long", count: 40)])
            try check([URL(string: "http://a.b")!, URL(string: "p")!, URL(string: "x", relativeTo: URL(string: "http://a.b")!)!])
            try check([UUID(), UUID()])
            try check([Data(), Data([1, 2]), Data(repeating: 3, count: 100)])
            try check([Date(timeIntervalSinceReferenceDate: 1), Date(timeIntervalSinceReferenceDate: -0.5)])
            try check([Decimal(string: "1.5")!, 2])
            try check([Colour.p, .q])
            try check([["p"], [], ["x", "q"]])
            try check([["p": "q"], [:]])
            try check([[1: "p"]])
            try check([Set(["p", "y"])])
            try check([nil, "p", "z"] as [String?])
            try check([[[1], [2]], []])
        }

        @Test("Texts and objects come back behind values of types that only the file tells")
        func any() throws {
            let values: [Any?] = [
                nil, 1, "p", "z", ["p", "q"], [1, ["p", "y"]] as [Any], ["k": "p"], [[], [[]]] as [Any], URL(string: "p")!, Data([1]),
                UUID(), 1.5,
                Date(timeIntervalSinceReferenceDate: 0), ["a": [1, "q"] as [Any], "p": "a"] as [String: Any],
            ]
            for (value, more) in values.flatMap({ value in values.map { (value, $0) } }) {
                let behind = (0..<2).map { _ in BehindAny() }
                for one in behind { (one.any, one.more, one.same, one.list) = (value, more, one.leaf, [one.leaf, Leaf()]) }
                let content = try FastCoder().encodeByDocument(behind, as: .fastCoding)
                if let direct = try FastCoder().encodeDirectly(behind, as: .fastCoding) { #expect(direct == content) }
                for isDirect in [false, true] {
                    let read =
                        isDirect
                        ? try FastCoder().decodeDirectly([BehindAny].self, from: content, as: .fastCoding)
                        : try FastCoder().decodeByDocument([BehindAny].self, from: content, as: .fastCoding)
                    for one in read ?? [] {
                        let what = "\(String(describing: value)), \(String(describing: more)), \(isDirect)"
                        #expect([one.a, one.b, one.c] == ["p", "p", "q"], "\(what)")
                        #expect(one.same === one.leaf && one.list[0] === one.leaf && one.list[1] !== one.leaf, "\(what)")
                        #expect(
                            try ModelDocument(encoding: one.any) == ModelDocument(encoding: value)
                                && ModelDocument(encoding: one.more) == ModelDocument(encoding: more), "\(what)")
                    }
                }
            }
        }

        /// Values of kinds that the file stores as texts, or with them, each in front of texts that are there already.
        @Model("FastMixed") final class Mixed: BaseModel {
            var first = "p"
            var url = URL(string: "http://a.b")!
            var a = "p"
            var b = "q"
            var id = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")!
            var c = "p"
            var colour = Colour.q
            var d = "q"
            var e = "r"
            var number = Decimal(string: "1.5")!
            var f = "r"
            var data = Data([1, 2, 3])
            var g = "p"
            var maybe: URL? = URL(string: "q")
            var h = "q"
            var i = "r"
            var j = "p"
        }

        @Test("Texts come back in a class with all of these kinds, directly")
        func mixed() throws {
            let list = [Mixed(), Mixed()]
            let content = try FastCoder().encodeByDocument(list, as: .fastCoding)
            #expect(try FastCoder().encodeDirectly(list, as: .fastCoding) ?? content == content)
            let direct = try #require(try FastCoder().decodeDirectly([Mixed].self, from: content, as: .fastCoding))
            for one in try direct + FastCoder().decodeByDocument([Mixed].self, from: content, as: .fastCoding) {
                let texts = [one.first, one.a, one.b, one.c, one.d, one.e, one.f, one.g, one.h, one.i, one.j]
                #expect(texts == ["p", "p", "q", "p", "q", "r", "r", "p", "q", "r", "p"])
                #expect(one.url == Mixed().url && one.maybe == Mixed().maybe)
                #expect(one.colour == .q && one.data == Data([1, 2, 3]))
            }
        }
    }
#endif
