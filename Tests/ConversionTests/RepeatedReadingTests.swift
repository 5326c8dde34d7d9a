import FastCoder
import Foundation
import HRCoder
import ModelCore
import PlistFormat
import PropertyListCodec
import TestSupport
import Testing

/// What is done with a long value for each of the very many places that share it is done once, or refused. Each of
/// these would take minutes else, or all memory.
@Suite("A long value that is read in very many places")
struct RepeatedReadingTests {
    private static let count = 200_000
    private static let long = String(repeating: "x", count: 1 << 21)

    private struct Scores: Codable, ModelValue {
        var all: [[String: Int]] = []
    }

    @Test("A dictionary with a long key", arguments: [FileFormat.keyedArchive, .fastCoding, .hrCodedJSON, .hrCodedBinary])
    func keys(_ format: FileFormat) throws {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key("all")
        try builder.beginArray()
        try builder.beginDictionary(number: 0)
        try builder.key(Self.long)
        try builder.append(1 as Int64)
        try builder.end()
        for _ in 0..<Self.count { try builder.appendReference(to: 0) }
        try builder.end()
        try builder.end()
        let provider = try #require(
            ([KeyedArchive(), FastCoder(), HRCoder()] as [any FormatProvider]).first { $0.formats.contains(format) })
        let content = try provider.encode(builder.finish(), as: format)
        expectQuick("values") { _ = try provider.decode([String: [[String: Int]]].self, from: content, as: format) }
        expectQuick("Codable") { _ = try provider.decode(Scores.self, from: content, as: format) }
        expectQuick("any") { _ = try provider.document(from: content, as: format).description }
    }

    @Test("Elements of a set")
    func sets() throws {
        let content = Self.fastCoded(.set, count: Self.count) { content, number in
            content += number == 0 ? [8] + Data(Self.long.utf8) + [0] : [5, 0]
        }
        expectQuick("texts") { _ = try FastCoder().decode(Set<String>.self, from: content) }
        // Written, too, and the same but for the kind of set.
        let document = try FastCoder().document(from: content)
        expectQuick("writing") {
            let again = try FastCoder().encode(document)
            #expect(again.count == content.count && again.dropFirst(21) == content.dropFirst(21))
        }
        var writer = BinaryPropertyListWriter()
        let data = writer.append(Data(Self.long.utf8))
        let list = try writer.finish(top: writer.append(array: [UInt32](repeating: data, count: Self.count).span))
        expectQuick("data") {
            _ = try PlistFormat().decode(Set<Data>.self, from: list, as: .binaryPropertyList)
        }
    }

    @Test("Text that stands for numbers and dates")
    func conversions() throws {
        let aliases = [String](repeating: #"{"$alias":"text"}"#, count: 50_000).joined(separator: ",")
        func read<Value: ModelValue & Codable>(_ text: String, _ type: Value.Type) throws {
            let json = Data("{\"text\": \(text), \"texts\": [\(aliases)]}".utf8)
            let document = try HRCoder().document(from: json, as: .hrCodedJSON)
            let texts = try ModelDocument(#require(document["texts"]))
            expectQuick("\(type)") {
                do {
                    _ = try texts.decode([Value].self)
                } catch let error as ModelError where error.code == .typeMismatch || error.code == .outOfRange {}
            }
        }
        let zeros = String(repeating: "0", count: 1 << 20)
        try read("\"1.\(zeros)\"", Double.self)
        try read("1.\(zeros)", Double.self)
        try read("1.\(zeros)", Float.self)
        try read("1.\(zeros)", Decimal.self)
        try read("\"\(zeros)1\"", Int.self)
        try read("\"2018-03-16T16:49:14.\(zeros)Z\"", Date.self)
    }

    private final class Transformed: BaseModel {
        var hex = Data()
        var number = 0
        var total = 0
        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [
                ModelProperty("hex", \Transformed.hex, with: .hex),
                ModelProperty("number", \Transformed.number, with: .older { (text: String) in text.utf8.count }),
                ModelProperty("total", \Transformed.total, with: .older { (all: [Int]) in all.reduce(0, &+) }),
            ]
        }
    }

    #if Macros
        @Model
        fileprivate final class Transforms: BaseModel {
            @Transform(.hex) var hex = Data()
            @Transform(.older { (text: String) in text.utf8.count }) var number = 0
            @Transform(.older { (all: [Int]) in all.reduce(0, &+) }) var total = 0
        }
    #endif

    @Test("Properties with a form of their own", arguments: ["hex", "number", "total"])
    func transforms(_ property: String) throws {
        var writer = BinaryPropertyListWriter()
        let value: UInt32
        if property == "total" {
            let number = writer.append(1 as Int64)
            value = writer.append(array: [UInt32](repeating: number, count: 500_000).span)
        } else {
            value = writer.append(String(repeating: "a0", count: 1 << 20))
        }
        let entries = [writer.append(property), value]
        let objects = (0..<Self.count).map { _ in writer.append(dictionary: entries.span) }
        let content = try writer.finish(top: writer.append(array: objects.span))
        let plist = PlistFormat()
        expectQuick("listed") { _ = try plist.decode([Transformed].self, from: content, as: .binaryPropertyList) }
        #if Macros
            expectQuick("stored") { _ = try plist.decode([Transforms].self, from: content, as: .binaryPropertyList) }
        #endif
    }

    /// A property list that is no archive, though it has to be gone through to tell.
    private static func plainList() throws -> Data {
        var writer = BinaryPropertyListWriter()
        let (key, value) = (writer.append("k"), writer.append(true))
        let entries = (0..<200_000).flatMap { _ in [key, value] }
        return try writer.finish(top: writer.append(dictionary: entries.span))
    }

    @Test("Data that looks like an archive, read and passed over")
    func data() throws {
        func list(_ isRoot: Bool) throws -> Data {
            var writer = BinaryPropertyListWriter()
            let data = writer.append(try Self.plainList())
            let array = writer.append(array: [UInt32](repeating: data, count: Self.count).span)
            guard !isRoot else { return try writer.finish(top: array) }
            let entries = [writer.append("other"), array, writer.append("label"), writer.append("behind")]
            return try writer.finish(top: writer.append(dictionary: entries.span))
        }
        let (content, others) = (try list(false), try list(true))
        let plist = PlistFormat()
        expectQuick("unknown") {
            let label = try plist.decode(RepeatedValueTests.Reader.self, from: content, as: .binaryPropertyList).label
            #expect(label == "behind")
        }
        expectQuick("data") { _ = try plist.decode([Data].self, from: others, as: .binaryPropertyList) }
    }

    @Test("The name of a class is refused")
    func className() throws {
        var writer = BinaryPropertyListWriter()
        let entries = [writer.append("$class"), writer.append(Self.long)]
        let object = writer.append(dictionary: entries.span)
        let content = try writer.finish(top: writer.append(array: [UInt32](repeating: object, count: Self.count).span))
        for (provider, format) in [
            (PlistFormat() as any FormatProvider, FileFormat.binaryPropertyList), (HRCoder(), .hrCodedBinary),
        ] {
            expectQuick("\(format)") {
                #expect { try provider.document(from: content, as: format) } throws: {
                    ($0 as? ModelError)?.code == .corruptData
                }
            }
        }
    }

    // MARK: Archives

    /// An archive of very many objects of a class, each with these values.
    private static func archive(
        _ className: String, count: Int = 50_000,
        _ object: (inout BinaryPropertyListWriter) -> (shared: [UInt32], entries: (inout BinaryPropertyListWriter) -> [UInt32])
    ) throws -> Data {
        var archive = BinaryPropertyListWriter()
        var objects = [archive.append("$null"), archive.appendArchivedClass(className)]
        let (shared, makeEntries) = object(&archive)
        objects += shared
        let first = objects.count
        let (classKey, classReference) = (archive.append("$class"), archive.append(uid: 1))
        for _ in 0..<count {
            let entries = makeEntries(&archive) + [classKey, classReference]
            objects.append(archive.append(dictionary: entries.span))
        }
        let references = (first..<objects.count).map { archive.append(uid: $0) }
        return try archive.finish(
            top: archive.appendArchive(of: objects, root: archive.append(array: references.span)))
    }

    @Test("Objects of an archive that share one", arguments: ["NSMutableString", "NSURL", "NSIndexSet"])
    func objects(_ className: String) throws {
        let content = try Self.archive(className) { archive in
            let shared =
                switch className {
                case "NSMutableString": [archive.append(Data(Self.long.utf8))]
                case "NSURL": [archive.append("http://" + String(repeating: "[", count: 1 << 21))]
                default: [archive.append(Data(repeating: 1, count: 1 << 21) + [0x80])]
                }
            let keys = ["NS.bytes", "NS.relative", "NSRangeData", "NSRangeCount"].map { archive.append($0) }
            let (value, number) = (archive.append(uid: 2), archive.append(1_048_577 as Int64))
            return (shared, { _ in
                switch className {
                case "NSMutableString": [keys[0], value]
                case "NSURL": [keys[1], value]
                default: [keys[2], value, keys[3], number]
                }
            })
        }
        expectQuick(className) { _ = try KeyedArchive().document(from: content) }
    }

    @Test("Keys of an archive's objects")
    func archivedKeys() throws {
        let once = try Self.archive("Thing", count: 1) { archive in
            let (key, value) = (archive.append(Self.long), archive.append(true))
            return ([], { _ in (0..<Self.count).flatMap { _ in [key, value] } })
        }
        expectQuick("one object") { _ = try KeyedArchive().document(from: once) }
        var next = 0
        let each = try Self.archive("NSNumber", count: 20_000) { archive in
            let value = archive.append(true)
            let keys = [archive.append(Self.long)] + (0..<17).map { archive.append("key \($0)") }
            return ([], { _ in
                next += 1
                // Another order each time: so each has a list of its own.
                var entries: [UInt32] = []
                for place in 0..<18 {
                    let factor = [1, 5, 7, 11, 13, 17][next % 6]
                    entries += [keys[(place * factor + next / 6) % 18], value]
                }
                return entries
            })
        }
        expectQuick("each") { _ = try KeyedArchive().document(from: each) }
    }

    @Test("A class of an archive that has no name, and very many keys")
    func namelessClass() throws {
        var archive = BinaryPropertyListWriter()
        let (key, value) = (archive.append("k"), archive.append(true))
        let classEntries = (0..<Self.count).flatMap { _ in [key, value] }
        var objects = [archive.append("$null"), archive.append(dictionary: classEntries.span)]
        let entries = [archive.append("$class"), archive.append(uid: 1)]
        for _ in 0..<50_000 { objects.append(archive.append(dictionary: entries.span)) }
        let references = (2..<objects.count).map { archive.append(uid: $0) }
        let content = try archive.finish(
            top: archive.appendArchive(of: objects, root: archive.append(array: references.span)))
        expectQuick("class") { _ = try? KeyedArchive().document(from: content) }
    }

    // MARK: FastCoding

    /// A file of an array or a set, by the chunks of its elements.
    private static func fastCoded(
        _ kind: ModelArrayKind = .array, count: Int, _ body: (inout Data, Int) -> Void
    ) -> Data {
        var content = Data([0x54, 0x53, 0x41, 0x46, 3, 0, 3, 0]) + Data(count: 12) + [kind == .set ? 26 : 25]
        func append(_ number: Int) { for place in 0..<4 { content.append(UInt8(truncatingIfNeeded: number >> (8 * place))) } }
        while content.count % 4 != 0 { content.append(0) }
        append(count)
        for number in 0..<count { body(&content, number) }
        return content
    }

    @Test("URLs of a FastCoding file whose text isn't UTF-8")
    func invalidURLs() {
        let content = Self.fastCoded(count: 200_000) { content, number in
            if number == 0 {
                content += [8] + Data(Self.long.utf8) + [0xFF, 0]
            } else {
                // A URL whose text is the string alias 0, without a base.
                content += [33, 5, 0, 0]
            }
        }
        expectQuick("URLs") { _ = try? FastCoder().decode([URL].self, from: content) }
    }
}
