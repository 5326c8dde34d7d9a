import Foundation
import ModelCore
import PlistFormat
import TestSupport
import Testing

/// Edits of XML property lists that leave the rest of the text alone.
@Suite struct XMLEditTests {
    private static let sample = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <!-- The program's own. -->
        <dict>
        \t<key>name</key> <!-- as people say it -->
        \t<string>It &#38; they</string>
        \t<!-- In pixels. -->
        \t<key>width</key>
        \t<integer>0031</integer>
        \t<key>flags</key>
        \t<array>
        \t\t<true></true> <!-- first -->
        \t\t<false/>
        \t</array>
        \t<key>none</key>
        \t<dict/>
        </dict>
        </plist>

        """

    private func edited(_ text: String, _ change: (inout ModelDocument) throws -> Void) throws -> String {
        let old = Data(text.utf8)
        var document = try PlistFormat().document(from: old, as: .xmlPropertyList)
        try change(&document)
        let new = try PlistFormat().encode(document, as: .xmlPropertyList, keepingTextOf: old)
        #expect(try PlistFormat().document(from: new, as: .xmlPropertyList) == document)
        return String(decoding: new, as: UTF8.self)
    }

    @Test("Values are replaced, added and removed")
    func edits() throws {
        let sample = Self.sample
        #expect(try edited(sample) { _ in } == sample)
        #expect(try edited(sample) { try $0.set(.int64(32), at: ["width"]) } == sample.replacing("0031", with: "32"))
        #expect(
            try edited(sample) { try $0.set(.bool(true), at: ["flags", 1]) }
                == sample.replacing("<false/>", with: "<true/>"))
        #expect(
            try edited(sample) { try $0.insert(ModelDocument(.int64(5)), at: ["flags", 1]) }
                == sample.replacing("<!-- first -->\n", with: "<!-- first -->\n\t\t<integer>5</integer>\n"))
        #expect(
            try edited(sample) { try $0.set(.string("x"), at: ["new"]) }
                == sample.replacing("\t<dict/>\n", with: "\t<dict/>\n\t<key>new</key>\n\t<string>x</string>\n"))
        #expect(
            try edited(sample) { try $0.removeValue(at: ["width"]) }
                == sample.replacing(
                    "\t<!-- In pixels. -->\n\t<key>width</key>\n\t<integer>0031</integer>\n", with: ""))
        #expect(
            try edited(sample) { try $0.set(.int64(1), at: ["none", "some"]) }
                == sample.replacing(
                    "<dict/>", with: "<dict>\n\t\t<key>some</key>\n\t\t<integer>1</integer>\n\t</dict>"))
        #expect(
            try edited(sample) { try $0.renameKey(at: ["name"], to: "title") }
                == sample.replacing("<key>name</key>", with: "<key>title</key>"))
    }

    @Test("A thousand random edits", arguments: 0..<10) func random(_ part: UInt64) throws {
        for seed in part * 100..<(part + 1) * 100 {
            if let failure = try CommentedText.failure(.xml, seed: seed, in: PlistFormat(), as: .xmlPropertyList) {
                Issue.record("\(failure)")
            }
        }
    }

    @Test("What XML can read and not write stays as it is")
    func otherTerms() throws {
        let text =
            "<plist><dict>\n <key>a</key> <date>0000-12-30T00:00:00Z</date>\n <key>b</key> <real>1</real>\n</dict></plist>"
        #expect(try edited(text) { _ in } == text)
        #expect(
            try edited(text) { try $0.set(.double(2), at: ["b"]) }
                == text.replacing("<real>1</real>", with: "<real>2.0</real>"))
    }

    @Test("The encoding that the declaration names stays")
    func encodings() throws {
        let text = Self.sample.replacing("UTF-8", with: "ISO-8859-1").replacing("It ", with: "Ä ")
        let old = try #require(text.data(using: .isoLatin1))
        var document = try PlistFormat().document(from: old, as: .xmlPropertyList)
        try document.set(.string("Ö"), at: ["none"])
        let new = try PlistFormat().encode(document, as: .xmlPropertyList, keepingTextOf: old)
        #expect(new == text.replacing("<dict/>", with: "<string>Ö</string>").data(using: .isoLatin1))
        // Latin-1 has none of these: it is written anew.
        try document.set(.string("🐈"), at: ["none"])
        let anew = try PlistFormat().encode(document, as: .xmlPropertyList, keepingTextOf: old)
        #expect(try anew == PlistFormat().encode(document, as: .xmlPropertyList))
        for mark in ["", "\u{FEFF}"] {
            let wide = try #require(
                (mark + Self.sample.replacing("UTF-8", with: "UTF-16")).data(using: .utf16LittleEndian))
            var document = try PlistFormat().document(from: wide, as: .xmlPropertyList)
            try document.set(.string("🐈"), at: ["none"])
            #expect(
                try PlistFormat().encode(document, as: .xmlPropertyList, keepingTextOf: wide)
                    == (mark
                    + Self.sample.replacing("UTF-8", with: "UTF-16").replacing("<dict/>", with: "<string>🐈</string>"))
                    .data(using: .utf16LittleEndian))
        }
    }

    @Test("Other styles of property list are written anew")
    func others() throws {
        let document = try PlistFormat().document(from: Data(Self.sample.utf8))
        let fresh = try PlistFormat().encode(document, as: .xmlPropertyList)
        let binary = try PlistFormat().encode(document, as: .binaryPropertyList)
        #expect(
            try PlistFormat().encode(document, as: .xmlPropertyList, keepingTextOf: Data("{ a = 1; }".utf8)) == fresh)
        #expect(try PlistFormat().encode(document, as: .xmlPropertyList, keepingTextOf: binary) == fresh)
        #expect(try PlistFormat().encode(document, as: .binaryPropertyList, keepingTextOf: binary) == binary)
    }

    @Test("Bytes that are damaged")
    func damaged() throws {
        let document = try PlistFormat().document(from: Data(Self.sample.utf8))
        var random = SeededGenerator(seed: 9)
        let text = Data(Self.sample.utf8)
        for _ in 0..<300 {
            var old = text.prefix(Int.random(in: 0...text.count, using: &random))
            for _ in 0..<Int.random(in: 0...2, using: &random) where !old.isEmpty {
                old[Int.random(in: 0..<old.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let new = try PlistFormat().encode(document, as: .xmlPropertyList, keepingTextOf: old)
            #expect(try PlistFormat().document(from: new) == document)
        }
    }
}
