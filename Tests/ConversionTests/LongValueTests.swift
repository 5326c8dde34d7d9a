import FormatSupport
import Foundation
import JSONFormat
import ModelCore
import PlistFormat
import Testing

/// Long text and data stay in the memory of the file that was read, and outlive whoever read it.
@Suite("Long text and data")
struct LongValueTests {
    typealias Format = GrowthTests.Format

    // Each a little more than stays where it is, because these tests are slow.
    private static let ascii = String(repeating: "0123456789 abcdefg", count: 4_000)
    private static let wide = String(repeating: "äöü – 漢字 🙂 ", count: 3_000)
    private static let escaped = String(repeating: "a \"quoted\" <tag> & a \\ \n line\u{1}", count: 2_200)
    private static let otherEscaped = String(escaped.reversed())
    private static let data = Data((0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })

    /// From this size on a file's memory is shared.
    private static let large = Data(count: 1 << 20)
    private static let repeats = 3

    private struct Texts: Codable {
        var ascii: String
        var other: String
    }

    private static func document() throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        for (key, text) in [("ascii", ascii), ("wide", wide), ("escaped", escaped), ("other", otherEscaped)] {
            // No XML has such a character, so formats of it refuse it.
            try builder.key(key)
            try builder.append(text.replacing("\u{1}", with: ""))
        }
        try builder.key("data")
        try builder.append(data)
        try builder.key("large")
        try builder.append(large)
        try builder.key("again")
        try builder.beginArray()
        for _ in 0..<repeats { try builder.append(ascii) }
        for _ in 0..<repeats { try builder.append(data) }
        try builder.end()
        try builder.end()
        return try builder.finish()
    }

    // What is compared is too long to be shown.

    private func isText(_ value: ModelDocument.Value?, _ text: String) -> Bool { value?.scalar == .string(text) }

    /// Formats without data have it as text.
    private func isData(_ value: ModelDocument.Value?) -> Bool {
        value?.scalar == .data(Self.data) || value?.scalar == .string(Self.data.base64EncodedString())
    }

    private func expectRight(_ document: ModelDocument) throws {
        #expect(isText(document["ascii"], Self.ascii))
        #expect(isText(document["wide"], Self.wide))
        #expect(isText(document["escaped"], Self.escaped.replacing("\u{1}", with: "")))
        #expect(isText(document["other"], Self.otherEscaped.replacing("\u{1}", with: "")))
        #expect(isData(document["data"]))
        let again = try #require(document["again"])
        #expect(again.count == 2 * Self.repeats)
        #expect((0..<Self.repeats).allSatisfy { isText(again[$0], Self.ascii) && isData(again[Self.repeats + $0]) })
    }

    @Test("They come back, and go on to other formats, when nothing else has the file any more", arguments: Format.all)
    func everywhere(_ format: Format) throws {
        let document = try Self.document()
        func read() throws -> ModelDocument {
            let content = try format.provider.encode(document, as: format.format)
            // In memory of their own, as from a file, and as data.
            var position = 0
            let file = ByteSource.content(expecting: content.count, limit: .max) { (room) -> Int in
                let got = min(room.count, content.count - position)
                unsafe content.copyBytes(to: room, from: position..<position + got)
                position += got
                return got
            }
            let other = try format.provider.document(from: content, as: format.format)
            let read = try format.provider.document(from: #require(file), as: format.format)
            let isSame = read == other
            #expect(isSame)
            return read
        }
        let read = try read()
        try expectRight(read)
        for other in Format.all where other.format != .cryptoCoding {
            try expectRight(
                other.provider.document(from: other.provider.encode(read, as: other.format), as: other.format))
        }
        let texts = try format.provider.decode(
            Texts.self, from: format.provider.encode(read, as: format.format), as: format.format)
        #expect(texts.ascii == Self.ascii && texts.other.hasPrefix("enil"))
    }

    private func reread(_ format: Format) throws -> ModelDocument {
        try format.provider.document(
            from: format.provider.encode(Self.document(), as: format.format), as: format.format)
    }

    @Test("Edits and parts of other documents keep them", arguments: Format.all)
    func edits(_ format: Format) throws {
        var document = try reread(format)
        var other = try Self.document()
        do {
            let third = try reread(format)
            try other.set(ModelDocument(#require(third["data"])), at: ["third"])
            try other.set(ModelDocument(#require(third["ascii"])), at: ["fourth"])
        }
        try document.set(ModelDocument(#require(other["third"])), at: ["third"])
        try document.set(ModelDocument(#require(other["fourth"])), at: ["fourth"])
        try document.removeValue(at: ["again"])
        other = document
        try other.set(.string("short"), at: ["ascii"])
        #expect(isData(document["third"]) && isText(document["fourth"], Self.ascii))
        #expect(isText(document["ascii"], Self.ascii) && isText(other["ascii"], "short"))
        #expect(isData(other["third"]) && isText(other["wide"], Self.wide))
        let isSame = document == other
        #expect(!isSame)
    }
}
