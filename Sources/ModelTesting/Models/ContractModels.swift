import ModelCore

/// Registers the model classes of the suite. Most of these classes are written as `@Model` would generate them. The
/// others list their properties by hand.
enum ContractModels {
    private static let registered: Void = {
        for type in [
            ContractShape.self, ContractCircle.self, ContractSquare.self, ContractDrawing.self, ContractLink.self,
            ContractOptionals.self, ContractPlain.self, ContractSite.self, ContractStructures.self, ContractCustom.self,
            ContractUntyped.self, ContractValues.self, ContractListed.self,
            ContractKeyed.self, ContractPair.self, ContractTurning.self, ContractAwkward.self,
            ContractControls.self, ContractHoles.self, ContractTwins.self, ContractKnot.self, ContractTwig.self,
            ContractNet.self, ContractTagged.self, ContractTaggedText.self, ContractTaggedNumber.self,
            ContractTags.self, ContractMarks.self, ContractAsking.self,
            ContractAskingFirst.self,
        ] as [BaseModel.Type] {
            ClassRegistry.register(type)
        }
    }()

    /// Registers the models' classes. May be called any number of times.
    static func register() { _ = registered }
}
