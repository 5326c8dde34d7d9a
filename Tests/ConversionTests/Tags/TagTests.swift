#if Macros
    import FastCoder
    import Foundation
    import HRCoder
    import JSONFormat
    import ModelCore
    import PlistFormat
    import Testing

    @Suite("Tags of classes")
    struct TagTests {
        static let formats: [FileFormat] = [
            .json, .binaryPropertyList, .xmlPropertyList, .keyedArchive, .fastCoding, .hrCodedJSON,
        ]

        private static func page() -> TagPage {
            let page = TagPage()
            let image = TagImage()
            (image.url, image.size, image.note) = ("a.png", 3, "n")
            let text = TagText()
            text.text = "hello"
            let fields = TagFields()
            (fields.title, fields.fields) = ("t", ["x", "y"])
            let section = TagSection()
            section.title = "s"
            let thumbnail = TagThumbnail()
            thumbnail.scale = 2.5
            section.next = thumbnail
            page.blocks = [image, text, fields, section, TagBlock()]
            let element = TagImageElement()
            element.alt = "alt"
            page.elements = [element]
            page.cover = TagFields()
            page.named = ["a": TagThumbnail(), "b": TagText()]
            page.anything = [TagCan(), TagImageElement()]
            return page
        }

        private static func json<Model: BaseModel>(_ model: Model) throws -> String {
            String(decoding: try JSONFormat().encode(model, as: .json), as: UTF8.self)
        }

        private static func read<Model: BaseModel>(_ type: Model.Type, _ text: String) throws -> Model {
            try JSONFormat().decode(type, from: Data(text.utf8), as: .json)
        }

        @Test("Every format reads back what it has written", arguments: formats)
        func roundTrip(_ format: FileFormat) throws {
            let provider = try FormatRegistry.current.provider(for: format)
            let content = try provider.encode(Self.page(), as: format)
            let page = try provider.decode(TagPage.self, from: content, as: format)
            #expect(
                page.blocks.map { "\(type(of: $0))" } == ["TagImage", "TagText", "TagFields", "TagSection", "TagBlock"])
            #expect((page.blocks[0] as? TagImage)?.url == "a.png")
            #expect((page.blocks[1] as? TagText)?.type == "text")
            #expect((page.blocks[2] as? TagFields)?.fields == ["x", "y"])
            #expect((page.blocks[3].next as? TagThumbnail)?.scale == 2.5)
            #expect((page.elements[0] as? TagImageElement)?.alt == "alt")
            #expect(page.cover is TagFields)
            #expect(page.named["a"] is TagThumbnail && page.named["b"] is TagText)
            #expect(page.anything[0] is TagCan && page.anything[1] is TagImageElement)
            for block in page.blocks { #expect(block.unknownValues == nil) }
            #expect(try provider.encode(page, as: format) == content)
        }

        @Test("The tag comes first, once, and without $class")
        func written() throws {
            let text = TagText()
            (text.type, text.text) = ("whatever", "hi")
            #expect(try Self.json(text) == #"{"type":"text","text":"hi"}"#)
            let page = TagPage()
            page.blocks = [text, TagFields()]
            let json = try Self.json(page)
            #expect(
                json.contains(#""blocks":[{"type":"text","text":"hi"},{"style":"fields","type":"section","#)
                    || json.contains(#""blocks":[{"type":"text","text":"hi"},{"type":"section","style":"fields","#))
            #expect(!json.contains("$class"))
            let document = try ModelDocument(encoding: page)
            #expect(document[["blocks", .index(0), "type"]]?.stringValue == "text")
            let converted = try JSONFormat().encode(document, as: .json)
            #expect(String(decoding: converted, as: UTF8.self) == json)
            #expect(try document.decode(TagPage.self).blocks[1] is TagFields)
        }

        @Test("It is read wherever it stands, and under an alias")
        func anywhere() throws {
            let page = try Self.read(
                TagPage.self,
                #"""
                {"blocks": [{"url": "u", "size": 7, "type": "image"}, {"note": null, "next": {"type": "text"}, "type": "picture"},
                {"more": [1, 2], "style": "fields", "type": "section", "fields": ["f"]}]}
                """#)
            #expect(page.blocks.map { "\(type(of: $0))" } == ["TagImage", "TagImage", "TagFields"])
            #expect((page.blocks[0] as? TagImage)?.size == 7)
            #expect(page.blocks[1].next is TagText)
            #expect((page.blocks[2] as? TagFields)?.fields == ["f"])
            #expect(page.blocks[2].unknownValues?.root.keys == ["more"])
            #expect(try Self.json(page.blocks[1]).hasPrefix(#"{"type":"image""#))
            #expect(try Self.read(TagBlock.self, #"{"text": "x", "type": "text"}"#) is TagText)
        }

        @Test("A property of the tag's key may have raw values")
        func raw() throws {
            let can = try #require(try Self.read(TagCrate.self, #"{"height": 4, "kind": "can"}"#) as? TagCan)
            #expect(can.kind == .can && can.height == 4)
            can.kind = .box
            #expect(try Self.json(can) == #"{"kind":"can","shape":"round","height":4}"#)
            #expect(TagCan().classTag == "can")
            #expect(try Self.read([TagCrate].self, #"[{"kind":"can"},{"kind":"box","width":2}]"#)[0].kind == .can)
        }

        private static func read<Value: ModelValue>(_ type: Value.Type, _ text: String) throws -> Value {
            try JSONFormat().decode(type, from: Data(text.utf8), as: .json)
        }

        @Test(
            "Errors list the names that are known",
            arguments: [
                (#"{"lead":{"type":"text"}}"#, ModelError.Code.classMismatch, "image, picture, thumb", "lead"),
                (#"{"lead":{"url":"a"}}"#, .missingValue, "image, picture, thumb", "lead"),
                (
                    #"{"blocks":[{"type":5}]}"#, .typeMismatch, "TagBlock, image, picture, section, text, thumb",
                    "blocks[0].type"
                ),
                (
                    #"{"blocks":[{"type":"section","style":null}]}"#, .typeMismatch, "TagSection, fields",
                    "blocks[0].style"
                ),
                (#"{"blocks":[{"type":"section"}]}"#, .missingValue, "TagSection, fields", "blocks[0]"),
                (#"{"blocks":[{"type":"text","type":"image"}]}"#, .duplicateKey, "type", "blocks[0]"),
            ])
        func errors(_ json: String, _ code: ModelError.Code, _ names: String, _ path: String) {
            let error = #expect(throws: ModelError.self) { try Self.read(TagPage.self, json) }
            #expect(error?.code == code)
            #expect(error?.path.description == path)
            #expect(error.map { "\($0)".contains(names) } == true, "\(String(describing: error))")
        }

        @Test("A hierarchy may refuse what it doesn't know")
        func refused() throws {
            let error = #expect(throws: ModelError.self) {
                try Self.read(TagStrict.self, #"{"type":"two","name":"n"}"#)
            }
            #expect(error?.code == .unknownClass)
            #expect(error.map { "\($0)".contains("TagStrict, one") } == true)
            #expect(try Self.read(TagStrict.self, #"{"type":"one","name":"n"}"#) is TagStrictOne)
        }

        @Test("A class that isn't registered is found where it is expected")
        func unregistered() throws {
            final class Local: TagBlock {
                override class var modelClass: ModelClass { own }
                static let own = ModelClass(Local.self, tag: "local")
            }
            #expect(try Self.json(Local()) == #"{"type":"local"}"#)
            #expect(type(of: try Self.read(Local.self, #"{"type":"local","note":"n"}"#)) == Local.self)
            #expect(throws: ModelError.self) { try Self.read(Local.self, #"{"type":"image"}"#) }
        }

        @Test("Two classes of one tag are an error before anything is written")
        func twice() throws {
            final class Other: TagStrict {
                override class var modelClass: ModelClass { own }
                static let own = ModelClass(Other.self, tag: "one")
            }
            var registry = ClassRegistry()
            for type in [TagStrict.self, TagStrictOne.self, Other.self] { registry.add(type) }
            ClassRegistry.withClasses(registry) {
                for model in [Other(), TagStrictOne()] {
                    let error = #expect(throws: ModelError.self) { try ModelDocument(encoding: [model]) }
                    #expect(error?.code == .duplicateClass)
                }
                let error = #expect(throws: ModelError.self) { try Self.read([TagStrict].self, #"[{"type":"one"}]"#) }
                #expect(error?.code == .duplicateClass)
            }
        }

        @Model(tag: "blockType", keys: .snakeCase) class Styled: BaseModel {
            var blockType = ""
        }
        @Model(tagged: "one") final class StyledOne: Styled {
            var firstName = ""
        }
        @Model(tag: "type") class Elsewhere: BaseModel {
            @Key("type", for: [.json]) var kind = ""
            var name = ""
        }
        @Model(tagged: "one") final class ElsewhereOne: Elsewhere {}

        @Test("The tag has its key in every style, format and mapping", arguments: formats)
        func keys(_ format: FileFormat) throws {
            let provider = try FormatRegistry.current.provider(for: format)
            let models: [Styled] = [StyledOne(), Styled()]
            #expect(
                try provider.decode([Styled].self, from: provider.encode(models, as: format), as: format)[0]
                    is StyledOne)
            let others: [Elsewhere] = [ElsewhereOne(), Elsewhere()]
            let back = try provider.decode([Elsewhere].self, from: provider.encode(others, as: format), as: format)
            #expect(back[0] is ElsewhereOne && back[0].kind == "one")
            let styled = JSONFormat(keys: .snakeCase)
            let json = try styled.encode(models, as: .json)
            #expect(String(decoding: json, as: UTF8.self).hasPrefix(#"[{"blockType":"one","first_name":"#))
            #expect(try styled.decode([Styled].self, from: json, as: .json)[0] is StyledOne)
        }

        @Test("A mapping can't leave the tag out")
        func mapped() throws {
            var mapping = ModelMapping()
            try mapping.map(ElsewhereOne.self, [PropertyMapping("name", key: "n")], leavesOthersOut: true)
            let format = JSONFormat().mapped(by: mapping)
            let json = try format.encode([ElsewhereOne()] as [Elsewhere], as: .json)
            #expect(String(decoding: json, as: UTF8.self) == #"[{"type":"one","n":""}]"#)
            #expect(try format.decode([Elsewhere].self, from: json, as: .json)[0] is ElsewhereOne)
        }

        @Model(tag: "type") class Aged: BaseModel {
            var name = ""
        }
        @Model(tagged: "a") final class AgedA: Aged {}
        @Model(tagged: "c", version: 2) final class AgedC: Aged {
            override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
                try object.set(.string("new"), at: ["name"])
            }
        }

        @Test(
            "Each object is migrated as one of its class",
            arguments: [
                #"[{"type":"a","name":"x"},{"type":"c","name":"y"}]"#,
                #"[{"more":1,"type":"a","name":"x"},{"more":1,"type":"c","name":"y"}]"#,
            ])
        func migrated(_ json: String) throws {
            let objects = try Self.read([Aged].self, json)
            #expect(objects.map(\.name) == ["x", "new"])
            let document = try JSONFormat().document(from: Data(json.utf8), as: .json)
            #expect(try document.decode([Aged].self).map(\.name) == ["x", "new"])
            let odd = #"[{"type":"odd","$version":7,"name":"z"}]"#
            let kept = try Self.read([Aged].self, odd)
            #expect(kept[0].name == "z" && kept[0].classTag == "odd")
            let text = String(decoding: try JSONFormat().encode(kept, as: .json), as: UTF8.self)
            #expect(text == #"[{"type":"odd","name":"z","$version":7}]"#)
        }

        @Test("A file's root is checked, too")
        func root() throws {
            let cat = Data(#"{"type":"cat","name":"Tom"}"#.utf8)
            #expect(try JSONFormat().decode(TagPet.self, from: cat, as: .json) is TagCat)
            let error = #expect(throws: ModelError.self) { try JSONFormat().decode(TagDog.self, from: cat, as: .json) }
            #expect(error?.code == .classMismatch)
        }
    }

    @Suite("Objects of unknown subclasses")
    struct UnknownSubclassTests {
        private static let json = #"""
            {"pets":[{"type":"parrot","name":"Coco","wings":{"span":30,"colors":["red"]},"friend":{"type":"cat","name":"Tom","lives":7},"rival":{"type":"owl"}},
            {"type":"cat","name":"Kit","lives":9}],"star":{"type":"newt"}}
            """#

        @Test("It keeps its values and its tag in every format, and after several of them", arguments: TagTests.formats)
        func kept(_ format: FileFormat) throws {
            let provider = try FormatRegistry.current.provider(for: format)
            let zoo = try JSONFormat().decode(TagZoo.self, from: Data(Self.json.utf8), as: .json)
            let parrot = zoo.pets[0]
            #expect(parrot is TagOtherPet && parrot.isOfUnknownClass && parrot.classTag == "parrot")
            #expect(parrot.name == "Coco" && (parrot.friend as? TagCat)?.lives == 7)
            #expect(parrot.unknownValues?[["wings", "span"]]?.intValue == 30)
            let content = try provider.encode(zoo, as: format)
            let again = try provider.decode(TagZoo.self, from: content, as: format)
            #expect(again.pets[0].classTag == "parrot" && again.star?.classTag == "newt")
            #expect(again.pets[1] is TagCat && !again.pets[1].isOfUnknownClass)
            let json = try JSONFormat().encode(again, as: .json)
            #expect(try equal(json, Data(Self.json.utf8)))
        }

        private func equal(_ left: Data, _ right: Data) throws -> Bool {
            let objects = try [left, right].map {
                try #require(try JSONSerialization.jsonObject(with: $0) as? NSDictionary)
            }
            // The keys of the newt aren't compared.
            let star = objects[0]["star"] as? NSDictionary
            return (objects[0]["pets"] as? NSArray)?.isEqual(objects[1]["pets"]) == true
                && star?["type"] as? String == "newt"
        }

        @Test(
            "An object whose class $class or the format names is kept where that is asked for",
            arguments: TagTests.formats)
        func named(_ format: FileFormat) throws {
            let provider = try FormatRegistry.current.provider(for: format)
            var builder = DocumentBuilder()
            try builder.beginObject(CodedClass(name: "TagDrawing"))
            try builder.key("shapes")
            try builder.beginArray()
            try builder.beginObject(CodedClass(name: "TagCircle"), number: 3)
            try builder.key("name")
            try builder.append("c")
            try builder.end()
            try builder.beginObject(CodedClass(name: "Hexagon", superclassNames: ["TagShape", "BaseModel"]))
            try builder.key("name")
            try builder.append("h")
            try builder.key("corners")
            try builder.append(6 as Int64)
            try builder.key("center")
            try builder.beginObject(CodedClass(name: "TagCircle"), number: 1)
            try builder.key("radius")
            try builder.append(2.5)
            try builder.end()
            try builder.end()
            try builder.end()
            try builder.end()
            let content = try provider.encode(builder.finish(), as: format)
            var drawing = try provider.decode(TagDrawing.self, from: content, as: format)
            for _ in 0..<2 {
                #expect(drawing.shapes[0] is TagCircle && drawing.shapes[1].isOfUnknownClass)
                #expect(drawing.shapes[1].name == "h")
                #expect(drawing.shapes[1].unknownValues?[["corners"]]?.intValue == 6)
                let document = try provider.document(from: provider.encode(drawing, as: format), as: format)
                #expect(document[["shapes", .index(1), "center", "radius"]]?.doubleValue == 2.5)
                drawing = try provider.decode(
                    TagDrawing.self, from: provider.encode(drawing, as: format), as: format)
            }
            let json = try JSONFormat().encode(drawing, as: .json)
            #expect(String(decoding: json, as: UTF8.self).contains(#"{"$class":"Hexagon","name":"h""#))
        }

        @Test("By default, only an unknown tag is kept")
        func refused() throws {
            let json = #"{"shapes":[{"$class":"Hexagon"}]}"#
            #expect(throws: Never.self) { try JSONFormat().decode(TagDrawing.self, from: Data(json.utf8), as: .json) }
            let block = #"{"blocks":[{"$class":"Hexagon"}]}"#
            let error = #expect(throws: ModelError.self) {
                try JSONFormat().decode(TagPage.self, from: Data(block.utf8), as: .json)
            }
            #expect(error?.code == .unknownClass)
        }

        @Test("References to objects inside it, and from there, lead to the same models")
        func shared() throws {
            var builder = DocumentBuilder()
            try builder.beginObject(CodedClass(name: "TagZoo"))
            try builder.key("pets")
            try builder.beginArray()
            try builder.beginObject(CodedClass(name: "TagOtherPet"), number: 1)
            try builder.key("type")
            try builder.append("parrot")
            try builder.key("mate")
            try builder.beginObject(CodedClass(name: "TagCat"), number: 2)
            try builder.key("type")
            try builder.append("cat")
            try builder.key("name")
            try builder.append("Tom")
            try builder.end()
            try builder.end()
            try builder.appendReference(to: 2)
            try builder.end()
            try builder.key("star")
            try builder.appendReference(to: 1)
            try builder.end()
            let provider = try FormatRegistry.current.provider(for: .keyedArchive)
            let content = try provider.encode(builder.finish(), as: .keyedArchive)
            let zoo = try provider.decode(TagZoo.self, from: content, as: .keyedArchive)
            #expect(zoo.star === zoo.pets[0] && zoo.star?.classTag == "parrot")
            zoo.pets[1].name = "Tim"
            let document = try provider.document(from: provider.encode(zoo, as: .keyedArchive), as: .keyedArchive)
            #expect(document[["star", "mate", "name"]]?.stringValue == "Tim")
            #expect(document[["star", "mate"]]?.id == document[["pets", .index(1)]]?.id)
        }

        @Test("What a model is set with doesn't change its class")
        func set() throws {
            let cat = TagCat()
            try cat.set(with: ["type": "lion", "name": "Leo"])
            #expect(!cat.isOfUnknownClass && cat.name == "Leo")
        }

        @Test("A copy and a merged model keep it")
        func copied() throws {
            let zoo = try JSONFormat().decode(TagZoo.self, from: Data(Self.json.utf8), as: .json)
            let copy = try zoo.pets[0].copy()
            #expect(copy.classTag == "parrot")
            zoo.pets[0].removeUnknownValues()
            #expect(zoo.pets[0].classTag == "parrot" && zoo.pets[0].unknownValues == nil)
            #expect(copy.unknownValues?.root.keys.contains("wings") == true)
        }
    }
#endif
