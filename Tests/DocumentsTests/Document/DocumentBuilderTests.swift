import Foundation
import FoundationValues
import ModelCore
import TestSupport
import Testing

@Suite("Building a document")
struct DocumentBuilderTests {
    @Test("A set of indexes has ranges in ascending order, of which none touches the next")
    func indexes() throws {
        #expect(ModelGeometry.indexSet(containing: [5..<7, 1..<3, 3..<4, 6..<9, 12..<12]) == .indexSet([1..<4, 5..<9]))
        #expect(ModelGeometry.indexSet(containing: [0..<10, 2..<3]) == .indexSet([0..<10]))
        for ranges in [[-1..<2], [1..<1], [1..<2, 2..<3], [5..<6, 1..<2]] {
            var builder = DocumentBuilder()
            #expect(throws: ModelError.self, "\(ranges)") { try builder.append(.geometry(.indexSet(ranges))) }
        }
    }

    /// One of every kind, and those at its bounds.
    static let scalars: [ModelScalar] = [
        .null, .bool(true), .bool(false), .int64(.min), .int64(0), .int64(.max), .uint64(.max), .float(0.1),
        .float(-.infinity),
        .double(-0.0), .double(.nan), .double(.greatestFiniteMagnitude), .decimal(Decimal(7) / 3), .decimal(.nan),
        .string(""),
        .string("seven b"), .string("eight by"), .string("nine byte"), .string("e\u{301} 日本語 \u{0} \u{1F600}"),
        .data(Data()), .data(Data(0...255)),
        .date(Date(timeIntervalSinceReferenceDate: 0.1)), .date(.distantPast),
        .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
        .geometry(.point(x: 1, y: -2)), .geometry(.size(width: 3, height: 4)),
        .geometry(.rect(x: 1, y: 2, width: 3, height: 4)), .geometry(.range(location: 5, length: -6)),
        .geometry(IndexSet([1, 2, 9]).geometry), .geometry(IndexSet().geometry),
        .geometry(IndexSet(integersIn: 0..<Int.max).geometry),
        .geometry(.transform(m11: 1, m12: 2, m21: 3, m22: 4, tX: 5, tY: 6)),
    ]

    @Test("Scalars come back to the bit, alone and among others")
    func scalars() throws {
        var builder = DocumentBuilder()
        try builder.beginArray()
        for scalar in Self.scalars { try builder.append(scalar) }
        try builder.end()
        let document = try builder.finish()
        #expect(document.root.count == Self.scalars.count)
        for (index, scalar) in Self.scalars.enumerated() {
            #expect(document[index]?.kind == scalar.kind)
            for found in [document[index]?.scalar, ModelDocument(scalar).root.scalar] {
                if case .double(let value) = scalar, value.isNaN {
                    #expect(found == .double(.nan) || "\(found as Any)" == "\(ModelScalar?.some(scalar) as Any)")
                } else if case .decimal(let value) = scalar, value.isNaN {
                    guard case .decimal(let back)? = found else { throw Missing() }
                    #expect(back.isNaN)
                } else {
                    #expect(found == scalar)
                }
            }
        }
        #expect(document[9]?.doubleValue?.sign == .minus)
    }

    private struct Missing: Error {}

    @Test("URLs keep their bases")
    func urls() throws {
        let base = try #require(URL(string: "https://example.org/a/"))
        let middle = try #require(URL(string: "b/", relativeTo: base))
        for url in [base, middle, try #require(URL(string: "c?d#e", relativeTo: middle))] {
            #expect(ModelDocument(.url(url)).root.scalar == .url(url))
        }
    }

    @Test("Values by key and index, their kinds, classes and places")
    func structure() throws {
        var builder = DocumentBuilder()
        builder.offset = 0
        try builder.beginObject(CodedClass(name: "List", superclassNames: ["Model"]))
        try builder.key("title")
        builder.offset = 10
        try builder.append("Milk")
        try builder.key("owner")
        try builder.appendAbsent()
        try builder.key("items")
        builder.offset = 20
        try builder.beginArray()
        try builder.append(1 as Int64)
        try builder.append(2.5)
        try builder.end()
        try builder.key("table")
        builder.offset = nil
        try builder.beginValueDictionary()
        try builder.append(1 as Int64)
        try builder.append("one")
        try builder.append("two")
        try builder.append(true)
        try builder.end()
        try builder.key("plain")
        try builder.beginDictionary()
        try builder.key("k")
        try builder.appendNull()
        try builder.end()
        try builder.end()
        let document = try builder.finish()

        #expect(document.root.kind == .object)
        #expect(document.root.className == "List")
        #expect(document.root.codedClass?.superclassNames == ["Model"])
        #expect(document.root.keys == ["title", "items", "table", "plain"])
        #expect(document["title"]?.stringValue == "Milk")
        #expect(document["title"]?.byteOffset == 10)
        #expect(document["owner"] == nil)
        #expect(document["items"]?[1]?.doubleValue == 2.5)
        #expect(document["items"]?[0]?.doubleValue == 1)
        #expect(document["items"]?[1]?.intValue == nil)
        #expect(document["items"]?[2] == nil)
        #expect(document["items"]?.byteOffset == 20)
        #expect(document["table"]?.kind == .dictionary)
        #expect(document["table"]?["two"]?.boolValue == true)
        #expect(document["table"]?.entries.map(\.key.kind) == [.integer, .string])
        #expect(document["table"]?.byteOffset == nil)
        #expect(document["plain"]?.kind == .dictionary)
        #expect(document["plain"]?["k"]?.isNull == true)
        #expect(document["plain"]?["k"]?.path == ModelPath([.key("plain"), .key("k")]))
        #expect(document["items"]?[1]?.path == ModelPath([.key("items"), .index(1)]))
        #expect(document[ModelPath([.key("items"), .index(0)])]?.intValue == 1)
        #expect(document.root.path == ModelPath())
    }

    @Test("A dictionary with NaN as a key twice is equal to itself")
    func equalKeys() throws {
        func document(_ values: [String]) throws -> ModelDocument {
            var builder = DocumentBuilder()
            try builder.beginValueDictionary()
            for value in values {
                try builder.append(Double.nan)
                try builder.append(value)
            }
            try builder.end()
            return try builder.finish()
        }
        #expect(try document(["a", "b"]) == document(["a", "b"]))
        #expect(try document(["a", "b"]) != document(["a", "a"]))
        #expect(try document(["a", "b"]) != document(["b", "b"]))
    }

    @Test("Keys that differ in Unicode's normal form are two")
    func normalForms() throws {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        for (index, key) in ["\u{e9}", "e\u{301}"].enumerated() {
            try builder.key(key)
            try builder.append(Int64(index))
        }
        try builder.end()
        let document = try builder.finish()
        #expect(document["\u{e9}"]?.intValue == 0)
        #expect(document["e\u{301}"]?.intValue == 1)
    }

    @Test("References: before and behind what they lead to, to themselves, weak ones that lead nowhere")
    func references() throws {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key("before")
        try builder.appendReference(to: 7)
        try builder.key("list")
        try builder.beginArray(number: 7)
        try builder.append(1 as Int64)
        try builder.appendReference(to: 7)
        try builder.end()
        try builder.key("weak")
        try builder.appendReference(to: 7, isWeak: true)
        try builder.key("nobody")
        try builder.appendReference(to: 8, isWeak: true)
        try builder.end()
        let document = try builder.finish()
        #expect(document.root.keys == ["before", "list", "weak"])
        #expect(document["before"]?[1]?[1]?[0]?.intValue == 1)
        #expect(document["before"]?.identity != nil)
        #expect(document["before"]?.identity == document["list"]?.identity)
        #expect(document["weak"]?.identity == document["list"]?.identity)
        #expect(document.root.identity == nil)
        #expect(
            document["list"]?[0]?.path == ModelPath([.key("list"), .index(0)])
                || document["list"]?[0]?.path == ModelPath([.key("before"), .index(0)])
                || document["list"]?[0]?.path == ModelPath([.key("weak"), .index(0)]))

        var broken = DocumentBuilder()
        broken.offset = 5
        try broken.appendReference(to: 0)
        #expect(code { () throws(ModelError) in _ = try broken.finish() } == .corruptData)
    }

    @Test("Whatever doesn't fit is an error")
    func misuse() throws {
        func refused(
            _ expected: ModelError.Code = .invalidCoding, _ build: (inout DocumentBuilder) throws(ModelError) -> Void,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            var builder = DocumentBuilder(limits: DecodingLimits(depth: 3, nodes: 10))
            let found = code { () throws(ModelError) in
                try build(&builder)
                _ = try builder.finish()
            }
            #expect(found == expected, sourceLocation: sourceLocation)
        }
        refused { _ throws(ModelError) in }
        refused { builder throws(ModelError) in
            try builder.append(true)
            try builder.append(true)
        }
        refused { builder throws(ModelError) in try builder.beginArray() }
        refused { builder throws(ModelError) in try builder.end() }
        refused { builder throws(ModelError) in
            try builder.beginArray()
            try builder.end()
            try builder.end()
        }
        refused { builder throws(ModelError) in
            try builder.beginArray()
            try builder.key("k")
        }
        refused { builder throws(ModelError) in
            try builder.beginDictionary()
            try builder.append(true)
        }
        refused { builder throws(ModelError) in
            try builder.beginDictionary()
            try builder.key("a")
            try builder.key("b")
        }
        refused { builder throws(ModelError) in
            try builder.beginDictionary()
            try builder.key("a")
            try builder.end()
        }
        refused { builder throws(ModelError) in
            try builder.beginValueDictionary()
            try builder.append(true)
            try builder.end()
        }
        refused { builder throws(ModelError) in
            try builder.beginObject(CodedClass(name: "A"))
            try builder.beginArray()
            try builder.end()
        }
        refused(.duplicateKey) { builder throws(ModelError) in
            try builder.beginDictionary()
            try builder.key("a")
            try builder.append(true)
            try builder.key("a")
        }
        refused(.duplicateKey) { builder throws(ModelError) in
            try builder.beginValueDictionary()
            for _ in 0..<2 {
                try builder.append(.int64(7))
                try builder.append(true)
            }
            try builder.end()
        }
        refused { builder throws(ModelError) in
            try builder.beginArray(number: 1)
            try builder.beginArray(number: 1)
        }
        for number in [-2, Int.max, Int.min, 1 << 40] {
            refused { builder throws(ModelError) in try builder.beginArray(number: number) }
        }
        refused(.corruptData) { builder throws(ModelError) in try builder.appendReference(to: .max) }
        refused(.depthExceeded) { builder throws(ModelError) in for _ in 0..<4 { try builder.beginArray() } }
        refused(.nodesExceeded) { builder throws(ModelError) in
            try builder.beginArray()
            for _ in 0..<10 { try builder.append(true) }
        }
        refused(.unrepresentableValue) { builder throws(ModelError) in
            try builder.append(.geometry(IndexSet(integer: .max).geometry))
        }
    }

    private func code(_ body: () throws(ModelError) -> Void) -> ModelError.Code? {
        do {
            try body()
            return nil
        } catch {
            return error.code
        }
    }

    @Test(
        "A key that an object of many has twice is found, and adding one takes the same time with each",
        .endsAtLast)
    func manyKeys() throws {
        let count = 200_000
        var builder = DocumentBuilder()
        try builder.beginArray()
        // The second follows the first one's shape, and then goes on.
        for length in [count, count + 10] {
            try builder.beginDictionary()
            for number in 0..<length {
                try builder.key("key \(number)")
                try builder.append(Int64(number))
            }
            try builder.end()
        }
        try builder.beginDictionary()
        for number in 0..<100 {
            try builder.key("key \(number)")
            try builder.appendNull()
        }
        for key in ["key 0", "key 50", "key 99"] {
            do {
                try builder.key(key)
                Issue.record("\(key) twice")
            } catch {
                #expect(error.code == .duplicateKey)
            }
        }
        try builder.end()
        try builder.end()
        let document = try builder.finish()
        #expect(document.root.elements.map(\.count) == [count, count + 10, 100])
        #expect(document[1]?["key \(count + 9)"]?.intValue == count + 9)
    }

    @Test(
        "A document nested 50,000 deep is built, compared, copied, described and freed on a small stack",
        .endsAtLast)
    func deep() async throws {
        let depth = 50_000
        try await onThread(stackSize: 512 << 10) {
            func deep(_ last: Int64) throws(ModelError) -> ModelDocument {
                var builder = DocumentBuilder(limits: DecodingLimits(depth: depth))
                for level in 0..<depth {
                    if level % 2 == 0 {
                        try builder.beginArray(number: level)
                    } else {
                        try builder.beginObject(CodedClass(name: "Node"))
                        try builder.key("next")
                    }
                }
                try builder.append(last)
                for _ in 0..<depth { try builder.end() }
                return try builder.finish()
            }
            let document = try deep(1)
            #expect(try document == deep(1))
            #expect(try document != deep(2))
            var copy = ModelDocument(.null)
            try copy.set(document, at: ModelPath())
            #expect(copy == document)
            #expect(document.description.utf8.count > depth)
            #expect(document.byteCount < depth * 80)
        }
    }

    @Test("Objects that share their first keys, and a key that is there twice behind many", arguments: [1, 40])
    func branches(_ shared: Int) throws {
        var builder = DocumentBuilder()
        try builder.beginArray()
        for number in 0..<60 {
            try builder.beginDictionary()
            for key in 0..<shared {
                try builder.key("shared \(key)")
                try builder.append(Int64(key))
            }
            // More than are told apart without a hash.
            try builder.key("own \(number % 20)")
            try builder.append(Int64(number))
            for twice in ["shared 0", "own \(number % 20)"] {
                #expect(throws: ModelError.self) { try builder.key(twice) }
            }
            try builder.end()
        }
        try builder.end()
        let document = try builder.finish()
        for number in 0..<60 {
            let object = document.root[number]
            #expect(object?.count == shared + 1)
            #expect(object?["own \(number % 20)"]?.intValue == number)
            #expect(object?["own \((number + 1) % 20)"] == nil)
        }
    }

    @Test("Keys that were made ready name what their text does")
    func readyKeys() throws {
        var ready = DocumentBuilder()
        var text = DocumentBuilder()
        let long = String(repeating: "k", count: 200)
        let names = ["b", "a", "e\u{301}", "\u{E9}", "", "$class", long] + (0..<50).map { "key\($0)" }
        let keys = names.map { ready.makeKey($0) }
        try ready.beginArray()
        try text.beginArray()
        for order in [Array(names.indices), Array(names.indices.reversed()), [1], [], Array(names.indices)] {
            try ready.beginDictionary()
            try text.beginDictionary()
            for index in order {
                try ready.key(keys[index])
                try text.key(names[index])
                try ready.append(Int64(index))
                try text.append(Int64(index))
            }
            try ready.end()
            try text.end()
        }
        try ready.end()
        try text.end()
        #expect(try ready.finish() == text.finish())
    }

    @Test("A ready key that is there twice, where no key may be, or of another builder, is an error")
    func misusedReadyKeys() throws {
        var builder = DocumentBuilder()
        let key = builder.makeKey("a")
        #expect(code { try builder.key(key) } == .invalidCoding)
        try builder.beginDictionary()
        try builder.key(key)
        #expect(code { try builder.key(key) } == .invalidCoding)
        try builder.append(1 as Int64)
        #expect(code { try builder.key(key) } == .duplicateKey)
        var other = DocumentBuilder()
        try other.beginDictionary()
        #expect(code { try other.key(key) } == .invalidCoding)
    }

    @Test("In a format without classes, a ready key may name the class, unless it is escaped")
    func readyClassKey() throws {
        for isEscaped in [false, true] {
            let format = EchoFormat([.null])
            let document = try format.read(ModelDocument.self) { builder in
                let keys = [builder.makeKey("$class", isEscaped: isEscaped), builder.makeKey("a")]
                try builder.beginArray()
                for _ in 0..<3 {
                    try builder.beginDictionary()
                    for key in keys {
                        try builder.key(key)
                        try builder.append("Note")
                    }
                    try builder.end()
                }
                try builder.end()
            }
            for index in 0..<3 {
                #expect(document[index]?.codedClass?.name == (isEscaped ? nil : "Note"))
                #expect(document[index]?.keys == (isEscaped ? ["$class", "a"] : ["a"]))
            }
        }
    }

    @Test("Objects whose keys were given before are those with keys of their own")
    func objectKeys() throws {
        let noteClass = CodedClass(name: "Note")
        let names = ["text", String(repeating: "k", count: 200), ""]
        var listed = DocumentBuilder()
        var named = DocumentBuilder()
        let keys = try listed.objectKeys(names, of: noteClass)
        let none = try listed.objectKeys([], of: noteClass)
        try listed.beginArray()
        try named.beginArray()
        for number in 0..<3 {
            try listed.beginObject(keys, number: number)
            try named.beginObject(noteClass, number: number)
            for (index, name) in names.enumerated() {
                try named.key(name)
                for isListed in [false, true] {
                    if index == 1 {
                        try isListed ? listed.beginArray() : named.beginArray()
                        try isListed ? listed.end() : named.end()
                    } else if index == 0, number > 0 {
                        try isListed ? listed.appendReference(to: 0) : named.appendReference(to: 0)
                    } else {
                        try isListed ? listed.appendNil() : named.appendNil()
                    }
                }
            }
            try listed.end()
            try named.end()
        }
        try listed.beginObject(none)
        try named.beginObject(noteClass)
        for isListed in [false, true] {
            try isListed ? listed.end() : named.end()
            try isListed ? listed.end() : named.end()
        }
        #expect(try listed.finish() == named.finish())
    }

    @Test("Too few values or too many, keys where none may be, and a key twice")
    func misusedObjectKeys() throws {
        let noteClass = CodedClass(name: "Note")
        var builder = DocumentBuilder()
        #expect(code { try builder.objectKeys(["a", "b", "a"], of: noteClass) } == .duplicateKey)
        let keys = try builder.objectKeys(["a", "b"], of: noteClass)
        try builder.beginArray()
        try builder.beginObject(keys)
        #expect(code { try builder.key("c") } == .invalidCoding)
        try builder.append(true)
        #expect(code { try builder.end() } == .invalidCoding)
        #expect(builder.locating(ModelError(.corruptData, "")).path.description == "[0].b")
        try builder.append(true)
        try builder.append(true)
        #expect(code { try builder.end() } == .invalidCoding)
        var other = DocumentBuilder()
        #expect(code { try other.beginObject(keys) } == .invalidCoding)
        try other.appendNull()
        let document = try other.finish()
        #expect(code { try other.objectKeys(["late"], of: noteClass) } == .invalidCoding)
        #expect(!document.allKeys.contains("late"))
    }

    private func code<Value: ~Copyable>(_ body: () throws -> Value) -> ModelError.Code? {
        do {
            _ = try body()
            return nil
        } catch { return ModelError(wrapping: error).code }
    }
}
