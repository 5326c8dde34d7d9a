import FastCoder
import Foundation
import FoundationValues
import HRCoder
import ModelCore
import PlistFormat
import PropertyListCodec
import TestSupport
import Testing

/// What stands in an array that references lead to is met as often as that: it is one all the same, and costs no more
/// than the limits allow.
@Suite("What stands in shared collections")
struct SharedCollectionTests {
    final class Thing: BaseModel {
        var name = ""
        var site: URL?
        var title = ""
        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [
                ModelProperty("name", \Thing.name), ModelProperty("site", \Thing.site),
                ModelProperty("title", \Thing.title, key: PropertyKey(path: "meta.title")),
            ]
        }
    }

    private enum Word: String, ModelValue { case one, two }

    private struct Tags: Codable, ModelValue { var tags: Set<String> = [] }

    /// `[A, A, …]`, of which A is one array in the file.
    private static func document(
        count: Int, _ element: (inout DocumentBuilder) throws -> Void
    ) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginArray()
        try builder.beginArray(number: 0)
        try element(&builder)
        try builder.end()
        for _ in 1..<count { try builder.appendReference(to: 0) }
        try builder.end()
        return try builder.finish()
    }

    @Test("An object that no reference leads to by itself is one", arguments: [FileFormat.keyedArchive, .fastCoding, .hrCodedJSON])
    func identity(_ format: FileFormat) throws {
        let document = try Self.document(count: 3) { builder in
            try builder.beginDictionary()
            try builder.key("name")
            try builder.append("a")
            try builder.end()
        }
        let provider = try #require(
            ([KeyedArchive(), FastCoder(), HRCoder()] as [any FormatProvider]).first { $0.formats.contains(format) })
        let lists = try provider.decode([[Thing]].self, from: provider.encode(document, as: format), as: format)
        #expect(lists.count == 3 && lists[0][0].name == "a")
        #expect(lists[0][0] === lists[1][0] && lists[0][0] === lists[2][0])
    }

    @Test("What costs much to make")
    func costly() throws {
        let count = 200_000
        let unknown = try Self.document(count: count) { builder in
            try builder.beginDictionary()
            try builder.key("other")
            try builder.append(String(repeating: "x", count: 60_000))
            try builder.end()
        }
        expectQuick("unknown values") { _ = try FastCoder().decode([[Thing]].self, from: FastCoder().encode(unknown)) }
        let urls = try Self.document(count: count) { builder in
            try builder.append(.url(URL(string: "http://a/" + String(repeating: "x", count: 1 << 20)) ?? URL(fileURLWithPath: "/")))
        }
        expectQuick("URLs") { _ = try FastCoder().decode([[URL]].self, from: FastCoder().encode(urls)) }
        var set = IndexSet()
        for index in 0..<100_000 { set.insert(2 * index) }
        let sets = try Self.document(count: count) { try $0.append(.geometry(set.geometry)) }
        expectQuick("index sets") { _ = try FastCoder().decode([[IndexSet]].self, from: FastCoder().encode(sets)) }
    }

    /// Very many objects whose member under a key is one large dictionary.
    private static func objects(_ key: String, count: Int = 80_000) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginArray()
        for number in 0..<count {
            try builder.beginDictionary()
            try builder.key(key)
            if number > 0 {
                try builder.appendReference(to: 0)
            } else {
                try builder.beginDictionary(number: 0)
                for other in 0..<100_000 {
                    try builder.key("k\(other)")
                    try builder.append(1 as Int64)
                }
                try builder.end()
            }
            try builder.end()
        }
        try builder.end()
        return try builder.finish()
    }

    #if Macros
        @Model
        final class Titled: BaseModel {
            @Key(path: "meta.title") var title = ""
        }

        @Test("A dictionary on the way to properties, or of versions", arguments: ["meta", "$version"])
        func dictionaries(_ key: String) throws {
            let content = try FastCoder().encode(Self.objects(key))
            expectQuick(key) { _ = try FastCoder().decode([Titled].self, from: content) }
        }
    #endif

    // MARK: Hashes

    /// Combining marks that have to be sorted.
    private static let marks = "a" + String(repeating: "\u{301}\u{316}", count: 300_000)

    @Test("Text that takes the square of its length to hash, as key, as element, as case and as class")
    func manyMarks() throws {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key("tags")
        try builder.beginArray(.array)
        try builder.append(Self.marks)
        try builder.end()
        try builder.end()
        let tags = try builder.finish()
        let text = try #require(tags["tags"]?[0].map { ModelDocument($0) })
        func expectRefused(_ what: String, _ body: () throws -> Void) {
            let seconds = threadSeconds {
                #expect(throws: ModelError.self, "\(what)") { try body() }
            }
            #expect(seconds < 2, "\(what)")
        }
        expectRefused("set") { _ = try tags.decode([String: Set<String>].self) }
        expectRefused("Codable set") { _ = try tags.decode(Tags.self) }
        expectRefused("case") { _ = try text.decode(Word.self) }
        expectRefused("key") {
            var builder = DocumentBuilder()
            try builder.beginDictionary()
            try builder.key(Self.marks)
        }
        expectRefused("class") {
            var builder = DocumentBuilder()
            try builder.beginObject(named: Self.marks)
        }
        expectRefused("archive") {
            var archive = BinaryPropertyListWriter()
            let entries = [archive.append("$class"), archive.append(uid: 1)]
            let objects = [
                archive.append("$null"), archive.appendArchivedClass(Self.marks),
                archive.append(dictionary: entries.span),
            ]
            _ = try KeyedArchive().document(
                from: archive.finish(top: archive.appendArchive(of: objects, root: archive.append(uid: 2))))
        }
        // As a text it is as good as any.
        #expect(try text.decode(String.self).utf8.count == Self.marks.utf8.count)
    }

    @Test("Keys and elements that have the same hash", arguments: ["NaN", "data", "decimal"])
    func equalHashes(_ kind: String) throws {
        func append(_ number: Int, to builder: inout DocumentBuilder) throws {
            switch kind {
            case "NaN": try builder.append(Double.nan)
            case "data": try builder.append(Data(repeating: 7, count: 80) + withUnsafeBytesOf(number))
            default:
                let digits = String(number + 100_000)
                let text = "1." + String(repeating: "0", count: 30) + digits
                try builder.append(.decimal(#require(Decimal(string: text))))
            }
        }
        func withUnsafeBytesOf(_ number: Int) -> Data { Data((0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }) }
        expectQuick("keys") {
            var keys = DocumentBuilder()
            try keys.beginValueDictionary()
            for number in 0..<60_000 {
                try append(number, to: &keys)
                try keys.append(true)
            }
            try keys.end()
        }
        var builder = DocumentBuilder()
        try builder.beginArray(.set)
        for number in 0..<60_000 { try append(number, to: &builder) }
        try builder.end()
        let elements = try builder.finish()
        expectQuick("set") {
            switch kind {
            case "NaN": _ = try elements.decode(Set<Double>.self)
            case "data": _ = try elements.decode(Set<Data>.self)
            default: _ = try elements.decode(Set<Decimal>.self)
            }
        }
    }

    // MARK: Codable

    private struct Endless: Codable, ModelValue {
        init(from decoder: any Decoder) throws { try Self.read(decoder.unkeyedContainer()) }

        static func read(_ container: any UnkeyedDecodingContainer) throws {
            var container = container
            while !container.isAtEnd { try read(container.nestedUnkeyedContainer()) }
        }

        func encode(to encoder: any Encoder) throws {}
    }

    @Test("Code of a Codable type that follows an array into itself ends")
    func endless() throws {
        var builder = DocumentBuilder()
        try builder.beginArray(number: 0)
        try builder.appendReference(to: 0)
        try builder.end()
        let document = try builder.finish()
        #expect { try document.decode(Endless.self) } throws: {
            ($0 as? ModelError)?.code == .depthExceeded
        }
    }
}
