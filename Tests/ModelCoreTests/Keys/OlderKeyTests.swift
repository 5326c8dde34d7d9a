#if Macros
    import Foundation
    import JSONFormat
    import ModelCore
    import Testing

    @Suite("Keys of older files, keys in another style, and keys that a class's code asks for")
    struct OlderKeyTests {
        @Model final class Renamed: BaseModel {
            @Key("new", aliases: ["old", "older", "oldest"]) var number = 0
            @Key(path: "at.new", aliases: ["at.old", "flat"]) var deep = 0
            @Key("only", for: [.json]) var other = 0
            @Key("inArchives", aliases: ["before"], for: [.keyedArchive]) var more = 0
        }

        private func numbers(_ list: [Renamed]) -> String {
            list.map { "\($0.number) \($0.deep) \($0.other) \($0.more)" }.joined(separator: ";")
        }

        @Test(
            "The present key comes first, then the newest",
            arguments: [
                (#"{"new":1,"old":2,"older":3,"oldest":4}"#, "1 0 0 0"), (#"{"oldest":4,"older":3,"old":2,"new":1}"#, "1 0 0 0"),
                (#"{"oldest":4,"older":3,"old":2}"#, "2 0 0 0"), (#"{"oldest":4,"older":3}"#, "3 0 0 0"), (#"{"oldest":4}"#, "4 0 0 0"),
                (#"{"at":{"new":1,"old":2},"flat":3}"#, "0 1 0 0"), (#"{"flat":3,"at":{"old":2}}"#, "0 2 0 0"),
                (#"{"at":{},"flat":3}"#, "0 3 0 0"),
                (#"{"flat":3}"#, "0 3 0 0"), (#"{"only":5,"more":6}"#, "0 0 5 6"), ("{}", "0 0 0 0"),
            ])
        func order(_ text: String, _ expected: String) {
            expectJSON([Renamed].self, "[\(text),{},\(text)]", "\(expected);0 0 0 0;\(expected)", numbers)
        }

        @Test("A program's dictionary may have the keys of any format")
        func documents() throws {
            func read(_ values: [String: Int]) throws -> String {
                numbers([try ModelDocument(encoding: values as Any?).decode(Renamed.self)])
            }
            #expect(try read(["only": 5, "inArchives": 6]) == "0 0 5 6")
            #expect(try read(["other": 5, "more": 6]) == "0 0 5 6")
            #expect(try read(["before": 6]) == "0 0 0 6")
        }

        @Model(keys: .snakeCase) final class Loose: BaseModel {
            var firstName = ""
            @Key(aliases: ["given_name"]) var lastName = ""
            @Key("ab") var one = 0
            var aB = 0
            var imageURLs: [Int] = []
        }
        @Model(keys: .kebabCase) enum LooseCase: Equatable { case firstCase, otherIDs(listOfIDs: [Int]) }

        private func names(_ list: [Loose]) -> String {
            list.map { "\($0.firstName),\($0.lastName),\($0.one),\($0.aB),\($0.imageURLs)" }.joined(separator: ";")
        }

        @Test(
            "A key that is only alike counts if the exact one isn't there, and two that are alike are an error",
            arguments: [
                (#"{"first_name":"a"}"#, "a,,0,0,[]"), (#"{"firstName":"a"}"#, "a,,0,0,[]"), (#"{"First-Name":"a"}"#, "a,,0,0,[]"),
                (#"{"first_name":"a","firstName":"b"}"#, "a,,0,0,[]"), (#"{"firstName":"b","first_name":"a"}"#, "a,,0,0,[]"),
                (#"{"firstName":"b","FirstName":"a"}"#, "duplicateKey at [0]"), (#"{"givenName":"x"}"#, ",x,0,0,[]"),
                (#"{"givenName":"x","last_name":"y"}"#, ",y,0,0,[]"), (#"{"ab":1}"#, ",,1,0,[]"), (#"{"a_b":2}"#, ",,0,2,[]"),
                (#"{"AB":3}"#, ",,0,0,[]"), (#"{"image_urls":[1]}"#, ",,0,0,[1]"), (#"{"imageUrls":[2]}"#, ",,0,0,[2]"),
            ])
        func loose(_ text: String, _ expected: String) {
            let other = #"{"ab":7}"#
            let list = expected.contains(" at ") ? expected : "\(expected);,,7,0,[]"
            expectJSON([Loose].self, "[\(text),\(other)]", list, names)
        }

        @Test("Names of cases in another style")
        func cases() {
            for text in [#""first-case""#, #""firstCase""#, #""first_case""#] {
                expectJSON([LooseCase].self, "[\(text)]", "\([LooseCase.firstCase])") { "\($0)" }
            }
            for text in [#"{"other-ids":{"list-of-ids":[1]}}"#, #"{"otherIDs":{"listOfIDs":[1]}}"#, #"{"other_ids":{"list_of_ids":[1]}}"#] {
                expectJSON([LooseCase].self, "[\(text)]", "\([LooseCase.otherIDs(listOfIDs: [1])])") { "\($0)" }
            }
        }

        /// It asks for keys in front of its properties and behind them, as a test says.
        @Model(unknownKeys: .refuse) class Asking: BaseModel {
            @Key("p", aliases: ["older"]) final var p = 0
            final var q = 0
            @Transient final var log = ""
            @TaskLocal static var steps: [String] = []

            override func set(with decoder: ModelDecoder) throws {
                for step in Self.steps {
                    guard step != "super" else {
                        try super.set(with: decoder)
                        continue
                    }
                    log += "\(step)\(try decoder.decode(Int.self, forKey: step) ?? -1)"
                }
            }
            override func encode(with encoder: ModelEncoder) throws {
                for step in Self.steps {
                    guard step != "super" else {
                        try super.encode(with: encoder)
                        continue
                    }
                    try encoder.encode(7, forKey: step)
                }
            }
        }

        @Test(
            "Keys that the code asks for aren't unknown, whatever it asks for later; the older key of a property is the property's",
            arguments: [
                (["own", "super"], #"{"own":1,"p":2}"#, "own1 2 0"), (["super", "own"], #"{"own":1,"p":2,"q":3}"#, "own1 2 3"),
                (["super", "own", "p"], #"{"p":2,"own":1}"#, "own1p2 2 0"), (["super", "own", "p"], #"{"own":1,"older":2}"#, "own1p2 2 0"),
                (["super", "p"], #"{"older":2}"#, "p2 2 0"), (["super", "q", "own"], #"{"own":1,"q":5}"#, "q5own1 0 5"),
                (["own", "super", "q", "more"], #"{"more":4,"own":1,"q":5}"#, "own1q5more4 0 5"),
                (["super", "own"], #"{"p":2}"#, "own-1 2 0"),
                (["super"], #"{"own":1,"p":2}"#, "unknownKey at [0].own"),
                (["super", "own"], #"{"own":1,"p":2,"more":3}"#, "unknownKey at [0].more"),
                (["own", "super", "p"], #"{"p":2,"own":1,"more":3}"#, "unknownKey at [0].more"),
            ])
        func asked(_ steps: [String], _ text: String, _ expected: String) {
            Asking.$steps.withValue(steps) {
                let list = expected.contains(" at ") ? expected : "\(expected);\(expected)"
                expectJSON([Asking].self, "[\(text),\(text)]", list) { $0.map { "\($0.log) \($0.p) \($0.q)" }.joined(separator: ";") }
            }
        }

        @Test(
            "A key that the code encodes twice, or beside its property, is an error on both ways",
            arguments: [
                (["super", "own"], #"[{"p":0,"q":0,"own":7}]"#), (["own", "super"], #"[{"own":7,"p":0,"q":0}]"#),
                (["own"], #"[{"own":7}]"#), ([], "[{}]"),
                (["own", "super", "own"], "duplicateKey"), (["own", "own"], "duplicateKey"), (["p", "super"], "duplicateKey"),
                (["super", "p"], "duplicateKey"),
                (["super", "own", "own"], "duplicateKey"), (["super", "super"], "duplicateKey"),
            ])
        func encoded(_ steps: [String], _ expected: String) {
            Asking.$steps.withValue(steps) {
                func outcome(_ body: () throws -> Data?) -> String? {
                    do {
                        return try body().map { String(decoding: $0, as: UTF8.self) }
                    } catch { return ModelError(wrapping: error).code.rawValue }
                }
                #expect(outcome { try JSONFormat().encodeByDocument([Asking()], as: .json) } == expected)
                let direct = outcome { try JSONFormat().encodeDirectly([Asking()], as: .json) }
                #expect(direct == nil || direct == expected)
            }
        }

        @Model final class Setting: BaseModel {
            var unit = 1
            @Transient var log = ""
            @Key var first: Int {
                get { 0 }
                set { log += "f\(newValue * unit)" }
            }
            var scale = 1
            @Key var second: Int {
                get { 0 }
                set { log += "s\(newValue * scale)" }
            }
        }

        @Test("Setters are called in the order of the declaration, in every order of the file")
        func setters() {
            func permutations(_ rest: [String], _ begun: [String] = []) -> [[String]] {
                rest.isEmpty ? [begun] : rest.flatMap { next in permutations(rest.filter { $0 != next }, begun + [next]) }
            }
            let members = [#""unit":2"#, #""first":3"#, #""scale":4"#, #""second":5"#]
            for order in permutations(members) {
                let text = "{\(order.joined(separator: ","))}"
                expectJSON([Setting].self, "[\(text),\(text)]", "f6s20 f6s20") { $0.map(\.log).joined(separator: " ") }
            }
            for left in members.indices {
                for order in permutations(members.indices.filter { $0 != left }.map { members[$0] }) {
                    let expected = ["f3s20", "s20", "f6s5", "f6"][left]
                    expectJSON([Setting].self, "[{\(order.joined(separator: ","))}]", expected) { $0[0].log }
                }
            }
        }
    }
#endif
