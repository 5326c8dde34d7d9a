#if Macros
    import Foundation
    import JSONFormat
    import ModelCore
    import TestSupport
    import Testing

    @Suite("Values that services write as several kinds")
    struct KindTests {
        enum Level: String { case low, high }

        @Model final class Owner: BaseModel, Identifiable {
            var id = ""
            var name = ""
        }

        struct Picture: Codable, ModelValue, Equatable {
            var url = ""
            var width: Int?
            var onlyURL: String? { width == nil ? url : nil }
        }

        @Model final class Item: BaseModel {
            @Transform(.oneOrMany()) var tags: [String] = []
            @Transform(.oneOrMany(writesOne: true)) var levels: [Level] = []
            @Transform(.oneOrMany(.date(.day))) var days: [Date] = []
            @Transform(.oneOrMany()) var owners: [Owner] = []
            var authors: OneOrMany<String> = []
            var count = 0
            var ratio: Double?
            @Transform(.date(.iso8601.or(.secondsSince1970))) var seen = Date(timeIntervalSince1970: 0)
            @Transform(
                .shorthand { (picture: Picture) in
                    picture.onlyURL
                } from: { (url: String) in
                    Picture(url: url)
                }) var picture = Picture()
            @Transform(
                .shorthand { (picture: Picture) in
                    picture.onlyURL
                } from: { (url: String) in
                    url.isEmpty ? nil : Picture(url: url)
                }) var other: Picture?
            @Transform(.emptyIsNil()) var owner: Owner?
            @Transform(.emptyIsNil(.date(.day), [.text, .false])) var until: Date?
            var customer: Expandable<Owner>?
            var customers: [Expandable<Owner>] = []
        }

        /// Reads each file on the way that the library takes, and by way of a document, and writes it again.
        private func roundTrip(_ text: String, _ check: (Item) throws -> Void = { _ in }) throws -> [String: String] {
            let content = Data(text.utf8)
            let item = try JSONFormat().decode(Item.self, from: content)
            try check(item)
            try check(JSONFormat().decodeByDocument(Item.self, from: content, as: .json))
            let document = try ModelDocument(encoding: item)
            let copy = try document.decode(Item.self)
            #expect(try ModelDocument(encoding: copy) == document)
            try check(copy)
            let written = try JSONFormat().encode(item)
            #expect(try JSONFormat().encodeByDocument(item, as: .json) == written)
            let members = try JSONFormat().document(from: written, as: .json).root.properties
            return try Dictionary(
                uniqueKeysWithValues: members.map { key, value in
                    (key, String(decoding: try JSONFormat().encode(ModelDocument(value), as: .json), as: UTF8.self))
                })
        }

        @Test("One or many")
        func oneOrMany() throws {
            let one = try roundTrip(
                #"{"tags":"a","levels":"high","days":"2020-01-02","owners":{"id":"o","name":"n"},"authors":"b"}"#
            ) {
                #expect(
                    $0.tags == ["a"] && $0.levels == [.high] && $0.days.count == 1 && $0.owners.map(\.name) == ["n"])
                #expect($0.authors == OneOrMany(single: "b"))
            }
            #expect(one["tags"] == #"["a"]"# && one["levels"] == #""high""# && one["authors"] == #""b""#)
            #expect(one["days"] == #"["2020-01-02"]"#)
            let many = try roundTrip(#"{"tags":["a","b"],"levels":["high"],"authors":["b"],"owners":[]}"#)
            #expect(many["tags"] == #"["a","b"]"# && many["levels"] == #""high""# && many["authors"] == #"["b"]"#)
            var list = OneOrMany(single: 1)
            list.elements.append(2)
            #expect(!list.isSingle && list == [1, 2])
            list.isSingle = true
            #expect(!list.isSingle)
        }

        @Test("Numbers or texts, seconds or ISO 8601, a text or an object")
        func scalars() throws {
            let texts = try roundTrip(
                #"{"count":"5","ratio":"0.5","seen":1521218954,"picture":"u","other":{"url":"v","width":3}}"#
            ) {
                #expect($0.count == 5 && $0.ratio == 0.5 && $0.seen == Date(timeIntervalSince1970: 1_521_218_954))
                #expect($0.picture == Picture(url: "u") && $0.other == Picture(url: "v", width: 3))
            }
            #expect(texts["count"] == "5" && texts["ratio"] == "0.5" && texts["seen"] == #""2018-03-16T16:49:14Z""#)
            #expect(texts["picture"] == #""u""# && texts["other"] == #"{"url":"v","width":3}"#)
            let own = try roundTrip(
                #"{"count":5,"ratio":1,"seen":"2018-03-16T16:49:14Z","picture":{"url":"u"},"other":""}"#
            ) { #expect($0.count == 5 && $0.ratio == 1 && $0.other == nil && $0.picture == Picture(url: "u")) }
            #expect(own["picture"] == #""u""# && own["other"] == nil)
        }

        @Test("Empty values that stand for none", arguments: [#""""#, "[]", "{}", "false", "null"])
        func empties(_ empty: String) throws {
            let members = try roundTrip(#"{"owner":\#(empty)}"#) { #expect($0.owner == nil) }
            #expect(members["owner"] == nil)
            let owner = try roundTrip(#"{"owner":{"id":"o"},"until":"2020-01-02"}"#) {
                #expect($0.owner?.id == "o" && $0.until != nil)
            }
            #expect(owner["until"] == #""2020-01-02""#)
            if [#""""#, "false"].contains(empty) {
                #expect(try JSONFormat().decode(Item.self, from: Data(#"{"until":\#(empty)}"#.utf8)).until == nil)
            }
        }

        @Test("An identifier or a model")
        func expandable() throws {
            let members = try roundTrip(
                #"{"customer":"c","customers":["a",{"id":"b","name":"n"}]}"#
            ) {
                #expect($0.customer?.id == "c" && $0.customer?.model == nil && $0.customers.map(\.id) == ["a", "b"])
                #expect($0.customers[1].model?.name == "n")
            }
            #expect(members["customer"] == #""c""# && members["customers"] == #"["a",{"id":"b","name":"n"}]"#)
        }

        @Test(
            "What is none of the kinds is an error with its place",
            arguments: [
                (#"{"tags":{}}"#, "tags"), (#"{"tags":["a",[]]}"#, "tags[1]"), (#"{"levels":"middle"}"#, "levels"),
                (#"{"count":"many"}"#, "count"), (#"{"count":1.5}"#, "count"), (#"{"seen":true}"#, "seen"),
                (#"{"seen":"yesterday"}"#, "seen"), (#"{"picture":true}"#, "picture"), (#"{"owner":true}"#, "owner"),
                (#"{"owner":[1]}"#, "owner"),
                (#"{"until":[]}"#, "until"), (#"{"until":"x"}"#, "until"), (#"{"customers":["a",[]]}"#, "customers[1]"),
                (#"{"authors":{"a":1}}"#, "authors"),
            ])
        func errors(_ text: String, _ path: String) {
            let error = #expect(throws: ModelError.self) { try JSONFormat().decode(Item.self, from: Data(text.utf8)) }
            #expect(error?.path.description == path && error?.code == .typeMismatch, "\(String(describing: error))")
        }

        @Test("Shared models stay shared beside identifiers")
        func sharing() throws {
            let item = Item()
            let owner = Owner()
            (item.owner, item.owners) = (owner, [owner])
            item.customers = [.model(owner), .id("x"), .model(owner)]
            let archive = try FormatRegistry.current.provider(for: .keyedArchive)
            let copy = try archive.decode(Item.self, from: archive.encode(item))
            #expect(
                copy.owners[0] === copy.owner && copy.customers[0].model === copy.owner
                    && copy.customers[2].model === copy.owner)
        }
    }
#endif
