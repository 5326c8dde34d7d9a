import FastCoder
import Foundation
import JSONFormat
import KeyedArchive
import ModelCore
import Testing

#if Macros
    @Model class GraphA: BaseModel {
        var a = 1
        var next: GraphA?
    }
    @Model final class GraphAB: GraphA {
        var b = 2
    }
    @Model class GraphC: BaseModel {
        final var text = "c"
    }
    @Model final class GraphCD: GraphC {
        var d = 4
    }
    @Model final class GraphTwo: BaseModel {
        var first: GraphA = GraphAB()
        var second: GraphC = GraphCD()
        var more: [GraphC] = []
    }
    /// Texts behind values that some formats write as texts, too.
    @Model final class GraphTexts: BaseModel {
        var url = URL(string: "http://a.b")!
        var a = "p"
        var b = "q"
        var id = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")!
        var c = "p"
        var urls = [URL(string: "http://a.b")!, URL(string: "c")!]
        var d = ["q", "p", "http://a.b"]
        var data = Data([1, 2, 3])
        var e = "http://a.b"
        var number = Decimal(string: "1.5")!
        var day = Date(timeIntervalSinceReferenceDate: 1)
        var f: String? = "q"
        var colour = WayColour.red
        var g = "red"
        var entries = ["p": "q", "red": "p"]
        var any: Any? = ["p", 1, ["q": "r"]] as [Any]
        var h = "r"
        var tail: GraphC? = GraphCD()
        var tails: [GraphC] = []
    }
    /// A property whose transform encodes a nil, or a null.
    @Model final class GraphNone: BaseModel {
        var before = 1
        @Transform(.noneIfZero) var number = 0
        var after: Any?
        @Transform(.noneIfZero) var last = 0
    }
    extension ModelTransform where Value == Int {
        static let noneIfZero = ModelTransform(
            encode: { $0 == 0 ? nil : $0 }, decode: { (number: Int?) in number ?? 0 })
    }

    @Suite("Objects, references and texts in formats with and without references, on both ways")
    struct DirectGraphTests {
        struct Format: CustomTestStringConvertible, Sendable {
            let provider: any FormatProvider
            let format: FileFormat
            var testDescription: String { "\(format)" }

            static let graphs = [
                Format(provider: FastCoder(), format: .fastCoding), Format(provider: KeyedArchive(), format: .keyedArchive),
            ]
            static let all = graphs + [Format(provider: JSONFormat(), format: .json)]

            /// Expects that both ways write the same bytes, and read the same from it. Returns what they read.
            func expectBack<Value: ModelValue>(_ value: Value, _ text: (Value) throws -> String) throws {
                let expected = try text(value)
                let content = try provider.encodeByDocument(value, as: format)
                let direct = try provider.encodeDirectly(value, as: format)
                #expect(direct == nil || direct == content, "\(Value.self) in \(format)")
                #expect(try text(provider.decodeByDocument(Value.self, from: content, as: format)) == expected, "\(format)")
                let read = try provider.decodeDirectly(Value.self, from: content, as: format)
                if let read { #expect(try text(read) == expected, "\(Value.self) in \(format), directly") }
            }
        }

        @Test("Texts come back, whatever stands before them", arguments: Format.all)
        func texts(_ format: Format) throws {
            try format.expectBack(GraphTexts()) { try BothWays.json($0) }
            let several = (0..<3).map { _ in GraphTexts() }
            (several[1].tail, several[2].tails) = (nil, [GraphC(), GraphCD()])
            several[1].url = URL(string: "http://c.d")!
            try format.expectBack(several) { try BothWays.json($0) }
        }

        @Test("Objects of subclasses, which alternate in a list", arguments: Format.all)
        func alternating(_ format: Format) throws {
            let two = GraphTwo()
            two.more = (0..<6).map { $0 % 2 == 0 ? GraphC() : GraphCD() }
            try format.expectBack([two, GraphTwo()]) { list in
                list.map { "\(type(of: $0.first)) \(type(of: $0.second)) \($0.more.map { type(of: $0) })" }.joined(separator: ";")
            }
        }

        /// A file in which one property's object stands in another one's place, or a reference to it.
        private func misplaced(_ format: Format, _ path: ModelPath, at other: ModelPath, sharing: Bool) throws -> Data {
            var document = try format.provider.document(from: format.provider.encode(GraphTwo(), as: format.format), as: format.format)
            if sharing {
                let (value, target) = (try #require(document[other]), try #require(document[path]))
                try document.setReferences([(value, target)])
            } else {
                try document.copyValue(at: path, to: other)
            }
            return try format.provider.encode(document, as: format.format)
        }

        @Test("An object of an unrelated class is refused in a property's place, also one that a file refers to", arguments: Format.graphs)
        func unrelated(_ format: Format) throws {
            for (path, other) in [(["first"], ["second"]), (["second"], ["first"])] as [(ModelPath, ModelPath)] {
                for sharing in [false, true] {
                    let file = try misplaced(format, path, at: other, sharing: sharing)
                    let document = BothWays.outcome {
                        try format.provider.decodeByDocument(GraphTwo.self, from: file, as: format.format)
                    }
                    let direct = BothWays.outcome {
                        try format.provider.decodeDirectly(GraphTwo.self, from: file, as: format.format)
                    }
                    #expect(document == "classMismatch at \(other)", "\(format) \(path) at \(other), \(sharing)")
                    #expect(direct == nil || direct == document, "\(format) \(path) at \(other), \(sharing)")
                }
            }
        }

        @Test("An object in several places is one object, where the format has references", arguments: Format.graphs)
        func sharing(_ format: Format) throws {
            let two = GraphTwo()
            let shared = GraphCD()
            (two.second, two.more) = (shared, [GraphC(), shared, shared])
            let ring = GraphA()
            ring.next = GraphAB()
            ring.next?.next = ring
            two.first = ring
            try format.expectBack([two, two]) { list in
                let (two, other) = (list[0], list[1])
                return "\(two === other) \(two.second === two.more[1]) \(two.second === two.more[2]) \(two.more[0] === two.second) "
                    + "\(two.first.next?.next === two.first) \(type(of: two.first.next!))"
            }
            two.first.next = nil
            ring.next = nil
        }

        @Test("A nil that a property's code encodes", arguments: Format.all)
        func nils(_ format: Format) throws {
            for (number, after, last) in [(0, nil, 0), (5, nil, 0), (0, "x", 6), (7, NSNull(), 8)] as [(Int, Any?, Int)] {
                let none = GraphNone()
                (none.number, none.after, none.last) = (number, after, last)
                try format.expectBack([none, GraphNone(), none]) { try BothWays.json($0.map { [$0.number, $0.last, $0.before] }) }
            }
        }

        @Model final class Leaf: BaseModel {
            var numbers: [Int] = []
        }

        @Test("What is repeated is written directly up to a million values, and together with all that was repeated before")
        func repeated() throws {
            let limit = 1 << 20
            func isDirect(_ objects: Int, of values: Int, times: Int) throws -> Bool {
                let leaves = (0..<objects).map { _ in Leaf() }
                for leaf in leaves { leaf.numbers = Array(repeating: 1, count: values - 2) }
                let list = Array(repeating: leaves, count: times + 1).flatMap { $0 }
                return try JSONFormat().encodeDirectly(list, as: .json) != nil
            }
            // The last repetition begins below the limit.
            #expect(try isDirect(1, of: limit / 8, times: 7))
            #expect(try !isDirect(1, of: limit / 8, times: 10))
            #expect(try isDirect(64, of: limit / 64, times: 0))
            #expect(try !isDirect(64, of: limit / 64, times: 2))
        }
    }
#endif
