#if Macros
    import Foundation
    import JSONFormat
    import ModelCore
    import Testing

    @Suite("Classes that tags name, in each place where they may stand and may not")
    struct TagTableTests {
        @Model(tag: "type", tagged: "block", unknownSubclasses: .refuse) class Block: BaseModel {
            final var note: String?
        }
        @Model(tagged: "image", aliases: ["picture"]) class Image: Block {
            final var size = 0
        }
        @Model(tagged: "thumb") final class Thumb: Image {
            var scale = 1
        }
        @Model("TableSection", tag: "style", tagged: "section") class Section: Block {
            final var title = ""
        }
        @Model(tagged: "fields") final class Fields: Section {
            var fields: [Int] = []
        }
        @Model final class Page: BaseModel {
            var block: Block?
            var image: Image?
            var thumb: Thumb?
            var section: Section?
            var fields: Fields?
        }

        /// Files of objects, and the class of each.
        private static let objects: [(text: String, name: String)] = [
            (#"{"type":"block"}"#, "Block"), (#"{"type":"image","size":1}"#, "Image"), (#"{"size":1,"type":"picture"}"#, "Image"),
            (#"{"type":"thumb","scale":2}"#, "Thumb"), (#"{"type":"section","style":"TableSection"}"#, "Section"),
            (#"{"style":"fields","type":"section","fields":[1]}"#, "Fields"), (#"{"type":"section","style":"fields"}"#, "Fields"),
        ]
        private static let subclasses = [
            "block": ["Block", "Image", "Thumb", "Section", "Fields"], "image": ["Image", "Thumb"], "thumb": ["Thumb"],
            "section": ["Section", "Fields"], "fields": ["Fields"],
        ]

        private static func name(_ page: Page, _ key: String) -> String {
            let found: Block? =
                switch key {
                case "block": page.block
                case "image": page.image
                case "thumb": page.thumb
                case "section": page.section
                default: page.fields
                }
            return found.map { "\(type(of: $0))" } ?? "nil"
        }

        @Test(
            "An object is of the class that its tags name, if that may stand there",
            arguments: ["block", "image", "thumb", "section", "fields"])
        func places(_ key: String) {
            for (text, name) in Self.objects {
                let isAllowed = Self.subclasses[key]?.contains(name) == true
                let expected = isAllowed ? "\(name) \(name)" : "classMismatch at [0].\(key)"
                expectJSON([Page].self, #"[{"\#(key)":\#(text)},{"\#(key)":\#(text)}]"#, expected) {
                    $0.map { Self.name($0, key) }.joined(separator: " ")
                }
            }
            for (text, code) in [(#"{"type":"odd"}"#, "unknownClass"), (#"{"size":1}"#, "missingValue"), (#"{"type":5}"#, "typeMismatch")] {
                let error = BothCodes.code([Page].self, #"[{"\#(key)":\#(text)}]"#)
                #expect(error.allSatisfy { $0 == code }, "\(key) \(text): \(error)")
            }
        }

        @Test("They are written so that they come back, the tags first")
        func back() throws {
            let all: [Block] = [Block(), Image(), Thumb(), Section(), Fields()]
            let texts = try all.map { try writtenJSON([$0]) }
            #expect(
                texts.map { $0.prefix { $0 != "," } } == [
                    #"[{"type":"block"}]"#, #"[{"type":"image""#, #"[{"type":"thumb""#, #"[{"type":"section""#, #"[{"type":"section""#,
                ])
            expectJSON(
                [Block].self, "[" + texts.map { $0.dropFirst().dropLast() }.joined(separator: ",") + "]", "Block Image Thumb Section Fields"
            ) {
                $0.map { "\(type(of: $0))" }.joined(separator: " ")
            }
        }

        /// The codes of the errors on both ways.
        private enum BothCodes {
            static func code<Value: ModelValue>(_ type: Value.Type, _ text: String) -> [String] {
                let content = Data(text.utf8)
                func code(_ body: () throws -> Value?) -> String? {
                    do {
                        return try body() == nil ? nil : "none"
                    } catch { return ModelError(wrapping: error).code.rawValue }
                }
                return [
                    code { try JSONFormat().decodeDirectly(type, from: content, as: .json) },
                    code { try JSONFormat().decodeByDocument(type, from: content, as: .json) },
                ].compactMap(\.self)
            }
        }
    }
#endif
