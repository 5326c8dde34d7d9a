import Foundation
import ModelCore
import Testing

/// Swift takes a composed and a decomposed character for equal. Files tell them apart.
@Suite("Texts that Swift takes for equal")
struct EqualTextTests {
    static let composed = "\u{e9}"
    static let decomposed = "e\u{301}"

    struct Tag: RawRepresentable, Hashable, Codable, ModelValue {
        let rawValue: String
    }
    struct Exact: RawRepresentable, Hashable, Codable, ModelValue {
        let rawValue: String
        static func == (left: Exact, right: Exact) -> Bool { left.rawValue.utf8.elementsEqual(right.rawValue.utf8) }
        func hash(into hasher: inout Hasher) { hasher.combine(Array(rawValue.utf8)) }
    }
    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    struct Texts: Codable, ModelValue { var v: [String: Int] }
    struct Tags: Codable, ModelValue { var v: [Tag: Int] }
    struct Numbers: Codable, ModelValue { var v: [Int: Int] }
    struct Nested: Codable, ModelValue { var v: [[String: Int]?] }
    struct Single: Codable, ModelValue {
        var v: [String: Int]
        init(from decoder: any Decoder) throws {
            let keyed = try decoder.container(keyedBy: Key.self)
            v = try keyed.superDecoder(forKey: Key("v")).singleValueContainer().decode([String: Int].self)
        }
    }
    /// Calls the standard library's code itself.
    struct Direct: Codable, ModelValue {
        var v: [String: Int]
        init(from decoder: any Decoder) throws {
            v = try [String: Int](from: decoder.container(keyedBy: Key.self).superDecoder(forKey: Key("v")))
        }
    }
    struct Pairs: Codable, ModelValue { var v: [Double: Int] }
    struct Set1: Codable, ModelValue { var v: Set<String> }
    struct Set2: Codable, ModelValue { var v: Set<Tag> }
    struct Sets: Codable, ModelValue { var v: [Set<String>] }

    private func entries(_ keys: [String]) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        for (number, key) in keys.enumerated() {
            try builder.key(key)
            try builder.append(Int64(number + 1))
        }
        try builder.end()
        return try builder.finish()
    }

    private func list(_ elements: [ModelScalar], _ kind: ModelArrayKind = .array) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginArray(kind)
        for element in elements { try builder.append(element) }
        try builder.end()
        return try builder.finish()
    }

    private func inV(_ document: ModelDocument, isInList: Bool = false) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key("v")
        if isInList { try builder.beginArray() }
        try builder.append(document)
        if isInList { try builder.end() }
        try builder.end()
        return try builder.finish()
    }

    private func expectDuplicate<Value: ModelValue>(_ type: Value.Type, _ document: ModelDocument, _ path: String) {
        let error = #expect(throws: ModelError.self, "\(type)") { _ = try document.decode(type) }
        #expect(error?.code == .duplicateKey && error?.path.description == path, "\(type): \(String(describing: error))")
    }

    @Test("A dictionary in a Codable type doesn't lose one of two equal keys", arguments: [false, true])
    func dictionaries(_ hasMany: Bool) throws {
        let more = hasMany ? (0..<20).map { "k\($0)" } : []
        let both = try entries([Self.composed] + more + [Self.decomposed])
        expectDuplicate(Texts.self, try inV(both), "v.\(Self.decomposed)")
        expectDuplicate(Tags.self, try inV(both), "v.\(Self.decomposed)")
        expectDuplicate(Single.self, try inV(both), "v.\(Self.decomposed)")
        expectDuplicate(Direct.self, try inV(both), "v.\(Self.decomposed)")
        expectDuplicate(Nested.self, try inV(both, isInList: true), "v[0].\(Self.decomposed)")
        expectDuplicate([String: Int].self, both, Self.decomposed)
        expectDuplicate(Numbers.self, try inV(entries(["1", "2", "01"])), "v.01")
        expectDuplicate(Pairs.self, try inV(list([.double(1), .int64(1), .double(2), .int64(2), .int64(1), .int64(3)])), "v")
        #expect(try inV(entries(["a", "A"] + more)).decode(Texts.self).v["A"] == 2)
        #expect(try inV(entries(["1", "-1"])).decode(Numbers.self).v == [1: 1, -1: 2])
        #expect(try inV(list([.double(1), .int64(1), .double(2), .int64(2)])).decode(Pairs.self).v == [1: 1, 2: 2])
    }

    @Test("A number and a text that are one key are two")
    func numberAndText() throws {
        var builder = DocumentBuilder()
        try builder.beginValueDictionary()
        for (key, value) in [(ModelScalar.int64(1), 1), (.string("1"), 2)] {
            try builder.append(key)
            try builder.append(Int64(value))
        }
        try builder.end()
        expectDuplicate(Numbers.self, try inV(builder.finish()), "v.1")
    }

    struct Reading: Codable, ModelValue {
        @TaskLocal static var keys: [String] = []
        let values: [Int?]
        init(from decoder: any Decoder) throws {
            let keyed = try decoder.container(keyedBy: Key.self)
            values = try Self.keys.map { try keyed.decodeIfPresent(Int.self, forKey: Key($0)) }
        }
    }

    @Test("A type's code gets the value of the key that it names, or else of an equal one", arguments: [false, true])
    func names(_ hasMany: Bool) throws {
        let (one, two) = (Self.composed, Self.decomposed)
        let more = hasMany ? (0..<20).map { "k\($0)" } : []
        let both = try entries([one] + more + [two])
        for keys in [[one, two], [two, one], [two, two, one, one]] {
            let values = try Reading.$keys.withValue(keys) { try both.decode(Reading.self).values }
            #expect(values == keys.map { $0.utf8.elementsEqual(one.utf8) ? 1 : more.count + 2 })
        }
        for key in [one, two] {
            #expect(try Reading.$keys.withValue([one, two]) { try entries(more + [key]).decode(Reading.self).values }
                == [more.count + 1, more.count + 1])
        }
    }

    struct Writing: Codable, ModelValue {
        var more = 0
        func encode(to encoder: any Encoder) throws {
            var keyed = encoder.container(keyedBy: Key.self)
            try keyed.encode(1, forKey: Key(EqualTextTests.composed))
            for number in 0..<more { try keyed.encode(number, forKey: Key("k\(number)")) }
            try keyed.encode(2, forKey: Key(EqualTextTests.decomposed))
            try keyed.encode(3, forKey: Key(EqualTextTests.composed))
        }
    }

    @Test("A type's code may write both", arguments: [0, 20])
    func writing(_ more: Int) throws {
        let document = try ModelDocument(encoding: Writing(more: more))
        #expect(document[[.key(Self.composed)]]?.intValue == 3 && document[[.key(Self.decomposed)]]?.intValue == 2)
    }

    @Test("Keys that a type of its own tells apart are written in the order of their bytes, and read")
    func ownKeys() throws {
        let table = [Exact(rawValue: Self.composed): 1, Exact(rawValue: Self.decomposed): 2]
        for document in [try ModelDocument(encoding: table), try KeyedArchive().document(from: KeyedArchive().encode(table))] {
            #expect(try document.decode([Exact: Int].self) == table)
        }
        struct Boxed: Codable, Equatable { var v: [Exact: Int] }
        let data = try KeyedArchive().encode(Boxed(v: table))
        #expect(try KeyedArchive().decode(Boxed.self, from: data) == Boxed(v: table))
        let text = try KeyedArchive().encode(table)
        for _ in 0..<20 { #expect(try KeyedArchive().encode(Dictionary(uniqueKeysWithValues: Array(table).shuffled())) == text) }
        let sets = try ModelDocument(encoding: Set(table.keys)).root.elements.map(\.stringValue)
        #expect(sets.map { $0.map { Array($0.utf8) } } == [Array(Self.decomposed.utf8), Array(Self.composed.utf8)])
    }

    @Test("A set doesn't lose one of two equal texts; the same text twice is one element")
    func sets() throws {
        let both = try list([.string(Self.composed), .string("x"), .string(Self.decomposed)], .set)
        expectDuplicate(Set<String>.self, both, "[2]")
        expectDuplicate(Set<String?>.self, both, "[2]")
        expectDuplicate(Set<Tag>.self, both, "[2]")
        expectDuplicate(Set1.self, try inV(both), "v[2]")
        expectDuplicate(Set2.self, try inV(both), "v[2]")
        expectDuplicate(Sets.self, try inV(both, isInList: true), "v[0][2]")
        #expect(try both.decode(Set<Exact>.self).count == 3)
        let twice = try list([.string(Self.composed), .string(Self.composed)])
        #expect(try twice.decode(Set<String>.self) == [Self.composed])
        #expect(try inV(twice).decode(Set1.self).v == [Self.composed])
        #expect(try inV(twice).decode(Set2.self).v == [Tag(rawValue: Self.composed)])
    }

    @Test("Nor does a counted set")
    func countedSets() throws {
        func counted(_ texts: [String]) throws -> ModelDocument {
            var builder = DocumentBuilder()
            try builder.beginObject(CodedClass(name: "NSCountedSet"))
            for (number, text) in texts.enumerated() {
                try builder.key("NS.object\(number)")
                try builder.append(text)
                try builder.key("NS.count\(number)")
                try builder.append(Int64(2))
            }
            try builder.end()
            return try builder.finish()
        }
        expectDuplicate(Set<String>.self, try counted(["x", Self.composed, Self.decomposed]), "[2]")
        #expect(try counted(["x", Self.composed]).decode(Set<String>.self) == ["x", Self.composed])
    }

    final class Deep: BaseModel {
        var x = 0
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("x", \Deep.x, key: PropertyKey(path: "deep.x"))]
        }
        override class var modelClass: ModelClass { described }
        private static let described = ModelClass(Deep.self, overrides: [])
    }

    @Test("Unknown keys of an object with key paths, and of one that is set again, stay both")
    func unknown() throws {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        for key in [Self.composed, Self.decomposed] {
            try builder.key(key)
            try builder.append(key)
        }
        try builder.key("deep")
        try builder.beginDictionary()
        try builder.key("x")
        try builder.append(5 as Int64)
        for key in [Self.composed, Self.decomposed] {
            try builder.key(key)
            try builder.append(key)
        }
        try builder.end()
        try builder.end()
        let document = try builder.finish()
        let deep = try document.decode(Deep.self)
        var written = try ModelDocument(encoding: deep)
        try written.setClass(nil, at: [])
        #expect(deep.x == 5 && written == document)

        let again = try entries([Self.composed, "deep"]).decode(Again.self)
        try again.set(withObject: entries([Self.decomposed]))
        let both = try ModelDocument(encoding: again)
        #expect(both[[.key(Self.composed)]]?.intValue == 1 && both[[.key(Self.decomposed)]]?.intValue == 1)
    }

    final class Again: BaseModel {
        var x = 0
        override class var modelClass: ModelClass { described }
        private static let described = ModelClass(Again.self, overrides: [])
        override class var modelProperties: [ModelProperty] { [ModelProperty("x", \Again.x)] }
    }

    final class Bag: BaseModel {
        var seen: [String: Any] = [:]
        override func set(with dictionary: [String: Any]) throws { seen = dictionary }
    }
    final class Prices: BaseModel {
        var prices: [String: Int] = [:]
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("prices", \Prices.prices, with: .lenient())]
        }
        override class var modelClass: ModelClass { described }
        private static let described = ModelClass(Prices.self, overrides: [])
    }

    @Test("A class that is set with a dictionary, and a lenient property, refuse them")
    func otherReaders() throws {
        let both = try entries([Self.composed, Self.decomposed])
        expectDuplicate(Bag.self, both, Self.decomposed)
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key("prices")
        try builder.append(both)
        try builder.end()
        expectDuplicate(Prices.self, try builder.finish(), "prices.\(Self.decomposed)")
    }
}
