import Foundation
import JSONFormat
import ModelCore
import TestSupport
import Testing

/// Objects: classes, the order of keys, missing, unknown and repeated ones.
@Suite struct JSONObjectTests {
    private let json = JSONFormat()

    private var classes: ClassRegistry {
        var classes = ClassRegistry()
        classes.add(Kid.self)
        classes.add(Pupil.self)
        return classes
    }

    @Test func subclassesAreNamed() throws {
        let rich = Rich()
        let pupil = Pupil()
        pupil.name = "p"
        pupil.school = "s"
        rich.children = [Kid(), pupil]
        rich.child = pupil
        let text = try ClassRegistry.withClasses(classes) { try json.text(rich.children) }
        #expect(text == "[{\"name\":\"\",\"size\":0},{\"$class\":\"Pupil\",\"name\":\"p\",\"size\":0,\"school\":\"s\"}]")
        try ClassRegistry.withClasses(classes) {
            let read = try json.read([Kid].self, text)
            #expect(read.map { type(of: $0) == Pupil.self } == [false, true])
            #expect((read.last as? Pupil)?.school == "s")
            #expect(try json.text(read) == text)
        }
        let node = try json.read(ModelNode.self, text)
        #expect(node[1]?["name"]?.stringValue == "p")
        #expect(try json.text(node) == text)
        #expect(try json.text(pupil) == "{\"name\":\"p\",\"size\":0,\"school\":\"s\"}")
    }

    @Test("A class is named behind other keys too, as where a database has put them in its own order")
    func lateClasses() throws {
        try ClassRegistry.withClasses(classes) {
            let text = #"[{"name":"n","$class":"Pupil","school":"s","size":2},{"size":1,"name":"k"},{"name":"","$class":5}]"#
            let read = try json.read([Kid].self, text)
            #expect(read.map { type(of: $0) == Pupil.self } == [true, false, false])
            #expect((read[0] as? Pupil)?.school == "s" && read[0].size == 2 && read[0].name == "n")
            #expect(
                try json.text(read)
                    == #"[{"$class":"Pupil","name":"n","size":2,"school":"s"},{"name":"k","size":1},{"name":"","size":0,"$class":5}]"#)
            #expect { try json.read([Kid].self, #"[{"name":"n","$class":"Nobody"}]"#) } throws: {
                ($0 as? ModelError)?.code == .unknownClass
            }
            // Nothing else than a model is made of it.
            let dictionary = ["!": "a", "$class": "Pupil"]
            #expect(try json.read([String: String].self, try json.text(dictionary)) == dictionary)
            #expect(try json.read(ModelNode.self, #"{"name":"n","$class":"Pupil"}"#).kind == .dictionary)
        }
    }

    @Test("An object's own text under that key comes first, and is escaped; what a file has behind others stays there")
    func ownClassKey() throws {
        try ClassRegistry.withClasses(classes) {
            var builder = DocumentBuilder()
            try builder.beginObject(CodedClass(name: "Kid"))
            for (key, value) in [("name", "n"), ("$class", "Pupil"), ("$$class", "x")] {
                try builder.key(key)
                try builder.append(value)
            }
            try builder.end()
            let kid = try builder.finish().decode(Kid.self)
            let text = try json.text(kid)
            #expect(text == #"{"$$class":"Pupil","name":"n","size":0,"$$$class":"x"}"#)
            let again = try json.read(Kid.self, text)
            #expect(type(of: again) == Kid.self && again.name == "n")
            #expect(again.unknownValues?["$class"]?.stringValue == "Pupil")
            #expect(try json.text(again) == text)
            let sorted = try JSONFormat().encode(kid, as: .json([.sortedKeys]))
            #expect(String(decoding: sorted, as: UTF8.self) == #"{"$$class":"Pupil","$$$class":"x","name":"n","size":0}"#)
            let foreign = #"{"name":"n","size":0,"other":{"name":"o","$class":"Pupil"}}"#
            #expect(try json.text(json.read(Kid.self, foreign)) == foreign)
            #expect(try json.text(json.read(ModelDocument.self, foreign)) == foreign)
        }
    }

    @Test func aKeyNamedAsTheClassIsNoClass() throws {
        let dictionary = ["$class": "x", "a": "b"]
        let text = try json.text(dictionary)
        #expect(text == #"{"$$class":"x","a":"b"}"#)
        #expect(try json.read([String: String].self, text) == dictionary)
        // As it was written before.
        #expect(try json.read([String: String].self, #"{"\u0024class":"x","a":"b"}"#) == dictionary)
        let both = ["$class": "x", "$$class": "y", "a$class": "z"]
        #expect(try json.read([String: String].self, try json.text(both)) == both)
        #expect(try json.read(ModelNode.self, text).kind == .dictionary)
        #expect(try json.read(ModelNode.self, "{\"$class\":1}").kind == .dictionary)
        #expect(try json.read([String: String].self, #"{ "$class" : "x"}"#) == ["$class": "x"])
    }

    @Test func keysInAnyOrder() throws {
        let members = ["\"name\":\"n\"", "\"size\":3", "\"school\":\"s\"", "\"more\":{\"name\":[1]}", "\"other\":null"]
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let text = "{" + members.shuffled(using: &generator).joined(separator: " , ") + "}"
            let pupil = try json.read(Pupil.self, text)
            #expect(pupil.name == "n" && pupil.size == 3 && pupil.school == "s", "\(text)")
        }
        #expect(try json.read(Kid.self, #"{"n\u0061me":"x"}"#).name == "x")
    }

    @Test func missingKeysLeaveDefaults() throws {
        let kid = try json.read(Rich.self, "{\"text\":\"t\"}")
        #expect(kid.text == "t" && kid.missing == "default")
        #expect(try json.read(Rich.self, "{\"missing\":null}").missing == nil)
        let rich = Rich()
        rich.missing = nil
        #expect(try json.text(rich).hasSuffix("\"missing\":null}"))
    }

    @Test(arguments: [
        #"{"name":"a","name":"b"}"#, #"{"name":"a","x":1,"size":2,"x":1}"#, #"{"size":1,"name":"a","size":1}"#,
        #"{"name":"a","size":1,"name":"a"}"#, #"{"name":"a","n\u0061me":"b"}"#, #"{"u":{"a":1,"a":2}}"#,
        #"{"name":"a","size":1,"u":[{"b":{},"c":1,"b":2}]}"#,
    ])
    func repeatedKeys(_ text: String) throws {
        func isRepeated(_ error: any Error) -> Bool {
            guard let error = error as? ModelError else { return false }
            return error.code == .duplicateKey && error.location?.line == 1
        }
        #expect(throws: (any Error).self) { try json.read(Kid.self, text) }
        #expect { try json.read(Kid.self, text) } throws: { isRepeated($0) }
        #expect { try json.read(ModelNode.self, text) } throws: { isRepeated($0) }
        #expect { try json.decode(from: Data(text.utf8), as: .json) { try $0.skipValue() } } throws: { isRepeated($0) }
        for choice in [JSONFormat.DuplicateKeys.first, .last] {
            _ = try JSONFormat(duplicateKeys: choice).read(ModelNode.self, text)
        }
    }

    @Test func firstOrLastOfRepeatedKeys() throws {
        let text = #"{"name":"a","size":1,"name":"b"}"#
        #expect(try JSONFormat(duplicateKeys: .first).read(Kid.self, text).name == "a")
        #expect(try JSONFormat(duplicateKeys: .last).read(Kid.self, text).name == "b")
        // In an object with the keys of the one before, the repeated key is the one that is expected.
        let same = #"[{"a":1,"b":2},{"a":1,"b":2,"b":3},{"a":1,"a":4,"b":5}]"#
        let last = try JSONFormat(duplicateKeys: .last).document(from: Data(same.utf8))
        #expect(last[1]?["b"]?.intValue == 3 && last[2]?["a"]?.intValue == 4 && last[2]?["b"]?.intValue == 5)
        let first = try JSONFormat(duplicateKeys: .first).document(from: Data(same.utf8))
        #expect(first[1]?["b"]?.intValue == 2 && first[2]?["a"]?.intValue == 1 && first[2]?["b"]?.intValue == 5)
        let node = try JSONFormat(duplicateKeys: .last).read(ModelNode.self, text)
        #expect(try json.text(node) == #"{"size":1,"name":"b"}"#)
    }

    @Test func objectsWithManyKeys() throws {
        let keys = (0..<5000).map { "key\($0)" }
        let dictionary = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
        #expect(try json.read([String: Int].self, try json.text(dictionary)) == dictionary)
        let shuffled = "{" + keys.shuffled().map { "\"\($0)\":1" }.joined(separator: ",") + ",\"key17\":2}"
        #expect { try json.read(ModelNode.self, shuffled) } throws: { ($0 as? ModelError)?.code == .duplicateKey }
        #expect(throws: ModelError.self) { try json.read(Kid.self, shuffled) }
        let read = try json.decode(from: Data((shuffled.dropLast(11) + "}").utf8), as: .json) { decoder in
            _ = try decoder.beginObject()
            var found = 0
            for key in keys.shuffled() where try decoder.moveToKey(ModelKey(key)) { found += Int(try decoder.decode(Int64.self)) }
            #expect(try !decoder.moveToKey("none"))
            try decoder.endObject()
            return found
        }
        #expect(read == 5000)
    }

    @Test func aKeyMayBeAskedForTwiceOrLeftUnread() throws {
        let text = #"{"a":1,"b":[1,{"c":2}],"d":"x"}"#
        try json.decode(from: Data(text.utf8), as: .json) { decoder in
            #expect(try decoder.beginObject() == nil)
            #expect(try decoder.moveToKey("a"))
            #expect(try decoder.moveToKey("b"))
            #expect(try decoder.moveToKey("d"))
            #expect(try decoder.decode(String.self) == "x")
            #expect(try !decoder.moveToKey("e"))
            #expect(try decoder.moveToKey("a"))
            #expect(try decoder.decode(Int64.self) == 1)
            #expect(try decoder.moveToKey("a"))
            #expect(try decoder.decode(Int64.self) == 1)
            #expect(try decoder.objectKeys() == ["a", "b", "d"])
            try decoder.endObject()
        }
    }

    @Test func writingAgainstTheRules() throws {
        func check(_ body: (ModelEncoder) throws -> Void) {
            #expect(throws: ModelError.self) { try json.encode { try body($0) } }
        }
        check { _ in }
        check { try $0.encode(1 as Int64); try $0.encode(2 as Int64) }
        check { try $0.encodeKey("a" as ModelKey) }
        check { _ = try $0.beginDictionary(); try $0.encode(true) }
        check { _ = try $0.beginDictionary(); try $0.encodeKey("a" as String); try $0.end() }
        check { _ = try $0.beginDictionary(); try $0.end(); try $0.end() }
        check { _ = try $0.beginValueDictionary() }
        check { _ = try $0.beginArray(.array) }
        check { try $0.end() }
        check { encoder in
            _ = try encoder.beginDictionary()
            for _ in 0..<2 {
                try encoder.encodeKey("a" as String)
                try encoder.encodeNull()
            }
            try encoder.end()
        }
        check { encoder in
            _ = try encoder.beginDictionary()
            for index in (0..<100).reversed() {
                try encoder.encodeKey("k\(index % 99)" as String)
                try encoder.encodeNull()
            }
            try encoder.end()
        }
    }

    @Test func readingAgainstTheRules() throws {
        let uses: [(ModelDecoder) throws -> Void] = [
            { _ = try $0.nextElement() }, { _ = try $0.nextEntry() }, { _ = try $0.moveToKey("a") }, { try $0.endObject() },
            { _ = try $0.objectKeys() }, { _ = try $0.beginObject(); _ = try $0.nextElement() },
            { _ = try $0.beginObject(); _ = try $0.decode(Int64.self) }, { _ = try $0.beginObject() },
            { _ = try $0.beginArray() }, { _ = try $0.decode(Int64.self) },
        ]
        for use in uses {
            #expect(throws: ModelError.self) { try json.decode(from: Data(#"{"a":1}"#.utf8), as: .json) { try use($0) } }
        }
    }

    @Test func cycles() throws {
        let link = Link()
        link.next = Link()
        link.next?.next = link
        defer { link.next = nil }
        #expect { try json.encode(link) } throws: {
            let error = $0 as? ModelError
            return error?.code == .cycle && error?.path.components.isEmpty == false
        }
    }

    @Test("However lines are broken and indented, keys and values are the same", arguments: [false, true])
    func indentation(_ allowsJSON5: Bool) throws {
        let format = JSONFormat(reading: allowsJSON5 ? .json5 : [])
        let objects = [
            #"{"a":1,"bb":-2.5,"c":"x","d":[true,null]}"#, #"{"a":3,"bb":4,"c":"","d":[]}"#, #"{"a":5,"cc":6,"d":7}"#,
            #"{"a":8,"bb":9,"c":"y","d":0}"#, "{}",
        ]
        let expected = try format.document(from: Data("[\(objects.joined(separator: ","))]".utf8))
        for space in ["\n", "\n    ", "\n                ", "\r\n  ", "\n\t", " \n ", "\n \n", "  "] {
            for colon in [":", ": ", " : ", ":  ", ":\n "] {
                let spaced = objects.map {
                    $0.replacing(",", with: ",\(space)").replacing(":", with: colon).replacing("}", with: "\(space)}")
                }
                let text = "[" + spaced.joined(separator: ",") + "]"
                #expect(try format.document(from: Data(text.utf8)) == expected, "\(text)")
            }
        }
    }
}
