import ModelCore

/// A model with two numbers that are always equal.
final class ContractPair: BaseModel {
    var first = 0
    var second = 0

    private static let ownModelClass = ModelClass(ContractPair.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("first", \ContractPair.first, isStored: true),
            ModelProperty("second", \ContractPair.second, isStored: true),
        ]
    }

    convenience init(_ number: Int) {
        self.init()
        first = number
        second = number
    }
}
