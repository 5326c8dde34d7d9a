import ModelCore

/// The models of the suite. Half of them are written as `@Model` would write them, the others list their properties by
/// hand.
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

    /// Registers the models' classes. May be called any number of times.
    static func register() { _ = registered }
}
