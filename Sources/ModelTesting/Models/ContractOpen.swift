import ModelCore

/// A model of an older program: newer programs write more keys.
final class ContractOpen: BaseModel {
    private static let known = ModelClass(ContractOpen.self, name: "ContractOpen", overrides: [])
    override class var modelClass: ModelClass { known }

    var name = ""
    var next: ContractOpen?

    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("name", \ContractOpen.name, isStored: true),
            ModelProperty("next", \ContractOpen.next, isStored: true),
        ]
    }
}

/// A model of the same class in a newer program, with more properties.
final class ContractNewer: BaseModel {
    private static let known = ModelClass(ContractNewer.self, name: "ContractOpen", overrides: [])
    override class var modelClass: ModelClass { known }

    var name = ""
    var next: ContractNewer?
    var text = ""
    var numbers: [String: [Double]] = [:]
    var pair: ContractPair?

    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("text", \ContractNewer.text), ModelProperty("name", \ContractNewer.name),
            ModelProperty("numbers", \ContractNewer.numbers), ModelProperty("next", \ContractNewer.next),
            ModelProperty("pair", \ContractNewer.pair),
        ]
    }

    static func sample() -> ContractNewer {
        let sample = ContractNewer()
        (sample.name, sample.text, sample.numbers) = ("n", "é", ["k": [0.5, -1], "": []])
        sample.next = ContractNewer()
        sample.next?.text = "inner"
        return sample
    }
}
