import FastCoder
import Foundation
import JSONFormat
import ModelCore
import TestSupport
import Testing

#if Macros
    @Suite("The direct way of tagged classes")
    struct DirectTagTests {
        typealias Format = DirectWayTests.Format

        private static func block(_ generator: inout SeededGenerator, _ depth: Int) -> TagBlock {
            let block: TagBlock
            switch Int.random(in: 0..<7, using: &generator) {
            case 0:
                let image = TagImage()
                (image.url, image.size) = ("u\(Int.random(in: 0..<99, using: &generator))", 3)
                block = image
            case 1:
                let text = TagText()
                (text.text, text.type) = ("é\n", "whatever")
                block = text
            case 2:
                let section = TagSection()
                section.title = "t"
                block = section
            case 3:
                let fields = TagFields()
                fields.fields = ["a", "b"]
                block = fields
            case 4: block = TagThumbnail()
            default: block = TagBlock()
            }
            if Bool.random(using: &generator) { block.note = "n" }
            if depth > 0, Bool.random(using: &generator) { block.next = Self.block(&generator, depth - 1) }
            return block
        }

        private static func page(_ generator: inout SeededGenerator) -> TagPage {
            let page = TagPage()
            page.blocks = (0..<Int.random(in: 0..<6, using: &generator)).map { _ in block(&generator, 3) }
            if Bool.random(using: &generator) { page.cover = block(&generator, 1) }
            page.named = ["a": block(&generator, 0)]
            page.elements = [TagImageElement(), TagElement()]
            if Bool.random(using: &generator) { page.anything = [TagImageElement(), TagCan()] }
            return page
        }

        @Test("A thousand pages have the same bytes, and are read as the same", arguments: Format.all)
        func pages(_ format: Format) throws {
            var generator = SeededGenerator(seed: 51)
            let (written, read) = try DirectWayTests.compare(in: format) { Self.page(&generator) }
            if format.hasParts { #expect(written > 400 && read > 400, "\(written) written, \(read) read") }
        }

        @Test("A damaged file is read as by way of a document, or with the same error", arguments: Format.all)
        func damaged(_ format: Format) throws {
            var generator = SeededGenerator(seed: 52)
            var read = 0
            for _ in 0..<150 {
                let content = try format.byDocument(Self.page(&generator))
                for _ in 0..<10 {
                    if try format.expectSame(TagPage.self, DirectWayTests.damaged(content, &generator)) { read += 1 }
                }
            }
            if format.hasParts { #expect(read > 50, "\(read)") }
        }

        @Test(
            "What isn't as usual",
            arguments: [
                #"{"blocks":[{"url":"u","type":"image"},{"note":"n","next":{"type":"text"},"type":"image"}]}"#,
                #"{"blocks":[{"type":"picture","url":"u"}],"cover":{"style":"fields","fields":["a"],"type":"section"}}"#,
                #"{"blocks":[{"type":"odd","more":[1]},{"type":"text"}],"lead":{"type":"odd"}}"#,
                #"{"blocks":[{"$class":"TagImage","url":"u"},{"$class":"TagText","type":"text"}]}"#,
                #"{"blocks":[{"type":"im\u0061ge"},{"t\u0079pe":"text"}]}"#,
                #"{"blocks":[{"type":"image","type":"text"}]}"#,
                #"{"blocks":[{"type":null}]}"#, #"{"blocks":[{"type":5}]}"#, #"{"blocks":[{}]}"#,
                #"{"lead":{"url":"u"}}"#,
                #"{"lead":{"type":"text"}}"#, #"{"lead":{"type":"thumb","scale":2}}"#, #"{"blocks":[null]}"#,
                #"{"blocks":[{"type":"section","style":"odd","x":1},{"type":"section"}]}"#,
                // A sign that Swift's texts take for a letter.
                #"{"lead":{"type":"\u212Aind"}}"#, "{\"lead\":{\"type\":\"im\u{212A}age\"}}",
                #"{"blocks":[{"url":"u" "type":"image"}]}"#, #"{"blocks":[{"url":"u","type":"image"},]}"#,
                #"{"anything":[{"type":"image"}]}"#, #"{"anything":[{"$class":"TagImageElement","alt":"a"}]}"#,
                #"{"blocks":[{"$class":"TagImage","type":"text"}]}"#, #"{"blocks":[{"type":"text","$class":"TagImage"}]}"#,
                #"{"blocks":[{"$class":"TagBlock","type":"text"}],"anything":[{"$class":"TagImage","type":"text"}]}"#,
            ])
        func unusual(_ text: String) throws {
            for format in Format.all.prefix(2) { _ = try format.expectSame(TagPage.self, Data(text.utf8)) }
        }

        typealias Message = UntaggedTests.Message

        private static func message(_ generator: inout SeededGenerator, _ depth: Int) throws -> Message {
            let tags: [String?] = [
                nil, "text", "note", "memo", "old", "card", "panel", "odd", "UntaggedTests.Message",
            ]
            let tag = tags[Int.random(in: 0..<tags.count, using: &generator)]
            let style = ["wide", "broad", "odd", nil, nil].randomElement(using: &generator) ?? nil
            let isNull = Int.random(in: 0..<9, using: &generator) == 0
            var value: [String: Any] = ["id": Int.random(in: 0..<99, using: &generator)]
            value["type"] = tag ?? (isNull ? NSNull() as Any : nil)
            if tag == "card" || tag == "panel" { value["style"] = style }
            let message = try #require(try Message.instance(with: value))
            if depth > 0 {
                message.more = try (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
                    try Self.message(&generator, depth - 1)
                }
                if Bool.random(using: &generator) { message.named["k"] = try Self.message(&generator, depth - 1) }
            }
            return message
        }

        @Test("Objects without a tag, and with one of several", arguments: Format.all)
        func untagged(_ format: Format) throws {
            var generator = SeededGenerator(seed: 53)
            let messages = try (0..<1000).map { _ in try Self.message(&generator, 2) }
            var rest = messages[...]
            let (written, read) = try DirectWayTests.compare(in: format) { [rest.popFirst() ?? Message()] }
            if format.hasParts {
                // The code of a class reads only in formats without references.
                #expect(written > 100 && (read > 100 || format.isGraph), "\(written) written, \(read) read")
            }
            let back = try format.byDocument([Message].self, format.byDocument(messages))
            #expect(back.map(\.classTag) == messages.map(\.classTag))
        }

        @Test(
            "Files with objects without a tag",
            arguments: [
                #"[{"id":1},{"type":"text","id":2},{"type":"memo"},{"type":null,"id":3},{"type":"odd","x":1}]"#,
                #"[{"type":"panel","style":null},{"style":"wide"},{"type":"panel","style":"broad"},{"type":"card"}]"#,
                #"[{"id":1,"more":[{"type":"note"},{}],"named":{"a":{}}}]"#, #"[{"type":5}]"#, #"[{"id":"x"}]"#,
                #"[{"type":"text","id":"x"}]"#, #"[{"x":1,"type":"card","style":5}]"#,
                #"[{"$class":"UntaggedTests.Text","id":1},{"$class":"UntaggedTests.Bare","type":"text"}]"#,
            ])
        func untaggedFiles(_ text: String) throws {
            for format in Format.all.prefix(2) { _ = try format.expectSame([Message].self, Data(text.utf8)) }
            let entries = text.replacing("\"type\"", with: "\"kind\"").replacing("\"memo\"", with: "\"plain\"")
            for format in Format.all.prefix(2) {
                _ = try format.expectSame([UntaggedTests.Entry].self, Data(entries.utf8))
            }
        }
    }
#endif
