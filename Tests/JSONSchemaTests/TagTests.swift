#if Macros
    import Foundation
    import JSONFormat
    import JSONSchema
    import ModelCore
    import TestSupport
    import Testing

    @Suite("Tags of classes")
    struct TagTests {
        @Model(tag: "type") class Block: BaseModel {
            var note: String?
        }
        @Model(tagged: "image", aliases: ["picture"]) final class ImageBlock: Block {
            var size = 1
        }
        @Model(tag: "style", tagged: "section") class Section: Block {
            var type = "section"
        }
        @Model(tagged: "fields", unknownSubclasses: .refuse) final class Fields: Section {
            var fields: [String] = []
        }
        @Model(tag: "kind", unknownSubclasses: .refuse) class Shape: BaseModel {}
        @Model(tagged: "circle") final class Circle: Shape {
            var radius = 1.0
        }
        @Model final class Page: BaseModel {
            var blocks: [Block] = []
            var image = ImageBlock()
            var shape: Shape?
        }

        @Test("Each class has its tag, one of them fits, and the discriminator says which")
        func tags() throws {
            let page = Page()
            page.blocks = [ImageBlock(), Fields(), Section(), Block()]
            page.shape = Circle()
            try Python.check([
                .init(
                    Page.self, [page],
                    fitting: [
                        #"{"blocks": [{"type": "picture", "size": 2}, {"size": 2, "type": "image"}]}"#,
                        #"{"blocks": [{"type": "video", "url": "u"}]}"#,
                        #"{"blocks": [{"type": "section", "style": "fields", "fields": ["a"]}]}"#,
                    ],
                    wrong: [
                        #"{"blocks": [{"type": "image", "size": "x"}]}"#, #"{"blocks": [{"size": 2}]}"#,
                        #"{"blocks": [{"type": 5}]}"#, #"{"image": {"type": "section", "style": "Section"}}"#,
                        #"{"shape": {"kind": "square"}}"#,
                        #"{"blocks": [{"type": "section", "style": "fields", "fields": [1.5, {}]}]}"#,
                    ]),
                .init(Fields.self, [Fields()], wrong: [#"{"type": "section", "style": "other"}"#, "{}"]),
            ])
            let schema = try JSONSchema(of: [Shape].self)
            let document = schema.document
            #expect(document[["items", "discriminator", "propertyName"]]?.stringValue == "kind")
            #expect(
                document[["items", "discriminator", "mapping", "circle"]]?.stringValue == "#/$defs/TagTests.Circle")
            #expect(document[["items", "oneOf"]]?.count == 2)
        }

        @Model(tag: "type") class Message: BaseModel {}
        @Model(tagged: "text", "note") final class Text: Message {
            var text = ""
        }
        @Model(untagged: true) final class Bare: Message {
            var size = 1
        }
        @Model(tag: "kind", unknownSubclasses: .refuse) class Entry: BaseModel {}
        @Model(untagged: true, tagged: "plain") final class Plain: Entry {
            var size = 1
        }

        @Test("Objects without a tag, and with one of several")
        func untagged() throws {
            try Python.check([
                .init(
                    [Message].self, [[Text(), Bare(), Message()]],
                    fitting: [
                        #"[{"size": 2}, {"type": null}, {"type": "note", "text": "t"}, {"type": "text"}, {"type": "odd"}]"#
                    ],
                    wrong: [#"[{"size": "x"}]"#, #"[{"type": "note", "text": []}]"#, #"[{"type": 1}]"#]),
                .init(
                    [Entry].self, [[Plain(), Entry()]],
                    fitting: [#"[{"size": 2}, {"kind": "plain", "size": 3}, {"kind": null}]"#],
                    wrong: [#"[{"kind": "odd"}]"#, #"[{"size": "x"}]"#]),
            ])
        }

        @Model final class Change: BaseModel {
            var name: Presence<String> = .absent
            var texts: Presence<[Text]> = .absent
        }
        @Model struct Point {
            var x: Presence<Int>
        }
        @Model final class Line: BaseModel {
            var start = Point(x: .absent)
        }

        @Test("A presence is its value, or null")
        func presence() throws {
            let change = Change()
            (change.name, change.texts) = (.null, .value([Text()]))
            try Python.check([
                .init(
                    Change.self, [change, Change()], fitting: [#"{"name": "n", "texts": [{"type": "note"}]}"#, "{}"],
                    wrong: [#"{"name": []}"#, #"{"texts": [5]}"#]),
                .init(
                    Line.self, [Line()],
                    fitting: [#"{"start": {"x": 1}}"#, #"{"start": {"x": null}}"#, #"{"start": {}}"#],
                    wrong: [#"{"start": {"x": "y"}}"#]),
            ])
        }
    }
#endif
