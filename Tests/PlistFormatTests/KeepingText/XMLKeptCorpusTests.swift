import Foundation
import ModelCore
import PlistFormat
import TestSupport
import Testing

/// Public property lists: what isn't touched stays, to the byte.
@Suite(.enabled(if: SharedFixtures.arePresent, "The corpora lie beside the package"))
struct XMLKeptCorpusTests {
    @Test("An edit changes what it is about, and nothing else")
    func corpora() throws {
        let format = PlistFormat()
        var count = 0
        for entry in SharedFixtures.entries where entry.format == "plist-xml" {
            guard let old = try? entry.content, old.count < 300_000,
                old.prefix(200).contains(UInt8(ascii: "<")),
                let document = try? format.document(from: old, as: .xmlPropertyList),
                format.detect(old)?.format == .xmlPropertyList
            else { continue }
            #expect(
                try format.encode(document, as: .xmlPropertyList, keepingTextOf: old) == old, "\(entry.path)")
            guard let key = document.root.keys.last else { continue }
            let path = ModelPath([.key(key)])
            var fewer = document
            try fewer.removeValue(at: path)
            let rest = try format.encode(fewer, as: .xmlPropertyList, keepingTextOf: old)
            #expect(try format.document(from: rest, as: .xmlPropertyList) == fewer, "\(entry.path)")
            #expect(rest.count < old.count, "\(entry.path)")
            try fewer.set(.string("edited here"), at: ["a key of our own"])
            let new = try format.encode(fewer, as: .xmlPropertyList, keepingTextOf: old)
            #expect(try format.document(from: new, as: .xmlPropertyList) == fewer, "\(entry.path)")
            let head = zip(old, new).prefix { $0 == $1 }.count
            let tail = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
            // Up to four bytes a character.
            #expect(head + tail > new.count - 4 * 120, "\(entry.path)")
            count += 1
        }
        #expect(count > 20)
    }
}
