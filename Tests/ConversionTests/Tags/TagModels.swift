#if Macros
    import ModelCore

    /// A service's blocks, which name their class under a key of its own.
    @Model(tag: "type") class TagBlock: BaseModel {
        var note: String?
        var next: TagBlock?
    }
    @Model(tagged: "image", aliases: ["picture"]) class TagImage: TagBlock {
        var url = ""
        var size = 0
    }
    /// The key of a property is that of the tag, as in most code that exists.
    @Model(tagged: "text") final class TagText: TagBlock {
        var type = ""
        var text = ""
    }
    /// A hierarchy in a hierarchy.
    @Model(tag: "style", tagged: "section") class TagSection: TagBlock {
        var title = ""
    }
    @Model(tagged: "fields") final class TagFields: TagSection {
        var fields: [String] = []
    }
    @Model(tagged: "thumb") final class TagThumbnail: TagImage {
        var scale = 1.5
    }

    /// Another hierarchy, in which the same names mean other classes.
    @Model(tag: "type") class TagElement: BaseModel {}
    @Model(tagged: "image") final class TagImageElement: TagElement {
        var alt = ""
    }

    @Model final class TagPage: BaseModel {
        var blocks: [TagBlock] = []
        var elements: [TagElement] = []
        var cover: TagBlock?
        var lead = TagImage()
        var named: [String: TagBlock] = [:]
        var anything: [BaseModel] = []
    }

    enum TagKind: String { case box, can }
    @Model(tag: "kind") class TagCrate: BaseModel {
        var kind = TagKind.box
    }
    @Model(tagged: "box") final class TagBox: TagCrate {
        var width = 0
    }
    @Model(tagged: "can") final class TagCan: TagCrate {
        let shape = "round"
        var height = 0
    }

    @Model(tag: "type", unknownSubclasses: .refuse) class TagStrict: BaseModel {
        var name = ""
    }
    @Model(tagged: "one") final class TagStrictOne: TagStrict {}

    @Model(tag: "type", unknownSubclasses: .keep(as: TagOtherPet.self)) class TagPet: BaseModel {
        var name = ""
        var friend: TagPet?
    }
    @Model(tagged: "cat") final class TagCat: TagPet {
        var lives = 9
    }
    @Model(tagged: "dog") final class TagDog: TagPet {}
    @Model(unknownKeys: .ignore) final class TagOtherPet: TagPet {}
    @Model final class TagZoo: BaseModel {
        var pets: [TagPet] = []
        var star: TagPet?
    }

    /// Keeps objects of classes that the program doesn't know, whatever names them.
    @Model(unknownSubclasses: .keep) class TagShape: BaseModel {
        var name = ""
        var inner: TagShape?
    }
    @Model final class TagCircle: TagShape {
        var radius = 1.0
    }
    @Model final class TagDrawing: BaseModel {
        var shapes: [TagShape] = []
    }
#endif
