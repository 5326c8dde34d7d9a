import ModelCore

/// A class with subclasses, as `@Model` would write it.
class ContractShape: BaseModel {
    var name = ""
    var area = 0.0

    private static let ownModelClass = ModelClass(ContractShape.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("name", \ContractShape.name),
            ModelProperty("area", \ContractShape.area),
        ]
    }
}

/// A subclass, as `@Model` would write it.
final class ContractCircle: ContractShape {
    var radius: Float = 1

    private static let ownModelClass = ModelClass(ContractCircle.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("radius", \ContractCircle.radius)]
    }
}

/// A subclass whose properties are listed by hand.
final class ContractSquare: ContractShape {
    var side = 1
    var tags: [String] = []

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("side", \ContractSquare.side), ModelProperty("tags", \ContractSquare.tags),
        ]
    }
}

/// A model with models in properties of their superclass's type: in a property, an array, a dictionary, and `Any`.
final class ContractDrawing: BaseModel {
    var title = "untitled"
    var main: ContractShape?
    var shapes: [ContractShape] = []
    var named: [String: ContractShape] = [:]
    var anything: Any?

    private static let ownModelClass = ModelClass(ContractDrawing.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("title", \ContractDrawing.title),
            ModelProperty("main", \ContractDrawing.main),
            ModelProperty("shapes", \ContractDrawing.shapes),
            ModelProperty("named", \ContractDrawing.named),
            ModelProperty(any: "anything", \ContractDrawing.anything),
        ]
    }

    /// A drawing with shapes of all classes.
    static func sample() -> ContractDrawing {
        let circle = ContractCircle()
        circle.name = "Sun \u{2600}\u{FE0F} \"round\""
        circle.area = 0.1
        circle.radius = 2.5
        let square = ContractSquare()
        square.name = "Box\n<&>"
        square.area = -0.0
        square.side = -7
        square.tags = ["a", "", "$null"]
        let drawing = ContractDrawing()
        drawing.title = "Sketch"
        drawing.main = circle
        drawing.shapes = [square, ContractShape()]
        drawing.named = ["big one": ContractCircle(), "": square.twin()]
        return drawing
    }
}

extension ContractSquare {
    /// Another instance with equal values.
    func twin() -> ContractSquare {
        let twin = ContractSquare()
        twin.name = name
        twin.area = area
        twin.side = side
        twin.tags = tags
        return twin
    }
}
