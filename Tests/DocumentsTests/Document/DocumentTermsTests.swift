import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("What a document says in a format's terms, and what it makes of them")
struct DocumentTermsTests {
    /// The keys that come, and the keys of the document that they are read as again.
    private func keys(_ own: [String], sorted: Bool = false) throws -> (written: [String], read: [String]) {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        for key in own {
            try builder.key(key)
            try builder.append("x")
        }
        try builder.end()
        var walker = DocumentWalker(try builder.finish(), for: [.null])
        walker.sortsKeys = sorted
        let written = try walker.document()
        let format = EchoFormat([.null])
        let read = try format.read(ModelDocument.self) { builder in
            var walker = DocumentWalker(written)
            try walker.copy(into: &builder)
        }
        #expect(read.root.className == nil)
        return (written.root.keys, read.root.keys)
    }

    @Test(
        "A dictionary's own keys come back, whatever they are called",
        arguments: [
            ["$class"], ["$$class"], ["$class", "$$class"], ["$$class", "$class", "$$$class"],
            ["a", "$class", "$$class"],
            ["$classes", "$class"], ["$"],
        ])
    func ownKeys(_ own: [String]) throws {
        #expect(try keys(own).read == own)
        #expect(try Set(keys(own, sorted: true).read) == Set(own))
        #expect(try keys(own).written.first != "$class")
        #expect(try keys(own, sorted: true).written.first != "$class")
    }

    @Test("Keys that are made from values are escaped as texts are", arguments: [false, true])
    func valueKeys(sorted: Bool) throws {
        var builder = DocumentBuilder()
        try builder.beginValueDictionary()
        for key in [.string("$class"), .string("$$class"), .int64(1)] as [ModelScalar] {
            try builder.append(key)
            try builder.append("x")
        }
        try builder.end()
        let document = try builder.finish()
        var walker = DocumentWalker(document, for: [.null])
        walker.sortsKeys = sorted
        let written = try walker.document()
        #expect(Set(written.root.keys) == ["$$class", "$$$class", "1"])
        let read = try EchoFormat([.null]).read(ModelDocument.self) { builder in
            var walker = DocumentWalker(written)
            try walker.copy(into: &builder)
        }
        #expect(read.root.className == nil && Set(read.root.keys) == ["$class", "$$class", "1"])
    }

    @Test("A key that the file escapes names no class; one whose value is no text doesn't either")
    func escapedKeys() throws {
        let format = EchoFormat([.null])
        func read(isEscaped: Bool, _ value: ModelScalar) throws -> ModelDocument {
            try format.read(ModelDocument.self) { builder in
                try builder.beginDictionary()
                try builder.key("$class", isEscaped: isEscaped)
                try builder.append(value)
                try builder.key("a")
                try builder.append(true)
                try builder.end()
            }
        }
        let object = try read(isEscaped: false, .string("Thing"))
        #expect(object.root.className == "Thing" && object.root.keys == ["a"])
        for document in [try read(isEscaped: true, .string("Thing")), try read(isEscaped: false, .int64(1))] {
            #expect(document.root.className == nil && document.root.keys == ["$class", "a"])
        }
        // The text that names a class is no value, whose type somebody may declare.
        let undeclared = try format.read(ModelDocument.self) { builder in
            try builder.beginDictionary()
            try builder.key("$class")
            try builder.append(.string("Thing"), isDeclared: false)
            try builder.end()
        }
        #expect(undeclared.root.className == "Thing")
        // Read as a dictionary, it has all its keys.
        let dictionary = try format.read([String: String].self) { builder in
            try builder.beginDictionary()
            try builder.key("$class")
            try builder.append("Thing")
            try builder.end()
        }
        #expect(dictionary == ["$class": "Thing"])
    }

    @Test("Members come in the order of their keys' bytes, the class before them")
    func sortedKeys() throws {
        var builder = DocumentBuilder()
        try builder.beginArray()
        try builder.beginObject(named: "Thing")
        for key in ["b", "$a", " ", "a"] {
            try builder.key(key)
            try builder.append(key)
        }
        try builder.end()
        try builder.beginValueDictionary()
        for number in [3, 20, 1] {
            try builder.append(Int64(number))
            try builder.append("\(number)")
        }
        try builder.end()
        try builder.end()
        var walker = DocumentWalker(try builder.finish(), for: [.null])
        walker.sortsKeys = true
        let document = try walker.document()
        #expect(document[0]?.keys == ["$class", " ", "$a", "a", "b"])
        #expect(document[0]?["a"]?.stringValue == "a")
        #expect(document[1]?.keys == ["1", "20", "3"])
        #expect(document[1]?["20"]?.stringValue == "20")
    }

    @Test("What has no plainer terms is an archive where the format has archives, and is read again")
    func archives() throws {
        let values: [ModelScalar] = [
            .null, .geometry(.range(location: 1, length: 2)),
            .url(try #require(URL(string: "b", relativeTo: URL(string: "http://a")))),
            .date(Date(timeIntervalSinceReferenceDate: 0.5)), .decimal(.nan), .data(Data([1])), .uuid(UUID()),
        ]
        for value in values {
            let format = EchoFormat([.data, .wholeDates, .nonFinite, .archives])
            _ = try format.encode(ModelDocument(value))
            let plain = format.document
            #expect([.data, .string].contains(plain.root.kind))
            let back = try format.read(ModelDocument.self) { builder in
                var walker = DocumentWalker(plain)
                try walker.copy(into: &builder)
            }
            if plain.root.kind == .data { #expect(back.root.scalar == value || value == .decimal(.nan)) }
        }
        #expect(throws: ModelError.self) { try EchoFormat([.data, .archives]).encode(ModelDocument(.double(.nan))) }
    }

    @Test("The root's class comes where that is asked for")
    func rootClass() throws {
        var builder = DocumentBuilder()
        try builder.beginObject(named: "Thing")
        try builder.end()
        let document = try builder.finish()
        var plain = DocumentWalker(document, for: [])
        #expect(try plain.document().root.keys.isEmpty)
        var named = DocumentWalker(document, for: [.rootClass])
        #expect(try named.document()["$class"]?.stringValue == "Thing")
    }

    @Test("What can't be read is told to whoever reads it, and to nobody else")
    func unreadable() throws {
        func build(_ builder: inout DocumentBuilder) throws {
            try builder.beginDictionary()
            try builder.key("good")
            try builder.append(true)
            try builder.key("bad")
            try builder.append(unreadable: ModelError(.corruptData, "Nobody knows."))
            try builder.end()
        }
        let format = EchoFormat(.all)
        format.edit = build
        let good = try format.decode(from: Data(), as: EchoFormat.format) { decoder in
            _ = try decoder.beginObject()
            let good = try decoder.decode(Bool.self, forKey: "good")
            try decoder.endObject()
            return good
        }
        #expect(good == true)
        for read: (ModelDecoder) throws -> Void in [
            { _ = try $0.decode(Bool.self, forKey: "bad") }, { _ = try $0.decode([Int].self, forKey: "bad") },
            { _ = try $0.decode(String?.self, forKey: "bad") },
        ] {
            do {
                try format.decode(from: Data(), as: EchoFormat.format) { decoder in
                    _ = try decoder.beginObject()
                    try read(decoder)
                }
                Issue.record("It was read")
            } catch let error as ModelError {
                #expect(error.reason == "Nobody knows." && error.path.description == "bad")
            }
        }
        var builder = DocumentBuilder()
        try build(&builder)
        var walker = DocumentWalker(try builder.finish())
        var reason: String?
        do { while try walker.next() != nil {} } catch { reason = error.reason }
        #expect(reason == "Nobody knows.")
    }

    @Test("A number of many digits stands for the nearest double and float, and for no decimal")
    func numerals() throws {
        let format = EchoFormat([.null, .numerals])
        var digits = "0." + String(repeating: "1", count: 60)
        let text = digits
        func read<Value: ModelValue>(_ type: Value.Type) throws -> Value {
            try format.read(type) { builder in
                try digits.withUTF8 { try builder.append(numeral: $0) }
            }
        }
        #expect(try read(Double.self) == Double(text))
        #expect(try read(Float.self) == Float(text))
        #expect(throws: ModelError.self) { try read(Decimal.self) }
        #expect(throws: ModelError.self) { try read(Int.self) }
    }

    @Test("A scalar may be appended before it is known")
    func later() throws {
        var builder = DocumentBuilder()
        try builder.beginArray()
        let place = try builder.appendLater()
        try builder.append(true)
        try builder.end()
        try builder.fill(place, with: .string("at last"))
        #expect(throws: ModelError.self) { try builder.fill(place + 1, with: .null) }
        let document = try builder.finish()
        #expect(document[0]?.stringValue == "at last" && document[1]?.boolValue == true && document.root.count == 2)
        var walker = DocumentWalker(document)
        #expect(try walker.document() == document)
    }

    @Test("A walker passes over containers and members, and goes through others in their place")
    func detours() throws {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key("list")
        try builder.beginArray()
        for number in 0..<3 { try builder.append(Int64(number)) }
        try builder.end()
        try builder.key("other")
        try builder.beginArray()
        try builder.append("x")
        try builder.end()
        try builder.key("last")
        try builder.append(true)
        try builder.end()
        let document = try builder.finish()
        var walker = DocumentWalker(document)
        var found: [String] = []
        while let step = try walker.next() {
            switch step {
            case .key where walker.text == "last": walker.skipMember()
            case .key: found.append(walker.text)
            case .beginArray where found.last == "list":
                walker.visit([document.root["list"]?[2], document.root["last"]].compactMap { $0 })
            case .beginArray: walker.skipContainer()
            case .int64(let value): found.append("\(value)")
            case .bool(let value): found.append("\(value)")
            default: break
            }
        }
        #expect(found == ["list", "2", "true", "other"])
    }

    @Test("A walker follows a reference, tells absent keys where it is asked to, and of a weak reference to nothing")
    func followed() throws {
        var builder = DocumentBuilder()
        let owner = CodedClass(name: "Owner")
        try builder.beginObject(owner, number: 0)
        try builder.key("friend")
        try builder.appendReference(to: 1, isWeak: true)
        try builder.key("nobody")
        try builder.appendReference(to: 2, isWeak: true)
        try builder.key("unset")
        try builder.appendAbsent()
        try builder.key("list")
        try builder.beginArray(number: 1)
        try builder.append(1 as Int64)
        try builder.end()
        try builder.end()
        let document = try builder.finish()
        #expect(document.root.keys == ["friend", "list"])
        #expect(document.root.shapeKeys == ["friend", "nobody", "unset", "list"])
        func steps(visitsAbsent: Bool) throws -> [String] {
            var walker = DocumentWalker(document, for: visitsAbsent ? [.all, .sharedKeys] : .all)
            var found: [String] = []
            while let step = try walker.next() {
                switch step {
                case .key: found.append(walker.text + (walker.isAbsent ? "?" : ""))
                case .null: found.append("null")
                case .int64(let value): found.append("\(value)")
                case .reference(let number):
                    guard case .beginArray(.array, count: 1) = try walker.follow() else { return [] }
                    found.append("array \(number) \(walker.number ?? -1)")
                case .end: found.append("end")
                default: break
                }
            }
            return found
        }
        let list = ["friend", "array 1 1", "1", "end"]
        let rest = ["list", "1", "end", "end"]
        #expect(try steps(visitsAbsent: false) == list + rest)
        #expect(try steps(visitsAbsent: true) == list + ["nobody?", "null", "unset?", "null"] + rest)
        var walker = DocumentWalker(document)
        #expect(throws: ModelError.self) { try walker.follow() }
    }

    @Test("A nil and a null leave the default of a property that can't be nil, and are nil elsewhere")
    func nils() throws {
        let format = EchoFormat(.all)
        let document = try format.read(ModelDocument.self) { builder in
            try builder.beginDictionary()
            for key in ["a", "b"] {
                try builder.key(key)
                try builder.appendNil()
            }
            try builder.key("c")
            try builder.appendNull()
            try builder.end()
        }
        // In the document's order, and in another one.
        for keys in [["a", "b", "c"], ["b", "a", "c"]] as [[ModelKey]] {
            try format.decode(from: Data(), as: EchoFormat.format) { decoder in
                _ = try decoder.beginObject()
                #expect(try decoder.decode(String.self, forKey: keys[0]) == nil)
                let optional = try decoder.decode(String?.self, forKey: keys[1])
                #expect(optional != nil && optional == .some(nil))
                #expect(try decoder.decode(String.self, forKey: keys[2]) == nil)
                try decoder.endObject()
            }
        }
        // As a value it is as any null.
        #expect(document.root["a"]?.isNull == true)
    }
}
