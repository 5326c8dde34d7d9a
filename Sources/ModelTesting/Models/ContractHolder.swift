import ModelCore
import Synchronization

/// A model with one property, of any type, which is listed as `@Model` would list it. A format may write the model
/// straight from memory, if it writes values of the type straight from memory.
///
/// Files contain the same class name for every type, so that a value can be written as one type and read as another.
final class ContractHolder<Value: ModelValue>: BaseModel {
    var value: Value?

    convenience init(_ value: Value) {
        self.init()
        self.value = value
    }

    override class var modelClass: ModelClass { ContractHolders.modelClass(of: self) }

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("value", \ContractHolder.value, isStored: true)]
    }
}

/// The descriptions of the specialisations of `ContractHolder`, which can't have static properties.
private enum ContractHolders {
    private static let known = Mutex<[ObjectIdentifier: ModelClass]>([:])

    static func modelClass(of type: BaseModel.Type) -> ModelClass {
        known.withLock { known in
            if let modelClass = known[ObjectIdentifier(type)] { return modelClass }
            let made = ModelClass(type, name: "ContractHolder", overrides: [])
            known[ObjectIdentifier(type)] = made
            return made
        }
    }
}
