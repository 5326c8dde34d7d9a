import Foundation
import JSONFormat
import ModelCore
import Testing

#if Macros
    @Suite("Objects with code of their class's own, on both ways")
    struct DirectOwnTests {
        private let ways = BothWays()

        @Test(
            "Whatever the code encodes, the file is the same on both ways, and is a file",
            arguments: [[JSONFormat.WritingOptions](), [.prettyPrinted], [.sortedKeys], [.prettyPrinted, .sortedKeys]])
        func sparse(_ options: [JSONFormat.WritingOptions]) throws {
            let format = JSONFormat(writing: JSONFormat.WritingOptions(options))
            let all: [OwnSparse.Step] = [.nothing, .none, .key, .properties, .twice, .property]
            let lists =
                [[]] + all.map { [$0] } + all.flatMap { a in all.map { [a, $0] } }
                + all.flatMap { a in all.map { [a, .properties, $0] } }
            for steps in lists {
                for a in [nil, 7] {
                    let objects = [OwnSparse(), OwnSparse()]
                    for object in objects { (object.steps, object.a) = (steps, a) }
                    func outcome(_ body: () throws -> Data?) -> String? {
                        do {
                            return try body().map { String(decoding: $0, as: UTF8.self) }
                        } catch { return ModelError(wrapping: error).description }
                    }
                    let document = outcome { try format.encodeByDocument(objects, as: .json) }
                    let direct = outcome { try format.encodeDirectly(objects, as: .json) }
                    #expect(direct == nil || direct == document, "\(steps)")
                    guard let document, document.hasPrefix("[") else { continue }
                    let parsed = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [[String: Any]]
                    let keys = Set(
                        steps.flatMap { step -> [String] in
                            switch step {
                            case .nothing, .none: []
                            case .key, .twice: ["key"]
                            case .property: ["a"]
                            case .properties: a == nil ? [] : ["a"]
                            }
                        })
                    for object in try #require(parsed) { #expect(Set(object.keys) == keys, "\(steps)") }
                }
            }
        }

        @Test("A key that the code encodes twice, or that is a property's, is the same error on both ways, or written once")
        func twice() {
            func written(_ steps: [OwnSparse.Step]) -> String {
                let object = OwnSparse()
                (object.a, object.steps) = (7, steps)
                do {
                    let data = try JSONFormat().encode([object])
                    return String(decoding: data, as: UTF8.self)
                } catch { return "\(ModelError(wrapping: error).code)" }
            }
            #expect(written([.key, .properties]) == #"[{"key":1,"a":7}]"#)
            #expect(written([.properties, .key]) == #"[{"a":7,"key":1}]"#)
            for steps: [OwnSparse.Step] in [
                [.key, .twice], [.key, .properties, .twice], [.property, .properties], [.properties, .property],
                [.properties, .properties], [.properties, .key, .twice],
            ] {
                #expect(written(steps) == "duplicateKey", "\(steps)")
            }
        }

        @Test("What the code asks for isn't unknown, by whatever way the object was read")
        func asked() {
            let ok = #"[{"a":2,"own":1}]"#
            for text in [#"[{"own":1,"a":2}]"#, ok, #"[{"older":2,"own":1}]"#, #"[{"own":1,"older":2}]"#] {
                ways.expect([OwnLate].self, text, ok)
            }
            for text in [#"[{"own":1,"a":2,"more":3}]"#, #"[{"more":3,"a":2}]"#, #"[{"a":2,"more":{}}]"#] {
                ways.expect([OwnLate].self, text, "unknownKey at [0].more")
            }
            let again = BothWays.outcome({ "\($0.map(\.again))" }) {
                try JSONFormat().decode([OwnLate].self, from: Data(#"[{"older":2,"own":1},{"a":3}]"#.utf8))
            }
            #expect(again == "[nil, Optional(3)]" || again == "[Optional(2), Optional(3)]")
        }

        @Test(
            "Own keys before, between and behind those of the properties, and unknown ones among them",
            arguments: [
                (#"{"own":[[2]],"a":3}"#, ""), (#"{"a":3,"own":[[2]]}"#, ""),
                (#"{"x":0,"a":3,"y":{},"own":[[2]],"z":[]}"#, #","x":0,"y":{},"z":[]"#),
                (#"{"x":0,"own":[[2]],"a":3}"#, #","x":0"#),
            ])
        func places(_ text: String, _ unknown: String) {
            let adding = #"{"a":3,"own":[[2]]\#(unknown)}"#
            ways.expect([OwnAdding].self, "[\(text),\(text)]", "[\(adding),\(adding)]")
            let first = #"{"own":[[2]],"a":3\#(unknown)}"#
            ways.expect([OwnFirst].self, "[\(text)]", "[\(first)]")
            let inner = text.dropLast() + #","inner":\#(text)}"#
            ways.expect([OwnFirst].self, "[\(inner)]", #"[{"own":[[2]],"a":3,"inner":\#(first)\#(unknown)}]"#)
        }

        @Test("Errors in what the code asks for, and in the properties")
        func errors() {
            ways.expect([OwnAdding].self, #"[{"a":1},{"a":1,"own":[[1],["x"]]}]"#, "typeMismatch at [1].own[1][0]")
            ways.expect([OwnAdding].self, #"[{"a":1},{"a":"x","own":[]}]"#, "typeMismatch at [1].a")
            ways.expect([OwnFirst].self, #"[{"own":[],"inner":{"own":[],"inner":{"own":5}}}]"#, "typeMismatch at [0].inner.inner.own")
            ways.expect([OwnAsking].self, #"[{"x":[["y"]]}]"#, "typeMismatch at [0].x[0][0]")
            ways.expect([OwnAdding].self, #"[{"a":1,"a":2}]"#, "duplicateKey at [0]")
            ways.expect([OwnAdding].self, #"[{"a":1,"own":[],"own":[]}]"#, "duplicateKey at [0]")
        }

        @Test(
            "Setters are called in the order of the declaration, behind the stored properties before them",
            arguments: [
                (#"{"stored":1,"p":1,"q":2,"behind":3,"r":4}"#, "p1q2r4"), (#"{"r":4,"behind":3,"q":2,"p":1,"stored":1}"#, "p1q2r4"),
                (#"{"q":2,"stored":1,"p":1}"#, "p1q2"), (#"{"p":1,"stored":1,"q":2}"#, "p1q2"), (#"{"q":2,"p":1}"#, "p1q2"),
                (#"{"r":4,"p":1,"stored":1,"behind":3,"q":2}"#, "p1q2r4"), (#"{"q":2}"#, "q2"), (#"{"r":null,"p":1}"#, "p1r-"),
                (#"{"p":1,"q":2,"stored":1}"#, "p1q2"), (#"{"stored":1,"q":2,"behind":1,"r":4,"p":1}"#, "p1q2r4"), ("{}", ""),
            ])
        func setters(_ text: String, _ log: String) {
            for count in [1, 3] {
                let list = "[" + Array(repeating: text, count: count).joined(separator: ",") + "]"
                ways.expect([OwnSetters].self, list, Array(repeating: log, count: count).joined(separator: "|")) {
                    $0.map(\.log).joined(separator: "|")
                }
            }
        }

        @Test(
            "Older keys: the present one comes first, then the newer of two",
            arguments: [
                (#"{"new":1,"old":2,"oldest":3}"#, 1), (#"{"old":2,"new":1}"#, 1), (#"{"oldest":3,"old":2}"#, 2), (#"{"old":2}"#, 2),
                (#"{"oldest":3}"#, 3), (#"{"oldest":3,"new":1}"#, 1), ("{}", 0), (#"{"x":5,"oldest":3,"y":6}"#, 3),
            ])
        func aliases(_ text: String, _ number: Int) {
            ways.expect([OwnAliases].self, "[\(text)]", "\(number)") { "\($0[0].number)" }
            ways.expect([OwnAliases].self, "[\(text),{},\(text)]", "[\(number), 0, \(number)]") { "\($0.map(\.number))" }
        }

        @Test("A value with own code under an older key, among keys that the class's code asks for")
        func aliasedCode() {
            for text in [
                #"[{"extra":1,"before":[1,"a"]}]"#, #"[{"before":[1,"a"],"extra":1}]"#, #"[{"x":0,"extra":1,"before":[1,"a"],"y":[]}]"#,
                #"[{"extra":1,"old":5,"before":[1,"a"],"any":[1,"a"]}]"#,
            ] {
                ways.expect([OwnAliases].self, text, "1 2") { "\($0[0].extra) \(($0[0].any as? [Any])?.count ?? -1)" }
            }
        }

        @Test("The path of an error of an object in a case, in a list, in a dictionary")
        func awaking() {
            ways.expect([OwnCase].self, #"[{"one":{"n":1}},{"one":{"n":-1}}]"#, "outOfRange at [1].one")
            ways.expect([OwnCase].self, #"[{"many":{"of":[{"n":1},{"n":-1}]}}]"#, "outOfRange at [0].many.of[1]")
            ways.expect([String: [OwnAwaking]].self, #"{"a":[],"b":[{"n":1},{"n":-1}]}"#, "outOfRange at b[1]")
            ways.expect([WayHolder<[OwnAwaking?]>].self, #"[{"v":[null,{"n":-2}]}]"#, "outOfRange at [0].v[1]")
            ways.expect([OwnCase].self, #"[{"one":{"n":1}}]"#, isDirect: true)
        }

        private func number(_ key: String, in list: [WayWide]) throws -> String {
            try list.map { "\(try ModelDocument(encoding: $0)[key]?.intValue ?? -1)" }.joined(separator: " ")
        }

        @Test("More properties than a word has bits", arguments: [0, 62, 63, 64, 65, 66, 69])
        func wide(_ number: Int) {
            let key = "p\(number)"
            func value(_ list: [WayWide]) throws -> String { try self.number(key, in: list) }
            ways.expect([WayWide].self, #"[{"\#(key)":5},{},{"\#(key)":6}]"#, "5 0 6", value)
            ways.expect([WayWide].self, #"[{"p68":1,"\#(key)":5,"p1":2}]"#, "5", value)
            ways.expect([WayWide].self, #"[{"\#(key)":5,"\#(key)":6}]"#, "duplicateKey at [0]", value)
            ways.expect([WayWide].self, #"[{"\#(key)":"x"}]"#, "typeMismatch at [0].p\(number)", value)
        }

        @Test(
            "An older key of a property without a bit",
            arguments: [
                (#"{"old":6}"#, 6), (#"{"p66":5,"old":6}"#, 5), (#"{"old":6,"p66":5}"#, 5), (#"{"p1":1,"p66":5,"old":6,"p69":2}"#, 5),
            ])
        func wideAlias(_ text: String, _ number: Int) {
            ways.expect([WayWide].self, "[\(text),{}]", "\(number) 0") { try self.number("p66", in: $0) }
        }
    }
#endif
