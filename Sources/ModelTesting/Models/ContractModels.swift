import ModelCore

/// The suite's models, half of them written as `@Model` would, half with their properties listed by hand.
enum ContractModels {
    private static let registered: Void = {
        for type in [
            ContractShape.self, ContractCircle.self, ContractSquare.self, ContractDrawing.self, ContractLink.self,
            ContractOptionals.self, ContractCustom.self, ContractUntyped.self, ContractValues.self, ContractListed.self,
            ContractKeyed.self, ContractPair.self, ContractTurning.self,
        ] as [BaseModel.Type] {
            ClassRegistry.register(type)
        }
    }()

    /// Makes the models known by name. May be called any number of times.
    static func register() { _ = registered }
}
