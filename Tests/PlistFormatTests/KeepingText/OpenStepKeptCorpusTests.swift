import Foundation
import ModelCore
import PlistFormat
import TestSupport
import Testing

/// Public property lists in the OpenStep style: what isn't touched stays, to the byte.
@Suite(.enabled(if: SharedFixtures.arePresent, "The corpora lie beside the package"))
struct OpenStepKeptCorpusTests {
    @Test("An edit changes what it is about, and nothing else")
    func corpora() throws {
        let lists = PlistFormat(duplicateKeys: .last)
        let format = FileFormat.openStepPropertyList
        var count = 0
        for entry in SharedFixtures.entries where entry.format == "plist-openstep" {
            guard let old = try? entry.content, old.count < 300_000,
                lists.detect(old)?.format.style == format.style,
                let document = try? lists.document(from: old, as: format)
            else { continue }
            #expect(try lists.encode(document, as: format, intoTextOf: old) == old, "\(entry.path)")
            guard let key = document.root.keys.last else { continue }
            let path = ModelPath([.key(key)])
            var changed = document
            try changed.set(.string("edited here"), at: ["a key of our own"])
            let added = try lists.encode(changed, as: format, intoTextOf: old)
            let new = try #require(added, "\(entry.path)")
            #expect(try lists.document(from: new, as: format) == changed, "\(entry.path)")
            let head = zip(old, new).prefix { $0 == $1 }.count
            let tail = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
            // Up to four bytes a character.
            #expect(head + tail >= old.count && new.count < old.count + 4 * 60, "\(entry.path)")
            count += 1
            guard document.root.count > 1 else { continue }
            try changed.removeValue(at: path)
            let rest = try lists.encode(changed, as: format, intoTextOf: new)
            #expect(try rest.map { try lists.document(from: $0, as: format) } == changed, "\(entry.path)")
            #expect(rest?.count ?? .max < new.count, "\(entry.path)")
        }
        #expect(count > 5)
    }
}
