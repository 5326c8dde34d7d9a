// swift-format-ignore-file
#if Macros
// Made of SlackMessage.json by `basemodel generate`.
// Read such a file with `try Message.load(fromFile: path)`.

import Foundation
import ModelCore

enum SlackMessageSample {

@Model(keys: .snakeCase) final class Message: BaseModel {
    var channel = ""
    var ts = ""
    // A guess: it is null in all samples.
    var threadTs: Any?
    var blocks: [Block] = []
}

@Model(tag: "type", keys: .snakeCase) class Block: BaseModel {
    var blockId = ""
}

@Model(tagged: "header") final class HeaderBlock: Block {
    var text: Text?
}

@Model(tagged: "section") final class SectionBlock: Block {
    var text: Text?
    var accessory: Accessory?
    var fields: [Field]?
}

@Model(tagged: "divider") final class DividerBlock: Block {
}

@Model(tagged: "image", keys: .snakeCase) final class ImageBlock: Block {
    var imageUrl: URL?
    var altText = ""
}

@Model(tagged: "actions") final class ActionsBlock: Block {
    var elements: [Element] = []
}

@Model final class Text: BaseModel {
    var type = ""
    var text = ""
    var emoji: Bool?
}

@Model(keys: .snakeCase) final class Accessory: BaseModel {
    var type = ""
    var actionId = ""
    var text: Text?
    var url: URL?
}

@Model final class Field: BaseModel {
    var type = ""
    var text = ""
}

@Model(tag: "type", keys: .snakeCase) class Element: BaseModel {
    var actionId = ""
}

@Model(tagged: "button") final class ButtonElement: Element {
    var text: Text?
    var value = ""
    var style: String?
}

@Model(tagged: "static_select") final class StaticSelectElement: Element {
    var placeholder: Placeholder?
    var options: [Option] = []
}

@Model final class Placeholder: BaseModel {
    var type = ""
    var text = ""
    var emoji = false
}

@Model final class Option: BaseModel {
    var text: Text?
    var value = ""
}
}
#endif
