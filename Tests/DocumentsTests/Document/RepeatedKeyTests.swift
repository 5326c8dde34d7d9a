import ModelCore
import TestSupport
import Testing

@Suite("Keys that came before, compared in the file")
struct RepeatedKeyTests {
    /// A builder in an object, behind another object that had these keys.
    private static func builder(behind keys: [String]) throws -> DocumentBuilder {
        var builder = DocumentBuilder()
        try builder.beginArray()
        try add(keys, to: &builder)
        try builder.beginDictionary()
        return builder
    }

    private static func add(_ keys: [String], to builder: inout DocumentBuilder) throws {
        try builder.beginDictionary()
        for key in keys {
            try builder.key(key)
            try builder.append(true)
        }
        try builder.end()
    }

    private static func length(_ text: String, ending: StaticString, _ builder: inout DocumentBuilder) -> Int? {
        var text = text
        return text.withUTF8 { builder.repeatKey(in: $0, ending: ending) }
    }

    @Test(
        "The key that came last is taken where the file has it with its ending",
        arguments: ["a", "name", "nameless", "name.less", "a-name_of.63" + String(repeating: "x", count: 51)])
    func taken(key: String) throws {
        var builder = try Self.builder(behind: [key])
        #expect(Self.length(key + "\": 1234567", ending: "\"", &builder) == key.utf8.count)
        try builder.append(false)
        try builder.end()
        try builder.end()
        #expect(try builder.finish().root[1]?[key]?.boolValue == false)

        var xml = try Self.builder(behind: [key])
        #expect(Self.length(key + "</key><true/>", ending: "</key>", &xml) == key.utf8.count)
    }

    @Test(
        "Another key is left to be read",
        arguments: [
            "names\": 1234567", "nam\": 12345678", "Name\": 1234567", "name': 1234567", "nam\\u0065\": 12345", "", "n",
            // So near to the end of the file that nobody looks.
            "name\"", "name\":1}",
        ])
    func others(text: String) throws {
        var builder = try Self.builder(behind: ["name"])
        #expect(Self.length(text, ending: "\"", &builder) == nil)
        try builder.key("name")
        try builder.append(1 as Int64)
    }

    @Test("An ending is compared as a whole", arguments: ["name</kez> 123456", "name<!-- -->123456", "name</key 123456"])
    func endings(text: String) throws {
        var builder = try Self.builder(behind: ["name"])
        #expect(Self.length(text, ending: "</key>", &builder) == nil)
    }

    @Test(
        "A key that a format may have to write otherwise is never taken",
        arguments: ["", "a b", "a\"b", "a\\b", "a&b", "<", "é", "$class", "\0", String(repeating: "x", count: 64)])
    func notPlain(key: String) throws {
        var builder = try Self.builder(behind: [key])
        #expect(Self.length(key + "\": 1234567", ending: "\"", &builder) == nil)
    }

    @Test("Objects of two kinds that come in turns find theirs")
    func turns() throws {
        var builder = DocumentBuilder()
        try builder.beginArray()
        let kinds = [["name", "age"], ["title", "author_name"]]
        for kind in kinds { try Self.add(kind, to: &builder) }
        for round in 0..<6 {
            try builder.beginDictionary()
            for key in kinds[round % 2] {
                #expect(Self.length(key + "\": 1234567", ending: "\"", &builder) == key.utf8.count)
                try builder.append(Int64(round))
            }
            try builder.end()
        }
        try builder.end()
        let root = try builder.finish().root
        #expect(root.elements.map(\.keys) == kinds + kinds + kinds + kinds)
    }

    @Test("Nothing is taken where no key may come, nor one twice")
    func places() throws {
        var builder = DocumentBuilder()
        #expect(Self.length("name\": 1234567", ending: "\"", &builder) == nil)
        builder = try Self.builder(behind: ["name"])
        #expect(Self.length("name\": 1234567", ending: "\"", &builder) == 4)
        #expect(Self.length("name\": 1234567", ending: "\"", &builder) == nil)
        try builder.append(true)
        #expect(Self.length("name\": 1234567", ending: "\"", &builder) == nil)
        #expect(throws: ModelError.self) { try builder.key("name") }
    }
}
