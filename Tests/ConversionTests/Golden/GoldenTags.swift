import Foundation
import JSONFormat
import ModelCore

#if Macros
    /// A hierarchy whose classes are named under a key.
    @Model(tag: "type") class GoldenBlock: BaseModel {
        var note: String?
        var next: GoldenBlock?
    }

    @Model(tagged: "image", aliases: ["picture"]) final class GoldenImageBlock: GoldenBlock {
        var url = ""
    }

    /// The property has the name under the key after reading.
    @Model(tagged: "heading") final class GoldenHeadingBlock: GoldenBlock {
        var type = ""
        var text = ""
        var level = 1
    }

    /// A hierarchy in the hierarchy.
    @Model(tag: "style", tagged: "section") class GoldenSection: GoldenBlock {
        var blocks: [GoldenBlock] = []
    }

    @Model(tagged: "wide") final class GoldenWideSection: GoldenSection {
        var width = 0
    }

    /// Objects of the hierarchy in each place, two of them of classes that no program knows.
    @Model final class GoldenPageOfBlocks: BaseModel {
        var blocks: [GoldenBlock] = []
        var named: [String: GoldenBlock] = [:]
        var one: GoldenBlock?
        var anything: Any?
        var any: [BaseModel] = []

        static func sample() throws -> GoldenPageOfBlocks {
            let text = """
                {"blocks":[{"type":"image","url":"a.png"},{"type":"heading","text":"Hello","level":2,"note":"n"},
                {"type":"video","seconds":90,"note":"kept","more":{"a":[1,null,"b"]}},{"type":"GoldenBlock"},
                {"type":"section","style":"wide","width":5,"blocks":[{"type":"picture","url":"b.png"}]}],
                "named":{"h":{"type":"heading","text":"in a table"}},"one":{"type":"audio","next":{"type":"image"}}}
                """
            let sample = try JSONFormat().decode(GoldenPageOfBlocks.self, from: Data(text.utf8))
            let heading = GoldenHeadingBlock()
            heading.text = "anywhere"
            sample.anything = heading
            sample.any = [heading.text == "" ? GoldenBlock() : GoldenHeadingBlock(), GoldenItem("i")]
            return sample
        }
    }

    /// Objects of unknown classes are kept.
    @Model(unknownSubclasses: .keep) class GoldenShape: BaseModel {
        var name = ""
        var area = 1.5
        var inner: GoldenShape?
    }

    @Model final class GoldenCircle: GoldenShape {
        var radius: Float = 0
    }

    /// Objects of classes that no program knows, named as the library names classes.
    @Model final class GoldenDrawing: BaseModel {
        var shapes: [GoldenShape] = []
        var main: GoldenShape?
        var named: [String: GoldenShape] = [:]

        static func sample() throws -> GoldenDrawing {
            let text = """
                {"shapes":[{"$class":"GoldenCircle","name":"c","radius":2},{"name":"plain"},
                {"$class":"GoldenFutureShape","name":"f","corners":[1,2],"deep":{"x":{"y":1.5}}}],
                "main":{"$class":"GoldenFutureShape","inner":{"$class":"GoldenOther","area":7}},
                "named":{"k":{"$class":"GoldenCircle"}}}
                """
            return try JSONFormat().decode(GoldenDrawing.self, from: Data(text.utf8))
        }
    }

    /// Keys that the classes don't know, at each level.
    @Model final class GoldenKeeper: BaseModel {
        var text = ""
        @Key(path: "deep.number") var number = 0
        var inner: GoldenKeeper?
        var parts: [GoldenKeeper] = []

        static func sample() throws -> GoldenKeeper {
            let text = """
                {"text":"Hi","color":"red","tags":["a",1,2.5,true,null,{"b":{}}],"deep":{"number":5,"more":"kept","n":null},
                "big":12345678901234567890,"null":null,"inner":{"x":-0.5,"$odd":[[]]},"parts":[{"text":"p","unknown":{"k":[1]}},{}]}
                """
            return try JSONFormat().decode(GoldenKeeper.self, from: Data(text.utf8))
        }
    }
#endif
