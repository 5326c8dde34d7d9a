import ModelCore
import Synchronization

/// A model with one property of any type.
///
/// Files know it by one name, whatever that type is: so one may be written and another read.
final class ContractHolder<Value: ModelValue>: BaseModel {
    var value: Value?

    override class var modelClass: ModelClass { ContractHolders.modelClass(of: self) }

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty(described: "value", \ContractHolder.value)]
    }

    override func encodeProperties(to encoder: ModelEncoder) throws {
        try super.encodeProperties(to: encoder)
        try encoder.encode(value, forKey: "value")
    }

    override func decodeProperties(from decoder: ModelDecoder) throws {
        try super.decodeProperties(from: decoder)
        if let value = try decoder.decode(forKey: "value", like: value) { self.value = value }
    }
}

/// What `ContractHolder` would keep in a static property, which generic classes can't have.
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
