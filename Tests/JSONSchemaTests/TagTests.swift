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
    }
#endif
