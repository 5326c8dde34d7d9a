import Foundation
import HRCoder
import ModelCore
import ModelTesting
import TestSupport
import Testing

@Suite("Aliases")
struct AliasTests {
    @Test("Backward, forward, circular and to the root")
    func directions() throws {
        let node = try read(
            """
            {
                "$class": "HRBook",
                "selected": {"$alias": "pages.1"},
                "pages": [
                    {"$class": "HRPage", "title": "One", "next": {"$alias": "pages.1"}, "book": {"$alias": "$root"}},
                    {"$class": "HRPage", "title": "Two", "next": {"$alias": "pages.0"}}
                ],
                "again": {"$alias": "pages"}
            }
            """)
        let pages = try #require(node["pages"])
        #expect(node["selected"]?["title"]?.stringValue == "Two")
        #expect(node["selected"]?.instance == pages[1]?.instance)
        #expect(pages[1]?["next"]?.instance == pages[0]?.instance)
        #expect(pages[0]?["next"]?.instance == pages[1]?.instance)
        #expect(pages[0]?["book"]?.instance == node.instance)
        #expect(node["again"]?.instance == pages.instance)
    }

    @Test("Models take them as nodes do")
    func models() throws {
        let book = try read(
            HRBook.self,
            """
            {"selected": {"$alias": "pages.1"}, "$class": "HRBook",
             "pages": [{"next": {"$alias": "selected"}, "title": "One", "book": {"$alias": "$root"}}, {"$class": "HRPicture", "title": "Two"}],
             "index": {"first": {"$alias": "pages.0"}, "second": {"$alias": "index.first.next"}}}
            """)
        #expect(book.pages.map(\.title) == ["One", "Two"])
        #expect(book.selected === book.pages[1])
        #expect(book.selected is HRPicture)
        #expect(book.pages[0].next === book.pages[1])
        #expect(book.pages[0].book === book)
        #expect(book.index["first"] === book.pages[0])
        #expect(book.index["second"] === book.pages[1])
    }

    @Test("Empty keys, keys like indexes, and keys with full stops beside the same path without them")
    func oddPaths() throws {
        let node = try read(
            """
            {"": {"": [{"name": "empty"}]}, "0": [{"0": {"name": "zero"}}],
             "a": {"b": {"name": "nested"}}, "a.b": {"name": "dotted"}, "c.d": {"name": "only dotted"},
             "1": {"$alias": "..0"}, "2": {"$alias": "0.0.0"}, "3": {"$alias": "a.b"}, "4": {"$alias": "a\\\\.b"},
             "5": {"$alias": "c.d"}, "6": {"$alias": "c\\\\.d"}, "7": {"$alias": ""}, "8": {"$alias": "$root.a.b"}}
            """)
        let names = ["1": "empty", "2": "zero", "3": "nested", "4": "dotted", "5": "only dotted", "6": "only dotted"]
        for (key, name) in names { #expect(node[key]?["name"]?.stringValue == name, "\(key)") }
        #expect(node["7"]?.instance == node[""]?.instance)
        #expect(node["8"]?.instance == node["3"]?.instance)
    }

    @Test("Of several keys with full stops, the shortest that leads to a value counts")
    func severalFullStops() throws {
        let node = try read(
            """
            {"a.b": {"c.d": {"name": "short"}}, "a.b.c": {"d": {"name": "long"}}, "1": {"$alias": "a.b.c.d"},
             "p.q": {"r": 1}, "p.q.r": {"s": {"name": "only long"}}, "2": {"$alias": "p.q.r.s"},
             "in": {"x.y.z": {"name": "one"}, "x.y": {"z": {"name": "two"}}}, "3": {"$alias": "in.x.y.z"}}
            """)
        for (key, name) in ["1": "short", "2": "only long", "3": "two"] {
            #expect(node[key]?["name"]?.stringValue == name, "\(key)")
        }
    }

    @Test("An alias to a single value is a copy of it")
    func scalars() throws {
        let node = try read(
            """
            {"text": "hello", "number": 1.5, "nothing": null, "when": {"$class": "NSDate", "NS.time": 1},
             "a": {"$alias": "text"}, "b": {"$alias": "number"}, "c": {"$alias": "nothing"}, "d": {"$alias": "when"}, "e": {"$alias": "d"}}
            """)
        #expect(node["a"]?.stringValue == "hello")
        #expect(node["b"]?.scalar == .double(1.5))
        #expect(node["c"]?.scalar == .null)
        #expect(node["e"]?.scalar == .date(Date(timeIntervalSinceReferenceDate: 1)))
        let page = try read(
            HRPage.self,
            #"{"title": {"$alias": "notes.a"}, "ratio": {"$alias": "notes.b"}, "notes": {"a": "x", "b": 0.5}}"#)
        #expect(page.title == "x")
        #expect(page.ratio == 0.5)
    }

    @Test("Aliases of aliases, and paths that lead through them")
    func chains() throws {
        let node = try read(
            """
            {"a": {"$alias": "b"}, "b": {"$alias": "c"}, "c": {"list": [1, {"x": {"$alias": "$root"}}]},
             "d": {"$alias": "a.list"}, "e": {"$alias": "d.1.x.c.list.1"}, "f": {"$alias": "$root.c"}}
            """)
        #expect(node["a"]?.instance == node["c"]?.instance)
        #expect(node["d"]?.instance == node["c"]?["list"]?.instance)
        #expect(node["e"]?.instance == node["c"]?["list"]?[1]?.instance)
        #expect(node["f"]?.instance == node["c"]?.instance)
    }

    @Test(
        "One that leads nowhere, or round in a circle, is refused where it stands",
        arguments: [
            #"{"a": 1,\#n "b": {"$alias": "c"}}"#, #"{"a": [1],\#n "b": {"$alias": "a.1"}}"#,
            #"{"a": 5,\#n "b": {"$alias": "a.b"}}"#,
            // An index has one spelling.
            #"{"a": [1, 2],\#n "b": {"$alias": "a.00"}}"#, #"{"a": [1, 2],\#n "b": {"$alias": "a.01"}}"#,
            #"{"a": [1, 2],\#n "b": {"$alias": "a.+1"}}"#, #"{"a": [1, 2],\#n "b": {"$alias": "a.-1"}}"#,
            #"{"a": {"$alias": "b"},\#n "b": {"$alias": "a"}}"#, #"{"a": 1,\#n "b": {"$alias": "b"}}"#,
            #"{"a": 1,\#n "b": {"$alias": 5}}"#, #"{"a": 1,\#n "b": {"$alias": ["a"]}}"#,
            #"{"a": 1,\#n "b": {"$alias": ""}}"#,
            #"{"a": {"$alias": "b.x"},\#n "b": {"$alias": "a.x"}}"#,
        ])
    func unusedKeyPath(_ text: String) throws {
        let error = try #require(refusal(text))
        #expect(error.code == .corruptData)
        #expect(error.format == .hrCodedJSON)
        #expect(error.path.description == "b" || error.path.description == "a")
        #expect(error.location?.line == (error.path.description == "b" ? 2 : 1))
        #expect(error.description.contains("alias"))
    }

    @Test("The reason says whether it leads nowhere or in a circle")
    func reasons() throws {
        #expect(
            refusal(#"{"b": {"$alias": "c"}}"#)?.reason == #"The alias "c" leads nowhere: there is no such key path."#)
        #expect(refusal(#"{"b": {"$alias": "b"}}"#)?.reason.contains("leads to itself") == true)
        #expect(refusal(#"{"$alias": "$root"}"#)?.reason.contains("leads to itself") == true)
    }

    @Test("An alias beside other keys is a key like any other, and one that nobody reads harms nobody")
    func harmless() throws {
        let node = try read(#"{"a": {"$alias": "b", "c": 1}}"#)
        #expect(node["a"]?["$alias"]?.stringValue == "b")
        #expect(try read(HRPage.self, #"{"title": "x", "unknown": {"$alias": "nowhere"}}"#).title == "x")
    }

    @Test("A class that is named twice is an error, wherever the names stand")
    func classTwice() {
        for text in [
            #"{"$class": "HRPage", "$class": "HRPage"}"#, #"{"$class": "HRPage", "title": "x", "$class": "HRBook"}"#,
            #"{"title": "x", "$class": "HRPage", "$class": "HRPage"}"#,
        ] {
            #expect {
                try read(HRPage.self, text)
            } throws: {
                ($0 as? ModelError)?.code == .duplicateKey
            }
        }
    }

    @Test("Classes that aren't registered, and objects of the wrong class, are refused where they stand")
    func classes() throws {
        for (text, code) in [
            (
                #"{"pages": [{"$class": "HRPage"},\#n {"title": 1, "$class": "HRUnknown"}]}"#,
                ModelError.Code.unknownClass
            ),
            (#"{"pages": [{"$class": "HRPage"},\#n {"title": 1, "$class": "HRBook"}]}"#, .classMismatch),
            (#"{"pages": [{"$class": "HRPage"},\#n {"$alias": "$root"}]}"#, .classMismatch),
        ] {
            do {
                _ = try read(HRBook.self, text)
                Issue.record("\(text) was read")
            } catch let error as ModelError {
                #expect(error.code == code)
                #expect(error.path.description == "pages[1]")
                #expect(error.location?.line == 2)
            }
        }
    }

    @Test("A weak reference leads forward, backward, or is left out", arguments: forms)
    func weak(_ format: FileFormat) throws {
        let book = HRBook()
        let (one, two, three) = (HRPage("One"), HRPage("Two"), HRPage("Three"))
        book.pages = [one, two]
        one.later = two
        one.book = book
        two.later = three
        two.notes = ["$alias": 1, "f": Float(0.1)]
        let data = try ClassRegistry.withClasses(.pages) { try HRCoder().encode(book, as: format) }
        let back = try ClassRegistry.withClasses(.pages) { try HRCoder().decode(HRBook.self, from: data, as: format) }
        #expect(back.pages[0].later === back.pages[1])
        #expect(back.pages[0].book === back)
        #expect(back.pages[1].later == nil)
        #expect(back.pages[1].notes["$alias"] as? Int == 1)
        #expect(back.pages[1].notes["f"] as? Float == 0.1)
        if format == .hrCodedJSON { #expect(String(decoding: data, as: UTF8.self).contains(#""$alias": "pages.1""#)) }
        #expect(throws: Never.self) { try OriginalReader.node(data, format) }
    }

    @Test("A value that can't be written behind a weak reference is refused with its path")
    func weakError() throws {
        let book = HRBook()
        let (one, two) = (HRPage("One"), HRPage("Two"))
        book.pages = [one, two]
        one.later = two
        two.notes = ["k": String(repeating: "x", count: 300)]
        // What the base refuses for its size, say, only shows in the end.
        do {
            _ = try HRCoder().encode(book, as: .hrCodedJSON, limits: DecodingLimits(bytes: 200))
            Issue.record("It was written.")
        } catch let error as ModelError {
            #expect(error.code == .bytesExceeded)
        }
    }

    @Test("Shared parts of nodes are aliases by the path of the first", arguments: forms)
    func sharing(_ format: FileFormat) throws {
        let shared = ModelNode.array(ArrayNode([.int(1), .int(2)]))
        let object = ObjectNode(CodedClass(name: "HRPage"), [("shared", shared)])
        object.properties.append(("self", .object(object)))
        let root = ModelNode.array(
            ArrayNode([
                shared, .dict(["o": .object(object)]), .object(object),
                .array(ArrayNode([.object(object)], kind: .set)),
            ]))
        let data = try HRCoder().encode(root, as: format)
        let back = try HRCoder().decode(ModelNode.self, from: data, as: format)
        #expect(Fingerprint.text(of: back) == Fingerprint.text(of: root))
        #expect(Fingerprint.text(of: try OriginalReader.node(data, format)) == Fingerprint.text(of: root))
        object.properties = []
    }

    @Test("Objects in sets and in dictionaries with keys of any kind have paths too", arguments: forms)
    func coded(_ format: FileFormat) throws {
        let object = ModelNode.object(ObjectNode(CodedClass(name: "HRPage"), [("title", .text("x"))]))
        let key = ModelNode.array(ArrayNode([.int(1)]))
        let set = ModelNode.array(ArrayNode([.text("a"), object], kind: .orderedSet))
        let dictionary = ModelNode.dictionary(
            DictionaryNode([(key, .array(ArrayNode([object]))), (.int(5), set), (.text("t"), key)]))
        let root = ModelNode.dict(["d": dictionary, "s": set, "o": object, "k": key])
        let data = try HRCoder().encode(root, as: format)
        let back = try HRCoder().decode(ModelNode.self, from: data, as: format)
        #expect(Fingerprint.text(of: back) == Fingerprint.text(of: root))
        #expect(Fingerprint.text(of: try OriginalReader.node(data, format)) == Fingerprint.text(of: root))
    }

    @Test(
        "20,000 aliases in 20,000 elements are no more work than as many of anything else", .endsAtLast,
        arguments: forms)
    func wide(_ format: FileFormat) throws {
        let objects = (0..<10_000).map { ModelNode.object(ObjectNode(CodedClass(name: "HRPage"), [("n", .int($0))])) }
        let root = ModelNode.dict([
            "objects": .array(ArrayNode(objects)), "again": .array(ArrayNode(objects + objects)),
        ])
        let data = try HRCoder().encode(root, as: format)
        let back = try HRCoder().decode(ModelNode.self, from: data, as: format)
        #expect(back["again"]?[19_999]?.instance == back["objects"]?[9_999]?.instance)
        #expect(try HRCoder().encode(back, as: format) == data)
    }

    @Test("A long chain of aliases is followed in one go", .endsAtLast)
    func longChain() throws {
        let links = (0..<50_000).map { #""k\#($0)":{"$alias":"k\#($0 + 1)"}"# }.joined(separator: ",")
        let node = try read("{\(links),\"k50000\":[1]}")
        #expect(node["k0"]?.instance == node["k50000"]?.instance)
        #expect(refusal("{\(links)}")?.reason.contains("leads nowhere") == true)
    }
}
