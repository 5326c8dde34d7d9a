import Foundation
import ModelCore

/// A model that consists of nothing but stored properties of many types, as `@Model` would write a final class. A
/// format may write it straight from memory.
final class ContractPlain: BaseModel {
    enum Mood: String, ModelValue, CaseIterable {
        case calm
        case wild = "very wild"
    }

    var name = ""
    var count = 0
    var small: UInt8 = 0
    var share = 0.5
    var weight: Float = 0.25
    var isOpen = false
    var born = Date(timeIntervalSinceReferenceDate: 0)
    var mood = Mood.calm
    var tags: [String] = []
    var numbers: [Int] = []
    var rows: [[Double]] = []
    var nickname: String?
    var limit: Int? = 3
    var died: Date?
    var best: ContractPlain?
    var others: [ContractPlain] = []
    var places: [ContractPlain?] = []

    private static let rows = [
        ModelProperty("name", \ContractPlain.name, isStored: true),
        ModelProperty("count", \ContractPlain.count, isStored: true),
        ModelProperty("small", \ContractPlain.small, isStored: true),
        ModelProperty("share", \ContractPlain.share, isStored: true),
        ModelProperty("weight", \ContractPlain.weight, isStored: true),
        ModelProperty("isOpen", \ContractPlain.isOpen, isStored: true),
        ModelProperty("born", \ContractPlain.born, isStored: true),
        ModelProperty("mood", \ContractPlain.mood, isStored: true),
        ModelProperty("tags", \ContractPlain.tags, isStored: true),
        ModelProperty("numbers", \ContractPlain.numbers, isStored: true),
        ModelProperty("rows", \ContractPlain.rows, isStored: true),
        ModelProperty("nickname", \ContractPlain.nickname, isStored: true),
        ModelProperty("limit", \ContractPlain.limit, isNilDefault: false, isStored: true),
        ModelProperty("died", \ContractPlain.died, isStored: true),
        ModelProperty("best", \ContractPlain.best, isStored: true),
        ModelProperty("others", \ContractPlain.others, isStored: true),
        ModelProperty("places", \ContractPlain.places, isStored: true),
    ]

    private static let ownModelClass = ModelClass(ContractPlain.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] { super.modelProperties + rows }

    /// A model that contains other models.
    ///
    /// - Parameter sharing: True if two properties refer to the same model.
    static func sample(sharing: Bool = false) -> ContractPlain {
        let plain = ContractPlain()
        plain.name = "P \u{E9}\u{1F600} \"\\/\n"
        (plain.count, plain.small, plain.share, plain.weight) = (-7, 200, 0.1, 1.5)
        plain.isOpen = true
        plain.born = Date(timeIntervalSinceReferenceDate: 86_400.5)
        plain.mood = .wild
        plain.tags = ["a", "", "$null", String(repeating: "long ", count: 20)]
        plain.numbers = [1, .min, .max]
        plain.rows = [[], [0.5, -0.0]]
        plain.nickname = "Pip"
        plain.limit = 0
        plain.died = Date(timeIntervalSinceReferenceDate: 1)
        let best = ContractPlain()
        best.name = "best"
        plain.best = best
        plain.others = [ContractPlain(), sharing ? best : ContractPlain()]
        return plain
    }
}
