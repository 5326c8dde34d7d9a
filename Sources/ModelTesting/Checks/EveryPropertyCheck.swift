import Foundation
import ModelCore

extension ContractCheck {
    /// The check of models with many properties, which are written as `@Model` would generate them, or listed by
    /// hand.
    package static let everyProperty = ContractCheck(
        "everyProperty", "A model with a property of each type comes back equal."
    ) { run in
        let values = run.fillableValues()
        values.bool = false
        values.int = .min
        values.string = "é\u{301}"
        values.set = [9, -9]
        values.kind = .labelled("x", weight: 2)
        values.model.name = "inside"
        values.models = [ContractShape(), ContractShape()]
        // No property has nil as its default here.
        values.optional = 0
        try run.readBack(values, "a model with every property")

        let listed = ContractListed()
        listed.flag = false
        listed.suit = .spades
        listed.when = Date(timeIntervalSinceReferenceDate: 12)
        listed.address.kind = .labelled("", weight: 0)
        listed.next = ContractListed()
        try run.readBack(listed, "a model whose properties are listed by hand")
    }
}

extension ContractRun {
    /// A model with values in all properties that the format can represent.
    func fillableValues() -> ContractValues {
        let values = ContractValues()
        if !capabilities.contains(.typedScalars) {
            do { _ = try encode(values) } catch { values.structures = [] }
        }
        return values
    }
}
