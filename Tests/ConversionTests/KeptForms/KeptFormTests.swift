import FastCoder
import Foundation
import JSONFormat
import KeyedArchive
import ModelCore
import PlistFormat
import TestSupport
import Testing

#if Macros
    /// Values whose files have them in another form than the library writes.
    @Suite("Kept forms")
    struct KeptFormTests {
        private func read<Value: ModelValue>(
            _ type: Value.Type, _ text: String, byDocument: Bool = false, as format: JSONFormat = JSONFormat()
        ) throws -> Value {
            let content = Data(text.utf8)
            return try byDocument ? format.decodeByDocument(type, from: content) : format.decode(type, from: content)
        }

        private func written(_ value: some ModelValue, as format: JSONFormat = JSONFormat()) throws -> String {
            String(decoding: try format.encode(value, as: .json), as: UTF8.self)
        }

        @Test("A service's object comes back as it was", arguments: [false, true])
        func repository(byDocument: Bool) throws {
            let text = """
                [{"id":"1","archive_url":"http://a.example/repos/o/r/{archive_format}{/ref}","homepage":"",\
                "created_at":"2011-04-22T13:33:48-04:00","pushed_at":1303479228,"fixed_at":null,"score":"7.5","starred":1}]
                """
            let read = try read([KeptRepository].self, text, byDocument: byDocument)
            #expect(read[0].id == 1 && read[0].score == 7.5 && read[0].starred && read[0].homepage == nil)
            expectEqual(try written(read), text)
            // What changes is written anew, and nothing else.
            read[0].score = 8
            read[0].archiveURL = URL(string: "http://b.example")
            read[0].created = Date(timeIntervalSince1970: 0)
            expectEqual(
                try written(read),
                """
                [{"id":"1","archive_url":"http://b.example","homepage":"","created_at":"1970-01-01T00:00:00.000Z",\
                "pushed_at":1303479228,"fixed_at":null,"score":8.0,"starred":1}]
                """)
        }

        @Test("A URL comes back as it was, in every class", arguments: [
            #"{"name":"n","link":"http://a/{x}","other":"a b","links":[],"byName":{},"places":[]}"#,
            #"{"name":"n","link":"http://ä.de/ü","links":["http://a","a|b"],"byName":{"k":"^"},"places":[]}"#,
            #"{"name":"n","link":"http://a","links":[],"byName":{},"place":{"link":"{","x":1},"places":[{"x":1},{"link":"a b","x":2}]}"#,
            #"{"name":"n","link":"http://a/%7Bx%7D","other":"http://xn--4ca.de/%C3%BC","links":["a%20b"],"byName":{},"places":[]}"#,
        ])
        func links(text: String) throws {
            for byDocument in [false, true] {
                let read = try read([KeptLinks].self, "[\(text),\(text)]", byDocument: byDocument)
                expectEqual(try written(read), "[\(text),\(text)]")
                #expect(String(decoding: try JSONFormat().encodeByDocument(read, as: .json), as: UTF8.self) == "[\(text),\(text)]")
                // The rest of a struct changes.
                read[0].name = "m"
                #expect(try written(read).hasPrefix("[" + text.replacing(#""n""#, with: #""m""#)))
                read[1].link = URL(string: "x:y")!
                #expect(try written(read).contains(#""link":"x:y""#))
            }
        }

        @Test("A URL with an observer, in a class that ignores unknown keys")
        func observed() throws {
            for byDocument in [false, true] {
                let read = try read([KeptObserved].self, #"[{"count":0,"link":"a b","more":1}]"#, byDocument: byDocument)
                #expect(read[0].count == 1)
                expectEqual(try written(read), #"[{"count":1,"link":"a b"}]"#)
            }
        }

        static let texts = [
            #"{"number":"5","big":"7","real":"1.5","amount":1.50,"flag":1,"text":5,"date":"2011-04-22T13:33:48-04:00"}"#,
            #"{"number":5.0,"real":5.5,"flag":"true","date":"2011-04-22T13:33:48.500+02:00"}"#,
            #"{"id":"0a1b2c3d-0a1b-2c3d-4e5f-0a1b2c3d4e5f","data":"YQ==","kind":"closed","state":"strange"}"#,
            #"{"names":"x","tags":[],"table":{"k":{"a":null,"b":"","more":[1,null]}}}"#,
            #"{"names":["x"],"structs":[{"a":null},{"a":1,"z":true}],"child":{"number":"3","zz":1},"children":[{"text":1},{}]}"#,
            #"{"place":{"inner":{"deep":null}},"name":"n"}"#,
            #"{"place":{"inner":{"deep":"d"}},"fullName":null}"#,
            #"{"struct_":{"b":"x","inner":{"at":"2020-01-01T00:00:00+01:00"},"list":[{"n":"1"},{"at":null,"n":2}]}}"#,
            #"{"text":null,"number":null,"id":null,"table":null,"child":null,"children":null}"#,
        ]

        @Test("Documents come back as they were", arguments: texts)
        func asRead(text: String) throws {
            for byDocument in [false, true] {
                let list = "[\(text),{},\(text)]"
                let read = try read([KeptAll].self, list, byDocument: byDocument)
                try expectSame(try written(read), list)
                try expectSame(try written(read, as: JSONFormat(writing: [.json5], reading: [.json5])), list)
                // Also a second time, from other formats, if these have absent keys alone.
                let again = try self.read([KeptAll].self, try written(read))
                try expectSame(try written(again), list)
            }
        }

        private func expectEqual(_ left: String, _ right: String, at place: SourceLocation = #_sourceLocation) {
            #expect(left == right, sourceLocation: place)
        }

        private func expectSame(_ left: String, _ right: String, at place: SourceLocation = #_sourceLocation) throws {
            if try !same(left, right) { #expect(left == right, sourceLocation: place) }
        }

        /// True if both texts have the same values under the same keys.
        private func same(_ left: String, _ right: String) throws -> Bool {
            try JSONFormat(reading: [.json5]).document(from: Data(left.utf8)) == JSONFormat(reading: [.json5]).document(from: Data(right.utf8))
        }

        @Test("What changes inside a struct is written anew, and the rest as it was")
        func parts() throws {
            let text = #"[{"struct_":{"a":null,"b":"x","more":{"z":[1,null]},"list":[{"n":"1"},{"at":null,"n":2,"k":0}]}}]"#
            let read = try read([KeptAll].self, text)
            read[0].struct_.b = "y"
            try expectSame(try written(read), text.replacing(#""x""#, with: #""y""#))
            read[0].struct_.list[0].n = 5
            try expectSame(try written(read), text.replacing(#""x""#, with: #""y""#).replacing(#""1""#, with: "5"))
            read[0].struct_.list.removeFirst()
            try expectSame(try written(read), #"[{"struct_":{"a":null,"b":"y","more":{"z":[1,null]},"list":[{"at":null,"n":2,"k":0}]}}]"#)
            read[0].struct_.a = 3
            #expect(try written(read).contains(#""a":3"#))
            read[0].struct_ = KeptStruct()
            try expectSame(try written(read), #"[{"struct_":{"a":null,"b":"","list":[],"more":{"z":[1,null]}}}]"#)
        }

        @Test("The key of the file is kept", arguments: [
            #"[{"firstName":"x"},{"first_name":"z"},{"FirstName":"y","family":"f"},{"last_name":null},{}]"#
        ])
        func keys(text: String) throws {
            for byDocument in [false, true] {
                let read = try read([KeptSnake].self, text, byDocument: byDocument)
                expectEqual(try written(read), text)
                read[0].firstName = "w"
                #expect(try written(read).hasPrefix(#"[{"first_name":"w"}"#))
            }
        }

        @Test("A format says how its objects are written")
        func ofFormat() throws {
            let text = #"[{"first_name":"x","age":null,"note":""},{"age":"5"}]"#
            let service = JSONFormat(keys: .snakeCase, writtenDefaults: .asRead)
            for byDocument in [false, true] {
                let read = try read([KeptPlain].self, text, byDocument: byDocument, as: service)
                #expect(try written(read, as: service) == #"[{"first_name":"x","age":null},{"age":"5"}]"#)
            }
        }

        @Test("Forms are kept beside a format's styles of keys and dates", arguments: [false, true])
        func besideStyles(byDocument: Bool) throws {
            let service = JSONFormat(keys: .snakeCase, dates: .iso8601, writtenDefaults: .asRead)
            let text = #"[{"git_ssh_url":"x","until":"","times":["2011-04-22T13:33:48-04:00"]}]"#
            let read = try read([KeptStyled].self, text, byDocument: byDocument, as: service)
            #expect(read[0].gitSSHURL == "x" && read[0].times.count == 1)
            #expect(try written(read, as: service) == text)
            read[0].times.append(Date(timeIntervalSince1970: 0))
            let more = text.replacing(#"-04:00""#, with: #"-04:00","1970-01-01T00:00:00Z""#)
            #expect(try written(read, as: service) == more)
        }

        @Test("A form that means nothing in another format isn't written there")
        func otherFormats() throws {
            let text = """
                [{"number":"5","date":"2011-04-22T13:33:48-04:00","id":"0a1b2c3d-0a1b-2c3d-4e5f-0a1b2c3d4e5f","kind":"closed",\
                "state":"strange","names":"x","struct_":{"a":null,"b":"x","z":1},"real":null}]
                """
            let read = try read([KeptAll].self, text)
            for (provider, format) in [
                (PlistFormat(), FileFormat.xmlPropertyList), (PlistFormat(), .binaryPropertyList), (KeyedArchive(), .keyedArchive),
                (FastCoder(), .fastCoding),
            ] as [(any FormatProvider, FileFormat)] {
                let back = try provider.decode([KeptAll].self, from: try provider.encode(read, as: format))
                #expect(back[0].number == 5 && back[0].date == read[0].date && back[0].id == read[0].id)
                #expect(back[0].names == ["x"] && back[0].struct_ == read[0].struct_)
                // What the type doesn't have is kept in all formats.
                #expect(try written(back).contains(#""state":"strange""#))
                #expect(try !written(back).contains(#""text""#))
            }
        }

        @Test("A copy keeps the forms, and a patch changes only what it names")
        func copies() throws {
            let text = #"{"number":"5","date":"2011-04-22T13:33:48-04:00","kind":"closed"}"#
            let read = try read(KeptAll.self, text)
            #expect(try written(read.copy()) == text)
        }
    }
#endif
