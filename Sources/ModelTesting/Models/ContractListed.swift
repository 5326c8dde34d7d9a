import Foundation
import ModelCore

/// A model with all its properties listed by hand.
final class ContractListed: BaseModel {
    var flag = true
    var count = 3
    var ratio = 0.5
    var text = "listed"
    var suit = ContractSuit.hearts
    var address = ContractAddress(street: "Main", number: 1)
    var when: Date?
    var next: ContractListed?

    /// Unknown keys are ignored. By default, some formats would keep them and others wouldn't, because the class may
    /// read further keys itself.
    override class var unknownKeys: UnknownKeys { .ignore }

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("flag", \ContractListed.flag), ModelProperty("count", \ContractListed.count),
            ModelProperty("ratio", \ContractListed.ratio), ModelProperty("text", \ContractListed.text),
            ModelProperty("suit", \ContractListed.suit), ModelProperty("address", \ContractListed.address),
            ModelProperty("when", \ContractListed.when), ModelProperty("next", \ContractListed.next),
        ]
    }
}
