import FastCoder
import FormatSupport
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import PropertyListCodec
import TestSupport
import Testing

/// One value in a file that is used very often is one value in memory, also under a key that nobody reads.
@Suite("A long value in very many places")
struct RepeatedValueTests {
    private static let count = 20_000
    private static let text = String(repeating: "0123456789", count: 500)

    final class Reader: BaseModel {
        var label = ""
        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [ModelProperty("label", \Reader.label)]
        }
    }

    final class Keeper: BaseModel {
        var texts: [String] = []
        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [ModelProperty("texts", \Keeper.texts)]
        }
    }

    /// `{texts: [the text 20,000 times], label: "behind"}` in a binary property list of 100 KB.
    private static func binary(_ long: (inout BinaryPropertyListWriter) -> UInt32) throws -> Data {
        var writer = BinaryPropertyListWriter()
        let value = long(&writer)
        let array = writer.append(array: [UInt32](repeating: value, count: count).span)
        let entries = [writer.append("texts"), array, writer.append("label"), writer.append("behind")]
        let content = try writer.finish(top: writer.append(dictionary: entries.span))
        #expect(content.count < 3_000_000)
        return content
    }

    /// How many different places in memory the texts have: each is a copy.
    private func copies(_ texts: [String]) -> Int {
        Set(
            texts.map { text in
                unsafe text.utf8.withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) }
            }
        ).count
    }

    @Test("A very long one is gone through once", arguments: ["x", "ä"], [false, true])
    func veryLong(_ character: String, isData: Bool) throws {
        let text = String(repeating: character, count: 1 << 20)
        let content = try Self.binary { isData ? $0.append(Data(text.utf8)) : $0.append(text) }
        for (provider, format) in [
            (PlistFormat() as any FormatProvider, FileFormat.binaryPropertyList), (HRCoder(), .hrCodedBinary),
        ] {
            // Gone through each time, these would be 20 gigabytes.
            var document: ModelDocument?
            let seconds = try threadSeconds { document = try provider.document(from: content, as: format) }
            #expect(document?["texts"]?.count == Self.count && seconds < 10)
        }
    }

    /// An array of a text, of another one, and of the first one again 20,000 times, as FastCoder has it.
    private static func fastCoded(_ text: String) throws -> Data {
        var content = try FastCoder().encode([text] + Array(repeating: "y", count: count + 1))
        // Behind the second text the aliases of it begin, of two bytes each; they are to lead to the first.
        let start = try #require(content.range(of: Data([UInt8(ascii: "y"), 0]))).upperBound
        for place in 0..<count { content[start + 2 * place + 1] = 0 }
        return content
    }

    @Test("So is one of FastCoder's that aliases lead to", arguments: ["x", "ä"])
    func veryLongAliases(_ character: String) throws {
        let text = String(repeating: character, count: 1 << 20)
        let content = try Self.fastCoded(text)
        var document: ModelDocument?
        let seconds = try threadSeconds { document = try FastCoder().document(from: content) }
        let last = try #require(document?.root.elements.last)
        #expect(document?.root.count == Self.count + 2 && last.scalar == .string(text) && seconds < 10)
    }

    @Test("So is one that can't be read: text of FastCoder's that isn't UTF-8")
    func unreadableAliases() throws {
        var content = try Self.fastCoded(String(repeating: "x", count: 1 << 22))
        content[try #require(content.range(of: Data("xx\0".utf8))).lowerBound + 1] = 0xFF
        // Gone through each time, these would be 80 gigabytes.
        let seconds = threadSeconds {
            let error = #expect(throws: ModelError.self) { try FastCoder().decode([String].self, from: content) }
            #expect(error?.code == .corruptData && error?.path.description.hasSuffix("[0]") == true)
        }
        #expect(seconds < 5)
    }

    private struct Box<Value: Codable & SendableMetatype>: Codable, ModelValue {
        let texts: [Value]
    }

    @Test("Documents that have one are compared and printed in little time", arguments: [false, true])
    func comparison(isSet: Bool) throws {
        let text = String(repeating: "x", count: 1 << 22)
        func document() throws -> ModelDocument {
            var builder = DocumentBuilder()
            try builder.beginArray(isSet ? .set : .array)
            for _ in 0..<Self.count { try builder.append(text) }
            try builder.end()
            return try builder.finish()
        }
        let (first, second) = (try document(), try document())
        var areEqual = false
        var description = ""
        let seconds = threadSeconds {
            areEqual = first == second
            description = first.description
        }
        #expect(areEqual && seconds < 5)
        // Once, and then its number.
        #expect(description.utf8.count < (1 << 22) + 10 * Self.count)
        #expect(description.hasPrefix(isSet ? "set [\n  #1 \"xxx" : "[\n  #1 \"xxx") && description.hasSuffix("\n  #1\n]"))
    }

    @Test(
        "Formats that would repeat one without end refuse to; the others have it once",
        arguments: [
            FileFormat.keyedArchive, .json, .xmlPropertyList, .binaryPropertyList, .hrCodedJSON, .hrCodedXML, .hrCodedBinary,
            .fastCoding,
        ], [false, true])
    func written(_ format: FileFormat, isData: Bool) throws {
        let text = String(repeating: "x", count: 1 << 16)
        let scalar = isData ? ModelScalar.data(Data(text.utf8)) : .string(text)
        var builder = DocumentBuilder()
        try builder.beginArray()
        for _ in 0..<Self.count { try builder.append(scalar) }
        try builder.end()
        let document = try builder.finish()
        let provider = try FormatRegistry.current.provider(for: format)
        let sharing: [FileFormat] =
            [.keyedArchive, .binaryPropertyList] + (isData ? [] : [.hrCodedBinary, .fastCoding])
        if sharing.contains(format) {
            #expect(try provider.encode(document, as: format).count < 1 << 18)
        } else {
            // It would be more than a gigabyte.
            #expect { try provider.encode(document, as: format) } throws: {
                ($0 as? ModelError)?.code == .nodesExceeded
            }
        }
    }

    @Test("So is text that stands for something else")
    func converted() throws {
        let aliases = [String](repeating: #"{"$alias":"text"}"#, count: Self.count).joined(separator: ",")
        func read<Value: ModelValue & Codable & Equatable & SendableMetatype>(_ text: String, _: Value.Type) throws -> [Value]? {
            let text = String(repeating: text, count: (1 << 20) / text.utf8.count)
            let json = Data("{\"text\": \"\(text)\", \"texts\": [\(aliases)]}".utf8)
            let document = try HRCoder().document(from: json, as: .hrCodedJSON)
            var values: [Value]?
            var box: Box<Value>?
            let seconds = try threadSeconds {
                values = try document["texts"].map { try ModelDocument($0).decode() }
                box = try document.decode()
            }
            #expect(seconds < 5 && box?.texts == values)
            return values
        }
        #expect(try read("ä", URL.self)?.count == Self.count)
        #expect(try read("YmFz", Data.self)?.last?.count == (1 << 20) / 4 * 3)
    }

    /// An archive of an array with one object 20,000 times.
    ///
    /// - Parameter object: Makes the object of a property list for each of its keys, but for its class's.
    private static func archive(
        _ className: String, _ object: (inout BinaryPropertyListWriter) -> [(key: UInt32, value: UInt32)]
    ) throws -> Data {
        var archive = BinaryPropertyListWriter()
        let head = [archive.append("$null"), archive.appendArchivedClass(className)]
        let entries = object(&archive).flatMap { [$0, $1] } + [archive.append("$class"), archive.append(uid: 1)]
        let objects = head + [archive.append(dictionary: entries.span)]
        let references = [UInt32](repeating: archive.append(uid: 2), count: count)
        return try archive.finish(
            top: archive.appendArchive(of: objects, root: archive.append(array: references.span)))
    }

    @Test("So is an object of an archive that isn't what its class says", arguments: ["NSMutableString", "NSURL"])
    func unreadableObject(_ className: String) throws {
        let content = try Self.archive(className) {
            let long = "http://" + String(repeating: "[", count: 1 << 22)
            return className == "NSURL"
                ? [($0.append("NS.relative"), $0.append(long))]
                : [($0.append("NS.bytes"), $0.append(Data(long.utf8) + [0xFF]))]
        }
        var document: ModelDocument?
        let seconds = try threadSeconds { document = try KeyedArchive().document(from: content) }
        #expect(document?.root.count == Self.count && document?[0]?.className == className && seconds < 5)
    }

    @Test("So is an array of an archive whose elements have a key each")
    func numberedElements() throws {
        let size = 50_000
        let content = try Self.archive("NSArray") { archive in
            let value = archive.append(uid: 0)
            return (0..<size).map { (archive.append("NS.object.\($0)"), value) }
        }
        var document: ModelDocument?
        let seconds = threadSeconds { document = try? KeyedArchive().document(from: content) }
        #expect(document?.root.count == Self.count && document?[1]?.count == size && seconds < 5)
    }

    @Test("As a document, and as models made of it")
    func document() throws {
        for long in [
            { $0.append(Self.text) }, { $0.append(Data(Self.text.utf8)) },
        ] as [(inout BinaryPropertyListWriter) -> UInt32] {
            let content = try Self.binary(long)
            for (provider, format) in [
                (PlistFormat() as any FormatProvider, FileFormat.binaryPropertyList), (HRCoder(), .hrCodedBinary),
            ] {
                let document = try provider.document(from: content, as: format)
                #expect(document.byteCount < 2_000_000)
                #expect(document["texts"]?.count == Self.count)
                #expect(try ModelDocument(encoding: document).byteCount < 2_000_000)
                var copy = ModelDocument(.null)
                try copy.set(document, at: [])
                #expect(copy.byteCount < 4_000_000)
                #expect(try document.decode(Reader.self).label == "behind")
                // What leads to it is changed alone.
                try copy.set(.int64(1), at: ["texts", 0])
                #expect(copy["texts"]?[1]?.scalar == document["texts"]?[1]?.scalar)
                try copy.set(.int64(2), at: ["texts", 7])
                #expect(copy["texts"]?[7]?.intValue == 2)
                #expect(copy["texts"]?[8]?.scalar == document["texts"]?[0]?.scalar)
            }
        }
        let document = try PlistFormat().document(from: Self.binary { $0.append(Self.text) }, as: .binaryPropertyList)
        let keeper = try document.decode(Keeper.self)
        #expect(keeper.texts.count == Self.count)
        #expect(copies(keeper.texts) == 1)
    }

    @Test("As a model that has no such key, and as one that has")
    func models() throws {
        let content = try Self.binary { $0.append(Self.text) }
        for (provider, format) in [
            (PlistFormat() as any FormatProvider, FileFormat.binaryPropertyList), (HRCoder(), .hrCodedBinary),
        ] {
            #expect(try provider.decode(Reader.self, from: content, as: format).label == "behind")
            #expect(copies(try provider.decode(Keeper.self, from: content, as: format).texts) == 1)
        }
        let aliases = [String](repeating: #"{"$alias":"text"}"#, count: 20_000).joined(separator: ",")
        let json = Data("{\"text\": \"\(Self.text)\", \"texts\": [\(aliases)], \"label\": \"behind\"}".utf8)
        #expect(try HRCoder().decode(Reader.self, from: json, as: .hrCodedJSON).label == "behind")
        #expect(copies(try HRCoder().decode(Keeper.self, from: json, as: .hrCodedJSON).texts) == 1)
        #expect(try HRCoder().document(from: json, as: .hrCodedJSON).byteCount < 2_000_000)
    }

    /// 40,000 dictionaries with the same keys, one of 200 KB: to compare it in each takes the square of the file's
    /// size.
    @Test("A long key in very many dictionaries is read in little time, or refused", arguments: [1, 2])
    func longKey(count: Int) throws {
        let key = String(repeating: "k", count: 200_000)
        var writer = BinaryPropertyListWriter()
        let keys = [writer.append(key), writer.append("b")]
        let value = writer.append(1 as Int64)
        var dictionaries: [UInt32] = []
        for _ in 0..<40_000 {
            let entries = count == 1 ? [keys[0], value] : [keys[0], value, keys[1], value]
            dictionaries.append(writer.append(dictionary: entries.span))
        }
        let content = try writer.finish(top: writer.append(array: dictionaries.span))
        // The same as NSDictionary objects of an archive.
        var archive = BinaryPropertyListWriter()
        var objects = [
            archive.append("$null"), archive.appendArchivedClass("NSDictionary"), archive.append(key), archive.append("b"),
        ]
        let memberUIDs = [archive.append(uid: 2), archive.append(uid: 3)].prefix(count)
        let members = archive.append(array: Array(memberUIDs).span)
        let (keysName, objectsName, className) = (
            archive.append("NS.keys"), archive.append("NS.objects"), archive.append("$class")
        )
        let (classReference, first) = (archive.append(uid: 1), objects.count)
        for _ in 0..<40_000 {
            let entries = [keysName, members, objectsName, members, className, classReference]
            objects.append(archive.append(dictionary: entries.span))
        }
        var references: [UInt32] = []
        for uid in first..<objects.count { references.append(archive.append(uid: uid)) }
        let archived = try archive.finish(
            top: archive.appendArchive(of: objects, root: archive.append(array: references.span)))
        for (provider, format, content) in [
            (PlistFormat() as any FormatProvider, FileFormat.binaryPropertyList, content),
            (KeyedArchive(), .keyedArchive, archived),
        ] {
            let seconds = threadSeconds { _ = try? provider.decode([[String: Int]].self, from: content, as: format) }
            #expect(seconds < 5, "\(format)")
        }
    }
}
