import ModelCore

/// Models whose class is named by a tag, as in the JSON of a service.
class ContractTagged: BaseModel {
    private static let known = ModelClass(ContractTagged.self, name: "ContractTagged", overrides: [], tagKey: "kind")
    override class var modelClass: ModelClass { known }

    final var name = ""
    final var next: ContractTagged?

    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("name", \ContractTagged.name, isStored: true),
            ModelProperty("next", \ContractTagged.next, isStored: true),
        ]
    }

    convenience init(_ name: String) {
        self.init()
        self.name = name
    }
}

/// The property `kind` represents the tag. Objects may have another tag of the class.
final class ContractTaggedText: ContractTagged {
    private static let known = ModelClass(
        ContractTaggedText.self, name: "ContractTaggedText", overrides: [], tag: "text", otherTags: ["txt"])
    override class var modelClass: ModelClass { known }

    var kind = ""
    var text = ""

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("kind", \ContractTaggedText.kind, isStored: true),
            ModelProperty("text", \ContractTaggedText.text, isStored: true),
        ]
    }
}

/// The first class of an inner hierarchy.
final class ContractTaggedNumber: ContractTagged {
    private static let known = ModelClass(
        ContractTaggedNumber.self, name: "ContractTaggedNumber", overrides: [], tagKey: "unit", tag: "number")
    override class var modelClass: ModelClass { known }

    var number = 0.0

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("number", \ContractTaggedNumber.number, isStored: true)]
    }
}

/// A model with models of the classes above, in properties of every kind.
final class ContractTags: BaseModel {
    private static let known = ModelClass(ContractTags.self, name: "ContractTags", overrides: [])
    override class var modelClass: ModelClass { known }

    var list: [ContractTagged] = []
    var named: [String: ContractTagged] = [:]
    var one: ContractTagged?
    var text = ContractTaggedText()

    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("list", \ContractTags.list, isStored: true),
            ModelProperty("named", \ContractTags.named, isStored: true),
            ModelProperty("one", \ContractTags.one, isStored: true),
            ModelProperty("text", \ContractTags.text, isStored: true),
        ]
    }

    static func sample() -> ContractTags {
        let tags = ContractTags()
        let (text, number) = (ContractTaggedText("t"), ContractTaggedNumber("n"))
        (text.text, number.number) = ("é", 1.5)
        text.next = number
        tags.list = [text, ContractTagged("plain"), ContractTaggedNumber("")]
        tags.named = ["a": ContractTaggedText("x")]
        tags.one = ContractTaggedNumber("y")
        return tags
    }
}
